"""Parts of a run in an object store (S3, Google Cloud Storage, Azure): objects below a key for each
range of games, `part.json` last."""

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from .._core import LettergameError
from . import _address
from ._lease import FOLDER, Lease
from ._parts import ABOUT, JOB, Content, Part, Store, mark, parsed

_AT_ONCE = 32
"""Marks that are read at the same time."""


class ObjectStore(Store):
    """Objects below a URI: with `?region=...` or `?endpoint_override=...` where that is needed, and
    credentials from the environment. One driver at a time, by a lease."""

    def __init__(self, uri: str, *below: str) -> None:
        self._uri = _address.below(uri, *below)
        self._fs, self._key = _address.opened(self._uri)
        self._lease: Lease | None = None
        self._lost = False
        super().__init__(Path(self._key))

    def __str__(self) -> str:
        return _address.shown(self._uri)

    def place(self) -> str:
        return self._uri

    def _prepare(self) -> None:
        """There are no folders to make; a missing bucket is named by the first write."""

    def _holds_others(self) -> bool:
        return any(not key.startswith(f"{FOLDER}/") for key in self._sizes(""))

    def _keep_others_out(self) -> None:
        self._lease, self._lost = Lease(self, str(self)), False

    def check(self) -> None:
        if self._lease is not None:
            self._lease.check()

    def close(self) -> None:
        if self._lease is not None:
            self._lease.release()
            self._lost, self._lease = self._lease.lost, None

    def _read_top(self, name: str) -> bytes | None:
        return self._get(name)

    def _write_top(self, name: str, text: bytes) -> None:
        self._put(name, text)

    def _sizes(self, below: str) -> dict[str, int]:
        """The sizes of all objects, by their keys from here on, from a listing."""
        return {key: info.size for key, info in self._listed(below)}

    def _times(self, below: str) -> dict[str, float]:
        """The times at which objects were written, in seconds of the store's clock."""
        return {key: info.mtime.timestamp() for key, info in self._listed(below)}

    def _listed(self, below: str) -> Iterator[tuple[str, Any]]:
        from pyarrow import fs

        selector = fs.FileSelector(f"{self._key}/{below}".rstrip("/"), allow_not_found=True, recursive=True)
        with _named(str(self)):
            found = self._fs.get_file_info(selector)
        for info in found:
            if info.type == fs.FileType.File:
                yield info.path.removeprefix(self._key + "/"), info

    def _sound(self, rehash: bool) -> Iterator[Part]:
        """The parts that are complete and do not overlap. Reads the marks, and of the other objects
        only a listing. Others are left: playing their games again replaces them."""
        sizes = self._sizes("")
        names = sorted(key.removesuffix(f"/{ABOUT}") for key in sizes if key.endswith(f"/{ABOUT}"))
        end = 0
        with ThreadPoolExecutor(_AT_ONCE) as threads:
            marks = threads.map(lambda name: self._get(f"{name}/{ABOUT}"), names)
            for name, text in zip(names, marks):
                part = None if text is None else parsed(text, name)
                if part is None or part.start < end:
                    continue
                there = all(sizes.get(f"{name}/{file}") == size for file, size in part.bytes.items())
                if there and (not rehash or self.is_unchanged(part)):
                    end = part.end
                    yield part

    def write(self, part: Part, files: Mapping[str, Content]) -> None:
        """Stores a part; another worker that stores the same games writes the same rows."""
        for name, content in files.items():
            self._put(f"{part.name}/{name}", content)
        self._put(f"{part.name}/{ABOUT}", mark(part))

    def _read(self, part: Part, name: str) -> bytes:
        text = self._get(f"{part.name}/{name}")
        if text is None:
            raise LettergameError(f"{self}/{part.name}/{name} is missing: start again, so that it is played again")
        return text

    def link(self, part: Part, into: Path) -> None:
        """Copies the objects of a part into a folder."""
        (into / part.name).mkdir()
        for name in part.sha256:
            (into / part.name / name).write_bytes(self._read(part, name))
        (into / part.name / ABOUT).write_bytes(mark(part))

    def drop(self, part: Part) -> None:
        self._empty(f"{self._key}/{part.name}")

    def remove_if_empty(self) -> None:
        pass

    def remove(self) -> None:
        """Removes everything, unless another driver has taken over."""
        self.close()
        if not self._lost:
            self._empty(self._key)

    def _empty(self, place: str) -> None:
        # not `delete_dir`: it wants an object for the folder, which only some stores have
        with _named(str(self)):
            try:
                self._fs.delete_dir_contents(place, missing_dir_ok=True)
            except FileNotFoundError:
                pass

    def _delete(self, key: str) -> None:
        with _named(f"{self}/{key}"):
            try:
                self._fs.delete_file(f"{self._key}/{key}")
            except FileNotFoundError:
                pass

    def _get(self, key: str) -> bytes | None:
        with _named(f"{self}/{key}"):
            try:
                with self._fs.open_input_stream(f"{self._key}/{key}") as stream:
                    return bytes(stream.read())
            except OSError:
                if self._is_there(key):
                    raise
                return None  # or removed while it was read, which Azure reports as another error

    def _is_there(self, key: str) -> bool:
        from pyarrow import fs

        found = self._fs.get_file_info(f"{self._key}/{key}").type
        return bool(found != fs.FileType.NotFound)

    def _put(self, key: str, content: Content) -> None:
        """Writes an object; a bucket that does not exist is an error, and is not made."""
        with _named(f"{self}/{key}"):
            try:
                with self._fs.open_output_stream(f"{self._key}/{key}") as stream:
                    stream.write(content)
            except FileNotFoundError:
                raise OSError("the bucket does not exist") from None


class _named:
    """Turns errors of the store into ones that name what was read or written."""

    def __init__(self, what: str) -> None:
        self._what = what

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        # ValueError: what libraries of stores refuse without asking the store
        if isinstance(error, (OSError, ValueError)):
            first = str(error).partition("\n")[0]
            raise LettergameError(f"cannot use {self._what}: {first}") from None
