"""Playing parts, on any machine."""

import json
import os
import pickle
import socket
import stat
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from .._config import Config
from .._core import LettergameError
from .._runs import play_games
from . import _parts
from ._address import is_uri
from ._objects import ObjectStore

LAUNCHER = "lettergame-bin"
"""The command that starts player programs, if it is sent with the job."""


@dataclass(frozen=True)
class Job:
    """What all workers receive."""

    config: tuple[Any, ...]
    """The arguments of `Config.received`."""
    shared: str | None
    """The shared folder into which parts are written; None sends them to the driver."""
    sources: dict[str, str] = field(default_factory=dict)
    """The original paths of files sent with the job, by their current paths: so that faults name
    the original ones."""
    part_format: str = "csv"
    """The format of the row files of parts."""
    threads: int = 1
    """The number of threads that play the games of a part."""

    def named_as_at_home(self, faults: bytes, here: str) -> bytes:
        """Faults, with files under the names they have where they come from instead of those in the
        folder `here`."""
        for place, source in self.sources.items():
            faults = faults.replace(_in_json(os.path.join(here, place)), _in_json(source))
        return faults


def _in_json(path: str) -> bytes:
    return json.dumps(path, ensure_ascii=False)[1:-1].encode("utf-8", "surrogateescape")


@lru_cache(maxsize=2)
def _opened(job: bytes) -> tuple[Job, Config, str]:
    """The job, with its config read, and the current directory. Each process reads a job only once."""
    launcher = Path(LAUNCHER).resolve()
    if launcher.exists():
        launcher.chmod(launcher.stat().st_mode | stat.S_IXUSR)
        os.environ["LETTERGAME"] = str(launcher)
    try:
        read: Job = pickle.loads(job)
    except (ImportError, AttributeError) as error:
        raise LettergameError(
            f"a class among the players cannot be imported here ({error}): keep it in a file beside "
            "the config, or name a folder with all that it imports with --working-dir"
        ) from None
    if read.shared is not None and (store := _store(read.shared)).job() is None:
        raise LettergameError(
            f"it does not see the folder {store} of the driver: --shared expects a place that "
            "all machines share; without it the parts are sent to the driver"
        )
    return read, Config.received(*read.config), os.getcwd()


@lru_cache(maxsize=2)
def _store(place: str) -> _parts.Store:
    """The store that all machines share."""
    return ObjectStore(place) if is_uri(place) else _parts.Store(Path(place))


def play(
    job: bytes, first: int, end: int, after: str | None = None
) -> tuple[_parts.Part, Mapping[str, _parts.Content]]:
    """Plays these games of a job, after stages with these results; returns the part, and its files
    unless they are in a shared folder.

    A pure function of its arguments, except for the time and place recorded in the part.
    """
    read, config, here = _opened(job)
    started = time.perf_counter()
    results = play_games(config, first, end - first, after=after, threads=read.threads)
    seconds = time.perf_counter() - started
    faults = read.named_as_at_home(results.fault_lines, here)
    files = dict(results.part_files(faults, read.part_format))
    about = json.loads(files.pop(_parts.ABOUT))
    part = _parts.Part(**about, seconds=seconds, host=socket.gethostname())
    if read.shared is None:
        # out of band, so that they are copied only once
        return part, {name: pickle.PickleBuffer(content) for name, content in files.items()}
    _store(read.shared).write(part, files)
    return part, {}

