"""The engines that are really run, each started once."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engines.servers import postgres, spark_configuration


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """Lend a Postgres of our own."""
    with postgres() as url:
        yield url


@pytest.fixture(scope="session", autouse=True)
def spark_environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Let Spark run in this machine alone, with few partitions."""
    folder = tmp_path_factory.mktemp("spark")
    os.environ.update(spark_configuration(folder))
    return folder
