"""The arena for letter games: seeded, reproducible tournaments with honest statistics.

    import lettergame

    results = lettergame.tournament(["letter-value", "random"], rounds=10, games=1000, seed=7)
    results.scores.to_pandas()

Games, players and rules are those of the command line, and so are rows and errors: the same config gives
the same bytes. Nothing but the standard library is needed to import this; `to_pandas`, `to_polars` and
`to_arrow` need the package of that name, `lettergame.env` numpy, gymnasium and pettingzoo.
"""

from ._compare import Comparison, compare
from ._config import Config
from ._core import LettergameError, __version__
from ._players import LETTER_VALUES, NoMove, Player, View
from ._registry import GAMES, players, schema
from ._results import Fault, Results, Row, Table
from ._runs import assemble, play_games, replay, resume, sweep, tournament
from ._stages import Stages
from ._words import BestWord, Lexicon

__all__ = [
    "GAMES",
    "LETTER_VALUES",
    "BestWord",
    "Comparison",
    "Config",
    "Fault",
    "LettergameError",
    "Lexicon",
    "NoMove",
    "Player",
    "Results",
    "Row",
    "Stages",
    "Table",
    "View",
    "__version__",
    "assemble",
    "compare",
    "play_games",
    "players",
    "replay",
    "resume",
    "schema",
    "sweep",
    "tournament",
]
