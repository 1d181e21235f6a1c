"""Marrakech for PettingZoo.

Actions: 0, 1 and 2 rotate Assam by 0, 90 and 270 degrees; 3 to 86 lay a rug on two squares that share an
edge (42 pairs of squares side by side, row by row, then 42 of squares one above the other, row by row).
"""

from typing import Any

from .._arguments import checked
from ._tables import RenderMode
from .turns import TurnEnv


@checked
def env(agents: int = 4, render_mode: RenderMode | None = None, **options: Any) -> TurnEnv:
    """The environment of Marrakech.

    Parameters
    ----------
    agents : int
        Two to four agents.
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
    >>> env = marrakech_v0.env()
    >>> env.reset(seed=7)
    >>> env.agent_selection
    'player_0'
    """
    return TurnEnv("marrakech", agents, render_mode=render_mode, **options)


raw_env = env
