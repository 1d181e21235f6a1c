"""Estimates the duration of a run for different numbers of cores from the costs of a few parts."""

import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from .._config import Config
from .._core import LettergameError
from .._runs import assemble, play_games
from .._stages import Stages
from ._cluster import Session
from ._engine import Lost, Played, RayEngine, Refused
from ._parts import Part, Store
from ._plan import PART_BYTES, length
from ._progress import duration

_PROBE_SECONDS = 2.0
"""How long parts are played to measure the speed of games."""
_QUICK_GAMES = 200_000
"""The number of quick games to measure the cost of a byte."""
_EMPTY_PARTS = 200
"""The number of empty parts to measure the cost of a part."""


@dataclass(frozen=True)
class Model:
    """The costs of a run. Times in seconds."""

    games: int
    per_game: float
    """The time of a game, on one core of a worker."""
    game_bytes: float
    """The size of a game's rows and faults."""
    per_part: float
    """The driver's cost of dispatching a part and collecting its result."""
    per_byte: float
    """The driver's cost of receiving a byte and writing it to disk."""
    join_per_byte: float
    """The cost of checking a byte and joining it to the run, at the end."""
    start: float
    """The time until the first worker has read the config."""
    part_seconds: float
    """The target duration of a part."""
    machines: int
    """The number of machines; with only one, the measurements include no network."""

    def parts(self, cores: int) -> float:
        """The number of parts, without the small ones at the end."""
        by_time = self.games * self.per_game / length(self.part_seconds, cores)
        by_size = self.games * self.game_bytes / PART_BYTES
        return max(by_time, by_size, 1.0)

    def driver(self, cores: int) -> float:
        """How long the driver is busy while this many cores play."""
        return self.parts(cores) * self.per_part + self.games * self.game_bytes * self.per_byte

    @property
    def join(self) -> float:
        """How long the joining at the end takes."""
        return self.games * self.game_bytes * self.join_per_byte

    def workers(self, cores: int) -> float:
        """How long this many cores play: each at least one game, the last of them smaller parts."""
        last = min(length(self.part_seconds, cores) / 20, self.games * self.per_game / cores)
        return self.games * self.per_game / cores + max(last, self.per_game)

    def seconds(self, cores: int) -> float:
        """How long the run takes with this many cores."""
        return self.start + max(self.workers(cores), self.driver(cores)) + self.join

    def efficiency(self, cores: int) -> float:
        """The share of the cores' time that is spent on games."""
        return self.games * self.per_game / (cores * self.seconds(cores))

    def limit(self, cores: int) -> str:
        """The bottleneck."""
        shares = {
            "games": self.workers(cores),
            "driver": self.driver(cores) if self.driver(cores) > self.workers(cores) else 0.0,
            "joining": self.join,
            "start": self.start,
        }
        return max(shares, key=lambda name: shares[name])

    @property
    def useful(self) -> int:
        """The number of cores that still spend half of their time on games; with twice as many the
        run hardly gets faster."""
        few, many = 1, 1 << 40
        while few < many:
            cores = (few + many + 1) // 2
            few, many = (cores, many) if self.efficiency(cores) >= 0.5 else (few, cores - 1)
        return few

    def table(self, counts: list[int]) -> str:
        """The model for numbers of cores, in lines."""
        lines = [
            f"{self.games:,} games: {1 / self.per_game:,.0f} a second and core, "
            f"{self.game_bytes:,.0f} bytes each",
            f"a part costs the driver {1e3 * self.per_part:.1f} ms, a gigabyte of rows "
            f"{1e9 * self.per_byte:.1f} s, joining it {1e9 * self.join_per_byte:.1f} s; "
            f"the start {self.start:.1f} s",
            "",
            f"{'cores':>8}  {'time':>12}  {'games/s':>12}  {'busy':>5}  most of it",
        ]
        for cores in counts:
            seconds = self.seconds(cores)
            lines.append(
                f"{cores:>8,}  {duration(seconds):>12}  {self.games / seconds:>12,.0f}  "
                f"{self.efficiency(cores):>5.0%}  {self.limit(cores)}"
            )
        half = f"{self.useful:,} cores and fewer are busy for half of their time or more"
        lines += ["", half if self.useful > 1 else "too few games for several cores"]
        if self.machines == 1:
            lines.append("measured on one machine: excludes the time for sending the rows over a network")
        return "\n".join(lines) + "\n"


