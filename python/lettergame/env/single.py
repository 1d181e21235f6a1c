"""One agent against fixed opponents, for Gymnasium.

    from lettergame.env import single

    env = single.AuctionEnv(opponents=["letter-value", "random"], hidden=3)
    env = gymnasium.make("lettergame/Scrabble-v0", opponents="equity")

Opponents are players by name, programs or classes: one or several. `infos["action_mask"]`, and
`env.action_masks()`, say which actions are legal.
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from .. import _core
from .._arguments import check
from .._config import PlayerLike
from ._boards import BOARDS
from ._tables import Numbers, RenderMode, Tables, checked_options, one_action, rendered, seated, seed_of, whole

Infos = dict[str, Any]


class GameEnv(gymnasium.Env[Numbers, np.int64]):
    """A game with one agent. A step is its decision, with those of all others until it is asked again.

    A legal action is a move of the game; an action that is not legal is a fault, as in a tournament, which
    `infos["fault"]` reports.

    Parameters
    ----------
    game : str
        One of `lettergame.GAMES`.
    opponents : list of players, or one of them
        Players by name, programs or classes.
    seat : int
        The agent's seat.
    render_mode : {"ansi", "human"}, optional
        Whether `render` returns a text or prints it.
    **options
        `scaled=True` divides observations by their units; `reward` is "points" (those gained), "lead" or "win" (at the
        end); with `action_features=True` `infos["action_features"]` describes each action; `slots` is the number of
        actions for moves that differ from turn to turn. All others are rules and `lexicon`.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"]}

    def __init__(
        self,
        game: str,
        opponents: Sequence[PlayerLike] | PlayerLike,
        *,
        seat: int = 0,
        render_mode: RenderMode | None = None,
        **options: Any,
    ) -> None:
        check("render_mode", render_mode, RenderMode | None)
        players = seated(opponents, seat)
        self.tables: Tables = Tables(game, players, told=render_mode is not None, **options)
        self.render_mode = render_mode
        self.observation_space: spaces.Space[Any] = self.tables.observation_space()
        self.action_space: spaces.Space[Any] = spaces.Discrete(self.tables.actions)
        self._game = game
        self._seat = self.tables.open_seats[0]
        self._is_on = False

    @property
    def layout(self) -> dict[str, slice]:
        """Where each feature is in an observation."""
        return self.tables.layout

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, Infos]:
        """Starts a game; with `options={"deal": N}` the one whose table has the seed N."""
        check("seed", seed, int | None)
        super().reset(seed=seed)
        self.tables.deal({0: seed_of(checked_options(options, "deal"), self.np_random)})
        self._is_on = True
        return self.tables.observations[0, 0], self.tables.info()

    def step(self, action: np.int64 | int) -> tuple[Numbers, float, bool, bool, Infos]:
        """One decision."""
        if not self._is_on:
            raise _core.LettergameError("there is no game, or it is over: call reset() first")
        self.tables.step([one_action(action)])
        if self.render_mode == "human":
            self.render()
        reward = float(self.tables.rewards[0, 0])
        over = bool(self.tables.over[0])
        self._is_on = not over
        return self.tables.observations[0, 0], reward, over, False, self.tables.info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions; the name is that of sb3-contrib's MaskablePPO."""
        masks: npt.NDArray[np.bool_] = self.tables.masks[0, 0].astype(np.bool_)
        return masks

    def moves(self) -> dict[int, str]:
        """The legal actions as moves."""
        return dict(self.tables.core.moves(0, self._seat))

    def render(self) -> str | None:
        """The announcements of the last step, and the board."""
        if self.render_mode is None:
            return None
        board = BOARDS[self._game](self.tables.view(self._seat))
        return rendered(self.tables.lines() + board, self.render_mode)


class AuctionEnv(GameEnv):
    """The Letter Game: an action is a bid; more than the agent has counts as all it has.

    Parameters
    ----------
    opponents : list of players, or one of them
        The others at the table.
    max_bid : int
        The greatest action, a bid of so many points.
    **options
        Those of `GameEnv`.

    Examples
    --------
    >>> env = single.AuctionEnv()
    >>> observation, infos = env.reset(seed=7)
    >>> observation, reward, over, _, infos = env.step(env.action_masks().argmax())
    >>> over
    False
    """

    def __init__(
        self,
        opponents: Sequence[PlayerLike] | PlayerLike = ("letter-value", "random"),
        *,
        max_bid: int = 100,
        **options: Any,
    ) -> None:
        super().__init__("auction", opponents, slots=whole("max_bid", max_bid), **options)


class ScrabbleEnv(GameEnv):
    """Scrabble against one opponent.

    Parameters
    ----------
    opponents : list of players, or one of them
        The opponent.
    max_plays : int
        The number of actions for plays, most points first.
    **options
        Those of `GameEnv`.

    Examples
    --------
    >>> env = single.ScrabbleEnv()
    >>> observation, infos = env.reset(seed=7)
    >>> observation, reward, over, _, infos = env.step(env.action_masks().argmax())
    >>> over
    False
    """

    def __init__(
        self,
        opponents: Sequence[PlayerLike] | PlayerLike = ("score",),
        *,
        max_plays: int = 512,
        **options: Any,
    ) -> None:
        super().__init__("scrabble", opponents, slots=whole("max_plays", max_plays), **options)


class MarrakechEnv(GameEnv):
    """Marrakech against one to three opponents.

    Parameters
    ----------
    opponents : list of players, or one of them
        The others at the table.
    **options
        Those of `GameEnv`.

    Examples
    --------
    >>> env = single.MarrakechEnv()
    >>> observation, infos = env.reset(seed=7)
    >>> observation, reward, over, _, infos = env.step(env.action_masks().argmax())
    >>> over
    False
    """

    def __init__(
        self, opponents: Sequence[PlayerLike] | PlayerLike = ("greedy",), **options: Any
    ) -> None:
        super().__init__("marrakech", opponents, **options)


class WordgameEnv(GameEnv):
    """The wordgame against others who play the same hands.

    Parameters
    ----------
    opponents : list of players, or one of them
        The others at the table.
    max_words : int
        The number of actions for words.
    **options
        Those of `GameEnv`.

    Examples
    --------
    >>> env = single.WordgameEnv()
    >>> observation, infos = env.reset(seed=7)
    >>> observation, reward, over, _, infos = env.step(env.action_masks().argmax())
    >>> over
    False
    """

    def __init__(
        self,
        opponents: Sequence[PlayerLike] | PlayerLike = ("seed",),
        *,
        max_words: int = 1024,
        **options: Any,
    ) -> None:
        super().__init__("wordgame", opponents, slots=whole("max_words", max_words), **options)
