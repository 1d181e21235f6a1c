"""Marrakech for PettingZoo.

Actions: 0, 1 and 2 rotate Assam by 0, 90 and 270 degrees; 3 to 170 lay a rug on two squares that share an
edge (84 pairs of squares side by side, row by row, then 84 of squares one above the other, row by row).

An observation has 49 squares, column by column as in the state string, each with its colour relative to the
seat (0 none, 1 the own, 2 the next one's and so on) and the number of its rug; Assam's column, row and facing
(N 0, E 1, S 2, W 3); of each of the four colours, from the own on, dirhams, rugs and whether it is in; the
last roll (0 before the first), and whether a rug is to be laid.
"""

from typing import Any

import numpy as np

from .. import marrakech
from .turns import Numbers, TurnEnv, TurnGame

ROTATIONS = {"rotate 0": 0, "rotate 90": 1, "rotate 270": 2}
COLOURS = "cypr"
SIDE = 7


def _placements() -> dict[frozenset[str], int]:
    across = [((x, y), (x + 1, y)) for y in range(SIDE) for x in range(SIDE - 1)]
    along = [((x, y), (x, y + 1)) for y in range(SIDE - 1) for x in range(SIDE)]
    pairs = (frozenset(f"{x}{y}" for x, y in pair) for pair in across + along)
    return {pair: 3 + place for place, pair in enumerate(pairs)}


class Marrakech(TurnGame):
    """Marrakech."""

    name = "marrakech"
    actions = 3 + 2 * SIDE * (SIDE - 1)
    length = 2 * 49 + 3 + 4 * 3 + 2
    _squares = _placements()

    def places(self, choices: list[tuple[str, str]]) -> list[int]:
        """Rotations, and placements by their squares."""
        return [self._place(text) for _, text in choices]

    def _place(self, text: str) -> int:
        if text in ROTATIONS:
            return ROTATIONS[text]
        return self._squares[frozenset(text.split(" ")[1:])]

    def numbers(self, view: dict[str, Any]) -> Numbers:
        """Squares, Assam, merchants and the die."""
        state, seat = view["state"], view["seat"]
        head, board = state.split("B")
        merchants, assam = head.split("A")
        colours = [part[0] for part in merchants.split("P")[1:]]
        own = colours[seat:] + colours[:seat]
        number = {colour: place + 1 for place, colour in enumerate(own)} | {"n": 0}
        squares = [board[place:place + 3] for place in range(0, len(board), 3)]
        cells = [(number[cell[0]], int(cell[1:])) for cell in squares]
        purses = {part[0]: _purse(part) for part in merchants.split("P")[1:]}
        told = [purses[colour] for colour in own] + [(0, 0, 0)] * (4 - len(own))
        place = [int(assam[0]), int(assam[1]), "NESW".index(assam[2])]
        die = view["die"] or 0
        flat = [*sum(cells, ()), *place, *sum(told, ()), die, int(view["phase"] == "place")]
        return np.array(flat, np.float32)

    def board(self, view: dict[str, Any]) -> str:
        """The board as `lettergame analyse marrakech view` shows it."""
        return marrakech.view(view["state"]).rstrip("\n")


def _purse(part: str) -> tuple[int, int, int]:
    """Dirhams, rugs and whether the player is in, from text such as `c03015i`."""
    return int(part[1:4]), int(part[4:6]), int(part[6] == "i")


def env(agents: int = 4, render_mode: str | None = None, **options: Any) -> TurnEnv:
    """The environment: two to four agents."""
    return TurnEnv(Marrakech(), agents, render_mode=render_mode, **options)


raw_env = env
