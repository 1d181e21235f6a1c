"""The environments, checked by the tests of PettingZoo and Gymnasium and against the tournament's
own games."""

import warnings

import numpy as np
import pytest

from conftest import needed

needed("pettingzoo")
gymnasium = needed("gymnasium")

from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import lettergame
from bots import LetterValue
from lettergame._players import LETTER_VALUES
from lettergame.env import auction_v0, features, marrakech_v0, scrabble_v0, single, wordgame_v0

TURNS = {
    "scrabble": scrabble_v0.env,
    "marrakech": marrakech_v0.env,
    "wordgame": wordgame_v0.env,
}


@pytest.fixture(autouse=True)
def _quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


def test_the_auction_is_a_parallel_environment():
    parallel_api_test(auction_v0.parallel_env(agents=3, hidden=3, rounds=2), num_cycles=300)
    parallel_seed_test(lambda: auction_v0.parallel_env(agents=3, opponents=["random"]), num_cycles=50)
    render_test(lambda **options: auction_v0.env(agents=2, **options))


@pytest.mark.parametrize("game", TURNS)
def test_turn_games_are_environments(game, capsys):
    api_test(TURNS[game](), num_cycles=200)
    seed_test(TURNS[game], num_cycles=20)
    render_test(TURNS[game])


@pytest.mark.parametrize("agents, opponents", [(2, ["random"]), (3, [])])
def test_marrakech_is_a_multiplayer_environment(agents, opponents):
    api_test(marrakech_v0.env(agents=agents, opponents=opponents), num_cycles=200)


def test_a_single_agent_meets_fixed_opponents():
    for env in (
        single.AuctionEnv(["letter-value", "random"], rounds=2),
        single.scrabble(),
        single.marrakech(["random", "greedy"]),
        single.wordgame(),
    ):
        check_env(env, skip_render_check=True)


def test_environment_auctions_match_those_of_a_tournament():
    """Agents that bid the letter's value in the same deal get the tournament's scores."""
    config = dict(rounds=3, hidden=3)
    replayed = lettergame.tournament(
        players=["letter-value", "random", "letter-value"], seats="fixed", games=3, seed=11, **config)
    rows = [line.split(",") for line in replayed.scores.csv.decode().splitlines()[1:]]
    env = auction_v0.parallel_env(agents=1, opponents=["random", LetterValue], **config)
    for game in range(3):
        mine = [row for row in rows if row[0] == str(game)]
        seen, _ = env.reset(options={"deal": int(mine[0][3], 16)})
        while env.agents:
            letter = int(np.argmax(seen["player_0"]["observation"][features.LETTER]))
            value = list(LETTER_VALUES.values())[letter]
            assert seen["player_0"]["observation"][features.VALUE] == value
            seen, rewards, ends, cuts, infos = env.step({"player_0": value})
        assert infos["player_0"]["points"] == int(mine[0][6])
    assert ends == {"player_0": True} and cuts == {"player_0": False}


@pytest.mark.parametrize("game, agents", [("scrabble", 2), ("wordgame", 3), ("marrakech", 3)])
def test_environment_turns_match_those_of_a_tournament(game, agents):
    """Moves recorded in a tournament are valid actions, and lead to its scores."""
    names = {"scrabble": "score", "wordgame": "seed", "marrakech": "greedy"}
    played = lettergame.tournament(players=[names[game]] * agents, game=game, seats="fixed", games=2, seed=5,
                                   record="plies")
    rows = [line.split(",") for line in played.scores.csv.decode().splitlines()[1:]]
    plies = [line.split(",") for line in played.plies.csv.decode().splitlines()[1:]]
    options = {} if game == "scrabble" else {"agents": agents}
    env = TURNS[game](**options)
    for number in range(2):
        mine = [row for row in rows if row[0] == str(number)]
        env.reset(options={"deal": int(mine[0][3], 16)})
        for _, _, seat, move, _ in (ply for ply in plies if ply[0] == str(number)):
            agent = env.agent_selection
            assert agent == f"player_{seat}"
            actions = {text: action for action, text in env.infos[agent]["moves"].items()}
            assert env.observe(agent)["action_mask"][actions[move]] == 1
            env.step(actions[move])
        assert all(env.terminations.values())
        assert env.table.points() == [int(row[6]) for row in mine]


