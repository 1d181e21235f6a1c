"""The code that plays on many machines, without any machines: how games are dispatched, stored,
lost and joined."""

import json
import multiprocessing
import os
import pickle
import random
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import lettergame
from lettergame import _runs
from bots import FlakyOne, FlakyTwo, LetterValue, Raises
from conftest import needed, same_files

needed("ray")
from lettergame.ray import Cluster, _parts, _task  # noqa: E402
from lettergame.ray._driver import Driver  # noqa: E402
from lettergame.ray._engine import Lost, Played, Refused, pickled  # noqa: E402
from lettergame.ray._estimate import Model  # noqa: E402
from lettergame.ray._luggage import Luggage  # noqa: E402
from lettergame.ray._plan import PART_BYTES, Pace, Plan  # noqa: E402
from lettergame.ray._progress import duration, line  # noqa: E402
from lettergame.ray._worker import Job  # noqa: E402

FILES = "players"
CASE = dict(players=["letter-value", "random"], rounds=1, games=60, seed=4, record="rounds")


class LocalEngine:
    """Plays at once and in this process; `fate` decides what happens to a part instead."""

    def __init__(self, config, slots=3, fate=lambda games: None, chance=None, shared=None, part_format="csv"):
        self.job = pickled(Job(config.sent({}), shared, part_format=part_format))
        self.fate = fate
        self.chance = chance or random.Random(1)
        self.number = slots
        self.begun = []
        self.after = []
        self.stopped = []

    def slots(self):
        return self.number

    def begin(self, games, after):
        self.begun.append(games)
        self.after.append(after)
        return len(self.begun) - 1

    def ended(self, begun, seconds):
        return self.chance.sample(begun, self.chance.randint(1, len(begun)))

    def outcome(self, begun):
        games = self.begun[begun]
        other = self.fate(games)
        if other is not None:
            return other
        kind, found = _task.play_part(
            lettergame.__version__, self.job, games.start, games.stop, self.after[begun]
        )
        return Played(*found) if kind == "played" else Refused(found)

    def stop(self, begun):
        self.stopped += begun


def played(config, folder, engine, retries=3):
    """The parts of a run, as the driver yields them."""
    store = _parts.Store(folder)
    driver = Driver(store, lettergame.Stages(config), store.open(config, FILES), Pace(5.0), retries, config.block)
    try:
        parts = list(driver.play(lambda: engine, lambda *_: None))
    finally:
        store.close()
    ranges = [part.games for part in parts]
    assert [first.start for first in ranges] == [0, *(part.stop for part in ranges[:-1])], "in order"
    return parts, driver


def whole(config, folder, out):
    """The run joined from the parts in a folder."""
    store = _parts.Store(folder)
    parts = store.open(config, FILES)
    lettergame.assemble(config, map(store.rows, parts), out)
    store.close()


@pytest.mark.parametrize("seed", range(20))
def test_each_game_waits_once_or_is_handed_out_once(seed):
    chance = random.Random(seed)
    done = [range(5, 9), range(9, 30), range(70, 71)]
    plan = Plan(100, done)
    out, over = [], {game for games in done for game in games}
    while plan.waiting or out:
        if plan.waiting and chance.random() < 0.6:
            first = plan.first
            games = plan.take(chance.randint(1, 9))
            assert games.start == first and games
            assert not over.intersection(games)
            assert all(not set(games).intersection(other) for other in out)
            out.append(games)
        elif out:
            games = out.pop(chance.randrange(len(out)))
            if chance.random() < 0.5:
                plan.give_back(games)
            else:
                over.update(games)
        assert plan.waiting == 100 - len(over) - sum(map(len, out))
    assert over == set(range(100))


