"""The driver of `lettergame.ray` at a size for which there is no machine at hand: thousands of cores,
lost machines, restarts and a slow store.

    python simulated_cluster.py --games 1_000_000_000 --cores 4000

Everything of the driver is real: which games are dispatched, the store with its folders and marks,
restarts, and the commit of the run in parts. Simulated are the workers, with a clock of their own: a
part takes the time of its games and of the shared store, ends earlier if its machine is lost, and
leaves a sparse file of the size of its rows. The time that the driver really needs passes on this
clock, too, and so does that of Ray, so a driver that is the bottleneck keeps workers waiting. The
command `lettergame verify` would find no rows in such a run.
"""

import argparse
import heapq
import json
import random
import resource
import tempfile
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import lettergame
from lettergame._runs import keep_parts
from lettergame.ray._driver import Driver
from lettergame.ray._engine import Lost, Outcome, Played
from lettergame.ray._parts import Part, Store, fingerprints, sizes
from lettergame.ray._plan import Pace

PLAYERS = ["letter-value", "random"]
PART_SECONDS = 5.0


@dataclass
class Conditions:
    """What is simulated."""

    games: int
    cores: int
    rate: float
    """Games per second and core."""
    game_bytes: int
    """Bytes of a game's rows."""
    machine_cores: int
    """Cores that are lost together."""
    lost_hours: float
    """Mean time until a machine is lost, in hours; another one replaces it at once."""
    ray_seconds: float
    """What Ray takes for each part, while the driver waits."""
    store_seconds: float
    """What the shared store takes for each part, while its worker waits."""
    restarts: int
    """How often the driver is killed, at equal distances."""


@dataclass
class Costs:
    """What the driver really took."""

    busy: float = 0.0
    """Seconds of dispatching and storing, without simulated waiting."""
    reopening: list[float] = field(default_factory=list)
    """Seconds of each restart."""
    begun: int = 0
    lost: int = 0


class Killed(Exception):
    """The driver is killed."""


class Clock:
    """Simulated seconds. Between `leave` and `enter` the driver is at work, and its time passes."""

    def __init__(self) -> None:
        self.now = 0.0
        self.busy = 0.0
        self._left = time.perf_counter()

    def enter(self) -> None:
        worked = time.perf_counter() - self._left
        self.now += worked
        self.busy += worked

    def leave(self) -> None:
        self._left = time.perf_counter()


class SimulatedCluster:
    """Plays parts on cores that take the next waiting part when they are free."""

    def __init__(self, conditions: Conditions, clock: Clock, tally: bytes, kill_at: int) -> None:
        self._conditions = conditions
        self._clock = clock
        self._tally = tally
        self._kill_at = kill_at
        self._chance = random.Random(conditions.games + kill_at)
        self._free = [(clock.now, core) for core in range(conditions.cores)]
        self._loss = [self._lives(clock.now) for _ in range(0, conditions.cores, conditions.machine_cores)]
        self._ends: list[tuple[float, int]] = []
        self._games: dict[int, tuple[range, float, bool]] = {}
        self.begun = 0
        self.done = 0

    def slots(self) -> int:
        return self._conditions.cores

    def _lives(self, since: float) -> float:
        """When a machine is lost that is there since then."""
        return since + self._chance.expovariate(1 / (3600 * self._conditions.lost_hours))

    def begin(self, games: range, after: str | None) -> int:
        """The core that is free first plays the part, unless its machine is lost before the end, with
        all that its cores play."""
        self._clock.enter()
        seconds = len(games) / self._conditions.rate * self._chance.uniform(0.9, 1.1)
        seconds += self._conditions.store_seconds
        free, core = heapq.heappop(self._free)
        begin, machine = max(free, self._clock.now), core // self._conditions.machine_cores
        while self._loss[machine] <= begin:
            self._loss[machine] = self._lives(self._loss[machine])
        end = min(begin + seconds, self._loss[machine])
        heapq.heappush(self._free, (end, core))
        self.begun += 1
        heapq.heappush(self._ends, (end, self.begun))
        self._games[self.begun] = games, seconds, end < begin + seconds
        self._clock.leave()
        return self.begun

    def ended(self, begun: Sequence[Any], seconds: float) -> list[int]:
        """The parts that have ended by now, waiting for one at most so long."""
        clock = self._clock
        clock.enter()
        if self._ends:
            clock.now = max(clock.now, min(self._ends[0][0], clock.now + seconds))
        ended = []
        while self._ends and self._ends[0][0] <= clock.now:
            ended.append(heapq.heappop(self._ends)[1])
        clock.leave()
        return ended

    def outcome(self, begun: int) -> Outcome:
        self._clock.enter()
        games, seconds, is_lost = self._games.pop(begun)
        if is_lost:
            self._clock.leave()
            return Lost("its machine is lost", for_memory=False)
        self._clock.now += self._conditions.ray_seconds
        self.done += len(games)
        if self.done >= self._kill_at:
            raise Killed
        tally = self._tally.replace(b'"games":0', b'"games":%d' % len(games), 1)
        files = {"tally.json": tally}
        digests = fingerprints(files) | {"scores.csv": 64 * "0"}
        lengths = sizes(files) | {"scores.csv": len(games) * self._conditions.game_bytes}
        played = seconds - self._conditions.store_seconds
        check = _check(games, digests, lengths)
        part = Part(games.start, games.stop, digests, lengths, {}, check, played, "simulated")
        self._clock.leave()
        return Played(part, files)

    def stop(self, begun: Sequence[Any]) -> None:
        pass


