"""Scrabble for PettingZoo.

Actions: 0 to `max_plays - 1` are the legal plays, most points first (ties by the order of answers of
`lettergame analyse scrabble`); then 127 places for exchanges, fewest tiles first; the last one is the pass. Where
there are more plays than `max_plays`, those of the fewest points have no action.

An action does not mean the same from turn to turn. With `action_features=True`
`infos[agent]["action_features"]` has a row for each action: points, tiles laid, the tiles kept and more,
by the names of `env.tables.action_layout`.
"""

from typing import Any

from .turns import TurnEnv


def env(max_plays: int = 512, render_mode: str | None = None, **options: Any) -> TurnEnv:
    """The environment: two agents."""
    return TurnEnv("scrabble", 2, slots=max_plays, render_mode=render_mode, **options)


raw_env = env