def test_parts_grow_to_some_seconds_and_shrink_towards_the_end():
    pace = Pace(5.0)
    assert pace.size(10**6, 4) == 16
    pace.note(16, 0.01, 1600)
    assert pace.size(10**6, 4) == 8 * 16, "eight times the largest before"
    for games in (128, 1024, 8192):
        pace.note(games, games / 1600, games * 100)
    assert pace.size(10**6, 4) == 8000, "five seconds"
    assert pace.size(16_000, 4) == 2000, "half of a worker's share"
    assert pace.size(8, 4) == 400, "but a quarter of a second"
    assert pace.size(10**9, 1000) == 20 * 1600, "twenty seconds where many play"
    pace.note(8000, 5.0, 8000 * PART_BYTES // 100)
    assert pace.size(10**9, 4) == 100, "no more bytes than can be kept"
    pace.shrink(50)
    assert pace.size(10**9, 4) == 25
    pace.note(25, 0.01, 1)
    assert pace.size(10**9, 4) == 25, "once too large, always too large"


def test_few_parts_are_dispatched_while_they_are_too_small_for_many_slots():
    pace = Pace(5.0)
    assert pace.at_once(4000) == 64
    for games, at_once in ((16, 64), (128, 64), (1024, 256), (8192, 2048), (65_536, 4000)):
        pace.note(games, games / 1600, games)
        pace.size(10**9, 4000)
        assert pace.at_once(4000) == at_once
    assert pace.size(10**6, 4000) < 8192 and pace.at_once(4000) == 4000, "not at the end"
    slow = Pace(5.0)
    slow.note(16, 1.3, 2000)
    slow.size(10**9, 4000)
    assert 500 < slow.at_once(4000) < 600 and slow.at_once(8) == 8


def test_a_run_in_parts_matches_one_on_a_single_machine(run, tmp_path):
    arguments = ["--players", "letter-value,random", "--rounds", 1, "--games", 60, "--seed", 4]
    told = run("tournament", *arguments, "--record", "rounds", "--quiet", "--out", tmp_path / "cli")
    assert told.returncode == 0, told.stderr
    config = lettergame.Config(**CASE)
    parts, driver = played(config, tmp_path / "parts", LocalEngine(config))
    assert driver.done == 60 and len(parts) > 2
    whole(config, tmp_path / "parts", tmp_path / "out")
    same_files(tmp_path / "cli", tmp_path / "out")
    # each part is valid CSV on its own
    part = next((tmp_path / "parts").glob("0*"))
    assert (part / "scores.csv").read_text().startswith("game,deal,")


@pytest.mark.parametrize("seed", range(6))
def test_lost_games_are_played_again(seed, tmp_path):
    chance = random.Random(seed)

    def fate(games):
        gone = len(engine.begun) <= 6 or chance.random() < 0.4
        return Lost("the node is gone", for_memory=chance.random() < 0.5) if gone else None

    config = lettergame.Config(**CASE)
    engine = LocalEngine(config, fate=fate, chance=chance)
    _, driver = played(config, tmp_path / "parts", engine, 99)
    assert driver.lost > 0
    whole(config, tmp_path / "parts", tmp_path / "out")
    lettergame.tournament(config, out=tmp_path / "one")
    same_files(tmp_path / "one", tmp_path / "out")


@pytest.mark.parametrize("seed", range(5))
def test_repeated_failures_bench_as_on_a_single_machine(seed, tmp_path, monkeypatch):
    """Whatever the order in which parts end, and however a driver is interrupted."""
    options = dict(players=[FlakyOne, FlakyTwo, "zero"], rounds=1, games=620, seed=3, hidden=6)
    config = lettergame.Config(**options, record="plies")
    for flaky in (FlakyOne, FlakyTwo):
        monkeypatch.setattr(flaky, "told", [])
    lettergame.play_games(config, threads=1)
    seeds, others = list(dict.fromkeys(FlakyOne.told)), list(dict.fromkeys(FlakyTwo.told))
    chance = random.Random(seed)
    first, second = chance.randrange(20, 40), chance.randrange(60, 80)
    monkeypatch.setattr(FlakyOne, "fails", frozenset(seeds[first : first + 6] + seeds[90:92]))
    monkeypatch.setattr(FlakyTwo, "fails", frozenset(others[second : second + 4] + others[-3:]))
    ended = []

    def fate(games):
        ended.append(games)
        if len(ended) == 4:
            raise KeyboardInterrupt
        return Lost("gone", False) if chance.random() < 0.2 else None

    with pytest.raises(KeyboardInterrupt):
        played(config, tmp_path / "parts", LocalEngine(config, 6, fate, chance), 99)
    _, driver = played(config, tmp_path / "parts", LocalEngine(config, 6, fate, chance), 99)
    assert driver.done == 620
    whole(config, tmp_path / "parts", tmp_path / "out")
    results = lettergame.tournament(config, out=tmp_path / "one", threads=1)
    assert results.benched["FlakyOne"] in range(620)
    same_files(tmp_path / "one", tmp_path / "out")


def kept(config, folder, out):
    """The run in parts, around the parts in a folder."""
    store = _parts.Store(folder)
    (out / "parts").mkdir(parents=True)
    for part in store.open(config, FILES):
        store.link(part, out / "parts")
    store.close()
    return _runs.keep_parts(config, out)


@pytest.mark.parametrize("part_format", ["csv", "parquet"])
def test_parts_are_the_final_form_of_a_run(run, tmp_path, part_format):
    config = lettergame.Config(**CASE)
    parts, _ = played(config, tmp_path / "parts", LocalEngine(config, part_format=part_format))
    assert {part.format for part in parts} == {part_format}
    results = kept(config, tmp_path / "parts", tmp_path / "out")
    one = lettergame.tournament(config, out=tmp_path / "one")
    assert results.standings.csv == one.standings.csv
    for name in ("scores", "rounds"):
        assert results.rows(name) == one.rows(name)
        assert results.table_or_none(name).to_arrow() == one.table_or_none(name).to_arrow()
    assert len(list((tmp_path / "out/parts").iterdir())) == len(parts) > 2
    assert not (tmp_path / "out/scores.csv").exists()
    for command in (["verify", "--quiet", "--replay"], ["resume", "--quiet"], ["report"]):
        told = run(command[0], tmp_path / "out", *command[1:])
        assert told.returncode == 0, told.stderr + told.stdout
    told = run("merge", tmp_path / "out", "--out", tmp_path / "joined")
    assert told.returncode == 0, told.stderr
    same_files(tmp_path / "one", tmp_path / "joined")


def test_players_that_fail_are_benched_in_runs_in_parts(run, tmp_path):
    config = lettergame.Config(players=[Raises, "random"], rounds=1, games=300, seed=3)
    played(config, tmp_path / "parts", LocalEngine(config))
    results = kept(config, tmp_path / "parts", tmp_path / "out")
    one = lettergame.tournament(config, out=tmp_path / "one")
    assert results.benched == one.benched and results.benched
    assert results.faults and len(results.faults) == len(one.faults)
    assert results.standings.csv == one.standings.csv
    assert run("verify", tmp_path / "out", "--quiet").returncode == 0


def test_parts_that_do_not_make_a_run_are_refused(tmp_path):
    config = lettergame.Config(**CASE)
    parts, _ = played(config, tmp_path / "parts", LocalEngine(config))
    name = parts[1].name
    tally = tmp_path / "parts" / name / "tally.json"
    content = tally.read_bytes()
    tally.write_bytes(content.replace(b'"games":', b'"games": ', 1))
    with pytest.raises(lettergame.LettergameError, match="tally.json is not as it was written"):
        _runs.keep_parts(config, store_as(tmp_path / "out", tmp_path / "parts"))
    tally.write_bytes(content)
    out = store_as(tmp_path / "out", tmp_path / "parts")
    shutil.rmtree(out / "parts" / name)
    with pytest.raises(lettergame.LettergameError, match="the parts have no games"):
        _runs.keep_parts(config, out)


def store_as(out, parts):
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(parts, out / "parts", ignore=shutil.ignore_patterns("job.json", "lock"))
    return out


def test_the_work_of_the_driver_does_not_grow_with_the_parts_that_are_done():
    """Counted in operations on ranges, not in time."""

    class Counted(list):
        touched = 0

        def __iter__(self):
            Counted.touched += len(self)
            return super().__iter__()

    plan = Plan(1_000_000, [range(start, start + 5) for start in range(0, 500_000, 10)])
    plan._open = Counted(plan._open)
    for _ in range(1000):
        plan.give_back(plan.take(3))
        assert plan.waiting == 750_000
    assert Counted.touched == 0


def test_a_restart_reads_only_the_marks_of_parts(tmp_path, monkeypatch):
    config = lettergame.Config(**CASE)
    parts, _ = played(config, tmp_path / "parts", LocalEngine(config))
    read = []
    whole = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: read.append(path) or whole(path))
    store = _parts.Store(tmp_path / "parts")
    assert store.open(config, FILES) == parts
    assert {path.name for path in read} == {"job.json", "part.json"}
    store.close()
    # one bit of a row
    scores = tmp_path / "parts" / parts[0].name / "scores.csv"
    content = bytearray(whole(scores))
    content[-5] ^= 1
    scores.write_bytes(content)
    for rehash, found in ((False, parts), (True, parts[1:])):
        store = _parts.Store(tmp_path / "parts")
        assert store.open(config, FILES, rehash) == found
        store.close()


