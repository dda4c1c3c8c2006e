"""Laws by name: ``--law`` in design, audit, certify and compare."""

from fractions import Fraction
from itertools import accumulate
from math import ceil
from pathlib import Path

import pytest
from mpmath import mp, mpf

from tests.cli.running import Run

LAPLACE = ("--law", "laplace", "--epsilon", "1", "--m", "5", "--keysize", "2^16")


def laplace_cmf(m: int, bits: int) -> list[int]:
    """Return ceil(c(z) K) of e^-|z|, by mpmath at 60 digits."""
    with mp.workdps(60):
        weights = [mp.exp(-abs(z)) for z in range(-m, m + 1)]
        total = mp.fsum(weights)
        sums = list(accumulate(w / total for w in weights))[:-1]
        return [*(ceil(mpf(c) * 2**bits) for c in sums), 2**bits]


def test_design_quantises_the_discrete_laplace_law(run: Run) -> None:
    """Rinott et al. (5.2) with epsilon = 1, m = 5 and 2^16 keys."""
    assert run("design", *LAPLACE, "--json").json["cdf"] == laplace_cmf(5, 16)


def test_design_writes_a_table_that_the_audit_reads_alike(tmp_path: Path, run: Run) -> None:
    """The same delta whether the law is named or its table is read."""
    path = tmp_path / "t.ptable.json"
    assert run("design", *LAPLACE, "-o", str(path)).status == 0
    read = run("audit", str(path), "--epsilon", "1", "--json").json
    named = run("audit", *LAPLACE, "--json").json
    assert read["privacy"] == named["privacy"]
    assert read["table"] == named["table"]


def test_the_truncated_normal_law_is_the_maximum_entropy_law_at_the_left_end(run: Run) -> None:
    """(5.3) has gamma = epsilon/(2m+1), position 0 of Sadeghi-Chien (2.20)."""
    normal = run("audit", "--law", "truncated-normal", "--epsilon", "1", "--m", "6", "--json")
    same = run(
        "audit", "--law", "maxent", "--epsilon", "1", "--D", "6", "--position", "0", "--json"
    )
    assert normal.json["privacy"] == same.json["privacy"]


def test_the_count_query_law_leaves_a_count_alone_with_probability_eta(run: Run) -> None:
    """P2 of Sadeghi-Asoodeh-Calmon, up to one key of 2^20."""
    asked = ("--law", "count-query", "--epsilon", "ln(2)", "--D", "4", "--eta", "1/2")
    (row,) = run("audit", *asked, "--keysize", "2^20", "--json").json["rows"]
    assert abs(Fraction(row["unchanged"]) - Fraction(1, 2)) <= Fraction(1, 2**20)


def test_certify_takes_a_law_and_writes_its_table(tmp_path: Path, run: Run) -> None:
    """The certificate is about the table written beside it, and about its law."""
    made = run("certify", *LAPLACE, "-o", str(tmp_path), "--solver", "z3", "--as", "md")
    assert made.status == 0
    files = (str(tmp_path / "laplace.certificate.json"), str(tmp_path / "laplace.ptable.json"))
    assert run("check", *files).status == 0
    assert "moments           holds" in made.out
    assert "quantisation      holds" in made.out


def test_the_discrete_gaussian_goes_from_design_to_check(tmp_path: Path, run: Run) -> None:
    """It is the law of gamma = 1/(2 sigma^2): Canonne-Kamath-Steinke, Definition 1."""
    asked = ("--D", "8", "--keysize", "2^20", "--json")
    named = run("design", "--law", "discrete-gaussian", "--sigma2", "9/2", *asked).json
    assert named["cdf"] == run("design", "--gamma", "1/9", *asked).json["cdf"]
    table = str(tmp_path / "t.ptable.json")
    made = run("design", "--law", "discrete-gaussian", "--sigma2", "9/2", *asked[:-1], "-o", table)
    assert made.status == 0
    certified = run("certify", table, "--epsilon", "1", "-o", str(tmp_path), "--as", "md")
    assert "quantisation      holds" in certified.out
    assert run("check", str(tmp_path / "t.certificate.json"), table).status == 0


def test_compare_judges_prints_of_the_laplace_law(tmp_path: Path, run: Run) -> None:
    """Digits of mpmath are right; one changed in the last place is not."""
    with mp.workdps(60):
        total = mp.fsum(mp.exp(-abs(z)) for z in range(-5, 6))
        rows = [f"{z},{mp.nstr(mp.exp(-abs(z)) / total, 12)}" for z in range(-5, 6)]
        delta = mp.nstr(mp.exp(-5) / total, 12)
    output = tmp_path / "out.csv"
    output.write_text("z,p\n" + "\n".join(rows), encoding="utf-8")
    law = ("--law", "laplace", "--epsilon", "1", "--m", "5")
    assert run("compare", str(output), *law).status == 0
    output.write_text("z,p\n" + "\n".join([rows[0][:-1] + "0", *rows[1:]]), encoding="utf-8")
    assert run("compare", str(output), *law).status == 1
    output.write_text(f"epsilon,delta\n1,{delta}\n", encoding="utf-8")
    assert run("compare", str(output), *law).status == 0


