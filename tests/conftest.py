"""How hard Hypothesis tries, and what the tests of several folders take: the command, examples.

Hypothesis tries ``dev`` on a desk, ``ci`` where CI is set, ``thorough`` on request: choose another
profile with ``pytest --hypothesis-profile=thorough``.
"""

import json
import os
import signal
from functools import partial
from pathlib import Path

import pytest
from hypothesis import settings

from reports.cli import main
from tests.certificate.making import Json, small_certificates
from tests.cli.running import EXAMPLE_1, Run, run_in_process

# Whoever runs the tests in the background has interrupts ignored, and so would every child have:
# those that a test interrupts must hear it, whoever runs them.
signal.signal(signal.SIGINT, signal.default_int_handler)
# An exact computation may take long at one example and not at the next: time is no criterion.
settings.register_profile("dev", deadline=None, max_examples=40)
# The same examples in every run: a red build can be repeated.
settings.register_profile("ci", deadline=None, max_examples=100, derandomize=True, database=None)
settings.register_profile("thorough", deadline=None, max_examples=2000)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs the command in this process."""
    return partial(run_in_process, capsys)


@pytest.fixture(scope="session")
def example_1(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of the table of Example 1; tests only read it."""
    path = tmp_path_factory.mktemp("example_1") / "example1.ptable.json"
    assert main(["design", *EXAMPLE_1, "-o", str(path)]) == 0
    return path


@pytest.fixture(scope="session")
def example_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with Example 1's table, certificate and problems, by both solvers."""
    folder = tmp_path_factory.mktemp("example_1")
    both = ("--solver", "z3", "--solver", "cvc5")
    assert main(["certify", "-o", str(folder), "--smt", str(folder / "smt"), *both]) == 0
    return folder


@pytest.fixture(scope="session")
def example_text(example_folder: Path) -> str:
    """Return the text of the certificate of Example 1."""
    return (example_folder / "example1.certificate.json").read_text(encoding="utf-8")


@pytest.fixture
def example(example_text: str) -> Json:
    """Return the certificate of Example 1 as a value that the test may change."""
    found: Json = json.loads(example_text)
    return found


@pytest.fixture
def small() -> dict[str, Json]:
    """Return the small certificates by name, which the test may change."""
    return small_certificates()
