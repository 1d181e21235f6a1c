"""Games and the players that ship with them."""

import json
from typing import Any

from . import _core
from ._arguments import checked

GAMES = ("auction", "marrakech", "scrabble", "wordgame")
"""The games; the first is the Letter Game."""


@checked
def players(game: str = "auction") -> list[dict[str, Any]]:
    """The roster of a game: the players that ship with it.

    Parameters
    ----------
    game : str
        One of `GAMES`.

    Returns
    -------
    list of dict
        `name`, `idea` and `parameters` (with type, range and default) of each player.

    Raises
    ------
    LettergameError
        If there is no such game.

    Examples
    --------
    >>> [player["name"] for player in lettergame.players("wordgame")]
    ['random', 'first-word', 'seed', 'policy', 'optimal']
    """
    found: list[dict[str, Any]] = json.loads(_core.players(game))
    return found


@checked
def schema(game: str = "auction") -> dict[str, Any]:
    """What a game's views, moves and events look like.

    Parameters
    ----------
    game : str
        One of `GAMES`.

    Returns
    -------
    dict
        A JSON Schema.

    Raises
    ------
    LettergameError
        If there is no such game.

    Examples
    --------
    >>> lettergame.schema("wordgame")["$schema"]
    'https://json-schema.org/draft/2020-12/schema'
    """
    found: dict[str, Any] = json.loads(_core.schema(game))
    return found
