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
from lettergame.env import auction_v0, marrakech_v0, scrabble_v0, single, wordgame_v0

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
        single.ScrabbleEnv(),
        single.MarrakechEnv(["random", "greedy"]),
        single.WordgameEnv(),
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
            letter = int(np.argmax(seen["player_0"]["observation"][env.layout["letter"]]))
            value = list(LETTER_VALUES.values())[letter]
            assert seen["player_0"]["observation"][env.layout["value"]] == value
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
        assert env.tables.scores[0].tolist() == [int(row[6]) for row in mine]


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
    assert list(sums.values()) == env.tables.scores[0].tolist()


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
    alone = single.ScrabbleEnv()
    _, info = alone.reset(seed=1)
    _, _, _, _, info = alone.step(int(np.argmin(info["action_mask"])))
    assert info["fault"].startswith("unreadable: action")


def test_observations_hide_secret_information():
    """Two deals that differ in what is hidden from an agent look the same until it is shown."""
    env = auction_v0.parallel_env(agents=2, rounds=1, hidden=0)
    seen, _ = env.reset(seed=1)
    one, other = seen["player_0"]["observation"], seen["player_1"]["observation"]
    assert np.array_equal(one, other), "without hidden letters all know the same"
    env = auction_v0.parallel_env(agents=2, rounds=1, hidden=3)
    seen, _ = env.reset(seed=1)
    one, other = seen["player_0"]["observation"], seen["player_1"]["observation"]
    held, unseen = env.layout["held"], env.layout["unseen"]
    assert one[held].sum() == 3 and not np.array_equal(one[held], other[held])
    assert (one[held] + one[unseen]).sum() == 97


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


def test_single_agents_play_the_deal_they_are_given():
    """Every environment obeys `options["deal"]`: its scores are those of the tournament's game."""
    made = {
        "auction": (single.AuctionEnv(["letter-value"], rounds=2), ["zero", "letter-value"], dict(rounds=2)),
        "scrabble": (single.ScrabbleEnv("score"), ["score", "score"], {}),
        "wordgame": (single.WordgameEnv(["seed"]), ["seed", "seed"], {}),
    }
    for game, (env, players, rules) in made.items():
        played = lettergame.tournament(players=players, game=game, seats="fixed", games=2, seed=5, **rules)
        rows = [line.split(",") for line in played.scores.csv.decode().splitlines()[1:]]
        for own in rows[::2]:
            seen, info = env.reset(options={"deal": int(own[3], 16)})
            ended = False
            while not ended:
                # bid nothing; the word or play of the most points
                action = int(np.argmax(info["action_mask"]))
                seen, _, ended, _, info = env.step(action)
            assert int(info["scores"][0]) == int(own[6]), game


def test_rewards_may_be_the_result():
    for reward in ("lead", "win"):
        env = single.AuctionEnv(["letter-value", "random"], rounds=1, reward=reward)
        wins = 0
        for seed in range(12):
            _, info = env.reset(seed=seed)
            ended = False
            while not ended:
                _, gained, ended, _, info = env.step(4)
                assert ended or gained == 0
            own, *others = info["scores"].tolist()
            if reward == "lead":
                assert gained == own - max(others)
            else:
                firsts = [own, *others].count(max(own, *others))
                assert gained == (1 / firsts if own >= max(others) else 0)
                wins += gained > 0
        assert reward == "lead" or 0 < wins < 12
    with pytest.raises(lettergame.LettergameError, match="expected points, lead or win"):
        single.AuctionEnv(reward="glory")


def test_scaled_observations_are_divided_by_their_units():
    for make in (single.AuctionEnv, single.ScrabbleEnv, single.MarrakechEnv, single.WordgameEnv):
        plain, scaled = make(), make(scaled=True)
        units = np.concatenate([np.full(f.count, f.unit, np.float32) for f in plain.tables.features])
        assert (units > 0).all() and (units > 1).any()
        one, _ = plain.reset(seed=4)
        other, _ = scaled.reset(seed=4)
        assert np.array_equal(one / units, other)
        assert scaled.observation_space.contains(other)
        assert np.isfinite(plain.observation_space.low).all()
        assert np.isfinite(plain.observation_space.high).all()


