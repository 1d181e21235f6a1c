"""One agent against fixed opponents, for Gymnasium.

    from lettergame.env import single

    env = single.AuctionEnv(opponents=["letter-value", "random"], hidden=3)
    env = single.scrabble(opponent="equity")

Opponents are players by name, programs or classes. `infos["action_mask"]` says which actions are possible.
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from .._config import PlayerLike
from .marrakech_v0 import Marrakech
from .scrabble_v0 import Scrabble
from .turns import TurnEnv as Turns
from .turns import TurnGame
from .vector import Auctions, Told
from .features import observation_space
from .wordgame_v0 import Wordgame

Numbers = npt.NDArray[np.float32]
Infos = dict[str, Any]


class AuctionEnv(gymnasium.Env[Numbers, np.int64]):
    """The Letter Game: an action is a bid, an observation the numbers that `features` describes."""

    metadata = {"render_modes": ["ansi", "human"]}

    def __init__(
        self,
        opponents: Sequence[PlayerLike] = ("letter-value", "random"),
        *,
        seat: int = 0,
        max_bid: int = 100,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        players: list[PlayerLike] = list(opponents)
        players.insert(seat, "person")
        self._auctions = Auctions(players, 1, False, **options)
        self._bids = np.arange(max_bid + 1)
        self.render_mode = render_mode
        self.observation_space: spaces.Space[Any] = observation_space(self._auctions.core.length)
        self.action_space = spaces.Discrete(max_bid + 1)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, Infos]:
        """Starts a game."""
        super().reset(seed=seed)
        told = self._auctions.reset(int(self.np_random.integers(2**62)))
        return told.seen[0, 0], self._info(told)

    def step(self, action: np.int64 | int) -> tuple[Numbers, float, bool, bool, Infos]:
        """One auction."""
        told = self._auctions.step([int(action)])
        if self.render_mode == "human":
            self.render()
        reward = float(told.rewards[0, 0])
        return told.seen[0, 0], reward, bool(told.over[0]), False, self._info(told)

    def _info(self, told: Told) -> Infos:
        mask = (self._bids <= max(0, told.purses[0, 0])).astype(np.int8)
        return {"action_mask": mask, "scores": told.scores[0]}

    def render(self) -> str | None:
        """The announcements of the last step."""
        text = "\n".join(self._auctions.core.lines(0)) + "\n"
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            print(text, end="")
        return None


class TurnEnv(gymnasium.Env[Numbers, np.int64]):
    """A game in which seats decide in turn. Actions and observations are those of the environment for
    PettingZoo; the reward is what was gained until the agent is asked again."""

    metadata = {"render_modes": ["ansi", "human"]}

    def __init__(
        self,
        game: TurnGame,
        opponents: Sequence[PlayerLike],
        *,
        seat: int = 0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self._turns = Turns(
            game, 1, opponents, first_seat=seat, render_mode=render_mode, **options
        )
        self._agent = self._turns.possible_agents[0]
        self._seat = seat
        self.render_mode = render_mode
        self.observation_space: spaces.Space[Any] = spaces.Box(
            -np.inf, np.inf, (game.length,), np.float32
        )
        self.action_space = spaces.Discrete(game.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, Infos]:
        """Starts a game."""
        super().reset(seed=seed)
        self._turns.reset(options={"deal": int(self.np_random.integers(2**62))})
        return self._told()

    def step(self, action: np.int64 | int) -> tuple[Numbers, float, bool, bool, Infos]:
        """One decision; the others decide until it is the agent's turn again."""
        self._turns.step(int(action))
        seen, info = self._told()
        reward = self._turns.rewards[self._agent]
        return seen, reward, self._turns.terminations[self._agent], False, info

    def _told(self) -> tuple[Numbers, Infos]:
        seen = self._turns.observe(self._agent)
        info = {**self._turns.infos[self._agent], "action_mask": seen["action_mask"]}
        return seen["observation"], {**info, "scores": np.array(self._turns.table.points())}

    def render(self) -> str | None:
        """The current state of the game."""
        return self._turns.render()


def scrabble(opponent: PlayerLike = "score", max_plays: int = 512, **options: Any) -> TurnEnv:
    """Scrabble against one opponent."""
    return TurnEnv(Scrabble(max_plays), [opponent], **options)


def marrakech(opponents: Sequence[PlayerLike] = ("greedy",), **options: Any) -> TurnEnv:
    """Marrakech against one to three opponents."""
    return TurnEnv(Marrakech(), opponents, **options)


def wordgame(
    opponents: Sequence[PlayerLike] = ("seed",), max_words: int = 1024, **options: Any
) -> TurnEnv:
    """The wordgame against others who play the same hands."""
    return TurnEnv(Wordgame(max_words), opponents, **options)
