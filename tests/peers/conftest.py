"""What is expensive is done once: the whole self-test, and the answers of each peer."""

import pytest

from reports.peers import interval_exp, ons
from reports.peers.routes import routes
from reports.peers.self_test import SelfTest, default_grid, self_test


@pytest.fixture(scope="session")
def whole_self_test() -> SelfTest:
    """The self-test as the command runs it."""
    return self_test(routes(), default_grid())


@pytest.fixture(scope="session")
def perturbation() -> ons.Perturbation:
    """The tool of the ONS on 100,000 records, as the command runs it."""
    return ons.perturbation(100_000)


@pytest.fixture(scope="session")
def interval_misses() -> interval_exp.Misses:
    """mpmath's enclosures on 20,000 arguments, as the command asks for them."""
    return interval_exp.misses(interval_exp.random_dyadics(20_000))
