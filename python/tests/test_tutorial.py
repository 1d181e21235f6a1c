"""The tutorial notebook runs from its first cell to its last and shows what its texts say."""

from pathlib import Path

import pytest

from conftest import needed

nbformat = needed("nbformat")
nbclient = needed("nbclient")
needed("ipykernel")
needed("polars")

TUTORIAL = Path(__file__).resolve().parents[1] / "examples/tutorial.ipynb"


@pytest.fixture(scope="module")
def executed(tmp_path_factory):
    """The code cells after they ran in a fresh kernel; an exception in a cell is an error here."""
    notebook = nbformat.read(TUTORIAL, as_version=4)
    folder = tmp_path_factory.mktemp("notebook")
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(folder)}}).execute()
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def shown(cell):
    """The last value of a cell as HTML."""
    results = [output for output in cell.outputs if output.output_type == "execute_result"]
    return "".join(output.data.get("text/html", "") for output in results)


def test_it_is_kept_without_outputs():
    """Outputs would be out of date, and their changes unreadable."""
    notebook = nbformat.read(TUTORIAL, as_version=4)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        assert cell.cell_type != "code" or (cell.outputs, cell.execution_count) == ([], None), cell.id


def test_results_and_comparisons_show_their_plots(executed):
    plots = [cell.source for cell in executed if "<svg" in shown(cell)]
    assert sum("lettergame.tournament(" in source for source in plots) == 2
    assert sum("lettergame.compare(" in source for source in plots) == 1


def test_tables_show_their_rows(executed):
    assert any("900 rows" in shown(cell) for cell in executed)


def test_the_player_is_better_as_the_notebook_finds(executed):
    (cell,) = (cell for cell in executed if "comparison.passes" in cell.source)
    assert cell.outputs[0].text.startswith("True ['better']")
