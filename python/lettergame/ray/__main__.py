"""The command `python -m lettergame.ray`."""

import argparse
import os
import re
import signal
import sys
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from .._config import Config
from .._core import LettergameError, __version__, config_keys, rule_keys
from .._results import Results
from . import Cluster, estimate, sweep, tournament

_ABOUT = """Plays a tournament on a Ray cluster, or with Ray on this machine alone, with the same bytes that
one machine writes. The same command resumes an interrupted run, and leaves a complete one as it is."""

_AFTER = """Without --address: the cluster of the variable RAY_ADDRESS, or the one that runs on this machine, or
else Ray is started here. Finished parts are kept in DIR.parts until all games are done."""

_BYTES = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command. Returns the exit code, as `lettergame` does: 0; 2 for wrong arguments and configs; 4 for
    files, folders and clusters that cannot be used, and if players failed in game after game, unless
    --exit-zero is given; 130 if interrupted."""
    args = _parser().parse_args(arguments)
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        return _run(args)
    except LettergameError as error:
        _remark(f"error: {_text(error)}")
        return 2 if isinstance(error, _Usage) else 4
    except KeyboardInterrupt as interrupt:
        _remark(f"error: {str(interrupt) or 'interrupted'}")
        return 130


class _Usage(LettergameError):
    """The arguments or the config are wrong."""


def _text(error: LettergameError) -> str:
    """An error with its remedy in terms of the command line."""
    return getattr(error, "on_command_line", str(error))


def _read(args: argparse.Namespace, options: dict[str, Any]) -> Config:
    """The config, which says whether it is a sweep."""
    try:
        return Config(args.config, **options)
    except LettergameError as error:
        is_there = args.config is None or args.config.exists()
        raise (_Usage(_text(error)) if is_there else error) from None


def _interrupt(*_: object) -> None:
    """Treats SIGTERM, with which batch systems end a program, like Ctrl-C."""
    raise KeyboardInterrupt


def _run(args: argparse.Namespace) -> int:
    options = {name: getattr(args, name) for name in _OPTIONS if getattr(args, name) is not None}
    if args.config is None and args.players is None:
        raise _Usage("no players: name a config, or players with --players")
    # classes of a config are looked up beside it, and in the working directory of the cluster
    for folder in (args.config and args.config.parent, args.working_dir):
        if folder is not None:
            sys.path.insert(0, os.path.abspath(folder))
    cluster = Cluster(**{field.name: getattr(args, field.name) for field in fields(Cluster)})
    if args.estimate is not None:
        _print(estimate(args.config, cluster=cluster, **options).table(args.estimate))
        return 0
    if not args.out:
        raise _Usage("no output folder: name one with --out")
    if args.part_format != "csv" and not args.parts:
        raise _Usage("--part-format is only for a run that is kept in parts: take --parts, too")
    is_sweep = len(_read(args, options).labels) > 1
    options |= {name: getattr(args, name) for name in _FORM} | {"cluster": cluster}
    played = sweep(args.config, **options) if is_sweep else {"": tournament(args.config, **options)}
    for label, results in played.items():
        _print(f"{label}\n{results}" if label else str(results))
    if not args.quiet:
        _remark(f"files in {args.out}")
    return _tell_benched(played, args.exit_zero)


def _print(text: str) -> None:
    """Prints the result, unless the reader has closed the output."""
    try:
        print(text, end="", flush=True)
    except BrokenPipeError:
        # so that the flush at exit does not fail, too
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _remark(text: str) -> None:
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        pass


def _tell_benched(played: dict[str, Results], exit_zero: bool) -> int:
    lines = [
        f"\n  {name}: "
        + ("failed in all of its games" if game is None else f"benched from game {game} on")
        + f"; see {results.folder}/faults.jsonl"
        for results in played.values()
        for name, game in results.benched.items()
    ]
    if lines:
        told = "the games are played, but programs failed in game after game:" + "".join(lines)
        _remark(told if exit_zero else f"error: {told}")
    return 4 if lines and not exit_zero else 0


_OPTIONS = ("players", "preset", "sandbox", *(key.replace("-", "_") for key, *_ in (*rule_keys(), *config_keys())))
_FORM = ("out", "force", "parts", "part_format", "keep_parts", "rehash", "quiet")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m lettergame.ray", description=_ABOUT, epilog=_AFTER
    )
    add = parser.add_argument
    add("config", nargs="?", type=Path, metavar="CONFIG", help="a config as `lettergame tournament` reads it")
    add("--out", metavar="DIR", help="the run's folder")
    add("--force", action="store_true", help="replace an existing run")
    add("--quiet", action="store_true", help="no progress and no remarks")
    add("--exit-zero", action="store_true", help="exit with 0 when all games are played, even if programs "
        "failed in game after game (otherwise 4)")
    add("--estimate", type=_cores, metavar="CORES", help="play only a sample and estimate how long the run "
        "would take on this many cores, as in 8,64,1000")
    add("--version", action="version", version=f"lettergame {__version__}")

    what = parser.add_argument_group("games to play (override the config)")
    add = what.add_argument
    add("--players", metavar="LIST", help="comma-separated names")
    for key, value_name, about, is_number in (*rule_keys(), *config_keys()):
        text = about[0].lower() + about[1:].split("\n\n")[0].replace("%", "%%")
        add(f"--{key}", metavar=value_name or key.upper(), type=_count if is_number else str, help=text)
    add("--preset", metavar="NAME", help="rules of the game")
    add("--sandbox", choices=["auto", "require", "off"], help="sandbox for player programs")

    how = parser.add_argument_group("how it is spread")
    add = how.add_argument
    add("--address", metavar="WHERE", help="address of the cluster; `local` always starts Ray here")
    add("--workers", type=_positive, metavar="N", help="maximum number of parts at once")
    add("--threads", type=_positive, default=Cluster.threads, metavar="N",
        help="cores of each part, which play its games in one process (%(default)s)")
    add("--memory", type=_bytes, metavar="SIZE", help="memory of each part, as in 500M: no machine plays more of "
        "them at once than fit")
    add("--shared", metavar="PLACE", help="a folder that all machines share, or a place in an object store, as in "
        "s3://bucket/duel: parts are written there, not sent")
    add("--working-dir", metavar="DIR", help="a folder that is copied to all machines; by default the files "
        "that the config names")
    add("--wheel", metavar="FILE", help="the wheel of this package, for machines without it")
    add("--part-seconds", type=_seconds, default=Cluster.part_seconds, metavar="S",
        help="target duration of a part (%(default)s)")
    add("--retries", type=_count, default=Cluster.retries, metavar="N",
        help="how many times a single game may be lost with its worker (%(default)s)")
    add("--parts", action="store_true", help="keep the run in parts, with a manifest, instead of joining them: no "
        "program ever reads or writes all rows; `lettergame merge` joins such a run")
    add("--part-format", choices=["csv", "parquet"], default="csv", help="format of the rows of a run that is "
        "kept in parts (%(default)s)")
    add("--rehash", action="store_true", help="when resuming, check the content of all stored parts, not only "
        "their sizes")
    add("--keep-parts", action="store_true", help="keep DIR.parts, with a folder of CSV files for each part")
    return parser


def _count(text: str) -> int:
    """A whole number of at least 0."""
    try:
        number = int(text)
    except ValueError:
        number = -1
    if number < 0:
        raise argparse.ArgumentTypeError(f"invalid number `{text}`: expected a whole number, as in 1000 or 10_000_000")
    return number


def _positive(text: str) -> int:
    number = _count(text)
    if number == 0:
        raise argparse.ArgumentTypeError("expected at least 1")
    return number


def _cores(text: str) -> list[int]:
    """One or several numbers of cores."""
    return [_positive(number.strip()) for number in text.split(",")]


def _bytes(text: str) -> int:
    """A size such as 500M or 2G."""
    found = re.fullmatch(r"(\d+)([KMGT]?)i?B?", text.strip())
    if found is None or int(found[1]) == 0:
        raise argparse.ArgumentTypeError(f"invalid size `{text}`: expected a size, as in 500M or 2G")
    return int(found[1]) * _BYTES[found[2]]


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.01 <= seconds <= 86_400:
        raise argparse.ArgumentTypeError(f"invalid time `{text}`: expected seconds from 0.01 to 86400")
    return seconds


if __name__ == "__main__":
    sys.exit(main())
