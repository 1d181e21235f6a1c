"""What a worker is handed: it travels as a whole, so that it can say what is wrong where the package is
missing or another one. Nothing of the package may be named outside the function's body."""

from typing import Any


def play_part(
    version: str, job: bytes, first: int, end: int
) -> tuple[str, Any]:
    """Plays the games from `first` on, up to but not including `end`, of a pickled job.

    `("played", (part, files))`, or `("refused", text)` where they cannot be played on this machine.
    """
    import socket

    here = f"machine {socket.gethostname()}"
    remedy = f"install lettergame-arena {version} on all machines, or send it along with --wheel"
    try:
        import lettergame
    except ImportError as error:
        return "refused", f"{here} cannot import lettergame ({error}): {remedy}"
    if lettergame.__version__ != version:
        return "refused", f"{here} has lettergame {lettergame.__version__}, not {version}: {remedy}"
    from lettergame.ray._worker import play

    try:
        return "played", play(job, first, end)
    except lettergame.LettergameError as error:
        return "refused", f"{here}: {error}"
