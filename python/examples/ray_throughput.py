"""What Ray costs on one machine: the same tournament by the command line and by Ray, in turn.

    python examples/ray_throughput.py --games 1_000_000 --cores 2

The command is that of `python -m lettergame`. Ray's time is told twice: with its start, and without it, as on
a cluster that runs already; in between, some seconds that count in neither let Ray's own processes finish their
start. The two folders are compared. Ratios are medians of pairs, with the lowest and the highest pair: an interval
that holds the true median with 97 % confidence for six pairs, whatever the times are distributed like.
"""

import argparse
import filecmp
import hashlib
import logging
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import lettergame.ray
import ray

CONFIG: dict[str, Any] = {"players": ["letter-value", "random"], "rounds": 10, "seed": 7}


def by_command(games: int, cores: int, out: Path) -> float:
    """Seconds of the command line."""
    command = [sys.executable, "-m", "lettergame", "tournament", "--players", ",".join(CONFIG["players"]), "--quiet"]
    command += ["--rounds", str(CONFIG["rounds"]), "--seed", str(CONFIG["seed"])]
    command += ["--games", str(games), "--threads", str(cores), "--out", str(out)]
    begun = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begun


def by_ray(
    games: int, cores: int, threads: int, parts: bool, settle: float, out: Path
) -> tuple[float, float]:
    """Seconds of Ray: for its start, and from then, after `settle` seconds, to the complete run."""
    cluster = lettergame.ray.Cluster(threads=threads)
    begun = time.perf_counter()
    ray.init(address="local", num_cpus=cores, include_dashboard=False, logging_level=logging.ERROR)
    started = time.perf_counter()
    time.sleep(settle)
    settled = time.perf_counter()
    lettergame.ray.tournament(CONFIG, games=games, out=out, parts=parts, cluster=cluster)
    ended = time.perf_counter()
    ray.shutdown()
    return started - begun, ended - settled


def scores(run: Path) -> str:
    """The SHA-256 of the rows of a run, in parts or not."""
    digest = hashlib.sha256()
    for file in sorted(run.glob("parts/*/scores.csv")) or [run / "scores.csv"]:
        with file.open("rb") as rows:
            rows.readline()
            while piece := rows.read(1 << 20):
                digest.update(piece)
    return digest.hexdigest()


def interval(ratios: list[float]) -> str:
    """The median of some ratios, with the lowest and the highest: each is on one side of the true median as often as
    on the other, so all are on the same side with a probability of 2 to the power of 1 - n."""
    return f"{median(ratios):.3f} ({min(ratios):.3f} to {max(ratios):.3f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--threads", type=int, default=1, help="cores of each worker")
    parser.add_argument("--parts", action="store_true", help="the run stays in parts")
    parser.add_argument("--settle", type=float, default=10.0, help="seconds between start and run")
    parser.add_argument("--times", type=int, default=6, help="how often each is measured (%(default)s)")
    args = parser.parse_args()
    command, start, played = [], [], []
    for number in range(args.times):
        with tempfile.TemporaryDirectory() as scratch:
            one, other = Path(scratch) / "command", Path(scratch) / "ray"
            command.append(by_command(args.games, args.cores, one))
            seconds = by_ray(args.games, args.cores, args.threads, args.parts, args.settle, other)
            start.append(seconds[0])
            played.append(seconds[1])
            files = ["config.toml", "standings.csv"]
            assert filecmp.cmpfiles(one, other, files, shallow=False)[0] == files, "other bytes"
            assert scores(one) == scores(other), "other rows"
        print(f"{number + 1}: command {command[-1]:.2f} s, Ray {seconds[1]:.2f} s after {seconds[0]:.2f} s")
    ratio = interval([c / p for c, p in zip(command, played)])
    whole = interval([c / (s + p) for c, s, p in zip(command, start, played)])
    print(f"command: {args.games / median(command):,.0f} games a second, start and end included")
    print(f"Ray: {ratio} of that on a cluster that runs, {whole} with its start")
    print(f"(the median, and an interval for it with {1 - 0.5 ** (args.times - 1):.0%} confidence)")


if __name__ == "__main__":
    main()
