"""Docstrings in numpydoc's form: every parameter is described, and the examples show what they print."""

import doctest
import inspect
import re

import pytest

from conftest import needed

np = needed("numpy")
for package in ("distributed", "gymnasium", "pettingzoo", "ray", "safetensors"):
    needed(package)

import lettergame
import lettergame.dask
import lettergame.marrakech
import lettergame.ray
import lettergame.scrabble
from lettergame.env import auction_v0, marrakech_v0, policy, scrabble_v0, single, turns, vector, wordgame_v0

ENVIRONMENTS = (auction_v0, marrakech_v0, scrabble_v0, wordgame_v0)
CLUSTERS = (lettergame.dask, lettergame.ray)
MODULES = (lettergame, lettergame.marrakech, lettergame.scrabble, policy, *ENVIRONMENTS, *CLUSTERS)
GAMES = [found for module in (single, vector) for name, found in vars(module).items()
         if re.match(r"[AMSW]\w+Env$", name)]
BASES = (single.GameEnv, vector.GameVectorEnv, turns.TurnEnv)
CLASSES = (lettergame.Config, lettergame.Lexicon, lettergame.Stages, auction_v0.AuctionParallelEnv, *GAMES)
NAMES = {name: globals()[name] for name in ("lettergame", "np", "policy", "single", "vector")}
NAMES |= {module.__name__.rpartition(".")[2]: module for module in ENVIRONMENTS}


def public(module):
    """The functions of a module that users call, and the methods of `Lexicon`, which take arguments of their own."""
    names = getattr(module, "__all__", [name for name in vars(module) if not name.startswith("_")])
    found = [getattr(module, name) for name in names if inspect.isfunction(getattr(module, name))]
    found = [function for function in found if function.__module__ == module.__name__ or module is lettergame]
    if module is lettergame:
        found += [method for name, method in vars(lettergame.Lexicon).items() if not name.startswith("_")
                  and inspect.isfunction(method)]
    return list(dict.fromkeys(found))


FUNCTIONS = [(module, function) for module in MODULES for function in public(module)]
EXAMPLES = [function for module, function in FUNCTIONS if module not in CLUSTERS]
EXAMPLES += [*CLASSES, lettergame.Comparison, lettergame.Player, lettergame.Results, lettergame.Table]


def name_of(found):
    return f"{found.__module__}.{found.__qualname__}"


def sections(found):
    """The lines of each section of a docstring, by its heading."""
    parts = re.split(r"^(\w+)\n-+\n", inspect.getdoc(found), flags=re.MULTILINE)
    return {heading: text.splitlines() for heading, text in zip(parts[1::2], parts[2::2])}


def described(found):
    """The names of a section `Parameters`; several may share a line."""
    lines = [line for line in sections(found).get("Parameters", []) if line and not line.startswith(" ")]
    return [name.strip().lstrip("*") for line in lines for name in line.partition(" :")[0].split(",")]


def test_the_functions_are_found():
    assert len(FUNCTIONS) >= 35 and len(EXAMPLES) >= 50 and len(GAMES) == 8


@pytest.mark.parametrize("found", [*(function for _, function in FUNCTIONS), *CLASSES, *BASES], ids=name_of)
def test_every_parameter_is_described(found):
    parameters = [name for name in inspect.signature(found).parameters if name != "self"]
    assert described(found) == parameters
    if inspect.isfunction(found) and inspect.signature(found).return_annotation is not None:
        assert len(sections(found)["Returns"]) >= 2, "its type and what it is"
    assert not inspect.getdoc(found).splitlines()[0].endswith(":"), "a sentence"


@pytest.mark.parametrize("found", EXAMPLES, ids=name_of)
def test_examples_print_what_they_show(found, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = "\n".join(sections(found)["Examples"])
    example = doctest.DocTestParser().get_doctest(text, NAMES, name_of(found), None, None)
    assert example.examples
    said = []
    doctest.DocTestRunner().run(example, out=said.append)
    assert not said, "".join(said)
