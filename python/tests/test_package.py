"""The package as a whole: its dependencies, its types, its version."""

import importlib.metadata
import json
import os
import re
import shutil
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


@pytest.fixture(scope="module")
def typed(tmp_path_factory):
    """What type checkers are to accept: the package, and programs that use it, with the code of the notebooks."""
    folder = tmp_path_factory.mktemp("notebooks")
    for notebook in HERE.glob("examples/*.ipynb"):
        cells = json.loads(notebook.read_text())["cells"]
        code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        (folder / f"{notebook.stem}_notebook.py").write_text("\n\n".join(code) + "\n")
    programs = [HERE / "tests/typed_user.py", *HERE.glob("examples/*.py"), *folder.iterdir()]
    return [str(HERE / "lettergame"), *map(str, programs)]


def accepted(folder, *command):
    """Whether a tool of the interpreter ends without a complaint."""
    told = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, check=False, cwd=folder)
    assert told.returncode == 0, told.stdout + told.stderr


def test_mypy_accepts_all_types(typed, tmp_path):
    """In strict mode."""
    needed("mypy")
    accepted(tmp_path, "mypy", "--config-file", str(HERE / "pyproject.toml"), "--cache-dir", str(tmp_path), *typed)


@pytest.fixture(scope="module")
def _pyright():
    """It needs Node, and would download it."""
    needed("pyright")
    if shutil.which("node") is None and os.environ.get("CI") != "true":
        pytest.skip("Node is not installed")


@pytest.mark.usefixtures("_pyright")
def test_pyright_accepts_all_types(typed, tmp_path):
    accepted(tmp_path, "pyright", "--project", str(HERE / "pyproject.toml"), "--pythonpath", sys.executable, *typed)


@pytest.mark.usefixtures("_pyright")
def test_users_see_the_type_of_everything_public(tmp_path):
    """Except for what is derived from the classes of PettingZoo, which have no types."""
    command = [sys.executable, "-m", "pyright", "--ignoreexternal", "--verifytypes", "lettergame", "--outputjson"]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    told = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path,
                          env={**os.environ, "PATH": path})
    symbols = json.loads(told.stdout)["typeCompleteness"]["symbols"]
    unknown = {symbol["name"] for symbol in symbols if not symbol["isTypeKnown"]}
    derived = re.compile(r"lettergame\.env\.(auction_v0\.(Auction|parallel_env)|turns\.TurnEnv$|\w+_v0\.(raw_)?env$)")
    assert len(symbols) > 400 and {name for name in unknown if not derived.match(name)} == set()


def test_stubs_match_the_module(tmp_path):
    needed("mypy")
    (tmp_path / "missing").write_text("lettergame._core.__all__\n")
    accepted(tmp_path, "mypy.stubtest", "lettergame._core", "--allowlist", "missing")


def test_the_installed_package_has_its_types():
    """Type checkers of users read the stubs of the module in Rust, and the mark that there are
    types."""
    installed = Path(lettergame.__file__).parent
    assert (installed / "py.typed").is_file() and (installed / "_core.pyi").is_file()
