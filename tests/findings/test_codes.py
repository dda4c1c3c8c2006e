"""The codes of findings stand in one list, and the page shows that list."""

import ast
from pathlib import Path

import pytest

from exact.errors import InputError
from tests.house_rules import ROOT, sources
from verification.findings.codes import CODES, page_rows
from verification.findings.finding import Finding
from verification.policy import read_policy

PAGE = (ROOT / "verification" / "FINDINGS.md").read_text(encoding="utf-8")
# What makes a finding, and where its code stands among the arguments.
MAKERS = {"Finding": 0, "StructureProblem": 0, "problem": 0}


def made_in(path: Path) -> set[str]:
    """Return the codes that a source file writes out where it makes a finding."""
    calls = [n for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.Call)]
    found = set()
    for call in calls:
        name = getattr(call.func, "id", getattr(call.func, "attr", ""))
        if name in MAKERS and call.args and isinstance(call.args[0], ast.Constant):
            found.add(str(call.args[0].value))
    return found


def test_every_code_that_is_made_is_in_the_list() -> None:
    """What the sources write out as a code of a finding is known to the list."""
    files = [*sources("verification"), *(ROOT / "exact" / "formats").rglob("*.py")]
    made = set().union(*(made_in(path) for path in files))
    assert made - set(CODES) == set()
    assert {"GAP", "BIAS", "DELTA"} <= made


def test_the_page_shows_the_list() -> None:
    """FINDINGS.md has one line for each code, in the words of the list, and no other."""
    lines = [line for line in PAGE.splitlines() if line.startswith("| ") and "code |" not in line]
    assert lines == page_rows()


def test_a_finding_has_a_code_of_the_list() -> None:
    """A finding with an unknown code or severity cannot be made."""
    with pytest.raises(InputError, match="no known code"):
        Finding("BIASS", "note", "a message", "a remedy")
    with pytest.raises(InputError, match="no known code"):
        Finding("BIAS", "fatal", "a message", "a remedy")


@pytest.mark.parametrize(
    ("code", "remedy"),
    [("BAIS", "did you mean BIAS"), ("bias", "did you mean BIAS"), ("SPEED", "FINDINGS.md")],
)
def test_an_unknown_code_in_a_policy_is_an_error(code: str, remedy: str) -> None:
    """A policy that misspells a code would be silently without effect: it is refused."""
    with pytest.raises(InputError, match=f"policy = '{code}': is not the code.*{remedy}"):
        read_policy(f'[severity]\n{code} = "error"')


@pytest.mark.parametrize("code", sorted(CODES))
def test_a_policy_takes_every_code_of_the_list(code: str) -> None:
    """Each code of the page can be given a severity."""
    assert read_policy(f'[severity]\n{code} = "note"').severity == {code: "note"}
