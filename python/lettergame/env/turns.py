"""The base of the PettingZoo environments in which seats decide in turn: Scrabble, Marrakech and
the wordgame.

An action is the index of a move in a list of the seat's possible moves; the mask shows which
entries are legal. `infos[agent]["moves"]` has the moves as text, by action. An action that the mask
does not allow is a fault: as in a tournament, the game's fallback replaces it, and
`infos[agent]["fault"]` reports it. The reward is the change of the agent's points since its last
decision, at the end including everything after it.
"""

import json
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from .. import _core
from .._config import Options, PlayerLike, hosting

Observation = dict[str, Any]
Numbers = npt.NDArray[np.float32]


class TurnGame:
    """A game with its actions and observations, as numbers."""

    name: str
    """The game's name."""
    actions: int
    """The number of actions."""
    length: int
    """The length of an observation."""

    @abstractmethod
    def places(self, choices: list[tuple[str, str]]) -> list[int]:
        """The action of each move; -1 for a move without an action."""

    @abstractmethod
    def numbers(self, view: dict[str, Any]) -> Numbers:
        """The observation of a seat, as numbers."""

    @abstractmethod
    def board(self, view: dict[str, Any]) -> str:
        """The game as text."""


class TurnEnv(AECEnv[str, Observation, int]):
    """A game in which seats decide in turn; `opponents` take the seats after the agents."""

    def __init__(
        self,
        game: TurnGame,
        agents: int,
        opponents: Sequence[PlayerLike] = (),
        *,
        first_seat: int = 0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        players: list[PlayerLike] = list(opponents)
        players[first_seat:first_seat] = ["person"] * agents
        given = Options.of({"game": game.name, **options, "players": players})
        self._core = _core.Game(given.toml, hosting(given.classes))
        self._game = game
        self.metadata = {
            "name": f"lettergame_{game.name}_v0",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self._seats = {f"player_{seat}": seat for seat in self._core.open_seats}
        self._names = {seat: agent for agent, seat in self._seats.items()}
        self.possible_agents = list(self._seats)
        seen = spaces.Dict({
            "observation": spaces.Box(-np.inf, np.inf, (game.length,), np.float32),
            "action_mask": spaces.Box(0, 1, (game.actions,), np.int8),
        })
        self.observation_spaces = {agent: seen for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(game.actions) for agent in self.possible_agents
        }
        self._random, _ = seeding.np_random()
        self._table: _core.Table | None = None
        self._points: list[int] = []
        self._choices: dict[int, str] = {}
        self._lines: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The agent's observation space."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The agent's action space."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game; with `options={"deal": N}` the one whose table has the seed N."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        deal = (options or {}).get("deal")
        deal = int(self._random.integers(2**62)) if deal is None else deal
        self._table = self._core.deal(deal)
        self._lines = []
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._points = self._table.points()
        self.agent_selection = self.agents[0]
        self._select()

    @property
    def table(self) -> _core.Table:
        """The table of the current game."""
        if self._table is None:
            raise RuntimeError("call reset() first")
        return self._table

    def _select(self) -> None:
        """Selects the seat to decide; at the end the first remaining agent."""
        awaited = self.table.awaited()
        if not awaited:
            self.terminations = {agent: True for agent in self.agents}
            self._choices = {}
            return
        self.agent_selection = self._names[awaited[0]]
        choices = self.table.choices(awaited[0]) or []
        placed = zip(self._game.places(choices), choices)
        known = {place: choice for place, choice in placed if place >= 0}
        self._choices = {place: choice for place, (choice, _) in known.items()}
        moves = {place: text for place, (_, text) in known.items()}
        self.infos[self.agent_selection]["moves"] = moves

    def observe(self, agent: str) -> Observation:
        """The agent's observation; the action mask is set for the agent to decide."""
        mask = np.zeros(self._game.actions, np.int8)
        if agent == self.agent_selection:
            mask[list(self._choices)] = 1
        view = json.loads(self.table.view(self._seats[agent]))
        return {"observation": self._game.numbers(view), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The decision of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        choice = self._choices.get(int(action), '"no such action"')
        fault, self._lines = self.table.answer(self._seats[agent], choice)
        self.infos[agent] = {"fault": fault} if fault else {}
        points = self.table.points()
        gained = {
            name: float(points[seat] - self._points[seat]) for name, seat in self._seats.items()
        }
        self.rewards = {name: gained[name] for name in self.agents}
        self._points = points
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The current state: as text for `ansi`, printed for `human`."""
        view = json.loads(self.table.view(self._seats[self.agent_selection]))
        text = "".join(line + "\n" for line in [*self._lines, self._game.board(view)])
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            print(text, end="")
        return None

    def close(self) -> None:
        """Does nothing."""


def letters_of(text: str, others: str = "") -> Numbers:
    """The number of each letter in a text, A to Z, then of each of the other signs."""
    upper = text.upper()
    signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + others
    return np.array([upper.count(sign) for sign in signs], np.float32)
