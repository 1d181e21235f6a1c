"""The files sent with a job: the local files that its config names, so that workers need only the
package and the interpreters of player programs."""

import hashlib
import inspect
import os
import shlex
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from .. import _command
from .._config import Config
from .._core import LettergameError
from ._worker import LAUNCHER

_MOST = 200 << 20
"""Maximum number of bytes sent automatically."""
_LEFT = {"__pycache__", ".git", ".venv", "venv", "node_modules", "target", ".gitignore"}
"""Parts of a folder that are not sent."""


class Luggage:
    """A folder that becomes the current directory of all workers, and the paths of the config's
    files in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.places: dict[Path, Path] = {}
        """Paths in the config, with the paths relative to the folder that replace them."""
        self.sources: dict[str, str] = {}
        """Files and folders of players by their paths in the folder; folders end in a slash."""
        self._bytes = 0

    @property
    def empty(self) -> bool:
        """Whether nothing needs to be sent."""
        return not any(self.folder.iterdir())

    @classmethod
    def pack(cls, config: Config, folder: Path) -> "Luggage":
        """Copies everything a run needs into a new folder: word list, modules, the files of player
        programs that are named relative to where they start, the modules of classes with the files
        beside them, and the command `lettergame` if there are programs. Absolute paths in commands
        are left as they are."""
        luggage = cls(folder)
        folder.mkdir(parents=True)
        programs: list[tuple[Path, Path]] = []
        plain: list[Path] = []
        for number, (named_by, path, command) in enumerate(config.local_files):
            if command is None:
                plain.append(path)
                continue
            root, copied = luggage._pack_program(named_by, path, command, Path(str(number)))
            programs.append((root, copied))
            luggage.sources[f"{copied}/"] = f"{root}/"
        for number, path in enumerate(plain):
            luggage._pack_plain(path, programs, Path(f"files{number}"))
        if programs:
            luggage._pack_launcher()
        for path_of_class in config.class_paths:
            luggage._pack_module(path_of_class)
        return luggage

    @classmethod
    def of_folder(cls, config: Config, folder: Path) -> "Luggage":
        """A folder of the user's; the config's files are looked up below it."""
        if not folder.is_dir():
            raise LettergameError(f"--working-dir {folder} is not a folder")
        luggage = cls(folder)
        for _, path, _ in config.local_files:
            if path.resolve().is_relative_to(folder.resolve()):
                luggage.places[path] = path.resolve().relative_to(folder.resolve())
        return luggage

    def _pack_program(
        self, player: str, start: Path, command: tuple[str, list[Path]], place: Path
    ) -> tuple[Path, Path]:
        """The files of a command below a common root; returns the root and its new path."""
        text, reads = command
        fixed = [Path(word).resolve() for word in shlex.split(text) if os.path.isabs(word)]
        beside = {path for absolute in fixed for path in (absolute, absolute.parent)}
        wanted = [path for path in reads if path not in beside and path.parent not in beside]
        here = start.resolve()
        root = Path(os.path.commonpath([here, *(_folder_of(path) for path in wanted)]))
        for path in wanted:
            self._copy(path, place / path.relative_to(root), f"player `{player}`")
        moved = place / here.relative_to(root)
        (self.folder / moved).mkdir(parents=True, exist_ok=True)
        self.places[start] = moved
        return root, place

    def _pack_plain(self, path: Path, programs: Iterable[tuple[Path, Path]], place: Path) -> None:
        """A word list, a module, or a file that a program may read."""
        real = path.resolve()
        for root, copied in programs:
            if real.is_relative_to(root):
                place = copied / real.relative_to(root)
                break
        else:
            place = place / real.name
        self._copy(real, place, str(path))
        self.places[path] = place

    def _pack_launcher(self) -> None:
        launcher = _command.find()
        if launcher is None:
            return
        try:
            # whatever its size: test builds are large
            shutil.copy2(launcher, self.folder / LAUNCHER)
        except OSError as error:
            raise LettergameError(
                f"cannot copy the command lettergame, {launcher}: {error.strerror}; set LETTERGAME to its path"
            ) from None

    def _pack_module(self, path_of_class: str) -> None:
        """The module of a class, or the package around it, unless it is installed."""
        name = path_of_class.partition(":")[0].partition(".")[0]
        module = sys.modules.get(name)
        file = getattr(module, "__file__", None)
        if name == "__main__" or file is None or _is_installed(Path(file)):
            return
        path, for_whom = Path(os.path.abspath(file)), f"class {path_of_class}"
        if path.name == "__init__.py":
            path = path.parent
        # and what it may import or read: the files beside it, and packages
        for beside in sorted(path.parent.iterdir()):
            hidden = beside.name.startswith(".")
            if not hidden and (beside.is_file() or (beside / "__init__.py").exists()):
                self._copy(beside, Path(beside.name), for_whom)
                slash = "/" if beside.is_dir() else ""
                self.sources[beside.name + slash] = str(beside) + slash

    def fingerprint(self, config: Config) -> str:
        """The fingerprint of everything in the folder that determines how players play, and of
        pickled classes."""
        digest = hashlib.sha256()
        for path in sorted(self.folder.rglob("*")):
            if path.is_file() and path.name != LAUNCHER:
                digest.update(f"{path.relative_to(self.folder)}\0".encode(errors="surrogateescape"))
                digest.update(hashlib.sha256(path.read_bytes()).digest())
        for made_by in config.main_classes:
            try:
                digest.update(inspect.getsource(made_by).encode())
            except (OSError, TypeError):
                # defined interactively: its source is unknown
                continue
        return digest.hexdigest()[:16]

    def _copy(self, source: Path, place: Path, for_whom: str) -> None:
        target = self.folder / place
        if target.exists() and not target.is_dir():
            return
        target.parent.mkdir(parents=True, exist_ok=True)

        def keep(one: str, other: str) -> None:
            self._bytes += os.path.getsize(one)
            if self._bytes > _MOST:
                raise LettergameError(
                    f"{for_whom}: more than {_MOST >> 20} MB of files would be copied with the job, "
                    f"{source} among them; keep only what it needs in its folder, or put it where all "
                    "machines see it and name it by its absolute path"
                )
            shutil.copy2(one, other)

        def left(_: str, names: list[str]) -> set[str]:
            return _LEFT.intersection(names)

        try:
            if source.is_dir():
                shutil.copytree(source, target, ignore=left, copy_function=keep, dirs_exist_ok=True)
            elif source.name not in _LEFT:
                keep(str(source), str(target))
        except shutil.Error as error:
            raise LettergameError(f"{for_whom}: cannot copy {source}: {error}") from None
        except OSError as error:
            raise LettergameError(
                f"{for_whom}: cannot copy {error.filename}: {error.strerror}"
            ) from None


def _folder_of(path: Path) -> Path:
    return path if path.is_dir() else path.parent


def _is_installed(path: Path) -> bool:
    return any(part in {"site-packages", "dist-packages"} for part in path.parts)
