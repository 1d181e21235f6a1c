"""Results in a notebook and as sequences: what is shown, and rows without a library of data frames."""

import csv
import html.parser
import io

import pytest

import lettergame


class Page(html.parser.HTMLParser):
    """The elements of an output: how often each occurs, the identifiers, and whether all are
    closed."""

    def __init__(self, text):
        super().__init__()
        self.open, self.count, self.ids = [], {}, []
        self.feed(text)
        assert self.open == [], "elements are left open"

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.count[tag] = self.count.get(tag, 0) + 1
        self.ids += [value for name, value in attrs if name == "id"]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def played(**options):
    return lettergame.tournament(players=["letter-value", "random"], rounds=2, games=20, seed=1, **options)


@pytest.fixture(scope="module", params=["memory", "folder"])
def results(request, tmp_path_factory):
    out = None if request.param == "memory" else tmp_path_factory.mktemp("runs") / "run"
    return played(out=out, record="rounds")


def test_rows_are_those_of_the_file(results):
    for table in (results.scores, results.rounds):
        expected = list(csv.DictReader(io.StringIO(table.csv.decode())))
        assert len(table) == len(expected) > 30
        shown = [{name: cell_text(table, name, cell) for name, cell in row.items()} for row in table]
        assert shown == [{name: cell_text(table, name, text or None) for name, text in row.items()}
                         for row in expected]


def cell_text(table, name, cell):
    """A cell as its column's type has it: `0.5` and `0.50` are equal."""
    kind = {"int64": int, "float64": float, "string": str}[table.columns[name]]
    return None if cell is None else kind(cell)


def test_cells_have_the_types_of_their_columns(results):
    row = results.scores[0]
    assert row["game"] == 0 and row["player"] in ("letter-value", "random")
    kinds = {"int64": int, "float64": float, "string": str}
    assert {name: type(cell) for name, cell in row.items()} == {
        name: kinds[kind] for name, kind in results.scores.columns.items()}


def test_a_table_is_indexed_like_a_list(results):
    table, rows = results.scores, list(results.scores)
    assert table[3] == rows[3] and table[-1] == rows[-1] and table[-40] == rows[0]
    for cut in (slice(2, 5), slice(-3, None), slice(None, None, -7), slice(30, 10, -4), slice(5, 5),
                slice(1, None, 6), slice(100, 200)):
        assert table[cut] == rows[cut], cut
    for number in (40, -41):
        with pytest.raises(IndexError, match=f"there is no row {number}: the table has 40"):
            table[number]


def test_rows_behind_the_first_batch_are_found(tmp_path):
    """Files are read in batches of 65,536 rows."""
    run = lettergame.tournament(players=["zero", "zero"], rounds=1, games=33_000, seed=1, out=tmp_path / "run")
    assert len(run.scores) == 66_000
    assert [run.scores[row]["game"] for row in (65_535, 65_536, -1)] == [32_767, 32_768, 32_999]


def test_the_number_of_games_is_the_length(results):
    assert len(results) == 20
    assert len(lettergame.play_games(players=["zero", "zero"], games=50, seed=1, start=10, count=5)) == 5


def test_a_result_shows_its_standings_and_plots(results):
    text = results._repr_html_()
    page = Page(text)
    assert page.count["figure"] == 3 and page.count["table"] == 1 and "script" not in page.count
    assert len(set(page.ids)) == len(page.ids) > 3
    for row in results.standings:
        assert text.count(row["player"]) > 3
        assert f"{row['score']:.1f} ({row['score_low']:.1f} to {row['score_high']:.1f})" in text
    assert results._repr_html_() == text


def test_memory_and_folder_show_the_same(tmp_path):
    memory, folder = played(), played(out=tmp_path / "run")
    assert memory._core.html == folder._core.html
    assert str(tmp_path / "run") in folder._repr_html_()


def test_a_schedule_with_stages_shows_its_final_order():
    text = lettergame.tournament(players=["letter-value", "random", "zero"], schedule="swiss", games=6, rounds=1,
                                 seed=1)._repr_html_()
    assert Page(text).count["table"] == 2 and "<th>rank</th>" in text


def test_a_table_shows_its_first_rows(results):
    page = Page(results.scores._repr_html_())
    assert page.count["tr"] == 11 and "40 rows" in results.scores._repr_html_()


def test_a_sweep_shows_all_of_its_runs():
    results = lettergame.sweep(players=["letter-value", "zero"], hidden=[0, 3], games=4, seed=1, rounds=1)
    text = results._repr_html_()
    assert Page(text).count["table"] == 2 and "<h4>hidden-0</h4>" in text and "<h4>hidden-3</h4>" in text
    assert "hidden-3\n" in str(results) and list(results) == ["hidden-0", "hidden-3"]


def test_markup_in_names_of_folders_is_escaped(tmp_path):
    text = played(out=tmp_path / "<b>run")._repr_html_()
    assert "<b>" not in text and "&lt;b&gt;run" in text


def test_a_comparison_shows_its_verdict_and_plots():
    found = lettergame.compare("letter-value", "zero", games=40, seed=1, rounds=2)
    text = found._repr_html_()
    page = Page(text)
    assert page.count["figure"] == 2 and len(set(page.ids)) == len(page.ids)
    assert f"letter-value: {found.verdicts[0]}" in text
    assert repr(found) == f"Comparison(letter-value: {found.verdicts[0]})"


def test_a_comparison_has_a_table():
    found = lettergame.compare("letter-value", "random", "zero", games=40, seed=1, rounds=2)
    table = found.table
    assert [row["candidate"] for row in table] == ["letter-value", "random"]
    (first, _) = found.json["findings"]
    assert table[0]["points_difference"] == pytest.approx(first["points"]["difference"], abs=1e-4)
    assert table.columns["points_difference"] == table.columns["elo_low"] == "float64"


def test_columns_without_a_value_are_of_numbers():
    """One deal has no interval; a name that looks like a number is a name."""
    standings = lettergame.tournament(players=["7=zero", "8=random"], rounds=1, games=1, seed=1).standings
    assert standings.columns["score_low"] == "float64" and standings.columns["player"] == "string"
    assert {row["player"] for row in standings} == {"7", "8"} and standings[0]["score_low"] is None
