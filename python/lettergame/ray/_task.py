"""The function that is sent to workers: pickled by value, so that it can report a missing or
different version of the package. It must not refer to anything in the package outside the
function's body."""

from typing import Any


def play_part(
    version: str, job: bytes, first: int, end: int, after: str | None = None
) -> tuple[str, Any]:
    """Plays games `first` up to but not including `end` of a pickled job, after stages with these results.

    Returns `("played", (part, files))`, or `("refused", text)` if they cannot be played on this
    machine.
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
        return "played", play(job, first, end, after)
    except lettergame.LettergameError as error:
        return "refused", f"{here}: {error}"
