"""Parts of a run on disk: a folder for each range of games, complete or absent."""

import hashlib
import json
import os
import pickle
import shutil
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeAlias

from .._config import Config
from .._core import LettergameError, __version__

try:
    import fcntl
except ImportError:  # Windows has no such locks; a second driver is not kept out there
    fcntl = None  # type: ignore[assignment]

Rows: TypeAlias = tuple[list[bytes], bytes, bytes]
"""The data that `lettergame.assemble` needs of a part."""

Content: TypeAlias = bytes | memoryview | pickle.PickleBuffer
"""The expected content of a file."""

ROWS = ("scores.csv", "rounds.csv", "plies.csv")
FAULTS = "faults.jsonl"
OUTCOMES = "outcomes.bin"
_ABOUT = "part.json"
_JOB = "job.json"
_LOCK = "lock"
_ATTEMPTS = 100


@dataclass(frozen=True)
class Part:
    """A range of games that were played, with everything except their rows."""

    start: int
    """The number of the first game."""
    end: int
    """The number after the last game."""
    sha256: dict[str, str]
    """The files, each with its fingerprint."""
    size: int
    """Bytes of all files."""
    seconds: float
    """The duration of playing."""
    host: str
    """The machine that played them."""

    @property
    def games(self) -> range:
        """The numbers of the games."""
        return range(self.start, self.end)

    @property
    def name(self) -> str:
        """The name of its folder; names sort in the order of games."""
        return f"{self.start:012}-{self.end:012}"


def write(folder: Path, part: Part, files: Mapping[str, Content]) -> None:
    """Writes a complete part into a folder, replacing an earlier one with the same games."""
    made, place = folder / f".{part.name}.{uuid.uuid4().hex}", folder / part.name
    try:
        made.mkdir()
        for name, content in files.items():
            (made / name).write_bytes(content)
        (made / _ABOUT).write_text(json.dumps(asdict(part)), encoding="utf-8")
        _replace(place, made)
    except OSError as error:
        raise LettergameError(f"cannot write {place}: {error.strerror}") from None


def _replace(place: Path, made: Path) -> None:
    """Moves a folder to its path, retrying if another worker with the same games was quicker."""
    for attempt in range(_ATTEMPTS):
        _remove(place)
        try:
            os.rename(made, place)
            return
        except OSError:
            if attempt + 1 == _ATTEMPTS or not made.exists():
                raise


def fingerprints(files: Mapping[str, bytes]) -> dict[str, str]:
    """SHA-256 of each file."""
    return {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}


@dataclass(frozen=True)
class Stored:
    """The run that the parts belong to."""

    version: str
    """The version of the package that started it."""
    fingerprint: str
    """The fingerprint of its config and word list."""
    seed: int
    """Its seed."""
    files: str
    """The fingerprint of its players' files."""


def is_store(folder: Path) -> bool:
    """Whether the folder contains parts of a run."""
    return (folder / _JOB).exists()


class Store:
    """The folder of a run's parts, with one driver at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock: int | None = None

    def open(self, run: Config, files: str) -> list[Part]:
        """Creates the folder, or opens it if it has parts of the same run; returns the stored
        parts.

        Anything an interrupted driver left unfinished is removed, and so are damaged parts.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LettergameError(f"cannot make the folder {self.folder}: {error}") from None
        if not is_store(self.folder) and any(path.name != _LOCK for path in self.folder.iterdir()):
            raise LettergameError(
                f"{self.folder} contains files that do not belong to parts of a run: name another folder"
            )
        self._keep_others_out()
        try:
            self._admit(run, files)
            return list(self._sound())
        except BaseException:
            self.close()
            raise

    def job(self) -> "Stored | None":
        """The run of the parts; None if there is no such folder."""
        path = self.folder / _JOB
        try:
            return Stored(**json.loads(path.read_text("utf-8")))
        except OSError:
            return None
        except (ValueError, TypeError):
            raise LettergameError(
                f"{path} is damaged: remove {self.folder} and start again"
            ) from None

    def scratch(self, name: str) -> Path:
        """An unused path inside the folder for something to be moved; it is not a part."""
        path = self.folder / f".{name}"
        shutil.rmtree(path, ignore_errors=True)
        return path

    def _admit(self, run: Config, files: str) -> None:
        """Checks that the folder is empty or belongs to the run."""
        found = self.job()
        if found is None:
            about = Stored(__version__, run.fingerprint, run.seed, files)
            passing = self.folder / ".job"
            passing.write_text(json.dumps(asdict(about)), encoding="utf-8")
            passing.replace(self.folder / _JOB)
            return
        if found.version != __version__:
            raise LettergameError(
                f"{self.folder} was started with lettergame {found.version}, but this is {__version__}: "
                "resume it with that version, or start again in another folder"
            )
        if found.fingerprint != run.fingerprint:
            raise LettergameError(
                f"{self.folder} contains parts of another run: its config, seed or word list "
                "differs; name another folder, or remove that one"
            )
        if found.files != files:
            raise LettergameError(
                f"{self.folder} was started with other files of players: restore them, or "
                "start again in another folder"
            )

    def _keep_others_out(self) -> None:
        if fcntl is None:
            return
        try:
            self._lock = os.open(self.folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise LettergameError(
                f"cannot write {self.folder / _LOCK}: {error.strerror}"
            ) from None
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._lock)
            self._lock = None
            raise LettergameError(
                f"another process is playing into {self.folder}: wait for it, or name another folder"
            ) from None

    def close(self) -> None:
        """Releases the lock."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _sound(self) -> Iterator[Part]:
        """The stored parts that are complete and do not overlap; the rest is removed."""
        end = 0
        for place in sorted(path for path in self.folder.iterdir() if path.is_dir()):
            part = _read_about(place)
            if part is not None and part.start >= end and self._is_whole(part):
                end = part.end
                yield part
            else:
                _remove(place)

    def write(self, part: Part, files: Mapping[str, Content]) -> None:
        """Stores a part."""
        write(self.folder, part, files)

    def _is_whole(self, part: Part) -> bool:
        """Whether its files are as written."""
        try:
            files = {name: (self.folder / part.name / name).read_bytes() for name in part.sha256}
        except OSError:
            return False
        return fingerprints(files) == part.sha256

    def rows(self, part: Part) -> Rows:
        """The rows of its files without their header lines, its faults, and how its games ended."""
        place = self.folder / part.name
        tables = [_without_header(place / name) for name in ROWS if name in part.sha256]
        outcomes = (place / OUTCOMES).read_bytes() if OUTCOMES in part.sha256 else b""
        return tables, (place / FAULTS).read_bytes(), outcomes

    def drop(self, part: Part) -> None:
        """Removes a part."""
        _remove(self.folder / part.name)

    def remove(self) -> None:
        """Removes everything."""
        self.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def _without_header(path: Path) -> bytes:
    with path.open("rb") as file:
        file.readline()
        return file.read()


def _read_about(place: Path) -> Part | None:
    try:
        part = Part(**json.loads((place / _ABOUT).read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return None
    return part if part.name == place.name else None


def _remove(place: Path) -> None:
    """Removes a folder; renames it first, so that no one takes a partial folder for a complete
    one."""
    gone = place.with_name(f".{place.name.lstrip('.')}.{uuid.uuid4().hex}")
    try:
        os.rename(place, gone)
    except OSError:
        return
    shutil.rmtree(gone, ignore_errors=True)
