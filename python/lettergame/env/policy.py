"""What was learnt, as a file that the player `policy` reads: `policy:weights=FILE` in a tournament.

    from lettergame.env import policy

    policy.save("mine.safetensors", "marrakech", [(weights, biases)], input="features", scaled=True)

A network is a chain of dense layers. What it is shown is `input`:

- "observation": the observation. It has an output for each action, of which the greatest legal one is played; the
  number of outputs sets the places for moves that differ from turn to turn. In the Letter Game it may also have one
  output, the bid.
- "features": the features of an action; its one output is the value of the action.
- "observation+features": both, in this order.

With `scaled=True` it is shown what environments with `scaled=True` show. PyTorch writes the same format with
`safetensors.torch.save_file(model.state_dict(), path, metadata=policy.metadata(...))`, where `model` is a
`torch.nn.Sequential` of `Linear` layers with `ReLU` or `Tanh` between them.
"""

import os
from collections.abc import Sequence
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from .._arguments import checked

Layer = tuple[npt.ArrayLike, npt.ArrayLike]
"""Weights of shape (outputs, inputs), and biases of shape (outputs)."""

Input: TypeAlias = Literal["observation", "features", "observation+features"]
"""What a network is shown."""

Activation: TypeAlias = Literal["relu", "tanh"]
"""What is between its layers."""


@checked
def metadata(
    game: str, *, input: Input = "observation", scaled: bool = False, activation: Activation = "relu"
) -> dict[str, str]:
    """What the file says beside the weights.

    Parameters
    ----------
    game : str
        The game that the network plays.
    input : {"observation", "features", "observation+features"}
        What the network is shown.
    scaled : bool
        Whether it is shown what environments with `scaled=True` show.
    activation : {"relu", "tanh"}
        What is between its layers.

    Returns
    -------
    dict
        The metadata of a safetensors file.

    Examples
    --------
    >>> policy.metadata("marrakech", input="features")
    {'game': 'marrakech', 'input': 'features', 'scaled': 'false', 'activation': 'relu'}
    """
    return {
        "game": game,
        "input": input,
        "scaled": "true" if scaled else "false",
        "activation": activation,
    }


@checked
def save(
    path: str | os.PathLike[str],
    game: str,
    layers: Sequence[Layer],
    *,
    input: Input = "observation",
    scaled: bool = False,
    activation: Activation = "relu",
) -> None:
    """Writes a network for a game.

    Parameters
    ----------
    path : path
        The file.
    game : str
        The game that the network plays.
    layers : sequence of (weights, biases)
        Weights of shape (outputs, inputs), and biases of shape (outputs).
    input : {"observation", "features", "observation+features"}
        What the network is shown.
    scaled : bool
        Whether it is shown what environments with `scaled=True` show.
    activation : {"relu", "tanh"}
        What is between its layers.

    Examples
    --------
    >>> policy.save("points.safetensors", "wordgame", [([[1.0] + 68 * [0.0]], [0.0])], input="features")
    """
    from safetensors.numpy import save_file

    tensors = {}
    for number, (weights, biases) in enumerate(layers):
        tensors[f"{number}.weight"] = np.ascontiguousarray(weights, np.float32)
        tensors[f"{number}.bias"] = np.ascontiguousarray(biases, np.float32)
    about = metadata(game, input=input, scaled=scaled, activation=activation)
    save_file(tensors, os.fspath(path), metadata=about)