def test_actions_are_checked():
    env = single.AuctionEnv(max_bid=20)
    env.reset(seed=1)
    for wrong, said in ((-1, "expected 0 to 20"), (21, "expected 0 to 20"), (1.7, "whole numbers"),
                        (np.array([3, 4]), "expected one action, found 2"), ("3", "whole numbers")):
        with pytest.raises(lettergame.LettergameError, match=said):
            env.step(wrong)
    env.step(np.array([3]))
    env.step(np.int32(3))
    many = auction_v0.parallel_env(agents=2)
    many.reset(seed=1)
    with pytest.raises(lettergame.LettergameError, match="no action for player_1"):
        many.step({"player_0": 1})
    with pytest.raises(lettergame.LettergameError, match="the deal is -3"):
        env.reset(options={"deal": -3})
    with pytest.raises(lettergame.LettergameError, match="too large"):
        env.reset(options={"deal": 2**64})
    with pytest.raises(lettergame.LettergameError, match="max_bid is -1"):
        single.AuctionEnv(max_bid=-1)


def test_what_is_given_is_checked():
    makes = [single.AuctionEnv, single.ScrabbleEnv, single.MarrakechEnv, single.WordgameEnv]
    one = {single.AuctionEnv: "random", single.ScrabbleEnv: "score", single.MarrakechEnv: "greedy",
           single.WordgameEnv: "seed"}
    for make in makes:
        assert len(make(opponents=one[make]).tables.open_seats) == 1
        assert make(opponents=[one[make]], seat=1).tables.open_seats == [1]
        for wrong, said in ((dict(opponents=3), "opponents is 3: expected names or classes"),
                            (dict(seat=7), "seat is 7: a table of"),
                            (dict(scaled="yes"), "scaled is 'yes': expected True or False"),
                            (dict(reward=None), "reward is None: expected points, lead or win")):
            with pytest.raises(lettergame.LettergameError, match=said):
                make(**wrong)
        env = make()
        with pytest.raises(lettergame.LettergameError, match=r"call reset\(\) first"):
            env.step(0)
        with pytest.raises(lettergame.LettergameError, match="unknown option `dael` of reset: expected deal"):
            env.reset(options={"dael": 3})
        env.reset(seed=1)
        over = False
        while not over:
            _, _, over, _, info = env.step(int(np.flatnonzero(env.action_masks())[0]))
        with pytest.raises(lettergame.LettergameError, match=r"call reset\(\) first"):
            env.step(0)
    assert single.AuctionEnv(opponents="letter-value,random").tables.seats == 3
    assert single.AuctionEnv(opponents=LetterValue).tables.seats == 2
    for env in (auction_v0.parallel_env(), wordgame_v0.env(), scrabble_v0.env(), marrakech_v0.env()):
        with pytest.raises(lettergame.LettergameError, match=r"call reset\(\) first"):
            env.step({"player_0": 0, "player_1": 0} if hasattr(env, "_was_reset") else 0)


def test_a_deal_is_taken_as_scores_show_it():
    results = lettergame.tournament(players=["letter-value", "random"], games=3, seed=4, rounds=1)
    seed = str(results.scores[4]["seed"])
    env = single.AuctionEnv(opponents="random", rounds=1)
    as_text, _ = env.reset(options={"deal": seed})
    as_number, _ = env.reset(options={"deal": int(seed, 16)})
    assert np.array_equal(as_text, as_number)
    for wrong in ("", "7", seed + "0", "x" * 16):
        with pytest.raises(lettergame.LettergameError, match="16 hexadecimal digits"):
            env.reset(options={"deal": wrong})


