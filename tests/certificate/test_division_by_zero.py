"""A forged number that something is divided by: the checker says in its own words what is wrong."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.certificate.law_cases import table_of
from tests.certificate.making import Json, claim, small_certificates, source, targets, text_of
from verification import checker
from verification.claims.request import Request


def of_law(name: str) -> Json:
    """Return the certificate of a case of a law."""
    table = table_of(name)
    found: Json = json.loads(text_of(Request(table, source(table), targets("1/2")), solvers=()))
    return found


def parameter(name: str, value: object) -> Callable[[Json], object]:
    """Return the change of a parameter of the declared law."""
    return lambda document: document["table"]["origin"]["parameters"].update({name: value})


# By the words that must be said: what is forged.
LAWS: dict[str, tuple[str, Callable[[Json], object]]] = {
    "sigma2 is 0": ("discrete-gaussian", parameter("sigma2", "0")),
    "9/0 divides by 0": ("discrete-gaussian", parameter("sigma2", "9/0")),
    "ln(0) is not": ("laplace", parameter("epsilon", "ln(0)")),
    "ln(1/2) is not": ("hellinger", parameter("epsilon", "ln(1/2)")),
    "4/0 divides by 0": ("count-query", parameter("eta", "4/0")),
    "5/0 divides by 0": ("maxent by variance", parameter("gamma", {"variance": "5/0"})),
    "1/0 divides by 0": ("maxent by a logarithm", parameter("gamma", {"ln": "1/0", "times": "1"})),
}
PARTS: dict[str, Callable[[Json], object]] = {
    "epsilon": lambda d: d["epsilons"][0].update(epsilon="1/0"),
    "e^epsilon": lambda d: d["epsilons"][0]["exp"].update(lo="1/0"),
    "delta": lambda d: d["epsilons"][0].update(delta="1/0"),
    "declared": lambda d: d["declared"].update(bias={"lo": "1/0", "hi": "1/0"}),
    "x": lambda d: claim(d, "quantisation").update(x={"lo": "1/0", "hi": "1/0"}),
}


def said(document: Json, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Return the one line that the program says of a file that it refuses."""
    path = folder / "c.certificate.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    assert checker.main([str(path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "Error" not in line
    return line


@pytest.mark.parametrize("words", LAWS)
def test_a_law_with_a_zero_below_the_line_is_named(
    words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every parameter that a law divides by, or takes the logarithm of."""
    name, change = LAWS[words]
    document = of_law(name)
    change(document)
    assert words in said(document, tmp_path, capsys)


@pytest.mark.parametrize("name", PARTS)
def test_a_rational_over_zero_is_named(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In every part of a certificate that holds a rational."""
    document = small_certificates()["law"]
    PARTS[name](document)
    assert "1/0 divides by 0" in said(document, tmp_path, capsys)
