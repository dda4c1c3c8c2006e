"""Records, plans, attacks: hostile files, names and outputs end in one line, and forge nothing."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from exact.table.native import write_native
from exact.table.ptable import PTable
from exact.table.row import Row
from tests.cli.running import TIME_LIMIT, Run, check_rejected, listing

PTCERT = str(Path(sys.executable).with_name("ptcert"))
RECORDS = "sex,age,record_key\nF,1,3\nM,2,5\nF,1,1\nM,1,7\n"
PLAN = 'keys = "independent"\n[[table]]\nname = "a"\nptable = "t.ptable.json"\n'
APPLY = ("apply", "d.csv", "--table", "t.ptable.json", "--by", "sex,age", "-o")
KEYS = ("keys", "d.csv", "--secret", "secret.txt", "--record-key", "k", "-o")
HIDDEN = "\x1b\u202e\u2028"
DEEP = 5000


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go to a folder with records, a table, a plan, a secret, and what is no file."""
    monkeypatch.chdir(tmp_path)
    rows = (Row.of([(0, 4), (1, 4)]), Row.of([(-1, 2), (0, 4), (1, 2)]))
    Path("t.ptable.json").write_text(write_native(PTable(8, 1, rows, zero="preserve")))
    Path("d.csv").write_text(RECORDS)
    Path("secret.txt").write_text("a long secret of the agency 0123456789\n")
    Path("plan.toml").write_text(PLAN + "cells = 2\n")
    os.mkfifo("pipe.csv")
    Path("folder.csv").mkdir()
    Path("zeros.csv").symlink_to("/dev/zero")
    Path("circle.csv").symlink_to("circle.csv")
    return tmp_path


def asked_of(name: str) -> Iterator[tuple[str, ...]]:
    """Yield every command that reads a file, with the name in each place."""
    table = ("--table", "t.ptable.json")
    yield ("apply", name, *table, "--by", "sex", "-o", "o.csv")
    yield ("apply", "d.csv", "--table", name, "--by", "sex", "-o", "o.csv")
    yield ("verify", name, *table)
    yield ("verify", "d.csv", name, *table, "--by", "sex")
    yield ("keys", name, "--check")
    yield ("keys", name, "--secret", "secret.txt", "-o", "o.csv")
    yield ("keys", "d.csv", "--secret", name, "-o", "o.csv")
    yield ("release", name)
    yield ("attack", name)


@pytest.mark.parametrize(
    "name", ["pipe.csv", "folder.csv", "zeros.csv", "circle.csv", "\0", "", "x" * 300 + ".csv"]
)
def test_what_is_no_file_is_refused_wherever_records_are_read(run: Run, name: str) -> None:
    """Nobody waits for a pipe, nothing endless is read, nothing is written."""
    before = sorted(Path.cwd().iterdir())
    for arguments in asked_of(name):
        check_rejected(run(*arguments))
    assert sorted(Path.cwd().iterdir()) == before


def test_records_under_a_name_that_is_not_utf_8_are_refused(run: Run) -> None:
    """The engine takes no such name: one line; a table, a plan and a result may have one."""
    odd = os.fsdecode(b"odd\xff")
    for name, content in ((".csv", "d.csv"), (".ptable.json", "t.ptable.json"), (".toml", "")):
        Path(odd + name).write_text(Path(content or "plan.toml").read_text())
    refused: list[tuple[str, ...]] = [
        ("apply", odd + ".csv", *APPLY[2:], "o.csv"),
        ("keys", odd + ".csv", "--check"),
    ]
    for arguments in refused:
        check_rejected(run(*arguments), "not UTF-8")
    taken: list[tuple[str, ...]] = [
        (*APPLY, odd + "-out.csv"),
        ("attack", odd + ".ptable.json", "--attack", "bound"),
        ("release", odd + ".toml", "--epsilon", "1"),
    ]
    for arguments in taken:
        made = run(*arguments)
        assert (made.status, made.err) == (0, "")
        assert "odd\\udcff" in made.out


