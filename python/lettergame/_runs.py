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
    """Plays a tournament.

    `config` and `options` are those of `Config`. With `out` the run's folder is written there, byte for
    byte as the command line writes it, and can be resumed; without it rows are kept in memory. With
    `part_games` the folder has its rows in parts of up to so many games, instead of in one file of each
    kind; with `part_format="parquet"` the row files of parts are Parquet instead of CSV. `threads` 0
    means one per core. Ctrl-C stops it: with `out` all finished games are kept.
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
    """Plays the games `start` to `start + count - 1` of a tournament, to its end without `count`.

    A pure function of the config and these numbers, on any machine: the rows are byte for byte
    those that the whole tournament has for these games. Players that are not built in are benched
    by blocks of games (`Config.block`); if `start` is in the middle of a block, the block's games
    before `start` are played too, and omitted. Games of a schedule with stages follow from the results
    of the stages before theirs: `after` has them, as told by `Stages`.
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
    """Plays the runs of a sweep, such as `hidden=[0, 3, 5]` or `hidden=range(6)`; returns results
    by label."""
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
    """Resumes the run in a folder, however it was interrupted. `players` are the classes
    among its players; those that are not given are imported. Of a run in parts all files are read, and the
    games of parts that are missing or damaged are played again."""
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
    """Creates the folder of a whole run from parts played by `play_games`, in the order of games:
    byte for byte what one machine would have written, except for `timing.json` and its
    checksum in `part.json`.

    `parts` may be a generator: each part is requested after the previous one was written, so little
    memory is needed. A gap, an overlap or rows of another config are errors that name the game; so
    is a player that was asked although the games before bench it, or the reverse: play that part
    again. In that case no folder is left behind. With `part_games` the folder has its rows in parts of
    up to so many games, as Parquet instead of CSV with `part_format="parquet"`.
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
    """One game of a run's folder, or of a config file, ply by ply: a dict with `game`, `deal`, `seed`,
    `players`, `plies` (each with `moves` and `events`), `scores` and `places`."""
    if not 0 <= operator.index(game) < 2**64:
        raise _core.LettergameError(f"there is no game {game}: games are counted from 0")
    host = hosting(given_classes(players), sandbox)
    found: dict[str, Any] = json.loads(_core.replay(Path(source), game, host))
    return found
