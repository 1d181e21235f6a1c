"""The wordgame for PettingZoo.

Actions: 0 to `max_words - 1` are the words of the hand, most points first and then by the alphabet; then 26
places to substitute a letter, A to Z; then the replay; the last one is to stop. Where there are more words
than `max_words`, those of the fewest points have no action.
"""

from typing import Any

from .turns import TurnEnv


def env(
    agents: int = 2, max_words: int = 1024, render_mode: str | None = None, **options: Any
) -> TurnEnv:
    """The environment; every agent plays the same hands."""
    return TurnEnv("wordgame", agents, slots=max_words, render_mode=render_mode, **options)


raw_env = env
