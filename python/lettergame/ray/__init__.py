"""Tournaments on many machines with Ray: any Ray cluster, or this machine alone.

    python -m lettergame.ray CONFIG --games 10_000_000 --out DIR

    import lettergame.ray
    results = lettergame.ray.tournament("config.toml", games=10_000_000, out="runs/friday")

The games of a run are split into parts, ranges of games, and each part is a task: a pure function
of the config and the range. Results are kept next to the run's folder, in `DIR.parts`, until all
games are done, and are then joined into exactly the bytes that one machine would have written, or
kept in parts: then no program ever reads or writes all rows. A restarted driver continues with the
parts that are stored; a worker or machine that dies neither loses nor duplicates anything, because a
part is stored completely or not at all.
"""

import json
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from .. import _core
from .._arguments import checked
from .._config import Config, ConfigLike
from .._core import LettergameError
from .._results import Results, SweepResults
from .._runs import PartFormat, assemble, config_of, keep_parts, loaded
from .._stages import Stages
from ._cluster import Cluster, Session
from ._driver import Driver
from ._estimate import Model, measure
from ._form import Form, refused
from ._luggage import Luggage
from ._metrics import Metrics
from ._parts import Part, Rows, Store
from ._plan import Pace
from ._progress import Progress

__all__ = ["Cluster", "Model", "estimate", "sweep", "tournament"]


@checked
def tournament(
    config: ConfigLike = None,
    *,
    out: str | os.PathLike[str],
    cluster: Cluster | None = None,
    force: bool = False,
    parts: bool = False,
    part_format: PartFormat = "csv",
    keep_parts: bool = False,
    rehash: bool = False,
    quiet: bool = True,
    **options: Any,
) -> Results:
    """Plays a tournament on a Ray cluster, byte for byte as `lettergame.tournament(config, out=out)` does, except for
    `timing.json` and its checksum in `part.json`.

    Finished parts are kept in `out` with the suffix `.parts`, or in `cluster.shared`; the same call resumes the run
    after any interruption, and returns the results of a run that is complete. Schedules with stages (swiss, knockout,
    ladder) are played stage by stage: the next one begins when all games of one are done.

    Parameters
    ----------
    config : Config, path, text, dict or list of players, optional
        What is played, as `Config` reads it.
    out : path
        The run's folder.
    cluster : Cluster, optional
        How it is spread over machines.
    force : bool
        Replaces an existing run.
    parts : bool
        The parts are the final form of the run: `out` has them in its folder `parts`, with a manifest, instead of
        joined files. Everything reads such a run as any other, and `lettergame merge` joins it.
    part_format : {"csv", "parquet"}
        The format of the row files of such a run.
    keep_parts : bool
        Keeps the parts at the end, each with its rows as CSV files.
    rehash : bool
        When resuming, checks the content of the files of parts, not only their sizes.
    quiet : bool
        No progress and no remarks.
    **options
        Keywords of `Config`.

    Returns
    -------
    Results
        The rows of all games.

    Raises
    ------
    LettergameError
        If the config, the cluster or the stored parts cannot be used.
    """
    chosen = cluster or Cluster()
    place = Path(os.path.abspath(out))
    store = chosen.store(place)
    run = _with_seed(config, options, store, place)
    if not force and _is_complete(run, place):
        Progress(run.total, run.total, quiet).remark(f"all games of {place} are done")
        return loaded(place)
    with _job(run, chosen, Form(force, parts, part_format, keep_parts, rehash), quiet) as job:
        return _play(run, place, store, job)


