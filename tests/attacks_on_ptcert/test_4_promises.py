"""What was promised: a verdict of *holds* needs a promise, its claim, and nothing against it."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from exact.table.native import write_native
from exact.table.ptable import PTable, Stop
from exact.table.row import Row
from reports.cli import main
from tests.certificate.making import (
    REFUSALS,
    Json,
    claim,
    is_accepted,
    small_certificates,
    source,
    targets,
    text_of,
    undecided_certificate,
    written,
)
from verification import checker
from verification.checking.refusing import BadFile
from verification.claims.request import Noted, Request

ERROR = Noted("DISJOINT", "error", "two counts never meet", "let them")


def identity() -> PTable:
    """Return a table without noise: it tells every count from every other."""
    return PTable(4, 1, (Row(((0, 4),)),))


def alone(document: Json, **changes: Any) -> Json:
    """Return a certificate of the identity whose table covers one count only."""
    forged: Json = json.loads(json.dumps(document))
    forged["table"]["beyond"] = {"rule": "stop"}
    for each in forged["claims"]:
        each["covers"]["counts"]["last"] = 1
        if "pairs" in each:
            each["pairs"], each["covers"]["pairs"] = [], 0
    forged["epsilons"][0].update(changes)
    forged["solvers"] = []
    return forged


@pytest.mark.parametrize("delta", ["0/1", "any text", "2/1", None])
def test_a_privacy_claim_about_no_pair_is_refused(delta: str | None) -> None:
    """One row and no rule past it make no pair: then (1/1000, 0) would hold for the identity."""
    honest = json.loads(text_of(Request(identity(), source(identity()), targets("1/1000:1"))))
    assert is_accepted(honest)
    with pytest.raises(REFUSALS):
        checker.check(checker.load(written(alone(honest, delta=delta))))


@pytest.mark.parametrize("delta", ["any text", "0.5", "2/1", "-1/2", 1, True, []])
def test_every_target_is_read_before_any_claim(delta: object) -> None:
    """A delta that is no probability is refused, whether a claim needs it or not."""
    document = small_certificates()["law"]
    document["epsilons"][1]["delta"] = delta
    assert not is_accepted(document)


@pytest.mark.parametrize("name", ["law", "wrap", "gapped", "remainder"])
def test_what_a_claim_covers_is_compared(name: str) -> None:
    """Rows, pairs, epsilons and counts: one more or one less is rejected."""
    base = small_certificates()[name]
    for number in range(len(base["claims"])):
        claim, covers = base["claims"][number], base["claims"][number]["covers"]
        # The claim margins counts what stands for all its counts itself.
        assert covers.get("rows", covers.get("pairs", claim.get("tuples", 0))) > 0
        for part in ("rows", "pairs", "epsilons"):
            for step in (-1, 1) if part in covers else ():
                changed = json.loads(json.dumps(base))
                changed["claims"][number]["covers"][part] += step
                assert not is_accepted(changed)
        for part, other in (("zero", not covers["counts"]["zero"]), ("first", 9), ("last", 99)):
            changed = json.loads(json.dumps(base))
            changed["claims"][number]["covers"]["counts"][part] = other
            assert not is_accepted(changed)


@pytest.mark.parametrize(
    ("name", "needed"),
    [("law", "dp-all-events"), ("remainder", "moments"), ("failing", "dp-all-events")],
)
def test_a_promise_needs_its_claim(name: str, needed: str) -> None:
    """A target or a declared value that no claim speaks of is refused, not passed over."""
    document = small_certificates()[name]
    document["claims"].remove(claim(document, needed))
    document["solvers"] = []
    with pytest.raises(BadFile, match=f"implies claims that are not made: {needed}"):
        checker.check(document)


def test_nothing_promised_is_measured_and_no_pass() -> None:
    """delta is whatever it is; a certificate that says "holds" there is rejected."""
    document = json.loads(text_of(Request(identity(), source(identity()), targets("1/2"))))
    assert document["verdict"] == "measured"
    assert checker.check(document) == ([], "measured", 0)
    assert Fraction(claim(document, "dp-all-events")["pairs"][0]["delta"]["hi"]) == 1
    assert not is_accepted({**document, "verdict": "holds"})


@pytest.mark.parametrize(
    ("target", "verdict", "status"), [("1/2:1", "fails", 1), ("1/2", "measured", 1)]
)
def test_an_error_of_the_audit_blocks_a_holds(target: str, verdict: str, status: int) -> None:
    """With a promise the verdict is fails; without one it is measured, and the status is 1."""
    request = Request(identity(), source(identity()), targets(target), findings=(ERROR,))
    document = json.loads(text_of(request))
    assert document["verdict"] == verdict
    assert checker.check(document) == ([], verdict, status)
    assert not is_accepted({**document, "verdict": "holds"})
    document["findings"][0]["severity"] = "note"
    assert is_accepted(document) == (verdict == "measured")


def test_an_undecided_certificate_ends_with_status_3(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A solver that gave up is no pass and no failure."""
    path = tmp_path / "t.certificate.json"
    path.write_bytes(written(undecided_certificate()))
    assert main(["check", str(path)]) == 3
    assert capsys.readouterr().out.endswith("all hold; verdict: undecided\n")
    assert main(["report", str(path), "--as", "md"]) == 0
    report = (tmp_path / "t.report.md").read_text(encoding="utf-8")
    assert "Not every claim could be proved" in report


