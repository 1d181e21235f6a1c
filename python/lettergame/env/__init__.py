"""Environments of the four games, by the interfaces of PettingZoo and Gymnasium.

- `auction_v0.parallel_env(...)`: the Letter Game, everybody bids at once;
- `scrabble_v0.env(...)`, `marrakech_v0.env(...)`, `wordgame_v0.env(...)`: seat after seat;
- `gymnasium.make("lettergame/Auction-v0")`, `Scrabble-v0`, `Marrakech-v0`, `Wordgame-v0`: one agent against fixed
  opponents (the classes of `single`);
- `gymnasium.make_vec("lettergame/Auction-v0", num_envs=1024)` and so on: many tables at once on all cores, numpy
  arrays in and out (the classes of `vector`);
- `policy.save(...)`: what was learnt, as a file that the player `policy` reads.

Importing this module makes the names known to Gymnasium, as does
`gymnasium.make("lettergame.env:lettergame/Auction-v0")`.

They step the same tables as tournaments: rules, seeds and opponents are the same. They need
numpy, gymnasium and pettingzoo: `pip install lettergame-arena[env]`.
"""

from gymnasium.envs.registration import register, registry

for _game in ("Auction", "Scrabble", "Marrakech", "Wordgame"):
    if f"lettergame/{_game}-v0" not in registry:
        register(
            id=f"lettergame/{_game}-v0",
            entry_point=f"lettergame.env.single:{_game}Env",
            vector_entry_point=f"lettergame.env.vector:{_game}VectorEnv",
        )
