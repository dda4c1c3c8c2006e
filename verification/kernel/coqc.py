"""Write the Coq project of one table into a folder, compile it, and read what Coq says."""

import os
import re
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

from exact.errors import InputError, Undecided
from verification.kernel.answer import KernelAnswer, assumptions_of, refusal, too_much
from verification.kernel.project import LIBRARY_NAME, TABLE_FILE, library_files, project
from verification.kernel.source import statement_of

DEFAULT_SECONDS = 600
_LOAD_PATH = ("-Q", LIBRARY_NAME, LIBRARY_NAME)
# Where the user's own Coq files lie: none of them may stand for a file of the library.
_USER_PATHS = ("COQPATH", "ROCQPATH")
# Says which sources and which Coq the compiled library in the folder comes from.
_STAMP = "compiled-from.txt"
_VERSION = re.compile(r"version (\S+)")


def coq_version() -> str:
    """Return the version of the Coq that is installed, for example ``8.16.1``."""
    output = _run([_coqc(), "--version"], Path.cwd(), DEFAULT_SECONDS).stdout
    found = _VERSION.search(output)
    if found is None:
        raise InputError(
            "coqc", output[:60], "does not say its version", "install Coq 8.16 or newer"
        )
    return found[1]


def write_project(source: str, folder: Path) -> Path:
    """Write the table's file, and the library's sources beside it; return the table's file."""
    for name, content in project(source).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder / TABLE_FILE


def compile_table(source: str, folder: Path, seconds: int = DEFAULT_SECONDS) -> KernelAnswer:
    """Compile the file of one table, after the library where that is not compiled yet.

    The kernel accepts if Coq ends without an error and the proof assumes the axioms of the reals
    at most. No Coq is an InputError, no end in time is Undecided: neither is a pass.
    """
    version = coq_version()
    path = write_project(source, folder)
    _compile_library(folder, version, seconds)
    run = _run([_coqc(), "-q", *_LOAD_PATH, path.name], folder, seconds)
    found = assumptions_of(run.stdout) if run.returncode == 0 else ()
    objection = refusal(source, run.stderr) if run.returncode != 0 else too_much(found)
    accepted, message = objection is None, objection or "accepted"
    return KernelAnswer(version, statement_of(source), found or (), accepted, message)


def _compile_library(folder: Path, version: str, seconds: int) -> None:
    """Compile the library in the folder unless its stamp says that this was done."""
    library = folder / LIBRARY_NAME
    stamp = library / _STAMP
    content = version.encode() + b"".join(file.read_bytes() for file in library_files())
    digest = sha256(content).hexdigest()
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == digest:
        return
    stamp.unlink(missing_ok=True)
    for file in library_files():
        name = f"{LIBRARY_NAME}/{file.name}"
        run = _run([_coqc(), "-q", *_LOAD_PATH, name], folder, seconds)
        if run.returncode != 0:
            why = refusal(file.read_text(encoding="utf-8"), run.stderr)
            raise InputError("Coq", version, f"{file.name}: {why}", "use Coq 8.16 or newer")
    stamp.write_text(digest, encoding="utf-8")


def _coqc() -> str:
    found = shutil.which("coqc")
    if found is None:
        raise InputError("coqc", "", "is not installed", "install the Debian package coq")
    return found


def _run(command: list[str], folder: Path, seconds: int) -> subprocess.CompletedProcess[str]:
    """Run Coq in a folder, without what the user's own environment would load."""
    environment = {key: value for key, value in os.environ.items() if key not in _USER_PATHS}
    try:
        return subprocess.run(
            command,
            cwd=folder,
            env=environment,
            check=False,
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
        raise InputError("coqc", command[0], rule, "install the Debian package coq") from None
