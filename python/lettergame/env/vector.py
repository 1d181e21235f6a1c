"""Many tables stepped in one call on all cores, for Gymnasium: numpy arrays in, numpy arrays out."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv

from .. import _core
from .._arguments import check
from .._config import PlayerLike
from ._tables import Numbers, Tables, action_array, checked_options, deal_seed, seated, whole

Infos = dict[str, Any]
Flags = npt.NDArray[np.bool_]


class GameVectorEnv(VectorEnv[Any, Any, Any]):
    """One agent at each of many tables, against fixed opponents: the same games, step by step, as those of as many
    `GameEnv`s with the seeds `seed`, `seed + 1` and so on.

    Actions are an array of `num_envs` whole numbers. `infos` has arrays: `action_mask`, `scores` of all seats and, with
    `action_features=True`, `action_features`; after an action that is not legal `fault`, with the tables in `_fault`.

    Parameters
    ----------
    game : str
        One of `lettergame.GAMES`.
    num_envs : int
        How many tables.
    opponents : list of players, or one of them
        Players by name, programs or classes.
    seat : int
        The agent's seat.
    autoreset_mode : {"same_step", "next_step", "disabled"}
        What happens at the end of a game. "same_step": the next game begins at once; `infos["final_obs"]` and
        `infos["final_info"]` are of the finished one, where `infos["_final_obs"]` is true. "next_step": it begins at
        the next step, whose action is ignored there, with a reward of 0. "disabled": it begins with
        `reset(options={"reset_mask": ...})`.
    **options
        Those of `GameEnv`, except for `render_mode`.
    """

    def __init__(
        self,
        game: str,
        num_envs: int,
        opponents: Sequence[PlayerLike] | PlayerLike,
        *,
        seat: int = 0,
        autoreset_mode: str | AutoresetMode = AutoresetMode.SAME_STEP,
        **options: Any,
    ) -> None:
        players = seated(opponents, seat)
        self.tables: Tables = Tables(game, players, num_envs, **options)
        self.num_envs = num_envs
        self.autoreset_mode: AutoresetMode = _mode(autoreset_mode)
        self.metadata: dict[str, Any] = {"autoreset_mode": self.autoreset_mode}
        self.single_observation_space: spaces.Space[Any] = self.tables.observation_space()
        self.single_action_space: spaces.Space[Any] = spaces.Discrete(self.tables.actions)
        self.observation_space: spaces.Space[Any] = self.tables.observation_space(num_envs)
        self.action_space: spaces.Space[Any] = spaces.MultiDiscrete(np.full(num_envs, self.tables.actions))
        self._generators = [np.random.default_rng() for _ in range(num_envs)]
        self._ended = np.zeros(num_envs, np.bool_)
        self._is_on = False

    @property
    def layout(self) -> dict[str, slice]:
        """Where each feature is in an observation."""
        return self.tables.layout

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, Infos]:
        """Restarts all games, or those of `options["reset_mask"]`. `options["deal"]` has the seed of each table,
        or one for all of them: then all play the same deal."""
        options = dict(checked_options(options, "deal", "reset_mask"))
        chosen = self._chosen(options.get("reset_mask"))
        self._seed(seed, chosen)
        self.tables.deal(self._deals(options.get("deal"), chosen))
        self._ended[chosen] = False
        self._is_on = True
        return self.tables.observations[:, 0], self.tables.infos()

    def _chosen(self, mask: Any) -> npt.NDArray[np.intp]:
        if mask is None:
            return np.arange(self.num_envs)
        mask = np.asarray(mask)
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_ or not mask.any():
            raise _core.LettergameError(
                f"expected a reset_mask of {self.num_envs} booleans, at least one of them true"
            )
        return np.flatnonzero(mask)

    def _seed(
        self, seed: int | list[int | None] | None, chosen: npt.NDArray[np.intp]
    ) -> None:
        check("seed", seed, int | Sequence | None)
        if seed is None:
            return
        if isinstance(seed, (int, np.integer)):
            super().reset(seed=int(seed))
            seed = [int(seed) + table for table in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise _core.LettergameError(f"expected {self.num_envs} seeds, found {len(seed)}")
        for table in chosen:
            if seed[table] is not None:
                self._generators[table] = seeding.np_random(seed[table])[0]

    def _deals(self, given: Any, chosen: npt.NDArray[np.intp]) -> dict[int, int]:
        if given is None:
            return {
                int(table): int(self._generators[table].integers(2**62)) for table in chosen
            }
        deals = list(given) if np.ndim(given) else [given] * self.num_envs
        if len(deals) != self.num_envs:
            raise _core.LettergameError(f"expected {self.num_envs} deals, found {len(deals)}")
        return {int(table): deal_seed(deals[table]) for table in chosen}

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[Numbers, npt.NDArray[np.float64], Flags, Flags, Infos]:
        """One decision at every table."""
        if not self._is_on:
            raise _core.LettergameError("there are no games yet: call reset() first")
        actions = action_array(actions)
        renewed = np.flatnonzero(self._ended)
        if renewed.size and self.autoreset_mode == AutoresetMode.DISABLED:
            raise _core.LettergameError(
                f"the games of the tables {renewed.tolist()} are over: reset them with "
                '`reset(options={"reset_mask": ...})` first'
            )
        self.tables.step(actions)
        rewards, ends = self.tables.rewards[:, 0], self.tables.over
        if renewed.size:
            rewards[renewed], ends[renewed] = 0.0, False
            self.tables.deal(self._deals(None, renewed))
        infos: Infos = {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            if ends.any():
                infos = {**self._final(ends), "_final_obs": ends.copy()}
                self.tables.deal(self._deals(None, np.flatnonzero(ends)))
        else:
            self._ended = ends.copy()
        never = np.zeros(self.num_envs, np.bool_)
        return self.tables.observations[:, 0], rewards, ends, never, {**infos, **self.tables.infos()}

    def _final(self, ends: Flags) -> Infos:
        final = self.tables.infos()
        final = {**{f"_{name}": ends.copy() for name in final}, **final}
        return {
            "final_obs": self.tables.observations[:, 0],
            "final_info": final,
            "_final_info": ends.copy(),
        }

    def action_masks(self) -> Flags:
        """The legal actions of each table."""
        return self.tables.masks[:, 0].astype(np.bool_)


def _mode(mode: str | AutoresetMode) -> AutoresetMode:
    if isinstance(mode, AutoresetMode):
        return mode
    try:
        return AutoresetMode[mode.upper()]
    except KeyError:
        names = ", ".join(known.name.lower() for known in AutoresetMode)
        raise _core.LettergameError(
            f"invalid value `{mode}` for `autoreset_mode`: expected one of {names}"
        ) from None


class AuctionVectorEnv(GameVectorEnv):
    """The Letter Game: an action is a bid; more than the agent has counts as all it has.

    Parameters
    ----------
    num_envs : int
        How many tables.
    opponents : list of players, or one of them
        The others at the table.
    max_bid : int
        The greatest action, a bid of so many points.
    **options
        Those of `GameVectorEnv`.

    Examples
    --------
    >>> env = vector.AuctionVectorEnv(64)
    >>> observations, infos = env.reset(seed=7)
    >>> observations, rewards, ends, _, infos = env.step(infos["action_mask"].argmax(axis=1))
    >>> rewards.shape
    (64,)
    """

    def __init__(
        self,
        num_envs: int = 1,
        opponents: Sequence[PlayerLike] | PlayerLike = ("letter-value", "random"),
        *,
        max_bid: int = 100,
        **options: Any,
    ) -> None:
        super().__init__("auction", num_envs, opponents, slots=whole("max_bid", max_bid), **options)


class ScrabbleVectorEnv(GameVectorEnv):
    """Scrabble against one opponent.

    Parameters
    ----------
    num_envs : int
        How many tables.
    opponents : list of players, or one of them
        The opponent.
    max_plays : int
        The number of actions for plays, most points first.
    **options
        Those of `GameVectorEnv`.

    Examples
    --------
    >>> env = vector.ScrabbleVectorEnv(64)
    >>> observations, infos = env.reset(seed=7)
    >>> observations, rewards, ends, _, infos = env.step(infos["action_mask"].argmax(axis=1))
    >>> rewards.shape
    (64,)
    """

    def __init__(
        self,
        num_envs: int = 1,
        opponents: Sequence[PlayerLike] | PlayerLike = ("score",),
        *,
        max_plays: int = 512,
        **options: Any,
    ) -> None:
        super().__init__("scrabble", num_envs, opponents, slots=whole("max_plays", max_plays), **options)


class MarrakechVectorEnv(GameVectorEnv):
    """Marrakech against one to three opponents.

    Parameters
    ----------
    num_envs : int
        How many tables.
    opponents : list of players, or one of them
        The others at the table.
    **options
        Those of `GameVectorEnv`.

    Examples
    --------
    >>> env = vector.MarrakechVectorEnv(64)
    >>> observations, infos = env.reset(seed=7)
    >>> observations, rewards, ends, _, infos = env.step(infos["action_mask"].argmax(axis=1))
    >>> rewards.shape
    (64,)
    """

    def __init__(
        self,
        num_envs: int = 1,
        opponents: Sequence[PlayerLike] | PlayerLike = ("greedy",),
        **options: Any,
    ) -> None:
        super().__init__("marrakech", num_envs, opponents, **options)


class WordgameVectorEnv(GameVectorEnv):
    """The wordgame against others who play the same hands.

    Parameters
    ----------
    num_envs : int
        How many tables.
    opponents : list of players, or one of them
        The others at the table.
    max_words : int
        The number of actions for words.
    **options
        Those of `GameVectorEnv`.

    Examples
    --------
    >>> env = vector.WordgameVectorEnv(64)
    >>> observations, infos = env.reset(seed=7)
    >>> observations, rewards, ends, _, infos = env.step(infos["action_mask"].argmax(axis=1))
    >>> rewards.shape
    (64,)
    """

    def __init__(
        self,
        num_envs: int = 1,
        opponents: Sequence[PlayerLike] | PlayerLike = ("seed",),
        *,
        max_words: int = 1024,
        **options: Any,
    ) -> None:
        super().__init__("wordgame", num_envs, opponents, slots=whole("max_words", max_words), **options)
