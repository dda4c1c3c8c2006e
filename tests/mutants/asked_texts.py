"""Questions to what reads and refuses: lines, forms, records, old versions, tables, limits."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any
from unittest.mock import patch

from tests.mutants.cases import Asked, answers
from tests.mutants.forged import convergents

_LONG = "x" * 60


def _limits(checker: ModuleType) -> object:
    """Return every limit: they are on the page docs/limits.md, and this one would not be."""
    return {n: v for n, v in vars(checker).items() if n.isupper() and isinstance(v, int | tuple)}


def _words(checker: ModuleType) -> object:
    """Return the order of the claims and the laws, which versions and reports rely on."""
    return list(checker.CLAIMS), sorted(checker.LAWS), checker.NAMES


def _lines(checker: ModuleType) -> object:
    """Ask for letters of every kind: plain, accented, control, and neither."""
    texts = ("plain", "caf\u00e9", "\x07bell", "tab\tnew\nline", "\u202e", "\x1b[2J", "\u00a0", "")
    return answers(
        checker, "line", [(text,) for text in (*texts, *map(_long, (299, 300, 301, 400)))]
    )


def _long(length: int) -> str:
    return "".join(chr(97 + i % 26) for i in range(length))


def _same(checker: ModuleType) -> object:
    """Ask about equal and other values: early, late, one the beginning of the other, long."""
    values = (1, True, 12, "a", [1, 2], [1, 2, 3], {"b": 1, "a": 2}, {"a": 2, "b": 1}, None)
    asked: list[tuple[object, ...]] = [("here", a, b) for a, b in product(values, repeat=2)]
    asked += [("there", int("1" * 90), int("1" * 95)), ("there", int("1" * 95), int("1" * 90))]
    for place in (0, 1, 59, 60, 61, 62, 150):
        text = _long(300)
        asked.append(("far", text, text[:place] + "?" + text[place + 1 :]))
        asked.append(("far", text[:place] + "?" + text[place + 1 :], text))
    return answers(checker, "same", asked)


def _forms(checker: ModuleType) -> object:
    """Ask about every form, at its edges, and about what has none."""
    forms: tuple[Any, ...] = ("[a-z]+", int, (int,), ("a|b",), ["a"], [(int,)], {"k": int}, [[int]])
    values: tuple[Any, ...] = (
        *(
            "a",
            "b",
            "A",
            "",
            "a\n",
            "a\x07",
            "\u00e9",
            1,
            0,
            -1,
            1 << 62,
            (1 << 62) + 1,
            True,
            None,
        ),
        *([], ["a"], ["a", "b"], ["a", 1], [1], [None], [[1], [2]], [[1], ["a"]]),
        *({}, {"k": 1}, {"k": "1"}, {"k": 1, "l": 2}, "a" * 20_000, "a" * 20_001, 7 * 10**60),
        *(_LONG + "\n", _LONG.upper(), [1] * 50, {"k": None}, 1.5),
    )
    return answers(checker, "fits", list(product(values, forms)))


def _targets(checker: ModuleType) -> object:
    """Ask about bounds of e^(1/2) that are as fine as one likes, on one side only."""
    lo, hi = Fraction(1648, 1000), Fraction(1649, 1000)
    bits = 1500
    low, high = checker.exp_of("1/2", Fraction(1), bits)
    close = [c for c in convergents(low, high) if c.denominator.bit_length() in range(300, 420)]
    below, above = (c for c in sorted(close)[:: len(close) - 1])
    asked: list[tuple[object, ...]] = []
    for text, pair in product(("1/2", "ln(2)", "ln(1/2)", "0"), ((lo, hi), (below, above))):
        for a, b in (pair, (lo, pair[1]), (pair[0], hi), (pair[1], hi), (lo, pair[0])):
            asked.append((text, None, a, b))
    asked += [("ln(2)", delta, Fraction(2), Fraction(2)) for delta in _DELTAS]
    asked += [("ln(2)", None, Fraction(a), Fraction(b)) for a, b in product((1, 2, 3), repeat=2)]
    asked += [("0", None, Fraction(1), Fraction(1)), ("0", None, Fraction(1), Fraction(2))]
    documents = [
        ({"epsilon": e, "delta": d, "exp": {"lo": checker.write(a), "hi": checker.write(b)}},)
        for e, d, a, b in asked
    ]
    return answers(checker, "read_target", documents)


_DELTAS = (None, "0/1", "1/1", "-1/2", "3/2", "1/2", "2/1", "-1/1", "2/4", "any text", 1, "0")


def drawn_table(draw: Random) -> dict[str, Any]:
    """Draw a small table: any rule, a few rows, and some holes."""
    K, first = draw.choice((2, 3, 6)), draw.choice((0, 1, 1, 2))
    rows = []
    for count in range(first, first + draw.randrange(1, 5)):
        noise = sorted(draw.sample(range(-3, 4), draw.randrange(1, min(K, 3) + 1)))
        keys = [1] * len(noise)
        keys[draw.randrange(len(keys))] += K - len(keys)
        rows.append({"count": count, "noise": noise, "keys": keys})
    start = draw.randrange(first, first + len(rows))
    period = draw.randrange(1, first + len(rows) - start + 1)
    wrap = {"rule": "wrap", "start": start, "period": period}
    return {
        "format": "ptcert-ptable",
        "version": 2,
        "keysize": K,
        "first_key": draw.choice((0, 1)),
        "zero": "row" if first == 0 else draw.choice(("none", "preserve")),
        "beyond": draw.choice(({"rule": "stop"}, {"rule": "repeat"}, wrap, wrap)),
        "holes": sorted(draw.sample(range(12), draw.choice((0, 1, 2, 4)))),
        "origin": None,
        "rows": rows,
    }


def _releases(checker: ModuleType) -> object:
    """Ask for the first wrong release of many tables; pairs and rows of each beside."""
    draw = Random("releases")
    tables = [checker.read_table(drawn_table(draw)) for _ in range(400)]
    found = answers(checker, "first_wrong_release", [(table,) for table in tables])
    pairs = [table.pairs() for table in tables]
    rows = [[table.row(n) for n in range(table.counts[0], table.counts[0] + 9)] for table in tables]
    return found, pairs, rows


def _far_holes(checker: ModuleType) -> object:
    """Ask about holes at the edge of what is looked at."""
    found = []
    for far in (10**6 - 2, 10**6 - 1, 10**6, 10**6 + 1, 10**7, 10**12):
        noise = far // 1000
        for holes, noises in (([far], [0, 1]), ([*range(1, 1000)], [-noise, 0]), ([9], [0, far])):
            row = {"count": 1, "noise": noises, "keys": [1, 1]}
            drawn = drawn_table(Random("far")) | {"keysize": 2, "zero": "none", "holes": holes}
            table = checker.read_table(drawn | {"rows": [row], "beyond": {"rule": "repeat"}})
            with patch.object(type(table), "row", _nothing_there):
                found += answers(checker, "first_wrong_release", [(table,)])
    return found


def _nothing_there(_table: object, count: int) -> object:
    """Stand for the rows of a table, so that an edge costs nothing: every count ends the search."""
    return ((0, 1), (2, 1))


def _bad_tables(checker: ModuleType) -> object:
    """Ask about tables with one thing changed, of every kind."""
    good, changed = drawn_table(Random("one")), []
    parts: dict[str, tuple[Any, ...]] = {
        "keysize": (0, 1, good["keysize"], 1 << 128, (1 << 128) + 1, "2"),
        "first_key": (-1, 0, 1, 1 << 128, (1 << 128) + 1, None),
        "zero": ("row", "none", "preserve", "ro", "", None),
        "holes": ([], [0], [1, 2], [2, 1], [1, 1], [-1], [(1 << 62) + 1], None, ["1"], [9, 1, 4]),
        "beyond": tuple(
            {"rule": rule} for rule in ("repeat", "stop", "wrap", "again", "sto", None)
        ),
        "version": (1, 2, 3, 0),
        "format": ("ptcert-ptable", "ptcert-table"),
    }
    for name, values in parts.items():
        changed += [good | {name: value} for value in values]
    first = good["rows"][0]["count"]
    for start, period in product(range(first - 1, first + 4), range(4)):
        changed.append(good | {"beyond": {"rule": "wrap", "start": start, "period": period}})
    one = [good | {"rows": good["rows"][:1], "beyond": {"rule": "stop"}}]
    draw = Random("holes")
    changed += [good | {"holes": draw.sample(range(0, 1000, 7), 9)} for _ in range(5)]
    return answers(checker, "read_table", [(table,) for table in (*changed, *one)])


def _measured(checker: ModuleType) -> object:
    """Ask for the measures of many rows."""
    draw, asked = Random("measured"), []
    for _ in range(100):
        noise = draw.sample(range(-3, 4), draw.randrange(1, 5))
        row = tuple((z, draw.randrange(1, 9)) for z in noise)
        asked.append((row, sum(keys for _, keys in row)))
    moments = answers(checker, "bias_and_variance", [(row,) for row, _ in asked])
    found = answers(checker, "witnesses", [(row, first) for row, _ in asked for first in (0, 1)])
    return answers(checker, "measures", asked), moments, found


def _old(checker: ModuleType) -> object:
    """Ask what a certificate of version 1 says: all claims made, and those that were not."""
    claims = [
        {"kind": i, "name": n, "status": "holds", "x": i} for i, n in enumerate(checker.NAMES, 1)
    ]
    idle = [
        c if c["name"] not in ("quantisation", "key-law") else {**c, "status": "not claimed"}
        for c in ({k: c[k] for k in c if k != "x"} for c in claims)
    ]
    base: dict[str, Any] = {
        "version": 1,
        "table": {"origin": {"law": "maxent"}},
        "key_arithmetic": {"kind": "sum"},
        "input": {"sha256": "0"},
        "declared": {"bias": None, "variance": None},
        "claims": claims,
        "solvers": [],
    }
    solver = {
        "name": "z3",
        "problems": [{"id": "p", "claim": 1}, {"id": "q", "claim": 8, "reason": "r"}],
    }
    nothing = {"table": {"origin": None}, "key_arithmetic": None}
    made = [base, base | {"claims": idle}, base | nothing, base | nothing | {"claims": idle}]
    made += [base | {"table": {"origin": None}, "claims": idle}, base | {"claims": claims[::-1]}]
    made += [base | {"key_arithmetic": None, "claims": idle}, base | {"claims": claims[:7]}]
    made += [base | {"declared": {"bias": "0/1", "variance": v}} for v in (None, "1/2")]
    made += [base | {"declared": {"bias": None}}, base | {"input": {"sha256": "0", "format": "x"}}]
    made += [base | {"solvers": [solver, solver]}]
    for claim in (0, 1, 2, 7, 8, 9, True, "1"):
        made.append(base | {"solvers": [{"name": "z3", "problems": [{"id": "p", "claim": claim}]}]})
    return answers(checker, "upgraded", [(cert,) for cert in made])


def _records(checker: ModuleType) -> object:
    """Ask about records with one word cut short, or made of something else."""
    problem = {
        "id": "p",
        "claim": "moments",
        "expected": "unsat",
        "answer": "unsat",
        "reason": None,
    }
    solver = {"name": "cvc5", "version": "1", "edition": 0, "problems": [problem]}
    finding = {"code": "X", "severity": "note", "message": "m", "remedy": "r"}
    kernel = {"prover": "Coq", "version": "8", "source_sha256": "0" * 64, "assumptions": ["a"]}
    base: dict[str, Any] = {
        "input": {"sha256": "0" * 64, "format": "ons", "bytes": 1}
        | {"options": dict.fromkeys(("keys", "beyond", "zero", "columns", "holes", "sheet"))},
        "scope": {"covers": "c", "does_not_cover": ["d"]},
        "tool": {"name": "ptcert", "version": "1"},
        "findings": [finding],
        "solvers": [solver],
    }
    changed = [base, base | {"findings": [finding | {"severity": "error"}]}]
    changed += [base | {"findings": [finding | {"severity": s}]} for s in ("not", "warnin", "erro")]
    changed += [base | {"solvers": [solver | {"name": n}]} for n in ("z3", "cvc", "z", "cvc55")]
    for part in (
        *({"expected": "unsa"}, {"answer": "unsa"}, {"answer": "unknow"}, {"answer": "unknown"}),
        *({"claim": "x" * 50}, {"claim": "key-law"}, {"expected": "sat"}, {"reason": "because"}),
        *({"expected": "sat", "answer": "sat"}, {"answer": "sat"}),
    ):
        changed.append(base | {"solvers": [solver | {"problems": [problem | part]}]})
    statement = "Theorem main_theorem :\n  True."
    kernels: tuple[dict[str, Any], ...] = (
        *({}, {"prover": "Co"}, {"prover": "Coqq"}, {"assumptions": ["a", "b c"]}),
        {"statement": "Theorem other :\n  True."},
    )
    for part in kernels:
        changed.append(base | {"kernel": kernel | {"statement": statement} | part})
    return answers(checker, "check_records", [(cert, ["moments"]) for cert in changed])


def _files_read(checker: ModuleType) -> object:
    """Ask for files at the edge of what is read, with a bound of a hundred bytes."""
    found = []
    with TemporaryDirectory() as folder, patch.object(checker, "MAX_BYTES", 100):
        for size in (0, 99, 100, 101, 102, 1000):
            path = Path(folder, str(size))
            path.write_bytes(b"x" * size)
            said = answers(checker, "read", [(path,)])
            found.append(str(said).replace(folder, ""))
    return found


def _arithmetic(checker: ModuleType) -> object:
    """Ask how keys are made: by XOR, by a sum, not known, and in no way."""
    asked: list[tuple[object, int]] = [(None, 16)]
    for kind, K in product(("sum", "xor4", "bytes"), (1, 2, 16, 12)):
        for more in ({}, {"bigN": 1}, {"bigN": 2}, {"bigN": K}, {"bigN": K + 1}, {"bigN": 11}):
            made = ({"kind": kind, "assumed": assumed, **more} for assumed in (True, False, 1))
            asked += [(arithmetic, K) for arithmetic in made]
    return answers(checker, "read_arithmetic", asked)


def asked_texts() -> Iterator[Asked]:
    """Yield the questions."""
    yield Asked("limits", _limits)
    yield Asked("names", _words)
    yield Asked("lines", _lines)
    yield Asked("the same", _same)
    yield Asked("forms", _forms)
    yield Asked("targets", _targets)
    yield Asked("wrong releases", _releases)
    yield Asked("far holes", _far_holes)
    yield Asked("tables", _bad_tables)
    yield Asked("measures", _measured)
    yield Asked("version 1", _old)
    yield Asked("records", _records)
    yield Asked("files read", _files_read)
    yield Asked("key arithmetic", _arithmetic)
