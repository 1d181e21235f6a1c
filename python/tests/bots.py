"""Players of tests, in an importable module."""

import lettergame
from lettergame._players import LETTER_VALUES


class LetterValue(lettergame.Player):
    """Bids the letter's value, like the built-in `letter-value`."""

    def bid(self, view):
        return LETTER_VALUES[view.letter]


class Chance(lettergame.Player):
    """Bids at random, from its own random numbers."""

    def bid(self, view):
        return self.rng.randrange(9)


class Raises(lettergame.Player):
    """Raises an exception at its third bid of a game."""

    def __init__(self):
        self.bids = 0

    def bid(self, view):
        self.bids += 1
        if self.bids == 3:
            self.deeper(view)
        return 1

    def deeper(self, view):
        raise RuntimeError(f"lost my head over {view.letter}")


class Broken(lettergame.Player):
    """Cannot be instantiated."""

    def __init__(self):
        raise KeyError("no brain")


class Mute(lettergame.Player):
    """Lacks a method that it is asked for, and bids something that is not a number."""

    def bid(self, view):
        return "twelve"


class Recorder(lettergame.Player):
    """Records what it receives, over all games."""

    told = []

    def bid(self, view):
        Recorder.told.append(("bid", dict(view), self.game.seat, self.game.rules["rounds"]))
        return 2

    def word(self, view):
        word = self.words.best(view.letters)
        Recorder.told.append(("word", word, self.words.points(word, view.letters)))
        return word

    def event(self, event):
        Recorder.told.append(("event", event["e"] if "e" in event else dict(event)))

    def end(self, scores):
        Recorder.told.append(("end", scores))


class Rotator(lettergame.Player):
    """Plays Marrakech: straight ahead, and the first legal placement."""

    def rotate(self, view):
        return {"rotate": 0}

    def place(self, view):
        return {"place": view.placements[0]}


class Passer(lettergame.Player):
    """Plays any game with a single method."""

    def choose(self, kind, view):
        return {"play": "pass", "word": "stop", "again": "stop"}[kind]


class FlakyOne(lettergame.Player):
    """Raises an exception in the games whose seeds are in `fails`, and records the seeds of its
    games."""

    fails = frozenset()
    told = []

    def bid(self, view):
        self.told.append(self.game.seed)
        if self.game.seed in self.fails:
            raise RuntimeError("out of order")
        return 1


class FlakyTwo(FlakyOne):
    """Another one."""
