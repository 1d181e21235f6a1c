"""Schedules with stages, played by parts: the next stage begins when all games of one are there."""

import random

import pytest

import lettergame
from bots import FlakyOne, FlakyTwo
from conftest import needed, same_files

PLAYERS = ["letter-value", "random", "zero", "flat", "truthful-3", "frequency", "vowel-balance"]
SCHEDULES = ["swiss", "knockout", "ladder"]


def config_of(schedule, **options):
    return lettergame.Config(**{**dict(players=PLAYERS, schedule=schedule, rounds=1, games=12, seed=6,
                                       record="rounds"), **options})


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_parts_of_stages_are_those_of_the_whole(schedule, tmp_path):
    config, chance = config_of(schedule), random.Random(3)
    parts, stages = [], lettergame.Stages(config)
    for games in stages:
        assert games.start == stages.noted and games.stop == stages.known
        ends = sorted({games.start, *chance.sample(games, 3), games.stop})
        own = [lettergame.play_games(config, start, end - start, after=stages.results)
               for start, end in zip(ends, ends[1:])]
        for part in own:
            stages.note(part)
        parts += own
    lettergame.assemble(config, parts, tmp_path / "joined")
    lettergame.tournament(config, out=tmp_path / "alone")
    same_files(tmp_path / "joined", tmp_path / "alone")


def test_a_schedule_without_stages_has_one():
    config = lettergame.Config(players=["zero", "random"], rounds=1, games=7, seed=1)
    stages = lettergame.Stages(config)
    assert next(iter(stages)) == range(7) and stages.results is None
    stages.note(lettergame.play_games(config))
    assert list(stages) == []


def test_wrong_results_are_refused_by_name():
    config = config_of("swiss")
    stages = lettergame.Stages(config)
    first = stages.known
    with pytest.raises(lettergame.LettergameError, match="with the results of those before it"):
        lettergame.play_games(config, first, 1)
    with pytest.raises(lettergame.LettergameError, match="no results of stages"):
        lettergame.play_games(config, first, 1, after="{}")
    stages.note(lettergame.play_games(config, 0, first))
    for other in (config_of("ladder"), config_of("swiss", games=10), config_of("swiss", seed=7)):
        with pytest.raises(lettergame.LettergameError, match="not results of the first stages of this"):
            lettergame.play_games(other, 0, 1, after=stages.results)
    again = lettergame.Stages(config)
    with pytest.raises(lettergame.LettergameError, match="has game 5, where game 0 is the next"):
        again.note_outcomes(range(3), lettergame.play_games(config, 5, 3).parts[2])
    with pytest.raises(lettergame.LettergameError, match="of another config"):
        again.note_outcomes(range(3), lettergame.play_games(config_of("swiss", seed=7), 0, 3).parts[2])
    with pytest.raises(lettergame.LettergameError, match="is damaged"):
        again.note_outcomes(range(3), b"")


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_benched_players_are_those_of_the_whole(schedule, monkeypatch, tmp_path):
    """Blocks begin anew with each stage."""
    config = config_of(schedule, players=[FlakyOne, FlakyTwo, "zero", "random", "flat"], games=40, hidden=6)
    for flaky in (FlakyOne, FlakyTwo):
        monkeypatch.setattr(flaky, "fails", frozenset())
        monkeypatch.setattr(flaky, "told", [])
    lettergame.play_games(config, threads=1)
    for flaky in (FlakyOne, FlakyTwo):
        monkeypatch.setattr(flaky, "fails", frozenset(flaky.told[len(flaky.told) // 3 :]))
    whole = lettergame.tournament(config, out=tmp_path / "alone")
    assert any(whole.benched.values())
    parts, stages = [], lettergame.Stages(config)
    for games in stages:
        for start in range(games.start, games.stop, config.block):
            count = min(config.block, games.stop - start)
            parts.append(lettergame.play_games(config, start, count, after=stages.results))
            stages.note(parts[-1])
    lettergame.assemble(config, parts, tmp_path / "joined")
    same_files(tmp_path / "joined", tmp_path / "alone")


class Stopped(Exception):
    """The driver is killed."""


@pytest.mark.parametrize("kept", [False, True], ids=["joined", "in parts"])
@pytest.mark.parametrize("schedule", SCHEDULES)
def test_a_driver_that_is_killed_continues_with_the_stage(schedule, kept, monkeypatch, tmp_path):
    """Workers are lost, the driver is killed again and again; stages that were complete are not read again."""
    needed("ray")
    import lettergame.ray
    from lettergame.ray._engine import Lost
    from test_ray_parts import LocalEngine

    options = {} if schedule == "knockout" else dict(stages=3)
    config, chance = config_of(schedule, games=30, **options), random.Random(5)
    noted = []
    note = lettergame.Stages.note_outcomes
    monkeypatch.setattr(lettergame.Stages, "note_outcomes",
                        lambda self, games, outcomes: noted.append(games.start) or note(self, games, outcomes))

    def fate(games):
        if chance.random() < 0.15:
            raise Stopped
        return Lost("the machine is gone", for_memory=False) if chance.random() < 0.2 else None

    class Session:
        def engine(self, run, store, part_format):
            return LocalEngine(run, fate=fate, chance=chance)

    real = lettergame.ray._play

    def played(run, out, store, job):
        return real(run, out, store, lettergame.ray._Job(job.cluster, Session, job.files, job.form, True))

    monkeypatch.setattr(lettergame.ray, "_play", played)
    cluster = lettergame.ray.Cluster(part_seconds=0.01)
    kills, stages = 0, set()
    while True:
        recalled = lettergame.Stages(config)
        if results := cluster.store(tmp_path / "ray").stages():
            recalled.continue_after(results)
        stages.add(recalled.noted)
        noted.clear()
        try:
            lettergame.ray.tournament(config, out=tmp_path / "ray", cluster=cluster, parts=kept)
            break
        except Stopped:
            kills += 1
        assert all(start >= recalled.noted for start in noted)
    assert kills > 2 and len(stages) > 1, "killed in more than one stage"
    lettergame.tournament(config, out=tmp_path / "alone")
    if kept:
        one, other = lettergame.resume(tmp_path / "ray"), lettergame.resume(tmp_path / "alone")
        assert one.ranking.csv == other.ranking.csv and one.standings.csv == other.standings.csv
        assert one.scores.csv == other.scores.csv
    else:
        same_files(tmp_path / "ray", tmp_path / "alone")
