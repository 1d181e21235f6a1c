"""Many tables of the Letter Game stepped in one call: numpy arrays in, numpy arrays out."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv

from .. import _core
from .._config import Options, PlayerLike, hosting
from .features import observation_space

Observations = npt.NDArray[np.float32]
Infos = dict[str, Any]


class Auctions:
    """Tables of the Letter Game: the base of all its environments.

    A player `"person"` is asked from outside; the others decide by themselves. A step is one
    auction in which an open seat is asked; at the end of a round the best words are played. With
    `renews` a finished game is immediately replaced by the next one.
    """

    def __init__(
        self, players: Sequence[PlayerLike], tables: int, renews: bool, **options: Any
    ) -> None:
        given = Options.of({"game": "auction", **options, "players": players})
        self.core = _core.AuctionTables(given.toml, hosting(given.classes), tables, renews)
        self.tables = self.core.tables
        self.seats = self.core.seats
        self.open_seats = self.core.open_seats
        self.agents = len(self.open_seats)

    def reset(self, seed: int) -> "Told":
        """Restarts all games."""
        return Told(self, self.core.reset(seed))

    def step(self, bids: npt.ArrayLike) -> "Told":
        """One auction at every table; bids of all tables and agents."""
        return Told(self, self.core.step(np.ascontiguousarray(bids, dtype=np.int64).tobytes()))


class Told:
    """The results of a step, as arrays over tables and agents; they own the memory that they are
    views of."""

    def __init__(self, auctions: Auctions, buffers: list[bytearray]) -> None:
        seen, rewards, over, purses, scores = buffers
        shape = (auctions.tables, auctions.agents)
        self.seen: Observations = np.frombuffer(seen, np.float32).reshape(*shape, -1)
        self.rewards: npt.NDArray[np.int32] = np.frombuffer(rewards, np.int32)
        if self.rewards.size:
            self.rewards = self.rewards.reshape(shape)
        else:
            self.rewards = np.zeros(shape, np.int32)
        self.over: npt.NDArray[np.bool_] = np.frombuffer(over, np.bool_)
        self.purses: npt.NDArray[np.int32] = np.frombuffer(purses, np.int32).reshape(shape)
        """The maximum that an agent can pay; -1 where it is not asked."""
        self.scores: npt.NDArray[np.int32] = np.frombuffer(scores, np.int32).reshape(
            auctions.tables, auctions.seats
        )
        """Points of all seats; final where the game is over."""


class AuctionVectorEnv(VectorEnv[Any, Any, Any]):
    """One agent at each of many tables, against fixed opponents.

    Actions are bids, an array of `num_envs` whole numbers from 0 to `max_bid`; a bid above what the
    agent has counts as all it has. Observations are the numbers that `features` describes, rewards
    the points gained or paid. A finished game is immediately followed by the next
    (`AutoresetMode.SAME_STEP`): the observation is that of the next game, `infos["scores"]` has the
    final points of all seats.
    """

    def __init__(
        self,
        num_envs: int,
        opponents: Sequence[PlayerLike] = ("letter-value", "random"),
        *,
        seat: int = 0,
        max_bid: int = 100,
        **options: Any,
    ) -> None:
        players: list[PlayerLike] = list(opponents)
        players.insert(seat, "person")
        self.auctions = Auctions(players, num_envs, True, **options)
        self.num_envs = num_envs
        self.max_bid = max_bid
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space = observation_space(self.auctions.core.length)
        self.single_action_space = spaces.Discrete(max_bid + 1)
        self.observation_space = observation_space(self.auctions.core.length, num_envs)
        self.action_space = spaces.MultiDiscrete(np.full(num_envs, max_bid + 1))
        self._never = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Infos]:
        """Restarts all games; one seed determines all of them."""
        if isinstance(seed, list):
            raise ValueError("one seed determines the games of all tables: expected one number")
        super().reset(seed=seed)
        told = self.auctions.reset(int(self.np_random.integers(2**62)))
        return told.seen[:, 0], {"purses": told.purses[:, 0]}

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[Observations, npt.NDArray[np.float64], Any, Any, Infos]:
        """One auction at every table."""
        told = self.auctions.step(actions)
        rewards = told.rewards[:, 0].astype(np.float64)
        infos = {"purses": told.purses[:, 0], "scores": told.scores}
        return told.seen[:, 0], rewards, told.over, self._never.copy(), infos
