"""Environments of the four games, by the interfaces of PettingZoo and Gymnasium.

- `auction_v0.parallel_env(...)`: the Letter Game, everybody bids at once;
- `scrabble_v0.env(...)`, `marrakech_v0.env(...)`, `wordgame_v0.env(...)`: seat after seat;
- `single.AuctionEnv`, `single.TurnEnv`: one agent against fixed opponents, by Gymnasium;
- `vector.AuctionVectorEnv`: many tables of the Letter Game, numpy arrays in and out.

They step the same tables as tournaments: rules, seeds and opponents are the same. They need
numpy, gymnasium and pettingzoo: `pip install lettergame-arena[env]`.
"""
