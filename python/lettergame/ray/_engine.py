"""Ray as the engine that plays parts: it places tasks on machines and returns their results."""

import os
import signal
import socket
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from .._core import LettergameError, __version__
from . import _parts, _task
from ._worker import Job

try:
    import ray
    from ray import cloudpickle, exceptions
except ImportError as error:  # pragma: no cover: tests have it
    raise ImportError(
        f"lettergame.ray needs Ray ({error}): pip install 'lettergame-arena[ray]'"
    ) from None

_ANSWER_WITHIN = 10.0
"""Seconds until a cluster is considered absent."""
_LOOK_EVERY = 5.0
"""Seconds between two checks of the cluster's size."""


@dataclass(frozen=True)
class Played:
    """A part that was played, with its files unless they are in a shared folder."""

    part: _parts.Part
    files: Mapping[str, _parts.Content]


@dataclass(frozen=True)
class Refused:
    """No worker can play the part."""

    why: str


@dataclass(frozen=True)
class Lost:
    """The worker that played it is gone."""

    why: str
    for_memory: bool
    """Whether it exceeded the machine's memory."""


Outcome: TypeAlias = Played | Refused | Lost


@dataclass(frozen=True)
class Needs:
    """The resources that workers need."""

    memory: int | None = None
    """Bytes that a part may take; a machine plays as many parts as fit into its memory."""
    workers: int | None = None
    """Maximum number of parts at once."""
    cores: int = 1
    """Cores that a part takes."""


def connect(address: str | None, cores: int | None, env: dict[str, Any]) -> bool:
    """Connects to a cluster: the one at that address, at RAY_ADDRESS, or running on this machine;
    or else starts Ray on this machine alone, with so many cores. Returns whether it connected, so
    that the caller must disconnect."""
    if ray.is_initialized():
        if env:
            raise LettergameError(
                "this run needs files on the workers, which must be said to Ray when it starts: call "
                "ray.shutdown() before, or start it with runtime_env={'working_dir': ...} and put the "
                "files at paths that all machines share"
            )
        return False
    told = address or os.environ.get("RAY_ADDRESS") or _cluster_of_this_machine()
    handler = signal.getsignal(signal.SIGTERM)
    quiet: dict[str, Any] = {"logging_level": "critical", "log_to_driver": False, "runtime_env": env}
    try:
        if told == "local":
            ray.init(address=told, num_cpus=cores, include_dashboard=False, **quiet)
        else:
            _call(told)
            ray.init(address=told, **quiet)
    except ConnectionError as error:
        raise LettergameError(
            f"no Ray cluster answers at {told}: {error}; where the cluster asks for a token, set "
            "RAY_AUTH_MODE=token, as for any Ray program"
        ) from None
    except (ValueError, RuntimeError, exceptions.RayError) as error:
        raise LettergameError(f"cannot join the Ray cluster ({told}): {error}") from None
    if threading.current_thread() is threading.main_thread():
        # Ray stops a program with SIGTERM, with messages like those of a crash
        signal.signal(signal.SIGTERM, handler)
    return True


def _cluster_of_this_machine() -> str:
    """`auto` if a cluster runs on this machine, else `local`. Ray itself would wait for minutes for
    a dead one."""
    noted = Path(os.environ.get("RAY_TMPDIR", "/tmp")) / "ray/ray_current_cluster"
    try:
        _call(noted.read_text("utf-8").strip())
    except (OSError, LettergameError):
        return "local"
    return "auto"


