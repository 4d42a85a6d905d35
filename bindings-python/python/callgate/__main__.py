"""`python -m callgate`: the command line, the same Rust code as the binary."""

from __future__ import annotations

import signal
import sys

from callgate import _cannot_run, _native


def main() -> int:
    """Runs one command with the process's own arguments and streams; gives its exit code."""
    try:
        # Rust code that waits for input does not look for Python's flag: let Ctrl-C end the process.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        return _native.run_cli(sys.argv[1:])
    except BaseException as error:
        return _cannot_run(error)


if __name__ == "__main__":
    sys.exit(main())
