"""Plays the player over the protocol, as a tournament does: `python3 test_player.py`."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

PLAYER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "player.py")
WORDS = ["AT", "CAT", "CATS", "SAT", "SCATTER", "TAR"]
RULES = {"preset": "words", "longest-word": 7, "bonus": "exactly-7", "rounds": 10, "hidden": 3}

HELLO = {"t": "hello", "lgp": [1, 1], "game": "auction", "rules": RULES, "batch": 64}
NEW = {"t": "new", "g": 17, "seat": 0, "seats": 2, "seed": "9f3c2a7745d01e6b"}
END = {"t": "end", "g": 17, "events": [], "scores": [120, 95], "why": "over"}
BYE = {"t": "bye"}


def view(letters, **fields):
    """What the player sees when these letters are its own."""
    common = {"round": 1, "rounds": 10, "seat": 0, "points": 100, "hidden": list(letters),
              "won": [], "held": [[], []], "all_points": [100, 100], "auctions_left": 9,
              "banned": []}
    return common | fields


def ask(number, kind, seen):
    return {"t": "ask", "q": number, "g": 17, "kind": kind, "events": [], "view": seen}


def converse(*messages):
    """The player's answers to these messages. It runs in a folder with the files of a tournament, but few words."""
    sevens = [word for word in WORDS if len(word) == 7]
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "files"))
        for name, words in [("wordlist.txt", WORDS), ("7letterWords.txt", sevens)]:
            with open(os.path.join(folder, "files", name), "w", encoding="ascii") as file:
                file.write("\n".join(words) + "\n")
        lines = "".join(json.dumps(message) + "\n" for message in messages)
        run = subprocess.run([sys.executable, PLAYER], cwd=folder, input=lines, timeout=30,
                             stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


class Conversation(unittest.TestCase):
    def bid(self, letter, letters, **fields):
        asked = ask(1, "bid", view(letters, letter=letter, **fields))
        return converse(HELLO, NEW, asked, END, BYE)[-1]["move"]["bid"]

    def test_it_introduces_itself(self):
        hello = converse(HELLO, BYE)[0]
        self.assertEqual((hello["t"], hello["lgp"]), ("hello", 1))

    def test_it_answers_every_ask_of_a_batch(self):
        asks = [ask(5, "bid", view("CA", letter="T")), ask(6, "word", view("CATS"))]
        moves = {answer["q"]: answer["move"] for answer in converse(HELLO, NEW, asks, BYE)[1:]}
        self.assertEqual(moves[6], {"word": "CATS"})
        self.assertIsInstance(moves[5]["bid"], int)

    def test_it_names_no_word_if_there_is_none(self):
        answer = converse(HELLO, NEW, ask(1, "word", view("XYZ")), BYE)[-1]
        self.assertEqual(answer["move"], {"word": ""})

    def test_it_pays_more_for_a_letter_that_completes_seven(self):
        self.assertGreater(self.bid("R", "SCATTE"), self.bid("X", "SCATTE"))

    def test_it_keeps_points_for_later(self):
        self.assertLessEqual(self.bid("R", "SCATTE", points=20), 10)


if __name__ == "__main__":
    unittest.main()
