"""Tournaments on many machines, by way of Ray: any Ray cluster, or this machine alone.

    python -m lettergame.ray CONFIG --games 10_000_000 --out DIR

    import lettergame.ray
    results = lettergame.ray.tournament("config.toml", games=10_000_000, out="runs/friday")

The games of a run are cut into parts, ranges of games, and each part is a task: a pure function of the
config and the range. What comes back is laid beside the run's folder, in `DIR.parts`, until every game is
there, and is joined to the very bytes that one machine would have written. A driver that died goes on with
what is there when it is started again; a worker or machine that dies loses nothing and doubles nothing,
because a part is there as a whole or not at all.
"""

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from .._config import Config, ConfigLike
from .._core import LettergameError
from .._results import Results
from .._runs import assemble, config_of, resume
from ._cluster import Cluster, Session
from ._driver import Driver
from ._estimate import Model, measure
from ._parts import Rows, Store
from ._plan import Pace
from ._progress import Progress

__all__ = ["Cluster", "Model", "estimate", "sweep", "tournament"]


def tournament(
    config: ConfigLike = None,
    *,
    out: str | os.PathLike[str],
    cluster: Cluster | None = None,
    force: bool = False,
    keep_parts: bool = False,
    quiet: bool = True,
    **options: Any,
) -> Results:
    """Plays a tournament on a Ray cluster into the folder `out`: byte for byte what
    `lettergame.tournament(config, out=out)` writes, but for `timing.json`.

    `config` and `options` are those of `Config`. What is played is kept in `out` with `.parts` behind its
    name, or in `cluster.shared`; the same call goes on there after it was interrupted in whatever way.
    `keep_parts` leaves it there at the end; each part has its rows as CSV files. Schedules with stages
    (swiss, knockout, ladder) follow from results and cannot be played in parts.
    """
    chosen = cluster or Cluster()
    store = Store(chosen.parts_of(Path(out)))
    run = _with_seed(config, options, store)
    run.only_run()
    with ExitStack() as stack:
        job = _Job(chosen, _later(stack, chosen, run), force, keep_parts, quiet)
        return _play(run, Path(out), store, job)


def sweep(
    config: ConfigLike = None,
    *,
    out: str | os.PathLike[str],
    cluster: Cluster | None = None,
    force: bool = False,
    keep_parts: bool = False,
    quiet: bool = True,
    **options: Any,
) -> dict[str, Results]:
    """Plays the runs of a sweep one after the other, each into a folder of its label below `out`, as
    `lettergame.sweep` does; by label. The same call goes on after an interruption, past what is there."""
    read = config_of(config, options)
    if read.seed_drawn:
        raise LettergameError("a sweep on a cluster needs a seed, so that it can be gone on with")
    chosen = cluster or Cluster()
    parts, results = chosen.parts_of(Path(out)), {}
    with ExitStack() as stack:
        runs = {label or "": run for label, run in read.runs.items()}
        job = _Job(chosen, _later(stack, chosen, next(iter(runs.values()))), force, keep_parts, quiet)
        for label, run in runs.items():
            place = Path(out) / label
            if not force and _is_there(run, place):
                results[label] = resume(place)
            else:
                results[label] = _play(run, place, Store(parts / label), job)
    if parts.is_dir() and not any(parts.iterdir()):
        parts.rmdir()
    return results


def estimate(
    config: ConfigLike = None, *, cluster: Cluster | None = None, **options: Any
) -> Model:
    """How long a tournament would take on how many cores: plays some of its games on the cluster, or
    with Ray on this machine, and tells from what they cost. Nothing is kept. What a network costs beside,
    is in it only if it was measured on a cluster."""
    run, chosen = config_of(config, options), cluster or Cluster()
    with tempfile.TemporaryDirectory(prefix="lettergame-estimate-") as scratch:
        store = Store(Path(chosen.shared or scratch) / "estimate")
        store.open(run)
        begun = time.monotonic()
        try:
            with chosen.session(run) as session:
                engine = session.engine(run, store)
                return measure(run, engine, store, begun, chosen.part_seconds)
        finally:
            store.remove()


def _with_seed(config: ConfigLike, options: dict[str, Any], store: Store) -> Config:
    """The config; where no seed is given, with that of the parts that are there already."""
    read = config_of(config, options)
    if isinstance(config, Config) or not read.seed_drawn:
        return read
    job = store.job()
    return read if job is None else Config(config, **options, seed=job.seed)


def _is_there(run: Config, place: Path) -> bool:
    """Is the folder one of this very run?"""
    try:
        return f'fingerprint = "{run.fingerprint}"' in (place / "config.toml").read_text("utf-8")
    except OSError:
        return False


@dataclass(frozen=True)
class _Job:
    """How runs are to be played."""

    cluster: Cluster
    session: Callable[[], Session]
    """Connects the cluster when it is called first."""
    force: bool
    keep_parts: bool
    quiet: bool


def _later(stack: ExitStack, cluster: Cluster, run: Config) -> Callable[[], Session]:
    """A cluster that is connected when it is needed, for as long as the stack is open."""
    return lru_cache(maxsize=1)(lambda: stack.enter_context(cluster.session(run)))


def _play(run: Config, out: Path, store: Store, job: _Job) -> Results:
    """Plays what is missing of a run, and joins its parts."""
    run.check_place(out, job.force)
    there, cluster = store.open(run), job.cluster
    driver = Driver(store, run.total, there, Pace(cluster.part_seconds), cluster.retries)
    progress = Progress(run.total, driver.done, job.quiet)
    try:
        if run.seed_drawn:
            progress.remark(f"seed {run.seed}")
        if driver.done:
            progress.remark(f"going on: {driver.done:,} of {run.total:,} games are there")
        parts = driver.play(lambda: job.session().engine(run, store), progress.update)
        results = _join(run, out, map(store.rows, parts), job.force)
    except OSError as error:
        raise LettergameError(f"cannot write {error.filename}: {error.strerror}") from None
    except KeyboardInterrupt:
        raise KeyboardInterrupt(
            f"interrupted after {driver.done:,} of {run.total:,} games, all of them kept in "
            f"{store.folder}; the same command goes on there"
        ) from None
    finally:
        progress.clear()
        store.close()
    if not job.keep_parts:
        store.remove()
    return results


def _join(run: Config, out: Path, parts: Iterable[Rows], force: bool) -> Results:
    """Makes the run's folder of the rows of its parts, as they come. It is made beside its place, and is moved
    there when it is whole."""
    out.parent.mkdir(parents=True, exist_ok=True)
    whole = out.with_name(f".{out.name}.joining")
    shutil.rmtree(whole, ignore_errors=True)
    try:
        results = assemble(run, parts, whole)
        _replace(out, whole, run, force)
    finally:
        shutil.rmtree(whole, ignore_errors=True)
    return results.moved(out)


def _replace(out: Path, whole: Path, run: Config, force: bool) -> None:
    """Moves a folder to its place; what is there, if that may be, is removed when it is done."""
    if not out.exists():
        whole.rename(out)
        return
    run.check_place(out, force)
    before = out.with_name(f".{out.name}.before")
    shutil.rmtree(before, ignore_errors=True)
    out.rename(before)
    try:
        whole.rename(out)
    except OSError:
        before.rename(out)
        raise
    shutil.rmtree(before)
