"""The command in this process, and the table of Example 1 made by it."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from reports.cli import main
from tests.cli.running import EXAMPLE_1, Outcome, run_in_process


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """Return a function that runs the command in this process."""
    return partial(run_in_process, capsys)


@pytest.fixture(scope="session")
def example_1(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of the table of Example 1; tests only read it."""
    path = tmp_path_factory.mktemp("example_1") / "example1.ptable.json"
    assert main(["design", *EXAMPLE_1, "-o", str(path)]) == 0
    return path
