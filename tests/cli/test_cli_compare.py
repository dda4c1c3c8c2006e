"""``ptcert compare`` as a user runs it."""

import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from reports.peers import run as peers
from tests.cli.running import ROOT, TIME_LIMIT, Outcome, Run, check_rejected
from tests.comparison.printing import PlainLaw, printed

PAPER = str(ROOT / "tests" / "comparison" / "data" / "sadeghi_chien.csv")
LAW = ("--law", "maxent", "--epsilon", "1/2", "--D", "25")
EXAMPLE = (*LAW, "--keysize", "2^32")
PLAIN = PlainLaw(25, Fraction(127, 12495))
# The interpreter and its libraries need about 130 MiB of address space; two million rows kept as
# they are read would need several hundred more.
STREAM_MEMORY = 220 << 20
STREAM_ROWS = 2_000_000


def test_the_paper_is_judged_for_people(run: Run) -> None:
    """The verdict first; the two noisy values, the wrong label, and that the noise is harmless."""
    found = run("compare", PAPER, *EXAMPLE)
    assert found.status == 1
    lines = found.out.splitlines()
    assert lines[0] == (
        "sadeghi_chien.csv: DIFFERENT TABLE: 21 of 24 values are right; 1 is of another table"
    )
    assert "p(12): this is p(±11); not of this table." in lines
    harmless = [line for line in lines if "harmless at 2^32" in line]
    assert [line.split(":")[0] for line in harmless] == ["c(-24)", "c(-23)"]
    assert "quantised it gives 1126343, as it should" in harmless[0]
    rows = [line.split() for line in lines if line.split()[1:2] in (["c(-24)"], ["c(-23)"])]
    assert [row[4:6] for row in rows] == [["off", "+1.66"], ["off", "+2.30"]]
    assert "How to read it" in found.out


def test_the_paper_is_judged_for_machines(run: Run) -> None:
    """The same in JSON, with exact enclosures."""
    found = run("compare", PAPER, *EXAMPLE, "--json")
    assert found.status == 1
    document = found.json
    assert (document["verdict"], document["values"], document["right"]) == (
        "different table",
        24,
        21,
    )
    assert document["changing"] == 1
    assert document["reference"]["law"] == {"name": "maxent", "D": 25, "gamma": "127/12495"}
    noisy, _, wrong = document["disagreements"]
    assert (noisy["value"], noisy["verdict"], noisy["harmless"]) == ("c(-24)", "off", True)
    assert noisy["noise_of_doubles"] is True
    low, high = (Fraction(noisy["last_place_units"][end]) for end in ("lo", "hi"))
    assert Fraction(166, 100) < low <= high < Fraction(167, 100)
    assert (wrong["line"], wrong["value"], wrong["is"]) == (9, "p(12)", ["p(±11)"])
    assert wrong["harmless"] is False
    assert document["integers"] == {"printed": 5, "wrong": 0, "first": [], "routes": []}
    assert document["cost"] is None


def test_the_table_of_the_example_is_a_reference_too(run: Run, example_1: Path) -> None:
    """Its file names the law, so the same 21 values are right."""
    found = run("compare", PAPER, "--table", str(example_1), "--json")
    assert found.status == 1
    assert (found.json["values"], found.json["right"]) == (24, 21)
    assert found.json["reference"]["rule"] == "ceiling"


def test_right_output_agrees(run: Run, tmp_path: Path) -> None:
    """p, c and c^Q of Example 1 from mpmath, printed with 12 digits: status 0."""
    cmf = PLAIN.cmf | {25: Fraction(1)}
    rows = [
        f"{z};{printed(p, 12)};{printed(cmf[z], 12)};{PLAIN.ceilings(2**32)[z]}"
        for z, p in PLAIN.pmf.items()
    ]
    path = tmp_path / "right.csv"
    path.write_text("\n".join(["z;p;c;C^Q", *rows]), encoding="utf-8")
    found = run("compare", str(path), *EXAMPLE)
    assert found.status == 0
    assert found.out.startswith("right.csv: SAME TABLE: all 153 values are right\n")
    assert run("compare", str(path), *EXAMPLE).out == found.out


