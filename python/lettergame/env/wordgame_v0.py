"""The wordgame for PettingZoo.

Actions: 0 to `max_words - 1` are the words of the hand, most points first and then by the alphabet; then 26
places to substitute a letter, A to Z; then the replay; the last one is to stop. Where there are more words
than `max_words`, those of the fewest points have no action.

An observation has the letters that are left (26 and the wildcard), the hand as it was dealt (the same), what
this hand has earned, the own points and the best of the others', the number of the hand, how many hands there
are, the substitutions and replays that are left, and whether a replay is asked about.
"""

from typing import Any

import numpy as np

from .turns import Numbers, TurnEnv, TurnGame, letters_of


class Wordgame(TurnGame):
    """The wordgame with this many actions for words."""

    name = "wordgame"
    length = 2 * 27 + 8

    def __init__(self, max_words: int) -> None:
        self._words = max_words
        self.actions = max_words + 28

    def places(self, choices: list[tuple[str, str]]) -> list[int]:
        """Words, substitutions, the replay and the stop, each in its part of the list."""
        places, words = [], 0
        for _, text in choices:
            if text.startswith("word"):
                places.append(words if words < self._words else -1)
                words += 1
            elif text.startswith("substitute"):
                places.append(self._words + ord(text[-1]) - ord("a"))
            else:
                places.append(self.actions - (2 if text == "replay" else 1))
        return places

    def numbers(self, view: dict[str, Any]) -> Numbers:
        """The hand, points and what remains."""
        points = list(view["points"])
        own = points.pop(view["seat"])
        counts = [
            view["total"], own, max(points, default=0), view["hand"], view["hands"],
            view["substitutions"], view["replays"], int(view["asked"] == "again"),
        ]
        return np.concatenate([
            letters_of(view["letters"], "*"),
            letters_of(view["dealt"], "*"),
            np.array(counts, np.float32),
        ])

    def board(self, view: dict[str, Any]) -> str:
        """The hand and the points."""
        points = " ".join(map(str, view["points"]))
        hand = " ".join(view["letters"])
        return f"hand {view['hand']} of {view['hands']}: {hand}  this hand {view['total']}  {points}"


def env(
    agents: int = 2, max_words: int = 1024, render_mode: str | None = None, **options: Any
) -> TurnEnv:
    """The environment; every agent plays the same hands."""
    return TurnEnv(Wordgame(max_words), agents, render_mode=render_mode, **options)


raw_env = env