def table_file(tmp_path: Path, table: PTable) -> str:
    """Write a table and return the name of its file."""
    path = tmp_path / "t.ptable.json"
    path.write_text(write_native(table), encoding="utf-8")
    return str(path)


def test_certify_says_measured_where_nothing_was_claimed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The rounding table of an office: delta = 1, and no word of HOLDS, in any format."""
    asked = ["--epsilon", "1/2", "-o", str(tmp_path), "--solver", "z3", "--as", "html,md"]
    status = main(["certify", table_file(tmp_path, identity()), *asked])
    printed = capsys.readouterr().out
    assert printed.startswith("verdict: MEASURED (nothing was promised; errors of the audit: ")
    assert status == 1  # two counts never give the same release: an error
    assert json.loads((tmp_path / "t.certificate.json").read_text("utf-8"))["verdict"] == "measured"
    assert main(["check", str(tmp_path / "t.certificate.json")]) == 1
    for suffix in ("html", "md"):
        report = (tmp_path / f"t.report.{suffix}").read_text(encoding="utf-8")
        assert "Nothing was promised" in report
        assert "measured" in report


def test_a_promise_that_is_kept_but_for_an_error_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """delta <= 1/2 is kept; a policy that calls a bias an error lets it stand against that."""
    file = table_file(tmp_path, PTable(4, 1, (Row(((-1, 1), (0, 1), (1, 2))),)))
    asked = ["--epsilon", "2", "--delta", "1/2", "-o", str(tmp_path), "--solver", "z3"]
    assert main(["certify", file, *asked, "--as", "md"]) == 0
    assert capsys.readouterr().out.startswith("verdict: HOLDS, without a count of 0, ")
    policy = tmp_path / "policy.toml"
    policy.write_text('severity = {BIAS = "error"}\n', encoding="utf-8")
    assert main(["certify", file, *asked, "--as", "md", "--policy", str(policy)]) == 1
    assert capsys.readouterr().out.startswith(
        "verdict: FAILS (errors of the audit: BIAS), without "
    )
    report = (tmp_path / "t.report.md").read_text(encoding="utf-8")
    assert "An error of the audit stands against what was promised" in report
    assert "If zeros stay as they are, δ is " in report
    assert main(["check", str(tmp_path / "t.certificate.json"), file]) == 1


@pytest.mark.parametrize(
    "declared", ["bias=0,bias=7", "bias", "size=3", "variance=3..2", "noise=-1", "holes=2..1"]
)
def test_certify_declares_by_the_parser_of_audit(
    declared: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the one refuses the other refuses too, in the same words."""
    file = table_file(tmp_path, identity())
    said = []
    for command in ("audit", "certify"):
        assert main([command, file, "--epsilon", "1/2", "--declare", declared]) == 2
        said.append(capsys.readouterr().err.removeprefix(f"ptcert {command}: "))
    assert said[0] == said[1]


@pytest.mark.parametrize(
    ("declared", "verdict"),
    [
        ("variance=1/2", "holds"),
        ("variance=0.5±1e-9", "holds"),
        ("variance=0.49..0.51,bias=0,noise=1", "holds"),
        ("variance=0.4", "fails"),
        ("noise=0", "fails"),
        ("bias=1/4..1/2", "fails"),
    ],
)
def test_declared_values_are_promises(
    declared: str, verdict: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With their tolerance as written, and of every row above a count of 0."""
    zero, row = Row(((0, 1), (1, 1), (2, 1), (3, 1))), Row(((-1, 1), (0, 2), (1, 1)))
    file = table_file(tmp_path, PTable(4, 0, (zero, row, row), Stop(), "row"))
    policy = tmp_path / "policy.toml"
    codes = ("DISJOINT", "NEGATIVE", "DECLARED-VARIANCE", "DECLARED-NOISE", "DECLARED-BIAS")
    policy.write_text("".join(["[severity]\n", *(f'{c} = "note"\n' for c in codes)]), "utf-8")
    asked = ["--epsilon", "1/2", "--declare", declared, "--policy", str(policy), "--as", "md"]
    main(["certify", file, *asked, "-o", str(tmp_path), "--solver", "z3"])
    assert capsys.readouterr().out.startswith(f"verdict: {verdict.upper()}")
    certificate = tmp_path / "t.certificate.json"
    assert json.loads(certificate.read_text("utf-8"))["verdict"] == verdict
    assert main(["check", str(certificate), file]) == (0 if verdict == "holds" else 1)