def test_a_table_made_in_doubles_is_explained_and_measured(run: Run, tmp_path: Path) -> None:
    """At 2^60 a forward sum of doubles mis-quantises: the route and the cost are said."""
    total, rows = 0.0, []
    for z, p in PLAIN.pmf.items():
        total += p.numerator / p.denominator
        rows.append(f"{z},{-(-Fraction(total) * 2**60 // 1)}")
    path = tmp_path / "doubles.csv"
    path.write_text("\n".join(["z,cq", *rows]), encoding="utf-8")
    found = run("compare", str(path), *LAW, "--keysize", "2^60", "--json").json
    assert {"route": "ceiling of forward sum of doubles", "all": 51}.items() <= next(
        route for route in found["integers"]["routes"] if "ceiling of forward" in route["route"]
    ).items()
    measures = {"bias", "variance", "epsilon_q", "delta", "worst_pair", "delta_zeros_preserved"}
    assert set(found["cost"]["other"]) == measures
    text = run("compare", str(path), *LAW, "--keysize", "2^60").out
    assert "reproduced by" in text
    assert "what it costs" in text
    assert "tight delta at epsilon = 1/2" in text


def test_two_tables_are_compared(run: Run, example_1: Path, tmp_path: Path) -> None:
    """The rules ceiling and symmetric part at 25 keys; a table is the same as itself."""
    other = tmp_path / "symmetric.ptable.json"
    design = (*LAW[2:], "--keysize", "2^32", "--rule", "symmetric", "-o", str(other))
    assert run("design", *design).status == 0
    found = run("compare", str(example_1), str(other), "--json")
    assert found.status == 1
    document = found.json
    assert (document["same_lookup"], document["same_distribution"]) == (False, False)
    assert (document["first"]["count"], document["first"]["keys"]) == (25, 25)
    assert document["first"]["noise"] == [0, 1]
    assert [m["bias"] for m in document["measures"]] == ["-25/4294967296", "0/1"]
    text = run("compare", str(example_1), str(other)).out
    assert text.startswith("example1.ptable.json and symmetric.ptable.json: DIFFERENT TABLE")
    assert document["verdict"] == "different table"
    assert f"count 25, key {document['first']['key']}: noise" in text
    same = run("compare", str(example_1), str(example_1))
    assert same.status == 0
    assert "SAME TABLE: every key leads to the same noise" in same.out


def test_tables_that_differ_in_the_number_of_their_keys_alone(run: Run, tmp_path: Path) -> None:
    """As a file of decimals is read back: the same noise at the same share; --strict tells."""
    few, many = tmp_path / "few.ptable.json", tmp_path / "many.csv"
    asked = ("--D", "2", "--variance", "1", "--criterion", "entropy", "--keysize", "2^4")
    assert run("design", "--complete", *asked, "-o", str(few)).status == 0
    assert run("convert", str(few), str(many), "--to", "r-ptable").status == 0
    found = run("compare", str(few), str(many))
    assert found.status == 0
    assert "SAME TABLE with other keys: the same noise at the same share of all keys" in found.out
    assert run("compare", str(few), str(many), "--strict").status == 1
    document = run("compare", str(few), str(many), "--json").json
    assert (document["verdict"], document["same_lookup"]) == ("same table", False)


def test_directed_rounding_is_suggested_and_accepted(run: Run, tmp_path: Path) -> None:
    """A delta rounded up is less than a unit off: other digits; right with --rounding up."""
    path = tmp_path / "up.csv"
    path.write_text("epsilon,delta\n1/2,9.92e-5\n", encoding="utf-8")
    found = run("compare", str(path), *LAW)
    assert found.status == 0
    assert found.out.startswith("up.csv: SAME LAW, PRINTED DIGITS OFF: 0 of 1 values are right")
    assert "All that is not right in delta is rounded up: --rounding up?" in found.out
    assert run("compare", str(path), *LAW, "--strict").status == 1
    assert run("compare", str(path), *LAW, "--rounding", "up", "--strict").status == 0


