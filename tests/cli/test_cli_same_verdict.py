"""``audit`` and ``certify`` of the same file with the same options have the same verdict."""

from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from exact.errors import InputError
from exact.formats.reading import read_table_bytes
from exact.table.native import write_native
from exact.table.ptable import Beyond, PTable, Repeat, Stop, Wrap
from exact.table.row import Row
from tests.cli.running import ROOT, Run
from verification import checker
from verification.certificate.certifying import prepared_of
from verification.certificate.file import certificate_text
from verification.certificate.making import certificate
from verification.claims.source import Source
from verification.findings.declared import NOTHING_DECLARED, read_declared
from verification.policy import DEFAULT_POLICY, read_policy
from verification.reading_audit import (
    Question,
    ReadingAudit,
    audit_reading,
    claim_given,
    first_pair_given,
)

# Intervals that never lead to 1 in row 1 and to 2 in row 2, as R ptable's js, and to -2 in row 3.
SHIFTED = """i,j,p,v,p_int_lb,p_int_ub,type
0,0,1,0,0,1,all
1,0,0.75,-1,0,0.75,all
1,3,0.25,2,0.75,1,all
2,0,0.5,-2,0,0.5,all
2,3,0.125,1,0.5,0.625,all
2,4,0.375,2,0.625,1,all
3,0,0.25,-3,0,0.25,all
3,3,0.25,0,0.25,0.5,all
3,4,0.5,1,0.5,1,all
"""
KEPT = sorted(
    path
    for folder in ("reports/gallery", "tests", "docs/data")
    for pattern in ("*.ptable.json", "D*V*.csv")
    for path in (ROOT / folder).rglob(pattern)
)
POLICY = 'severity = {DELTA = "note", DECLARED-BIAS = "note", DECLARED-HOLES = "warning"}'


@dataclass(frozen=True)
class Asked:
    """What is asked of a table."""

    epsilon: str | None = "1"
    delta: str | None = None
    first_pair: str | None = None
    cell_keys: str | None = None
    declared: str | None = None
    policy: str | None = None


def audited(content: bytes, asked: Asked) -> ReadingAudit:
    """Return what ``ptcert audit`` finds."""
    declared = NOTHING_DECLARED if asked.declared is None else read_declared(asked.declared)
    question = Question(
        claim_given(asked.epsilon, asked.delta, declared),
        declared,
        cell_keys=asked.cell_keys,
        first_pair=first_pair_given(asked.first_pair),
        policy=DEFAULT_POLICY if asked.policy is None else read_policy(asked.policy),
    )
    return audit_reading(read_table_bytes(content), question)


def check_same(content: bytes, asked: Asked) -> str:
    """Check that the certificate of the audit says the same, and the checker too."""
    found = audited(content, asked)
    assert found.audit is not None
    source = Source("0" * 64, found.reading.format, len(content))
    prepared = prepared_of(found.audit, source, keys_said=asked.cell_keys is not None)
    made = certificate(prepared, ())
    _, verdict, status = checker.check(checker.load(certificate_text(made).encode()))
    assert (made.verdict, made.outcome.status) == (verdict, status)
    assert (found.verdict, found.status) == (verdict, status), asked
    return verdict


def questions(random: Random) -> Asked:
    """Return something to ask."""
    delta = random.choice(
        [None, "1/1000", "1/50", "1/20", "1/5", "1/2", "9/10", "99/100", "99/100"]
    )
    pair = [None, "include", "exclude", *(["cap:1/2", "cap:0.9"] if delta else [])]
    return Asked(
        random.choice(["1/2", "1", "ln(2)", "ln(3)"]),
        delta,
        random.choice(pair),
        random.choice([None, None, "sum", "xor4"]),
        random.choice([*[None] * 6, "bias=0", "variance=3±1", "noise=3", "holes=1..2", "holes=1"]),
        random.choice([None, None, POLICY]),
    )


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name)
def test_of_every_table_that_is_kept_here(path: Path) -> None:
    """With many targets, ways to count (0, 1), keys, declared values and policies."""
    random, said = Random(path.name), set()
    for _ in range(4):
        asked = questions(random)
        try:
            audited(path.read_bytes(), asked)
        except InputError:  # what is asked does not fit the table: refused by both
            continue
        said.add(check_same(path.read_bytes(), asked))
    assert said <= {"holds", "fails", "measured"}


def table_at_random(random: Random) -> PTable:
    """Return a small table: rows with gaps, any rule at 0 and past the last row."""
    K, first = random.choice([4, 8, 10, 16]), random.choice([0, 0, 1, 1, 2])

    def row() -> Row:
        cuts = sorted(random.sample(range(1, K), random.randint(0, 3)))
        noise = [random.randint(-1, 1 + random.randint(0, 1)) for _ in range(len(cuts) + 1)]
        return Row.of(list(zip(noise, (b - a for a, b in zip([0, *cuts], [*cuts, K], strict=True)),
                               strict=True)))  # fmt: skip

    rows = tuple(row() for _ in range(random.randint(1, 3)))
    last = first + len(rows) - 1
    start = random.randint(first, last)
    rules: list[Beyond] = [Repeat(), Wrap(start, last - start + 1), Stop()]
    zero = "row" if first == 0 else random.choice(["preserve", "none"])
    holes = random.choice([*[()] * 5, (1,), (1, 2)])
    return PTable(K, first, rows, random.choice(rules), zero, holes=holes)