def test_a_game_that_kills_its_worker_is_found_and_named(tmp_path):
    config = lettergame.Config(**CASE)
    engine = LocalEngine(config, fate=lambda games: Lost("died", False) if 41 in games else None)
    with pytest.raises(lettergame.LettergameError, match="game 41 was lost with its worker 3 times, the last time: died"):
        played(config, tmp_path / "parts", engine, retries=2)
    assert sum(games == range(41, 42) for games in engine.begun) == 3
    # all others are kept, and not played again
    store = _parts.Store(tmp_path / "parts")
    kept = sum(len(part.games) for part in store.open(config, FILES))
    store.close()
    again = LocalEngine(config)
    _, driver = played(config, tmp_path / "parts", again)
    assert kept > 0 and sum(len(games) for games in again.begun) == 60 - kept
    assert driver.done == 60


def test_parts_too_large_for_a_machine_are_shrunk(tmp_path):
    config = lettergame.Config(**CASE)
    engine = LocalEngine(config, fate=lambda games: Lost("oom", True) if len(games) > 4 else None)
    parts, _ = played(config, tmp_path / "parts", engine)
    assert sum(len(part.games) for part in parts) == 60
    assert all(len(part.games) <= 4 for part in parts)
    engine = LocalEngine(config, fate=lambda games: Lost("oom", True))
    with pytest.raises(lettergame.LettergameError, match="more memory"):
        played(config, tmp_path / "none", engine)


