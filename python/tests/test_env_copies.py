"""Environments that are copied in the middle of a game."""

import copy
import pickle
import warnings

import pytest

from conftest import needed

np = needed("numpy")
needed("gymnasium")
needed("pettingzoo")

from lettergame.env import auction_v0, marrakech_v0, scrabble_v0, single, vector, wordgame_v0  # noqa: E402

WAYS = {"copy": copy.copy, "deepcopy": copy.deepcopy, "pickle": lambda env: pickle.loads(pickle.dumps(env))}
MANY = {
    "auction": lambda mode: vector.AuctionVectorEnv(3, ["random"], rounds=1, autoreset_mode=mode),
    "scrabble": lambda mode: vector.ScrabbleVectorEnv(3, max_plays=30, autoreset_mode=mode),
    "marrakech": lambda mode: vector.MarrakechVectorEnv(3, autoreset_mode=mode),
    "wordgame": lambda mode: vector.WordgameVectorEnv(3, rules={"hands": 2}, autoreset_mode=mode),
}


@pytest.fixture(autouse=True)
def _quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


def first_legal(masks):
    return np.array([int(np.flatnonzero(mask)[-1]) if mask.any() else 0 for mask in masks])


def same(one, other):
    """Whether two answers of environments are equal, arrays and infos included."""
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        return all(same(one[name], other[name]) for name in one)
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(same, one, other))
    return np.array_equal(one, other)


@pytest.mark.parametrize("mode", ["same_step", "next_step"])
@pytest.mark.parametrize("game", MANY)
def test_copies_of_vector_environments_go_on_alike(game, mode):
    """Also where some tables are in their second or third game, and others are not."""
    env = MANY[game](mode)
    _, infos = env.reset(seed=4)
    copies = 0
    for step in range(70):
        if step in (0, 1, 33, 66):
            other = copy.deepcopy(env)
            assert np.array_equal(other.tables.observations, env.tables.observations)
            assert np.array_equal(other.tables.scores, env.tables.scores)
            told = infos
            for _ in range(3):
                actions = first_legal(told["action_mask"])
                expected = env.step(actions)
                assert same(other.step(actions), expected)
                told = expected[-1]
            infos, copies = told, copies + 1
        infos = env.step(first_legal(infos["action_mask"]))[-1]
    assert copies == 4


@pytest.mark.parametrize("way", WAYS)
def test_copies_of_single_environments_go_on_by_themselves(way):
    env = single.AuctionEnv(["letter-value", "random"], rounds=1)
    env.reset(seed=2)
    for _ in range(4):
        env.step(3)
    kept = env.tables.observations
    other = WAYS[way](env.tables)
    other.step([90])
    assert np.array_equal(env.tables.observations, kept), "the copy is a game of its own"
    env.tables.step([90])
    assert np.array_equal(env.tables.observations, other.observations)
    # neither has become a part of the other's history
    assert np.array_equal(WAYS[way](other).observations, other.observations)
    env.tables.step([1])
    assert np.array_equal(WAYS[way](other).observations, other.observations)


@pytest.mark.parametrize("make", [scrabble_v0.env, marrakech_v0.env, wordgame_v0.env])
def test_copies_of_environments_in_turn_go_on_alike(make):
    env = make()
    env.reset(seed=3)

    def go(env, steps):
        seen = []
        for _ in range(steps):
            observation, reward, over, cut, _ = env.last()
            mask = observation["action_mask"]
            env.step(None if over or cut else int(np.flatnonzero(mask)[0]))
            seen.append((observation["observation"], reward, over))
            if not env.agents:
                break
        return seen

    go(env, 3)
    other = copy.deepcopy(env)
    assert same(go(other, 12), go(env, 12))


def test_copies_of_parallel_environments_go_on_alike():
    env = auction_v0.parallel_env(agents=2, rounds=1)
    env.reset(seed=3)
    for _ in range(3):
        env.step({agent: 2 for agent in env.agents})
    other = pickle.loads(pickle.dumps(env))
    for _ in range(4):
        actions = {agent: 5 for agent in env.agents}
        assert same(env.step(actions)[:4], other.step(actions)[:4])


def test_games_that_are_over_are_forgotten():
    env = MANY["auction"]("same_step")
    env.reset(seed=1)
    for _ in range(2000):
        env.step(np.zeros(3, np.int64))
    assert len(env.tables._history._done) < 200
