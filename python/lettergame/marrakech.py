"""Marrakech: questions about state strings, as `lettergame analyse marrakech` answers them.

A game, an Assam (`A33N`) and a rug (`c003231`) are texts; one that is not of its form is an error.
"""

import json
from collections.abc import Iterable
from typing import Any

from . import _core
from ._arguments import checked


@checked
def rotate(assam: str, degrees: float) -> str:
    """Assam rotated.

    Parameters
    ----------
    assam : str
        Where he is and looks, as in `A33N`.
    degrees : float
        0, 90 (right) or 270 (left).

    Returns
    -------
    str
        Assam, unchanged for other numbers.

    Examples
    --------
    >>> lettergame.marrakech.rotate("A33N", 90)
    'A33E'
    """
    return _text(_core.marrakech_query("rotate", assam, degrees))


@checked
def move(assam: str, die: int) -> str:
    """Assam after some steps.

    Parameters
    ----------
    assam : str
        Where he is and looks, as in `A33N`.
    die : int
        1 to 4 steps.

    Returns
    -------
    str
        Assam.

    Examples
    --------
    >>> lettergame.marrakech.move("A33N", 2)
    'A31N'
    """
    return _text(_core.marrakech_query("move", assam, die))


@checked
def payment(game: str) -> int:
    """The cost of landing on Assam's square.

    Parameters
    ----------
    game : str
        A state string.

    Returns
    -------
    int
        Dirhams.

    Examples
    --------
    >>> lettergame.marrakech.payment("Pc03015iPy03015iPp03015iPr03015iA33NB" + 49 * "n00")
    0
    """
    found = _core.marrakech_query("payment", game)
    assert isinstance(found, int)
    return found


@checked
def winner(game: str) -> str:
    """Who has won.

    Parameters
    ----------
    game : str
        A state string.

    Returns
    -------
    str
        `n` while the game is not over, `t` for a tie, else the colour.

    Examples
    --------
    >>> lettergame.marrakech.winner("Pc03015iPy03015iPp03015iPr03015iA33NB" + 49 * "n00")
    'n'
    """
    return _text(_core.marrakech_query("winner", game))


@checked
def game_over(game: str) -> bool:
    """Whether the game is over.

    Parameters
    ----------
    game : str
        A state string.

    Returns
    -------
    bool
        True if all players still in have laid all their rugs.

    Examples
    --------
    >>> lettergame.marrakech.game_over("Pc03015iPy03015iPp03015iPr03015iA33NB" + 49 * "n00")
    False
    """
    return bool(_core.marrakech_query("game-over", game))


@checked
def rug_valid(game: str, rug: str) -> bool:
    """Whether a rug belongs to a player of the game and is not on the board.

    Parameters
    ----------
    game : str
        A state string.
    rug : str
        A rug, as in `c013231`: colour, number, and two squares.

    Returns
    -------
    bool
        False for a colour that does not play, and for a visible rug.

    Examples
    --------
    >>> lettergame.marrakech.rug_valid("Pc03015iPy03015iPp03015iPr03015iA33NB" + 49 * "n00", "c013231")
    True
    """
    return bool(_core.marrakech_query("rug-valid", game, rug))


@checked
def placement_valid(game: str, rug: str) -> bool:
    """Whether a rug may be laid on its squares.

    Parameters
    ----------
    game : str
        A state string.
    rug : str
        A rug, as in `c013231`: colour, number, and two squares.

    Returns
    -------
    bool
        Whether the rules allow it.

    Examples
    --------
    >>> lettergame.marrakech.placement_valid("Pc03015iPy03015iPp03015iPr03015iA33NB" + 49 * "n00", "c013231")
    True
    """
    return bool(_core.marrakech_query("placement-valid", game, rug))


@checked
def place(game: str, rug: str) -> str:
    """The game after a rug was laid.

    Parameters
    ----------
    game : str
        A state string.
    rug : str
        A rug, as in `c013231`: colour, number, and two squares.

    Returns
    -------
    str
        The state, unchanged if the rug may not be laid there.

    Examples
    --------
    >>> lettergame.marrakech.place("Pc03015iPy03015iPp03015iPr03015iA33NB" + 49 * "n00", "c013231")[:8]
    'Pc03014i'
    """
    return _text(_core.marrakech_query("place", game, rug))


@checked
def roll(count: int = 1, seed: int | None = None) -> list[int]:
    """Rolls of the die.

    Parameters
    ----------
    count : int
        How many.
    seed : int, optional
        The same seed gives the same rolls.

    Returns
    -------
    list of int
        1, 2, 2, 3, 3 and 4 are equally likely.

    Examples
    --------
    >>> lettergame.marrakech.roll(5, seed=1)
    [3, 2, 3, 2, 2]
    """
    return list(_core.marrakech_roll(count, seed))


@checked
def evaluate(queries: Iterable[dict[str, Any]]) -> list[Any]:
    """Answers many questions at once.

    Parameters
    ----------
    queries : iterable of dict
        Each as in `{"query": "rotate", "args": ["A33N", 90]}`.

    Returns
    -------
    list
        The answers; for an invalid question `{"error": ...}`.

    Examples
    --------
    >>> lettergame.marrakech.evaluate([{"query": "rotate", "args": ["A33N", 90]}])
    ['A33E']
    """
    lines = "".join(json.dumps(query) + "\n" for query in queries)
    return [json.loads(line) for line in _core.marrakech_eval(lines).splitlines()]


@checked
def view(game: str, colour: bool = False) -> str:
    """The board as text.

    Parameters
    ----------
    game : str
        A state string.
    colour : bool
        With the colours of a terminal.

    Returns
    -------
    str
        The board, and the players beside it.

    Examples
    --------
    >>> print(lettergame.marrakech.view("Pc03015iPy03015iPp03015iPr03015iA33NB" + 49 * "n00").splitlines()[0])
         0     1     2     3     4     5     6
    """
    return _core.marrakech_view(game, colour)


@checked
def svg(game: str) -> str:
    """The board as a picture.

    Parameters
    ----------
    game : str
        A state string.

    Returns
    -------
    str
        SVG.

    Examples
    --------
    >>> lettergame.marrakech.svg("Pc03015iPy03015iPp03015iPr03015iA33NB" + 49 * "n00")[:4]
    '<svg'
    """
    return _core.marrakech_svg(game)


def _text(found: object) -> str:
    assert isinstance(found, str)
    return found
