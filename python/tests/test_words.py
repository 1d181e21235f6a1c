"""Words, Marrakech and Scrabble, as the command line answers."""

import csv
import io
import json

import pytest

import lettergame
from lettergame import marrakech, scrabble

GAME = "Pc03015iPy03015iA33NB" + "n00" * 49
CGP = "15/15/15/15/15/15/15/5QUARTZ4/15/15/15/15/15/15/15 AEINRST/ 24/0 0 lex x;"


def test_words_match_the_list(run):
    lexicon = lettergame.Lexicon()
    assert "PAWN" in lexicon and "pawn" in lexicon and "XQZ" not in lexicon
    assert len(lexicon) == len(lexicon.words()) > 100_000
    assert lexicon.check("pawn", "xqz") == {"pawn": True, "xqz": False}
    assert lexicon.anagrams("anpw") == run("words", "anagrams", "anpw").stdout.split()
    assert lexicon.sub_anagrams("anpw") == run("words", "anagrams", "anpw", "--sub").stdout.split()
    assert lexicon.words(2) == run("words", "list", "--length", 2).stdout.split()
    with pytest.raises(lettergame.LettergameError):
        lexicon.anagrams("a1")


@pytest.mark.parametrize("letters", ["ctrose", "qzjxkvw", "retains", "eeeeeee"])
@pytest.mark.parametrize("preset", ["words", "seven", "simulator"])
def test_the_best_word_matches_the_game(letters, preset, run):
    told = run("words", "best", letters, "--preset", preset, "--format", "csv").stdout.splitlines()
    best = lettergame.Lexicon().best_word(letters, preset)
    assert (f"{best.word},{best.points}" if best else None) == (told[1] if told else None)


def test_a_custom_word_list_is_used(tmp_path):
    file = tmp_path / "words.txt"
    file.write_text("TEA\nEAT\nAT\n")
    lexicon = lettergame.Lexicon(file)
    assert lexicon.words() == ["AT", "EAT", "TEA"] and lexicon.fingerprint != lettergame.Lexicon().fingerprint
    results = lettergame.tournament(players=["zero", "random"], lexicon=file, rounds=3, games=5, seed=1,
                                    record="rounds")
    words = {row["word"] for row in csv.DictReader(io.StringIO(results.rounds.csv.decode()))}
    assert words <= {"", "AT", "EAT", "TEA"}


def test_marrakech_answers_match_the_command_line(run):
    def told(*args):
        return run("analyse", "marrakech", *args).stdout.strip()

    assert marrakech.rotate("A33N", 90) == told("rotate", "A33N", 90) == "A33E"
    assert marrakech.move("A60N", 3) == told("move", "A60N", 3)
    assert marrakech.payment(GAME) == int(told("payment", GAME)) == 0
    assert marrakech.winner(GAME) == told("winner", GAME) == "n"
    assert marrakech.game_over(GAME) is False
    assert marrakech.rug_valid(GAME, "c003233") is True
    assert marrakech.placement_valid(GAME, "c003242") is (told("placement-valid", GAME, "c003242") == "true")
    assert marrakech.place(GAME, "c003242") == told("place", GAME, "c003242") != GAME
    assert marrakech.view(GAME).strip() == told("view", GAME)
    assert marrakech.svg(GAME).startswith("<svg")
    assert marrakech.roll(20, seed=7) == [int(pips) for pips in told("roll", "--count", 20, "--seed", 7).split()]
    for call in (lambda: marrakech.move("A60N", 9), lambda: marrakech.payment("x"),
                 lambda: marrakech.rotate("A33N", True)):
        with pytest.raises(lettergame.LettergameError):
            call()


def test_many_queries_are_answered_at_once():
    queries = [{"query": "move", "args": ["A60N", 3]}, {"query": "payment", "args": [GAME]}, {"query": "mov"}]
    answers = marrakech.evaluate(queries)
    assert answers[:2] == [marrakech.move("A60N", 3), 0] and "error" in answers[2]


@pytest.mark.parametrize("rank", ["equity", "score"])
def test_scrabble_plays_match_the_command_line(rank, run, tmp_path):
    file = tmp_path / "position.cgp"
    file.write_text(CGP)
    told = run("analyse", "scrabble", "best", file, "--rank", rank, "--top", 20, "--format", "json")
    wanted = json.loads(told.stdout)
    plays = scrabble.plays(CGP, rank=rank, count=20)
    assert len(plays) == len(wanted) == 20
    for play, row in zip(plays, wanted):
        assert [play.position, play.word, play.play, play.tiles, play.leave] == [
            row[key] for key in ("position", "word", "play", "tiles", "leave")]
        assert play.score == row["score"] and play.equity == pytest.approx(float(row["equity"]))
    count = int(run("analyse", "scrabble", "count", file).stdout)
    assert len(scrabble.plays(CGP, rank=rank)) == count
    assert scrabble.plays(CGP, rank=rank)[:20] == plays


def test_scrabble_reports_warnings_and_errors(run, tmp_path):
    odd = CGP.replace("QUARTZ", "QUARTX")
    with pytest.warns(UserWarning, match="QUARTX"):
        scrabble.plays(odd, count=1)
    with pytest.raises(lettergame.LettergameError):
        scrabble.plays("no position")
    with pytest.raises(lettergame.LettergameError, match="equity or score"):
        scrabble.plays(CGP, rank="worst")
    assert "Q" in scrabble.view(CGP)


def test_the_roster_and_the_schemas_are_available():
    assert {player["name"] for player in lettergame.players("scrabble")} >= {"score", "equity"}
    for game in lettergame.GAMES:
        assert lettergame.schema(game) and lettergame.players(game)
    with pytest.raises(lettergame.LettergameError, match="did you mean `scrabble`"):
        lettergame.players("scrable")
