"""The base of the PettingZoo environments in which seats decide in turn: Scrabble, Marrakech and
the wordgame.

An action is the index of a move in a list of the seat's possible moves; the mask shows which
entries are legal. `infos[agent]["moves"]` has the moves as text, by action. An action that the mask
does not allow is a fault: as in a tournament, the game's fallback replaces it, and
`infos[agent]["fault"]` reports it. The reward is the change of the agent's points since its last
decision, at the end including everything after it.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from .. import _core
from .._config import PlayerLike, several
from ._agents import Agents, Observation
from ._tables import Mask, Numbers, RenderMode, Tables, one_action, whole


class TurnEnv(AECEnv[str, Observation, int | None]):
    """A game in which seats decide in turn.

    Parameters
    ----------
    game : str
        One of `lettergame.GAMES`.
    agents : int
        The number of agents, in the first seats.
    opponents : list of players, or one of them
        They take the seats after the agents.
    render_mode : {"ansi", "human"}, optional
        Whether `render` returns a text or prints it.
    mask_in_info : bool
        Observations are the numbers alone, and the mask is in `infos`.
    **options
        `scaled`, `reward` and `action_features` of `single.GameEnv`; all others are rules and `lexicon`.
    """

    def __init__(
        self,
        game: str,
        agents: int,
        opponents: Sequence[PlayerLike] | PlayerLike = (),
        *,
        render_mode: RenderMode | None = None,
        mask_in_info: bool = False,
        **options: Any,
    ) -> None:
        super().__init__()
        self._table = Agents(
            game,
            ["person"] * whole("agents", agents) + several(opponents, "opponents"),
            render_mode=render_mode,
            mask_in_info=mask_in_info,
            **options,
        )
        self.metadata: dict[str, Any] = {
            "name": f"lettergame_{game}_v0",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents: list[str] = self._table.names
        self.observation_spaces: dict[str, spaces.Space[Any]] = self._table.observation_spaces
        self.action_spaces: dict[str, spaces.Space[Any]] = self._table.action_spaces
        self.state_space: spaces.Box = self._table.state_space
        self._numbers: Numbers = np.zeros(0, np.float32)
        self._masks: Mask = np.zeros(0, np.int8)

    @property
    def tables(self) -> Tables:
        """The table of the current game."""
        return self._table.tables

    @property
    def layout(self) -> dict[str, slice]:
        """Where each feature is in an observation."""
        return self.tables.layout

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The agent's observation space."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The agent's action space."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game; with `options={"deal": N}` the one whose table has the seed N."""
        self._table.deal(seed, options)
        self.agents: list[str] = list(self.possible_agents)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection: str = self.agents[0]
        self._look()

    def _look(self) -> None:
        """Selects the agent to decide; at the end the first remaining one."""
        self._numbers, self._masks = self.tables.observations[0], self.tables.masks[0]
        awaited = np.flatnonzero(self.tables.awaited[0])
        if not awaited.size:
            self.terminations = {agent: True for agent in self.agents}
            return
        place = int(awaited[0])
        agent = self.agent_selection = self.possible_agents[place]
        moves = dict(self.tables.core.moves(0, self.tables.open_seats[place]))
        self.infos[agent] = {**self._table.info(place, self._masks[place]), "moves": moves}

    def observe(self, agent: str) -> Observation:
        """The agent's observation; the action mask is set for the agent to decide."""
        place = self.possible_agents.index(agent)
        return self._table.seen(self._numbers[place], self._masks[place])

    def step(self, action: int | None) -> None:
        """The decision of the agent whose turn it is."""
        if not hasattr(self, "agent_selection"):
            raise _core.LettergameError("there is no game yet: call reset() first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        place = self.possible_agents.index(agent)
        self.tables.decide(0, self.tables.open_seats[place], one_action(action))
        self.infos[agent] = self._table.info(place, self.tables.masks[0, place])
        rewards = dict(zip(self.possible_agents, map(float, self.tables.rewards[0])))
        self.rewards = {name: rewards[name] for name in self.agents}
        self._look()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def state(self) -> Numbers:
        """The observations of all agents, one after the other."""
        return self._table.state()

    def render(self) -> str | None:
        """The current state: as text for `ansi`, printed for `human`."""
        return self._table.render(self._table.seats[self.agent_selection])

    def close(self) -> None:
        """Does nothing."""
