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
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .._config import Config, ConfigLike
from .._core import LettergameError
from .._results import Results
from .._runs import assemble, config_of, resume
from ._driver import Driver
from ._engine import Needs, RayEngine, connect, disconnect, pickled, runtime_env
from ._estimate import Model, measure
from ._luggage import Luggage
from ._parts import Store
from ._plan import Pace
from ._progress import Progress
from ._worker import Job

__all__ = ["Cluster", "Model", "estimate", "sweep", "tournament"]


@dataclass(frozen=True)
class Cluster:
    """How a run is spread over machines."""

    address: str | None = None
    """Of the cluster, as `ray.init` takes it. Without: that of the variable RAY_ADDRESS, or the one that
    runs on this machine, or else Ray is started here; `local` starts it here in any case."""
    workers: int | None = None
    """How many parts are played at once, each on one core; without: as many as the cluster has cores."""
    memory: int | None = None
    """Bytes of memory for each part: so that no machine plays more of them than it has room for."""
    shared: str | os.PathLike[str] | None = None
    """A folder that all machines see: workers write their parts into it, instead of sending them here."""
    working_dir: str | os.PathLike[str] | None = None
    """A folder that travels to all machines, and is their current one; without: exactly the files that the
    config names."""
    wheel: str | os.PathLike[str] | None = None
    """The wheel of this package, for machines that do not have it."""
    part_seconds: float = 5.0
    """How long a part is to take."""
    retries: int = 3
    """How often a single game may be lost with its worker and is played again."""

    def parts_of(self, out: Path) -> Path:
        """Where parts are kept of a run whose folder is to be `out`."""
        return Path(self.shared) if self.shared else out.with_name(out.name + ".parts")

    @contextmanager
    def engine(self, run: Config, store: Store) -> Iterator[RayEngine]:
        """Who plays parts of a run, as long as it is wanted."""
        with tempfile.TemporaryDirectory(prefix="lettergame-job-") as scratch:
            if self.working_dir is None:
                luggage = Luggage.pack(run, Path(scratch) / "files")
            else:
                luggage = Luggage.of_folder(run, Path(self.working_dir))
            wheel = None if self.wheel is None else Path(self.wheel)
            env = runtime_env(None if luggage.empty else luggage.folder, wheel)
            connected = connect(self.address, self.workers, env)
            try:
                shared = None if self.shared is None else str(store.folder.resolve())
                job = Job(run.sent(luggage.places), shared)
                yield RayEngine(pickled(job), Needs(self.memory, self.workers))
            finally:
                if connected:
                    disconnect()


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
    return _play(run, Path(out), store, chosen, force, keep_parts, quiet)


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
    results = {}
    for label, run in read.runs.items():
        place = Path(out) / (label or "")
        if not force and _is_there(run, place):
            results[label or ""] = resume(place)
            continue
        store = Store(chosen.parts_of(Path(out)) / (label or ""))
        results[label or ""] = _play(run, place, store, chosen, force, keep_parts, quiet)
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
            with chosen.engine(run, store) as engine:
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


def _play(
    run: Config,
    out: Path,
    store: Store,
    cluster: Cluster,
    force: bool,
    keep_parts: bool,
    quiet: bool,
) -> Results:
    """Plays what is missing of a run, and joins its parts."""
    run.check_place(out, force)
    there = store.open(run)
    driver = Driver(store, run.total, there, Pace(cluster.part_seconds), cluster.retries)
    try:
        progress = Progress(run.total, driver.done, quiet)
        if run.seed_drawn:
            progress.remark(f"seed {run.seed}")
        if driver.done:
            progress.remark(f"going on: {driver.done:,} of {run.total:,} games are there")
        if driver.done < run.total:
            _play_missing(run, store, cluster, driver, progress)
        results = _join(run, out, store, driver, force)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(
            f"interrupted after {driver.done:,} of {run.total:,} games, all of them kept in "
            f"{store.folder}; the same command goes on there"
        ) from None
    finally:
        store.close()
    if not keep_parts:
        store.remove()
    return results


def _play_missing(
    run: Config, store: Store, cluster: Cluster, driver: Driver, progress: Progress
) -> None:
    try:
        with cluster.engine(run, store) as engine:
            driver.play(engine, progress.update)
    finally:
        progress.clear()


def _join(run: Config, out: Path, store: Store, driver: Driver, force: bool) -> Results:
    """Makes the run's folder; it is in its place when it is whole."""
    whole = store.scratch("whole")
    results = assemble(run, map(store.rows, driver.parts), whole)
    out.parent.mkdir(parents=True, exist_ok=True)
    if out.exists():
        run.check_place(out, force)
        before = store.scratch("before")
        shutil.move(out, before)
    shutil.move(whole, out)
    return results.moved(out)
