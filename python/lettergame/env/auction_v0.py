"""The Letter Game for PettingZoo: in every auction all agents bid at once.

An action is a bid, 0 to `max_bid`; the words at the end of a round are the best ones of the letters. An
observation is a dict: `observation` has the numbers that `features` describes, `action_mask` the bids that
the agent can pay (if it is not asked, because it is full or out, only 0). A bid that is more than the
agent has counts as all it has. The reward is what the step has brought: points of words less the price.

    from lettergame.env import auction_v0

    env = auction_v0.parallel_env(agents=3, hidden=3, render_mode="ansi")
    observations, infos = env.reset(seed=7)
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import ParallelEnv
from pettingzoo.utils import parallel_to_aec

from .._config import PlayerLike
from .features import observation_space
from .vector import Auctions, Told

Observation = dict[str, Any]


def parallel_env(**options: Any) -> "AuctionParallelEnv":
    """The environment; options are those of `AuctionParallelEnv`."""
    return AuctionParallelEnv(**options)


def env(**options: Any) -> Any:
    """The same for agents that act in turn."""
    return parallel_to_aec(parallel_env(**options))


class AuctionParallelEnv(ParallelEnv[str, Observation, int]):
    """The Letter Game.

    `agents` is the number of external bidders, in the first seats; `opponents` take the seats after them. All
    other options are the rules: `rounds`, `hidden`, `preset`, `rules`, `lexicon`.
    """

    metadata = {
        "name": "lettergame_auction_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": True,
    }

    def __init__(
        self,
        agents: int = 2,
        opponents: Sequence[PlayerLike] = (),
        *,
        max_bid: int = 100,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.render_mode = render_mode
        self._auctions = Auctions(["person"] * agents + list(opponents), 1, False, **options)
        self.possible_agents = [f"player_{seat}" for seat in self._auctions.open_seats]
        self.agents: list[str] = []
        self._bids = np.arange(max_bid + 1)
        seen = spaces.Dict({
            "observation": observation_space(self._auctions.core.length),
            "action_mask": spaces.Box(0, 1, (max_bid + 1,), np.int8),
        })
        self.observation_spaces = {agent: seen for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(max_bid + 1) for agent in self.possible_agents
        }
        self._random, _ = seeding.np_random()
        self._over = False

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
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        deal = (options or {}).get("deal")
        deal = int(self._random.integers(2**62)) if deal is None else deal
        told = self._auctions.reset(deal)
        self.agents = list(self.possible_agents)
        self._over = False
        return self._seen(told), self._infos(told)

    def step(self, actions: dict[str, int]) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """One auction."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        told = self._auctions.step([int(actions[agent]) for agent in self.possible_agents])
        self._over = bool(told.over[0])
        rewards = dict(zip(self.agents, map(float, told.rewards[0])))
        ends = {agent: self._over for agent in self.agents}
        result = (
            self._seen(told), rewards, ends, {agent: False for agent in self.agents},
            self._infos(told),
        )
        if self._over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return result

    def _seen(self, told: Told) -> dict[str, Observation]:
        return {
            agent: {
                "observation": told.seen[0, place],
                "action_mask": (self._bids <= max(0, told.purses[0, place])).astype(np.int8),
            }
            for place, agent in enumerate(self.possible_agents)
        }

    def _infos(self, told: Told) -> dict[str, dict[str, Any]]:
        points = told.scores[0]
        seats = self._auctions.open_seats
        return {
            agent: {"points": int(points[seat])}
            for agent, seat in zip(self.possible_agents, seats)
        }

    def render(self) -> str | None:
        """The announcements of the last step: as text for `ansi`, printed for `human`."""
        text = "\n".join(self._auctions.core.lines(0)) + "\n"
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            print(text, end="")
        return None

    def close(self) -> None:
        """Does nothing."""
