"""The simulated cluster, on a small scale: the real driver with lost machines and restarts."""

import subprocess
import sys
from pathlib import Path

from conftest import needed

needed("ray")

EXAMPLE = Path(__file__).resolve().parents[1] / "examples/simulated_cluster.py"


def simulated(tmp_path, *options):
    """The cells of the table, by their headings. The example itself checks that the run is whole."""
    command = [sys.executable, str(EXAMPLE), "--folder", str(tmp_path), *map(str, options)]
    told = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert told.returncode == 0, told.stderr
    headings, _, cells = (line.strip("| \n").split(" | ") for line in told.stdout.splitlines())
    assert list(tmp_path.iterdir()) == []
    return {name: float(cell.replace(",", "").rstrip("%")) for name, cell in zip(headings, cells)}


def test_a_run_survives_lost_machines_and_restarts_of_its_driver(tmp_path):
    few = ["--games", 100_000, "--cores", 128, "--rate", 10]
    found = simulated(tmp_path, *few, "--lost-hours", 0.01, "--restarts", 2)
    assert found["parts"] > 128 and found["lost"] > 0 and found["restart, s"] > 0
    # a slow store costs workers time, and the driver none
    slow = simulated(tmp_path, *few, "--lost-hours", 1000, "--store-seconds", 10, "--restarts", 0)
    quick = simulated(tmp_path, *few, "--lost-hours", 1000, "--restarts", 0)
    assert slow["lost"] == 0 and slow["cores busy"] < quick["cores busy"]