@checked
def sweep(
    config: ConfigLike = None,
    *,
    out: str | os.PathLike[str],
    cluster: Cluster | None = None,
    force: bool = False,
    parts: bool = False,
    part_format: PartFormat = "csv",
    keep_parts: bool = False,
    rehash: bool = False,
    quiet: bool = True,
    **options: Any,
) -> SweepResults:
    """Plays the runs of a sweep one after the other, as `lettergame.sweep` does. The same call resumes it after an
    interruption.

    Parameters
    ----------
    config : Config, path, text, dict or list of players, optional
        What is played, as `Config` reads it.
    out : path
        The folder of the runs' folders, named after their labels.
    cluster : Cluster, optional
        How it is spread over machines.
    force : bool
        Replaces an existing run.
    parts : bool
        The parts are the final form of the run: `out` has them in its folder `parts`, with a manifest, instead of
        joined files. Everything reads such a run as any other, and `lettergame merge` joins it.
    part_format : {"csv", "parquet"}
        The format of the row files of such a run.
    keep_parts : bool
        Keeps the parts at the end, each with its rows as CSV files.
    rehash : bool
        When resuming, checks the content of the files of parts, not only their sizes.
    quiet : bool
        No progress and no remarks.
    **options
        Keywords of `Config`.

    Returns
    -------
    SweepResults
        A dict of `Results` by label.

    Raises
    ------
    LettergameError
        If the config, the cluster or the stored parts cannot be used, or there is no seed.
    """
    read = config_of(config, options)
    if read.seed_drawn:
        raise LettergameError("a sweep on a cluster needs a seed, so that it can be resumed")
    chosen, place = cluster or Cluster(), Path(os.path.abspath(out))
    whole, results = chosen.store(place), SweepResults()
    if whole.job() is not None:
        raise LettergameError(f"{whole} contains parts of another run: name another folder, or remove it")
    runs = {label or "": run for label, run in read.runs.items()}
    form = Form(force, parts, part_format, keep_parts, rehash)
    with _job(next(iter(runs.values())), chosen, form, quiet) as job:
        for label, run in runs.items():
            if not force and _is_complete(run, place / label):
                results[label] = loaded(place / label)
            else:
                results[label] = _play(run, place / label, chosen.store(place, label), job)
    whole.remove_if_empty()
    return results


@checked
def estimate(
    config: ConfigLike = None, *, cluster: Cluster | None = None, **options: Any
) -> Model:
    """Estimates how long a tournament takes on different numbers of cores, by playing some of its games on the cluster,
    or with Ray on this machine. Nothing is kept.

    Network overhead is included only if measured on a cluster.

    Parameters
    ----------
    config : Config, path, text, dict or list of players, optional
        What is played, as `Config` reads it.
    cluster : Cluster, optional
        How it is spread over machines; parts have one core each, whatever its `threads` are.
    **options
        Keywords of `Config`.

    Returns
    -------
    Model
        The times measured, from which those of any number of cores follow.

    Raises
    ------
    LettergameError
        If the config or the cluster cannot be used.
    """
    run, chosen = config_of(config, options), replace(cluster or Cluster(), threads=1)
    with (
        tempfile.TemporaryDirectory(prefix="lettergame-estimate-") as scratch,
        _job(run, chosen, Form(), quiet=True) as job,
    ):
        store = chosen.store(Path(scratch) / "run", "estimate")
        store.open(run, job.files)
        begun = time.monotonic()
        try:
            return measure(run, job.session(), store, begun)
        finally:
            store.remove()


def _with_seed(config: ConfigLike, options: dict[str, Any], store: Store, place: Path) -> Config:
    """The config; without a seed, with that of the stored parts, or of the same run if that is complete."""
    read = config_of(config, options)
    if isinstance(config, Config) or not read.seed_drawn:
        return read
    job = store.job()
    if job is not None:
        return Config(config, **options, seed=job.seed)
    try:
        text = (place / "config.toml").read_text("utf-8")
    except (OSError, ValueError):
        return read
    seed = re.search(r"^seed = (\d+)$", text, re.MULTILINE)
    if seed is None:
        return read
    there = Config(config, **options, seed=int(seed[1]))
    return there if _is_complete(there, place) else read


def _is_complete(run: Config, place: Path) -> bool:
    """Whether the folder has this very run, played to its end."""
    try:
        text = (place / "config.toml").read_text("utf-8")
    except OSError:
        return False
    is_ended = any((place / name).exists() for name in ("part.json", "manifest.json"))
    return f'fingerprint = "{run.fingerprint}"' in text and is_ended


@dataclass(frozen=True)
class _Job:
    """How runs are played."""

    cluster: Cluster
    session: Callable[[], Session]
    """Connects the cluster on the first call."""
    files: str
    """The fingerprint of the players' files."""
    form: Form
    quiet: bool


@contextmanager
def _job(run: Config, cluster: Cluster, form: Form, quiet: bool) -> Iterator[_Job]:
    """What a run, or all runs of a sweep, share; the cluster is connected when it is needed."""
    with tempfile.TemporaryDirectory(prefix="lettergame-job-") as scratch, ExitStack() as stack:
        luggage = Luggage.pack(run, Path(scratch) / "files")
        connected = lru_cache(maxsize=1)(
            lambda: stack.enter_context(cluster.session(run, luggage))
        )
        files = luggage.fingerprint(run)
        yield _Job(cluster, connected, files, form, quiet)


