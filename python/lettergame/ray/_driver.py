"""Dispatches the games of a run and keeps the results until all games are played."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol

from .._core import LettergameError
from .._stages import Stages
from ._engine import Lost, Outcome, Played, Refused
from ._parts import Part, Store
from ._plan import Pace, Plan

_AHEAD = 2
"""Parts dispatched for each one that can be played at once, so that no worker waits for its
next."""
_LOOK_EVERY = 1.0
"""Seconds between two progress updates while nothing ends."""


class Engine(Protocol):
    """An engine that plays parts, such as `RayEngine`."""

    def slots(self) -> int: ...
    def begin(self, games: range, after: str | None) -> Any: ...
    def ended(self, begun: Sequence[Any], seconds: float) -> list[Any]: ...
    def outcome(self, begun: Any) -> Outcome: ...
    def stop(self, begun: Sequence[Any]) -> None: ...


Watch = Callable[[int, int, int], object]
"""Called periodically with the number of finished games, of parts that can be played at once, and
of lost parts."""


class Driver:
    """Plays the missing games of a run.

    A part is identified by its games and is stored completely or not at all. A part that is lost
    with its worker is dispatched again, in smaller parts if memory was short; nothing is ever
    summed up.

    Players that can fail are benched by blocks of games, so parts end where a block does: a part
    that started in the middle of one would have to play the block's earlier games, too.

    Schedules with stages have a barrier after each: no game is dispatched before all games of earlier
    stages are there, and parts get the results from which theirs follow. These are kept, so that a
    restart reads nothing of stages that are complete.
    """

    def __init__(
        self,
        store: Store,
        stages: Stages,
        there: Iterable[Part],
        pace: Pace,
        retries: int,
        block: int = 1,
    ) -> None:
        self._store = store
        self._parts = {part.start: part for part in there}
        self._stages = stages
        self._plan = Plan(stages.total, (part.games for part in self._parts.values()))
        self._pace = pace
        # a restart knows how long parts take
        played = (part for part in self._parts.values() if part.games)
        for part in sorted(played, key=lambda part: len(part.games))[-1:]:
            pace.note(len(part.games), part.seconds, part.size)
        self._retries = retries
        self._block = block
        self._done = sum(len(part.games) for part in self._parts.values())
        self._begun: dict[Any, range] = {}
        self._failures: Counter[int] = Counter()
        self._limits: dict[int, int] = {}
        self._behind = 0
        self.lost = 0
        """Parts that were lost and dispatched again."""

    @property
    def done(self) -> int:
        """The number of games played."""
        return self._done

    def play(self, connected: Callable[[], Engine], watch: Watch) -> Iterator[Part]:
        """Plays until no game is missing; connects the engine only if some are. Yields the parts in
        the order of games, each as soon as no earlier game can change it. After an interruption,
        everything stored so far is kept."""
        self._recall_stages()
        self._note_stages()
        yield from self._go_through()
        if not self._plan.waiting:
            return
        engine = connected()
        try:
            while self._plan.waiting or self._begun:
                self._hand_out(engine)
                self._store.check()
                watch(self.done, engine.slots(), self.lost)
                for one in engine.ended(list(self._begun), _LOOK_EVERY):
                    games = self._begun.pop(one)
                    self._take(games, engine.outcome(one))
                self._note_stages()
                self._hand_out(engine)
                yield from self._go_through()
        finally:
            engine.stop(list(self._begun))

    def _hand_out(self, engine: Engine) -> None:
        slots = engine.slots()
        while waiting := self._plan.waiting_below(self._stages.known):
            size = self._pace.size(waiting, slots)
            if len(self._begun) >= _AHEAD * self._pace.at_once(slots):
                return
            games = self._plan.take(self._limits.get(self._plan.first) or self._whole_blocks(size))
            self._begun[engine.begin(games, self._stages.results)] = games

    def _whole_blocks(self, size: int) -> int:
        """Up to this many games from the first waiting one, ending at the end of a block, or of its stage."""
        stage = self._stages.stage_of(self._plan.first)
        first = self._plan.first - stage.start
        end = (first + size) // self._block * self._block
        if end <= first:
            end = first + self._block - first % self._block
        return min(end, len(stage)) - first

    def _recall_stages(self) -> None:
        """Continues after the stages that were complete. If parts of them are gone, their games are played
        again after the same results."""
        results = self._store.stages()
        if results is not None:
            self._stages.continue_after(results)

    def _note_stages(self) -> None:
        """Notes the parts in the order of games, up to the first gap, if later games follow from them."""
        before = self._stages.results
        if before is None:
            return
        while part := self._parts.get(self._stages.noted):
            self._stages.note_outcomes(part.games, self._store.outcomes(part))
        if (results := self._stages.results) != before:
            self._store.keep_stages(str(results))

    def _go_through(self) -> Iterator[Part]:
        """Yields the parts in the order of games, up to the first gap."""
        while part := self._parts.get(self._behind):
            self._behind = part.end
            yield part

    def _take(self, games: range, outcome: Outcome) -> None:
        match outcome:
            case Played(part, files):
                if files:
                    self._store.write(part, files)
                self._parts[part.start] = part
                self._done += len(part.games)
                self._pace.note(len(games), part.seconds, part.size)
            case Refused(why):
                raise LettergameError(why)
            case Lost(why, for_memory):
                self._give_back(games, why, for_memory)

    def _give_back(self, games: range, why: str, for_memory: bool) -> None:
        """Dispatches lost games again in halves, so that a game that kills its worker is found."""
        self.lost += 1
        if len(games) == 1:
            self._failures[games.start] += 1
            if self._failures[games.start] > self._retries:
                raise LettergameError(self._too_often(games.start, why, for_memory))
        if for_memory:
            self._pace.shrink(len(games))
        self._limits[games.start] = max(1, len(games) // 2)
        self._plan.give_back(games)

    def _too_often(self, game: int, why: str, for_memory: bool) -> str:
        times = self._failures[game]
        remedy = (
            "use machines with more memory, or let fewer games be played at once with --workers or "
            "--memory"
            if for_memory
            else "play it alone to see what ends the process: lettergame.play_games(config, "
            f"{game}, 1)"
        )
        return f"game {game} was lost with its worker {times} times, the last time: {why}\n{remedy}"
