"""Players that are Python classes, and how the core communicates with them."""

import functools
import importlib
import json
import operator
import random
import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from . import _core

_LARGEST_BID = 2**53

LETTER_VALUES: dict[str, int] = _core.letter_values()


class NoMove(Exception):
    """A player gave no valid answer."""


class View(dict[str, Any]):
    """What a player may know when it is asked: the `view` of the protocol as a dict, whose keys are
    attributes too. `lettergame.schema(game)` says what is in it."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            if name == "letter":
                return None  # the letter on sale; nothing when asked for a word
            raise AttributeError(f"the view has no field {name!r}: {', '.join(self)}") from None

    @property
    def letters(self) -> Any:
        """All letters of the player of a Letter Game, the hidden ones first; those of the hand in the
        wordgame."""
        if "letters" in self:
            return self["letters"]
        return self["hidden"] + self["won"]


class Game:
    """The game that a player object plays."""

    def __init__(self, name: str, rules: dict[str, Any], seat: int, seats: int, seed: int) -> None:
        self.name = name
        self.rules = rules
        self.seat = seat
        self.seats = seats
        self.seed = seed


class Words:
    """The best word from some letters under the rules of the game."""

    def __init__(self, search: _core.WordSearch) -> None:
        self._search = search

    def best(self, letters: str | Sequence[str]) -> str:
        """The highest-scoring word; "" if there is none."""
        found = self._search.best("".join(letters))
        return found[0] if found else ""

    def best_points(self, letters: str | Sequence[str]) -> int:
        """The points of the best word; 0 for none."""
        found = self._search.best("".join(letters))
        return found[1] if found else 0

    def points(self, word: str, letters: str | Sequence[str]) -> int:
        """The points of a word from these letters; 0 if it is not valid."""
        return self._search.points(word, "".join(letters))


class Player:
    """The base class of players; one object is made for each game.

    A player has a method for each `kind` of decision: `bid` and `word` in the Letter Game, `rotate` and `place` in
    Marrakech, `play` in Scrabble, `word` and `again` in the wordgame; or one method `choose(kind, view)` for all. A bid
    is a whole number, a word of the Letter Game a text; any move may be a dict or text as the protocol writes it in
    JSON. `__init__` takes no arguments.

    If a player raises an exception, the game's fallback replaces that decision, and the traceback is in the faults of
    the results.

    Attributes
    ----------
    game : Game
        Its `name`, `rules`, `seat`, `seats` and `seed`; available from the start.
    words : Words
        In the Letter Game: the best words of letters.
    rng : random.Random
        Random numbers that depend only on the game and the seat.

    Examples
    --------
    >>> class Three(lettergame.Player):
    ...     def bid(self, view):
    ...         return 3
    >>> lettergame.tournament([Three, "zero"], rounds=1, games=10, seed=1).standings["player"]
    ['Three', 'zero']
    """

    game: Game
    words: Words

    @functools.cached_property
    def rng(self) -> random.Random:
        """Random numbers that depend only on the game and the seat."""
        return random.Random(self.game.seed)

    def choose(self, kind: str, view: View) -> Any:
        """Makes every decision that has no method of its own."""
        if kind == "word" and self.game.name == "auction":
            return self.words.best(view.letters)
        raise NoMove(f"the player has no method {kind}(self, view)")

    def event(self, event: View) -> None:
        """Receives every announcement, before the next decision."""

    def end(self, scores: list[int]) -> None:
        """Called when the game is over."""


def _whole(bid: Any) -> int:
    """The bid as an int; number types of other libraries and whole floats are accepted too."""
    try:
        return operator.index(bid)
    except TypeError:
        is_integer = getattr(bid, "is_integer", None)
        if is_integer is not None and is_integer():
            return int(bid)
    raise NoMove(f"bid() returned {bid!r}, expected a whole number")


def _bid(bid: Any) -> str:
    if isinstance(bid, Mapping):
        return json.dumps(bid)
    return f'{{"bid":{max(-_LARGEST_BID, min(_whole(bid), _LARGEST_BID))}}}'


def _word(word: Any) -> str:
    if isinstance(word, Mapping):
        return json.dumps(word)
    if not isinstance(word, str):
        raise NoMove(f'word() returned {word!r}, which is no text ("" means none)')
    return f'{{"word":{json.dumps(word)}}}'


_AUCTION_MOVES: dict[str, Callable[[Any], str]] = {"bid": _bid, "word": _word}


class Seat:
    """A player object at the table, as the core calls it: text in, text out."""

    def __init__(
        self,
        made_by: type[Player],
        game: tuple[str, str],
        place: tuple[int, int, int],
        search: _core.WordSearch | None,
    ) -> None:
        name, rules = game
        player = made_by.__new__(made_by)
        player.game = Game(name, json.loads(rules), *place)
        if search is not None:
            player.words = Words(search)
        player.__init__()  # type: ignore[misc]
        self._player = player
        self._hears = made_by.event is not Player.event
        self._moves = _AUCTION_MOVES if name == "auction" else {}

    def ask(self, kind: str, events: str, view: str) -> str:
        """Asks for a decision: the JSON of a move."""
        self._tell(events)
        seen = View(json.loads(view))
        decide = getattr(self._player, kind, None)
        choice = decide(seen) if decide is not None else self._player.choose(kind, seen)
        return self._moves.get(kind, json.dumps)(choice)

    def end(self, events: str, scores: list[int]) -> None:
        """Called when the game is over: from here on errors are only shown."""
        try:
            self._tell(events)
            self._player.end(scores)
        except Exception:  # noqa: BLE001 - the code is not ours
            traceback.print_exc()

    def _tell(self, events: str) -> None:
        if self._hears and events != "[]":
            for event in json.loads(events):
                self._player.event(View(event))


def told(error: BaseException) -> str:
    """An exception as text with its traceback, starting at the player's code."""
    if isinstance(error, NoMove):
        return str(error)
    place = error.__traceback__
    while place is not None and place.tb_frame.f_code.co_filename == __file__:
        place = place.tb_next
    return "".join(traceback.format_exception(type(error), error, place)).rstrip()


def imported(path: str) -> type[Player]:
    """The class of `package.module:Name`."""
    module, _, name = path.partition(":")
    found: Any = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    return check_class(found)


def check_class(found: Any) -> type[Player]:
    """A class that can play."""
    if isinstance(found, type) and issubclass(found, Player):
        return found
    raise _core.LettergameError(
        f"{found!r} is not a player: expected a name or a class that extends lettergame.Player"
    )
