"""The certificate of Example 1, made once by the command; tests only read it."""

import json
from pathlib import Path

import pytest

from reports.cli import main
from tests.certificate.making import Json, small_certificates


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
