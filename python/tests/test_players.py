"""Players that are Python classes."""

import json
import sys
from pathlib import Path

import pytest

import lettergame
from bots import Broken, Chance, LetterValue, Mute, Passer, Raises, Recorder, Rotator
from conftest import same_files

SHORT = dict(rounds=2, games=10, seed=7)


def scores_of(results, player):
    lines = results.scores.csv.decode().splitlines()[1:]
    return [line.split(",")[6:] for line in lines if line.split(",")[5] == player]


def test_a_class_plays_as_the_built_in_player_does():
    built_in = lettergame.tournament(players=["letter-value", "random"], **SHORT)
    own = lettergame.tournament(players=[LetterValue, "random"], **SHORT)
    assert own.scores.csv == built_in.scores.csv.replace(b"letter-value", b"LetterValue")
    assert own.faults == [] and own.benched == {}


@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_config_gives_the_same_games(threads):
    wanted = lettergame.tournament(players=[Chance, Chance, "random"], threads=1, **SHORT)
    again = lettergame.tournament(players=[Chance, Chance, "random"], threads=threads, **SHORT)
    assert again.scores.csv == wanted.scores.csv
    assert b"Chance#2" in wanted.scores.csv
    part = lettergame.play_games(start=2, count=5, players=[Chance, Chance, "random"], **SHORT)
    assert part.rows() in wanted.scores.csv


def test_randomness_differs_by_game_and_seat():
    results = lettergame.tournament(players=[Chance, Chance], record="plies", rounds=1, games=4, seed=1)
    bids = {}
    for line in results.plies.csv.decode().splitlines()[1:]:
        game, _, seat, move, _ = line.split(",")
        if move.startswith("bid"):
            bids.setdefault((game, seat), []).append(move)
    # the games of a deal have the same seed for each seat
    assert bids["0", "0"] != bids["0", "1"] and bids["0", "0"] != bids["2", "0"]


def test_a_player_receives_what_a_program_receives():
    Recorder.told.clear()
    lettergame.tournament(players=[Recorder, "zero"], rounds=1, hidden=3, games=1, seed=7, seats="fixed")
    kinds = [told[0] for told in Recorder.told]
    assert kinds.count("word") == 1 and kinds.count("bid") == 10 and kinds[-1] == "end"
    first = Recorder.told[0]
    assert first[2:] == (0, 1) and len(first[1]["hidden"]) == 3 and first[1]["letter"]
    allowed = lettergame.schema("auction")
    assert set(first[1]) <= set(json.dumps(allowed).replace('"', " ").split())
    word = next(told for told in Recorder.told if told[0] == "word")
    assert word[2] > 0


def test_a_raising_player_loses_the_decision_and_keeps_its_traceback(tmp_path):
    case = dict(players=[Raises, "zero"], rounds=1, games=2, seed=7, record="plies")
    results = lettergame.tournament(**case)
    assert {fault.fault for fault in results.faults} == {"gone"}
    fault = results.faults[0]
    assert (fault.game, fault.player) == (0, "Raises")
    assert "Traceback" in fault.said and "self.deeper(view)" in fault.said and "lost my head over" in fault.said
    assert "_players.py" not in fault.said, "what is not the player's is left out"
    assert b",gone" in results.plies.csv
    assert results.summary()["Raises"]["faults"] == 2
    written = lettergame.tournament(out=tmp_path / "run", **case)
    assert written.faults == results.faults
    lines = (tmp_path / "run/faults.jsonl").read_text().splitlines()
    assert json.loads(lines[0])["said"] == fault.said


def test_the_rules_determine_the_cost_of_a_fault():
    assert "banned" in {row[3] for row in scores_of(lettergame.tournament(
        players=[Raises, "zero"], preset="words", rounds=1, games=1, seed=7), "Raises")}


def test_a_player_that_cannot_be_constructed_is_benched():
    results = lettergame.tournament(players=[Broken, "zero"], rounds=1, games=100, seed=7)
    assert "no brain" in results.faults[0].said
    assert list(results.benched) == ["Broken"]


