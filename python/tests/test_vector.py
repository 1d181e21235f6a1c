"""Many tables at once, and learning with them."""

import runpy
import sys
import warnings
from pathlib import Path

import pytest

from conftest import needed

np = needed("numpy")
gymnasium = needed("gymnasium")

from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import vector as wrappers

import lettergame
from lettergame.env import single, vector
from lettergame.env._tables import Tables

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"

GAMES = {
    "auction": (single.AuctionEnv, vector.AuctionVectorEnv, dict(rounds=1, hidden=3)),
    "scrabble": (single.ScrabbleEnv, vector.ScrabbleVectorEnv, dict(max_plays=40)),
    "marrakech": (single.MarrakechEnv, vector.MarrakechVectorEnv, {}),
    "wordgame": (single.WordgameEnv, vector.WordgameVectorEnv, dict(rules={"hands": 2})),
}


@pytest.fixture(autouse=True)
def _quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


def legal(infos, rng):
    """A legal action of each table; 0 where the game is over."""
    legal = (np.flatnonzero(mask) for mask in infos["action_mask"])
    return np.array([rng.choice(actions) if actions.size else 0 for actions in legal])


def test_shapes_and_kinds():
    env = vector.AuctionVectorEnv(5, ["letter-value", "random"], rounds=1)
    seen, infos = env.reset(seed=3)
    assert seen.shape == (5, env.single_observation_space.shape[0]) and seen.dtype == np.float32
    assert env.observation_space.contains(seen)
    assert infos["action_mask"].shape == (5, 101) and infos["action_mask"].all()
    seen, rewards, ends, cuts, infos = env.step(np.full(5, 4))
    assert rewards.shape == ends.shape == cuts.shape == (5,) and rewards.dtype == np.float64
    assert ends.dtype == np.bool_ and infos["scores"].shape == (5, 3)
    seen[0, 0] = 7.0  # the arrays belong to the caller
    with pytest.raises(lettergame.LettergameError, match="expected 5 actions, .*, found 4"):
        env.step(np.zeros(4, np.int64))
    with pytest.raises(lettergame.LettergameError, match="action 101 of seat 0 at table 2"):
        env.step(np.array([0, 0, 101, 0, 0]))
    with pytest.raises(lettergame.LettergameError, match="whole numbers"):
        env.step(np.full(5, 1.5))


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("game", GAMES)
def test_it_is_what_gymnasium_makes_of_single_environments(game, mode):
    """The same numbers as `SyncVectorEnv` has, at every step and over the ends of games."""
    make, many, rules = GAMES[game]
    own = many(3, autoreset_mode=mode, **rules)
    sync = SyncVectorEnv([lambda: make(**rules)] * 3, autoreset_mode=mode)
    rng = np.random.default_rng(1)
    (one, infos), (other, told) = own.reset(seed=5), sync.reset(seed=5)
    ended = 0
    for step in range(90):
        assert np.array_equal(one, other)
        assert np.array_equal(infos["action_mask"], told["action_mask"])
        assert np.array_equal(infos["scores"], told["scores"])
        actions = legal(infos, rng)
        one, *results, infos = own.step(actions)
        other, *expected, told = sync.step(actions)
        for result, wanted in zip(results, expected):
            assert np.array_equal(result, wanted)
        ends = results[1]
        ended += ends.sum()
        assert ("final_obs" in infos) == ("final_obs" in told)
        if "final_obs" in infos:
            assert np.array_equal(infos["_final_obs"], told["_final_obs"])
            for table in np.flatnonzero(ends):
                assert np.array_equal(infos["final_obs"][table], told["final_obs"][table])
                for name in ("scores", "action_mask"):
                    assert np.array_equal(infos["final_info"][name][table], told["final_info"][name][table])
        if mode == AutoresetMode.DISABLED and ends.any():
            with pytest.raises(lettergame.LettergameError, match="are over: reset them"):
                own.step(actions)
            one, infos = own.reset(options={"reset_mask": ends.copy()})
            # Gymnasium's own infos of a partial reset are those of the tables that were reset
            other, _ = sync.reset(options={"reset_mask": ends.copy()})
            told = {**told, "action_mask": infos["action_mask"], "scores": infos["scores"]}
    assert ended >= 3


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("game", ["scrabble", "marrakech", "wordgame"])
def test_a_fault_is_told_as_gymnasium_does(game, mode):
    """An action that is not legal at one of three tables."""
    make, many, rules = GAMES[game]
    if game == "scrabble":
        rules = dict(max_plays=2000)  # more than there are plays
    own = many(3, autoreset_mode=mode, **rules)
    sync = SyncVectorEnv([lambda: make(**rules)] * 3, autoreset_mode=mode)
    _, infos = own.reset(seed=2)
    sync.reset(seed=2)
    rng, ended = np.random.default_rng(4), np.zeros(3, bool)
    assert "fault" not in infos
    for wrong in (True, False):
        actions = legal(infos, rng)
        if wrong:
            actions[1] = np.flatnonzero(infos["action_mask"][1] == 0)[0]
        _, _, ended, _, infos = own.step(actions)
        _, _, expected, _, told = sync.step(actions)
        assert np.array_equal(ended, expected)
        # where a game ended by its fault and the next has begun, it is told of the finished one
        pairs = [(infos, told), (infos.get("final_info", {}), told.get("final_info", {}))]
        assert [("fault" in one, "fault" in other) for one, other in pairs].count((True, True)) == wrong
        for one, other in pairs:
            assert one.keys() & {"fault", "_fault"} == other.keys() & {"fault", "_fault"}
            if "fault" in one:
                assert one["fault"].tolist() == other["fault"].tolist()
                assert one["fault"][1].startswith("unreadable: action")
                assert one["_fault"].tolist() == other["_fault"].tolist() == [False, True, False]
        if ended.any() and mode == AutoresetMode.DISABLED:
            _, infos = own.reset(options={"reset_mask": ended.copy()})
            sync.reset(options={"reset_mask": ended.copy()})


