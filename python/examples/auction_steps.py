"""How many auctions a second does the vectorised environment step on one core?

    python examples/auction_steps.py

A step of a table is one bid of the agent, with the bids of all opponents, the award, and at the end of a round
the words.
"""

import argparse
import time

import numpy as np

from lettergame.env.vector import AuctionVectorEnv

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--tables", type=int, default=1024)
parser.add_argument("--seconds", type=float, default=5.0)
parser.add_argument("--opponents", default="letter-value,random")
arguments = parser.parse_args()

env = AuctionVectorEnv(arguments.tables, arguments.opponents.split(","), hidden=3)
env.reset(seed=1)
bids = np.random.default_rng(1).integers(0, 8, (64, arguments.tables))
steps, games, start = 0, 0, time.perf_counter()
while (took := time.perf_counter() - start) < arguments.seconds:
    ends = env.step(bids[steps % len(bids)])[2]
    games += int(ends.sum())
    steps += 1
rate = steps * arguments.tables / took
print(f"{rate:,.0f} steps a second, {games} games of 10 rounds, {arguments.tables} tables, one thread")
