"""Tournaments on a Dask cluster: `play_games` as tasks, joined by `assemble`.

    from distributed import Client
    import lettergame.dask

    client = Client("tcp://scheduler:8786")
    results = lettergame.dask.tournament("config.toml", games=10_000_000, out="runs/friday", client=client)

Workers need the same version of this package, and what the config names (word list, modules, programs) under the same
paths. Classes of the main program or of a notebook are sent along.
"""

import os
import pickle
from collections import deque
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from ._arguments import checked
from ._config import Config, ConfigLike
from ._core import LettergameError
from ._results import Results
from ._runs import assemble, config_of, play_games
from ._stages import Stages

if TYPE_CHECKING:
    from distributed import Client, Future

__all__ = ["tournament"]

Part: TypeAlias = tuple[list[bytes], bytes, bytes]
"""What `assemble` needs of some games."""

_PARTS_PER_SLOT = 8
"""Parts of a run for each thread of the cluster: enough that all of them end at about the same time."""

_AHEAD = 2
"""Parts for each thread that are being played, or wait for an earlier one to be written."""


@checked
def tournament(
    config: ConfigLike = None,
    *,
    client: "Client",
    out: str | os.PathLike[str],
    part_games: int | None = None,
    retries: int = 3,
    force: bool = False,
    **options: Any,
) -> Results:
    """Plays a tournament on the cluster of a Dask client, byte for byte as `lettergame.tournament(config, out=out)`
    does, except for `timing.json` and its checksum in `part.json`.

    A task whose worker dies is played again by Dask. Parts are not kept: a run that is interrupted is played again from
    its start. Schedules with stages (swiss, knockout, ladder) are played stage by stage: the next one begins when all
    games of one are done. The memory of this process holds the rows of two tasks for each thread.

    Parameters
    ----------
    config : Config, path, text, dict or list of players, optional
        What is played, as `Config` reads it.
    client : distributed.Client
        The cluster.
    out : path
        The run's folder.
    part_games : int, optional
        Games of a task; by default an eighth of what each thread of the cluster has to play of a stage.
    retries : int
        How often a task that fails is repeated.
    force : bool
        Replaces an existing run.
    **options
        Keywords of `Config`.

    Returns
    -------
    Results
        The rows of all games.

    Raises
    ------
    LettergameError
        If the config or an argument is wrong, or the folder exists.
    """
    run, place = config_of(config, options), Path(out)
    if part_games is not None and part_games < 1:
        raise LettergameError(f"invalid value {part_games} for part_games: expected 1 or more")
    run.check_place(place, force)
    return assemble(run, _parts(run, client, part_games, retries), place, force=force)


def _slots(client: "Client") -> int:
    """The threads of the workers that are there."""
    threads = cast("dict[str, int]", client.nthreads())
    return max(1, sum(threads.values()))


def _part_games(run: Config, games: int, slots: int) -> int:
    """Games of a task of a stage with so many games: whole blocks, in which players are benched."""
    even = -(-games // (_PARTS_PER_SLOT * slots))
    return max(1, -(-even // run.block)) * run.block


def _parts(run: Config, client: "Client", size: int | None, retries: int) -> Iterator[Part]:
    """The parts in the order of games, with a barrier after each stage."""
    # comes with Dask, and pickles classes of the main program by value
    import cloudpickle

    job: bytes = cloudpickle.dumps(run)
    stages = Stages(run)
    for stage in stages:
        most = size or _part_games(run, len(stage), _slots(client))
        parts = [stage[start : start + most] for start in range(0, len(stage), most)]
        play = partial(client.submit, _play, job, after=stages.results, pure=False, retries=retries)
        for games, part in zip(parts, _in_order(client, play, parts)):
            stages.note_outcomes(games, part[2])
            yield part


def _in_order(
    client: "Client", play: "Callable[[range], Future[Part]]", parts: list[range]
) -> Iterator[Part]:
    """These parts. Only a few are asked for ahead, so that rows do not pile up."""
    waiting = iter(parts)
    pending: "deque[Future[Part]]" = deque()
    try:
        while True:
            while len(pending) < _AHEAD * _slots(client) and (games := next(waiting, None)) is not None:
                pending.append(play(games))
            if not pending:
                return
            yield pending.popleft().result()
    finally:
        client.cancel(list(pending))


def _play(job: bytes, games: range, after: str | None) -> Part:
    """Plays these games on a worker. Each of its threads plays a part of its own."""
    return play_games(_opened(job), games.start, len(games), after=after, threads=1).parts


@lru_cache(maxsize=2)
def _opened(job: bytes) -> Config:
    """The config; each process reads it once."""
    config: Config = pickle.loads(job)
    return config
