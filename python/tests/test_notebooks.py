"""The notebooks run from their first cells to their last and show what their texts say."""

import functools
import re
from pathlib import Path

import pytest

from conftest import needed

nbformat = needed("nbformat")
nbclient = needed("nbclient")
for package in ("gymnasium", "ipykernel", "matplotlib", "pettingzoo", "polars", "safetensors"):
    needed(package)

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
NAMES = sorted(path.stem for path in EXAMPLES.glob("*.ipynb"))


@pytest.fixture(scope="module")
def executed(tmp_path_factory):
    """Runs a notebook in a fresh kernel, once: the folder where it ran and its code cells. An exception in a cell is an
    error here."""

    @functools.cache
    def run(name):
        notebook = nbformat.read(EXAMPLES / f"{name}.ipynb", as_version=4)
        folder = tmp_path_factory.mktemp(name)
        nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(folder)}}).execute()
        return folder, [cell for cell in notebook.cells if cell.cell_type == "code"]

    return run


def shown(cell):
    """The last value of a cell as HTML."""
    results = [output for output in cell.outputs if output.output_type == "execute_result"]
    return "".join(output.data.get("text/html", "") for output in results)


def printed(cells):
    """What cells print."""
    return "".join(output.text for cell in cells for output in cell.outputs if output.output_type == "stream")


@pytest.mark.parametrize("name", NAMES)
def test_they_are_kept_without_outputs(name):
    """Outputs would be out of date, and their changes unreadable."""
    notebook = nbformat.read(EXAMPLES / f"{name}.ipynb", as_version=4)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        assert cell.cell_type != "code" or (cell.outputs, cell.execution_count) == ([], None), cell.id


def test_results_and_comparisons_show_their_plots(executed):
    plots = [cell.source for cell in executed("tutorial")[1] if "<svg" in shown(cell)]
    assert sum("lettergame.tournament(" in source for source in plots) == 2
    assert sum("lettergame.compare(" in source for source in plots) == 1


def test_tables_show_their_rows(executed):
    assert any("900 rows" in shown(cell) for cell in executed("tutorial")[1])


def test_the_player_of_the_tutorial_is_better(executed):
    (cell,) = (cell for cell in executed("tutorial")[1] if "comparison.passes" in cell.source)
    assert cell.outputs[0].text.startswith("True ['better']")


def test_the_second_version_of_a_player_is_better_and_not_the_best(executed):
    text = printed(executed("own_player")[1])
    assert text.startswith("[]\n"), "no faults"
    zeros, bids = map(int, re.search(r"(\d+) of (\d+) bids are 0", text).groups())
    assert 0.4 < zeros / bids < 0.5, "nearly half of them"
    assert "True ['better']" in text and "Patient against letter-value: better" in text and "['worse']" in text


def test_the_figure_of_a_class_is_written(executed):
    folder, cells = executed("class_figure")
    figure = (folder / "class.pdf").read_bytes()
    assert figure.startswith(b"%PDF") and b"/FontFile2" in figure and b"/Type3" not in figure
    assert b"CreationDate" not in figure
    picture = (folder / "class.svg").read_text()
    rows = (folder / "class/standings.csv").read_text().splitlines()[1:]
    assert len(rows) == 6 and all(f"<!-- {row.split(',')[0]} -->" in picture for row in rows)
    assert "1,500 games, 50 deals of the Letter Game" in printed(cells) and "seed 7." in printed(cells)


def test_the_better_player_changes_with_the_rules(executed):
    """From two hidden letters on, as the text below the heat map says: 25 of its 35 cells."""
    folder, cells = executed("two_rules")
    found = re.search(r"(\d+) of 35 cells are certain; seven-letter wins more in (\d+)", printed(cells))
    assert int(found[1]) >= 25 and 22 <= int(found[2]) <= 27
    assert (folder / "two-rules.png").read_bytes().startswith(b"\x89PNG")


def test_what_was_learnt_plays_on_the_command_line(executed, run):
    """It beats those from whom it learnt and two whom it never met, and not the champion."""
    folder, cells = executed("learning")
    text = printed(cells)
    verdicts = dict(line.split()[:2] for line in text.splitlines() if line.endswith("points a game"))
    assert verdicts.pop("champion") == "worse"
    assert set(verdicts.values()) == {"better"} and len(verdicts) == 5
    assert "steps a second" in text
    told = run("tournament", "--players", f"policy:weights={folder / 'learnt.safetensors'},letter-value,random",
               "--hidden", 3, "--rounds", 10, "--games", 60, "--seed", 1, "--quiet", "--out", folder / "run")
    assert told.returncode == 0, told.stderr
    scores = {line.split(",")[0]: float(line.split(",")[6])
              for line in (folder / "run/standings.csv").read_text().splitlines()[1:]}
    learnt = next(name for name in scores if name.startswith("policy"))
    assert scores[learnt] > scores["letter-value"] and len(scores) == 3