def measure(run: Config, session: Session, store: Store, begun: float) -> Model:
    """Plays some games of a run, on all cores at once, and measures their costs. `begun` is when the
    program began to connect (of `time.monotonic`)."""
    engine = session.engine(run, store)
    list(_played(engine, [range(0)]))
    start = time.monotonic() - begun
    per_part = _per_part(engine)
    parts: list[Part] = []
    # later stages follow from the results of the first
    playable = Stages(run).known
    size = 1
    while sum(part.seconds for part in parts) < _PROBE_SECONDS:
        first = parts[-1].end if parts else 0
        ends = [min(playable, first + size * number) for number in range(engine.slots() + 1)]
        ranges = [range(*pair) for pair in zip(ends, ends[1:]) if pair[0] < pair[1]]
        if not ranges:
            break
        parts += sorted((one.part for one in _played(engine, ranges)), key=lambda part: part.start)
        size *= 8
    games = sum(len(part.games) for part in parts)
    quick = Config(players=["zero", "zero"], rounds=1, games=_QUICK_GAMES, seed=1)
    return Model(
        games=run.total,
        per_game=sum(part.seconds for part in parts) / games,
        game_bytes=sum(part.size for part in parts) / games,
        per_part=per_part,
        per_byte=_receiving(session.engine(quick, store), quick, store, per_part),
        join_per_byte=_joining(quick),
        start=start,
        part_seconds=session.cluster.part_seconds,
        machines=engine.machines(),
    )


def _played(engine: RayEngine, ranges: list[range]) -> Iterator[Played]:
    begun = [engine.begin(games, None) for games in ranges]
    while begun:
        for one in engine.ended(begun, 1.0):
            begun.remove(one)
            match engine.outcome(one):
                case Played() as played:
                    yield played
                case Refused(why) | Lost(why):
                    raise LettergameError(why)


def _per_part(engine: RayEngine) -> float:
    """The overhead of dispatching a part in seconds, excluding the worker's own time."""
    before = time.monotonic()
    working = sum(one.part.seconds for one in _played(engine, [range(0)] * _EMPTY_PARTS))
    handing = time.monotonic() - before - working / engine.slots()
    return max(handing / _EMPTY_PARTS, 1e-4)


def _receiving(engine: RayEngine, quick: Config, store: Store, per_part: float) -> float:
    """Seconds to receive and write a byte; the rows of all games are alike, so those of a quick one
    will do."""
    list(_played(engine, [range(0)]))
    before = time.monotonic()
    (one,) = _played(engine, [range(quick.total)])
    if one.files:
        store.write(one.part, one.files)
    moving = time.monotonic() - before - one.part.seconds - per_part
    return max(moving, 0.0) / one.part.size


def _joining(quick: Config) -> float:
    """Seconds to join a byte on this machine."""
    few = Config(players=["zero", "zero"], rounds=1, games=2, seed=1)
    seconds = []
    for config in (few, quick):
        rows = play_games(config, threads=1).parts
        with tempfile.TemporaryDirectory(prefix="lettergame-joined-") as scratch:
            seconds.append(_seconds(lambda: assemble(config, [rows], Path(scratch) / "run")))
    return max(seconds[1] - seconds[0], 0.0) / len(rows[0][0])


def _seconds(work: Callable[[], object]) -> float:
    before = time.monotonic()
    work()
    return time.monotonic() - before
