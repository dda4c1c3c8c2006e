"""Run Coq's programs, without anything that the user's own environment would load."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from exact.errors import InputError, Undecided

DEFAULT_SECONDS = 600
_VERSION = re.compile(r"version (\S+)")


def coq_version() -> str:
    """Return the version of the Coq that is installed, for example ``8.16.1``."""
    output = run_coq("coqc", ["--version"], Path.cwd(), DEFAULT_SECONDS).stdout
    found = _VERSION.search(output)
    if found is None:
        raise InputError(
            "coqc", output[:60], "does not say its version", "install Coq 8.16 or newer"
        )
    return found[1]


def run_coq(
    program: str, arguments: list[str], folder: Path, seconds: int
) -> subprocess.CompletedProcess[str]:
    """Run coqc or coqchk in a folder.

    The environment has a path to programs and nothing else: no variable, and no folder of the
    user, can put another file in the place of one of the library's or of Coq's own.
    """
    command = [_found(program), *arguments]
    environment = {"PATH": os.environ.get("PATH", os.defpath), "HOME": str(folder)}
    try:
        return subprocess.run(
            command,
            cwd=folder,
            env=environment,
            check=False,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        rule = f"{Path(command[-1]).name}: Coq did not end within {seconds} seconds"
        raise Undecided(rule) from None
    except OSError as error:
        rule = f"cannot be run ({error.strerror})"
        raise InputError(program, command[0], rule, "install the Debian package coq") from None


def _found(program: str) -> str:
    found = shutil.which(program)
    if found is None:
        raise InputError(program, "", "is not installed", "install the Debian package coq")
    return found