def test_of_random_tables_with_random_targets() -> None:
    """Verdict and status, and that of the checker; every verdict occurs."""
    random, seen = Random(28), dict.fromkeys(("holds", "fails", "measured"), 0)
    for _ in range(240):
        content, asked = write_native(table_at_random(random)).encode(), questions(random)
        try:
            found = audited(content, asked)
        except InputError:
            continue
        assert found.audit is not None
        seen[check_same(content, asked)] += 1
    assert min(seen.values()) > 3, seen


@pytest.mark.parametrize(
    ("options", "verdict", "status"),
    [
        ((), "MEASURED", 0),
        (("--delta", "0.8"), "HOLDS", 0),
        (("--delta", "0.2"), "FAILS", 1),
        (("--delta", "0.8", "--holes", "1..2"), "FAILS", 1),
        (("--delta", "0.8", "--first-pair", "cap:0.25"), "HOLDS", 0),
        (("--delta", "0.8", "--first-pair", "cap:0.2"), "FAILS", 1),
    ],
)
def test_noise_without_a_key_is_no_broken_promise(
    run: Run, tmp_path: Path, options: tuple[str, ...], verdict: str, status: int
) -> None:
    """R ptable's table without its ``--holes``: the delta that is claimed decides."""
    path = tmp_path / "t.csv"
    path.write_text(SHIFTED, encoding="utf-8")
    made = run("audit", str(path), "--epsilon", "5", *options)
    certified = run("certify", str(path), "--epsilon", "5", *options, "--as", "md", "-o",
                    str(tmp_path / "o"), "--solver", "z3")  # fmt: skip
    assert (made.status, certified.status) == (status, status), certified.err
    assert verdict in made.out.splitlines()[0]
    assert certified.out.startswith(f"verdict: {verdict}")


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("1,3,0.25,2", "1,3,-0.1,2", "P-MISMATCH"),
        ("1,3,0.25,2", "1,3,0.387,2", "P-MISMATCH"),
        ("3,4,0.5,1,", "3,4,0.5,2,", "NOISE-MISMATCH"),
    ],
)
def test_a_file_that_contradicts_itself_is_an_error_by_every_policy(
    run: Run, tmp_path: Path, old: str, new: str, code: str
) -> None:
    """Status 1 and never HOLDS, promised or not; what would use the table refuses the file."""
    path, policy = tmp_path / "t.csv", tmp_path / "policy.toml"
    path.write_text(SHIFTED.replace(old, new), encoding="utf-8")
    codes = ("P-MISMATCH", "ROW-SUM", "NOISE-MISMATCH")
    policy.write_text("".join(["[severity]\n", *(f'{c} = "note"\n' for c in codes)]), "utf-8")
    for asked in ((), ("--delta", "0.9"), ("--delta", "0.9", "--policy", str(policy))):
        made = run("audit", str(path), "--epsilon", "5", *asked, "--json")
        certified = run("certify", str(path), "--epsilon", "5", *asked, "--as", "md", "-o",
                        str(tmp_path / "o"), "--solver", "z3", "--json")  # fmt: skip
        expected = "fails" if asked else "measured"
        assert (made.status, made.json["verdict"]) == (1, expected)
        assert (certified.status, certified.json["verdict"]) == (1, expected), certified.err
        assert any(f["code"] == code and f["severity"] == "error" for f in made.json["findings"])
        assert run("check", str(tmp_path / "o" / "t.certificate.json"), str(path)).status == 1
    for command in (
        ("report", str(path), str(path), "--epsilon", "1", "-o", str(tmp_path / "r")),
        ("convert", str(path), str(tmp_path / "t.ptable.json")),
        ("lookup", str(path), "--key", "0.25", "--count", "1"),
    ):
        refused = run(*command)
        assert refused.status == 2, command
        assert code in refused.err
    assert not (tmp_path / "t.ptable.json").exists()


def test_the_report_says_what_is_left_out(run: Run, tmp_path: Path) -> None:
    """Verdict, page one and the sentence of the promise: of counts from 1, with δ of (0, 1)."""
    path = ROOT / "docs" / "data" / "D4V2js1.csv"
    asked = ("--epsilon", "1", "--delta", "1/10", "--holes", "1", "--first-pair", "exclude")
    made = run("certify", str(path), *asked, "--as", "md", "-o", str(tmp_path), "--solver", "z3")
    assert made.status == 0
    # 1 - P(1 -> 0) with P(1 -> 0) = 0.6298, exactly.
    said = "for counts from 1; the pair (0, 1) has δ = 0.3702"
    assert made.out.startswith(f"verdict: HOLDS {said}\n")
    assert said in run("audit", str(path), *asked).out.splitlines()[0]
    certificate = tmp_path / "D4V2js1.certificate.json"
    assert run("report", str(certificate), "--as", "md", "-o", str(tmp_path / "r")).status == 0
    for page in (tmp_path / "D4V2js1.report.md", tmp_path / "r" / "D4V2js1.report.md"):
        text = page.read_text(encoding="utf-8")
        assert "It is about counts from 1; the pair (0, 1) has δ = 0.3702." in text
        assert "Not kept" not in text
        assert "above the claimed" not in text
    checked = run("check", str(certificate), str(path))
    assert checked.out.splitlines()[-1].endswith("verdict: holds (the pair (0, 1): exclude)")
