"""Whole processes: how long a user waits, and what a command loads."""

import subprocess
import sys
from pathlib import Path

from tests.house_rules import ROOT, heavy_modules_loaded_by

# From the privacy target to all measures: design, write, read, audit, in one interpreter.
_EXAMPLE_1 = """
import sys
from reports.cli import main
target = ["--epsilon", "1/2", "--delta", "1e-4"]
sys.exit(
    main(["design", *target, "--keysize", "2^32", "--json", "-o", {path!r}])
    or main(["audit", {path!r}, *target, "--json"])
)
"""
_COMMAND = "import sys; sys.argv[1:] = {!r}; from reports.cli import main; sys.exit(main())"


def run_example_1(folder: Path) -> None:
    """Design and audit Example 1 in a fresh interpreter."""
    _run(_EXAMPLE_1.format(path=str(folder / "example1.ptable.json")))


def import_sympy() -> None:
    """Import sympy in a fresh interpreter."""
    _run("import sympy")


def import_scipy() -> None:
    """Import scipy in a fresh interpreter."""
    _run("import scipy")


def import_front_door() -> None:
    """Import the front door for Python in a fresh interpreter."""
    _run("import ptcert")


def import_z3() -> None:
    """Import z3 in a fresh interpreter."""
    _run("import z3")


def import_matplotlib() -> None:
    """Import what is needed to draw with matplotlib in a fresh interpreter."""
    _run("import matplotlib.pyplot")


def nothing() -> None:
    """Start an interpreter and end it."""
    _run("pass")


def run_checker(certificate: Path) -> None:
    """Run the checker as a program of its own, without the environment's packages."""
    program = [sys.executable, "-I", "-S", str(ROOT / "verification" / "checker.py")]
    subprocess.run([*program, str(certificate)], check=True, stdout=subprocess.DEVNULL)


def run_ptcert(*arguments: str) -> None:
    """Run a command in a fresh interpreter."""
    _run(_COMMAND.format(list(arguments)))


def modules_loaded(*arguments: str) -> set[str]:
    """Return the heavy libraries that a command loads."""
    return heavy_modules_loaded_by(_COMMAND.format(list(arguments)))


def _run(program: str) -> None:
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
