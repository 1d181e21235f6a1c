"""Marrakech for PettingZoo.

Actions: 0, 1 and 2 rotate Assam by 0, 90 and 270 degrees; 3 to 86 lay a rug on two squares that share an
edge (42 pairs of squares side by side, row by row, then 42 of squares one above the other, row by row).
"""

from typing import Any

from .turns import TurnEnv


def env(agents: int = 4, render_mode: str | None = None, **options: Any) -> TurnEnv:
    """The environment: two to four agents."""
    return TurnEnv("marrakech", agents, render_mode=render_mode, **options)


raw_env = env
