"""Tournaments on a Dask cluster of two processes on this machine."""

import os
from pathlib import Path

import pytest

from conftest import needed, same_files

distributed = needed("distributed")

import lettergame
import lettergame.dask
from bots import LetterValue

CONFIG = dict(players=["letter-value", "random"], rounds=2, games=1000, seed=5, record="rounds")


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """A scheduler and two workers, each a process with one thread."""
    space = tmp_path_factory.mktemp("dask")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None,
                                 local_directory=str(space)) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.mark.parametrize("part_games", [None, 1, 97, 5000])
def test_the_files_are_those_of_one_machine(client, tmp_path, part_games):
    games = 40 if part_games == 1 else 1000
    options = {**CONFIG, "games": games}
    results = lettergame.dask.tournament(client=client, out=tmp_path / "dask", part_games=part_games, **options)
    lettergame.tournament(out=tmp_path / "alone", **options)
    same_files(tmp_path / "dask", tmp_path / "alone")
    assert len(results) == games and results.folder == tmp_path / "dask"


@pytest.mark.parametrize("schedule", ["swiss", "knockout", "ladder"])
def test_stages_follow_from_stages(schedule, client, tmp_path):
    options = dict(players=["letter-value", "random", "zero", "flat", "truthful-3"], schedule=schedule, rounds=1,
                   games=30, seed=8)
    lettergame.dask.tournament(client=client, out=tmp_path / "dask", part_games=7, **options)
    lettergame.tournament(out=tmp_path / "alone", **options)
    same_files(tmp_path / "dask", tmp_path / "alone")


def test_games_are_played_by_all_workers(client):
    run = lettergame.Config(**CONFIG)
    assert lettergame.dask._part_games(run, run.total, 2) * 2 <= run.total
    before = {worker: counts for worker, counts in client.run(_played).items()}
    parts = list(lettergame.dask._parts(run, client, 50, retries=0))
    assert len(parts) == 20
    assert all(counts > before[worker] for worker, counts in client.run(_played).items())


def _played():
    """The calls of a worker that read or found a config."""
    found = lettergame.dask._opened.cache_info()
    return found.hits + found.misses


def test_classes_are_sent(client, tmp_path):
    options = dict(players=[LetterValue, "random"], rounds=2, games=60, seed=1)
    lettergame.dask.tournament(client=client, out=tmp_path / "dask", part_games=7, **options)
    lettergame.tournament(out=tmp_path / "alone", **options)
    same_files(tmp_path / "dask", tmp_path / "alone")


class Deadly(lettergame.Player):
    """Ends the process that it plays in, once, if that has been told where to leave its mark."""

    def bid(self, view):
        mark = os.environ.get("DEADLY_MARK")
        if mark and not os.path.exists(mark):
            Path(mark).touch()
            os._exit(3)
        return 1


def _tell(mark):
    os.environ["DEADLY_MARK"] = mark


def test_a_worker_that_dies_costs_nothing_but_time(client, tmp_path):
    mark = tmp_path / "died"
    client.run(_tell, str(mark))
    options = dict(players=[Deadly, "random"], rounds=1, games=60, seed=1)
    lettergame.dask.tournament(client=client, out=tmp_path / "dask", part_games=5, **options)
    assert mark.exists()
    lettergame.tournament(out=tmp_path / "alone", **options)
    same_files(tmp_path / "dask", tmp_path / "alone")


def test_what_cannot_be_played_is_refused_before_the_first_game(client, tmp_path):
    cases = [
        (dict(part_games=0), "invalid value 0 for part_games: expected 1 or more"),
        (dict(players=["nobody"]), "nobody"),
    ]
    for options, text in cases:
        with pytest.raises(lettergame.LettergameError, match=text):
            lettergame.dask.tournament(client=client, out=tmp_path / "run", **{**CONFIG, **options})
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken/file").touch()
    with pytest.raises(lettergame.LettergameError, match="taken"):
        lettergame.dask.tournament(client=client, out=tmp_path / "taken", **CONFIG)
    assert not (tmp_path / "run").exists()


def test_an_error_on_a_worker_is_that_of_the_call(client, tmp_path):
    """A word list that only this machine has."""
    words = tmp_path / "words.txt"
    words.write_text("PAWN\nESCORT\nQUAIL\n")
    run = lettergame.Config(**CONFIG, lexicon=words)
    words.unlink()
    with pytest.raises(lettergame.LettergameError, match="words.txt"):
        lettergame.dask.tournament(run, client=client, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()
