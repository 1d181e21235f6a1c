"""Many tables at once, and learning with them."""

import runpy
import sys
from pathlib import Path

import pytest

from conftest import needed

np = needed("numpy")
needed("gymnasium")

import lettergame
from lettergame.env import features
from lettergame.env.vector import AuctionVectorEnv, Auctions

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def test_shapes_and_kinds():
    env = AuctionVectorEnv(5, ["letter-value", "random"], rounds=1)
    seen, infos = env.reset(seed=3)
    assert seen.shape == (5, env.single_observation_space.shape[0]) and seen.dtype == np.float32
    assert env.observation_space.contains(seen) and infos["purses"].tolist() == [100] * 5
    seen, rewards, ends, cuts, infos = env.step(np.full(5, 4))
    assert rewards.shape == ends.shape == cuts.shape == (5,) and rewards.dtype == np.float64
    assert ends.dtype == np.bool_ and infos["scores"].shape == (5, 3)
    seen[0, 0] = 7.0  # the arrays belong to the caller
    with pytest.raises(lettergame.LettergameError, match="expected 5 bids, found 4"):
        env.step(np.zeros(4))


def test_the_same_seed_gives_the_same_games():
    def course(seed):
        env = AuctionVectorEnv(4, ["random", "marginal"], rounds=1)
        rng = np.random.default_rng(1)
        told = [env.reset(seed=seed)[0]]
        for _ in range(60):
            seen, rewards, ends, _, infos = env.step(rng.integers(0, 9, 4))
            told += [seen, rewards, ends, infos["scores"]]
        return told

    one, again, other = course(3), course(3), course(4)
    assert all(np.array_equal(a, b) for a, b in zip(one, again))
    assert not all(np.array_equal(a, b) for a, b in zip(one, other))
    assert not np.array_equal(one[0][0], one[0][1]), "tables have deals of their own"


def test_games_are_consecutive_and_rewards_add_up():
    env = AuctionVectorEnv(3, ["letter-value"], rounds=1)
    rng = np.random.default_rng(1)
    env.reset(seed=3)
    sums, games = np.full(3, 100.0), 0
    for _ in range(200):
        seen, rewards, ends, _, infos = env.step(rng.integers(0, 9, 3))
        sums += rewards
        assert np.array_equal(sums[ends], infos["scores"][ends, 0])
        assert (seen[ends, features.POINTS] == 100).all(), "the next game begins at once"
        games += ends.sum()
        sums[ends] = 100
    assert games >= 30


def test_many_tables_play_the_same_games_as_one():
    """A table among many plays the same game as a single table with its deal."""
    many = Auctions(["person", "random"], 1, False, rounds=2)
    alone = lettergame.tournament(players=["zero", "random"], seats="fixed", games=1, seed=9, rounds=2)
    row = alone.scores.csv.decode().splitlines()[1].split(",")
    told = many.reset(int(row[3], 16))
    while not told.over[0]:
        told = many.step([0])
    assert told.scores[0, 0] == int(row[6])


def test_full_and_lone_agents_are_not_asked():
    auctions = Auctions(["person", "person", "random"], 1, False, preset="simulator", rounds=1)
    told = auctions.reset(5)
    asked = set()
    while not told.over[0]:
        asked.add(tuple((told.purses[0] >= 0).tolist()))
        told = auctions.step([[50, 0]])
    assert asked <= {(True, True), (False, True), (True, False)}
    assert (told.purses == -1).all()


def test_at_least_one_agent_must_be_asked():
    with pytest.raises(lettergame.LettergameError, match="no open seat"):
        Auctions(["zero"], 1, False)
    with pytest.raises(lettergame.LettergameError, match="not of scrabble"):
        Auctions(["person", "score"], 1, False, game="scrabble")


def test_a_policy_can_be_trained(capsys, monkeypatch):
    """The example, on a small scale, beats its opponents."""
    monkeypatch.setattr(sys, "argv", ["learn_to_bid.py", "--steps", "400000", "--games", "300"])
    told = runpy.run_path(str(EXAMPLES / "learn_to_bid.py"), run_name="__main__")
    assert told["beaten"] == ["random", "letter-value"]
    assert "letter-value" in capsys.readouterr().out


def test_the_benchmark_runs(capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["auction_steps.py", "--seconds", "0.2", "--tables", "64"])
    told = runpy.run_path(str(EXAMPLES / "auction_steps.py"), run_name="__main__")
    assert told["rate"] > 0 and "steps a second" in capsys.readouterr().out
