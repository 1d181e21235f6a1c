"""The observations of an agent of the Letter Game, as numbers.

====== =========== ==========================================================================
from   how many    what
====== =========== ==========================================================================
0      26          the letter on sale: 1 at its place, A to Z
26     26          how many of each letter the agent holds, hidden ones included
52     26          how many of each letter it has not seen: in the bag or hidden with others
78     1           the value of the letter on sale
79     2           the points of the best word now, and with the letter on sale
81     2           the lengths of these words
83     1           letters still to be sold this round, including the one on sale
84     1           remaining rounds, including this one
85     1           the own points
86     seats - 1   the points of the others, from the next seat on
..     seats - 1   how many letters each of them has won this round
====== =========== ==========================================================================
"""

import numpy as np
from gymnasium import spaces

LETTER = slice(0, 26)
HELD = slice(26, 52)
UNSEEN = slice(52, 78)
VALUE = 78
BEST_NOW = 79
BEST_WITH = 80
LENGTH_NOW = 81
LENGTH_WITH = 82
AUCTIONS_LEFT = 83
ROUNDS_LEFT = 84
POINTS = 85


def observation_space(length: int, tables: int | None = None) -> spaces.Box:
    """A space of `length` numbers, for one agent or for one at each of many tables."""
    shape = (length,) if tables is None else (tables, length)
    return spaces.Box(-np.inf, np.inf, shape, np.float32)
