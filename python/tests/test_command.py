"""The command `lettergame` of the package: wheels of releases bring it along, and `python -m lettergame` is it."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import lettergame
from lettergame import _command

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="scripts stand in for the command")
PACKAGE = Path(lettergame.__file__).parent


def module(*args, env=None, **options):
    """`python -m lettergame` with these arguments."""
    command = [sys.executable, "-m", "lettergame", *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, env=env, **options)


def environment(**changes):
    """The variables of this process without those that name a command, and with these."""
    kept = {name: value for name, value in os.environ.items() if name not in ("LETTERGAME", "PATH")}
    return kept | {"PATH": "/nowhere"} | changes


def script(path, text):
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize("args, text", [
    (["--version"], None),
    (["--help"], None),
    (["tournament", "--gmaes", 3], None),
    (["verify", "nowhere"], None),
    (["analyse", "wordgame", "-"], "aqlmuil\n"),
], ids=lambda value: " ".join(map(str, value)) if isinstance(value, list) else None)
def test_the_module_is_the_command(args, text, binary, run, tmp_path):
    told = module(*args, env=environment(LETTERGAME=binary), input=text, cwd=tmp_path)
    expected = subprocess.run([binary, *map(str, args)], capture_output=True, text=True, check=False, input=text,
                              env=environment(), cwd=tmp_path)
    assert (told.returncode, told.stdout, told.stderr) == (expected.returncode, expected.stdout, expected.stderr)


def test_ctrl_c_is_for_the_command(binary, tmp_path):
    command = [sys.executable, "-m", "lettergame", "tournament", "--players", "letter-value,random", "--seed", "7"]
    command += ["--games", "100000000", "--out", str(tmp_path / "run")]
    with subprocess.Popen(command, env=environment(LETTERGAME=binary), stderr=subprocess.PIPE, text=True) as playing:
        deadline = time.monotonic() + 60
        while not (tmp_path / "run/scores.csv").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        playing.send_signal(signal.SIGINT)
        told = playing.communicate(timeout=60)[1]
    assert playing.returncode == 130 and "lettergame resume" in told
    assert "Traceback" not in told and (tmp_path / "run/scores.csv").stat().st_size > 0


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="signals are read where Linux lists them")
def test_the_command_ignores_no_signals(tmp_path):
    """The interpreter ignores some, and player programs would inherit that."""
    shows = script(tmp_path / "shows", "exec /bin/grep SigIgn /proc/self/status")
    assert int(module(env=environment(LETTERGAME=str(shows))).stdout.split()[1], 16) == 0


def test_a_named_command_comes_before_that_on_the_path(tmp_path, monkeypatch):
    folder = tmp_path / "bin"
    folder.mkdir()
    on_path = script(folder / "lettergame", "echo path")
    named = script(tmp_path / "named", "echo named")
    monkeypatch.setattr(_command, "_included", lambda: None)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("LETTERGAME", raising=False)
    assert _command.find() == str(on_path)
    monkeypatch.setenv("LETTERGAME", str(named))
    assert _command.find() == str(named)
    broken = module(env=environment(LETTERGAME=str(tmp_path / "gone")))
    assert broken.returncode == 4 and f"cannot start {tmp_path / 'gone'}: No such file" in broken.stderr


@pytest.fixture
def installed(tmp_path):
    """Installs a copy of the package in a folder, with the files that a wheel would have listed; returns a function
    that runs Python with it."""

    def install(*files):
        site = tmp_path / "lib/site"
        shutil.copytree(PACKAGE, site / "lettergame", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
        for core in PACKAGE.glob("_core*.so"):
            (site / "lettergame" / core.name).symlink_to(core)
        metadata = site / "lettergame_arena-0.1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text("Metadata-Version: 2.4\nName: lettergame-arena\nVersion: 0.1.0\n")
        (metadata / "RECORD").write_text("".join(f"{file},,\n" for file in ["lettergame/__init__.py", *files]))
        return environment(PYTHONPATH=str(site))

    return install


def test_a_wheel_brings_the_command(installed, tmp_path):
    (tmp_path / "bin").mkdir()
    script(tmp_path / "bin/lettergame", 'echo "$@"')
    told = module("of", "the wheel", env=installed("../../bin/lettergame"), cwd=tmp_path)
    assert told.stdout == "of the wheel\n", told.stderr


def test_without_the_command_the_remedy_is_named(installed, tmp_path):
    told = module("--version", env=installed(), cwd=tmp_path)
    assert told.returncode == 4 and told.stdout == ""
    assert told.stderr == (
        "lettergame: error: this package was built without the command `lettergame`; install it from a clone "
        "(cargo install --locked --path .), or set LETTERGAME to its path\n"
    )
