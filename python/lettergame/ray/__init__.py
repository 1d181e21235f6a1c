"""Tournaments on many machines with Ray: any Ray cluster, or this machine alone.

    python -m lettergame.ray CONFIG --games 10_000_000 --out DIR

    import lettergame.ray
    results = lettergame.ray.tournament("config.toml", games=10_000_000, out="runs/friday")

The games of a run are split into parts, ranges of games, and each part is a task: a pure function
of the config and the range. Results are kept next to the run's folder, in `DIR.parts`, until all
games are done, and are then joined into exactly the bytes that one machine would have written. A
restarted driver continues with the parts that are stored; a worker or machine that dies neither
loses nor duplicates anything, because a part is stored completely or not at all.
"""

import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
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
from ._luggage import Luggage
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
    `lettergame.tournament(config, out=out)` writes, except for `timing.json` and `SHA256SUMS`.

    `config` and `options` are those of `Config`. Finished parts are kept in `out` with the suffix
    `.parts`, or in `cluster.shared`; the same call resumes the run after any interruption.
    `keep_parts` keeps them at the end; each part has its rows as CSV files. Schedules with stages
    (swiss, knockout, ladder) depend on results and cannot be played in parts.
    """
    chosen = cluster or Cluster()
    place = Path(os.path.abspath(out))
    store = Store(chosen.parts_of(place))
    run = _with_seed(config, options, store)
    with _job(run, chosen, force, keep_parts, quiet) as job:
        return _play(run, place, store, job)


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
    """Plays the runs of a sweep one after the other, each into a folder named after its label in
    `out`, as `lettergame.sweep` does; returns results by label. The same call resumes it after an
    interruption."""
    read = config_of(config, options)
    if read.seed_drawn:
        raise LettergameError("a sweep on a cluster needs a seed, so that it can be resumed")
    chosen, place = cluster or Cluster(), Path(os.path.abspath(out))
    parts, results = chosen.parts_of(place), {}
    if Store(parts).job() is not None:
        raise LettergameError(f"{parts} contains parts of another run: name another folder, or remove it")
    runs = {label or "": run for label, run in read.runs.items()}
    with _job(next(iter(runs.values())), chosen, force, keep_parts, quiet) as job:
        for label, run in runs.items():
            if not force and _is_there(run, place / label):
                results[label] = resume(place / label)
            else:
                results[label] = _play(run, place / label, Store(parts / label), job)
    if parts.is_dir() and not any(parts.iterdir()):
        parts.rmdir()
    return results


def estimate(
    config: ConfigLike = None, *, cluster: Cluster | None = None, **options: Any
) -> Model:
    """Estimates how long a tournament takes on different numbers of cores, by playing some of its
    games on the cluster, or with Ray on this machine. Nothing is kept. Network overhead is included
    only if measured on a cluster."""
    run, chosen = config_of(config, options), cluster or Cluster()
    with (
        tempfile.TemporaryDirectory(prefix="lettergame-estimate-") as scratch,
        _job(run, chosen, force=False, keep_parts=False, quiet=True) as job,
    ):
        store = Store(Path(chosen.shared or scratch) / "estimate")
        store.open(run, job.files)
        begun = time.monotonic()
        try:
            return measure(run, job.session(), store, begun)
        finally:
            store.remove()


def _with_seed(config: ConfigLike, options: dict[str, Any], store: Store) -> Config:
    """The config; without a seed, with the seed of the stored parts."""
    read = config_of(config, options)
    if isinstance(config, Config) or not read.seed_drawn:
        return read
    job = store.job()
    return read if job is None else Config(config, **options, seed=job.seed)


def _is_there(run: Config, place: Path) -> bool:
    """Whether the folder belongs to this very run."""
    try:
        return f'fingerprint = "{run.fingerprint}"' in (place / "config.toml").read_text("utf-8")
    except OSError:
        return False


@dataclass(frozen=True)
class _Job:
    """How runs are played."""

    cluster: Cluster
    session: Callable[[], Session]
    """Connects the cluster on the first call."""
    files: str
    """The fingerprint of the players' files."""
    force: bool
    keep_parts: bool
    quiet: bool