@pytest.mark.parametrize("name", ["", "x" * 300, "d.csv/t", "no/such/t", "folder", "pipe"])
def test_an_output_of_records_that_cannot_be_leaves_nothing(run: Run, name: str) -> None:
    """Status 2, one line; neither the file nor the manifest beside it."""
    before = sorted(Path.cwd().iterdir())
    for words in (APPLY, KEYS):
        check_rejected(run(*words, name and f"{name}.csv"), "output")
    for suffix, arguments in (
        (".html", ("attack", "t.ptable.json", "-o")),
        (".toml", ("release", "--example", "-o")),
    ):
        if name not in ("folder", "pipe"):
            check_rejected(run(*arguments, name and name + suffix), "output")
    assert sorted(Path.cwd().iterdir()) == before


def test_records_are_never_written_over(run: Run) -> None:
    """Not by their own name, and not by a link to them."""
    Path("same.csv").hardlink_to("d.csv")
    for arguments in (APPLY, KEYS):
        for name in ("d.csv", "same.csv", "../" + Path.cwd().name + "/d.csv"):
            check_rejected(run(*arguments, name), "is one of the files that the command reads")
    assert Path("d.csv").read_text() == RECORDS


def test_a_manifest_that_cannot_be_leaves_no_cells(run: Run) -> None:
    """A folder in its place: the cells are not written either."""
    Path("h.csv.manifest.json").mkdir()
    before = sorted(Path.cwd().iterdir())
    check_rejected(run(*APPLY, "h.csv"), "manifest")
    assert sorted(Path.cwd().iterdir()) == before


def test_no_link_is_written_through(run: Run) -> None:
    """Cells, manifest, keyed records, pages: made anew, and what a link named stays."""
    Path("precious").write_text("precious")
    for name in ("a.csv", "b.csv.manifest.json", "k.csv", "p.html", "r.html", "e.toml"):
        Path(name).symlink_to("precious")
    for arguments in (
        (*APPLY, "a.csv"),
        (*APPLY, "b.csv"),
        (*KEYS, "k.csv"),
        ("attack", "t.ptable.json", "--attack", "bound", "-o", "p.html"),
        ("release", "plan.toml", "--epsilon", "1", "-o", "r.html"),
        ("release", "--example", "-o", "e.toml"),
    ):
        assert run(*arguments).status == 0
    assert Path("precious").read_text() == "precious"
    assert not any(path.is_symlink() for path in Path.cwd().glob("[abkpre].*"))


PLANS = {
    "arrays": "title = " + "[" * DEEP + "]" * DEEP,
    "tables": "title = " + "{a = " * DEEP + "1" + "}" * DEEP,
    "dotted": "title" + ".a" * DEEP + " = 1",
    "header": "[table" + ".a" * DEEP + "]",
    "digits": PLAN + "cells = " + "9" * DEEP,
    "hex": PLAN + "cells = 0x" + "9" * DEEP,
    "hex in array": PLAN + "cells = [0x" + "9" * DEEP + "]",
    "cells": PLAN + "cells = 1000000000000",
    "no cells": PLAN + "cells = -1",
    "a float": PLAN + "cells = 2\nepsilon = 1e999999",
    "no number": PLAN + "cells = 2\nepsilon = nan",
    "long epsilon": PLAN + f'cells = 2\nepsilon = "{"9" * DEEP}"',
    "floor": PLAN + "cells = 2\ncount_floor = 0x" + "f" * DEEP,
    "categories": "categories = {sex = 0x" + "f" * DEEP + "}\n" + PLAN + "cells = 2",
    "long name": PLAN.replace('"a"', f'"{"a" * 100_000}"') + "cells = 2",
    "many dimensions": PLAN + f"dimensions = {[f'd{i}' for i in range(40)]}\nmargins = 'all'",
    "many tables": PLAN + "cells = 2\n" + PLAN.partition("\n")[2] * 1200,
    "a device": PLAN.replace("t.ptable.json", "/dev/zero") + "cells = 2",
    "a pipe": PLAN.replace("t.ptable.json", "pipe.csv") + "cells = 2",
    "NUL": PLAN.replace("t.ptable.json", "\\u0000") + "cells = 2",
    "a word": '"x\\u001b[32m\\nHOLDS" = 1',
    "keys": PLAN.replace("independent", "x\\u001b[32m\\nHOLDS") + "cells = 2",
    "nothing": "",
    "a mark": "\ufeff" + PLAN + "cells = 2",
}


@pytest.mark.parametrize("case", PLANS)
def test_a_plan_beyond_measure_is_one_line(run: Run, case: str) -> None:
    """Nested 5,000 deep, huge integers, devices, endless names: bad input, no traceback."""
    Path("p.toml").write_text(PLANS[case], encoding="utf-8")
    made = run("release", "p.toml", "--epsilon", "1")
    check_rejected(made)
    assert len(made.err) < 500
    assert not set(made.err) & set(HIDDEN)


