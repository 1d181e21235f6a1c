"""Scrabble for PettingZoo.

Actions: 0 to `max_plays - 1` are the legal plays, most points first (ties by the order of answers of
`lettergame analyse scrabble`); then 127 places for exchanges, fewest tiles first; the last one is the pass. Where
there are more plays than `max_plays`, those of the fewest points have no action.

An action does not mean the same from turn to turn. With `action_features=True`
`infos[agent]["action_features"]` has a row for each action: points, tiles laid, the tiles kept and more,
by the names of `env.tables.action_layout`.
"""

from typing import Any

from .._arguments import checked
from ._tables import RenderMode, whole
from .turns import TurnEnv


@checked
def env(max_plays: int = 512, render_mode: RenderMode | None = None, **options: Any) -> TurnEnv:
    """The environment of Scrabble: two agents.

    Parameters
    ----------
    max_plays : int
        The number of actions for plays, most points first.
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
    >>> env = scrabble_v0.env()
    >>> env.reset(seed=7)
    >>> env.agent_selection
    'player_0'
    """
    return TurnEnv("scrabble", 2, slots=whole("max_plays", max_plays), render_mode=render_mode, **options)


raw_env = env
