"""Learns to bid with numpy alone, in less than a minute, and then beats `random` and `letter-value`.

    python examples/learn_to_bid.py

The policy is linear: a bid is a weighted sum of what the letter adds to the best word, of its value and of a
few other numbers. Its weights are learnt by the cross-entropy method (R. Rubinstein, 1999): each generation
tries many sets of weights at tables of their own, half of them against each opponent, keeps those that come
out furthest ahead, and draws the next ones around them.
"""

import argparse

import numpy as np
import numpy.typing as npt

import lettergame
from lettergame.env import features
from lettergame.env.vector import AuctionVectorEnv

Array = npt.NDArray[np.float64]

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--steps", type=int, default=2_000_000, help="auctions to learn from")
parser.add_argument("--games", type=int, default=1000, help="games to be tested with")
parser.add_argument("--seed", type=int, default=1)
arguments = parser.parse_args()

OPPONENTS = ("random", "letter-value")
POPULATION, ELITE, TABLES_OF_EACH, ROUNDS = 48, 12, 6, 2
RULES = {"rounds": ROUNDS, "hidden": 3}


def inputs(seen: npt.NDArray[np.float32]) -> Array:
    """The inputs of the policy."""
    gain = seen[..., features.BEST_WITH] - seen[..., features.BEST_NOW]
    longer = seen[..., features.LENGTH_WITH] - seen[..., features.LENGTH_NOW]
    short = np.maximum(7 - seen[..., features.LENGTH_NOW], 0)
    value = seen[..., features.VALUE]
    return np.stack([gain, 5 * longer, value, short, 5 * np.ones_like(gain)], -1).astype(np.float64)


def bids(weights: Array, seen: npt.NDArray[np.float32]) -> npt.NDArray[np.int64]:
    """A whole number of points for each table."""
    wanted = (inputs(seen) * weights).sum(-1)
    return np.clip(np.rint(wanted), 0, 100).astype(np.int64)


def lead(env: AuctionVectorEnv, weights: Array, seed: int) -> Array:
    """The lead of each table's agent in points at the end of a game."""
    seen, _ = env.reset(seed=seed)
    ahead, going = np.zeros(env.num_envs), np.ones(env.num_envs, bool)
    while going.any():
        seen, _, ends, _, infos = env.step(bids(weights, seen))
        scores = infos["scores"]
        ahead = np.where(going & ends, scores[:, 0] - scores[:, 1], ahead)
        going &= ~ends
    return ahead


def learn(steps: int, seed: int) -> Array:
    """Learns weights that beat all opponents."""
    rng = np.random.default_rng(seed)
    tables = POPULATION * TABLES_OF_EACH
    envs = [AuctionVectorEnv(tables, [opponent], **RULES) for opponent in OPPONENTS]
    mean, spread = np.zeros(5), np.full(5, 1.0)
    # with 8 letters for each of two players, 3 of them hidden, 10 are sold per round
    generations = max(1, steps // (len(envs) * tables * ROUNDS * 10))
    for generation in range(generations):
        tried = mean + spread * rng.standard_normal((POPULATION, len(mean)))
        weights = np.repeat(tried, TABLES_OF_EACH, 0)
        leads = [lead(env, weights, int(rng.integers(2**31))) for env in envs]
        means = [found.reshape(POPULATION, -1).mean(1) for found in leads]
        best = tried[np.argsort(np.min(means, 0))[-ELITE:]]
        mean, spread = best.mean(0), best.std(0) + 0.1 / (1 + generation / 10)
        if generation % 20 == 0 or generation == generations - 1:
            ahead = ", ".join(f"{found.mean():+.0f} of {name}" for found, name in zip(leads, OPPONENTS))
            print(f"generation {generation:3}: {ahead}; weights {mean.round(2)}")
    return mean


WEIGHTS = learn(arguments.steps, arguments.seed)


class Learnt(lettergame.Player):
    """A player with the learnt policy, also for tournaments."""

    def bid(self, view: lettergame.View) -> int:
        """The bid of the policy."""
        assert self.words is not None
        more = view.letters + [view.letter]
        now, then = self.words.best(view.letters), self.words.best(more)
        seen = np.zeros(features.POINTS + 1, np.float32)
        seen[features.BEST_NOW] = self.words.points(now, more)
        seen[features.BEST_WITH] = self.words.points(then, more)
        seen[features.LENGTH_NOW], seen[features.LENGTH_WITH] = len(now), len(then)
        seen[features.VALUE] = lettergame.LETTER_VALUES[view.letter]
        return int(bids(WEIGHTS, seen))


beaten = []
for other in OPPONENTS:
    found = lettergame.compare(
        Learnt, other, games=arguments.games, seed=arguments.seed + 1, threads=1, **RULES
    )
    print(found)
    if found.verdicts == ["better"]:
        beaten.append(other)
