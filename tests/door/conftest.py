"""A small table for the tests of the front door."""

from pathlib import Path

import pytest

import ptcert
from tests.door.small import ONS


@pytest.fixture
def small(tmp_path: Path) -> ptcert.Table:
    """Four keys, noise -1, 0, 0, 1 for every count from 1."""
    path = tmp_path / "small.csv"
    path.write_text(ONS, encoding="utf-8")
    return ptcert.read(path, beyond="repeat", zero="none")