def _check(games: range, sha256: dict[str, str], lengths: dict[str, int]) -> str:
    """The checksum of a `part.json` without blocks."""
    files = {"sha256": dict(sorted(sha256.items())), "bytes": dict(sorted(lengths.items()))}
    covered = [{"start": games.start, "end": games.stop} | files, {}]
    return f"{zlib.crc32(json.dumps(covered, separators=(',', ':')).encode()):08x}"


class SparseStore(Store):
    """The real store, but for the rows: files of their size without content."""

    def write(self, part: Part, files: Any) -> None:
        super().write(part, files)
        with (self.folder / part.name / "scores.csv").open("wb") as rows:
            rows.truncate(part.bytes["scores.csv"])


def simulate(conditions: Conditions, folder: Path) -> str:
    """Plays the run, and returns a row of the table."""
    config = lettergame.Config(players=PLAYERS, games=conditions.games, seats="fixed", seed=1, rounds=1)
    assert config.total == conditions.games
    tally = dict(lettergame.play_games(config, 0, 0).part_files(b""))["tally.json"]
    clock, costs = Clock(), Costs()
    share = conditions.games // (conditions.restarts + 1)
    while True:
        opened = time.perf_counter()
        store = SparseStore(folder / "parts")
        there = store.open(config, "none")
        driver = Driver(store, lettergame.Stages(config), there, Pace(PART_SECONDS), 99)
        if costs.begun:
            costs.reopening.append(time.perf_counter() - opened)
            clock.now += costs.reopening[-1]
        kill = share if len(costs.reopening) < conditions.restarts else conditions.games + 1
        cluster = SimulatedCluster(conditions, clock, tally, kill)
        clock.leave()
        try:
            parts = list(driver.play(lambda: cluster, lambda *_: None))
            break
        except Killed:
            pass
        finally:
            store.close()
            costs.begun += cluster.begun
            costs.lost += driver.lost
    seconds, busy = clock.now, clock.busy
    before = time.perf_counter()
    whole = folder / "whole"
    (whole / "parts").mkdir(parents=True)
    for part in parts:
        store.link(part, whole / "parts")
    results = keep_parts(config, whole)
    commit = time.perf_counter() - before
    assert results.games == range(conditions.games)
    return row(conditions, costs, parts, (seconds, busy, commit))


HEADER = """\
| games/s and core | store, s | parts | lost | playing, h | cores busy | driver, ms a part | restart, s | commit, s | memory, MB |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"""


def row(
    conditions: Conditions, costs: Costs, parts: list[Part], times: tuple[float, float, float]
) -> str:
    seconds, busy, commit = times
    playing = conditions.games / conditions.rate / conditions.cores
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    cells = [
        f"{conditions.rate:,.0f}",
        f"{conditions.store_seconds:g}",
        f"{len(parts):,}",
        f"{costs.lost:,}",
        f"{seconds / 3600:.2f}",
        f"{playing / seconds:.0%}",
        f"{1000 * busy / costs.begun:.2f}",
        f"{max(costs.reopening, default=0.0):.1f}",
        f"{commit:.1f}",
        f"{memory:,.0f}",
    ]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    add = parser.add_argument
    add("--games", type=int, default=1_000_000_000, help="games of the run (%(default)s)")
    add("--cores", type=int, default=4000, help="cores that play (%(default)s)")
    add("--rate", type=float, default=1600.0, help="games per second and core (%(default)s)")
    add("--game-bytes", type=int, default=125, help="bytes of a game's rows (%(default)s)")
    add("--machine-cores", type=int, default=64, help="cores of a machine, which are lost together (%(default)s)")
    add("--lost-hours", type=float, default=10.0, help="mean hours until a machine is lost (%(default)s)")
    add("--ray-ms", type=float, default=2.0, help="what Ray takes of the driver's time for a part (%(default)s)")
    add("--store-seconds", type=float, default=0.0, help="what the store takes of a worker's time for a part "
        "(%(default)s)")
    add("--restarts", type=int, default=3, help="how often the driver is killed (%(default)s)")
    add("--folder", type=Path, help="where the parts go; by default a temporary folder")
    args = parser.parse_args()
    conditions = Conditions(
        games=args.games,
        cores=args.cores,
        rate=args.rate,
        game_bytes=args.game_bytes,
        machine_cores=args.machine_cores,
        lost_hours=args.lost_hours,
        ray_seconds=args.ray_ms / 1000,
        store_seconds=args.store_seconds,
        restarts=args.restarts,
    )
    with tempfile.TemporaryDirectory(prefix="lettergame-simulated-", dir=args.folder) as folder:
        print(HEADER)
        print(simulate(conditions, Path(folder)))


if __name__ == "__main__":
    main()
