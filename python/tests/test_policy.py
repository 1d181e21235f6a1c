"""Files of weights: written here or by others, and played by the player `policy`."""

from typing import get_args

import numpy as np
import pytest

from conftest import needed

needed("gymnasium")
safetensors = needed("safetensors.numpy")

import lettergame
from lettergame.env import policy, single

MAKE = {
    "auction": lambda **options: single.AuctionEnv(["letter-value"], rounds=2, **options),
    "marrakech": lambda **options: single.MarrakechEnv(["greedy"], **options),
    "scrabble": lambda **options: single.ScrabbleEnv("score", max_plays=4096, **options),
    "wordgame": lambda **options: single.WordgameEnv(["seed"], **options),
}
RULES = {"auction": {"rounds": 2}}
OPPONENT = {"auction": "letter-value", "marrakech": "greedy", "scrabble": "score", "wordgame": "seed"}


def layers(rng, *sizes):
    shapes = zip(sizes[1:], sizes)
    return [((0.2 * rng.normal(size=shape)).astype(np.float32), rng.normal(size=shape[0]).astype(np.float32))
            for shape in shapes]


def outputs(network, rows, activation):
    """The network for each row of numbers, in 32 bits and with sums in the order of inputs."""
    for place, (weights, biases) in enumerate(network):
        terms = np.empty((len(rows), len(biases), weights.shape[1] + 1), np.float32)
        terms[:, :, 0] = biases
        np.multiply(weights, rows[:, None, :], out=terms[:, :, 1:])
        rows = np.cumsum(terms, 2, np.float32)[:, :, -1]
        if place < len(network) - 1:
            rows = np.tanh(rows) if activation == "tanh" else np.maximum(rows, 0)
    return rows


@pytest.mark.parametrize("shown", get_args(policy.Input))
@pytest.mark.parametrize("game", MAKE)
def test_the_player_plays_what_the_network_values_most(tmp_path, game, shown):
    """A network evaluated by numpy in an environment scores what the player scores in the same deals."""
    if game == "auction" and shown != "observation":
        pytest.skip("bids have no features")
    activation = "tanh" if shown == "features" else "relu"
    rng = np.random.default_rng(7)
    env = MAKE[game](scaled=True, action_features=shown != "observation")
    observed, described = env.observation_space.shape[0], sum(f.count for f in env.tables.action_features)
    inputs = {"observation": observed, "features": described, "observation+features": observed + described}
    network = layers(rng, inputs[shown], 12, env.action_space.n if shown == "observation" else 1)
    path = tmp_path / "weights.safetensors"
    policy.save(path, game, network, input=shown, scaled=True, activation=activation)
    played = lettergame.tournament(players=[f"policy:weights={path}", OPPONENT[game]], game=game,
                                   seats="fixed", games=4, seed=3, **RULES.get(game, {}))
    rows = [line.split(",") for line in played.scores.csv.decode().splitlines()[1:]]
    for own, other in zip(rows[::2], rows[1::2]):
        seen, info = env.reset(options={"deal": int(own[3], 16)})
        ended = False
        while not ended:
            if shown == "observation":
                values = outputs(network, seen[None], activation)[0]
            else:
                rows_of = info["action_features"]
                before = np.tile(seen, (len(rows_of), 1))
                both = np.hstack([before, rows_of]) if "+" in shown else rows_of
                values = outputs(network, both, activation)[:, 0]
            action = int(np.where(info["action_mask"], values, -np.inf).argmax())
            seen, _, ended, _, info = env.step(action)
        assert info["scores"].tolist() == [int(own[6]), int(other[6])]


def test_a_single_output_is_the_bid(tmp_path):
    env = single.AuctionEnv()
    size = env.observation_space.shape[0]
    weights = np.zeros((1, size), np.float32)
    weights[0, env.layout["value"]] = 1.0
    policy.save(tmp_path / "value.safetensors", "auction", [(weights, [0.4])])
    played = lettergame.tournament(players=[f"policy:weights={tmp_path}/value.safetensors", "letter-value"],
                                   seats="fixed", games=3, seed=2, record="plies", rounds=1)
    bids = [line.split(",")[3:4] + line.split(",")[2:3] for line in played.plies.csv.decode().splitlines()[1:]]
    own = [move for move, seat in bids if seat == "0" and move.startswith("bid")]
    other = [move for move, seat in bids if seat == "1" and move.startswith("bid")]
    assert own == other and own, "the value of the letter, rounded"


def test_layers_may_be_numbered_as_torch_numbers_them(tmp_path):
    """The names of a `torch.nn.Sequential` with activations between its layers."""
    path = str(tmp_path / "torch.safetensors")
    tensors = {
        "0.weight": np.ones((3, 7), np.float32), "0.bias": np.zeros(3, np.float32),
        "2.weight": np.ones((1, 3), np.float32),
    }
    safetensors.save_file(tensors, path, metadata=policy.metadata("marrakech", input="features"))
    played = lettergame.tournament(players=[f"policy:weights={path}", "random"], game="marrakech", games=2, seed=1)
    assert played.summary()


def test_unusable_weights_are_refused(tmp_path):
    def refused(said, game="marrakech", tensors=None, **about):
        path = str(tmp_path / "bad.safetensors")
        tensors = tensors or {"0.weight": np.ones((1, 7), np.float32)}
        safetensors.save_file(tensors, path, metadata={"game": game, "input": "features", **about})
        with pytest.raises(lettergame.LettergameError, match=said):
            lettergame.tournament(players=[f"policy:weights={path}", "random"], game="marrakech", games=2)

    refused("the weights are for scrabble, not for marrakech", game="scrabble")
    refused("take 7 numbers: expected 312, those of an observation", input="observation")
    refused("unknown input `pixels`", input="pixels")
    refused("give 2 numbers: expected 1, the value of the action", tensors={"0.weight": np.ones((2, 7), np.float32)})
    refused("is of type F64: expected F32", tensors={"0.weight": np.ones((1, 7))})
    refused("give 9 numbers: expected at least 87", input="observation",
            tensors={"0.weight": np.ones((9, 312), np.float32)})
    (tmp_path / "text").write_text("weights")
    with pytest.raises(lettergame.LettergameError, match="not a file of weights"):
        lettergame.tournament(players=[f"policy:weights={tmp_path}/text", "random"], game="marrakech", games=2)
    with pytest.raises(lettergame.LettergameError, match=r"^input is 'pixels': expected observation, features or"):
        policy.save(tmp_path / "x", "auction", [], input="pixels")