def test_the_last_digits_of_doubles_change_no_table(run: Run, tmp_path: Path) -> None:
    """Sums of doubles are off in their last digits and change no integer: 0, and 1 if strict."""
    total, rows = 0.0, []
    for z, p in PLAIN.pmf.items():
        total += p.numerator / p.denominator
        rows.append(f"{z},{total!r},{PLAIN.ceilings(2**32)[z]}")
    path = tmp_path / "doubles.csv"
    path.write_text("\n".join(["z,c,cq", *rows]), encoding="utf-8")
    found = run("compare", str(path), *EXAMPLE)
    assert found.status == 0
    head = found.out.splitlines()[0]
    assert head.startswith("doubles.csv: SAME INTEGERS, PRINTED DIGITS OFF")
    assert head.endswith("the others leave the table as it is")
    assert run("compare", str(path), *EXAMPLE, "--strict").status == 1
    document = run("compare", str(path), *EXAMPLE, "--json").json
    assert document["verdict"] == "same integers, printed digits off"
    assert all(entry["harmless"] for entry in document["disagreements"])


def test_key_counts_and_a_wrong_gamma_are_named(run: Run, tmp_path: Path) -> None:
    """Numbers of keys under the name pq are the same table; the values of 1/98 are named."""
    cmf = PLAIN.ceilings(2**32)
    path = tmp_path / "keys.csv"
    rows = [f"{z},{n - cmf.get(z - 1, 0)}" for z, n in cmf.items()]
    path.write_text("\n".join(["z,pq", *rows]), encoding="utf-8")
    found = run("compare", str(path), *EXAMPLE)
    assert (found.status, found.out.splitlines()[0]) == (
        0,
        "keys.csv: SAME TABLE: all 51 values are right",
    )
    assert "p^Q is given as numbers of keys, K p^Q(z), not as probabilities" in found.out
    other = PlainLaw(25, Fraction(1, 98))
    path.write_text(
        "\n".join(["z,p", *(f"{z},{printed(p, 15)}" for z, p in other.pmf.items())]),
        encoding="utf-8",
    )
    found = run("compare", str(path), *EXAMPLE)
    assert found.status == 1
    assert (
        "These are the values of γ = 1/98, epsilon/(2D-1), the right end of (2.20), at "
        "epsilon = 1/2." in found.out
    )
    named = run("compare", str(path), *EXAMPLE, "--json").json["other_gamma"]
    assert named == {"D": 25, "gamma": "1/98", "of_epsilon": "1/49"}


