"""One driver at a time in an object store, without locks of the store.

Each driver writes a claim of its own below `drivers/` and then lists the claims of all. As listings
are consistent, of two drivers the one that wrote later sees the other, and gives up. A claim is
written again every few seconds; one that was not for a minute, by the clock of the store, counts as
that of a dead driver, and so does one whose process is gone from this machine.
"""

import json
import os
import random
import socket
import threading
import time
import uuid
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Protocol

from .._core import LettergameError

FOLDER = "drivers"
BEAT_SECONDS = 10.0
"""A claim is written again after so long."""
STALE_SECONDS = 60.0
"""A claim that was not written for longer is that of a dead driver."""
_ATTEMPTS = 3


class Objects(Protocol):
    """What a lease needs of a store."""

    def _get(self, key: str) -> bytes | None: ...
    def _put(self, key: str, content: bytes) -> None: ...
    def _delete(self, key: str) -> None: ...
    def _times(self, below: str) -> dict[str, float]: ...


@dataclass(frozen=True)
class Owner:
    """A driver."""

    host: str
    """The name of its machine."""
    pid: int
    """Its process there."""
    since: str
    """The time of its start, by its clock in UTC."""
    boot: str
    """What distinguishes the machine, as long as it is up, and the space of its process numbers."""

    def __str__(self) -> str:
        return f"process {self.pid} on {self.host} since {self.since}"

    def is_gone(self) -> bool:
        """Whether it is known to have ended: only of processes of this machine."""
        if not self.boot or self.boot != _boot():
            return False
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return True
        except PermissionError:
            pass
        return False


def _boot() -> str:
    """Empty where it cannot be told."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        return f"{boot} {Path('/proc/self/ns/pid').readlink()}"
    except OSError:
        return ""


def _this_process() -> Owner:
    now = datetime.now(timezone.utc).strftime("%Y-%m-%d %H:%M:%S UTC")
    return Owner(socket.gethostname(), os.getpid(), now, _boot())


class Lease:
    """The claim of this driver, kept up by a thread until `release`."""

    def __init__(self, objects: Objects, place: str) -> None:
        """Takes a place; an error names the driver that has it."""
        self._objects, self._place = objects, place
        self._key = f"{FOLDER}/{uuid.uuid4().hex}.json"
        self._text = json.dumps(asdict(_this_process())).encode()
        self._ended = threading.Event()
        self.lost = False
        """Whether another driver took this one for dead."""
        self._claim()
        self._thread = threading.Thread(target=self._keep, name="lettergame-lease", daemon=True)
        self._thread.start()

    def _claim(self) -> None:
        others: list[tuple[Owner, float]] = []
        for attempt in range(_ATTEMPTS):
            self._objects._put(self._key, self._text)
            try:
                others = list(self._alive())
            except BaseException:
                self._objects._delete(self._key)
                raise
            if not others:
                return
            # two that start at once see each other: both step back, for different times
            self._objects._delete(self._key)
            if attempt + 1 < _ATTEMPTS:
                time.sleep(random.uniform(0.1, 1.0))
        owner, silent = others[0]
        raise LettergameError(
            f"another driver is playing into {self._place}: {owner}, last heard of {max(0, round(silent))} s ago. "
            f"Wait for it, or name another place; if it was killed, start again {STALE_SECONDS:.0f} s after that"
        )

    def _alive(self) -> Iterator[tuple[Owner, float]]:
        """The other drivers, and the seconds since they wrote their claims; removes claims of dead
        ones."""
        times = self._objects._times(FOLDER)
        now = times.pop(self._key, None)
        if now is None:
            raise LettergameError(f"the claim of this driver in {self._place}/{FOLDER} was removed: start again")
        for key, written in times.items():
            text = self._objects._get(key)
            if text is None:
                continue
            owner = _parsed(text)
            if now - written > STALE_SECONDS or owner.is_gone():
                self._objects._delete(key)
            else:
                yield owner, now - written

    def _keep(self) -> None:
        while not self._ended.wait(BEAT_SECONDS):
            try:
                if self._objects._get(self._key) is None:
                    self.lost = True
                    return
                self._objects._put(self._key, self._text)
            except LettergameError:
                pass  # the store may answer again before the claim is stale

    def check(self) -> None:
        """Raises an error if another driver took this one for dead."""
        if self.lost:
            raise LettergameError(
                f"another driver took over {self._place}, because this one was not heard of for "
                f"{STALE_SECONDS:.0f} s: the parts are kept, and that driver plays the rest"
            )

    def release(self) -> None:
        """Removes the claim."""
        self._ended.set()
        self._thread.join()
        try:
            self._objects._delete(self._key)
        except LettergameError:
            pass  # it will be stale


def _parsed(text: bytes) -> Owner:
    try:
        return Owner(**json.loads(text))
    except (ValueError, TypeError):
        return Owner("an unknown machine", 0, "an unknown time", "")
