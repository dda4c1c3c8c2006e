"""What messages send a reader to: pages that are there, and say it."""

import ast
import re
from collections.abc import Iterator

import pytest

from exact.errors import InputError
from exact.laws.parameters import text, whole
from exact.table.native import read_native, write_native
from tests.house_rules import ROOT
from verification.policy import read_policy

ROOMS = ("exact", "verification", "reports")
PAGE = re.compile(r"\b(?:docs|verification)/[\w/-]+\.md\b")
NATIVE = (ROOT / "docs" / "formats.md").read_text("utf-8").partition("## The file of ptcert")[2]
(SAMPLE,) = re.findall(r"```json\n(.*?)```", NATIVE, re.DOTALL)
GAMMA = '"law": "maxent", "parameters": {"D": 3, "gamma": %s}'
LAPLACE = '"law": "laplace", "parameters": {"epsilon": "1", "m": 2}'


def texts() -> Iterator[str]:
    """Yield every text in the code, but for docstrings and other texts that stand alone."""
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield "" if id(node) in alone else node.value


def test_no_message_sends_to_the_readme() -> None:
    """It is short, and describes neither parameters nor files."""
    assert [found for found in texts() if "see the README" in found] == []


def test_every_page_that_is_named_is_there() -> None:
    """A page in a text of the code is one of the project."""
    named = {page for found in texts() for page in PAGE.findall(found)}
    assert {"docs/formats.md", "verification/FINDINGS.md"} <= named
    assert [page for page in sorted(named) if not (ROOT / page).is_file()] == []


def test_the_file_on_the_page_is_one() -> None:
    """Read and written again it is the same text."""
    assert write_native(read_native(SAMPLE)) == SAMPLE


@pytest.mark.parametrize(
    "name",
    [
        *("format", "version", "keysize", "first_key", "zero", "beyond", "holes", "key_order"),
        *("origin", "law", "parameters", "rule", "epsilon", "delta", "rows", "count", "noise"),
        *("keys", "D", "gamma"),
    ],
)
def test_the_page_describes_what_the_file_holds(name: str) -> None:
    """Each key stands below the file, with what it means."""
    assert f"`{name}`" in NATIVE.partition("| key | value |")[2]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"keysize": 64', '"keysize": "64"'),
        ('"none"', "1"),
        ('{"rule": "repeat"}', "7"),
        ("[]", "7"),
        (f"{{{LAPLACE}", '{"law": "laplace"'),
        ("[5, 12, 31, 12, 4]", "[]"),
        ("[5, 12, 31, 12, 4]", '["5", 12, 31, 12, 4]'),
    ],
)
def test_what_is_no_table_is_answered_by_the_page(old: str, new: str) -> None:
    """Where a value is of another kind than the page says."""
    assert old in SAMPLE
    with pytest.raises(InputError) as caught:
        read_native(SAMPLE.replace(old, new))
    assert caught.value.remedy == "docs/formats.md describes the file"


@pytest.mark.parametrize("gamma", ['"1/2"', '{"variance": "2"}', '{"times": "1/2", "ln": "3"}'])
def test_gamma_may_be_what_the_page_and_the_message_say(gamma: str) -> None:
    """Each of the three is read; a number is refused with them."""
    assert f"`{gamma}`" in NATIVE
    assert read_native(SAMPLE.replace(LAPLACE, GAMMA % gamma)).origin is not None
    with pytest.raises(InputError, match="must be text or an object") as caught:
        read_native(SAMPLE.replace(LAPLACE, GAMMA % 7))
    assert gamma in caught.value.remedy


def test_parameters_say_what_they_may_be() -> None:
    """An integer with its bounds, a text with its marks, a logarithm by an example that is read."""
    with pytest.raises(InputError, match="write largest noise as a number from 1 to 9"):
        whole("m", "largest noise", 1, 9).of_json("2")
    with pytest.raises(InputError, match="must be text; write it in quotation marks"):
        text(7, "sigma2")
    with pytest.raises(InputError, match="above 1; write for example") as caught:
        read_native(SAMPLE.replace(LAPLACE, GAMMA % '{"times": "1", "ln": "1"}'))
    assert '{"times": "1/2", "ln": "3"}' in caught.value.remedy


@pytest.mark.parametrize(
    "policy", ["severity", "a = " + "[" * 10_000, "a = " + "9" * 5000, '[other]\nBIAS = "error"']
)
def test_a_policy_that_is_none_is_answered_by_one(policy: str) -> None:
    """The message writes one out, and that one is read."""
    with pytest.raises(InputError) as caught:
        read_policy(policy)
    start, _, line = caught.value.remedy.removeprefix("write ").partition(
        ", and below it lines such as "
    )
    assert read_policy(f"{start}\n{line}").severity == {"BIAS": "error"}
