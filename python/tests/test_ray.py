"""Tournaments on a real Ray cluster: the bytes of one machine, whatever dies in the middle."""

import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import lettergame
from bots import Raises
from conftest import FAILS, needed, same_files
from dawdler import Dawdler

ray = needed("ray")
import lettergame.ray  # noqa: E402

HERE = lettergame.ray.Cluster(workers=2, part_seconds=0.3)
COMMAND = [sys.executable, "-m", "lettergame.ray", "--workers", "2"]
LONG = ["--players", "letter-value,random", "--rounds", "2", "--part-seconds", "0.2"]


@contextlib.contextmanager
def machines(cores):
    """A cluster, so far of one machine with so many cores."""
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": cores})
    yield made
    ray.shutdown()
    made.shutdown()


@pytest.fixture(scope="module", autouse=True)
def this_machine(binary):
    """Ray runs on this machine already, unless a test starts it with the address `local`."""
    with pytest.MonkeyPatch.context() as variables:
        variables.setenv("LETTERGAME", binary)
        with machines(2) as made:
            variables.setenv("RAY_ADDRESS", made.address)
            yield


@pytest.fixture
def dawdler(tmp_path, monkeypatch):
    return Dawdler(tmp_path, monkeypatch)


def command(*arguments):
    """Runs the command to its end."""
    told = [*COMMAND, *map(str, arguments)]
    return subprocess.run(told, capture_output=True, text=True, check=False, timeout=300)


def workers():
    """Processes of this machine that are playing a part."""
    found = []
    for process in Path("/proc").iterdir():
        try:
            line = (process / "cmdline").read_bytes()
        except OSError:
            continue
        if line.startswith((b"ray::games", b"ray::play_part")):
            found.append(int(process.name))
    return found


def kill_a_worker():
    """Kills a process that is playing a part, if there is one."""
    for worker in workers():
        try:
            os.kill(worker, signal.SIGKILL)
            return True
        except ProcessLookupError:
            pass
    return False


def games_there(parts):
    """The games of the parts in a folder."""
    ranges = [path.name.split("-") for path in parts.glob("0*")] if parts.exists() else []
    return sum(int(end) - int(first) for first, end in ranges)


def wait_until(true, process=None):
    """Waits until a condition holds while a process runs."""
    for _ in range(2400):
        if true():
            return
        assert process is None or process.poll() is None, process.communicate()
        time.sleep(0.05)
    raise AssertionError("it did not come to that")


