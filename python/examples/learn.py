"""Learns to play one of the four games with numpy alone, in minutes, and shows that it beats a built-in player.

    python examples/learn.py auction                            # beats letter-value
    python examples/learn.py scrabble --out mine.safetensors    # beats score
    lettergame compare policy:weights=mine.safetensors score --game scrabble
    python examples/learn.py auction --opponent champion --deals 8   # the best response of this kind to champion

The policy is linear: the bid in the Letter Game, the value of an action in the others, is a weighted sum of a few
numbers. What was learnt is written as the file of weights that the player `policy` reads, and plays a match.

The weights are learnt by the cross-entropy method (R. Rubinstein, 1999): each generation tries many sets of
weights, all in the same deals, keeps those with the greatest lead over the opponent, and draws the next ones around
them. In Scrabble they are fitted: the value of the tiles kept is what they add to the points of the next turn, by
least squares over the turns of the policy so far.
"""

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import lettergame
from lettergame.env import policy, vector

Array = npt.NDArray[np.float64]
Actions = npt.NDArray[np.int64]
Infos = dict[str, Any]
POPULATION, ELITE = 40, 10


@dataclass(frozen=True)
class Task:
    """What is learnt, against whom, and with what effort."""

    make: Callable[..., vector.GameVectorEnv]
    opponent: str
    features: tuple[str, ...]
    """Those the policy heeds; in the Letter Game of observations, in the others of actions."""
    generations: int
    deals: int
    """Games that each set of weights plays in a generation."""
    rules: dict[str, Any] = field(default_factory=dict)


TASKS = {
    "auction": Task(
        vector.AuctionVectorEnv,
        "letter-value",
        ("value", "best", "best_with", "length", "length_with", "auctions"),
        generations=60,
        deals=16,
        rules={"rounds": 2, "hidden": 3},
    ),
    "marrakech": Task(
        vector.MarrakechVectorEnv,
        "greedy",
        ("squares", "edge", "regions", "next", "others_squares", "others_regions", "others_next"),
        generations=40,
        deals=64,
    ),
    "scrabble": Task(vector.ScrabbleVectorEnv, "score", ("points", "kept"), generations=3, deals=20),
    "wordgame": Task(
        vector.WordgameVectorEnv,
        "seed",
        ("points", "used", "left", "next", "stop"),
        generations=25,
        deals=24,
        rules={"rules": {"hands": 5}},
    ),
}


