"""Tables of a game in numbers: what all environments are made of."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from .. import _core
from .._arguments import check
from .._config import Options, PlayerLike, hosting, several
from ._history import History

Numbers = npt.NDArray[np.float32]
Mask = npt.NDArray[np.int8]
Kind = TypeVar("Kind", bound=np.generic)

RenderMode: TypeAlias = Literal["ansi", "human"]
Reward: TypeAlias = Literal["points", "lead", "win"]
"""Points gained, the lead at the end, or the share of the win."""


@dataclass(frozen=True)
class Feature:
    """One or more numbers of the same kind in an observation, or in the description of an action."""

    name: str
    count: int
    """How many numbers."""
    low: float
    """No number is below this."""
    high: float
    """No number is above this."""
    unit: float
    """What they are divided by with `scaled=True`."""
    about: str
    """What they say."""


class Tables:
    """Tables of one game, stepped together on all cores.

    A player `"person"` is asked from outside; the others decide by themselves. A step is one
    decision of the awaited seats of each table. Arrays belong to the caller.
    """

    def __init__(
        self,
        game: str,
        players: Sequence[PlayerLike],
        tables: int = 1,
        *,
        slots: int | None = None,
        scaled: bool = False,
        action_features: bool = False,
        reward: Reward = "points",
        told: bool = False,
        **options: Any,
    ) -> None:
        chosen = {"slots": slots, "scaled": scaled, "action_features": action_features, "reward": reward, "told": told}
        self._made_of = (game, list(players), tables), {**chosen, **options}
        check("scaled", scaled, bool)
        check("action_features", action_features, bool)
        check("reward", reward, Reward)
        given = Options.of({"game": game, **options, "players": players})
        shown = {
            "tables": whole("num_envs", tables),
            "slots": None if slots is None else whole("slots", slots),
            "scaled": bool(scaled),
            "described": bool(action_features),
            "told": told,
            "reward": reward,
        }
        self.core: _core.Tables = _core.Tables(game, given.toml, hosting(given.classes), shown)
        about = json.loads(self.core.about)
        self.tables = tables
        self.rules: dict[str, Any] = about["rules"]
        self.seats: int = about["seats"]
        self.open_seats: list[int] = about["open_seats"]
        self.actions: int = about["actions"]
        self.features: list[Feature] = [Feature(**feature) for feature in about["observation"]]
        self.action_features: list[Feature] = [Feature(**feature) for feature in about["description"]]
        self._scaled = scaled
        self._history = History(tables)

    def __getstate__(self) -> Any:
        return self._made_of, self._history

    def __setstate__(self, state: Any) -> None:
        """A copy has the same players and rules, and its games the same course."""
        (given, options), history = state
        self.__init__(*given, **options)  # type: ignore[misc]
        self._history = history.replayed(self.core)

    @property
    def layout(self) -> dict[str, slice]:
        """Where each feature is in an observation."""
        return _slices(self.features)

    @property
    def action_layout(self) -> dict[str, slice]:
        """Where each feature is in the description of an action."""
        return _slices(self.action_features)

    def observation_space(self, *shape: int) -> spaces.Box:
        """The bounds of an observation, or of an array of them."""
        low, high = (self._bounds(which) for which in ("low", "high"))
        size = (*shape, len(low))
        return spaces.Box(
            np.broadcast_to(low, size), np.broadcast_to(high, size), size, np.float32
        )

    def _bounds(self, which: str) -> Numbers:
        numbers = [
            np.full(
                feature.count,
                np.float32(getattr(feature, which))
                / np.float32(feature.unit if self._scaled else 1),
                np.float32,
            )
            for feature in self.features
        ]
        return np.concatenate(numbers)

    def deal(self, games: Mapping[int, int]) -> None:
        """Starts the game of a seed at some of the tables."""
        self.core.deal(list(games.items()))
        self._history.deal(games)

    def step(self, actions: npt.ArrayLike) -> None:
        """One decision at every table: actions of every open seat of every table."""
        done = action_array(actions).tobytes()
        self.core.step(done)
        self._history.add(done)

    def decide(self, table: int, seat: int, action: int) -> None:
        """The decision of one seat."""
        self.core.decide(table, seat, action)
        self._history.add((table, seat, action))

    @property
    def observations(self) -> Numbers:
        """By table, open seat and number."""
        return self._array(self.core.observations(), np.float32, len(self.open_seats), -1)

    @property
    def masks(self) -> Mask:
        """By table, open seat and action: 1 for the legal actions of awaited seats."""
        return self._array(self.core.masks(), np.int8, len(self.open_seats), self.actions)

    @property
    def descriptions(self) -> Numbers:
        """By table, open seat, action and number; 0 for actions that are not legal."""
        numbers = sum(feature.count for feature in self.action_features)
        shape = (len(self.open_seats), self.actions, numbers)
        return self._array(self.core.descriptions(), np.float32, *shape)

    @property
    def rewards(self) -> npt.NDArray[np.float64]:
        """By table and open seat."""
        rewards = self._array(self.core.rewards(), np.float32, len(self.open_seats))
        return rewards.astype(np.float64)

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Whether the game of each table is over."""
        return self._array(self.core.over(), np.bool_)

    @property
    def awaited(self) -> npt.NDArray[np.bool_]:
        """By table and open seat: whether the seat is to decide."""
        return self._array(self.core.awaited(), np.bool_, len(self.open_seats))

    @property
    def scores(self) -> npt.NDArray[np.int32]:
        """By table and seat: points, final where the game is over."""
        return self._array(self.core.scores(), np.int32, self.seats)

    def infos(self, place: int = 0) -> dict[str, Any]:
        """What else is known to the open seat at a place among them: an array by table for each name. `fault`, if
        there was one in the last step, has the texts, with `_fault` true at their tables."""
        infos: dict[str, Any] = {"action_mask": self.masks[:, place], "scores": self.scores}
        if self.action_features:
            infos["action_features"] = self.descriptions[:, place]
        if faults := self.core.faults(self.open_seats[place]):
            infos["fault"] = np.full(self.tables, None, object)
            infos["_fault"] = np.zeros(self.tables, np.bool_)
            for table, text in faults:
                infos["fault"][table], infos["_fault"][table] = text, True
        return infos

    def info(self, place: int = 0) -> dict[str, Any]:
        """The same of the only table."""
        return {name: each[0] for name, each in self.infos(place).items() if name != "_fault"}

    def _array(self, memory: bytearray, kind: type[Kind], *shape: int) -> npt.NDArray[Kind]:
        return np.frombuffer(memory, kind).reshape(self.tables, *shape)

    def lines(self, table: int = 0) -> str:
        """The announcements at a table in the last step."""
        return "".join(line + "\n" for line in self.core.lines(table))

    def view(self, seat: int, table: int = 0) -> dict[str, Any]:
        """What a seat may know, as in the protocol for player programs."""
        view: dict[str, Any] = json.loads(self.core.view(table, seat))
        return view