def test_a_plan_that_is_no_text_is_refused(run: Run) -> None:
    """Bytes that are no UTF-8, and a file beyond the bound."""
    Path("p.toml").write_bytes(b"\xff\xfe")
    check_rejected(run("release", "p.toml"), "not UTF-8")
    with Path("p.toml").open("wb") as stream:
        stream.truncate(1 << 40)
    check_rejected(run("release", "p.toml"), "bytes")


def check_honest(text: str) -> None:
    """Check that nothing hides or moves text, and that no line begins with a verdict."""
    assert not set(text) & set(HIDDEN)
    lines = [line.lstrip() for line in text.splitlines()]
    assert not [line for line in lines if line.startswith(("HOLDS", "RIGHT: all 9"))]


MANIFESTS = ("", "{}", "[]", "[" * 100_000, '{"format": "ptcert-applied"}', "\udcff", "9" * 5000)


@pytest.mark.parametrize("text", MANIFESTS, ids=lambda text: ascii(text[:12]))
def test_a_hostile_manifest_is_one_line(run: Run, text: str) -> None:
    """Beside what was published: no JSON, another, nothing said, nested without end."""
    Path("c.csv").write_text("sex,age,released\nF,1,2\n")
    Path("c.csv.manifest.json").write_bytes(os.fsencode(text))
    check_rejected(run("verify", "d.csv", "c.csv", "--table", "t.ptable.json"), "manifest")


EVIL = "x\x1b[32m\nRIGHT: all 9\u202e"


def test_hostile_records_and_plans_forge_no_line(run: Run) -> None:
    """Categories, columns, titles and names with control characters are shown escaped."""
    Path("e.csv").write_text(f'"{EVIL}",age,record_key\n"{EVIL}",1,3\n', encoding="utf-8")
    Path("c.csv").write_text(f'sex,age,released\n"{EVIL}",1,77\n', encoding="utf-8")
    spelled = "x\\u001b[32m\\nHOLDS\\u202e"
    Path("e.toml").write_text(
        f'title = "{spelled}"\n' + PLAN.replace('"a"', f'"{spelled}"') + "cells = 2"
    )
    name = f"{EVIL}.ptable.json".replace("/", "")
    Path(name).write_text(Path("t.ptable.json").read_text())
    for arguments in (
        ("apply", "e.csv", "--table", "t.ptable.json", "--by", "sex", "-o", "o.csv"),
        ("apply", "e.csv", "--table", "t.ptable.json", "--by", EVIL, "-o", "o.csv"),
        ("apply", "d.csv", "--table", "t.ptable.json", "--by", EVIL, "-o", "o.csv"),
        (
            "apply",
            "d.csv",
            "--table",
            "t.ptable.json",
            "--by",
            "sex",
            "--where",
            EVIL,
            "-o",
            "o.csv",
        ),
        ("verify", "d.csv", "c.csv", "--table", "t.ptable.json", "--by", "sex,age"),
        ("keys", "e.csv", "--check", "--record-key", EVIL),
        ("release", "e.toml", "--epsilon", "1"),
        ("attack", name, "--attack", "bound"),
        ("attack", "t.ptable.json", "--attack", EVIL),
    ):
        made = run(*arguments)
        check_honest(made.out)
        check_honest(made.err)
        assert made.err.count("\n") <= 1
        assert "Traceback" not in made.err


def test_nothing_is_right_of_no_records_and_no_cells(run: Run) -> None:
    """No record is no traceback; none selected is refused; nothing published is not verified."""
    Path("e.csv").write_text("sex,record_key\n")
    table = ("--table", "t.ptable.json")
    asked = (*table, "--by", "sex", "--margins", "all", "-o")
    made = run("apply", "e.csv", *asked, "o.csv")
    assert (made.status, made.err) == (0, "")
    assert Path("o.csv").read_text().splitlines()[1:] == [",sex,0,0,0,0"]  # a preserved 0
    for where in ("sex=Q", "sex=F"):
        made = run(
            "apply", "e.csv" if where == "sex=F" else "d.csv", *asked, "n.csv", "--where", where
        )
        check_rejected(made, f"where = '{where}'", "leaves no record")
    assert not Path("n.csv").exists()
    Path("c.csv").write_text("sex,released\n")
    check_rejected(run("verify", "e.csv", "c.csv", *table, "--by", "sex"), "has no cells")
    check_rejected(run("verify", "c.csv", *table, "--by", "sex"), "has no cells")
    check_rejected(run("keys", "e.csv", "--check"), "has no records")
    assert run("verify", "d.csv", "c.csv", *table, "--by", "sex").status == 1


