"""Errors are exceptions with the texts of the command line, except for its options."""

import inspect

import pytest

from conftest import needed

for package in ("gymnasium", "pettingzoo"):
    needed(package)

import lettergame
import lettergame.dask
import lettergame.marrakech
import lettergame.scrabble
from bots import LetterValue
from lettergame import _command
from lettergame.env import auction_v0, marrakech_v0, scrabble_v0, single, vector, wordgame_v0

CASES = [
    (dict(players=["letter-valu"]), ["--players", "letter-valu"]),
    (dict(players=["random"], game="auctoin"), ["--players", "random", "--game", "auctoin"]),
    (dict(players=["random"], games=0), ["--players", "random", "--games", "0"]),
    (dict(players=["random"], hidden=99), ["--players", "random", "--hidden", "99"]),
    (dict(players=["random"], rules={"hiden": 3}), ["--players", "random", "--set", "hiden=3"]),
    (dict(players=["random"], schedule="round-robn"), ["--players", "random", "--schedule", "round-robn"]),
    (dict(players=["random"], lexicon="nowhere.txt"), ["--players", "random", "--lexicon", "nowhere.txt"]),
    (dict(players=["score"] * 3, game="scrabble"), ["--players", "score,score,score", "--game", "scrabble"]),
    (dict(players=["wasm:nowhere.wasm"]), ["--players", "wasm:nowhere.wasm"]),
]


@pytest.mark.parametrize("options, arguments", CASES, ids=lambda case: str(case)[:40])
def test_error_texts_match_the_command_line(options, arguments, run, tmp_path):
    told = run("tournament", *arguments, "--quiet", "--out", tmp_path / "run")
    assert told.returncode != 0
    with pytest.raises(lettergame.LettergameError) as error:
        lettergame.tournament(**options)
    assert told.stderr.strip() == f"lettergame: error: {error.value}" or told.stderr.strip().endswith(
        f"error: {error.value}"
    )


def test_options_use_python_names(run, tmp_path):
    told = run("tournament", "--quiet", "--out", tmp_path / "run")
    nobody = "no players; name at least one, as in "
    config = "or with `players = [...]` in a config"
    assert told.stderr.strip().endswith(f"error: {nobody}--players letter-value,random, {config}")
    with pytest.raises(lettergame.LettergameError) as error:
        lettergame.tournament()
    assert str(error.value) == nobody + 'players=["letter-value", "random"]'


def test_errors_in_files_name_the_location(tmp_path):
    file = tmp_path / "config.toml"
    file.write_text('players = ["random"]\ngmaes = 3\n')
    with pytest.raises(lettergame.LettergameError, match=r"config.toml:2:1: unknown key `gmaes`; did you mean `games`"):
        lettergame.tournament(file)
    with pytest.raises(lettergame.LettergameError, match=r"config:2:1: unknown key `gmaes`"):
        lettergame.tournament(file.read_text())
    with pytest.raises(lettergame.LettergameError, match=r"unknown key `gmaes`; did you mean `games`"):
        lettergame.tournament(players=["random"], gmaes=3)
    with pytest.raises(lettergame.LettergameError, match="cannot read config"):
        lettergame.tournament(tmp_path / "nowhere.toml")


def test_an_error_is_a_value_error():
    assert issubclass(lettergame.LettergameError, ValueError)
    with pytest.raises(ValueError):
        lettergame.Lexicon("nowhere.txt")


def test_programs_need_the_command(monkeypatch):
    monkeypatch.setattr(_command, "find", lambda: None)
    with pytest.raises(lettergame.LettergameError, match="which is not on the PATH"):
        lettergame.tournament(players=["cmd:true", "random"], games=1, seed=1)


def test_invalid_players_are_refused():
    with pytest.raises(lettergame.LettergameError, match="is not a player"):
        lettergame.tournament(players=[int], games=1)
    with pytest.raises(lettergame.LettergameError, match="is not a player"):
        lettergame.tournament(players=[LetterValue()], games=1)
    other = type("LetterValue", (lettergame.Player,), {})
    with pytest.raises(lettergame.LettergameError, match="two classes are called LetterValue"):
        lettergame.tournament(players=[LetterValue, other], games=1)
    taken = type("random", (lettergame.Player,), {})
    with pytest.raises(lettergame.LettergameError):
        lettergame.tournament(players=[taken], games=1)
    with pytest.raises(lettergame.LettergameError, match="player `Nobody`.*nowhere"):
        lettergame.tournament('players = ["zero"]\n[[player]]\nclass = "nowhere.bots:Nobody"\n')


def test_players_may_be_given_as_a_list():
    case = dict(games=2, rounds=1, seed=4)
    named = lettergame.tournament(players=["zero", LetterValue], **case).scores.csv
    assert lettergame.tournament(["zero", LetterValue], **case).scores.csv == named
    assert lettergame.tournament(LetterValue, **case).scores["player"] == ["LetterValue"] * 2
    with pytest.raises(lettergame.LettergameError, match=r"cannot read config zero,random: .* players are a list"):
        lettergame.tournament("zero,random", **case)


