"""The wrappers of SuperSuit on the environments for PettingZoo."""

import warnings

import numpy as np
import pytest

from conftest import needed

needed("pettingzoo")
supersuit = needed("supersuit")

from pettingzoo.test import api_test, parallel_api_test, seed_test

from lettergame.env import auction_v0, marrakech_v0, scrabble_v0, wordgame_v0

TURNS = {"scrabble": scrabble_v0.env, "marrakech": marrakech_v0.env, "wordgame": wordgame_v0.env}

WRAPPERS = {
    "flatten_v0": {},
    "dtype_v0": {"dtype": np.float16},
    "normalize_obs_v0": {},
    "frame_stack_v1": {"stack_size": 3},
    "delay_observations_v0": {"delay": 2},
    "clip_reward_v0": {},
    "nan_noop_v0": {"no_op_action": 0},
    "agent_indicator_v0": {},
    "pad_observations_v0": {},
    "pad_action_space_v0": {},
}


@pytest.fixture(autouse=True)
def _quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("name", [*WRAPPERS, "black_death_v3"])
def test_the_auction_works_with_wrappers(name):
    env = auction_v0.parallel_env(agents=2, rounds=1, mask_in_info=True)
    parallel_api_test(getattr(supersuit, name)(env, **WRAPPERS.get(name, {})), num_cycles=60)


@pytest.mark.parametrize("game", TURNS)
@pytest.mark.parametrize("name", ["dtype_v0", "normalize_obs_v0", "frame_stack_v1", "agent_indicator_v0"])
def test_turn_games_work_with_wrappers(game, name):
    env = getattr(supersuit, name)(TURNS[game](mask_in_info=True), **WRAPPERS[name])
    env.reset(seed=3)
    for agent in env.agent_iter(30):
        seen, _, ended, cut, info = env.last()
        assert seen.shape == env.observation_space(agent).shape and np.isfinite(seen).all()
        taken = None if ended or cut else int(np.flatnonzero(info["action_mask"])[0])
        env.step(taken)


@pytest.mark.parametrize("game", TURNS)
def test_turn_games_without_masks_in_observations_are_environments(game):
    api_test(TURNS[game](mask_in_info=True), num_cycles=60)
    seed_test(lambda: TURNS[game](mask_in_info=True), num_cycles=10)


def test_many_copies_become_a_vector_environment():
    env = auction_v0.parallel_env(agents=2, rounds=1, mask_in_info=True)
    many = supersuit.concat_vec_envs_v1(
        supersuit.pettingzoo_env_to_vec_env_v1(env), 3, base_class="gymnasium")
    seen, _ = many.reset(seed=1)
    assert seen.shape == (6, *env.observation_space("player_0").shape)
    for _ in range(20):
        seen, rewards, *_ = many.step(np.full(6, 2))
    assert np.isfinite(seen).all() and rewards.shape == (6,)
