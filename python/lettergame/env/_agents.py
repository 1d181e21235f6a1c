"""What the environments for PettingZoo share: names of agents, spaces and the joint state."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding

from .._arguments import check
from .._config import PlayerLike
from ._tables import Mask, Numbers, RenderMode, Tables, rendered, seed_of
from ._boards import BOARDS

Observation = Any
"""A dict of `observation` and `action_mask`, or the observation alone with `mask_in_info=True`."""


class Agents:
    """One table whose open seats are agents `player_0`, `player_1` and so on, by seat."""

    def __init__(
        self,
        game: str,
        players: Sequence[PlayerLike],
        *,
        render_mode: RenderMode | None,
        mask_in_info: bool,
        **options: Any,
    ) -> None:
        check("render_mode", render_mode, RenderMode | None)
        check("mask_in_info", mask_in_info, bool)
        self.tables = Tables(game, players, told=render_mode is not None, **options)
        self.game = game
        self.render_mode = render_mode
        self.mask_in_info = mask_in_info
        self.seats = {f"player_{seat}": seat for seat in self.tables.open_seats}
        self.names = list(self.seats)
        numbers = self.tables.observation_space()
        mask = spaces.Box(0, 1, (self.tables.actions,), np.int8)
        seen = numbers if mask_in_info else spaces.Dict({"observation": numbers, "action_mask": mask})
        self.observation_spaces: dict[str, spaces.Space[Any]] = dict.fromkeys(self.names, seen)
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            name: spaces.Discrete(self.tables.actions) for name in self.names
        }
        self.state_space = spaces.Box(
            np.tile(numbers.low, len(self.names)), np.tile(numbers.high, len(self.names))
        )
        self._random, _ = seeding.np_random()

    def deal(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Starts a game."""
        check("seed", seed, int | None)
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.tables.deal({0: seed_of(options, self._random)})

    def seen(self, numbers: Numbers, mask: Mask) -> Observation:
        """The observation of an agent."""
        return numbers if self.mask_in_info else {"observation": numbers, "action_mask": mask}

    def info(self, place: int, mask: Mask) -> dict[str, Any]:
        """What else is known to the agent at a place among the agents."""
        info = self.tables.info(place)
        info["points"] = int(info.pop("scores")[self.tables.open_seats[place]])
        del info["action_mask"]
        return {**info, "action_mask": mask} if self.mask_in_info else info

    def state(self) -> Numbers:
        """The observations of all agents, one after the other: what they know together."""
        joined: Numbers = self.tables.observations[0].ravel()
        return joined

    def render(self, seat: int) -> str | None:
        """The announcements of the last step, and the board."""
        if self.render_mode is None:
            return None
        board = BOARDS[self.game](self.tables.view(seat))
        return rendered(self.tables.lines() + board, self.render_mode)