def test_a_refused_part_ends_the_run(tmp_path):
    config = lettergame.Config(**CASE)
    engine = LocalEngine(config, fate=lambda games: Refused("machine x lacks words.txt"))
    with pytest.raises(lettergame.LettergameError, match="machine x lacks words.txt"):
        played(config, tmp_path / "parts", engine)
    assert engine.stopped, "the others are told to stop"


def test_an_interrupted_driver_resumes(tmp_path):
    config = lettergame.Config(**CASE)
    ended = []

    def fate(games):
        ended.append(games)
        if len(ended) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        played(config, tmp_path / "parts", LocalEngine(config, fate=fate))
    # what a killed driver leaves behind: half a part, and one with damaged bytes
    half = tmp_path / "parts/.000000000040-000000000050.abc"
    half.mkdir()
    (half / "scores.csv").write_text("game,de")
    kept = sorted((tmp_path / "parts").glob("0*"))
    (kept[0] / "scores.csv").write_text("game,deal\n")
    again = LocalEngine(config)
    _, driver = played(config, tmp_path / "parts", again)
    assert sum(len(games) for games in again.begun) < 60
    assert not half.exists()
    whole(config, tmp_path / "parts", tmp_path / "out")
    lettergame.tournament(config, out=tmp_path / "one")
    same_files(tmp_path / "one", tmp_path / "out")


def stored(start, end, files, **about):
    digests, sizes = _parts.fingerprints(files), _parts.sizes(files)
    return _parts.Part(start, end, digests, sizes, blocks={}, check="", **about)


