"""How many steps a second do the vectorised environments take, on all cores?

    python examples/steps.py

A step is one decision of the agent of one table, with those of its opponents until it is asked again, the
observation and the mask. In the Letter Game bids are drawn beforehand; in the others a legal action is taken from
the mask, which takes time, too.
"""

import argparse
import os
import time
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from lettergame.env import vector

Mask = npt.NDArray[np.int8]

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--tables", type=int, default=2048)
parser.add_argument("--seconds", type=float, default=5.0, help="for each game")
arguments = parser.parse_args()

ENVIRONMENTS: dict[str, Callable[[], vector.GameVectorEnv]] = {
    "auction": lambda: vector.AuctionVectorEnv(arguments.tables, ["letter-value", "random"], hidden=3),
    "marrakech": lambda: vector.MarrakechVectorEnv(arguments.tables, ["greedy"]),
    "scrabble": lambda: vector.ScrabbleVectorEnv(arguments.tables, "score"),
    "wordgame": lambda: vector.WordgameVectorEnv(arguments.tables, ["seed"]),
}


def some_legal(mask: Mask, rng: np.random.Generator) -> npt.NDArray[np.intp]:
    """The first legal action of each table from a random place on."""
    count = mask.shape[1]
    first = int(rng.integers(count))
    actions: npt.NDArray[np.intp] = (np.roll(mask, -first, 1).argmax(1) + first) % count
    return actions


def rate(env: vector.GameVectorEnv, bids: bool) -> float:
    """Steps a second."""
    rng = np.random.default_rng(1)
    drawn = rng.integers(0, 8, (64, env.num_envs))
    _, infos = env.reset(seed=1)
    steps, start = 0, time.perf_counter()
    while (took := time.perf_counter() - start) < arguments.seconds:
        actions = drawn[steps % len(drawn)] if bids else some_legal(infos["action_mask"], rng)
        infos = env.step(actions)[-1]
        steps += 1
    return steps * env.num_envs / took


rates = {}
for name, make in ENVIRONMENTS.items():
    rates[name] = rate(make(), name == "auction")
    print(f"{name:10} {rates[name]:12,.0f} steps a second, {arguments.tables} tables, {os.cpu_count()} cores", flush=True)
