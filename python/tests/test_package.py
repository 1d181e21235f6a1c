"""The package as a whole: its dependencies, its types, its version."""

import importlib.metadata
import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import needed

import lettergame

HERE = Path(__file__).resolve().parents[1]


def test_importing_it_needs_no_other_package():
    script = """
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"numpy", "pandas", "polars", "pyarrow", "gymnasium", "pettingzoo"}:
            raise ImportError(f"{name} is not to be imported")
sys.meta_path.insert(0, Refuse())
import lettergame, lettergame.marrakech, lettergame.scrabble
print(lettergame.tournament(players=["zero", "random"], games=2, rounds=1, seed=1).summary()["zero"]["games"])
"""
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert told.stdout == "2\n", told.stderr


def test_the_version_matches_the_crate():
    text = (HERE.parent / "Cargo.toml").read_text()
    assert lettergame.__version__ == re.search(r'^version = "(.*)"', text, re.MULTILINE)[1]


def test_the_distribution_has_its_own_name():
    """`lettergame` on the package index is another project: no text may ask users to install
    that."""
    assert importlib.metadata.version("lettergame-arena") == lettergame.__version__
    sources = [*HERE.glob("lettergame/**/*.py"), *HERE.glob("*.md"), *HERE.parent.glob("docs/*.md")]
    for source in sources:
        assert not re.search(r"pip install '?lettergame(?!.arena)", source.read_text()), source


def test_everything_public_is_documented():
    for name in lettergame.__all__:
        found = getattr(lettergame, name)
        assert name == "GAMES" or name == "__version__" or found.__doc__, name


def test_types_are_complete(tmp_path):
    """mypy in strict mode finds nothing in the package, nor in programs that use it."""
    needed("mypy")
    users = [HERE / "tests/typed_user.py", *(HERE / "examples" / f"{name}.py" for name in ("hidden_letters", "learn", "steps"))]
    command = [sys.executable, "-m", "mypy", "--config-file", str(HERE / "pyproject.toml"),
               "--cache-dir", str(tmp_path),
               str(HERE / "lettergame"), *map(str, users)]
    told = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert told.returncode == 0, told.stdout + told.stderr


def test_stubs_match_the_module(tmp_path):
    needed("mypy")
    command = [sys.executable, "-m", "mypy.stubtest", "lettergame._core", "--ignore-missing-stub"]
    told = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert told.returncode == 0, told.stdout + told.stderr


def test_the_installed_package_has_its_types():
    """Type checkers of users read the stubs of the module in Rust, and the mark that there are
    types."""
    installed = Path(lettergame.__file__).parent
    assert (installed / "py.typed").is_file() and (installed / "_core.pyi").is_file()
