"""The checker as a program before hostile files: one clear line, status 1 or 2, bounded.

Every file is checked in a process of its own with a bound on its memory; the limit on time only
protects this run.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.attacks_on_ptcert.mutations import at, paths
from tests.certificate.making import CHECKER, Json, claim, small_certificates
from tests.steps import work_in
from verification import checker

MEMORY_LIMIT = 1 << 30
TIME_LIMIT = 600
# What the law of the most counts and values costs, in instructions; of the longest number read.
MOST_STEPS, MOST_BITS = 5_000_000, 1 << 15
HUGE = "9" * 1_000_000
LONG = "9" * 4000


def run(path: Path) -> subprocess.CompletedProcess[bytes]:
    """Run the checker alone, with bounded memory."""
    program = (
        "import resource, runpy, sys;"
        f"resource.setrlimit(resource.RLIMIT_AS, ({MEMORY_LIMIT}, {MEMORY_LIMIT}));"
        "sys.argv.pop(0); runpy.run_path(sys.argv[0], run_name='__main__')"
    )
    return subprocess.run(
        [sys.executable, "-I", "-S", "-c", program, str(CHECKER), str(path)],
        check=False,
        capture_output=True,
        timeout=TIME_LIMIT,
    )


def check_refused(path: Path, *statuses: int) -> str:
    """Check for one of the statuses and one line, which is returned."""
    found = run(path)
    output = (found.stdout + found.stderr).decode()
    assert "Traceback" not in output
    assert found.returncode in statuses
    assert output.endswith("\n")
    assert len(output.splitlines()) == 1
    assert len(output) < 600
    return output


CONTENTS: dict[str, bytes] = {
    "empty": b"",
    "a space": b" ",
    "prose": b"no certificate",
    "half a document": b'{"format": "ptcert-certificate", "version": 1',
    "another document": b'{"format": "ptcert-ptable", "version": 1}',
    "a list": b"[]",
    "a string": b'"ptcert-certificate"',
    "null": b"null",
    "invalid UTF-8": b'{"format": "\xff\xfe"}',
    "UTF-16": '{"format": "ptcert-certificate"}'.encode("utf-16"),
    "a NUL": b"\x00" * 1000,
    "a bare integer of a million digits": HUGE.encode(),
    "deep arrays": b"[" * 5_000_000,
    "deep and closed": b"[" * 100_000 + b"]" * 100_000,
    "deep objects": b'{"a":' * 1_000_000,
    "nothing but the format of version 2": b'{"format": "ptcert-certificate", "version": 2}',
    "nothing but the format": b'{"format": "ptcert-certificate", "version": 1}',
    "another version": b'{"format": "ptcert-certificate", "version": 3}',
    "a version as text": b'{"format": "ptcert-certificate", "version": "1"}',
    "a true version": b'{"format": "ptcert-certificate", "version": true}',
    "a float version": b'{"format": "ptcert-certificate", "version": 1.0}',
    "a key twice": b'{"format": "ptcert-certificate", "version": 1, "version": 1}',
}


@pytest.mark.parametrize("content", CONTENTS.values(), ids=list(CONTENTS))
def test_what_is_no_certificate_is_refused(content: bytes, tmp_path: Path) -> None:
    """Whatever is not a certificate of this version gives status 2 and one line."""
    path = tmp_path / "hostile.json"
    path.write_bytes(content)
    assert check_refused(path, 2).startswith(f"{path}: ")


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    """Status 2 and one line, as for a file that is no certificate."""
    check_refused(tmp_path / "missing.json", 2)
    check_refused(tmp_path, 2)


def test_a_file_beyond_the_bound_is_not_read(tmp_path: Path) -> None:
    """A sparse file of 1 TiB is refused by its size."""
    path = tmp_path / "huge.json"
    with path.open("wb") as stream:
        stream.truncate(1 << 40)
    assert "too large" in check_refused(path, 2)


REPLACED: dict[str, tuple[str, str]] = {
    "NaN": ('"keysize": 256', '"keysize": NaN'),
    "Infinity": ('"keysize": 256', '"keysize": -Infinity'),
    "a float": ('"keysize": 256', '"keysize": 256.0'),
    "an exponent": ('"keysize": 256', '"keysize": 256e0'),
    "an endless exponent": ('"keysize": 256', '"keysize": 1e999999999'),
    "a million digits": ('"keysize": 256', f'"keysize": {HUGE}'),
    "a million digits in a fraction": ('"bias": "', f'"bias": "{HUGE}'),
    "a key twice": ('"keysize": 256', '"keysize": 256, "keysize": 256'),
    "a key twice far inside": ('"keys_made": 256', '"keys_made": 256, "keys_made": 256'),
    "hexadecimal": ('"keysize": 256', '"keysize": 0x100'),
    "a comment": ('"keysize": 256', '"keysize": 256 // keys'),
    "a comma too many": ('"keysize": 256', '"keysize": 256,'),
}


@pytest.mark.parametrize("name", REPLACED)
def test_text_that_is_no_strict_json_is_refused(
    name: str, small: dict[str, Json], tmp_path: Path
) -> None:
    """NaN, floats, duplicate keys and endless numbers never become a value."""
    text, path = json.dumps(small["law"]), tmp_path / "hostile.json"
    old, new = REPLACED[name]
    assert text.count(old) >= 1
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    check_refused(path, 1 if "fraction" in name else 2, 2)


def origin(document: Json) -> Json:
    """Return the declared law."""
    found: Json = document["table"]["origin"]["parameters"]
    return found


COSTLY: dict[str, Callable[[Json], Any]] = {
    "a huge epsilon": lambda d: d["epsilons"][0].update(epsilon="100000000"),
    "an epsilon with a huge exponent": lambda d: d["epsilons"][0].update(epsilon="1e1000000000"),
    "a tiny epsilon": lambda d: d["epsilons"][0].update(epsilon="1e-1000000000"),
    "the log of a huge number": lambda d: d["epsilons"][0].update(epsilon="ln(1e1000000000)"),
    "a gamma with a huge exponent": lambda d: origin(d).update(gamma="1e1000000000"),
    "a huge gamma": lambda d: origin(d).update(gamma="100000000"),
    "a huge variance": lambda d: origin(d).update(gamma={"variance": "1e1000000000"}),
    "a long variance": lambda d: origin(d).update(gamma={"variance": LONG}),
    "a huge root": lambda d: origin(d).update(gamma={"times": "1/100000000", "ln": "2"}),
    "a huge power": lambda d: origin(d).update(gamma={"times": "1000003", "ln": LONG}),
    "a power with an exponent": lambda d: origin(d).update(
        gamma={"times": "1e999999999", "ln": "2"}
    ),
    "a base with an exponent": lambda d: origin(d).update(
        gamma={"times": "1", "ln": "1e999999999"}
    ),
    "a large D": lambda d: origin(d).update(D=10**6),
    "a large D with many bits": lambda d: (
        origin(d).update(D=10**6),
        claim(d, "quantisation").update(bits=4096),
    ),
    "a large D by a variance": lambda d: origin(d).update(D=10**6, gamma={"variance": "49"}),
    "a D beyond all bounds": lambda d: origin(d).update(D=10**30),
    "huge bits": lambda d: claim(d, "quantisation").update(bits=10**9),
    "many bits": lambda d: claim(d, "quantisation").update(bits=4096),
    "long bounds of x": lambda d: claim(d, "quantisation").update(
        x={"lo": f"1/{LONG}", "hi": f"2/{LONG}"}
    ),
    "long bounds of x by a variance": lambda d: (
        origin(d).update(gamma={"variance": "2"}),
        claim(d, "quantisation").update(x={"lo": f"1/{LONG}", "hi": "1/1"}),
    ),
    "many logarithms": lambda d: origin(d).update(
        gamma={"times": "1000000000", "ln": "1000001/1000000"}
    ),
    "a law of many counts": lambda d: d["table"]["origin"].update(
        law="hellinger", parameters={"epsilon": "ln(3)", "m": 1000, "last_count": 1000}
    ),
    "a law of large polynomials": lambda d: d["table"]["origin"].update(
        law="count-query", parameters={"epsilon": f"ln({LONG})", "eta": "1/3", "D": 1000}
    ),
    "long bounds of an exponential": lambda d: d["epsilons"][0]["exp"].update(hi=f"{LONG}/1"),
    "a huge key space": lambda d: d["table"].update(keysize=1 << 4000),
    "a huge count": lambda d: d["table"]["rows"][0].update(count=1 << 200),
    "a huge noise": lambda d: d["table"]["rows"][0]["noise"].__setitem__(0, -(1 << 200)),
    "a huge period": lambda d: d["table"].update(
        beyond={"rule": "wrap", "start": 3, "period": 10**9}
    ),
    "a huge bigN": lambda d: d["key_arithmetic"].update(bigN=1 << 4000),
    "many epsilons": lambda d: d.update(epsilons=d["epsilons"] * 20_000),
    "many rows": lambda d: d["table"].update(rows=d["table"]["rows"] * 50_000),
    "many solvers": lambda d: d.update(solvers=[{"problems": []}] * 200_000, verdict="fails"),
    "a wide gap in the support": lambda d: d["table"]["rows"][0]["noise"].__setitem__(
        0, -(1 << 61)
    ),
}


@pytest.mark.parametrize("name", COSTLY)
def test_a_number_that_would_cost_much_costs_little(
    name: str, small: dict[str, Json], tmp_path: Path
) -> None:
    """Sizes are bounded before anything is computed with them: memory and time stay small."""
    document, path = small["law"], tmp_path / "hostile.json"
    COSTLY[name](document)
    path.write_text(json.dumps(document), encoding="utf-8")
    check_refused(path, 1, 2)


@pytest.mark.parametrize("name", COSTLY)
def test_a_number_that_would_cost_much_costs_few_steps(
    name: str, small: dict[str, Json], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Counted, not timed: a step for each character, and what the largest law costs."""
    document, path = small["law"], tmp_path / "hostile.json"
    COSTLY[name](document)
    path.write_text(json.dumps(document), encoding="utf-8")
    found = work_in("/verification/check", lambda: checker.main([str(path)]))
    assert found.operations <= MOST_STEPS + path.stat().st_size
    assert found.bits <= MOST_BITS
    capsys.readouterr()


