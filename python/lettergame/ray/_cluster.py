"""How a run is spread over machines."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path

from .._arguments import check
from .._config import Config
from .._core import LettergameError
from ._address import is_uri
from ._engine import Needs, RayEngine, connect, disconnect, pickled, runtime_env
from ._luggage import Luggage
from ._objects import ObjectStore
from ._parts import Store
from ._worker import Job

_MINIMA: dict[str, float] = {"workers": 1, "threads": 1, "memory": 1, "part_seconds": 0.01, "retries": 0}


@dataclass(frozen=True)
class Cluster:
    """How a run is spread over machines."""

    address: str | None = None
    """The address of the cluster, as for `ray.init`. By default that of the variable RAY_ADDRESS,
    or the one running on this machine, or else Ray is started here; `local` always starts it
    here."""
    workers: int | None = None
    """The number of parts played at once; by default as many as the cluster has cores for."""
    threads: int = 1
    """The number of cores of a part, all of one machine: its games are played by so many threads of
    one process, which share the word list. For quick players, and where memory is short."""
    memory: int | None = None
    """Bytes of memory per part, so that no machine plays more of them at once than fit."""
    shared: str | os.PathLike[str] | None = None
    """A folder shared by all machines, or a place in an object store that all can write, such as
    `s3://bucket/duel`: workers write their parts into it instead of sending them here."""
    working_dir: str | os.PathLike[str] | None = None
    """A folder that is copied to all machines, and becomes their current directory; by default
    exactly the files that the config names."""
    wheel: str | os.PathLike[str] | None = None
    """The wheel of this package, for machines without it."""
    part_seconds: float = 5.0
    """The target duration of a part."""
    retries: int = 3
    """How often a single game that was lost with its worker is played again."""

    def store(self, out: Path, *below: str) -> Store:
        """Where the parts of a run with the folder `out` are kept, or those of a run of a sweep
        below it."""
        if self.shared is not None and is_uri(self.shared):
            return ObjectStore(str(self.shared), *below)
        place = Path(self.shared) if self.shared else out.with_name(out.name + ".parts")
        return Store(place.joinpath(*below))

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            check(field.name, value, field.type)
            if value is not None and not value >= _MINIMA.get(field.name, value):
                raise LettergameError(
                    f"invalid value `{value}` for `{field.name}`: expected {_MINIMA[field.name]} or more"
                )

    @contextmanager
    def session(self, run: Config, luggage: Luggage) -> "Iterator[Session]":
        """The connected cluster for a run, or for all runs of its sweep, with the files to be
        sent."""
        if self.working_dir is not None:
            luggage = Luggage.of_folder(run, Path(self.working_dir))
        wheel = None if self.wheel is None else Path(self.wheel)
        env = runtime_env(None if luggage.empty else luggage.folder, wheel)
        cores = None if self.workers is None else self.workers * self.threads
        connected = connect(self.address, cores, env)
        try:
            yield Session(self, luggage, connected)
        finally:
            if connected:
                disconnect()


@dataclass(frozen=True)
class Session:
    """A connected cluster, with the files of a job on its machines."""

    cluster: Cluster
    luggage: Luggage
    leaves: bool
    """Whether this program leaves the cluster after playing."""

    def engine(self, run: Config, store: Store, part_format: str = "csv") -> RayEngine:
        """The engine that plays parts of a run into that store, with rows in a format."""
        shared = None if self.cluster.shared is None else store.place()
        threads = self.cluster.threads
        job = Job(run.sent(self.luggage.places), shared, self.luggage.sources, part_format, threads)
        needs = Needs(self.cluster.memory, self.cluster.workers, threads)
        return RayEngine(pickled(job), needs, self.leaves)
