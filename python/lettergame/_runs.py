"""Playing: tournaments, single games of them, sweeps, replays, and runs made of parts."""

import json
import operator
import os
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Literal, TypeAlias

from . import _core
from ._arguments import checked
from ._config import Config, ConfigLike, given_classes, hosting
from ._players import Player
from ._results import Results, SweepResults

PartFormat: TypeAlias = Literal["csv", "parquet"]
"""The format of the row files of a run's parts."""

Progress: TypeAlias = Callable[[int, int], object]
"""Called periodically with the number of finished games and the total."""


def config_of(config: ConfigLike, options: dict[str, Any]) -> Config:
    """A config that was already read, or one that is read now."""
    if not isinstance(config, Config):
        return Config(config, **options)
    if options:
        raise _core.LettergameError(
            f"a Config is complete: pass {', '.join(options)} when creating it"
        )
    return config


def _division(games: int | None, format: str | None) -> tuple[int, str] | None:
    """How rows are divided into parts, if they are."""
    if games is not None:
        return games, format or "csv"
    if format is not None:
        raise _core.LettergameError("part_format is that of parts: pass part_games, too")
    return None


@checked
def tournament(
    config: ConfigLike = None,
    *,
    out: str | os.PathLike[str] | None = None,
    force: bool = False,
    shard: str = "1/1",
    part_games: int | None = None,
    part_format: PartFormat | None = None,
    threads: int = 0,
    progress: Progress | None = None,
    **options: Any,
) -> Results:
    """Plays a tournament. Ctrl-C stops it; with `out` all finished games are kept.

    Parameters
    ----------
    config : Config, path, text, dict or list of players, optional
        What is played, as `Config` reads it.
    out : path, optional
        The run's folder, byte for byte as the command line writes it, which can be resumed; without it rows are kept in
        memory.
    force : bool
        Replaces an existing run.
    shard : str
        The games of one of several machines, as in `"2/8"`.
    part_games : int, optional
        The folder has its rows in parts of up to so many games, instead of in one file of each kind.
    part_format : {"csv", "parquet"}, optional
        The format of the row files of parts.
    threads : int
        How many threads play; 0 means one per core.
    progress : function, optional
        Called periodically with the number of finished games and the total.
    **options
        Keywords of `Config`, such as `games`, `seed` and `rounds`.

    Returns
    -------
    Results
        The rows, standings and faults.

    Raises
    ------
    LettergameError
        If the config or an argument is wrong, or files cannot be written.

    Examples
    --------
    >>> results = lettergame.tournament(["letter-value", "random"], rounds=3, games=20, seed=7)
    >>> len(results), results.standings["player"]
    (20, ['random', 'letter-value'])
    """
    read = config_of(config, options)
    run = read.only_run()
    if out is not None:
        place = (Path(out), shard, force, _division(part_games, part_format))
        return Results(read._core.play_into(run, place, threads, progress))
    if part_games is not None or part_format is not None:
        raise _core.LettergameError("parts require a folder: pass out")
    if shard != "1/1":
        raise _core.LettergameError("a shard requires a folder: pass out, or use play_games")
    return Results(read._core.play_games(run, (0, read.total), None, threads, progress))


@checked
def play_games(
    config: ConfigLike = None,
    start: int = 0,
    count: int | None = None,
    *,
    after: str | None = None,
    threads: int = 0,
    progress: Progress | None = None,
    **options: Any,
) -> Results:
    """Plays the games `start` to `start + count - 1` of a tournament.

    A pure function of the config and these numbers, on any machine: the rows are byte for byte those that the whole
    tournament has for these games. Players that are not built in are benched by blocks of games (`Config.block`); if
    `start` is in the middle of a block, the block's games before `start` are played too, and omitted.

    Parameters
    ----------
    config : Config, path, text, dict or list of players, optional
        What is played, as `Config` reads it.
    start : int
        The number of the first game; games are counted from 0.
    count : int, optional
        How many games; by default all from `start` on.
    after : str, optional
        In a schedule with stages, the results of the stages before: `Stages.results`.
    threads : int
        How many threads play; 0 means one per core.
    progress : function, optional
        Called periodically with the number of finished games and the total.
    **options
        Keywords of `Config`.

    Returns
    -------
    Results
        The rows of these games; `Results.parts` is what `assemble` needs of them.

    Raises
    ------
    LettergameError
        If the config or an argument is wrong.

    Examples
    --------
    >>> lettergame.play_games(["letter-value", "random"], 10, 5, rounds=1, games=20, seed=7).games
    range(10, 15)
    """
    read = config_of(config, options)
    if start < 0 or (count is not None and count < 0):
        raise _core.LettergameError(f"games are counted from 0: start {start}, count {count}")
    end = read.total if count is None else start + count
    run = read.only_run()
    return Results(read._core.play_games(run, (start, end), after, threads, progress))


@checked
def sweep(
    config: ConfigLike = None,
    *,
    out: str | os.PathLike[str] | None = None,
    force: bool = False,
    threads: int = 0,
    progress: Progress | None = None,
    **options: Any,
) -> SweepResults:
    """Plays the runs of a sweep, one for each combination of values of rules.

    Parameters
    ----------
    config : Config, path, text, dict or list of players, optional
        What is played, as `Config` reads it.
    out : path, optional
        The folder of the runs' folders, named after their labels.
    force : bool
        Replaces existing runs.
    threads : int
        How many threads play; 0 means one per core.
    progress : function, optional
        Called periodically with the number of finished games and the total of a run.
    **options
        Keywords of `Config`; rules may have several values, as in `hidden=range(6)`.

    Returns
    -------
    SweepResults
        A dict of `Results` by label.

    Raises
    ------
    LettergameError
        If the config or an argument is wrong, or files cannot be written.

    Examples
    --------
    >>> runs = lettergame.sweep(["letter-value", "random"], hidden=[0, 3], rounds=1, games=4, seed=7)
    >>> list(runs)
    ['hidden-0', 'hidden-3']
    """
    read = config_of(config, options)
    results = SweepResults()
    for run, label in enumerate(read.labels):
        if out is not None:
            core = read._core.play_into(run, (Path(out), "1/1", force, None), threads, progress)
        else:
            core = read._core.play_games(run, (0, read._core.total(run)), None, threads, progress)
        results[label or ""] = Results(core)
    return results


