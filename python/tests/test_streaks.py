"""Parts of a run with players that fail again and again: the bytes of the whole, in whatever order."""

import json
import pickle
import random
import sys

import pytest

import lettergame
from bots import FlakyOne, FlakyTwo
from conftest import same_files

SCHEDULES = {
    "free-for-all": dict(games=16),
    # FlakyTwo has no part in each third game: FlakyOne meets it, then zero, then the two others meet
    "round-robin": dict(games=6, schedule="round-robin", seats="fixed"),
}


def config_of(schedule, **options):
    return lettergame.Config(players=[FlakyOne, FlakyTwo, "zero"], rounds=1, seed=3, hidden=6,
                             **SCHEDULES[schedule], **options)


def in_order(monkeypatch, config):
    """The games of each player, in order, as it knows them: by its seed. (It has the same seeds where it sits
    in the same seat against another.)"""
    for flaky in (FlakyOne, FlakyTwo):
        monkeypatch.setattr(flaky, "fails", frozenset())
        monkeypatch.setattr(flaky, "told", [])
    lettergame.play_games(config, threads=1)
    return {flaky: list(dict.fromkeys(flaky.told)) for flaky in (FlakyOne, FlakyTwo)}


def failing(monkeypatch, games, chosen):
    """Lets players fail in the games with these places among their own."""
    for flaky, places in chosen.items():
        monkeypatch.setattr(flaky, "fails", frozenset(games[flaky][place] for place in places))


def walked(config, cuts, order):
    """The parts of a run that were played in some order from nothing, as far as they are right, or again."""
    ranges = list(zip(cuts, cuts[1:]))
    played = {place: lettergame.play_games(config, ranges[place][0], ranges[place][1] - ranges[place][0])
              for place in order}
    # what a driver keeps on a disk
    kept = {place: json.loads(json.dumps(part.conduct)) for place, part in played.items()}
    streaks, again = {}, []
    for place, (start, end) in enumerate(ranges):
        after = lettergame.carried(streaks, kept[place])
        if after is None:
            again.append((place, played[place].parts))
            played[place] = lettergame.play_games(config, start, end - start, streaks=streaks)
            after = played[place].streaks
            assert lettergame.carried(streaks, played[place].conduct) == after
        streaks = after
    return [played[place] for place in range(len(ranges))], again, streaks


def joined(parts):
    plain = [part.parts for part in parts]
    return [b"".join(files) for files in zip(*(files for files, _ in plain))], \
        b"".join(faults for _, faults in plain)


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("seed", range(3))
def test_the_walk_gives_the_bytes_of_the_whole_run(schedule, seed, monkeypatch):
    chance = random.Random(seed)
    config = config_of(schedule, record="plies")
    games = in_order(monkeypatch, config)
    chosen = {}
    for flaky, own in games.items():
        first = chance.randrange(len(own) - 4)
        likely = [place for place in range(len(own)) if chance.random() < 0.6]
        chosen[flaky] = {*range(first, first + 5), *likely}
    failing(monkeypatch, games, chosen)
    whole = lettergame.play_games(config)
    assert set(whole.benched) == {"FlakyOne", "FlakyTwo"}
    total = config.total
    several = [sorted(chance.sample(range(1, total), chance.randrange(2, 6))) for _ in range(6)]
    some_again, some_right = False, False
    for inner in [[cut] for cut in range(1, total)] + several + [list(range(1, total))]:
        cuts = [0, *inner, total]
        order = chance.sample(range(len(cuts) - 1), len(cuts) - 1)
        parts, again, streaks = walked(config, cuts, order)
        assert joined(parts) == joined([whole]), cuts
        assert streaks == whole.streaks
        for place, as_played in again:
            assert parts[place].parts != as_played, "nothing is played again in vain"
        some_again |= bool(again)
        some_right |= len(again) < len(parts) - 1
    assert some_again and some_right


def test_one_that_fails_from_a_game_on_is_asked_in_no_part_behind(monkeypatch):
    config = config_of("free-for-all")
    games = in_order(monkeypatch, config)
    failing(monkeypatch, games, {FlakyOne: range(3, 16)})
    whole = lettergame.play_games(config)
    assert whole.benched == {"FlakyOne": 8} and whole.streaks == {"FlakyOne": 5}
    for start in range(1, 16):
        true = max(0, min(start - 3, 5))
        part = lettergame.play_games(config, start, streaks={"FlakyOne": true, "FlakyTwo": 0})
        assert part.rows() == b"".join(whole.rows().splitlines(keepends=True)[3 * start:])
        assert part.leads == ({"FlakyOne": 5 - true} if start >= 3 and true < 5 else {})
        assert part.benched == {"FlakyOne": max(8, start)}
        conduct = part.conduct
        assert conduct["FlakyOne"]["before"] == true and conduct["FlakyOne"]["games"] == 16 - start
        assert "zero" not in conduct, "it is built in"
    # the number of games before is not said, so that it does not matter from where a part is played
    assert {fault.said for fault in part.faults} == {"benched after 5 games in a row in which its program failed"}
    assert lettergame.play_games(config, 9, streaks={"FlakyOne": 7}).rows() == \
        lettergame.play_games(config, 9, streaks={"FlakyOne": 5}).rows()