def _call(address: str) -> None:
    """Raises an error if nothing listens at an address; Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=_ANSWER_WITHIN).close()
    except (OSError, OverflowError) as error:
        raise LettergameError(f"no Ray cluster answers at {address}: {error}") from None


def pickled(job: Job) -> bytes:
    """A serialised job, including the classes of the main program."""
    return bytes(cloudpickle.dumps(job))  # pyright: ignore[reportPrivateImportUsage]


def disconnect() -> None:
    """Leaves the cluster, or stops the one that was started here."""
    ray.shutdown()


class RayEngine:
    """Plays parts of one job on the connected cluster."""

    def __init__(self, job: bytes, needs: Needs, leaves: bool) -> None:
        """`leaves`: whether this program leaves the cluster after playing."""
        self._job = ray.put(job)
        self._leaves = leaves
        self._needs = needs
        self._slots = 0
        self._looked = -_LOOK_EVERY
        cloudpickle.register_pickle_by_value(_task)
        # no retries of its own: Ray retries tasks that ran out of memory forever
        options: dict[str, Any] = {"num_cpus": needs.cores, "max_retries": 0, "scheduling_strategy": "SPREAD"}
        if needs.memory is not None:
            options["memory"] = needs.memory
        self._task: Any = ray.remote(**options)(_task.play_part)
        self._admit()

    def _admit(self) -> None:
        """Whether a machine has the resources for a part."""
        machines = _machines()
        if not machines:
            return
        cores, memory = (max(int(machine.get(name, 0)) for machine in machines) for name in ("CPU", "memory"))
        if cores < self._needs.cores:
            raise LettergameError(
                f"no machine of the cluster has the {self._needs.cores} cores of a part: the largest has "
                f"{cores}; choose less with --threads"
            )
        needed = self._needs.memory or 0
        if memory < needed:
            raise LettergameError(
                f"no machine of the cluster has the memory of a part, {needed >> 20} MiB: "
                f"the largest has {memory >> 20} MiB; choose less with --memory"
            )

    def machines(self) -> int:
        """The number of machines in the cluster."""
        return len(_machines())

    def slots(self) -> int:
        """How many parts the cluster can currently play at once."""
        if time.monotonic() - self._looked >= _LOOK_EVERY:
            self._looked = time.monotonic()
            self._slots = max(1, sum(map(self._room, _machines())))
        return min(self._slots, self._needs.workers or self._slots)

    def _room(self, machine: dict[str, float]) -> int:
        room = int(machine.get("CPU", 0)) // self._needs.cores
        if self._needs.memory:
            room = min(room, int(machine.get("memory", 0)) // self._needs.memory)
        return room

    def begin(self, games: range, after: str | None) -> Any:
        """Starts playing these games, after stages with these results; returns a handle for `ended`."""
        name = f"games {games.start} to {games.stop - 1}"
        task = self._task.options(name=name)
        return task.remote(__version__, self._job, games.start, games.stop, after)

    def ended(self, begun: Sequence[Any], seconds: float) -> list[Any]:
        """The parts that have ended; waits for at least one, but at most `seconds`."""
        done, _ = ray.wait(list(begun), num_returns=1, timeout=seconds, fetch_local=False)
        more, _ = ray.wait(list(begun), num_returns=len(begun), timeout=0, fetch_local=False)
        return list(dict.fromkeys([*done, *more]))

    def outcome(self, begun: Any) -> Outcome:
        """The outcome of a part that has ended."""
        try:
            kind, found = ray.get(begun)
        except exceptions.OutOfMemoryError as error:
            return Lost(_first_line(error), for_memory=True)
        except exceptions.RuntimeEnvSetupError as error:
            return Refused(f"the files of the job cannot be laid out on a machine: {error}")
        except exceptions.TaskUnschedulableError as error:
            return Refused(f"no machine can play a part: {error}")
        except exceptions.RayTaskError as error:
            if isinstance(error.cause, MemoryError):
                return Lost(_first_line(error.cause), for_memory=True)
            return Refused(f"playing failed with an unexpected error:\n{error}")
        except exceptions.RayError as error:
            return Lost(_first_line(error), for_memory=False)
        return Refused(found) if kind == "refused" else Played(*found)

    def stop(self, begun: Sequence[Any]) -> None:
        """Cancels these parts. If this program leaves the cluster, Ray ends them by itself."""
        if not self._leaves:
            for one in begun:
                ray.cancel(one)


def _machines() -> list[dict[str, float]]:
    """The resources of each machine in the cluster."""
    return [node["Resources"] for node in ray.nodes() if node["Alive"]]


def runtime_env(folder: Path | None, wheel: Path | None) -> dict[str, Any]:
    """What Ray prepares on each machine before it plays."""
    env: dict[str, Any] = {}
    if folder is not None:
        env["working_dir"] = str(folder)
    if wheel is not None:
        if wheel.suffix != ".whl" or not wheel.exists():
            raise LettergameError(f"--wheel {wheel} is not a wheel: build one with maturin build --release")
        env["py_modules"] = [str(wheel)]
    return env


def _first_line(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0] if lines else type(error).__name__
