"""Runs of the whole program: every exit status, every kind of file beside a certificate."""

import gzip
import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from exact.table.native import write_native
from tests.certificate.making import many_rows
from tests.certificate.test_composition import OTHER, certified, two_tables
from tests.keyorder.test_certified_order import MIXED
from tests.keyorder.test_certified_order import document as ordered
from tests.mutants.cases import Case, Program
from tests.mutants.tampered import at, changed
from verification.shapes.shape import Document

_OPTIONS = ("keys", "beyond", "zero", "columns", "holes", "sheet")


def programs(
    folder: Path, documents: dict[str, Document], old: dict[str, Document]
) -> Iterator[Case]:
    """Yield runs on certificates alone, on certificates with files, and with broken streams."""
    yield from _alone(folder, documents)
    yield from _with_tables(folder, documents, old)
    yield from _with_keyed_tables(folder, documents, old)
    yield from _with_releases(folder)
    for broken in (("out",), ("err",), ("out", "err"), ("no out",), ("no out", "err")):
        for name in ("good", "failing", "undecided", "rejected", "missing"):
            yield Program(f"{name}, without {broken}", (str(folder / name),), broken)


def _alone(folder: Path, documents: dict[str, Document]) -> Iterator[Case]:
    one, law = documents["one-row"], documents["rational-ceiling"]
    lo = ("epsilons", 0, "exp", "lo")
    files = {
        "good": one,
        "failing": documents["gaps"],
        "failing-and-open": documents["undecided-and-failing"],
        "undecided": documents["undecided"],
        "error-found": documents["error-found"],
        "no-claims": one | {"claims": [], "solvers": []},
        "rejected": one | {"verdict": "fails"},
        "lookup": {k: v for k, v in one.items() if k != "claims"},
        "long-lookup": changed(law, ("table", "origin", "rule"), "x" * 300),
        "type": one | {"table": None},
        "value": changed(one, lo, "x/y"),
        "arithmetic": changed(one, lo, "1/0"),
        "attribute": changed(one, lo, 1),
        "version": one | {"version": 3},
        "long-version": one | {"version": 10**60},
        "characters": one | {"verdict": "fails\n\x1b[2Jh\u00e9\u202elds"},
        "an-unknown-claim": changed(one, ("claims", 0, "name"), "x" * 60),
    }
    for name, document in files.items():
        (folder / name).write_text(json.dumps(document), encoding="utf-8")
        yield Program(name, (str(folder / name),))
    yield Program("missing", (str(folder / "missing"),))
    yield Program("a folder", (str(folder),))
    yield Program("no name", ("",))
    yield Program("a name that no file can have", ("\0",))
    yield Program("a name that is too long", ("x" * 5000,))
    yield Program("a name that is just too long", ("x" * 256,))
    yield Program("no arguments", ())
    good = str(folder / "good")
    yield Program("three arguments", (good, good, good))
    yield Program("good with itself", (good, good))
    yield Program("good with what is missing", (good, str(folder / "missing")))


def _given(
    folder: Path, name: str, certificate: Document, content: bytes, **said: Any
) -> Iterator[Case]:
    """Yield a run with a file, whose digest the certificate names."""
    (folder / f"{name}.table").write_bytes(content)
    given: Document = {"sha256": sha256(content).hexdigest()}
    if certificate["version"] > 1:
        kind, options = said.pop("format", None), dict.fromkeys(_OPTIONS) | said
        given |= {"format": kind, "bytes": len(content), "options": options}
    path = folder / f"{name}.certificate"
    path.write_text(json.dumps(certificate | {"input": given}), encoding="utf-8")
    yield Program(f"file: {name}", (str(path), str(folder / f"{name}.table")))


