"""Comparisons, as made by the command line."""

import inspect
import json

import pytest

import lettergame
from bots import LetterValue
from lettergame import _core


def test_a_comparison_matches_the_command_line(run):
    told = run("compare", "marginal", "letter-value", "--against", "random,zero", "--games", 60, "--seed", 1,
               "--rounds", 2, "--format", "json", "--quiet")
    found = lettergame.compare("marginal", "letter-value", against=["random", "zero"], games=60, seed=1, rounds=2)
    assert found.json == json.loads(told.stdout)
    assert found.passes is {0: True, 1: False, 3: None}[told.returncode]
    assert str(found) == run("compare", "marginal", "letter-value", "--against", "random,zero", "--games", 60,
                             "--seed", 1, "--rounds", 2, "--quiet").stdout
    assert found.markdown.startswith("#") or "|" in found.markdown


def test_a_sequential_test_stops_by_itself():
    found = lettergame.compare("letter-value", "zero", sprt=True, gain=10, seed=1, rounds=1, max_games=3000)
    assert found.passes in (True, False)


def test_classes_are_compared_too():
    found = lettergame.compare(LetterValue, "letter-value", against=["random"], games=20, seed=1, rounds=1)
    (finding,) = found.json["findings"]
    assert finding["points"]["difference"] == 0 and found.verdicts == [finding["verdict"]]


def test_finished_runs_are_compared_from_their_rows(run, tmp_path):
    for name, player in (("after", "marginal"), ("before", "zero")):
        lettergame.tournament(players=[player, "random"], games=30, seed=1, rounds=1, out=tmp_path / name)
    found = lettergame.compare(tmp_path / "after", tmp_path / "before")
    told = run("compare", tmp_path / "after", tmp_path / "before", "--format", "json", "--quiet")
    assert found.json == json.loads(told.stdout)


def test_every_option_of_the_command_line_is_a_keyword():
    keywords = inspect.signature(lettergame.compare).parameters
    expected = {"any_passes" if key == "any" else key.replace("-", "_") for key in _core.compare_keys()}
    assert expected <= set(keywords)


def test_incompatible_options_are_refused(tmp_path):
    cases = [
        (dict(gain=3), "`gain` goes with sprt=True"),
        (dict(sprt=True, gain=3, margin=2), "take one of"),
        (dict(sprt=True, elo0=3), "go together"),
        (dict(sprt=True, games=3), "does not go with `sprt`"),
        (dict(alpha=0.7), "a probability below 0.5"),
        (dict(margin=-1), "above 0"),
        (dict(by="luck"), "points or wins"),
        (dict(seats="fixed"), "fixed seats would be part"),
        (dict(player="x"), "finished runs"),
    ]
    for options, text in cases:
        with pytest.raises(lettergame.LettergameError, match=text):
            lettergame.compare("zero", "random", **options)
    with pytest.raises(lettergame.LettergameError, match="some of these are"):
        lettergame.compare("zero", tmp_path)
    with pytest.raises(lettergame.LettergameError, match="omit it"):
        lettergame.compare(tmp_path, tmp_path, seed=3)
    with pytest.raises(lettergame.LettergameError, match="nothing to compare"):
        lettergame.compare("zero")
