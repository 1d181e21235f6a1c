"""Scrabble for PettingZoo.

Actions: 0 to `max_plays - 1` are the legal plays, most points first (ties by the order of answers of
`lettergame analyse scrabble`); then 127 places for exchanges, fewest tiles first; the last one is the pass. Where
there are more plays than `max_plays`, those of the fewest points have no action.

An observation has 225 squares, row by row (0 empty, 1 to 26 a letter, negative a blank that stands for it),
the rack (26 letters and blanks), the unseen tiles (the same), the own points and the other's, the tiles in
the bag and on the other rack, and the turns without points in a row.
"""

from typing import Any

import numpy as np

from .turns import Numbers, TurnEnv, TurnGame, letters_of

EXCHANGES = 127


class Scrabble(TurnGame):
    """Scrabble with `max_plays` actions for plays."""

    name = "scrabble"
    length = 225 + 27 + 27 + 5

    def __init__(self, max_plays: int) -> None:
        self._plays = max_plays
        self.actions = max_plays + EXCHANGES + 1

    def places(self, choices: list[tuple[str, str]]) -> list[int]:
        """Plays, exchanges and the pass, each in its part of the list."""
        places, plays, exchanges = [], 0, 0
        for _, text in choices:
            if text.startswith("play"):
                places.append(plays if plays < self._plays else -1)
                plays += 1
            elif text.startswith("exchange"):
                places.append(self._plays + exchanges)
                exchanges += 1
            else:
                places.append(self.actions - 1)
        return places

    def numbers(self, view: dict[str, Any]) -> Numbers:
        """Board, rack, unseen tiles, points and counts."""
        seat, points = view["seat"], view["points"]
        squares = [_square(sign) for row in view["board"] for sign in row]
        counts = [
            points[seat], points[1 - seat], view["bag"], view["other_rack"], view["scoreless"],
        ]
        return np.concatenate([
            np.array(squares, np.float32),
            letters_of(view["rack"], "?"),
            letters_of(view["unseen"], "?"),
            np.array(counts, np.float32),
        ])

    def board(self, view: dict[str, Any]) -> str:
        """The board, the rack and the points."""
        points = " ".join(map(str, view["points"]))
        rows = [" ".join(row) for row in view["board"]]
        return "\n".join([*rows, f"rack {view['rack']}  bag {view['bag']}  points {points}"])


def _square(sign: str) -> int:
    if sign == ".":
        return 0
    number = ord(sign.upper()) - ord("A") + 1
    return number if sign.isupper() else -number


def env(max_plays: int = 512, render_mode: str | None = None, **options: Any) -> TurnEnv:
    """The environment: two agents."""
    return TurnEnv(Scrabble(max_plays), 2, render_mode=render_mode, **options)


raw_env = env