def _with_tables(
    folder: Path, documents: dict[str, Document], old: dict[str, Document]
) -> Iterator[Case]:
    """Yield runs with ptcert's own files: this table, almost this table, an older file."""
    for name in ("one-row", "holes", "preserve", "wrap-some", "gaps", "rational-ceiling"):
        table = documents[name]["table"]
        older = {k: v for k, v in table.items() if k not in ("holes", "first_key")} | {"version": 1}
        files: dict[str, tuple[Document, Document]] = {
            "": (table, {}),
            ", native": (table, {"format": "native"}),
            ", unsaid": (table, {"format": None}),
            ", another word": (table, {"format": "ons"}),
            ", zero said": (table | {"zero": "none"}, {"zero": "preserve"}),
            ", zero said, native": (table | {"zero": "none"}, {"zero": "x", "format": "native"}),
            ", zero not said": (table | {"zero": "none"}, {}),
            ", holes said": (table | {"holes": []}, {"holes": "1, 2"}),
            ", holes not said": (table | {"holes": []}, {}),
            ", more holes": (table | {"holes": [7]}, {"holes": "7"}),
            ", both said": (table | {"holes": [], "zero": "none"}, {"zero": "x", "holes": "y"}),
            ", other said": (table | {"holes": [], "zero": "none"}, {"keys": "2", "sheet": "y"}),
            ", older": (older, {}),
            ", older, said": (older | {"zero": "none"}, {"zero": "x", "holes": "y"}),
            ", older, not said": (older | {"zero": "none"}, {}),
            ", other keys": (table | {"first_key": 1}, {}),
            ", no origin": (table | {"origin": None}, {}),
            ", another end": (table | {"beyond": {"rule": "stop"}}, {}),
            ", no table": (table | {"rows": []}, {}),
            ", a row less": (table | {"rows": table["rows"][:-1]}, {}),
            ", a row more": (table | {"rows": [*table["rows"], _next(table["rows"][-1])]}, {}),
            ", later counts": (table | {"rows": [*map(_next, table["rows"])]}, {}),
            ", twice the keys": (_doubled(table), {}),
            ", other noise": (_moved(table, "noise"), {}),
            ", another row": (_moved(table, "keys"), {}),
            ", a row of one run": (_one_run(table), {}),
            ", a key more": (table | {"note": 1}, {"format": "native"}),
            ", another format": (table | {"format": "ptable"}, {}),
            ", another format, native": (table | {"format": "ptable"}, {"format": "native"}),
        }
        for what, (file, said) in files.items():
            yield from _given(
                folder, f"{name}{what}", documents[name], json.dumps(file).encode(), **said
            )
    native = json.dumps(documents["one-row"]["table"]).encode()
    contents = {"with a mark": b"\xef\xbb\xbf" + native, "packed": gzip.compress(native, mtime=0)}
    for what, content in contents.items():
        yield from _given(
            folder, f"one-row, {what}", documents["one-row"], content, format="native"
        )
    for name, certificate in old.items():
        table = json.dumps(certificate["table"]).encode()
        yield from _given(folder, f"version 1, {name}", certificate, table)
        yield from _given(folder, f"version 1, {name}, other", certificate, table + b" ")
        yield from _given(folder, f"version 1, {name}, text", certificate, b"pcv,ckey,pvalue\n")
        for what, document in (("", certificate), (", no law", _without_law(certificate))):
            path = folder / f"old-{name}{what}"
            path.write_text(json.dumps(document), encoding="utf-8")
            yield Program(f"version 1, {name}{what}", (str(path),))


def _without_law(old: Document) -> Document:
    """Return a certificate of version 1 whose table came from nowhere."""
    idle = {"kind": 3, "name": "quantisation", "status": "not claimed"}
    claims = [idle if claim["kind"] == 3 else claim for claim in old["claims"]]
    return old | {"table": old["table"] | {"origin": None}, "claims": claims}


def _with_keyed_tables(
    folder: Path, documents: dict[str, Document], old: dict[str, Document]
) -> Iterator[Case]:
    """Yield runs with a line for each count and key, whole and damaged, and other formats."""
    numbered = changed(documents["one-row"], ("table", "first_key"), 1)
    numbered = _witnesses_from_1(numbered)
    for name, certificate in (("four-rows", documents["four-rows"]), ("ess", numbered)):
        table = certificate["table"]
        cells = [
            (row["count"], key, noise)
            for row in table["rows"]
            for key, noise in enumerate(_by_key(row), table["first_key"])
        ]
        lines = ["pcv,ckey,pvalue", *(",".join(map(str, cell)) for cell in cells)]
        whole = "\n".join(lines)
        other = "\n".join([*lines[:-1], "9,9,9"])
        turned = ["PVALUE; cKey ;pcv", *(";".join(map(str, cell[::-1])) for cell in cells)]
        quoted = [",".join(f'"{cell}"' for cell in line.split(",")) for line in lines]
        moved = [lines[0], lines[2].replace(",0,", ",1,"), *lines[2:]]
        contents: dict[str, tuple[str, Document]] = {
            "": (whole, {}),
            ", ons": (whole, {"format": "ons"}),
            ", ess": (whole, {"format": "ess"}),
            ", another word": (whole, {"format": "sas"}),
            ", turned": ("\n".join(turned), {}),
            ", turned about": ("\n".join([turned[0], *turned[:0:-1]]), {"format": "ess"}),
            ", tabs": (whole.replace(",", "\t"), {"format": "ons"}),
            ", quoted": ("\n".join(quoted) + "\n", {}),
            ", with a mark": ("\ufeff" + whole, {"format": "ons"}),
            ", blank lines": ("\r\n".join([*lines, "", " ", lines[0][:0]]), {}),
            ", a blank line before": ("\n" + whole, {}),
            ", another line": (other, {}),
            ", a line less": ("\n".join(lines[:-1]), {}),
            ", a line twice": ("\n".join([*lines, lines[-1]]), {}),
            ", a line for another": ("\n".join(moved), {}),
            ", a line more": (whole + "\n99,0,0", {}),
            ", a noise less": ("\n".join([*lines[:-1], lines[-1] + "0"]), {}),
            ", with a point": ("\n".join([lines[0], *(f"{line}.0" for line in lines[1:])]), {}),
            ", as a workbook": (f"PK{whole}", {"format": "ess"}),
            ", no number": (whole.replace("\n1,", "\nx,"), {}),
            ", other names": (whole.replace("pvalue", "noise"), {}),
            ", other names, ons": (whole.replace("ckey", "cell"), {"format": "ons"}),
            ", other names, ess": (whole.replace("ckey", "cell"), {"format": "ess"}),
            ", question marks": (whole.replace(",", "?"), {"format": "ons"}),
            ", other marks below": ("\n".join([lines[0], *turned[1:]]), {"format": "ons"}),
            ", other marks at the end": ("\n".join([*lines, "1;2;3;4;5"]), {"format": "ons"}),
            ", no header": ("\n".join(lines[1:]), {}),
            ", no header, ons": ("\n".join(lines[1:]), {"format": "ons"}),
            ", nothing": ("", {}),
            ", nothing, ons": ("", {"format": "ons"}),
            ", nothing, native": ("", {"format": "native"}),
            ", a list": ("[1]", {}),
            ", a word in the second line": ("x\nckey\n", {}),
            ", a word in the last line": ("x\ny\nckey", {}),
            ", not said": ("from,to,p\n", {}),
        }
        for what, (text, said) in contents.items():
            yield from _given(folder, f"{name}{what}", certificate, text.encode(), **said)
        packed = gzip.compress(whole.encode(), mtime=0)
        yield from _given(folder, f"{name}, packed", certificate, packed, format="ons")
        yield from _given(folder, f"{name}, with ckey", certificate, b"\x1f\x8bckey", format="ons")
        yield from _given(folder, f"{name}, not UTF-8", certificate, b"pcv,ckey,\xff\n")
        yield from _given(folder, f"{name}, deep", certificate, b"[" * 100_000)
    zeros = "".join(f"{n},{key},0\n" for n in (1, 2) for key in range(1, 17))
    yield from _given(folder, "a key order", ordered(MIXED), f"pcv,ckey,pvalue\n{zeros}".encode())
    for name, certificate in old.items():
        yield from _given(folder, f"version 1, {name}, keyed", certificate, b"pcv;ckey;pvalue\n1")


