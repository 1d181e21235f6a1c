"""Results: tables that pandas, polars and pyarrow read without a copy, and the faults."""

import json
from collections.abc import Iterable, Iterator
from html import escape
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, overload

from . import _core
from ._arguments import check

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


Cell: TypeAlias = int | float | str | None
"""A cell; None if it is empty."""

Row: TypeAlias = dict[str, Cell]
"""The cells of a row by column."""

SHOWN_ROWS = 10
"""Rows of a table that a notebook shows."""


class Table:
    """Rows with named columns, for any reader of the Arrow C interface (`__arrow_c_stream__`):
    `polars.DataFrame(table)`, `pyarrow.table(table)`, duckdb and others.

    Without such a library it is a sequence of dicts. Rows of a run's folder are read from its file each time, in little
    memory.

    Examples
    --------
    >>> table = lettergame.tournament(["letter-value", "random"], rounds=3, games=20, seed=7).scores
    >>> len(table), table[0]["score"], [row["score"] for row in table[-2:]], table["place"][:4]
    (40, 126, [254, 116], [2, 1, 1, 2])
    """

    def __init__(self, core: _core.RowTable) -> None:
        self._core = core

    def __len__(self) -> int:
        """The number of rows."""
        return len(self._core)

    def __iter__(self) -> Iterator[Row]:
        return self._rows(0)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> list[Row]: ...
    @overload
    def __getitem__(self, index: str) -> list[Cell]: ...
    def __getitem__(self, index: int | slice | str) -> Row | list[Row] | list[Cell]:
        """A row by its number, some rows, or the cells of a column; negative numbers count from the end."""
        if isinstance(index, str):
            if index not in self.columns:
                known = ", ".join(self.columns)
                raise _core.LettergameError(f"there is no column `{index}`: expected one of {known}")
            return [row[index] for row in self]
        if isinstance(index, slice):
            numbers = range(len(self))[index]
            if not numbers:
                return []
            first = min(numbers[0], numbers[-1])
            found = list(islice(self._rows(first), 0, abs(numbers[-1] - numbers[0]) + 1, abs(numbers.step)))
            return found if numbers.step > 0 else found[::-1]
        check("index", index, int | slice | str)
        first = index if index >= 0 else len(self) + index
        row = next(self._rows(first), None) if first >= 0 else None
        if row is None:
            raise IndexError(f"there is no row {index}: the table has {len(self)}")
        return row

    def _rows(self, first: int) -> Iterator[Row]:
        names = tuple(self.columns)
        return (dict(zip(names, cells)) for cells in self._core.rows(first))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._core.__arrow_c_stream__(requested_schema)

    @property
    def columns(self) -> dict[str, str]:
        """Names and types of the columns: `int64`, `float64` or `string`."""
        return dict(self._core.column_types())

    @property
    def csv(self) -> bytes:
        """The rows as in a run's folder, with the header line."""
        return self._core.csv()

    def to_arrow(self) -> "pyarrow.Table":
        """As a pyarrow table."""
        import pyarrow

        return pyarrow.table(self)

    def to_polars(self) -> "polars.DataFrame":
        """As a polars data frame."""
        import polars

        return polars.DataFrame(self)

    def to_pandas(self) -> "pandas.DataFrame":
        """As a pandas data frame, by way of pyarrow."""
        return self.to_arrow().to_pandas()

    def __repr__(self) -> str:
        return f"Table({', '.join(self.columns)})"

    def _repr_html_(self) -> str:
        head = _html_row("th", self.columns)
        rows = "".join(_html_row("td", row.values()) for row in islice(self, SHOWN_ROWS))
        return (
            f'<table class="dataframe"><thead>{head}</thead><tbody>{rows}</tbody></table>'
            f"<p>{len(self):,} rows &times; {len(self.columns)} columns</p>"
        )


def _html_row(tag: str, cells: Iterable[Cell]) -> str:
    texts = ("" if cell is None else escape(str(cell)) for cell in cells)
    return f"<tr>{''.join(f'<{tag}>{text}</{tag}>' for text in texts)}</tr>"


class Fault(NamedTuple):
    """A fault of a player that is not built in."""

    game: int
    ply: int
    seat: int
    player: str
    fault: str
    """The kind: `gone` for an exception, `illegal`, `unreadable` and so on."""
    said: str
    """The message, or the traceback of an exception."""