def test_rewards_add_up_to_the_score():
    env = auction_v0.parallel_env(agents=2, rounds=2)
    rng = np.random.default_rng(3)
    for _ in range(3):
        env.reset(seed=int(rng.integers(1000)))
        sums = {agent: 100.0 for agent in env.agents}
        while env.agents:
            _, rewards, _, _, infos = env.step({agent: int(rng.integers(12)) for agent in env.agents})
            for agent, reward in rewards.items():
                sums[agent] += reward
        assert sums == {agent: info["points"] for agent, info in infos.items()}
    env = scrabble_v0.env()
    env.reset(seed=1)
    sums = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, ended, _, _ = env.last()
        sums[agent] += reward
        env.step(None if ended else int(np.argmax(seen["action_mask"])))
    assert list(sums.values()) == env.table.points()


def test_the_mask_shows_affordable_bids():
    env = auction_v0.parallel_env(agents=2, rounds=1, rules={"start_points": 5}, max_bid=9)
    seen, _ = env.reset(seed=1)
    assert seen["player_0"]["action_mask"].tolist() == [1] * 6 + [0] * 4
    _, rewards, _, _, _ = env.step({"player_0": 9, "player_1": 3})
    assert rewards["player_0"] == -3.0, "what is more than one has counts as all one has"


def test_a_masked_action_is_a_fault_under_the_rules():
    env = scrabble_v0.env()
    env.reset(seed=1)
    agent = env.agent_selection
    mask = env.observe(agent)["action_mask"]
    env.step(int(np.argmin(mask)))
    assert env.infos[agent]["fault"].startswith("unreadable") and env.agent_selection != agent


def test_observations_hide_secret_information():
    """Two deals that differ in what is hidden from an agent look the same until it is shown."""
    env = auction_v0.parallel_env(agents=2, rounds=1, hidden=0)
    seen, _ = env.reset(seed=1)
    one, other = seen["player_0"]["observation"], seen["player_1"]["observation"]
    assert np.array_equal(one, other), "without hidden letters all know the same"
    env = auction_v0.parallel_env(agents=2, rounds=1, hidden=3)
    seen, _ = env.reset(seed=1)
    one, other = seen["player_0"]["observation"], seen["player_1"]["observation"]
    assert one[features.HELD].sum() == 3 and not np.array_equal(one[features.HELD], other[features.HELD])
    assert (one[features.HELD] + one[features.UNSEEN]).sum() == 97


def test_wildcards_and_substitutions_are_actions():
    env = wordgame_v0.env(agents=1, preset="6.0001", rules={"hands": 2})
    env.reset(options={"deal": 4})
    moves = env.infos["player_0"]["moves"]
    assert any("*" in text for text in moves.values())
    assert any(text.startswith("substitute") for text in moves.values())
    played = [text for text in moves.values() if text.startswith("word")]
    env.step(next(action for action, text in moves.items() if text == played[0]))
    assert "fault" not in env.infos["player_0"]
    wanted = [action for action, text in env.infos["player_0"]["moves"].items() if text == "stop"]
    env.step(wanted[0])
    assert "replay" in env.infos["player_0"]["moves"].values()


def test_every_listed_move_is_legal():
    for game, make in TURNS.items():
        env = make()
        rng = np.random.default_rng(5)
        env.reset(seed=2)
        for _ in range(60):
            if all(env.terminations.values()):
                break
            agent = env.agent_selection
            taken = np.flatnonzero(env.observe(agent)["action_mask"])
            env.step(int(rng.choice(taken)))
            assert "fault" not in env.infos[agent], game


def test_too_few_action_slots_keep_the_best_plays():
    wide, narrow = scrabble_v0.env(max_plays=512), scrabble_v0.env(max_plays=3)
    wide.reset(options={"deal": 3})
    narrow.reset(options={"deal": 3})
    best = [wide.infos["player_0"]["moves"][action] for action in range(3)]
    moves = narrow.infos["player_0"]["moves"]
    assert [moves[action] for action in range(3)] == best
    assert moves[narrow.action_space("player_0").n - 1] == "pass"
    assert all(text.startswith("exchange") for action, text in moves.items() if 3 <= action < 130)


def test_impossible_rules_are_refused():
    with pytest.raises(lettergame.LettergameError, match="hidden"):
        auction_v0.parallel_env(hidden=99)
    with pytest.raises(lettergame.LettergameError, match="unknown player"):
        single.AuctionEnv(["letter-valu"])
    with pytest.raises(lettergame.LettergameError):
        marrakech_v0.env(agents=5)