def test_killed_workers_lose_and_duplicate_nothing(run, tmp_path):
    chance, killed = random.Random(5), []
    over = threading.Event()

    def kill():
        while not over.wait(chance.uniform(0.1, 0.4)):
            if (playing := workers()) and len(killed) < 8:
                killed.append(chance.choice(playing))
                os.kill(killed[-1], signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        options = dict(players=["letter-value", "random"], rounds=2, games=80_000, seed=7, record="rounds")
        told = lettergame.ray.tournament(out=tmp_path / "ray", cluster=HERE, **options)
    finally:
        over.set()
        killer.join()
    assert len(killed) >= 3, "too few to tell"
    wanted = run("tournament", *LONG[:4], "--games", 80_000, "--seed", 7, "--record", "rounds", "--quiet",
                 "--out", tmp_path / "cli")
    assert wanted.returncode == 0, wanted.stderr
    same_files(tmp_path / "cli", tmp_path / "ray")
    verified = run("verify", tmp_path / "ray")
    assert verified.returncode == 0, verified.stdout
    assert told.games == range(80_000) and told.folder == tmp_path / "ray"
    # the lines below a table are folded to the width of the terminal
    assert str(told).split() == wanted.stdout.split()
    assert not (tmp_path / "ray.parts").exists()


@pytest.mark.parametrize("parts", [False, True], ids=["joined", "in parts"])
def test_stages_follow_from_stages(parts, run, tmp_path):
    options = dict(players=["letter-value", "random", "zero", "flat"], schedule="swiss", stages=3, rounds=2, games=3000,
                   seed=9)
    told = lettergame.ray.tournament(out=tmp_path / "ray", cluster=HERE, parts=parts, **options)
    alone = lettergame.tournament(out=tmp_path / "alone", **options)
    assert told.ranking.csv == alone.ranking.csv and told.standings.csv == alone.standings.csv
    assert told.scores.csv == alone.scores.csv
    if not parts:
        same_files(tmp_path / "alone", tmp_path / "ray")
    verified = run("verify", tmp_path / "ray")
    assert verified.returncode == 0, verified.stdout


def test_a_dead_driver_is_resumed_with_its_seed(dawdler, tmp_path):
    # the class is not on the machine that runs already
    arguments = [str(dawdler.config("letter-value")), "--address", "local", *LONG[2:], "--games", "8000",
                 "--out", str(tmp_path / "ray")]
    parts = tmp_path / "ray.parts"
    with subprocess.Popen([*COMMAND, *arguments], stderr=subprocess.PIPE, text=True) as driver:
        wait_until(lambda: games_there(parts) > 400, driver)
        driver.send_signal(signal.SIGKILL)
    kept = games_there(parts)
    assert 400 < kept < 8000 and not (tmp_path / "ray").exists()
    for stop in (signal.SIGINT, signal.SIGTERM):
        with subprocess.Popen([*COMMAND, *arguments], stderr=subprocess.PIPE, text=True) as driver:
            wait_until(lambda: games_there(parts) > kept + 400, driver)
            driver.send_signal(stop)
            _, told = driver.communicate(timeout=60)
        assert driver.returncode == 130, told
        assert "resuming: " in told and "games, all of them kept in" in told
        kept = games_there(parts)
    dawdler.hurry()
    ended = command(*arguments, "--keep-parts")
    assert ended.returncode == 0, ended.stderr
    assert "letter-value" in ended.stdout
    assert games_there(parts) == 8000
    lettergame.tournament(tmp_path / "ray/config.toml", out=tmp_path / "one")
    same_files(tmp_path / "one", tmp_path / "ray")


@pytest.fixture
def cluster():
    with machines(1) as made:
        yield made


def test_parts_of_several_cores_have_the_same_games(tmp_path):
    config = lettergame.Config(players=["letter-value", "random"], rounds=2, games=3000, seed=4)
    chosen = lettergame.ray.Cluster(address="local", workers=1, threads=2, part_seconds=0.2)
    lettergame.ray.tournament(config, out=tmp_path / "ray", cluster=chosen)
    lettergame.tournament(config, out=tmp_path / "one")
    same_files(tmp_path / "one", tmp_path / "ray")
    timing = json.loads((tmp_path / "ray/timing.json").read_text())
    assert (timing["threads"], timing["cores"]) == (2, 2)


def test_a_part_needs_a_machine_with_its_cores(cluster, tmp_path):
    chosen = lettergame.ray.Cluster(address=cluster.address, threads=2)
    with pytest.raises(lettergame.LettergameError, match="has the 2 cores of a part: the largest has 1"):
        lettergame.ray.tournament(players=["zero", "random"], games=10, seed=1, out=tmp_path / "ray", cluster=chosen)
    assert list(tmp_path.iterdir()) == []


def test_other_machines_take_over_for_one_that_dies(dawdler, cluster, tmp_path, monkeypatch):
    """One of three machines is lost with all its workers, a worker of another is killed, and a machine
    joins; parts are written by the workers. Ray's metrics show the run."""
    from ray.util.metrics import Gauge

    shown = {}
    set_gauge = Gauge.set

    def noted(gauge, value, tags=None):
        shown[gauge.info["name"], tags["run"]] = value
        set_gauge(gauge, value, tags)

    monkeypatch.setattr(Gauge, "set", noted)
    second, _ = cluster.add_node(num_cpus=1), cluster.add_node(num_cpus=1)
    chosen = lettergame.ray.Cluster(address=cluster.address, part_seconds=0.2, shared=tmp_path / "shared")
    config = lettergame.Config(dawdler.config("letter-value"), rounds=2, games=12_000, seed=3)

    # Ray adds machines in the main thread only
    player = threading.Thread(
        target=lambda: lettergame.ray.tournament(config, out=tmp_path / "ray", cluster=chosen))
    player.start()
    wait_until(lambda: games_there(tmp_path / "shared") > 500)
    cluster.remove_node(second, allow_graceful=False)
    cluster.add_node(num_cpus=1)
    wait_until(kill_a_worker)
    dawdler.hurry()
    player.join()
    assert shown["lettergame_run_games", "ray"] == 12_000
    assert 0 < shown["lettergame_run_games_played", "ray"] <= 12_000
    assert shown["lettergame_run_parts_lost", "ray"] > 0
    lettergame.tournament(config, out=tmp_path / "one")
    same_files(tmp_path / "one", tmp_path / "ray")


def test_programs_and_classes_travel_with_the_job(tmp_path, monkeypatch):
    sdk = Path(__file__).resolve().parents[2] / "sdk"
    (tmp_path / "config.toml").write_text(
        f'players = ["wasm:{sdk}/wasm/letter_value.wasm", "random"]\ngames = 20\nseed = 1\n[rules]\nrounds = 1\n'
        f'[[player]]\nname = "program"\ncommand = "python3 python/letter_value.py"\ncwd = "{sdk}"\n'
        '[[player]]\nname = "four"\nclass = "four_bot:Four"\n'
    )
    (tmp_path / "four_bot.py").write_text(
        "import lettergame\nclass Four(lettergame.Player):\n    def bid(self, view):\n        return 4\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    config = lettergame.Config(tmp_path / "config.toml")
    lettergame.ray.tournament(config, out=tmp_path / "ray", cluster=HERE)
    lettergame.tournament(config, out=tmp_path / "one")
    same_files(tmp_path / "one", tmp_path / "ray")


def test_matches_on_loan_from_a_season_are_played_and_taken_back(run, tmp_path):
    season, loan = tmp_path / "s", tmp_path / "loan"

    def done(*arguments):
        told = run("season", *arguments)
        assert told.returncode == 0, told.stderr
        return told

    done("init", season, "--format", "duel:rounds=1", "--seed", "3")
    done("add", season, "owls", "saver", "--quiet")
    done("add", season, "foxes", "random", "--quiet")
    done("lend", season, loan, "--matches", "2")
    for match in sorted(loan.glob("matches/*/*")):
        played = command(match / "config.toml", "--out", match, "--force")
        assert played.returncode == 0, played.stderr
    assert "took back 2 matches" in done("take-back", season, loan).stderr
    done("verify", season, "--quiet")


def test_a_class_that_raises_has_its_traceback_in_the_faults(tmp_path):
    results = lettergame.ray.tournament(
        players=[Raises, "random"], rounds=1, games=4, seed=1, out=tmp_path / "ray", cluster=HERE
    )
    assert all("lost my head over" in fault.said for fault in results.faults)
    assert {fault.game for fault in results.faults} == set(range(4))
    assert results.scores.to_pandas().query("player == 'Raises'").status.tolist() != ["ok"] * 4


def test_a_sweep_is_played_run_by_run_and_can_be_resumed(tmp_path):
    options = dict(players=["zero", "random"], rounds=1, games=20, seed=1, hidden=[0, 3])
    lettergame.sweep(out=tmp_path / "one", **options)
    told = command("--players", "zero,random", "--rounds", 1, "--games", 20, "--seed", 1, "--hidden", "0,3",
                   "--out", tmp_path / "ray")
    assert told.returncode == 0, told.stderr
    assert told.stdout.startswith("hidden-0\n") and "\nhidden-3\n" in told.stdout
    for label in ("hidden-0", "hidden-3"):
        same_files(tmp_path / "one" / label, tmp_path / "ray" / label)
    assert [path.name for path in tmp_path.iterdir() if path.name.endswith(".parts")] == []
    again = lettergame.ray.sweep(out=tmp_path / "ray", cluster=HERE, **options)
    assert list(again) == ["hidden-0", "hidden-3"]
    with pytest.raises(lettergame.LettergameError, match="needs a seed"):
        lettergame.ray.sweep(out=tmp_path / "no", cluster=HERE, **{**options, "seed": None})


def test_programs_that_fail_are_reported_and_the_exit_code_can_be_zero(tmp_path):
    play = ("--players", f"random,fails={FAILS}", "--rounds", 1, "--games", 12, "--seed", 1)
    strict = command(*play, "--out", tmp_path / "strict")
    lenient = command(*play, "--out", tmp_path / "lenient", "--exit-zero")
    assert (strict.returncode, lenient.returncode) == (4, 0), strict.stderr + lenient.stderr
    for told in (strict, lenient):
        assert "fails: benched from game" in told.stderr


def test_a_program_that_does_not_say_hello_stops_a_run(tmp_path):
    told = command("--players", "random,cmd:false", "--rounds", 1, "--games", 12, "--seed", 1,
                   "--out", tmp_path / "ray")
    assert told.returncode == 4 and "no game was played" in told.stderr, told.stderr
    assert not (tmp_path / "ray").exists()


def test_a_part_needs_a_machine_with_enough_memory(tmp_path):
    told = command("--players", "zero,random", "--rounds", 1, "--games", 4, "--memory", "900T",
                   "--out", tmp_path / "ray")
    assert told.returncode == 4
    assert "no machine of the cluster has the memory of a part, 943718400 MiB: the largest has" in told.stderr


def test_an_estimate_leaves_nothing_behind(tmp_path):
    told = command("--players", "zero,random", "--rounds", 1, "--games", "1_000_000", "--seed", 1,
                   "--estimate", "1,1000")
    assert told.returncode == 0, told.stderr
    lines = told.stdout.splitlines()
    assert lines[0].startswith("1,000,000 games: ") and lines[-1].startswith("measured on one machine")
    assert [line.split()[0] for line in lines[4:6]] == ["1", "1,000"]


@pytest.mark.parametrize(
    ("code", "arguments", "text"),
    [
        (4, ["none.toml", "--out", "x"], "none.toml"),
        (2, ["--out", "x"], "no players"),
        (2, ["--players", "zero,random"], "no output folder"),
        (2, ["--players", "zero,randon", "--out", "x"], "random"),
        (2, ["--players", "zero,random", "--games", "ten", "--out", "x"], "invalid number `ten`"),
        (2, ["--players", "zero,random", "--workers", "0", "--out", "x"], "at least 1"),
        (2, ["--players", "zero,random", "--memory", "much", "--out", "x"], "invalid size `much`"),
        (2, ["--players", "zero,random", "--part-seconds", "nan", "--out", "x"], "invalid time"),
        (2, ["--players", "zero,random", "--out", ""], "no output folder"),
        (2, ["--players", "zero,random", "--estimate", "0"], "at least 1"),
        (2, ["--players", "zero,random", "--part-format", "parquet", "--out", "x"], "take --parts, too"),
        (4, ["--players", "zero,random", "--wheel", "none.whl", "--out", "x"], "none.whl is not a wheel"),
        (4, ["--players", "zero,random", "--address", "127.0.0.1:1", "--out", "x"], "127.0.0.1:1"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_unplayable_configs_are_refused_by_name(code, arguments, text, tmp_path):
    program = [sys.executable, "-m", "lettergame.ray", *arguments]
    told = subprocess.run(program, capture_output=True, text=True, check=False, timeout=120, cwd=tmp_path)
    assert told.returncode == code, told.stderr
    assert text in told.stderr and "Traceback" not in told.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_existing_run_is_not_replaced(tmp_path):
    options = dict(players=["zero", "random"], rounds=1, games=4, seed=1, out=tmp_path / "ray", cluster=HERE)
    (tmp_path / "ray").mkdir()
    (tmp_path / "ray/thesis.tex").write_text("")
    with pytest.raises(lettergame.LettergameError, match="ray"):
        lettergame.ray.tournament(**options)
    (tmp_path / "ray/thesis.tex").unlink()
    lettergame.ray.tournament(**options)
    with pytest.raises(lettergame.LettergameError, match="force=True"):
        lettergame.ray.tournament(**{**options, "seed": 2})
    lettergame.ray.tournament(**{**options, "seed": 2}, force=True)
    del options["cluster"]
    lettergame.tournament(**{**options, "seed": 2, "out": tmp_path / "one"})
    same_files(tmp_path / "one", tmp_path / "ray")


@pytest.mark.parametrize("form", [(), ("--parts",)], ids=str)
def test_the_command_leaves_a_complete_run_as_it_is(tmp_path, form):
    """Who restarts it automatically needs the exit code 0; the seed was drawn by the first one."""
    play = ("--players", "zero,random", "--rounds", 1, "--games", 40, "--out", tmp_path / "ray", *form)
    first = command(*play)
    assert first.returncode == 0, first.stderr
    before = {path: path.read_bytes() for path in (tmp_path / "ray").rglob("*") if path.is_file()}
    again = command(*play)
    assert (again.returncode, again.stdout) == (0, first.stdout), again.stderr
    assert "all games of" in again.stderr
    assert before == {path: path.read_bytes() for path in (tmp_path / "ray").rglob("*") if path.is_file()}
    other = command(*play, "--seed", 1)
    assert other.returncode == 4
    assert "take --force to replace the run in it, `lettergame resume" in other.stderr
    assert "another --out" in other.stderr and "=True" not in other.stderr


def test_a_stored_part_with_other_content_is_played_again_with_rehash(tmp_path):
    options = dict(players=["zero", "random"], rounds=1, games=40, seed=1, out=tmp_path / "ray", cluster=HERE)
    lettergame.ray.tournament(**options, keep_parts=True)
    shutil.rmtree(tmp_path / "ray")
    scores = next((tmp_path / "ray.parts").glob("0*/scores.csv"))
    rows = bytearray(scores.read_bytes())
    rows[-20] ^= 1
    scores.write_bytes(rows)
    with pytest.raises(lettergame.LettergameError, match=r"/0\d+-\d+ has changed since it was stored: .* with rehash=True$"):
        lettergame.ray.tournament(**options)
    lettergame.ray.tournament(**options, rehash=True)
    lettergame.tournament(**{**options, "cluster": None, "out": tmp_path / "one"})
    same_files(tmp_path / "one", tmp_path / "ray")
