"""The notebook of hidden letters: its pictures, and its numbers against those of the
tournaments."""

import csv
import io
import os
import re
import statistics
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import needed

needed("matplotlib")
needed("polars")

import lettergame
from matplotlib import colors, image

EXAMPLE = Path(__file__).resolve().parents[1] / "examples/hidden_letters.py"
PLAYERS = ["champion", "seven-letter", "shadow", "frequency", "letter-value", "random"]
PICTURES = ["first-places", "games", "lead", "prices", "scores"]
GAMES, DEALS, SEED = 12, 2, 3
T_OF_TWO_DEALS = 12.7062
"""Student's t for 95 % and one degree of freedom, from a printed table."""


def call(folder, *options):
    """Runs the example in a folder, without a display."""
    command = [sys.executable, str(EXAMPLE), *map(str, options)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder,
                          env={**os.environ, "MPLBACKEND": "agg"})


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A folder in which the example ran on a small scale, and its output."""
    folder = tmp_path_factory.mktemp("example")
    told = call(folder, "--games", GAMES, "--seed", SEED)
    assert told.returncode == 0, told.stderr
    return folder, told.stdout


def rows_of(hidden):
    """The rows of a separate tournament, without any of the packages that the example uses."""
    results = lettergame.tournament(players=PLAYERS, hidden=hidden, rounds=10, games=GAMES, seed=SEED)
    return results, list(csv.DictReader(io.StringIO(results.scores.csv.decode())))


def said(text, start):
    """The three numbers of the output line that starts like this."""
    line = next(line for line in text.splitlines() if line.startswith(start))
    return [float(number) for number in re.findall(r"-?\d+\.\d", line[len(start):])]


def test_pictures_are_written_without_a_display(played):
    folder, text = played
    written = folder / "hidden-letters"
    assert sorted(path.name for path in written.iterdir()) == [f"{name}.png" for name in PICTURES]
    assert "pictures in hidden-letters" in text
    for path in written.iterdir():
        head = path.read_bytes()[:24]
        width, height = struct.unpack(">II", head[16:])
        assert head[:8] == b"\x89PNG\r\n\x1a\n" and head[12:16] == b"IHDR", path
        assert 1000 < width < 3000 and 500 < height < 2000, path


def test_every_player_is_shown(played):
    """The colour of each player is in the pictures: a missing line would be noticed. (The last
    player's is black, like the axes.)"""
    folder, _ = played
    drawn = ["#D55E00", "#0072B2", "#009E73", "#CC79A7", "#E69F00"]
    for name in PICTURES:
        dots = (image.imread(folder / f"hidden-letters/{name}.png")[:, :, :3] * 255).round().astype(int)
        for player, colour in zip(PLAYERS, drawn):
            if (name, player) != ("lead", "champion"):
                wanted = [round(255 * part) for part in colors.to_rgb(colour)]
                assert (dots == wanted).all(axis=2).sum() > 50, (name, player)


def test_mean_scores_match_the_standings(played):
    for hidden in (0, 7):
        results, rows = rows_of(hidden)
        for player, row in results.summary().items():
            mean, low, high = said(played[1], f"{hidden} hidden letters, mean score of {player:12}")
            scores = [int(row["score"]) for row in rows if row["player"] == player]
            assert mean == pytest.approx(statistics.mean(scores), abs=0.06)
            assert (low, high) == pytest.approx((row["score_low"], row["score_high"]), abs=0.06)


def test_leads_have_the_interval_of_their_deals(played):
    _, rows = rows_of(7)
    score = {(row["game"], row["player"]): int(row["score"]) for row in rows}
    deal = {row["game"]: row["deal"] for row in rows}
    for rival in PLAYERS[1:]:
        leads = [
            statistics.mean(score[game, "champion"] - score[game, rival] for game in deal if deal[game] == number)
            for number in map(str, range(DEALS))
        ]
        mean, half = statistics.mean(leads), T_OF_TWO_DEALS * statistics.stdev(leads) / DEALS**0.5
        found = said(played[1], f"7 hidden letters, champion ahead of {rival}: ")
        assert found == pytest.approx([mean, mean - half, mean + half], abs=0.06)


def test_its_intervals_match_the_standings(played):
    """The example's own computations agree with the standings, up to their rounding."""
    apart = re.search(r"differ from those of the standings by (\d\.\d+) points", played[1])
    assert apart and float(apart[1]) <= 0.0051


def test_the_same_seed_gives_the_same_numbers_and_pictures(played, tmp_path):
    told = call(tmp_path, "--games", GAMES, "--seed", SEED, "--out", "here/and there", "--format", "svg")
    assert told.returncode == 0, told.stderr
    numbers = played[1].splitlines()
    assert told.stdout.splitlines()[:-1] == numbers[:-1] and len(numbers) > 20
    written = sorted((tmp_path / "here/and there").iterdir())
    assert [path.name for path in written] == [f"{name}.svg" for name in PICTURES]
    for path in written:
        assert "</svg>" in path.read_text() and "<dc:date>" not in path.read_text()
    assert not (tmp_path / "hidden-letters").exists()


@pytest.mark.parametrize("games", [0, 6, 20])
def test_incomplete_deals_are_refused(tmp_path, games):
    told = call(tmp_path, "--games", games)
    assert told.returncode == 2 and told.stdout == ""
    assert f"--games {games}: each deal is played 6 times" in told.stderr
    assert "give a multiple of 6, 12 or more" in told.stderr
    assert list(tmp_path.iterdir()) == []
