"""A player that dawdles until it is told to hurry, so that a run lasts for as long as a test needs it to."""

import uuid
from pathlib import Path

import pytest

_PLAYER = """
import os
import time

import lettergame


class Dawdler(lettergame.Player):
    def bid(self, view):
        return 2

    def end(self, scores):
        if os.path.exists({waits!r}):
            time.sleep(0.008)
"""


class Dawdler:
    """The player `dawdler`, whose class is in a package that is installed on all machines which are
    started from now on: it does not travel with jobs."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._folder = folder
        self._waits = folder / "dawdles"
        self._waits.touch()
        # a name that no other test has imported
        self._module = f"dawdler_{uuid.uuid4().hex}"
        packages = folder / "site-packages"
        packages.mkdir()
        (packages / f"{self._module}.py").write_text(_PLAYER.format(waits=str(self._waits)))
        monkeypatch.syspath_prepend(packages)
        monkeypatch.setenv("PYTHONPATH", str(packages))

    def config(self, *others: str) -> Path:
        """A config file with this player and built-in ones."""
        written = self._folder / "config.toml"
        written.write_text(
            f'players = {list(others)}\n[[player]]\nname = "dawdler"\nclass = "{self._module}:Dawdler"\n'
        )
        return written

    def hurry(self) -> None:
        """From now on games take no longer than they must."""
        self._waits.unlink()