class Learner:
    """Sets of weights side by side: each at as many tables as there are deals."""

    def __init__(self, game: str, opponent: str, deals: int) -> None:
        self.game, self.task, self.deals = game, TASKS[game], deals
        self.bids = game == "auction"
        scrabble = game == "scrabble"
        self.env = self.task.make(
            POPULATION * deals,
            opponent,
            scaled=True,
            reward="lead",
            action_features=not self.bids,
            **({"max_plays": 24} if scrabble else {}),
            **self.task.rules,
        )
        tables = self.env.tables
        layout = tables.layout if self.bids else tables.action_layout
        self.inputs = sum(part.stop - part.start for part in layout.values())
        self.columns = np.concatenate([np.r_[layout[name]] for name in self.task.features])

    def start(self) -> Array:
        """The first feature alone; the last weight of a bid does not depend on any."""
        weights = np.zeros(len(self.columns) + self.bids)
        weights[0] = 1.0
        return weights

    def actions(self, weights: Array, seen: npt.NDArray[np.float32], infos: Infos) -> Actions:
        """The bid, or the legal action of the greatest value, at each table."""
        if self.bids:
            wanted = (seen[:, self.columns] * weights[:, :-1]).sum(1) + weights[:, -1]
            bids: Actions = np.clip(np.rint(wanted), 0, 100).astype(np.int64)
            return bids
        values = np.einsum("taf,tf->ta", infos["action_features"][:, :, self.columns], weights)
        best: Actions = np.where(infos["action_mask"], values, -np.inf).argmax(1).astype(np.int64)
        return best

    def leads(self, weights: Array, seed: int) -> Array:
        """The mean lead over the opponent of each set of weights."""
        deals = np.random.default_rng(seed).integers(2**62, size=self.deals)
        seen, infos = self.env.reset(options={"deal": np.tile(deals, POPULATION)})
        each = np.repeat(weights, self.deals, 0)
        leads, going = np.zeros(self.env.num_envs), np.ones(self.env.num_envs, bool)
        while going.any():
            seen, rewards, ends, _, infos = self.env.step(self.actions(each, seen, infos))
            leads += np.where(going, rewards, 0)
            going &= ~ends
        means: Array = leads.reshape(POPULATION, -1).mean(1)
        return means

    def evolve(self, generations: int, seed: int) -> Array:
        """The mean of the last generation of the cross-entropy method."""
        rng = np.random.default_rng(seed)
        mean = self.start()
        spread = np.full(len(mean), 2.0 if self.bids else 0.5)
        for generation in range(generations):
            tried = mean + spread * rng.standard_normal((POPULATION, len(mean)))
            leads = self.leads(tried, int(rng.integers(2**31)))
            best = tried[np.argsort(leads)[-ELITE:]]
            mean = best.mean(0)
            spread = best.std(0) + 0.1 / (1 + generation / 10)
            if generation % 5 == 0 or generation == generations - 1:
                print(f"generation {generation:3}: {leads.mean():+7.2f} points ahead on average", flush=True)
        return mean

    def fit(self, generations: int, seed: int) -> Array:
        """Weights for points and tiles kept: a point is worth a point, and a tile what it adds to the next turn."""
        weights = self.start()
        for generation in range(generations):
            kept, points = self.turns(weights, seed + generation)
            # turns of the same table follow each other; a game's last turn has no next one
            shown = np.column_stack([np.ones(len(kept)), kept])
            ridge = shown.T @ shown + np.eye(shown.shape[1])
            fitted = np.linalg.solve(ridge, shown.T @ (points - points.mean()))
            weights = np.concatenate([[1.0], fitted[1:]])
            print(f"generation {generation}: {len(kept)} turns of {points.mean() * 20:.1f} points", flush=True)
        return weights

    def turns(self, weights: Array, seed: int) -> tuple[Array, Array]:
        """The tiles kept after each turn, and the points of the next one, both scaled."""
        seen, infos = self.env.reset(seed=seed)
        each = np.tile(weights, (self.env.num_envs, 1))
        tables = np.arange(self.env.num_envs)
        kept: list[Array] = []
        points: list[Array] = []
        before = None
        for _ in range(26):
            actions = self.actions(each, seen, infos)
            rows = infos["action_features"][tables, actions][:, self.columns]
            if before is not None:
                going, tiles = before
                kept.append(tiles[going])
                points.append(rows[going, 0])
            seen, _, ends, _, infos = self.env.step(actions)
            # with an empty bag there is no next turn to prepare
            bag = seen[:, self.env.layout["bag"]][:, 0]
            before = ~ends & (bag > 0), rows[:, 1:]
        return np.concatenate(kept), np.concatenate(points)

    def save(self, weights: Array, path: Path) -> None:
        """The policy as a network of one layer."""
        row = np.zeros((1, self.inputs))
        row[0, self.columns] = weights[: len(self.columns)]
        bias = weights[-1:] if self.bids else np.zeros(1)
        policy.save(path, self.game, [(row, bias)], input="observation" if self.bids else "features", scaled=True)


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("game", choices=TASKS)
parser.add_argument("--out", type=Path, default=None, help="the file of weights [default: GAME.safetensors]")
parser.add_argument("--opponent", help="the built-in player to beat")
parser.add_argument("--generations", type=int, help="how often weights are drawn, or fitted")
parser.add_argument("--deals", type=int, help=f"games of each of {POPULATION} sets of weights in a generation")
parser.add_argument("--games", type=int, default=2000, help="games of the match")
parser.add_argument("--seed", type=int, default=1)
arguments = parser.parse_args()

task = TASKS[arguments.game]
out = arguments.out or Path(f"{arguments.game}.safetensors")
start = time.perf_counter()
opponent = arguments.opponent or task.opponent
learner = Learner(arguments.game, opponent, arguments.deals or task.deals)
learn = learner.fit if arguments.game == "scrabble" else learner.evolve
weights = learn(arguments.generations or task.generations, arguments.seed)
learner.save(weights, out)
print(f"learnt in {time.perf_counter() - start:.0f} s: {out}")

found = lettergame.compare(
    f"policy:weights={out}",
    opponent,
    game=arguments.game,
    games=arguments.games,
    seed=arguments.seed + 1,
    **task.rules,
)
print(found)
