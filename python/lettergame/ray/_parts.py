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
ABOUT = "part.json"
JOB = "job.json"
STAGES = "stages.json"
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
    bytes: dict[str, int]
    """The size of each file."""
    blocks: dict[str, list[str]]
    """The blocks of lines of each file, with their checksums."""
    check: str
    """The checksum of what is above."""
    seconds: float
    """The duration of playing."""
    host: str
    """The machine that played them."""

    @property
    def games(self) -> range:
        """The numbers of the games."""
        return range(self.start, self.end)

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(self.bytes.values())

    @property
    def format(self) -> str:
        """The format of its row files."""
        return "parquet" if "scores.parquet" in self.sha256 else "csv"

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
        (made / ABOUT).write_bytes(mark(part))
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


def sizes(files: Mapping[str, bytes]) -> dict[str, int]:
    """Bytes of each file."""
    return {name: len(content) for name, content in files.items()}


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


class Store:
    """The folder of a run's parts, with one driver at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock: int | None = None

    def __str__(self) -> str:
        return str(self.folder)

    def place(self) -> str:
        """Where workers find it."""
        return str(self.folder.resolve())

    def open(self, run: Config, files: str, rehash: bool = False) -> list[Part]:
        """Creates the folder, or opens it if it has parts of the same run; returns the stored
        parts.

        Anything an interrupted driver left unfinished is removed, and so are parts whose files are
        missing or of another size; with `rehash` all files are read, and damaged parts are removed.
        """
        self._prepare()
        # in this order: what another driver may write meanwhile is a run by then
        if self._holds_others() and self.job() is None:
            raise LettergameError(
                f"{self} contains files that do not belong to parts of a run: name another folder"
            )
        self._keep_others_out()
        try:
            self._admit(run, files)
            return list(self._sound(rehash))
        except BaseException:
            self.close()
            raise

    def job(self) -> "Stored | None":
        """The run of the parts; None if there is no such folder."""
        text = self._read_top(JOB)
        if text is None:
            return None
        try:
            return Stored(**json.loads(text))
        except (ValueError, TypeError):
            raise LettergameError(
                f"{self}/{JOB} is damaged: remove {self} and start again"
            ) from None

    def _prepare(self) -> None:
        """Makes the folder."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LettergameError(f"cannot make the folder {self.folder}: {error}") from None

    def _holds_others(self) -> bool:
        """Whether there is anything but the lock and a run about to be named."""
        return any(path.name not in (_LOCK, f".{JOB}") for path in self.folder.iterdir())

    def _read_top(self, name: str) -> bytes | None:
        """The content of a file beside the parts."""
        try:
            return (self.folder / name).read_bytes()
        except OSError:
            return None

    def _write_top(self, name: str, text: bytes) -> None:
        """Writes a file beside the parts, at once."""
        passing = self.folder / f".{name}"
        passing.write_bytes(text)
        passing.replace(self.folder / name)

    def stages(self) -> str | None:
        """The results of the stages that are complete, if any were kept."""
        text = self._read_top(STAGES)
        return None if text is None else text.decode()

    def keep_stages(self, results: str) -> None:
        """Keeps the results of the stages that are complete."""
        self._write_top(STAGES, results.encode())

    def _admit(self, run: Config, files: str) -> None:
        """Checks that the folder is empty or belongs to the run."""
        found = self.job()
        if found is None:
            about = Stored(__version__, run.fingerprint, run.seed, files)
            self._write_top(JOB, json.dumps(asdict(about)).encode())
            return
        if found.version != __version__:
            raise LettergameError(
                f"{self} was started with lettergame {found.version}, but this is {__version__}: "
                "resume it with that version, or start again in another folder"
            )
        if found.fingerprint != run.fingerprint:
            raise LettergameError(
                f"{self} contains parts of another run: its config, seed or word list "
                "differs; name another folder, or remove that one"
            )
        if found.files != files:
            raise LettergameError(
                f"{self} was started with other files of players: restore them, or "
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

    def check(self) -> None:
        """Raises an error if another driver has taken over; a lock of a folder is never lost."""

    def close(self) -> None:
        """Releases the lock."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _sound(self, rehash: bool) -> Iterator[Part]:
        """The stored parts that are complete and do not overlap; the rest is removed."""
        end = 0
        for place in sorted(path for path in self.folder.iterdir() if path.is_dir()):
            part = _read_about(place)
            if part is not None and part.start >= end and self._is_whole(part, rehash):
                end = part.end
                yield part
            else:
                _remove(place)

    def write(self, part: Part, files: Mapping[str, Content]) -> None:
        """Stores a part."""
        write(self.folder, part, files)

    def _is_whole(self, part: Part, rehash: bool) -> bool:
        """Whether its files are there with the sizes that were written; with `rehash`, whether their
        content is what was written."""
        place = self.folder / part.name
        try:
            if any((place / name).stat().st_size != size for name, size in part.bytes.items()):
                return False
            return not rehash or self.is_unchanged(part)
        except OSError:
            return False

    def is_unchanged(self, part: Part) -> bool:
        """Whether the content of its files is what was written."""
        return part.sha256 == fingerprints({name: self._read(part, name) for name in part.sha256})

    def rows(self, part: Part) -> Rows:
        """The rows of its files without their header lines, its faults, and how its games ended."""
        tables = [_without_header(self._read(part, name)) for name in ROWS if name in part.sha256]
        outcomes = self.outcomes(part) if OUTCOMES in part.sha256 else b""
        faults = self._read(part, FAULTS) if FAULTS in part.sha256 else b""
        return tables, faults, outcomes

    def outcomes(self, part: Part) -> bytes:
        """How its games ended."""
        return self._read(part, OUTCOMES)

    def _read(self, part: Part, name: str) -> bytes:
        """The content of a file of a part."""
        return (self.folder / part.name / name).read_bytes()

    def link(self, part: Part, into: Path) -> None:
        """Puts the files of a part into another folder, without a copy where that can be."""
        place, made = self.folder / part.name, into / part.name
        made.mkdir()
        for name in [*part.sha256, ABOUT]:
            try:
                os.link(place / name, made / name)
            except OSError:
                shutil.copyfile(place / name, made / name)

    def drop(self, part: Part) -> None:
        """Removes a part."""
        _remove(self.folder / part.name)

    def remove_if_empty(self) -> None:
        """Removes the folder if nothing is in it."""
        if self.folder.is_dir() and not any(self.folder.iterdir()):
            self.folder.rmdir()

    def remove(self) -> None:
        """Removes everything."""
        self.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def _without_header(text: bytes) -> bytes:
    return text[text.find(b"\n") + 1 :]


def _read_about(place: Path) -> Part | None:
    try:
        return parsed((place / ABOUT).read_bytes(), place.name)
    except OSError:
        return None


def parsed(text: bytes, name: str) -> Part | None:
    """A `part.json`; None if it is damaged or not that of the folder of this name."""
    try:
        part = Part(**json.loads(text))
    except (ValueError, TypeError):
        return None
    return part if part.name == name else None


def mark(part: Part) -> bytes:
    """The text of `part.json`, which is written last."""
    return json.dumps(asdict(part)).encode()


def _remove(place: Path) -> None:
    """Removes a folder; renames it first, so that no one takes a partial folder for a complete
    one."""
    gone = place.with_name(f".{place.name.lstrip('.')}.{uuid.uuid4().hex}")
    try:
        os.rename(place, gone)
    except OSError:
        return
    shutil.rmtree(gone, ignore_errors=True)