def test_masks_may_be_asked_for():
    for make in (single.AuctionEnv, single.ScrabbleEnv, single.MarrakechEnv, single.WordgameEnv):
        env = make()
        _, info = env.reset(seed=2)
        masks = env.action_masks()
        assert masks.dtype == np.bool_ and np.array_equal(masks, info["action_mask"] == 1)
        assert sorted(env.moves()) == np.flatnonzero(masks).tolist()


def test_environments_have_names():
    import lettergame.env

    for game in ("Auction", "Scrabble", "Marrakech", "Wordgame"):
        env = gymnasium.make(f"lettergame/{game}-v0")
        assert env.spec is not None and env.unwrapped.tables.seats >= 2
        many = gymnasium.make_vec(f"lettergame/{game}-v0", num_envs=2,
                                  vectorization_mode="vector_entry_point")
        assert many.num_envs == 2
    assert gymnasium.make("lettergame/Auction-v0", hidden=3, max_bid=9).action_space.n == 10


def test_the_state_is_what_all_agents_know():
    env = auction_v0.parallel_env(agents=2, opponents=["random"], hidden=3)
    seen, _ = env.reset(seed=1)
    state = env.state()
    assert env.state_space.contains(state)
    assert np.array_equal(state, np.concatenate([told["observation"] for told in seen.values()]))
    env = marrakech_v0.env(agents=3)
    env.reset(seed=1)
    assert env.state_space.contains(env.state())
    assert np.array_equal(env.state()[:len(env.state()) // 3], env.observe("player_0")["observation"])


def test_action_features_tell_what_actions_do():
    """Points are those that the action brings, and the tiles kept are those left on the rack."""
    rng = np.random.default_rng(2)
    env = scrabble_v0.env(action_features=True)
    layout = env.tables.action_layout
    env.reset(seed=3)
    for turn in range(12):
        agent = env.agent_selection
        info, seen = env.infos[agent], env.observe(agent)
        rows = info["action_features"]
        assert rows.shape == (env.action_space(agent).n, layout["kept"].stop)
        assert not rows[seen["action_mask"] == 0].any()
        action = int(rng.choice([a for a, text in info["moves"].items() if text.startswith("play")]))
        rack = seen["observation"][env.layout["rack"]]
        kept = rows[action, layout["kept"]]
        assert rack.sum() - kept.sum() == rows[action, layout["laid"]].sum() and (kept <= rack).all()
        before = env.tables.scores[0, int(agent[-1])]
        points = rows[action, layout["points"]].sum()
        env.step(action)
        assert env.tables.scores[0, int(agent[-1])] - before == points
    env = wordgame_v0.env(agents=1, action_features=True)
    env.reset(seed=3)
    rows = env.infos["player_0"]["action_features"]
    env.step(0)
    points = env.tables.action_layout["points"]
    assert env.rewards["player_0"] in (0.0, float(rows[0, points].sum()))
    seen = env.observe("player_0")["observation"]
    assert seen[env.layout["total"]].sum() == rows[0, points].sum()
    following = env.infos["player_0"]["action_features"][:, points].max()
    assert rows[0, env.tables.action_layout["next"]].sum() == following
    env = marrakech_v0.env(agents=2, action_features=True)
    env.reset(seed=3)
    while "rotate 0" in env.infos[env.agent_selection]["moves"].values():
        env.step(0)
    agent = env.agent_selection
    rows, mask = env.infos[agent]["action_features"], env.observe(agent)["action_mask"]
    assert (rows[mask == 1, 0] == 2).all(), "the first rug shows two squares"


def test_impossible_rules_are_refused():
    with pytest.raises(lettergame.LettergameError, match="hidden"):
        auction_v0.parallel_env(hidden=99)
    with pytest.raises(lettergame.LettergameError, match="unknown player"):
        single.AuctionEnv(["letter-valu"])
    with pytest.raises(lettergame.LettergameError):
        marrakech_v0.env(agents=5)
