"""Lets a Python class play in tournaments of `lettergame`: it speaks LGP/1 for the class.

A player is a class that extends `Player`; `run(Mine)` plays with it until the tournament is over.
One object is made for each game. Python 3.10 or newer, the standard library only.

    import lettergame_player

    class Mine(lettergame_player.Player):
        def bid(self, view):
            return 3

    if __name__ == "__main__":
        lettergame_player.run(Mine)
"""

import functools
import gc
import json
import operator
import os
import random
import sys
import time
import traceback
from itertools import repeat

LGP = 1
WORD_LIST = os.path.join("files", "wordlist.txt")

# The value of each letter, and the bonus for a long word: as published, until `hello` sets them.
LETTER_VALUES = dict(zip(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    (1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10),
))

_SCORING = {"bonus": 50}
_LARGEST_BID = 2**53
_FLUSH_AFTER_SECONDS = 0.020
_INPUT_BUFFER_BYTES = 1 << 20
_LONGEST_REASON = 1000


# --- Words ---------------------------------------------------------------------------------------

# The letters of a word or a hand are packed into one number: five bits per letter, four of them for
# its count, the highest for a borrow when hand and word are compared.
_MAX_OF_A_LETTER = 15
_UNIT = {letter: 1 << 5 * place for place, letter in enumerate(LETTER_VALUES)}
_BORROWS = sum(16 * unit for unit in _UNIT.values())
# Hands with at most this many subsets are looked up by them; for others the words are tried one by
# one.
_MAX_SUBSETS = 8192


class Words:
    """The valid words, and the best one from some letters under the rules of the game."""

    def __init__(self, words, rules):
        """`words` are upper case; `rules` are those of the game, as `hello` gives them."""
        longest = rules.get("longest-word", "none")
        self._longest = sys.maxsize if longest == "none" else int(longest)
        self._bonus_from_7 = rules.get("bonus") == "at-least-7"
        first_words = {}
        for word in sorted(words):
            if len(word) <= self._longest:
                first_words.setdefault("".join(sorted(word)), word)
        # One word for each multiset of letters, best first; a rank is an index into this list.
        self._ranked = sorted(first_words.values(), key=lambda word: (-self.points(word), word))
        self._packed = [sum(map(_UNIT.__getitem__, word)) for word in self._ranked]
        self._rank_of = {packed: rank for rank, packed in enumerate(self._packed)}

    @classmethod
    def load(cls, rules, path=WORD_LIST):
        """Reads the word list, which every player has in its folder."""
        with open(path, encoding="ascii") as lines:
            return cls(lines.read().split(), rules)

    def points(self, word):
        """The score of a word: its letters' values plus the bonus. Does not check whether it is
        valid."""
        length = len(word)
        earns_bonus = length == 7 or (length > 7 and self._bonus_from_7)
        return sum(map(LETTER_VALUES.__getitem__, word)) + (_SCORING["bonus"] if earns_bonus else 0)

    def best(self, letters):
        """The highest-scoring word of these letters, the first in alphabetical order among equals;
        "" for none. Upper case; a string or a list of letters."""
        subsets = [0]
        for letter in set(letters):
            unit = _UNIT[letter]
            count = min(letters.count(letter), _MAX_OF_A_LETTER)
            more = subsets
            for _ in range(count):
                more = [packed + unit for packed in more]
                subsets = subsets + more
            if len(subsets) > _MAX_SUBSETS:
                return self._first_within(letters)
        none = len(self._ranked)
        rank = min(map(self._rank_of.get, subsets, repeat(none)))
        return self._ranked[rank] if rank < none else ""

    def _first_within(self, letters):
        """The first word in order of rank that the letters can make: fast if there are many."""
        hand = sum(
            min(letters.count(letter), _MAX_OF_A_LETTER) * _UNIT[letter]
            for letter in set(letters)
        )
        hand |= _BORROWS
        for word, packed in zip(self._ranked, self._packed):
            if hand - packed & _BORROWS == _BORROWS:
                return word
        return ""


# --- Players -------------------------------------------------------------------------------------

class NoMove(Exception):
    """A player gave no valid answer."""