def test_invalid_moves_are_reported():
    results = lettergame.tournament(players=[Mute, "zero"], rounds=1, games=1, seed=7)
    assert "bid() returned 'twelve', expected a whole number" in results.faults[0].said
    results = lettergame.tournament(players=[LetterValue, "random"], game="marrakech", games=1, seed=7)
    assert "the player has no method rotate(self, view)" in results.faults[0].said


def test_other_games_request_other_moves():
    results = lettergame.tournament(players=[Rotator, "random"], game="marrakech", games=3, seed=7)
    assert results.faults == []
    assert lettergame.tournament(players=[Passer, "score"], game="scrabble", games=2, seed=7).faults == []
    assert lettergame.tournament(players=[Passer, "seed"], game="wordgame", games=2, seed=7).faults == []


def test_a_class_in_a_config_is_imported(tmp_path, monkeypatch):
    config = 'players = ["zero", "LetterValue"]\ngames = 3\nseed = 1\n[rules]\nrounds = 1\n'
    config += '[[player]]\nclass = "bots:LetterValue"\n'
    results = lettergame.tournament(config)
    assert results.config.endswith('[[player]]\nname = "LetterValue"\nclass = "bots:LetterValue"\n')
    given = lettergame.tournament(players=["zero", LetterValue], games=3, seed=1, rounds=1)
    assert given.scores.csv == results.scores.csv and given.config == results.config
    assert given.fingerprint == results.fingerprint


def test_a_run_with_a_class_can_be_resumed(tmp_path):
    case = dict(players=[LetterValue, "random"], **SHORT)
    whole = lettergame.tournament(out=tmp_path / "whole", **case)
    lettergame.tournament(out=tmp_path / "cut", **case)
    scores = tmp_path / "cut/scores.csv"
    scores.write_bytes(whole.scores.csv[:700])
    (tmp_path / "cut/part.json").unlink()
    assert lettergame.resume(tmp_path / "cut").scores.csv == whole.scores.csv
    same_files(tmp_path / "whole", tmp_path / "cut")


def test_games_of_a_class_are_replayed_from_their_record(run, tmp_path):
    case = dict(players=[LetterValue, "random"], rounds=1, games=2, seed=7)
    lettergame.tournament(out=tmp_path / "scores", **case)
    with pytest.raises(lettergame.LettergameError, match="play it with record=\"plies\""):
        lettergame.replay(tmp_path / "scores", 0)
    results = lettergame.tournament(out=tmp_path / "plies", record="plies", **case)
    told = lettergame.replay(tmp_path / "plies", 0)
    assert told["players"] == ["LetterValue", "random"]
    assert told["scores"][0] == int(scores_of(results, "LetterValue")[0][0])
    assert run("replay", tmp_path / "plies", "--game", 0).returncode == 0
    refused = run("resume", tmp_path / "scores")
    assert refused.returncode == 4
    assert "it is the class bots:LetterValue" in refused.stderr and "play from Python" in refused.stderr


def test_the_command_line_cannot_play_a_config_with_a_class(run, tmp_path):
    file = tmp_path / "config.toml"
    file.write_text('players = ["zero"]\n[[player]]\nclass = "bots:LetterValue"\n')
    told = run("tournament", file, "--out", tmp_path / "run")
    assert told.returncode == 4 and "player `LetterValue`: it is the class bots:LetterValue" in told.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="player programs are shut in on Linux")
@pytest.mark.parametrize("sandbox", ["off", "auto"])
def test_programs_play_beside_classes(sandbox, binary, monkeypatch):
    monkeypatch.setenv("LETTERGAME", binary)
    sample = Path(__file__).resolve().parents[2] / "sdk/python/letter_value.py"
    results = lettergame.tournament(
        players=[LetterValue, f"cmd:{sys.executable} {sample}"], sandbox=sandbox, rounds=1, games=2, seed=7
    )
    assert results.faults == []
    built_in = lettergame.tournament(players=["letter-value", "letter-value"], rounds=1, games=2, seed=7)
    points = [line.split(",")[6] for line in built_in.scores.csv.decode().splitlines()]
    assert [line.split(",")[6] for line in results.scores.csv.decode().splitlines()] == points
