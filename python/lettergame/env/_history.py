"""What was done at tables since the games that are played there began: copies are made from it."""

from collections.abc import Mapping
from typing import Any, Protocol, TypeAlias

Games: TypeAlias = dict[int, int]
"""The seeds of games, by table."""
Decision: TypeAlias = tuple[int, int, int]
"""A table, a seat and its action."""


_LEAST = 64
"""Deals and decisions that are kept anyway."""


class Core(Protocol):
    """Tables that do not copy themselves."""

    def deal(self, games: Any, /) -> None: ...
    def step(self, actions: bytes, /) -> None: ...
    def decide(self, table: int, seat: int, action: int, /) -> None: ...


class History:
    """Deals and decisions, from the oldest of the games on. Games are pure functions of their seeds and
    actions (opponents that keep something from game to game are not), so that new tables can be
    brought to the same state."""

    def __init__(self, tables: int) -> None:
        self._tables = tables
        self._done: list[Games | bytes | Decision] = []
        self._forgotten = 0
        self._dealt: dict[int, int] = {}
        self._look_at = _LEAST

    def deal(self, games: Mapping[int, int]) -> None:
        """Games were begun."""
        self._dealt.update(dict.fromkeys(games, self._forgotten + len(self._done)))
        self._done.append(dict(games))
        # rarely, as it looks at all tables and moves all that remains
        if len(self._done) >= self._look_at and len(self._dealt) == self._tables:
            past = min(self._dealt.values()) - self._forgotten
            del self._done[:past]
            self._forgotten += past
            self._look_at = 2 * len(self._done) + _LEAST

    def add(self, done: bytes | Decision) -> None:
        """A step of all tables, or the decision of one seat."""
        self._done.append(done)

    def replayed(self, core: Core) -> "History":
        """The same history, of new tables that are brought to the state of these. A table whose oldest
        games are forgotten plays through the actions of another until the deal that counts."""
        for done in self._done:
            match done:
                case dict():
                    core.deal(list(done.items()))
                case bytes():
                    core.step(done)
                case _:
                    core.decide(*done)
        made = History(self._tables)
        made._done, made._forgotten = list(self._done), self._forgotten
        made._dealt, made._look_at = dict(self._dealt), self._look_at
        return made
