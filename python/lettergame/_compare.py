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
    """The result of a comparison; its text is what the command line shows, and a notebook shows
    its plots too."""

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
    player: str | None = None,
    threads: int = 0,
    progress: Progress | None = None,
    sandbox: str = "auto",
    allow_read: Iterable[str | os.PathLike[str]] = (),
    **options: Any,
) -> Comparison:
    """Are the first contestants better than the last one?

    They take the same seats of the same deals in the company of `against`, or play each other without it.
    Everything else is as the options of `lettergame compare`: `games`, `by`, `margin`; with `sprt` it stops
    as soon as the verdict is certain (`gain`, `no_regression`, `elo0` and `elo1`, or `margin`). `options`
    are the conditions: `game`, `rounds`, `hidden`, `preset`, `rules`, `seats`, `seed`, `lexicon`.
    Two folders of finished runs are compared by their rows.
    """
    asked: dict[str, Any] = {"games": games, "by": by, "margin": margin, "alpha": alpha, "beta": beta, "any": any_passes}
    asked |= {"sprt": sprt, "gain": gain, "no_regression": no_regression, "elo0": elo0, "elo1": elo1}
    asked |= {"min_games": min_games, "max_games": max_games, "max_time": max_time}
    folders = [found for found in contestants if _is_folder(found)]
    if folders:
        given = {**options, "against": against, "config": config, "games": games}
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