@pytest.mark.parametrize("command", ["design", "audit", "certify"])
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--law", "laplace", "--epsilon", "1"), "from 1 to 1000"),
        (("--law", "laplace", "--epsilon", "1", "--m", "0"), "from 1 to 1000"),
        (("--law", "truncated-normal", "--epsilon", "1", "--m", "100001"), "from 1 to 100000"),
        (("--law", "laplace", "--epsilon", "1", "--m", "5", "--eta", "1/2"), "no parameter"),
        (("--law", "count-query", "--epsilon", "1", "--D", "5"), "probability of no noise"),
        (("--law", "count-query", "--epsilon", "1", "--D", "5", "--eta", "2"), "between 0 and 1"),
        (("--law", "count-query", "--epsilon", "1", "--eta", "1/2"), "from 1 to 5000"),
        (("--law", "discrete-gaussian", "--epsilon", "1", "--D", "5"), "from 1/2000 to 10^12"),
        (("--law", "discrete-gaussian", "--D", "5", "--sigma2", "0", "--epsilon", "1"), "1/2000"),
        (("--law", "discrete-gaussian", "--D", "0", "--sigma2", "2", "--epsilon", "1"), "100000"),
        (("--law", "laplace", "--epsilon", "1", "--m", "50", "--keysize", "2^16"), "2^74"),
    ],
)
def test_bad_parameters_name_the_admissible_range(
    run: Run, tmp_path: Path, command: str, arguments: tuple[str, ...], said: str
) -> None:
    """Status 2 and one line, from every command that takes a law."""
    name = {"design": "out.ptable.json", "certify": "out"}.get(command)
    output = ("-o", str(tmp_path / name)) if name else ()
    made = run(command, *arguments, *output)
    assert made.status == 2
    assert said in made.err
    assert len(made.err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_law_and_a_file_are_two_tables(run: Run) -> None:
    """Both at once is refused, not resolved in silence."""
    for command in ("audit", "certify"):
        made = run(command, "t.ptable.json", *LAPLACE)
        assert made.status == 2
        assert "cannot be combined with a file" in made.err


def test_the_audit_says_whether_so_many_outputs_reveal_the_bound(run: Run) -> None:
    """Bach (6)-(7): p_1 = P(|a + b - c| > 3 (E - 1)), and 1 - (1 - p_1)^m >= 0.68 from m on."""
    cmf = [0, *laplace_cmf(5, 16)]
    keys = {z: cmf[z + 6] - cmf[z + 5] for z in range(-5, 6)}
    triples = [(a, b, c) for a in keys for b in keys for c in keys if abs(a + b - c) > 12]
    with mp.workdps(60):
        p = mpf(sum(keys[a] * keys[b] * keys[c] for a, b, c in triples)) / 2**48
        needed = ceil(mp.log(mpf("0.32")) / mp.log(1 - p))
    for outputs, severity in ((needed - 1, "note"), (needed, "warning")):
        made = run("audit", *LAPLACE, "--outputs", str(outputs), "--json").json
        (found,) = [f for f in made["findings"] if f["code"] == "OUTPUTS"]
        assert found["severity"] == severity
        assert str(needed) in found["message"]


def test_the_hellinger_law_has_a_row_for_each_count(run: Run) -> None:
    """(5.4) truncated: p(0, b) ~ e^(-sqrt(b) epsilon / 2), b = 0..2, for the count 0."""
    asked = ("--law", "hellinger", "--epsilon", "1", "--m", "2", "--last-count", "3")
    made = run("audit", *asked, "--keysize", "2^16", "--json").json
    assert [row["count"] for row in made["rows"]] == [0, 1, 2, 3]
    with mp.workdps(60):
        total = mp.fsum(mp.exp(-mp.sqrt(b) / 2) for b in range(3))
        assert Fraction(made["rows"][0]["unchanged"]) == Fraction(ceil(2**16 / total), 2**16)


def test_compare_judges_prints_of_one_row_of_the_hellinger_law(run: Run, tmp_path: Path) -> None:
    """c^Q of the count 0 at 2^16 keys, from mpmath; which row is meant must be said."""
    with mp.workdps(60):
        weights = [mp.exp(-mp.sqrt(b) / 2) for b in range(3)]
        first = ceil(2**16 * weights[0] / mp.fsum(weights))
    output = tmp_path / "o.csv"
    asked = ("--law", "hellinger", "--epsilon", "1", "--m", "2", "--last-count", "3")
    row = (*asked, "--keysize", "2^16", "--count", "0")
    for value, status in ((first, 0), (first + 1, 1)):
        output.write_text(f"z,cq\n0,{value}\n", encoding="utf-8")
        assert run("compare", str(output), *row).status == status
    unsaid = run("compare", str(output), *asked)
    assert unsaid.status == 2
    assert "--count" in unsaid.err
