"""Subjects of reports: the small certificates of every kind, and Example 1."""

import pytest

from reports.certificates.files import read_subject
from reports.content.subject import Subject
from tests.certificate.making import (
    example_1,
    small_certificates,
    source,
    targets,
    text_of,
    written,
)
from verification.claims.request import Request

NAMES = ("law", "remainder", "variance", "uniform", "wrap", "failing", "gapped")


@pytest.fixture(scope="session")
def example_1_subject() -> Subject:
    """Return Example 1 at three epsilons, proved by z3."""
    table = example_1()
    request = Request(table, source(table), targets("1/2:1/10000", "1/10", "3/10"))
    return read_subject("example1", text_of(request).encode())


@pytest.fixture(scope="session")
def subjects(example_1_subject: Subject) -> dict[str, Subject]:
    """Return a subject of every kind, by name."""
    small = {
        name: read_subject(name, written(document))
        for name, document in small_certificates().items()
    }
    return {"example1": example_1_subject, **small}


@pytest.fixture(params=("example1", *NAMES))
def subject(request: pytest.FixtureRequest, subjects: dict[str, Subject]) -> Subject:
    """Return each subject in turn."""
    return subjects[request.param]