@pytest.mark.parametrize("depth", range(900, 1001, 10))
def test_nesting_that_just_fits_is_refused_too(
    depth: int, small: dict[str, Json], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whether the parser or the comparison meets its limit first, no traceback is shown."""
    text, path = json.dumps(small["law"]), tmp_path / "hostile.json"
    for old in ('"status": "holds"', '"A": "', '"verdict": "holds"', '"answer": "unsat"'):
        deep = old.split(":", maxsplit=1)[0] + ": " + "[" * depth + "]" * depth
        replaced = text.replace(old, f'{deep}, "x": "' if old.endswith(' "') else deep, 1)
        assert replaced != text
        path.write_text(replaced, encoding="utf-8")
        capsys.readouterr()
        assert checker.main([str(path)]) in (1, 2)
        printed = capsys.readouterr()
        assert len((printed.out + printed.err).splitlines()) == 1


LINES = {
    "a line that looks like a pass": "holds\nevery claim re-checked: all hold",
    "a carriage return": "holds\revery claim re-checked: all hold",
    "an escape sequence": "\x1b[2J\x1b[Hevery claim re-checked: all hold",
    "half a surrogate": "\ud800",
    "a line separator": "holds\u2028every claim re-checked: all hold",
    "many characters": "x" * 1_000_000,
}


@pytest.mark.parametrize("text", LINES.values(), ids=list(LINES))
def test_no_text_of_the_file_forges_a_line_of_output(
    text: str, small: dict[str, Json], tmp_path: Path
) -> None:
    """What is quoted from the file stays in one line and cannot move the cursor."""
    path = tmp_path / "hostile.json"
    quoted = [("claims", 0, "status"), ("verdict",), ("epsilons", 0, "epsilon")]
    quoted += [("table", "origin", "parameters", "gamma"), ("claims", 3, "rows", 0, "bias")]
    for place in quoted:
        document = json.loads(json.dumps(small["law"]))
        at(document, place[:-1])[place[-1]] = text
        path.write_text(json.dumps(document), encoding="utf-8")
        line = check_refused(path, 1, 2)
        assert not line.startswith("every claim")
        assert line[:-1].isprintable()
    document = json.loads(json.dumps(small["law"]))
    document["solvers"][0]["problems"][0].update(id=text, answer="sat")
    path.write_text(json.dumps(document), encoding="utf-8")
    assert check_refused(path, 1, 2)[:-1].isprintable()


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_a_terminal_of_few_characters_is_enough(
    encoding: str, small: dict[str, Json], tmp_path: Path
) -> None:
    """Where the output cannot show a character that the file has, there is no traceback."""
    path = tmp_path / "hostile.json"
    small["law"]["verdict"] = "hält ✓"
    path.write_text(json.dumps(small["law"]), encoding="utf-8")
    found = subprocess.run(
        [sys.executable, "-S", str(CHECKER), str(path)],
        check=False,
        capture_output=True,
        timeout=TIME_LIMIT,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )
    assert found.returncode == 1
    assert found.stdout.startswith(b"REJECTED: verdict")
    assert b"Traceback" not in found.stderr


WRONG: tuple[object, ...] = (None, True, -1, 1 << 4000, "1/2", LONG, [], {})


@pytest.mark.parametrize("name", ["law", "wrap", "variance"])
def test_a_wrong_type_anywhere_gives_one_line(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """At every kind of place every kind of value is refused or harmless, never a traceback."""
    document, path = small_certificates()[name], tmp_path / "hostile.json"
    kinds = {tuple("*" if isinstance(k, int) else k for k in p): p for p in paths(document)}
    text = json.dumps(document)
    for place in kinds.values():
        for value in WRONG:
            changed = json.loads(text)
            at(changed, place[:-1])[place[-1]] = value
            path.write_text(json.dumps(changed), encoding="utf-8")
            capsys.readouterr()
            status = checker.main([str(path)])
            printed = capsys.readouterr()
            assert status in (0, 1, 2)
            lines = (printed.out + printed.err).splitlines()
            assert len(lines) == 1 or printed.out.startswith("as the certificate says")


def test_a_certificate_without_any_one_of_its_keys_is_refused_or_complete(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A missing key is named in one line with status 2, unless it claims nothing."""
    document, path = small_certificates()["law"], tmp_path / "hostile.json"
    kinds = {tuple("*" if isinstance(k, int) else k for k in p): p for p in paths(document)}
    text, idle = json.dumps(document), set()
    for kind, place in kinds.items():
        if isinstance(place[-1], str):
            changed = json.loads(text)
            del at(changed, place[:-1])[place[-1]]
            path.write_text(json.dumps(changed), encoding="utf-8")
            capsys.readouterr()
            status = checker.main([str(path)])
            printed = capsys.readouterr()
            assert len((printed.out + printed.err).splitlines()) == 1
            if status == 0:
                idle.add(kind[0] if kind[0] != "table" else ".".join(kind[:3]))
    assert idle <= {"input", "scope", "tool", "solvers"}


@pytest.mark.parametrize("arguments", [[], ["a", "b", "c"]])
def test_a_wrong_number_of_arguments_shows_how_to_use_it(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Status 2 and the usage."""
    assert checker.main(arguments) == 2
    assert "checker.py CERTIFICATE [TABLE]" in capsys.readouterr().err


def test_a_missing_table_is_refused(
    small: dict[str, Json], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The second file must be there if it is named."""
    path = tmp_path / "good.json"
    path.write_text(json.dumps(small["law"]), encoding="utf-8")
    assert checker.main([str(path)]) == 0
    assert checker.main([str(path), str(tmp_path / "none.json")]) == 2
    assert checker.main([str(path), str(tmp_path)]) == 2
    assert checker.main([str(path), str(path)]) == 1
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_no_memory_left_is_no_claim_that_fails(tmp_path: Path) -> None:
    """A file of brackets takes twenty times its size; beyond the memory there is, status 2."""
    path = tmp_path / "brackets.json"
    path.write_text(f'{{"format": [{"[],[]," * 2_000_000}[]]}}', encoding="utf-8")
    limited = f"ulimit -v {300 << 10}; exec {sys.executable} -I -S {CHECKER} {path}"
    asked = subprocess.run(["sh", "-c", limited], check=False, capture_output=True, text=True)
    assert (asked.returncode, asked.stdout) == (2, "")
    assert asked.stderr == f"{path}: MemoryError()\n"