def test_streaks_go_on_over_a_part_without_the_player(monkeypatch):
    config = config_of("round-robin")
    games = in_order(monkeypatch, config)
    failing(monkeypatch, games, {FlakyTwo: range(1, 12)})
    first, middle, last = (lettergame.play_games(config, start, count) for start, count in [(0, 4), (4, 1), (5, 13)])
    assert middle.conduct["FlakyTwo"] == {"before": 0, "games": 0, "lead": 0, "streak": 0}
    streaks = lettergame.carried({}, first.conduct)
    assert streaks == first.streaks == {"FlakyTwo": 2}
    assert lettergame.carried(streaks, middle.conduct) == streaks
    assert lettergame.carried({"FlakyTwo": 5}, middle.conduct) == {"FlakyTwo": 5}
    assert lettergame.carried(streaks, last.conduct) is None
    assert lettergame.play_games(config, 4, 1, streaks=streaks).streaks == streaks


@pytest.mark.parametrize("record", ["games", "rounds", "plies"])
def test_parts_of_other_streaks_are_not_put_together(record, monkeypatch, tmp_path):
    config = config_of("free-for-all", record=record)
    games = in_order(monkeypatch, config)
    # not in all games behind: what is asked there need not fail
    failing(monkeypatch, games, {FlakyOne: [*range(2, 7), 9, 11]})
    whole = lettergame.tournament(config, out=tmp_path / "whole")
    first = lettergame.play_games(config, 0, 8)
    with pytest.raises(lettergame.LettergameError, match="game 8: player `FlakyOne` was asked, but by the games "
                       "before it is benched; play the part with this game again, from the `streaks`"):
        lettergame.assemble(config, [first, lettergame.play_games(config, 8)], tmp_path / "parts")
    assert not (tmp_path / "parts").exists()
    early = lettergame.play_games(config, 6, 2, streaks={"FlakyOne": 5})
    last = lettergame.play_games(config, 8, streaks=first.streaks)
    with pytest.raises(lettergame.LettergameError, match="game 6: player `FlakyOne` was taken for benched, but"):
        lettergame.assemble(config, [lettergame.play_games(config, 0, 6), early, last], tmp_path / "parts")
    made = lettergame.assemble(config, [first, last], tmp_path / "parts")
    same_files(tmp_path / "whole", tmp_path / "parts")
    assert made.conduct == whole.conduct and made.streaks == {"FlakyOne": 5}


def test_shards_are_merged_as_they_were_played(monkeypatch, run, tmp_path):
    config = config_of("free-for-all")
    games = in_order(monkeypatch, config)
    failing(monkeypatch, games, {FlakyOne: range(16)})
    shards = [lettergame.tournament(config, out=tmp_path / str(index), shard=f"{index}/2") for index in (1, 2)]
    told = run("merge", tmp_path / "1", tmp_path / "2", "--out", tmp_path / "merged")
    assert told.returncode == 0, told.stderr
    assert lettergame.resume(tmp_path / "merged", players=[FlakyOne, FlakyTwo]).rows() == \
        b"".join(shard.rows() for shard in shards)
    with pytest.raises(lettergame.LettergameError, match="game 8: player `FlakyOne` was asked"):
        lettergame.assemble(config, shards, tmp_path / "assembled")


@pytest.mark.skipif(sys.platform != "linux", reason="player programs are shut in on Linux")
def test_a_program_that_breaks_has_its_streaks_too(binary, monkeypatch):
    monkeypatch.setenv("LETTERGAME", binary)
    config = lettergame.Config(players=["cmd:false", "zero"], rounds=1, games=8, seed=3, sandbox="off")
    name = config.players[0]
    whole, first = lettergame.play_games(config), lettergame.play_games(config, 0, 3)
    assert whole.streaks == {name: 5} and first.streaks == {name: 3}
    for streaks, start in [(first.streaks, 3), ({name: 5}, 6)]:
        part = lettergame.play_games(config, start, streaks=streaks)
        assert part.rows() == b"".join(whole.rows().splitlines(keepends=True)[2 * start:])
        assert part.faults == [fault for fault in whole.faults if fault.game >= start]


def test_streaks_that_cannot_be_are_refused():
    config = config_of("free-for-all")
    for streaks, told in [
        ({"FlakyThree": 1}, "`FlakyThree` is not the name of a player that can fail; those are: FlakyOne, FlakyTwo"),
        ({"zero": 1}, "`zero` is not the name of a player that can fail"),
        ({"FlakyOne": -1}, "streaks .*-1.*they are failures in a row, from 0, by player"),
        ({"FlakyOne": 1.5}, "streaks .*1.5.*they are failures in a row, from 0, by player"),
        ({"FlakyOne": 4}, "`FlakyOne` cannot have failed in 4 games in a row before game 3"),
    ]:
        with pytest.raises(lettergame.LettergameError, match=told):
            lettergame.play_games(config, 3, 1, streaks=streaks)
    built_in = lettergame.Config(players=["zero", "random"], games=4, rounds=1, seed=1)
    with pytest.raises(lettergame.LettergameError, match="those are: none, all are built in"):
        lettergame.play_games(built_in, 3, 1, streaks={"zero": 1})
    part = lettergame.play_games(built_in, 3, 1, streaks={})
    assert part.conduct == {} and lettergame.carried({}, part.conduct) == {}


def test_conduct_is_plain_data_and_is_checked():
    conduct = lettergame.play_games(config_of("free-for-all"), 3, 2).conduct
    assert json.loads(json.dumps(conduct)) == pickle.loads(pickle.dumps(conduct)) == conduct
    assert type(conduct) is dict and type(conduct["FlakyOne"]) is dict
    with pytest.raises(lettergame.LettergameError, match="`FlakyThree` is not the name .* FlakyOne, FlakyTwo"):
        lettergame.carried({"FlakyThree": 1}, conduct)
    with pytest.raises(lettergame.LettergameError, match="missing field `games`.*give what Results.conduct was"):
        lettergame.carried({}, {"FlakyOne": {"before": 0}})
