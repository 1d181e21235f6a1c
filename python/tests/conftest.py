"""Shared by tests: the command-line program, and player classes."""

import importlib
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

def needed(name: str) -> ModuleType:
    """A package that tests need: without it they are skipped on a user's machine, and fail in
    CI."""
    if os.environ.get("CI") == "true":
        return importlib.import_module(name)
    module: ModuleType = pytest.importorskip(name)
    return module


ROOT = Path(__file__).resolve().parents[2]
# says hello, and fails in every game
FAILS = f"cmd:{ROOT / 'tests/data/bin/fails'}"


def _binary() -> str | None:
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    built = [target / profile / "lettergame" for profile in ("debug", "release")]
    found = next((str(path) for path in built if path.exists()), None)
    return os.environ.get("LETTERGAME") or found or shutil.which("lettergame")


@pytest.fixture(scope="session")
def binary() -> str:
    """The program `lettergame` as built."""
    found = _binary()
    if found is None:
        pytest.skip("the program lettergame is not built: cargo build")
    return found


@pytest.fixture(scope="session")
def run(binary: str) -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """Runs the program with these arguments."""

    def call(*args: object) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [binary, *map(str, args)], capture_output=True, text=True, check=False, timeout=120
        )

    return call


def same_files(one: Path, other: Path) -> None:
    """Whether two runs' folders are equal byte for byte, except for times and their checksum."""
    names = sorted(path.name for path in one.iterdir())
    assert names == sorted(path.name for path in other.iterdir())
    for name in names:
        if name not in ("timing.json", "part.json", "manifest.json"):
            assert (one / name).read_bytes() == (other / name).read_bytes(), name
