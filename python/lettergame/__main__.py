"""`python -m lettergame` is the command `lettergame`, also where its folder is not on the PATH."""

import os
import signal
import subprocess
import sys

from ._command import REMEDY, find


def main() -> int:
    """Runs the command with the arguments of this process, and returns its exit code."""
    command = find()
    if command is None:
        print(f"lettergame: error: this package was built without the command `lettergame`; {REMEDY}", file=sys.stderr)
        return 4
    arguments = [command, *sys.argv[1:]]
    if sys.platform == "win32":
        # Ctrl-C is for the command, whose exit code tells of it
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        return subprocess.run(arguments, check=False).returncode
    # the interpreter ignores these signals, and what it becomes would go on ignoring them
    for name in ("SIGPIPE", "SIGXFSZ"):
        signal.signal(getattr(signal, name), signal.SIG_DFL)
    try:
        os.execv(command, arguments)
    except OSError as error:
        print(f"lettergame: error: cannot start {command}: {error.strerror}; {REMEDY}", file=sys.stderr)
        return 4


if __name__ == "__main__":
    sys.exit(main())
