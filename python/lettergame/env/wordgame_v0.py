"""The wordgame for PettingZoo.

Actions: 0 to `max_words - 1` are the words of the hand, most points first and then by the alphabet; then 26
places to substitute a letter, A to Z; then the replay; the last one is to stop. Where there are more words
than `max_words`, those of the fewest points have no action.
"""

from typing import Any

from .._arguments import checked
from ._tables import RenderMode, whole
from .turns import TurnEnv


@checked
def env(
    agents: int = 2, max_words: int = 1024, render_mode: RenderMode | None = None, **options: Any
) -> TurnEnv:
    """The environment of the wordgame: every agent plays the same hands.

    Parameters
    ----------
    agents : int
        The number of agents.
    max_words : int
        The number of actions for words.
    render_mode : {"ansi", "human"}, optional
        Whether `render` returns a text or prints it.
    **options
        Those of `TurnEnv`.

    Returns
    -------
    TurnEnv
        The environment.

    Examples
    --------
    >>> env = wordgame_v0.env()
    >>> env.reset(seed=7)
    >>> env.agent_selection
    'player_0'
    """
    return TurnEnv("wordgame", agents, slots=whole("max_words", max_words), render_mode=render_mode, **options)


raw_env = env
