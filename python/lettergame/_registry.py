"""Games and the players that ship with them."""

import json
from typing import Any

from . import _core
from ._arguments import checked

GAMES = ("auction", "marrakech", "scrabble", "wordgame")
"""The games; the first is the Letter Game."""


@checked
def players(game: str = "auction") -> list[dict[str, Any]]:
    """The roster of a game: `name`, `idea` and `parameters` (with type, range and default) of each player."""
    found: list[dict[str, Any]] = json.loads(_core.players(game))
    return found


@checked
def schema(game: str = "auction") -> dict[str, Any]:
    """The JSON Schema of a game's views, moves and events."""
    found: dict[str, Any] = json.loads(_core.schema(game))
    return found