def test_a_part_replaces_the_same_games(tmp_path):
    """Whatever an earlier worker left of the same games: each part is stored once and complete."""
    config = lettergame.Config(**CASE)
    store = _parts.Store(tmp_path / "parts")
    store.open(config, FILES)
    about = dict(seconds=1.0, host="here")
    for content in (b"one", b"another"):
        files = {"scores.csv": b"header\n" + content, "faults.jsonl": b""}
        store.write(stored(0, 5, files, **about), files)
    overlapping = {"scores.csv": b"header\nlate", "faults.jsonl": b""}
    store.write(stored(3, 8, overlapping, **about), overlapping)
    store.close()
    (part,) = _parts.Store(tmp_path / "parts").open(config, FILES)
    assert part.games == range(5)
    assert store.rows(part) == ([b"another"], b"", b"")
    assert sorted(path.name for path in store.folder.iterdir()) == [part.name, "job.json", "lock"]


def test_a_folder_with_unrelated_files_is_refused(tmp_path):
    config = lettergame.Config(**CASE)
    taken = tmp_path / "taken"
    taken.mkdir()
    (taken / "thesis.tex").write_text("")
    with pytest.raises(lettergame.LettergameError, match="do not belong to parts"):
        _parts.Store(taken).open(config, FILES)
    assert [path.name for path in taken.iterdir()] == ["thesis.tex"]
    store = _parts.Store(tmp_path / "parts")
    store.open(config, FILES)
    with pytest.raises(lettergame.LettergameError, match="another process is playing"):
        _parts.Store(tmp_path / "parts").open(config, FILES)
    store.close()
    with pytest.raises(lettergame.LettergameError, match="parts of another run"):
        _parts.Store(tmp_path / "parts").open(lettergame.Config(**{**CASE, "seed": 5}), FILES)
    job = tmp_path / "parts/job.json"
    job.write_text(json.dumps({**json.loads(job.read_text()), "version": "0.0.1"}))
    with pytest.raises(lettergame.LettergameError, match="started with lettergame 0.0.1"):
        _parts.Store(tmp_path / "parts").open(config, FILES)
    job.write_text(json.dumps({**json.loads(job.read_text()), "version": lettergame.__version__}))
    with pytest.raises(lettergame.LettergameError, match="other files of players"):
        _parts.Store(tmp_path / "parts").open(config, "others")
    job.write_text("{")
    with pytest.raises(lettergame.LettergameError, match="damaged"):
        _parts.Store(tmp_path / "parts").open(config, FILES)
    (tmp_path / "file").write_text("")
    with pytest.raises(lettergame.LettergameError, match="cannot make the folder"):
        _parts.Store(tmp_path / "file/parts").open(config, FILES)


@pytest.mark.parametrize("looks_first", ["job", "_holds_others"])
def test_a_driver_that_starts_at_the_same_time_is_no_unrelated_file(tmp_path, monkeypatch, looks_first):
    config = lettergame.Config(**CASE)
    first, second = (_parts.Store(tmp_path / "parts") for _ in range(2))
    looks = getattr(second, looks_first)

    def looks_before_the_first_writes():
        found = looks()
        if first._lock is None:
            first.open(config, FILES)
            (first.folder / ".job.json").write_text("{")
        return found

    monkeypatch.setattr(second, looks_first, looks_before_the_first_writes)
    with pytest.raises(lettergame.LettergameError, match="another process is playing"):
        second.open(config, FILES)


def test_a_part_that_cannot_be_written_is_an_error(tmp_path):
    config = lettergame.Config(**CASE)
    store = _parts.Store(tmp_path / "parts")
    store.open(config, FILES)
    part = _parts.Part(0, 5, {}, {}, {}, "", 1.0, "here")
    with pytest.raises(lettergame.LettergameError, match="000000000005: No such file or directory"):
        _parts.write(tmp_path / "gone", part, {})
    # several at once, as from orphans of a dead driver and its successor: one remains
    with ThreadPoolExecutor(16) as threads:
        list(threads.map(lambda _: store.write(part, {"scores.csv": b"x"}), range(200)))
    names = sorted(path.name for path in store.folder.iterdir() if not path.name.startswith("."))
    assert names == [part.name, "job.json", "lock"]
    assert (store.folder / part.name / "part.json").exists()