@contextmanager
def _job(
    run: Config, cluster: Cluster, force: bool, keep_parts: bool, quiet: bool
) -> Iterator[_Job]:
    """What a run, or all runs of a sweep, share; the cluster is connected when it is needed."""
    if run.staged:
        raise LettergameError(
            "the games of a schedule with stages follow from results and cannot be played in parts: "
            "play it with lettergame tournament"
        )
    with tempfile.TemporaryDirectory(prefix="lettergame-job-") as scratch, ExitStack() as stack:
        luggage = Luggage.pack(run, Path(scratch) / "files")
        connected = lru_cache(maxsize=1)(
            lambda: stack.enter_context(cluster.session(run, luggage))
        )
        files = luggage.fingerprint(run)
        yield _Job(cluster, connected, files, force, keep_parts, quiet)


def _play(run: Config, out: Path, store: Store, job: _Job) -> Results:
    """Plays the missing games of a run, and joins its parts."""
    run.check_place(out, job.force)
    there, cluster = store.open(run, job.files), job.cluster
    pace = Pace(cluster.part_seconds)
    driver = Driver(store, run.total, there, pace, cluster.retries, run.block)
    progress = Progress(run.total, driver.done, job.quiet)
    timing = _Timing(driver.done)
    try:
        if run.seed_drawn:
            progress.remark(f"seed {run.seed}")
        if driver.done:
            progress.remark(f"resuming: {driver.done:,} of {run.total:,} games are done")

        def watch(done: int, slots: int, lost: int) -> None:
            timing.slots = slots
            progress.update(done, slots, lost)

        parts = driver.play(lambda: job.session().engine(run, store), watch)
        results = _join(run, out, map(store.rows, parts), timing, job.force)
    except OSError as error:
        raise LettergameError(f"cannot write {error.filename}: {error.strerror}") from None
    except KeyboardInterrupt:
        raise KeyboardInterrupt(
            f"interrupted after {driver.done:,} of {run.total:,} games, all of them kept in "
            f"{store.folder}; the same command resumes it"
        ) from None
    finally:
        progress.clear()
        if driver.done == 0:
            store.remove()
        store.close()
    if not job.keep_parts:
        store.remove()
    return results


class _Timing:
    """How long this program has played, and how much of the run."""

    def __init__(self, there: int) -> None:
        self.slots = 1
        self._there = there
        self._begun = time.monotonic()

    def write(self, folder: Path, total: int) -> None:
        """Adds it to `timing.json`, which has that of the joining, and updates the file's
        checksum."""
        path = folder / "timing.json"
        told, seconds = json.loads(path.read_text("utf-8")), time.monotonic() - self._begun
        games = total - self._there
        told |= {"games": games, "seconds": seconds, "threads": self.slots, "cores": self.slots}
        told["games_per_second"] = games / seconds
        text = json.dumps(told, indent=2) + "\n"
        path.write_text(text, encoding="utf-8")
        own = f"{hashlib.sha256(text.encode()).hexdigest()}  {path.name}"
        sums = folder / "SHA256SUMS"
        lines = sums.read_text("utf-8").splitlines()
        lines = [own if line.endswith(f"  {path.name}") else line for line in lines]
        sums.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _join(
    run: Config, out: Path, parts: Iterable[Rows], timing: _Timing, force: bool
) -> Results:
    """Builds the run's folder from the rows of its parts, as they arrive. It is built next to its
    path, and moved there when it is complete."""
    out.parent.mkdir(parents=True, exist_ok=True)
    whole = out.with_name(f".{out.name}.joining")
    shutil.rmtree(whole, ignore_errors=True)
    try:
        results = assemble(run, parts, whole)
        timing.write(whole, run.total)
        _replace(out, whole, run, force)
    finally:
        shutil.rmtree(whole, ignore_errors=True)
    return results.moved(out)


def _replace(out: Path, whole: Path, run: Config, force: bool) -> None:
    """Moves a folder to its path: atomically if the path is free, else replacing a run that is not
    being played."""
    try:
        whole.rename(out)
    except OSError:
        run.move_in(whole, out, force)