@checked
def resume(
    folder: str | os.PathLike[str],
    *,
    threads: int = 0,
    progress: Progress | None = None,
    players: Iterable[type[Player]] = (),
    sandbox: str = "auto",
) -> Results:
    """Resumes the run in a folder, however it was interrupted, or reads the results of one that is complete.

    Of a run in parts all files are read, and the games of parts that are missing or damaged are played again.

    Parameters
    ----------
    folder : path
        The run's folder.
    threads : int
        How many threads play; 0 means one per core.
    progress : function, optional
        Called periodically with the number of finished games and the total.
    players : sequence of classes
        Classes among the run's players; those that are not given are imported.
    sandbox : {"auto", "require", "off"}
        Whether player programs are sandboxed.

    Returns
    -------
    Results
        The rows of all games.

    Raises
    ------
    LettergameError
        If there is no run in the folder, or one of its players cannot be used.

    Examples
    --------
    >>> _ = lettergame.tournament(["letter-value", "random"], rounds=1, games=20, seed=7, out="runs/friday")
    >>> lettergame.resume("runs/friday").games
    range(0, 20)
    """
    host = hosting(given_classes(players), sandbox)
    return Results(_core.resume(Path(folder), host, threads, progress, True))


def loaded(folder: Path) -> Results:
    """The results of a run that is complete. Of a run in parts only its counts are read."""
    return Results(_core.resume(folder, hosting({}), 1, None, False))


@checked
def assemble(
    config: ConfigLike,
    parts: "Iterable[Results | tuple[list[bytes], bytes, bytes]]",
    out: str | os.PathLike[str],
    *,
    force: bool = False,
    part_games: int | None = None,
    part_format: PartFormat | None = None,
    **options: Any,
) -> Results:
    """Creates the folder of a whole run from parts played by `play_games`.

    The folder is byte for byte what one machine would have written, except for `timing.json` and its checksum in
    `part.json`. Each part is requested after the previous one was written, so a generator needs little memory.

    Parameters
    ----------
    config : Config, path, text, dict or list of players
        What was played.
    parts : iterable of Results or of their `parts`
        The games, in order.
    out : path
        The run's folder.
    force : bool
        Replaces an existing run.
    part_games : int, optional
        The folder has its rows in parts of up to so many games, instead of in one file of each kind.
    part_format : {"csv", "parquet"}, optional
        The format of the row files of parts.
    **options
        Keywords of `Config`.

    Returns
    -------
    Results
        The rows of all games.

    Raises
    ------
    LettergameError
        If there is a gap, an overlap or a row of another config, or if a player was asked although the games before
        bench it, or the reverse; the error names the game, and no folder is left behind.

    Examples
    --------
    >>> config = lettergame.Config(["letter-value", "random"], rounds=1, games=20, seed=7)
    >>> parts = (lettergame.play_games(config, start, 10) for start in (0, 10))
    >>> lettergame.assemble(config, parts, "runs/friday").games
    range(0, 20)
    """
    read = config_of(config, options)
    plain = (part.parts if isinstance(part, Results) else part for part in parts)
    fresh, division = not Path(out).exists(), _division(part_games, part_format)
    try:
        return Results(read._core.assemble(read.only_run(), (Path(out), force, division), plain))
    except BaseException:
        if fresh:
            shutil.rmtree(out, ignore_errors=True)
        raise


def keep_parts(config: Config, out: Path) -> Results:
    """Completes the folder of a run whose complete parts are in its folder `parts`."""
    return Results(config._core.keep_parts(config.only_run(), out))


@checked
def replay(
    source: str | os.PathLike[str],
    game: int,
    *,
    players: Iterable[type[Player]] = (),
    sandbox: str = "auto",
) -> dict[str, Any]:
    """Replays one game of a run's folder, or of a config file, ply by ply.

    Parameters
    ----------
    source : path
        The folder of a run, or a config file.
    game : int
        The number of the game.
    players : sequence of classes
        Classes among the run's players; those that are not given are imported.
    sandbox : {"auto", "require", "off"}
        Whether player programs are sandboxed.

    Returns
    -------
    dict
        `game`, `deal`, `seed`, `players`, `plies` (each with `moves` and `events`), `scores` and `places`.

    Raises
    ------
    LettergameError
        If there is no such game, or it cannot be replayed.

    Examples
    --------
    >>> _ = lettergame.tournament(["letter-value", "random"], rounds=3, games=20, seed=7, out="runs/friday")
    >>> game = lettergame.replay("runs/friday", 3)
    >>> game["players"], game["scores"]
    (['random', 'letter-value'], [197, 119])
    """
    if not 0 <= operator.index(game) < 2**64:
        raise _core.LettergameError(f"there is no game {game}: games are counted from 0")
    host = hosting(given_classes(players), sandbox)
    found: dict[str, Any] = json.loads(_core.replay(Path(source), game, host))
    return found