def test_a_worker_names_its_problems(monkeypatch, tmp_path):
    config = lettergame.Config(**CASE)
    job = pickled(Job(config.sent({}), None))
    kind, text = _task.play_part("9.9.9", job, 0, 1)
    assert kind == "refused"
    assert f"has lettergame {lettergame.__version__}, not 9.9.9" in text and "--wheel" in text
    # a folder that only the driver can see
    far = pickled(Job(config.sent({}), str(tmp_path / "nowhere")))
    kind, text = _task.play_part(lettergame.__version__, far, 0, 1)
    assert kind == "refused" and "nowhere" in text and "--shared" in text
    # a missing word list
    words = tmp_path / "words.txt"
    words.write_text("TEA\nEAT\n")
    listed = pickled(Job(lettergame.Config(**CASE, lexicon=words).sent({}), None))
    words.unlink()
    kind, text = _task.play_part(lettergame.__version__, listed, 0, 1)
    assert kind == "refused" and f"cannot read {words}" in text and "machine " in text
    # without the package: the task travels by value
    from ray import cloudpickle

    cloudpickle.register_pickle_by_value(_task)
    task = cloudpickle.loads(cloudpickle.dumps(_task.play_part))
    monkeypatch.setitem(sys.modules, "lettergame", None)
    kind, text = task("9.9.9", job, 0, 1)
    assert kind == "refused" and "cannot import lettergame" in text


def elsewhere(folder, job, answer):
    """Plays in another process, whose current directory contains only the files sent with the
    job."""
    os.chdir(folder)
    sys.path.insert(0, "")
    sys.modules.pop("bots", None)
    told = _task.play_part(lettergame.__version__, job, 0, 12)
    # as Ray pickles it
    answer.put(pickle.dumps(told, protocol=5))


def play_elsewhere(folder, job):
    process = multiprocessing.get_context("spawn")
    answer = process.Queue()
    worker = process.Process(target=elsewhere, args=(folder, job, answer))
    worker.start()
    told = answer.get(timeout=120)
    worker.join()
    return pickle.loads(told)


def test_files_named_by_the_config_travel(binary, tmp_path, monkeypatch):
    """Word list, module, programs, classes: the originals may be gone."""
    sdk = lettergame_root() / "sdk"
    home = tmp_path / "home"
    (home / "bots").mkdir(parents=True)
    (home / "bots/player.py").write_text((sdk / "python/letter_value.py").read_text())
    for helper in (sdk / "python").glob("lettergame_player.py"):
        (home / "bots" / helper.name).write_text(helper.read_text())
    (home / "value.wasm").write_bytes((sdk / "wasm/letter_value.wasm").read_bytes())
    (home / "words.txt").write_text("".join(f"{word}\n" for word in lettergame.Lexicon().words(5)))
    (home / "mine_in_file.py").write_text(
        "import lettergame\nclass Four(lettergame.Player):\n    def bid(self, view):\n        return 4\n"
    )
    (home / "config.toml").write_text(
        'players = ["wasm:value.wasm", "random"]\nlexicon = "words.txt"\ngames = 3\nseed = 1\n'
        'schedule = "round-robin"\n[rules]\nrounds = 1\n'
        '[[player]]\nname = "program"\ncommand = "python3 player.py"\ncwd = "bots"\n'
        '[[player]]\nname = "four"\nclass = "mine_in_file:Four"\n'
    )
    monkeypatch.setenv("LETTERGAME", binary)
    monkeypatch.syspath_prepend(home)
    config = lettergame.Config(home / "config.toml", allow_read=[home / "words.txt"])
    wanted = lettergame.play_games(config, 0, 12)
    luggage = Luggage.pack(config, tmp_path / "luggage")
    job = pickled(Job(config.sent(luggage.places), None))
    home.rename(tmp_path / "moved")
    kind, found = play_elsewhere(luggage.folder, job)
    assert kind == "played", found
    assert found[1]["scores.csv"] == wanted.scores.csv
    assert wanted.faults == []
    # without its files the worker reports what is missing
    (tmp_path / "empty").mkdir()
    kind, text = play_elsewhere(tmp_path / "empty", job)
    assert kind == "refused" and "words.txt" in text, text


