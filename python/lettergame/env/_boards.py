"""Games as text, for `render`."""

from collections.abc import Callable
from typing import Any

from .. import marrakech

View = dict[str, Any]


def _auction(view: View) -> str:
    return ""


def _scrabble(view: View) -> str:
    points = " ".join(map(str, view["points"]))
    rows = [" ".join(row) for row in view["board"]]
    return "\n".join([*rows, f"rack {view['rack']}  bag {view['bag']}  points {points}"]) + "\n"


def _marrakech(view: View) -> str:
    return marrakech.view(view["state"]).rstrip("\n") + "\n"


def _wordgame(view: View) -> str:
    points = " ".join(map(str, view["points"]))
    hand = " ".join(view["letters"])
    place = f"hand {view['hand']} of {view['hands']}"
    return f"{place}: {hand}  this hand {view['total']}  {points}\n"


BOARDS: dict[str, Callable[[View], str]] = {
    "auction": _auction,
    "marrakech": _marrakech,
    "scrabble": _scrabble,
    "wordgame": _wordgame,
}
"""What a seat sees, by game; the Letter Game is told by its announcements alone."""