def _slices(features: Sequence[Feature]) -> dict[str, slice]:
    slices, start = {}, 0
    for feature in features:
        slices[feature.name] = slice(start, start + feature.count)
        start += feature.count
    return slices


def action_array(actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Actions as whole numbers, in order; an error for anything else."""
    array = np.asarray(actions)
    if array.dtype.kind not in "iu":
        raise _core.LettergameError(
            f"actions are whole numbers: expected integers, found {array.dtype} {actions!r}"
        )
    return np.ascontiguousarray(array, dtype=np.int64).ravel()


def one_action(action: Any) -> int:
    """A single action."""
    array = action_array(action)
    if array.size != 1:
        raise _core.LettergameError(f"expected one action, found {array.size}")
    return int(array[0])


def whole(what: str, value: Any) -> int:
    """A whole number that is not negative."""
    check(what, value, int)
    if value < 0:
        raise _core.LettergameError(f"{what} is {value}: expected 0 or more")
    return int(value)


def seated(opponents: Any, seat: Any) -> list[PlayerLike]:
    """The players of a table with the agent in that seat."""
    players = several(opponents, "opponents")
    if whole("seat", seat) > len(players):
        raise _core.LettergameError(
            f"seat is {seat}: a table of {len(players) + 1} has the seats 0 to {len(players)}"
        )
    players.insert(int(seat), "person")
    return players


def checked_options(options: Mapping[str, Any] | None, *known: str) -> Mapping[str, Any]:
    """The options of `reset`; an error for others than those that are known."""
    check("options", options, Mapping | None)
    options = options or {}
    for name in options:
        if name not in known:
            raise _core.LettergameError(
                f"unknown option `{name}` of reset: expected {' or '.join(known)}"
            )
    return options


def seed_of(options: Mapping[str, Any] | None, random: np.random.Generator) -> int:
    """The seed of the next game: `options["deal"]`, or else a random one."""
    check("options", options, Mapping | None)
    deal = (options or {}).get("deal")
    return int(random.integers(2**62)) if deal is None else deal_seed(deal)


def deal_seed(deal: Any) -> int:
    """A seed as it was given: a number or, as in `scores.csv`, 16 hexadecimal digits."""
    if isinstance(deal, str):
        if re.fullmatch("[0-9a-fA-F]{16}", deal) is None:
            raise _core.LettergameError(
                f"the deal is {deal!r}: expected a number, or a seed of scores.csv: 16 hexadecimal digits"
            )
        return int(deal, 16)
    seed = whole("the deal", deal)
    if seed >= 2**64:
        raise _core.LettergameError(f"the deal {seed} is too large: expected less than 2**64")
    return seed


def rendered(text: str, mode: str | None) -> str | None:
    """What `render` returns: the text for `ansi`; for `human` it is printed."""
    if mode == "human":
        print(text, end="")
    return text if mode == "ansi" else None
