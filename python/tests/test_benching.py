"""Players that fail repeatedly: benched by blocks of games, so that any part equals that of the
whole."""

import random
import sys

import pytest

import lettergame
from bots import FlakyOne, FlakyTwo
from conftest import FAILS, same_files

SCHEDULES = {
    "free-for-all": dict(games=230),
    # each player takes part in two games out of three
    "round-robin": dict(games=120, schedule="round-robin", seats="fixed"),
}


def config_of(schedule, **options):
    return lettergame.Config(players=[FlakyOne, FlakyTwo, "zero"], rounds=1, seed=3, hidden=6,
                             **SCHEDULES[schedule], **options)


def in_order(monkeypatch, config):
    """The games of each player, in order, identified by its seed."""
    for flaky in (FlakyOne, FlakyTwo):
        monkeypatch.setattr(flaky, "fails", frozenset())
        monkeypatch.setattr(flaky, "told", [])
    lettergame.play_games(config, threads=1)
    return {flaky: list(dict.fromkeys(flaky.told)) for flaky in (FlakyOne, FlakyTwo)}


def failing(monkeypatch, games, chosen):
    """Makes players fail in the games at these positions among their own."""
    for flaky, places in chosen.items():
        monkeypatch.setattr(flaky, "fails", frozenset(games[flaky][place] for place in places))


def joined(parts):
    plain = [part.parts for part in parts]
    return [b"".join(files) for files in zip(*(files for files, *_ in plain))], \
        b"".join(faults for _, faults, _ in plain)


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("seed", range(3))
def test_parts_give_the_same_bytes_as_the_whole_run(schedule, seed, monkeypatch, tmp_path):
    chance = random.Random(seed)
    config = config_of(schedule, record="plies")
    games = in_order(monkeypatch, config)
    chosen = {}
    for flaky, own in games.items():
        first = chance.randrange(len(own) - 4)
        likely = [place for place in range(len(own)) if chance.random() < 0.6]
        chosen[flaky] = {*range(first, first + 5), *likely}
    failing(monkeypatch, games, chosen)
    whole = lettergame.play_games(config, threads=1)
    assert set(whole.benched) == {"FlakyOne", "FlakyTwo"}
    total = config.total
    for count in (1, 2, 5):
        cuts = [0, *sorted(chance.sample(range(1, total), count)), total]
        ranges = list(zip(cuts, cuts[1:]))
        played = {start: lettergame.play_games(config, start, end - start, threads=2)
                  for start, end in chance.sample(ranges, len(ranges))}
        parts = [played[start] for start, _ in ranges]
        assert joined(parts) == joined([whole]), cuts
    made = lettergame.assemble(config, parts, tmp_path / "parts")
    lettergame.tournament(config, out=tmp_path / "whole")
    same_files(tmp_path / "whole", tmp_path / "parts")
    assert made.benched == whole.benched


def test_a_block_starts_from_scratch(monkeypatch):
    config = config_of("free-for-all")
    assert config.block == 100
    games = in_order(monkeypatch, config)
    failing(monkeypatch, games, {FlakyOne: range(97, 230)})
    results = lettergame.play_games(config)
    assert results.benched == {"FlakyOne": 105}, "three failures before game 100 do not count"
    of = {fault.game: fault for fault in results.faults}
    assert [game for game in range(97, 230) if of[game].fault != "benched"] == [97, 98, 99, *range(100, 105), *range(200, 205)]
    assert {fault.said for fault in results.faults if fault.fault == "benched"} == {
        "benched after 5 games in a row in which its program failed"}
    # two of three players sit at each table of a round-robin, so 200 games contain a hundred games
    # of each
    assert config_of("round-robin").block == 200
    assert lettergame.Config(players=["zero", "random"], games=4, rounds=1, seed=1).block == 1


def test_shards_start_at_blocks_and_match_the_whole_run(monkeypatch, run, tmp_path):
    config = config_of("free-for-all")
    games = in_order(monkeypatch, config)
    failing(monkeypatch, games, {FlakyOne: range(230)})
    shards = [lettergame.tournament(config, out=tmp_path / str(index), shard=f"{index}/2") for index in (1, 2)]
    assert [len(shard.rows().splitlines()) for shard in shards] == [300, 390]
    told = run("merge", tmp_path / "1", tmp_path / "2", "--out", tmp_path / "merged")
    assert told.returncode == 4 and "FlakyOne: benched from game" in told.stderr, told.stderr
    lettergame.tournament(config, out=tmp_path / "whole")
    same_files(tmp_path / "whole", tmp_path / "merged")
    lettergame.assemble(config, shards, tmp_path / "assembled")
    same_files(tmp_path / "whole", tmp_path / "assembled")


@pytest.mark.parametrize("record", ["games", "rounds", "plies"])
def test_rows_of_different_runs_are_not_joined(record, monkeypatch, tmp_path):
    config = config_of("free-for-all", record=record)
    games = in_order(monkeypatch, config)
    first = lettergame.play_games(config, 0, 8)
    failing(monkeypatch, games, {FlakyOne: [*range(2, 7), 9, 11]})
    last = lettergame.play_games(config, 8)
    with pytest.raises(lettergame.LettergameError, match="game 8: player `FlakyOne` was benched, against the games "
                       "of its block before it; play the part with this game again"):
        lettergame.assemble(config, [first, last], tmp_path / "parts")
    assert not (tmp_path / "parts").exists()
    first = lettergame.play_games(config, 0, 8)
    failing(monkeypatch, games, {FlakyOne: [9, 11]})
    with pytest.raises(lettergame.LettergameError, match="game 8: player `FlakyOne` was asked, against"):
        lettergame.assemble(config, [first, lettergame.play_games(config, 8)], tmp_path / "parts")
    assert not (tmp_path / "parts").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="player programs are shut in on Linux")
def test_a_program_that_breaks_is_benched_too(binary, monkeypatch):
    monkeypatch.setenv("LETTERGAME", binary)
    config = lettergame.Config(players=[FAILS, "zero"], rounds=1, games=8, seed=3, sandbox="off")
    whole = lettergame.play_games(config)
    assert whole.benched == {config.players[0]: 5}
    for start in (3, 6):
        part = lettergame.play_games(config, start)
        assert part.rows() == b"".join(whole.rows().splitlines(keepends=True)[2 * start:])
        assert part.faults == [fault for fault in whole.faults if fault.game >= start]


@pytest.mark.skipif(sys.platform != "linux", reason="player programs are shut in on Linux")
def test_a_program_that_does_not_say_hello_stops_a_run(binary, monkeypatch, tmp_path):
    monkeypatch.setenv("LETTERGAME", binary)
    config = lettergame.Config(players=["cmd:false", "zero"], rounds=1, games=8, seed=3)
    with pytest.raises(lettergame.LettergameError, match="no game was played"):
        lettergame.play_games(config)
    with pytest.raises(lettergame.LettergameError, match="no game was played"):
        lettergame.tournament(config, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()
