"""Scrabble: the plays of a position.

A position is a text in one of three formats: a state file (15 lines of the board, the turn, two
scores, two racks), a CGP string, or a GCG file, whose final position is meant.
"""

import warnings
from functools import cache
from typing import Literal, NamedTuple

from . import _core
from ._arguments import checked
from ._words import Lexicon


class Play(NamedTuple):
    """A legal play."""

    position: str
    """Where it starts: `8D` across, `D8` down."""
    word: str
    """The main word after the play, blanks in lower case."""
    play: str
    """The same with the letters already on the board in parentheses."""
    tiles: str
    """The newly placed tiles."""
    score: int
    """Its score."""
    leave: str
    """The leave: the tiles kept."""
    equity: float
    """The sum of the score and the values of leave and placement."""


@cache
def _shipped() -> Lexicon:
    return Lexicon()


@checked
def plays(
    state: str | bytes,
    *,
    rank: Literal["equity", "score"] = "equity",
    count: int | None = None,
    lexicon: Lexicon | None = None,
    board: str | None = None,
) -> list[Play]:
    """The legal plays of the player to move. Remarks on the position are issued as warnings.

    Parameters
    ----------
    state : str or bytes
        A position, in one of the formats above.
    rank : {"equity", "score"}
        What makes a play better.
    count : int, optional
        Only so many of the best.
    lexicon : Lexicon, optional
        Another word list than the built-in one.
    board : str, optional
        The text of a file of premium squares.

    Returns
    -------
    list of Play
        Best first.

    Raises
    ------
    LettergameError
        If the position cannot be read.

    Examples
    --------
    >>> empty = "/".join(["15"] * 15)
    >>> lettergame.scrabble.plays(f"{empty} AEINRST/ 0/0 0", count=1)[0].score
    66
    """
    if count is not None and count < 1:
        raise _core.LettergameError(f"invalid value `{count}` for `count`: expected 1 or more")
    words = (lexicon or _shipped())._core
    found, odd = _core.scrabble_plays(_bytes(state), words, board, rank == "equity", count)
    for remark in odd:
        warnings.warn(remark, stacklevel=2)
    return [Play(*told) for told in found]


@checked
def view(
    state: str | bytes,
    *,
    lexicon: Lexicon | None = None,
    board: str | None = None,
    colour: bool = False,
) -> str:
    """The board of a position as text.

    Parameters
    ----------
    state : str or bytes
        A position, in one of the formats above.
    lexicon : Lexicon, optional
        Another word list than the built-in one.
    board : str, optional
        The text of a file of premium squares.
    colour : bool
        With the colours of a terminal.

    Returns
    -------
    str
        A line for each row.

    Raises
    ------
    LettergameError
        If the position cannot be read.

    Examples
    --------
    >>> empty = "/".join(["15"] * 15)
    >>> print(lettergame.scrabble.view(f"{empty} AEINRST/ 0/0 0").splitlines()[0])
        A  B  C  D  E  F  G  H  I  J  K  L  M  N  O
    """
    return _core.scrabble_view(_bytes(state), (lexicon or _shipped())._core, board, colour)


def _bytes(state: str | bytes) -> bytes:
    return state.encode() if isinstance(state, str) else state
