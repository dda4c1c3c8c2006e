"""The local page, served by the command itself, for the tests that open it in a browser."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PTCERT = Path(sys.executable).with_name("ptcert")


@contextmanager
def served() -> Iterator[str]:
    """Yield the address that ``ptcert app`` prints; at the end it is interrupted."""
    command = [str(PTCERT), "app", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("ptcert app: http://127.0.0.1:"), line
        try:
            yield line.split()[-1]
        finally:
            process.terminate()
