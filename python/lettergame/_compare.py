"""Comparisons: is one player better than another?"""

import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from . import _core
from ._arguments import checked
from ._config import Options, PlayerLike, given_classes, hosting, named
from ._results import Table
from ._runs import Progress


class Comparison:
    """The result of a comparison; its text is what the command line shows, and a notebook shows its plots too.

    Examples
    --------
    >>> comparison = lettergame.compare("frequency", "letter-value", rounds=3, games=40, seed=1)
    >>> comparison.passes, comparison.verdicts
    (True, ['better'])
    """

    def __init__(self, core: _core.Comparison) -> None:
        self._core = core
        self.json: dict[str, Any] = json.loads(core.json)
        """The whole report, as printed by `lettergame compare --format json`."""

    @property
    def passes(self) -> bool | None:
        """Whether every candidate (with `any_passes` at least one) is better, equal within the margin, no worse or
        identical.

        None is undecided.
        """
        return self._core.passes

    @property
    def verdicts(self) -> list[str | None]:
        """The verdict on each candidate: `better`, `worse`, `equal` and so on; None without one."""
        return [finding["verdict"] for finding in self.json["findings"]]

    @property
    def table(self) -> Table:
        """A row for each candidate and setting, with the columns of `lettergame compare --format
        csv`."""
        return Table(self._core.table())

    @property
    def markdown(self) -> str:
        """The report as Markdown."""
        return self._core.markdown

    def __str__(self) -> str:
        return self._core.text

    def __repr__(self) -> str:
        verdicts = (f"{finding['candidate']}: {finding['verdict']}" for finding in self.json["findings"])
        return f"Comparison({', '.join(verdicts)})"

    def _repr_html_(self) -> str:
        return self._core.html


@checked
def compare(
    *contestants: PlayerLike | os.PathLike[str],
    against: Sequence[PlayerLike] | None = None,
    config: str | os.PathLike[str] | None = None,
    games: int | None = None,
    by: str | None = None,
    margin: float | None = None,
    sprt: bool = False,
    gain: float | None = None,
    no_regression: float | None = None,
    elo0: float | None = None,
    elo1: float | None = None,
    alpha: float = 0.05,
    beta: float | None = None,
    min_games: int | None = None,
    max_games: int | None = None,
    max_time: str | None = None,
    any_passes: bool = False,
    speed: bool = False,
    player: str | None = None,
    threads: int = 0,
    progress: Progress | None = None,
    sandbox: str = "auto",
    allow_read: Iterable[str | os.PathLike[str]] = (),
    **options: Any,
) -> Comparison:
    """Is a player better than another?

    The contestants take the same seats of the same deals, so that the luck they share cancels. Two folders of finished
    runs are compared by their rows.

    Parameters
    ----------
    *contestants : players, or two folders
        The candidates, and at the end the baseline that each of them is compared with.
    against : list of players, optional
        Who sits at the table with them; without it they play each other.
    config : path, optional
        A config file with the conditions.
    games : int, optional
        Games of each candidate in each setting, in whole deals; 2000 by default.
    by : {"points", "wins"}, optional
        What decides: points a game, or the share of the wins; by default both, or what the other arguments are about.
    margin : float, optional
        A difference in points (with `by="wins"` in percent of the wins) that does not matter.
    sprt : bool
        A sequential test, which stops as soon as the verdict is certain.
    gain, no_regression : float, optional
        What a sequential test asks: is it better by so much, or no better; is it no worse, or worse by so much.
    elo0, elo1 : float, optional
        The lower and the upper hypothesis of a sequential test, in Elo of win share.
    alpha, beta : float
        The chances of the two errors: to call it better when it is not, and to miss that it is.
    min_games, max_games : int, optional
        Games of each candidate before a verdict of a sequential test is possible, and after which it is undecided.
    max_time : str, optional
        A time limit, as in `"10m"`; the verdict rests on the games played by then.
    any_passes : bool
        Whether one candidate that passes is enough.
    speed : bool
        Whether the report says how fast they decide, too; the verdict does not depend on it.
    player : str, optional
        The player whose results are compared, of two folders.
    threads : int
        How many threads play; 0 means one per core.
    progress : function, optional
        Called periodically with the number of finished games and the total.
    sandbox : {"auto", "require", "off"}
        Whether player programs are sandboxed.
    allow_read : sequence of paths
        Folders that sandboxed programs may read.
    **options
        The conditions: `game`, `rounds`, `hidden`, `preset`, `rules`, `seats`, `seed`, `lexicon`.

    Returns
    -------
    Comparison
        The verdicts, with figures and plots.

    Raises
    ------
    LettergameError
        If the players, conditions or limits are wrong, or there is nothing to compare.

    Examples
    --------
    >>> lettergame.compare("frequency", "letter-value", rounds=3, games=40, seed=1)
    Comparison(frequency: better)
    """
    arguments = {**locals(), "any": any_passes}
    asked = {key: arguments[key.replace("-", "_")] for key in _core.compare_keys()}
    folders = [found for found in contestants if _is_folder(found)]
    if folders:
        given = {**options, "against": against, "config": config}
        return Comparison(_of_runs(contestants, folders, given, player, asked))
    if player is not None:
        raise _core.LettergameError("`player` requires the folders of two finished runs")
    names, classes = named([_player(found) for found in contestants])
    others, more = named(against) if against is not None else (None, {})
    classes = given_classes([*classes.values(), *more.values()])
    # tables of classes are built as for a tournament; the schedule does not matter here
    text = Options.of({**options, "players": [*classes.values()] or None}).toml
    host = hosting(classes, sandbox, allow_read)
    path = Path(config) if config is not None else None
    return Comparison(_core.compare(names, others, path, text, host, asked, threads, progress))


def _is_folder(found: PlayerLike | os.PathLike[str]) -> bool:
    return not isinstance(found, type) and Path(found).is_dir()


def _player(found: PlayerLike | os.PathLike[str]) -> PlayerLike:
    return found if isinstance(found, type) else os.fspath(found)


def _of_runs(
    contestants: Sequence[PlayerLike | os.PathLike[str]],
    folders: list[Any],
    options: dict[str, Any],
    player: str | None,
    asked: dict[str, Any],
) -> _core.Comparison:
    if len(folders) < len(contestants):
        raise _core.LettergameError(
            "expected either players or folders of finished runs, not both: some of these are "
            "folders and some are not"
        )
    if len(folders) != 2:
        raise _core.LettergameError("expected two folders of finished runs, not more")
    for name, value in options.items():
        if value is not None:
            raise _core.LettergameError(
                f"{name} describes what to play, but these runs are finished: omit it"
            )
    a, b = (Path(folder) for folder in folders)
    return _core.compare_runs(a, b, player, asked)
