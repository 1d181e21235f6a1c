"""The command `lettergame`: wheels of releases include it, builds from source do not."""

import functools
import importlib.metadata
import os
import shutil
from pathlib import Path

REMEDY = "install it from a clone (cargo install --locked --path .), or set LETTERGAME to its path"


def find() -> str | None:
    """The path of the command: what LETTERGAME names, the one of this package, or the one on the PATH."""
    return os.environ.get("LETTERGAME") or _included() or shutil.which("lettergame")


@functools.cache
def _included() -> str | None:
    """The command that was installed with this package."""
    try:
        distribution = importlib.metadata.distribution("lettergame-arena")
    except importlib.metadata.PackageNotFoundError:
        return None
    package = Path(__file__).resolve().parent
    if Path(str(distribution.locate_file("lettergame"))).resolve() != package:
        # of another copy of the package
        return None
    names = ("lettergame", "lettergame.exe")
    found = [Path(file.locate()).resolve() for file in distribution.files or [] if file.name in names]
    return next((str(path) for path in found if path.is_file()), None)
