"""The Letter Game for PettingZoo: in every auction all agents bid at once.

An action is a bid, 0 to `max_bid`; the words at the end of a round are the best ones of the letters. An
observation is a dict of `observation` and `action_mask`, the bids that the agent can pay (if it is not asked,
because it is full or out, only 0). A bid that is more than the agent has counts as all it has. The reward is what
the step has brought: points of words less the price.

    from lettergame.env import auction_v0

    env = auction_v0.parallel_env(agents=3, hidden=3, render_mode="ansi")
    observations, infos = env.reset(seed=7)
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv
from pettingzoo.utils import parallel_to_aec

from .. import _core
from .._arguments import check
from .._config import PlayerLike, several
from ._agents import Agents, Observation
from ._tables import Mask, Numbers, RenderMode, one_action, whole


def parallel_env(**options: Any) -> "AuctionParallelEnv":
    """The environment, in which all agents bid at once.

    Parameters
    ----------
    **options
        Those of `AuctionParallelEnv`.

    Returns
    -------
    AuctionParallelEnv
        The environment.

    Examples
    --------
    >>> env = auction_v0.parallel_env(agents=2, hidden=3)
    >>> env.possible_agents
    ['player_0', 'player_1']
    """
    return AuctionParallelEnv(**options)


def env(**options: Any) -> Any:
    """The same for agents that act in turn.

    Parameters
    ----------
    **options
        Those of `AuctionParallelEnv`.

    Returns
    -------
    pettingzoo.AECEnv
        The environment.

    Examples
    --------
    >>> env = auction_v0.env(agents=2, hidden=3)
    >>> env.reset(seed=7)
    >>> env.agent_selection
    'player_0'
    """
    return parallel_to_aec(parallel_env(**options))


class AuctionParallelEnv(ParallelEnv[str, Observation, int | None]):
    """The Letter Game.

    Parameters
    ----------
    agents : int
        The number of external bidders, in the first seats.
    opponents : list of players, or one of them
        They take the seats after the agents.
    max_bid : int
        The greatest action, a bid of so many points.
    render_mode : {"ansi", "human"}, optional
        Whether `render` returns a text or prints it.
    mask_in_info : bool
        Observations are the numbers alone, and the mask is in `infos`.
    **options
        `scaled` and `reward` of `single.GameEnv`; all others are the rules: `rounds`, `hidden`, `preset`, `rules`,
        `lexicon`.

    Examples
    --------
    >>> env = auction_v0.AuctionParallelEnv(agents=3, hidden=3)
    >>> observations, infos = env.reset(seed=7)
    >>> observations, rewards, ends, _, infos = env.step({agent: 4 for agent in env.agents})
    >>> list(rewards)
    ['player_0', 'player_1', 'player_2']
    """

    metadata: dict[str, Any] = {
        "name": "lettergame_auction_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": True,
    }

    def __init__(
        self,
        agents: int = 2,
        opponents: Sequence[PlayerLike] | PlayerLike = (),
        *,
        max_bid: int = 100,
        render_mode: RenderMode | None = None,
        mask_in_info: bool = False,
        **options: Any,
    ) -> None:
        self.render_mode = render_mode
        self._table = Agents(
            "auction",
            ["person"] * whole("agents", agents) + several(opponents, "opponents"),
            slots=whole("max_bid", max_bid),
            render_mode=render_mode,
            mask_in_info=mask_in_info,
            **options,
        )
        self.possible_agents: list[str] = self._table.names
        self.agents: list[str] = []
        self._was_reset = False
        self.observation_spaces: dict[str, spaces.Space[Any]] = self._table.observation_spaces
        self.action_spaces: dict[str, spaces.Space[Any]] = self._table.action_spaces
        self.state_space: spaces.Box = self._table.state_space

    @property
    def layout(self) -> dict[str, slice]:
        """Where each feature is in an observation."""
        return self._table.tables.layout

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The agent's observation space."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The agent's action space."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Starts a game; with `options={"deal": N}` the one whose table has the seed N."""
        self._table.deal(seed, options)
        self.agents = list(self.possible_agents)
        self._was_reset = True
        return self._told()

    def step(self, actions: dict[str, int | None]) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """One auction."""
        if not self._was_reset:
            raise _core.LettergameError("there is no game yet: call reset() first")
        if not self.agents:
            return {}, {}, {}, {}, {}
        check("actions", actions, Mapping)
        missing = [agent for agent in self.agents if agent not in actions]
        if missing:
            raise _core.LettergameError(f"no action for {', '.join(missing)}: all bid at once")
        tables = self._table.tables
        tables.step([one_action(actions[agent]) for agent in self.agents])
        over = bool(tables.over[0])
        rewards = dict(zip(self.agents, map(float, tables.rewards[0])))
        ends = {agent: over for agent in self.agents}
        seen, infos = self._told()
        cuts = {agent: False for agent in self.agents}
        if over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return seen, rewards, ends, cuts, infos

    def _told(self) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        numbers, masks = self._table.tables.observations[0], self._masks()
        seen, infos = {}, {}
        for place, agent in enumerate(self.possible_agents):
            seen[agent] = self._table.seen(numbers[place], masks[place])
            infos[agent] = self._table.info(place, masks[place])
        return seen, infos

    def _masks(self) -> Mask:
        """Who is not asked can only bid 0."""
        masks: Mask = self._table.tables.masks[0]
        masks[~self._table.tables.awaited[0], 0] = 1
        return masks

    def state(self) -> Numbers:
        """The observations of all agents, one after the other."""
        return self._table.state()

    def render(self) -> str | None:
        """The announcements of the last step: as text for `ansi`, printed for `human`."""
        return self._table.render(0)

    def close(self) -> None:
        """Does nothing."""