def lettergame_root():
    from conftest import ROOT

    return ROOT


def test_classes_travel_from_where_they_are(tmp_path):
    config = lettergame.Config(players=[LetterValue, Raises, "random"], games=12, rounds=1, seed=2)
    wanted = lettergame.play_games(config, 0, 12)
    luggage = Luggage.pack(config, tmp_path / "luggage")
    assert (luggage.folder / "bots.py").exists()
    kind, (part, files) = play_elsewhere(
        luggage.folder, pickled(Job(config.sent(luggage.places), None))
    )
    assert kind == "played"
    assert files["scores.csv"] == wanted.scores.csv
    faults = [json.loads(fault) for fault in files["faults.jsonl"].splitlines()]
    assert any("lost my head" in fault["said"] for fault in faults), "the traceback travels back"


def faults_in(lines):
    """Faults without the checksums that they have in a folder."""
    faults = [json.loads(line) for line in lines.splitlines()]
    return [{key: value for key, value in fault.items() if key != "check"} for fault in faults]


def test_a_class_brings_its_neighbouring_files(tmp_path, monkeypatch):
    home = tmp_path / "home"
    (home / "helpers").mkdir(parents=True)
    (home / "data").mkdir()
    (home / "helpers/__init__.py").write_text("BID = 3\n")
    (home / "bid.txt").write_text("4")
    (home / "with_helpers.py").write_text(
        "from pathlib import Path\nimport lettergame, helpers\n"
        "class Helped(lettergame.Player):\n    def bid(self, view):\n"
        "        if view.letter == 'E':\n            raise ValueError('E')\n"
        "        return helpers.BID + int(Path(__file__).with_name('bid.txt').read_text())\n"
    )
    monkeypatch.syspath_prepend(home)
    config = lettergame.Config(
        'players = ["random"]\ngames = 12\nseed = 1\n[rules]\nrounds = 1\n'
        '[[player]]\nname = "helped"\nclass = "with_helpers:Helped"\n'
    )
    wanted = lettergame.play_games(config, 0, 12)
    luggage = Luggage.pack(config, tmp_path / "luggage")
    assert not (luggage.folder / "data").exists()
    before = luggage.fingerprint(config)
    job = pickled(Job(config.sent(luggage.places), None, luggage.sources))
    home.rename(tmp_path / "moved")
    kind, (_, files) = play_elsewhere(luggage.folder, job)
    assert kind == "played" and files["scores.csv"] == wanted.scores.csv
    # the traceback names the file as it would on one machine
    assert faults_in(files["faults.jsonl"]) == faults_in(wanted.parts[1])
    assert str(home).encode() in wanted.parts[1]
    (luggage.folder / "bid.txt").write_text("5")
    assert luggage.fingerprint(config) != before


