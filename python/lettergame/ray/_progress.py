"""Progress on standard error: a line that is rewritten on a terminal, plain lines elsewhere."""

import sys
import time
from typing import TextIO

_TERMINAL_EVERY = 0.2
_LINES_EVERY = 10.0


class Progress:
    """Reports the progress of a run."""

    def __init__(self, total: int, done: int, quiet: bool = False) -> None:
        self._out: TextIO | None = None if quiet else sys.stderr
        self._total = total
        self._first = done
        self._begun = time.monotonic()
        self._live = self._out is not None and self._out.isatty()
        self._told = 0.0 if self._live else self._begun
        self._width = 0

    def update(self, done: int, slots: int, lost: int) -> None:
        """Updates the number of finished games, of parts that can be played at once, and of parts
        that were lost and played again."""
        now = time.monotonic()
        if self._out is None or now - self._told < (_TERMINAL_EVERY if self._live else _LINES_EVERY):
            return
        self._told = now
        rate = (done - self._first) / max(now - self._begun, 1e-3)
        left = (self._total - done) / rate if rate > 0 else None
        self._say(line(done, self._total, rate, left, slots, lost))

    def remark(self, text: str) -> None:
        """Prints a line that stays."""
        self.clear()
        self._write(text + "\n")

    def clear(self) -> None:
        """Clears the line on a terminal."""
        if self._live and self._width:
            self._write("\r" + " " * self._width + "\r")
            self._width = 0

    def _say(self, text: str) -> None:
        if self._live:
            padding = " " * (self._width - len(text))
            self._write(f"\r{text}{padding}")
            self._width = len(text)
        else:
            self._write(text + "\n")

    def _write(self, text: str) -> None:
        if self._out is None:
            return
        try:
            self._out.write(text)
            self._out.flush()
        except OSError:
            # the reader is gone; the run continues
            self._out = None


def line(
    done: int, total: int, rate: float, left: float | None, slots: int, lost: int
) -> str:
    """The progress of a run, in one line."""
    percent = 100 * done // total if total else 100
    parts = [f"{percent:>3} % · {done:,} of {total:,} games", f"{rate:,.0f} games/s"]
    parts.append(f"{slots:,} at once")
    if left is not None:
        parts.append(f"{duration(left)} left")
    if lost:
        parts.append(f"{lost:,} lost and played again")
    return " · ".join(parts)


def duration(seconds: float) -> str:
    """`8 s`, `3 min`, `2 h 10 min`."""
    whole = round(seconds)
    if whole < 100:
        return f"{whole} s"
    minutes = round(seconds / 60)
    if minutes < 100:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min"
