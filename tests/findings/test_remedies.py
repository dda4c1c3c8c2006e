"""Every remedy of a finding works: applied to what has the finding, the finding is gone."""

import pytest

from tests.findings.remedies import Case, Given, cases
from verification.findings.codes import CODES
from verification.findings.finding import NOTHING_TO_DO

CASES = cases()
EVERY = [(code, case) for code, some in CASES.items() for case in some]


def to_do(given: Given, code: str) -> list[str]:
    """Return what the findings of a code say is to be done."""
    remedies = [finding.remedy for finding in given.findings() if finding.code == code]
    return [remedy for remedy in remedies if not remedy.startswith(NOTHING_TO_DO)]


@pytest.mark.parametrize(
    ("code", "case"), EVERY, ids=[f"{code}: {case.remedy}" for code, case in EVERY]
)
def test_a_remedy_removes_its_finding(code: str, case: Case) -> None:
    """Before the remedy the finding is there and says what to do; after it is not."""
    assert to_do(case.before, code)
    assert to_do(case.after, code) == []


def test_every_remedy_of_the_page_is_tried() -> None:
    """Each remedy of each code has a case, and no case applies one that the page does not have."""
    tried = {code: {case.remedy for case in some} for code, some in CASES.items()}
    assert tried == {code: set(known.remedies) for code, known in CODES.items()}