def _with_releases(folder: Path) -> Iterator[Case]:
    """Yield runs with each file of a release, and with one that it names for both tables."""
    own, other = write_native(many_rows()).encode(), write_native(OTHER).encode()
    genuine = certified(many_rows(), two_tables())
    digest, others = sha256(other).hexdigest(), ("release", "others", 0)
    twice = genuine | {"input": genuine["input"] | {"sha256": digest}}
    files = {
        "of two": (genuine, own),
        "of two, the other": (genuine, other),
        "of two, no table": (genuine, b"{}"),
        "one file for two tables": (twice, other),
        "one file for two, and the first": (twice, own),
        "a wrong other table": (changed(genuine, (*others, "table", "zero"), "none"), other),
        "claim not made": (_without_composition(genuine), own),
    }
    for name, (certificate, content) in files.items():
        path, table = folder / f"release {name}", folder / f"release {name}.table"
        path.write_text(json.dumps(certificate), encoding="utf-8")
        table.write_bytes(content)
        yield Program(f"release {name}", (str(path), str(table)))


def _without_composition(release: Document) -> Document:
    """Return a certificate that describes a release and promises nothing of it."""
    claims = [claim for claim in release["claims"] if claim["name"] != "composition"]
    promised = [target | {"delta": None} for target in release["release"]["targets"]]
    return changed(release | {"claims": claims}, ("release", "targets"), promised)


def _next(row: Document) -> Document:
    return row | {"count": row["count"] + 1}


def _doubled(table: Document) -> Document:
    """Return a table with twice the keys."""
    rows = [row | {"keys": [2 * n for n in row["keys"]]} for row in table["rows"]]
    return table | {"keysize": 2 * table["keysize"], "rows": rows}


def _moved(table: Document, what: str) -> Document:
    """Return a table whose last row has its noise, or its keys, in another order."""
    *rows, last = table["rows"]
    new = last[what][::-1] if len(set(last[what])) > 1 else [n + 1 for n in last[what]]
    return table | {"rows": [*rows, last | {what: new}]}


def _one_run(table: Document) -> Document:
    """Return a table whose first row has only its first noise."""
    first, *rows = table["rows"]
    new = first | {"noise": first["noise"][:1], "keys": [table["keysize"]]}
    return table | {"rows": [new, *rows]}


def _by_key(row: Document) -> list[int]:
    return [z for z, keys in zip(row["noise"], row["keys"], strict=True) for _ in range(keys)]


def _witnesses_from_1(document: Document) -> Document:
    """Return a certificate whose witnesses have keys from 1 on."""
    path = ("claims", "key-completeness", "rows")
    rows = [
        row | {"witnesses": [[noise, key + 1] for noise, key in row["witnesses"]]}
        for row in at(document, path)
    ]
    return changed(document, path, rows)