SQL = "x'); COPY (SELECT 1) TO 'written.csv'; --"


def test_nothing_from_outside_is_run_as_sql(run: Run) -> None:
    """Neither names of files and columns, nor categories, conditions and what a manifest says."""
    name = f"{SQL}.csv".replace("/", "")
    Path(name).write_text(f'"{SQL}",record_key\n"{SQL}",3\n')
    by = ("--table", "t.ptable.json", "--by")
    said: dict[str, Any] = {
        "format": "ptcert-applied",
        "by": ["sex"],
        "margins": [],
        "where": [f"sex={SQL}"],
    }
    said |= {"record_key": ["record_key"], "zeros": True, "categories": {"sex": [SQL]}}
    said |= {"float_keys": None, "cell_keys": "sum", "modulus": 8}
    Path("c.csv").write_text("sex,released\nF,2\n")
    Path("c.csv.manifest.json").write_text(json.dumps(said))
    for arguments in (
        ("apply", name, *by, SQL, "-o", "o.csv"),
        ("apply", "d.csv", *by, "sex", "--where", f"sex={SQL}", "-o", "o.csv"),
        ("apply", "d.csv", *by, "sex", "--where", SQL, "-o", "o.csv"),
        ("apply", "d.csv", *by, "sex", "--categories", f"sex=F,M,{SQL}", "--zeros", "-o", "o.csv"),
        ("apply", "d.csv", *by, "sex", "-o", f"{SQL}.o.csv".replace("/", "")),
        (
            "keys",
            name,
            "--secret",
            "secret.txt",
            "--id",
            SQL,
            "--record-key",
            f'"{SQL}',
            *KEYS[-1:],
        ),
        ("keys", name, "--check", "--record-key", SQL),
        ("verify", "d.csv", "c.csv", "--table", "t.ptable.json"),
    ):
        made = run(*arguments, *(("k.csv",) if arguments[-1] == "-o" else ()))
        assert made.status in (0, 1, 2), made
        assert not Path("written.csv").exists()


@pytest.mark.parametrize(
    ("redirection", "status"), [(">/dev/full", 74), (">&-", 74), ("| true", 0)]
)
def test_an_answer_about_records_that_cannot_be_written(redirection: str, status: int) -> None:
    """Status 74 and one line; a reader that leaves is no traceback either."""
    for arguments in (
        ("keys", "d.csv", "--check", "--keys", "8"),
        ("release", "plan.toml", "--epsilon", "1"),
    ):
        made = subprocess.run(
            ["bash", "-c", f'"$@" {redirection}', "bash", PTCERT, *arguments],
            check=False,
            capture_output=True,
            timeout=TIME_LIMIT,
        )
        assert made.returncode == status
        assert b"Traceback" not in made.stderr


def test_an_ascii_terminal_shows_a_release(tmp_path: Path) -> None:
    """Nothing that the encoding lacks ends the command."""
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    for arguments in (
        ("release", "plan.toml", "--epsilon", "1"),
        ("attack", "t.ptable.json", "--attack", "bound"),
        (*APPLY, "o.csv"),
    ):
        made = subprocess.run(
            [PTCERT, *arguments],
            check=False,
            capture_output=True,
            env=environment,
            timeout=TIME_LIMIT,
        )
        assert (made.returncode, made.stderr) == (0, b"")
        made.stdout.decode("ascii")
    assert "o.csv" in listing(tmp_path)


def test_a_certificate_has_no_name_of_two_lines(run: Run) -> None:
    """It was made, and refused by the checker as undecided; it is bad input."""
    name = json.dumps("a\nHOLDS\x1b[2J")
    Path("plan.toml").write_text(PLAN.replace('"a"', name) + "cells = 2\n")
    made = run("release", "plan.toml", "--epsilon", "1", "--certificate", "a.certificate.json")
    check_rejected(made, "name = ", "is no text of one line")
    assert not Path("a.certificate.json").exists()