class Record:
    """A view or an event: its fields are attributes with their names in the protocol."""

    def __init__(self, fields):
        self.__dict__ = fields

    def __repr__(self):
        return f"{type(self).__name__}({self.__dict__!r})"


class View(Record):
    """What a player may know when it is asked."""

    letter = None
    """The letter on sale; None when asked for a word."""

    @property
    def letters(self):
        """All letters of the player, the hidden ones first."""
        return self.hidden + self.won


class Game:
    """The game that a player object plays."""

    def __init__(self, new, rules):
        self.number = new["g"]
        self.seat = new["seat"]
        self.seats = new["seats"]
        self.seed = new["seed"]
        self.rules = rules


class Player:
    """The base class of players. `self.game` and `self.words` (None except in the Letter Game) are
    available from the start. `__init__` takes no arguments.

    For other games a player has a method named like the `kind` of the ask (`rotate`, `place`,
    `play`, `again`), which returns the move as the protocol writes it.
    """

    game = None
    words = None

    @functools.cached_property
    def rng(self):
        """Random numbers, reproducible for the same game."""
        return random.Random(int(self.game.seed, 16))

    def bid(self, view):
        """The bid for `view.letter`, in points."""
        raise NoMove("the player has no method bid(self, view)")

    def word(self, view):
        """The word to play from `view.letters`: by default the best one; "" for none."""
        return self.words.best(view.letters)

    def event(self, event):
        """Receives every announcement, before the next ask."""

    def end(self, scores):
        """The game is over."""


# --- Moves ---------------------------------------------------------------------------------------

def _bid_json(bid):
    if type(bid) is int and -_LARGEST_BID < bid < _LARGEST_BID:
        return f'{{"bid":{bid}}}'
    if isinstance(bid, dict):
        return json.dumps(bid)
    whole = _whole_number(bid)
    return f'{{"bid":{max(-_LARGEST_BID, min(whole, _LARGEST_BID))}}}'


def _whole_number(bid):
    """The bid as an int; number types of other libraries and whole floats are accepted too."""
    try:
        return operator.index(bid)
    except TypeError:
        is_integer = getattr(bid, "is_integer", None)
        if is_integer is not None and is_integer():
            return int(bid)
    raise NoMove(f"bid() returned {bid!r}, expected a whole number")


def _word_json(word):
    if isinstance(word, dict):
        return json.dumps(word)
    if not isinstance(word, str):
        raise NoMove(f'word() returned {word!r}, which is no text ("" means none)')
    return f'{{"word":{json.dumps(word)}}}'


_MOVE_JSON = {"bid": _bid_json, "word": _word_json}


# --- The conversation ----------------------------------------------------------------------------

class _Broken:
    """Replaces a player that could not be created: every ask fails for the same reason."""

    def __init__(self, why):
        self.why = why


class _Table:
    """The players of all games in progress, and their answers."""

    def __init__(self, player_class, rules, words):
        self._player_class = player_class
        self._rules = rules
        self._words = words
        self._hears = player_class.event is not Player.event
        self._players = {}

    def new(self, message):
        try:
            player = self._player_class.__new__(self._player_class)
            player.game = Game(message, self._rules)
            player.words = self._words
            player.__init__()
        except Exception as error:
            player = _Broken(_report(error))
        self._players[message["g"]] = player

    def answer(self, ask):
        """The line that answers an ask."""
        try:
            kind = ask["kind"]
            player = self._players[ask["g"]]
            if self._hears:
                self._tell(player, ask)
            decide = getattr(player, kind, None)
            if decide is None:
                raise NoMove(f"the player has no method {kind}(self, view)")
            move = _MOVE_JSON.get(kind, json.dumps)(decide(View(ask["view"])))
            return f'{{"t":"act","q":{ask["q"]},"move":{move}}}\n'
        except Exception as error:
            return self._failure(ask, error)

    def end(self, message):
        player = self._players.pop(message["g"], None)
        if player is None or isinstance(player, _Broken):
            return
        try:
            if self._hears:
                self._tell(player, message)
            player.end(message["scores"])
        except Exception as error:
            _report(error)

    @staticmethod
    def _tell(player, message):
        for event in message.get("events", ()):
            player.event(Record(event))

    def _failure(self, ask, error):
        player = self._players.get(ask["g"])
        if player is None:
            why = f"unknown game {ask['g']}"
        elif isinstance(player, _Broken):
            why = player.why
        else:
            why = _report(error)
        return json.dumps({"t": "fail", "q": ask["q"], "why": why[:_LONGEST_REASON]}) + "\n"


