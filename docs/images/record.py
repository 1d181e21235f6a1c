#!/usr/bin/env python3
"""Draws `tournament.svg`, the recording on the first page, from a real run of the command.

    pip install pyte==0.8.2
    cargo build --release
    python3 docs/images/record.py target/release/lettergame

The command runs in a terminal of 118 columns; pyte is that terminal. What is on its screen at each change becomes a
frame of a picture that needs neither a script nor a font of its own.
"""

import os
import pty
import select
import struct
import subprocess
import sys
import tempfile
import time
from fcntl import ioctl
from html import escape
from pathlib import Path
from termios import TIOCSWINSZ

import pyte

COMMAND = "lettergame tournament --players saver,shadow,frequency,letter-value --games 4000 --seed 7"
COLUMNS, ROWS = 118, 15
# seconds between two frames, and that the last one is shown
STEP, HOLD = 0.5, 6.0
# pixels of a character and around the screen
WIDE, HIGH, MARGIN = 8.4, 18, 14
COLOURS = {
    "default": "#d6dae0", "black": "#5c6370", "red": "#e06c75", "green": "#98c379", "brown": "#e5c07b",
    "blue": "#61afef", "magenta": "#c678dd", "cyan": "#56b6c2", "white": "#ffffff",
}


def record(binary):
    """The screens of a run, each with the second at which it was there."""
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.ByteStream(screen)
    stream.feed(f"$ {COMMAND}\r\n".encode())
    shown = [(0.0, drawn(screen))]
    parent, child = pty.openpty()
    ioctl(child, TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    with tempfile.TemporaryDirectory() as folder:
        words = [str(binary), *COMMAND.split()[1:]]
        environment = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        process = subprocess.Popen(
            words, cwd=folder, stdin=child, stdout=child, stderr=child, env=environment, close_fds=True
        )
        os.close(child)
        start, last = time.monotonic(), 0.0
        while True:
            ready, _, _ = select.select([parent], [], [], STEP)
            try:
                data = os.read(parent, 1 << 16) if ready else b""
            except OSError:
                break
            if not data and ready:
                break
            stream.feed(data)
            now = time.monotonic() - start
            if now - last >= STEP:
                shown.append((now, drawn(screen)))
                last = now
        process.wait()
        shown.append((time.monotonic() - start, drawn(screen)))
    changed = [shown[0]]
    for moment, lines in shown[1:]:
        if lines != changed[-1][1]:
            changed.append((moment, lines))
    return changed


def drawn(screen):
    """The lines of a screen as elements of text."""
    lines = []
    for row in range(ROWS):
        cells = [screen.buffer[row][column] for column in range(COLUMNS)]
        spans, column = "", 0
        while column < COLUMNS:
            end = column
            while end < COLUMNS and cells[end].fg == cells[column].fg:
                end += 1
            text = "".join(cell.data for cell in cells[column:end])
            if text.strip():
                colour = COLOURS.get(cells[column].fg, f"#{cells[column].fg}")
                fill = "" if cells[column].fg == "default" else f' fill="{colour}"'
                lead = len(text) - len(text.lstrip())
                left = round((column + lead) * WIDE, 1)
                spans += f'<tspan x="{left}"{fill}>{escape(text.strip())}</tspan>'
            column = end
        if spans:
            lines.append(f'<text y="{(row + 1) * HIGH}">{spans}</text>')
    return lines


def picture(frames):
    """All frames beside each other, moved past a window."""
    width, height = COLUMNS * WIDE + 2 * MARGIN, ROWS * HIGH + 2 * MARGIN
    total = frames[-1][0] + HOLD
    moves = "".join(
        f"{100 * moment / total:.2f}%{{transform:translateX(-{index * width:.1f}px)}}"
        for index, (moment, _) in enumerate(frames)
    )
    last = (len(frames) - 1) * width
    groups = "".join(
        f'<g transform="translate({index * width + MARGIN:.1f} {MARGIN})">{"".join(lines)}</g>'
        for index, (_, lines) in enumerate(frames)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" '
        f'height="{height}" role="img" aria-label="{escape(COMMAND)}"><style>'
        f"text{{font:14px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre;"
        f"fill:{COLOURS['default']}}}"
        f"#all{{animation:run {total:.1f}s step-end infinite}}@keyframes run{{{moves}}}"
        f"@media (prefers-reduced-motion:reduce){{#all{{animation:none;"
        f"transform:translateX(-{last:.1f}px)}}}}</style>"
        f'<rect width="{width:.0f}" height="{height}" rx="8" fill="#1e2127"/><g id="all">{groups}</g></svg>\n'
    )


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: record.py BINARY")
    target = Path(__file__).with_name("tournament.svg")
    target.write_text(picture(record(Path(sys.argv[1]).resolve())), encoding="utf-8")
    print(f"{target}: {target.stat().st_size} bytes")
