"""Marrakech: questions about state strings, as `lettergame analyse marrakech` answers them.

A game, an Assam (`A33N`) and a rug (`c003231`) are texts.
"""

import json
from collections.abc import Iterable
from typing import Any

from . import _core
from ._arguments import checked


@checked
def rotate(assam: str, degrees: float) -> str:
    """Assam rotated by 0, 90 (right) or 270 (left) degrees; unchanged for other numbers."""
    return _text(_core.marrakech_query("rotate", assam, degrees))


@checked
def move(assam: str, die: int) -> str:
    """Assam after 1 to 4 steps."""
    return _text(_core.marrakech_query("move", assam, die))


@checked
def payment(game: str) -> int:
    """The cost of landing on Assam's square, in dirhams."""
    found = _core.marrakech_query("payment", game)
    assert isinstance(found, int)
    return found


@checked
def winner(game: str) -> str:
    """The winner: `n` while not over, `t` for a tie, else the colour."""
    return _text(_core.marrakech_query("winner", game))


@checked
def game_over(game: str) -> bool:
    """Whether the game is over."""
    return bool(_core.marrakech_query("game-over", game))


@checked
def rug_valid(game: str, rug: str) -> bool:
    """Whether the rug belongs to a player of the game and is not on the board."""
    return bool(_core.marrakech_query("rug-valid", game, rug))


@checked
def placement_valid(game: str, rug: str) -> bool:
    """Whether the rug may be laid there."""
    return bool(_core.marrakech_query("placement-valid", game, rug))


@checked
def place(game: str, rug: str) -> str:
    """The game with the rug laid, or unchanged if that is not possible."""
    return _text(_core.marrakech_query("place", game, rug))


@checked
def roll(count: int = 1, seed: int | None = None) -> list[int]:
    """Rolls of the die: 1, 2, 2, 3, 3 or 4."""
    return list(_core.marrakech_roll(count, seed))


@checked
def evaluate(queries: Iterable[dict[str, Any]]) -> list[Any]:
    """Answers many queries `{"query": "rotate", "args": ["A33N", 90]}` at once; an invalid one is
    answered with `{"error": ...}`."""
    lines = "".join(json.dumps(query) + "\n" for query in queries)
    return [json.loads(line) for line in _core.marrakech_eval(lines).splitlines()]


@checked
def view(game: str, colour: bool = False) -> str:
    """The board of a state string as text."""
    return _core.marrakech_view(game, colour)


@checked
def svg(game: str) -> str:
    """The board of a state string as SVG."""
    return _core.marrakech_svg(game)


def _text(found: object) -> str:
    assert isinstance(found, str)
    return found