def _play(run: Config, out: Path, store: Store, job: _Job) -> Results:
    """Plays the missing games of a run, and joins its parts, or keeps them as they are."""
    form, cluster = job.form, job.cluster
    run.check_place(out, form.force)
    there = store.open(run, job.files, form.rehash)
    try:
        form.admit(there, store)
    except LettergameError:
        store.close()
        raise
    pace = Pace(cluster.part_seconds)
    driver = Driver(store, Stages(run), there, pace, cluster.retries, run.block)
    progress = Progress(run.total, driver.done, job.quiet)
    timing = _Timing(driver.done, cluster.threads)
    metrics = Metrics(out.name, run.total)
    try:
        if run.seed_drawn:
            progress.remark(f"seed {run.seed}")
        if driver.done:
            progress.remark(f"resuming: {driver.done:,} of {run.total:,} games are done")

        def watch(done: int, slots: int, lost: int) -> None:
            timing.parts_at_once = slots
            progress.update(done, slots, lost)
            metrics.update(done, slots, lost)

        parts = driver.play(lambda: job.session().engine(run, store, form.part_format), watch)
        results = _complete(run, out, store, parts, timing, form)
    except OSError as error:
        raise LettergameError(f"cannot write {error.filename}: {error.strerror}") from None
    except KeyboardInterrupt:
        raise KeyboardInterrupt(
            f"interrupted after {driver.done:,} of {run.total:,} games, all of them kept in "
            f"{store}; the same command resumes it"
        ) from None
    finally:
        progress.clear()
        if driver.done == 0:
            store.remove()
        store.close()
    if not form.keep_parts:
        store.remove()
    return results


class _Timing:
    """How long this program has played, and how much of the run."""

    def __init__(self, there: int, threads: int) -> None:
        self.parts_at_once = 1
        self._threads = threads
        self._there = there
        self._begun = time.monotonic()

    def write(self, folder: Path, total: int) -> None:
        """Adds it to `timing.json`, which has that of the joining."""
        told = json.loads((folder / "timing.json").read_text("utf-8"))
        seconds = time.monotonic() - self._begun
        games, cores = total - self._there, self.parts_at_once * self._threads
        told |= {"games": games, "seconds": seconds, "threads": cores, "cores": cores}
        told["games_per_second"] = games / seconds
        text = json.dumps(told, indent=2) + "\n"
        _core.write_sealed(folder, "timing.json", text.encode())


def _complete(
    run: Config, out: Path, store: Store, parts: Iterable[Part], timing: _Timing, form: Form
) -> Results:
    """Builds the run's folder from its parts, as they arrive. It is built next to its path, and moved
    there when it is complete."""
    out.parent.mkdir(parents=True, exist_ok=True)
    whole = out.with_name(f".{out.name}.joining")
    shutil.rmtree(whole, ignore_errors=True)
    try:
        if form.parts:
            results = _kept(run, whole, store, parts)
        else:
            results = _joined(run, whole, store, parts)
        timing.write(whole, run.total)
        _replace(out, whole, run, form.force)
    finally:
        shutil.rmtree(whole, ignore_errors=True)
    return results.moved(out)


def _joined(run: Config, whole: Path, store: Store, parts: Iterable[Part]) -> Results:
    """Builds the run's folder from the rows of its parts, each of which is read once the one before is written."""
    last: Part | None = None

    def rows(part: Part) -> Rows:
        nonlocal last
        last = part
        return store.rows(part)

    try:
        return assemble(run, map(rows, parts), whole)
    except LettergameError:
        if last is None or store.is_unchanged(last):
            raise
        changed = f"{store}/{last.name} has changed since it was stored: play its games again with "
        raise refused(changed, ("rehash=True", "--rehash")) from None


def _kept(run: Config, whole: Path, store: Store, parts: Iterable[Part]) -> Results:
    """Builds the run's folder around its parts, without reading their rows."""
    made = whole / "parts"
    made.mkdir(parents=True)
    for part in parts:
        store.link(part, made)
    return keep_parts(run, whole)


def _replace(out: Path, whole: Path, run: Config, force: bool) -> None:
    """Moves a folder to its path: atomically if the path is free, else replacing a run that is not
    being played."""
    try:
        whole.rename(out)
    except OSError:
        run.move_in(whole, out, force)