def test_a_user_folder_travels_unchanged(tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    (home / "words.txt").write_text("TEA\nEAT\nRETAINS\n")
    (tmp_path / "other.txt").write_text("TEA\nEAT\nRETAINS\n")
    config = lettergame.Config(**CASE, lexicon=home / "words.txt")
    assert Luggage.of_folder(config, home).places == {home / "words.txt": Path("words.txt")}
    outside = lettergame.Config(**CASE, lexicon=tmp_path / "other.txt")
    assert Luggage.of_folder(outside, home).places == {}
    with pytest.raises(lettergame.LettergameError, match="is not a folder"):
        Luggage.of_folder(config, home / "none")


def test_oversized_folders_do_not_travel(tmp_path, monkeypatch):
    monkeypatch.setattr("lettergame.ray._luggage._MOST", 1000)
    words = tmp_path / "words.txt"
    words.write_text("".join(f"{word}\n" for word in lettergame.Lexicon().words(3)))
    with pytest.raises(lettergame.LettergameError, match="words.txt.*would be copied"):
        Luggage.pack(lettergame.Config(**CASE, lexicon=words), tmp_path / "luggage")


def test_a_run_that_needs_nothing_sends_nothing(tmp_path):
    assert Luggage.pack(lettergame.Config(**CASE), tmp_path / "luggage").empty


@pytest.mark.parametrize(
    "wrong",
    [dict(workers=0), dict(part_seconds=0), dict(part_seconds=float("nan")), dict(retries=-1), dict(memory="x")],
    ids=str,
)
def test_an_impossible_cluster_is_refused(wrong):
    with pytest.raises(lettergame.LettergameError, match=rf"(for `|^){next(iter(wrong))}\b.* expected"):
        Cluster(**wrong)


def test_progress_is_reported_on_one_line():
    told = line(250_000, 10_000_000, 41_234.4, 236.4, 8, 0)
    assert told == "  2 % · 250,000 of 10,000,000 games · 41,234 games/s · 8 at once · 4 min left"
    assert line(5, 10, 1.0, None, 2, 3).endswith("2 at once · 3 lost and played again")
    assert [duration(seconds) for seconds in (0.2, 99, 130, 7800)] == ["0 s", "99 s", "2 min", "2 h 10 min"]


def test_the_model_predicts_where_more_cores_stop_helping():
    model = Model(games=10**7, per_game=1e-4, game_bytes=100.0, per_part=1e-3, per_byte=1e-9,
                  join_per_byte=1e-8, start=4.0, part_seconds=5.0,
                  machines=1)
    # 1000 core seconds, a gigabyte: 200 parts of 1 ms and 1 s to receive, 10 s to join
    assert (model.parts(1), model.parts(1000)) == (200, 50), "with many cores a part takes 20 s"
    assert model.driver(1) == pytest.approx(1.2)
    assert model.seconds(1) == pytest.approx(4 + 1000.25 + 10)
    assert model.seconds(1000) == pytest.approx(4 + 1 + 1 + 10)
    assert model.seconds(100_000) == pytest.approx(4 + 1 + 10, rel=0.01)
    assert (model.limit(1), model.limit(1000)) == ("games", "joining")
    assert model.efficiency(1) > 0.98 > model.efficiency(100) > model.efficiency(1000)
    assert model.efficiency(model.useful) >= 0.5 > model.efficiency(model.useful + 1)
    table = model.table([1, 1000])
    assert f"{model.useful:,} cores and fewer" in table and "a network" in table


@pytest.mark.parametrize(("form", "said"), [
    (dict(part_format="parquet"), "pass parts=True"),
    (dict(part_format="arrow", parts=True), "expected csv or parquet"),
])
def test_the_format_is_that_of_a_run_in_parts(tmp_path, form, said):
    with pytest.raises(lettergame.LettergameError, match=said):
        lettergame.ray.tournament(**CASE, out=tmp_path / "out", **form)


def test_a_run_is_resumed_with_the_format_of_its_parts(tmp_path):
    config = lettergame.Config(**CASE)
    files = Luggage.pack(config, tmp_path / "files").fingerprint(config)
    store = _parts.Store(tmp_path / "out.parts")
    driver = Driver(store, lettergame.Stages(config), store.open(config, files), Pace(5.0), 3, config.block)
    list(driver.play(lambda: LocalEngine(config, part_format="parquet"), lambda *_: None))
    store.close()
    with pytest.raises(lettergame.LettergameError, match="parts in another format than csv"):
        lettergame.ray.tournament(config, out=tmp_path / "out")
    results = lettergame.ray.tournament(config, out=tmp_path / "out", parts=True, part_format="parquet")
    one = lettergame.tournament(config, out=tmp_path / "one", part_games=100, part_format="parquet")
    assert results.rows("scores") == one.rows("scores")
    assert '"format": "parquet"' in (tmp_path / "out/manifest.json").read_text("utf-8")