def _report(error):
    """Writes the whole traceback to the log; returns type, message and place in one line."""
    traceback.print_exception(error)
    if isinstance(error, NoMove):
        return str(error)
    place = traceback.extract_tb(error.__traceback__)[-1]
    file = os.path.basename(place.filename)
    where = f"{file}, line {place.lineno}, in {place.name}: {place.line}"
    return f"{type(error).__name__}: {error} ({where})"


class _Answers:
    """Pending answers: written together, but none is delayed for long."""

    def __init__(self, out):
        self._out = out
        self._lines = []
        self._flushed = time.perf_counter()

    def batch_begins(self):
        self._flushed = time.perf_counter()

    def add(self, line):
        self._lines.append(line)
        if time.perf_counter() - self._flushed > _FLUSH_AFTER_SECONDS:
            self.flush()

    def flush(self):
        if self._lines:
            self._out.write("".join(self._lines).encode())
            self._out.flush()
            self._lines.clear()
        self._flushed = time.perf_counter()


class _Log:
    """Standard error, with each line prefixed by its game: `[game 17] text`. This is needed to tell
    lines apart when many games are played at once; `lettergame replay --log` finds them by it."""

    def __init__(self, out):
        self._out = out
        self._at_start = True
        self.game = None

    def write(self, text):
        for line in text.splitlines(keepends=True):
            mark = f"[game {self.game}] " if self._at_start and self.game is not None else ""
            self._out.write(mark + line)
            self._at_start = line.endswith("\n")
        return len(text)

    def __getattr__(self, name):
        return getattr(self._out, name)


def run(player_class, name=None, version="1.0"):
    """Plays with `player_class` until the other side says `bye` or is gone."""
    source, out, log = _take_over_standard_streams()
    try:
        _converse(player_class, name or player_class.__name__, version, (source, out, log))
    except BrokenPipeError:
        sys.exit("the other side has exited")


def _converse(player_class, name, version, streams):
    source, out, log = streams
    answers = _Answers(out)
    table = None
    for line in source:
        messages = json.loads(line)
        answers.batch_begins()
        for message in messages if isinstance(messages, list) else (messages,):
            what = message["t"]
            log.game = message.get("g")
            if what == "ask":
                answers.add(table.answer(message))
            elif what == "new":
                table.new(message)
            elif what == "end":
                table.end(message)
            elif what == "ping":
                answers.add('{"t":"pong"}\n')
            elif what == "hello":
                table = _table_for(player_class, message)
                answers.add(_hello(name, version))
            elif what == "bye":
                answers.flush()
                return
        answers.flush()


def _table_for(player_class, hello):
    oldest, newest = hello["lgp"]
    if not oldest <= LGP <= newest:
        sys.exit(f"only LGP/{LGP} is supported, not {oldest} to {newest}")
    scoring = hello.get("scoring", {})
    LETTER_VALUES.update(scoring.get("values", {}))
    _SCORING["bonus"] = scoring.get("bonus", _SCORING["bonus"])
    words = Words.load(hello["rules"]) if hello["game"] == "auction" else None
    # Objects created so far stay: the garbage collector need not look at them again.
    gc.freeze()
    return _Table(player_class, hello["rules"], words)


def _hello(name, version):
    hello = {"t": "hello", "lgp": LGP, "name": name, "version": version, "caps": ["batch"]}
    return json.dumps(hello) + "\n"


def _take_over_standard_streams():
    """Reserves the real input and output for the protocol. The player's output, and that of
    programs it starts, goes to standard error; standard input is at its end for them."""
    source = open(os.dup(0), "rb", buffering=_INPUT_BUFFER_BYTES)
    out = open(os.dup(1), "wb")
    empty, nothing_to_write = os.pipe()
    os.dup2(empty, 0)
    os.close(empty)
    os.close(nothing_to_write)
    os.dup2(2, 1)
    sys.stdout = sys.stderr = _Log(sys.stderr)
    return source, out, sys.stderr