def test_duplicates_nan_and_mixed_precision_are_reported(run: Run, tmp_path: Path) -> None:
    """What is odd about an output is said, and the status is 1."""
    path = tmp_path / "odd.csv"
    texts = [printed(PLAIN.pmf[0], 5), printed(PLAIN.pmf[1], 17)]
    rows = [f"0,{texts[0]},x", f"1,{texts[1]},x", f"0,{texts[0]},x", "2,NaN,x"]
    path.write_text("\n".join(["z,p,remark", *rows]), encoding="utf-8")
    found = run("compare", str(path), *LAW)
    assert found.status == 1
    assert found.out.startswith(
        "odd.csv: DIFFERENT LAW: 3 of 4 values are right, and 1 stand twice"
    )
    assert "p is printed with 5 to 17 digits." in found.out
    assert "p(0) stands again in line 4: 1 values stand where one stood already." in found.out
    assert "Columns not compared: remark." in found.out
    assert "no number" in found.out


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ((), ("needs a truth to compare with",)),
        ((PAPER,), ("needs a truth to compare with",)),
        ((PAPER, "--D", "25"), ("D = '25'", "give --law")),
        ((PAPER, PAPER, *LAW), ("must be one output",)),
        ((PAPER, "--law", "maxent"), ("D = ''", "is missing")),
        ((PAPER, "--law", "maxent", "--D", "25"), ("D = 25", "needs one parameter more")),
        ((PAPER, *LAW, "--gamma", "1", "--variance", "2"), ("variance = '2'", "--gamma")),
        ((PAPER, *LAW, "--keysize", "100"), ("keysize = '100'", "power of two")),
        ((PAPER, *LAW), ("column = 'cq'", "give --keysize or --table")),
        ((PAPER, *EXAMPLE, "--table", PAPER), ("table", "does not go with --law")),
        ((PAPER, *EXAMPLE, "--count", "3"), ("count = '3'", "needs --table")),
        ((PAPER, *EXAMPLE, "--show", "-1"), ("show = '-1'",)),
        (("nowhere.csv", *EXAMPLE), ("nowhere.csv", "No such file")),
        ((str(ROOT), *EXAMPLE), ("is no file",)),
        ((PAPER, "--self-test"), ("is not read with --self-test",)),
        ((PAPER, "--law", "laplace"), ("--law", "laplace")),
    ],
)
def test_bad_arguments_are_refused(run: Run, arguments: tuple[str, ...], named: tuple[str]) -> None:
    """Status 2 and one line."""
    check_rejected(run("compare", *arguments), "compare", *named)


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (b"", ("is empty",)),
        (b"\x00\x01\x02", ("a NUL character",)),
        (b"\xff\xfe", ("is not UTF-8 text",)),
        (b"a,b\n1,2\n", ("a,b", "names none of the columns")),
        (b"p\n1\n", ("has no column z",)),
        (b"z,p\n0\n", ("line 2", "has 1 cells")),
        (b"z,p\n0,zero\n", ("line 2, p", "'zero'", "is not a number")),
        (b"z,p\n", ("holds no values",)),
    ],
)
def test_output_that_cannot_be_judged_is_refused(
    run: Run, tmp_path: Path, content: bytes, named: tuple[str, ...]
) -> None:
    """Status 2 and one line that says where."""
    path = tmp_path / "bad.csv"
    path.write_bytes(content)
    check_rejected(run("compare", str(path), *EXAMPLE), *named)


def test_the_peers_are_asked(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """--self-test and --peer hand the options over and give the status back."""
    monkeypatch.setattr(peers, "run_self_test", lambda _: 7)
    monkeypatch.setattr(peers, "run_peer", lambda options: len(options.peer))
    assert run("compare", "--self-test").status == 7
    assert run("compare", "--peer", "opendp").status == 6


def streamed(generator: str) -> Outcome:
    """Pipe what a program prints into the command, which has little memory."""
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_AS, ({STREAM_MEMORY},) * 2);"
    program = limit + "import sys; from reports.cli import main; sys.exit(main())"
    with subprocess.Popen([sys.executable, "-c", generator], stdout=subprocess.PIPE) as source:
        run = subprocess.run(
            [sys.executable, "-c", program, "compare", "-", *LAW, "--json"],
            cwd=ROOT,
            check=False,
            stdin=source.stdout,
            capture_output=True,
            text=True,
            timeout=TIME_LIMIT,
        )
    return Outcome(run.returncode, run.stdout, run.stderr)


def test_millions_of_rows_are_judged_in_bounded_memory() -> None:
    """Every row is judged as it is read; nothing grows with their number."""
    rows = "".join(f"{z},{printed(p, 15)}\n" for z, p in PLAIN.pmf.items()) + "3,0.5\n"
    times = STREAM_ROWS // 52
    found = streamed(
        f"print('z,p'); block = {rows!r}\nfor _ in range({times}): print(block, end='')"
    )
    assert found.err == ""
    assert found.status == 1
    column = found.json["columns"][0]
    assert column["verdicts"] == {"correctly rounded": 51 * times, "wrong": times}
    assert column["duplicates"] == 52 * times - 51
    assert len(found.json["disagreements"]) == 20
