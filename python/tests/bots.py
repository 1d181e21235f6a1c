"""Players of tests, at a place where they can be imported."""

import lettergame
from lettergame._players import LETTER_VALUES


class LetterValue(lettergame.Player):
    """Bids the letter's value, as the built-in `letter-value`."""

    def bid(self, view):
        return LETTER_VALUES[view.letter]


class Chance(lettergame.Player):
    """Bids by chance of its own."""

    def bid(self, view):
        return self.rng.randrange(9)


class Raises(lettergame.Player):
    """Raises at its third bid of a game."""

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
    """Cannot be made."""

    def __init__(self):
        raise KeyError("no brain")


class Mute(lettergame.Player):
    """Has no method for what it is asked, and bids what is no number."""

    def bid(self, view):
        return "twelve"


class Recorder(lettergame.Player):
    """Keeps what it is told, of all games."""

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
    """Plays Marrakech: straight on, and on the first place that there is."""

    def rotate(self, view):
        return {"rotate": 0}

    def place(self, view):
        return {"place": view.placements[0]}


class Passer(lettergame.Player):
    """Plays any game by one method."""

    def choose(self, kind, view):
        return {"play": "pass", "word": "stop", "again": "stop"}[kind]


class FlakyOne(lettergame.Player):
    """Raises in the games whose seeds are in `fails`, and keeps the seeds of its games."""

    fails = frozenset()
    told = []

    def bid(self, view):
        self.told.append(self.game.seed)
        if self.game.seed in self.fails:
            raise RuntimeError("out of order")
        return 1


class FlakyTwo(FlakyOne):
    """Another one."""
