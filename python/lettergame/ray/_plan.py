"""Which games are still to be dispatched, and how many at once."""

from bisect import bisect
from collections.abc import Iterable

_FIRST = 16
"""Games of a part while their duration is unknown."""
_GROWTH = 8
"""A part is at most this many times as large as any before."""
_FEW = 64
"""Parts dispatched at once while they are still growing, if they are over in no time."""
PART_BYTES = 32 << 20
"""Maximum size of a part's rows that are kept in memory."""
_DRIVER_SECONDS = 0.02
"""The driver's budget per part; it takes 2 ms, plus some time for a network and a slow disk."""


class Plan:
    """The games that are neither finished nor in flight: ranges that do not touch, in order. Taking
    games takes the same time however many are done."""

    def __init__(self, total: int, done: Iterable[range] = ()) -> None:
        self.total = total
        self._open: list[range] = []
        self._waiting = 0
        start = 0
        for games in sorted(done, key=lambda games: games.start):
            self.give_back(range(start, games.start))
            start = games.stop
        self.give_back(range(start, total))

    @property
    def waiting(self) -> int:
        """The number of waiting games."""
        return self._waiting

    def waiting_below(self, game: int) -> int:
        """The number of waiting games before this one."""
        if game >= self.total:
            return self._waiting
        return sum(len(games[: max(0, game - games.start)]) for games in self._open)

    @property
    def first(self) -> int:
        """The first waiting game."""
        return self._open[0].start

    def take(self, count: int) -> range:
        """The first waiting games, up to `count` of them and without a gap; at least one must be
        waiting."""
        first = self._open[0]
        games, rest = first[:count], first[count:]
        self._open[:1] = [rest] if rest else []
        self._waiting -= len(games)
        return games

    def give_back(self, games: range) -> None:
        """Returns these games to the waiting ones after their worker lost them."""
        if not games:
            return
        self._waiting += len(games)
        place = bisect(self._open, games.start, key=lambda other: other.start)
        start, end = games.start, games.stop
        if place > 0 and self._open[place - 1].stop == start:
            place -= 1
            start = self._open.pop(place).start
        if place < len(self._open) and self._open[place].start == end:
            end = self._open.pop(place).stop
        self._open.insert(place, range(start, end))


def length(seconds: float, slots: int) -> float:
    """How long a part should take, in seconds, given the requested duration and the number of
    slots: long enough that the driver is not the bottleneck."""
    return max(seconds, _DRIVER_SECONDS * slots)


class Pace:
    """Chooses the number of games per part: enough to take some seconds, fewer towards the end so
    that all workers finish together (guided self-scheduling: Polychronopoulos and Kuck, 1987)."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._rate: float | None = None
        self._bytes = 0.0
        self._largest = 0
        self._grows = True
        self._cap: int | None = None

    def note(self, games: int, seconds: float, size: int) -> None:
        """Records the duration and the size in bytes of a part with this many games."""
        rate = games / max(seconds, 1e-6)
        self._rate = rate if self._rate is None else 0.7 * self._rate + 0.3 * rate
        self._bytes = size / games
        self._largest = max(self._largest, games)

    def shrink(self, games: int) -> None:
        """Records that a part with this many games was too large for its worker: all later parts
        are smaller."""
        self._cap = min(self._cap or games, max(1, games // 2))

    def at_once(self, slots: int) -> int:
        """The number of parts to dispatch for these slots: all, unless parts are still growing and too
        small for the driver to keep all slots busy; it would only delay the larger ones."""
        if not self._grows:
            return slots
        seconds = 0.0 if self._rate is None else _GROWTH * self._largest / self._rate
        return min(slots, max(_FEW, int(seconds / _DRIVER_SECONDS)))

    @property
    def rate(self) -> float | None:
        """Games per second of one worker."""
        return self._rate

    def size(self, waiting: int, slots: int) -> int:
        """The number of games of the next part, given the number of waiting games and of slots."""
        if self._rate is None:
            return min(_FIRST, self._cap or _FIRST)
        wished = length(self._seconds, slots) * self._rate
        fair = max(waiting / (2 * slots), wished / 20)
        most, grown = PART_BYTES / max(self._bytes, 1.0), _GROWTH * self._largest
        self._grows = grown < min(wished, fair, most)
        size = max(1, int(min(wished, fair, most, grown)))
        return min(size, self._cap or size)
