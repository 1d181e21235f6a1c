"""Schedules whose later games follow from the results of earlier ones, played by parts."""

from collections.abc import Iterator
from typing import Any

from ._arguments import checked
from ._config import Config, ConfigLike
from ._results import Results
from ._runs import config_of


class Stages:
    """The stages of a tournament that is played by parts: a barrier after each of them.

    Iterating yields the games of each stage; the results of all of them have to be noted, in the order of games, before
    the next one is known. A schedule without stages has one, with all games.

    Parameters
    ----------
    config : Config, path, text, dict or list of players, optional
        What is played, as `Config` reads it.
    **options
        Keywords of `Config`.

    Examples
    --------
    >>> case = {"schedule": "swiss", "rounds": 1, "games": 10, "seed": 1}
    >>> config = lettergame.Config(["letter-value", "random", "zero"], **case)
    >>> stages = lettergame.Stages(config)
    >>> for games in stages:
    ...     stages.note(lettergame.play_games(config, games.start, len(games), after=stages.results))
    ...     print(games)
    range(0, 10)
    range(10, 20)
    range(20, 30)
    """

    @checked
    def __init__(self, config: ConfigLike = None, **options: Any) -> None:
        run: Config = config_of(config, options)
        self.total: int = run.total
        """The number of games of all stages."""
        self.noted: int = 0
        """The number of games whose results are known."""
        self._core = run._core.stages(run.only_run())
        self._known, self._results = self._core.known, self._core.results

    @property
    def known(self) -> int:
        """The number of games whose players are known: up to the end of a stage."""
        return self._known

    @property
    def results(self) -> str | None:
        """The results of the stages that are complete, for `play_games`; None without stages. A few
        numbers for each player."""
        return self._results

    @checked
    def stage_of(self, game: int) -> range:
        """The games of the stage of a game."""
        return range(*self._core.stage_of(game))

    @checked
    def note(self, part: Results) -> None:
        """Records the next games."""
        games = part.games
        self.note_outcomes(games, part.parts[2])

    @checked
    def note_outcomes(self, games: range, outcomes: bytes) -> None:
        """Records the next games by how they ended: the third of `Results.parts`."""
        if self.results is not None:
            self._core.note(games.start, outcomes)
            self._look()
        self.noted = games.stop

    @checked
    def continue_after(self, results: str) -> None:
        """Continues after the stages with these results, whatever was noted."""
        self._core.continue_after(results)
        self._look()
        self.noted = self.stage_of(self.known - 1).start if self.total else 0

    def _look(self) -> None:
        if self._core.known != self._known:
            self._known, self._results = self._core.known, self._core.results

    def __iter__(self) -> Iterator[range]:
        while self.noted < self.total:
            yield self.stage_of(self.noted)