@pytest.mark.parametrize("mode", ["next_step", "same_step", "disabled"])
@pytest.mark.parametrize("name", [
    "RecordEpisodeStatistics", "NormalizeObservation", "NormalizeReward", "ClipReward", "DictInfoToList",
    "FlattenObservation", "DtypeObservation", "TransformObservation", "TransformReward", "TransformAction",
    "RescaleObservation", "ReshapeObservation",
])
def test_wrappers_of_gymnasium_work(name, mode):
    env = vector.AuctionVectorEnv(4, ["random"], rounds=1, autoreset_mode=mode)
    size = env.single_observation_space.shape[0]
    given = {
        "ClipReward": dict(min_reward=-1, max_reward=1),
        "DtypeObservation": dict(dtype=np.float64),
        "TransformObservation": dict(func=lambda seen: seen),
        "TransformReward": dict(func=lambda reward: reward / 10),
        "TransformAction": dict(func=lambda actions: actions),
        "RescaleObservation": dict(min_obs=0.0, max_obs=1.0),
        "ReshapeObservation": dict(shape=(2, size // 2)),
    }
    # what gymnasium itself refuses, with any environment
    refused = {"same_step"} if "Observation" in name else set()
    if name == "NormalizeObservation":
        refused = {"same_step", "disabled"}
    if mode in refused:
        with pytest.raises((ValueError, AssertionError)):
            getattr(wrappers, name)(env, **given.get(name, {}))
        return
    wrapped = getattr(wrappers, name)(env, **given.get(name, {}))
    wrapped.reset(seed=1)
    ended = np.zeros(4, bool)
    for _ in range(30):
        if mode == "disabled" and ended.any():
            wrapped.reset(options={"reset_mask": ended})
        seen, rewards, ended, _, _ = wrapped.step(np.full(4, 3))
        assert np.isfinite(seen).all() and np.isfinite(rewards).all()


def test_the_same_seed_gives_the_same_games():
    def course(seed):
        env = vector.AuctionVectorEnv(70, ["random", "marginal"], rounds=1)
        rng = np.random.default_rng(1)
        told = [env.reset(seed=seed)[0]]
        for _ in range(60):
            seen, rewards, ends, _, infos = env.step(rng.integers(0, 9, 70))
            told += [seen, rewards, ends, infos["scores"]]
        return told

    one, again, other = course(3), course(3), course(4)
    assert all(np.array_equal(a, b) for a, b in zip(one, again))
    assert not all(np.array_equal(a, b) for a, b in zip(one, other))
    assert not np.array_equal(one[0][0], one[0][1]), "tables have deals of their own"


def test_games_are_consecutive_and_rewards_add_up():
    env = vector.AuctionVectorEnv(3, ["letter-value"], rounds=1)
    rng = np.random.default_rng(1)
    env.reset(seed=3)
    sums, games = np.full(3, 100.0), 0
    for _ in range(200):
        seen, rewards, ends, _, infos = env.step(rng.integers(0, 9, 3))
        sums += rewards
        if ends.any():
            assert np.array_equal(sums[ends], infos["final_info"]["scores"][ends, 0])
            assert (seen[ends, env.layout["points"]] == 100).all(), "the next game begins at once"
        games += ends.sum()
        sums[ends] = 100
    assert games >= 30


def test_deals_may_be_chosen():
    """The deals of a tournament, one at each table; or one for all of them."""
    alone = lettergame.tournament(players=["zero", "random"], seats="fixed", games=40, seed=9, rounds=2)
    rows = [line.split(",") for line in alone.scores.csv.decode().splitlines()[1:]][::2]
    env = vector.AuctionVectorEnv(40, ["random"], rounds=2, autoreset_mode="disabled")
    env.reset(options={"deal": [int(row[3], 16) for row in rows]})
    ends = np.zeros(40, bool)
    while not ends.all():
        _, _, ends, _, infos = env.step(np.zeros(40, np.int64))
    assert infos["scores"][:, 0].tolist() == [int(row[6]) for row in rows]
    seen, _ = env.reset(options={"deal": 7})
    assert (seen == seen[0]).all()
    with pytest.raises(lettergame.LettergameError, match="expected 40 deals, found 2"):
        env.reset(options={"deal": [1, 2]})
    with pytest.raises(lettergame.LettergameError, match="expected 40 seeds, found 1"):
        env.reset(seed=[1])
    with pytest.raises(lettergame.LettergameError, match="reset_mask of 40 booleans"):
        env.reset(options={"reset_mask": np.zeros(40, bool)})
    with pytest.raises(lettergame.LettergameError, match="expected one of next_step, same_step, disabled"):
        vector.AuctionVectorEnv(1, autoreset_mode="never")


def test_full_and_lone_agents_are_not_asked():
    tables = Tables("auction", ["person", "person", "random"], preset="simulator", rounds=1)
    tables.deal({0: 5})
    asked = set()
    while not tables.over[0]:
        assert np.array_equal(tables.masks[0].any(1), tables.awaited[0])
        asked.add(tuple(tables.awaited[0].tolist()))
        tables.step([50, 0])
    assert asked <= {(True, True), (False, True), (True, False)}
    assert not tables.awaited.any()


def test_at_least_one_agent_must_be_asked():
    with pytest.raises(lettergame.LettergameError, match="no open seat"):
        Tables("auction", ["zero"])
    with pytest.raises(lettergame.LettergameError, match="0 tables"):
        vector.AuctionVectorEnv(0)


@pytest.mark.parametrize("game, scale", [
    ("auction", ["--generations", "8"]),
    ("marrakech", ["--generations", "6", "--deals", "24"]),
    ("wordgame", ["--generations", "8", "--deals", "12"]),
    ("scrabble", ["--generations", "1", "--deals", "4", "--games", "600"]),
])
def test_a_policy_can_be_trained(game, scale, capsys, monkeypatch, tmp_path):
    """The example, on a small scale, beats its opponent."""
    out = tmp_path / "weights.safetensors"
    monkeypatch.setattr(sys, "argv", ["learn.py", game, "--games", "300", *scale, "--out", str(out)])
    told = runpy.run_path(str(EXAMPLES / "learn.py"), run_name="__main__")
    assert out.exists() and "learnt in" in capsys.readouterr().out
    assert told["found"].verdicts == ["better"]


def test_the_benchmark_runs(capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["steps.py", "--seconds", "0.1", "--tables", "64"])
    told = runpy.run_path(str(EXAMPLES / "steps.py"), run_name="__main__")
    assert set(told["rates"]) == {"auction", "marrakech", "scrabble", "wordgame"}
    assert min(told["rates"].values()) > 0 and "steps a second" in capsys.readouterr().out


def test_what_is_given_to_many_tables_is_checked():
    for make, one in ((vector.AuctionVectorEnv, "random"), (vector.ScrabbleVectorEnv, "score"),
                      (vector.MarrakechVectorEnv, "greedy"), (vector.WordgameVectorEnv, "seed")):
        with pytest.raises(lettergame.LettergameError, match="seat is 2: a table of 2"):
            make(3, opponents=one, seat=2)
        env = make(3, opponents=one, seat=1)
        with pytest.raises(lettergame.LettergameError, match=r"call reset\(\) first"):
            env.step([0, 0, 0])
        with pytest.raises(lettergame.LettergameError, match="unknown option `deals` of reset: expected deal or"):
            env.reset(options={"deals": 3})
        env.reset(options={"deal": "00000000000000ff"})
        assert (env.action_masks().sum(axis=1) > 0).all()