class Results:
    """The rows of games, in memory or in a run's folder. A notebook shows the standings with their plots.

    Examples
    --------
    >>> results = lettergame.tournament(["letter-value", "random"], rounds=3, games=20, seed=7)
    >>> results
    Results(games 0 to 19)
    >>> results.summary()["random"]["wins"]
    20.0
    """

    def __init__(self, core: _core.Rows) -> None:
        self._core = core

    @property
    def scores(self) -> Table:
        """A row for each seat and game, as in `scores.csv`."""
        return self._table("scores", "")

    @property
    def rounds(self) -> Table:
        """A row for each round and seat, as in `rounds.csv`."""
        return self._table("rounds", "play with record=\"rounds\"")

    @property
    def plies(self) -> Table:
        """A row for each decision, as in `plies.csv`."""
        return self._table("plies", "play with record=\"plies\"")

    @property
    def standings(self) -> Table:
        """A row for each player, as in `standings.csv`; of these games only."""
        return self._table("standings", "")

    @property
    def ranking(self) -> Table:
        """The final order of a schedule with stages."""
        return self._table("ranking", "only swiss, knockout and ladder have one")

    def table_or_none(self, name: str) -> Table | None:
        """The rows of this name, if they were recorded."""
        table = self._core.table(name)
        return None if table is None else Table(table)

    def _table(self, name: str, remedy: str) -> Table:
        table = self.table_or_none(name)
        if table is None:
            lack = "is no" if name == "ranking" else "are no"
            raise _core.LettergameError(f"there {lack} {name}: {remedy}")
        return table

    def rows(self, name: str = "scores") -> bytes:
        """The rows of `scores`, `rounds` or `plies` without the header line: rows of consecutive
        games can be concatenated."""
        rows = self._core.rows(name)
        if rows is None:
            raise _core.LettergameError(f"there are no {name}: play with record=\"{name}\"")
        return rows

    @property
    def parts(self) -> tuple[list[bytes], bytes, bytes]:
        """Everything that `lettergame.assemble` needs of these games: rows, faults, and how each
        game ended, so that rows need not be read again when they are joined (empty for games in a
        folder); plain data that can be sent to another machine."""
        return self._core.part()

    def part_files(self, faults: bytes, part_format: str = "csv") -> list[tuple[str, bytes]]:
        """The files of these games, played without a folder, as a part of a run: rows as CSV with
        header lines or as Parquet, faults if there are any, `tally.json`, `part.json`, and
        `outcomes.bin`: how they ended, as in `parts`. `faults` replaces the lines of
        `faults.jsonl`."""
        return self._core.part_files(faults, part_format)

    @property
    def fault_lines(self) -> bytes:
        """The lines of `faults.jsonl`."""
        return self._core.faults()

    @property
    def faults(self) -> list[Fault]:
        """The faults of players that are not built in, in the order of games."""
        lines = map(json.loads, self.fault_lines.splitlines())
        return [Fault(*(line[field] for field in Fault._fields)) for line in lines]

    @property
    def benched(self) -> dict[str, int | None]:
        """The players that failed repeatedly, each with the first game from which on it was
        benched; None for one that failed in every game."""
        return dict(self._core.benched)

    def __len__(self) -> int:
        """The number of games."""
        return len(self.games)

    @property
    def games(self) -> range:
        """The numbers of the games."""
        return range(*self._core.games)

    @property
    def config(self) -> str:
        """The config in full, as TOML."""
        return self._core.config

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the config and the word list: parts with the same one can be joined."""
        return self._core.fingerprint

    @property
    def folder(self) -> Path | None:
        """The folder of the run, if it has one."""
        return self._core.folder

    def __repr__(self) -> str:
        where = f" in {self.folder}" if self.folder else ""
        first, end = self._core.games
        return f"Results(games {first} to {end - 1}{where})"

    def __str__(self) -> str:
        """The standings as the command line shows them."""
        return self._core.shown

    def _repr_html_(self) -> str:
        ranking = self.table_or_none("ranking")
        order = "" if ranking is None else ranking._repr_html_()
        return f"<p>{escape(repr(self))}</p>{order}{self._core.html}"

    def moved(self, folder: Path) -> "Results":
        """The same results after the run's folder was moved."""
        return Results(self._core.moved(folder))

    def summary(self) -> dict[str, dict[str, Any]]:
        """The standings by player, without any other package."""
        return {str(row.pop("player")): row for row in self.standings}


class SweepResults(dict[str, Results]):
    """Results by the label of the run. A notebook shows all of them."""

    def __str__(self) -> str:
        return "\n".join(f"{label}\n{results}" for label, results in self.items())

    def _repr_html_(self) -> str:
        return "".join(
            f"<h4>{escape(label)}</h4>{results._repr_html_()}" for label, results in self.items()
        )