PUBLIC = [
    *(lettergame.tournament, lettergame.play_games, lettergame.sweep, lettergame.resume, lettergame.assemble),
    *(lettergame.replay, lettergame.compare, lettergame.players, lettergame.schema, lettergame.Config),
    *(lettergame.Lexicon, lettergame.Lexicon.words, lettergame.Lexicon.best_word, lettergame.Lexicon.check),
    *(lettergame.scrabble.plays, lettergame.scrabble.view, lettergame.dask.tournament, lettergame.Stages),
    *(getattr(lettergame.marrakech, name) for name in ("rotate", "move", "payment", "place", "roll", "view", "svg")),
]


class Odd:
    """What no function expects."""

    def __repr__(self):
        return "<odd>"


def checked_before(function):
    """The number of parameters before those that are listed: `self`."""
    return int("self" in inspect.signature(function).parameters)


@pytest.mark.parametrize("function", PUBLIC, ids=lambda function: f"{function.__module__}.{function.__qualname__}")
def test_an_argument_of_a_wrong_type_is_named(function):
    """With what was given and what is expected; only what cannot be told from an annotation is a bare `TypeError`."""
    checked = 0
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is parameter.VAR_KEYWORD or isinstance(parameter.annotation, str):
            continue
        if parameter.annotation is parameter.empty:
            continue
        with pytest.raises(lettergame.LettergameError, match=rf"^{name} is <odd>: expected ."):
            if parameter.kind is parameter.VAR_POSITIONAL:
                function(*[None] * checked_before(function), Odd())
            else:
                function(**{name: Odd()})
        checked += 1
    assert checked > 0


@pytest.mark.parametrize("key, value", [("games", Odd()), ("hidden", [3, Odd()]), ("rules", 3), ("rules", {"hidden": Odd()}),
                                        ("lexicon", 3), ("player", 3), ("player", [3]), ("seed", Odd())])
def test_an_option_of_a_wrong_type_is_named(key, value):
    with pytest.raises(lettergame.LettergameError, match=rf"^(hidden|{key}) is (3|<odd>): expected ."):
        lettergame.tournament(["zero"], **{key: value})
    with pytest.raises(TypeError, match="unexpected keyword argument 'thread'"):
        lettergame.resume("run", thread=2)


@pytest.mark.parametrize("make", [
    *(auction_v0.AuctionParallelEnv, marrakech_v0.env, scrabble_v0.env, wordgame_v0.env),
    *(single.AuctionEnv, single.MarrakechEnv, single.ScrabbleEnv, single.WordgameEnv),
    *(vector.AuctionVectorEnv, vector.MarrakechVectorEnv, vector.ScrabbleVectorEnv, vector.WordgameVectorEnv),
], ids=lambda make: f"{make.__module__}.{make.__qualname__}")
def test_an_argument_of_an_environment_is_named(make):
    names = [name for name in inspect.signature(make).parameters if name != "options"]
    options = ["seat"] if make.__module__.endswith(("single", "vector")) else ["mask_in_info", "opponents"]
    options += [] if make.__module__.endswith("vector") else ["render_mode"]
    for name in [*names, *options, "reward", "scaled"]:
        with pytest.raises(lettergame.LettergameError, match=rf"^{name} is <odd>: expected ."):
            make(**{name: Odd()})
    env = make()
    for name in ("seed", "options"):
        with pytest.raises(lettergame.LettergameError, match=rf"^{name} is <odd>: expected ."):
            env.reset(**{name: Odd()})
    counts = {"agents", "num_envs", "seat", "max_bid", "max_plays", "max_words"}.intersection([*names, *options])
    assert counts
    for name in counts:
        with pytest.raises(lettergame.LettergameError, match=f"^{name} is -1: expected 0 or more"):
            make(**{name: -1})


def test_odd_values_are_refused():
    with pytest.raises(lettergame.LettergameError, match="invalid value `none` for `sandbox`"):
        lettergame.tournament(players=["random"], sandbox="none")
    with pytest.raises(lettergame.LettergameError):
        lettergame.tournament(players=["random"], shard="3/2", out="nowhere")
    with pytest.raises(lettergame.LettergameError, match="a shard requires a folder"):
        lettergame.tournament(players=["random"], shard="1/2")
    with pytest.raises(lettergame.LettergameError, match=". is not a run: it has no config.toml"):
        lettergame.replay(".", 0)
    with pytest.raises(lettergame.LettergameError, match="there is no game -1"):
        lettergame.replay(".", -1)
    with pytest.raises(lettergame.LettergameError, match="players is 3: expected names or classes"):
        lettergame.tournament(players=3)


def test_what_a_result_lacks_is_named():
    results = lettergame.tournament(players="zero,random", games=2, seed=1, rounds=1)
    assert results.scores["player"] == [row["player"] for row in results.scores]
    with pytest.raises(lettergame.LettergameError, match="there is no column `points`: expected one of game, "):
        results.scores["points"]
    with pytest.raises(lettergame.LettergameError, match="^index is <odd>: expected a whole number, a slice or a text"):
        results.scores[Odd()]
    with pytest.raises(lettergame.LettergameError, match="there is no ranking: only swiss"):
        results.ranking
    with pytest.raises(lettergame.LettergameError, match="there are no plies: play with record"):
        results.plies
