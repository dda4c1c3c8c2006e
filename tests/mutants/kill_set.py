"""The kill set: what a checker is shown to tell whether it is still the one we trust."""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from tests.house_rules import ROOT
from tests.mutants.cases import Case, Certificate, Program
from tests.mutants.forged import everything_right, everything_wrong
from tests.mutants.tampered import changed, sampled_changes
from tests.mutants.texts import bad_texts
from tests.mutants.valid import genuine
from verification.shapes.shape import Document

SAMPLED = (
    *("one-row", "delta-1-4", "preserve-wrap", "xor-13", "declared-both", "undecided", "gaps"),
    *("rational-ceiling", "log-largest-remainder", "variance-symmetric", "log-exact-ceiling"),
)
CHANGES = 30
OLD = ROOT / "tests" / "certificate" / "data" / "version-1"
TOO_LARGE = (256 << 20) + 1


def kill_set(folder: Path) -> tuple[list[Case], list[Case], list[Case]]:
    """Return the cases that must be accepted, must be rejected, and runs of the whole program."""
    documents = genuine()
    accepted = [
        _case(name, new) for name, new in (*documents.items(), *everything_right(documents).items())
    ]
    wrong = dict(everything_wrong(documents))
    for name in SAMPLED:
        for what, new in sampled_changes(documents[name], CHANGES, name):
            wrong[f"{name}: {what}"] = new
    for name, old in version_1().items():
        accepted.append(_case(f"version 1: {name}", old))
        for what, new in sampled_changes(old, CHANGES, name):
            wrong[f"version 1, {name}: {what}"] = new
    rejected = [_case(name, new) for name, new in wrong.items()]
    texts = bad_texts(documents["one-row"])
    rejected += [Certificate(name, content) for name, content in texts.items()]
    return accepted, rejected, list(_programs(folder, documents))


def version_1() -> dict[str, Document]:
    """Return certificates of version 1, as they were filed."""
    names = ("example1", "keys-2-8")
    return {name: json.loads((OLD / f"{name}.certificate.json").read_bytes()) for name in names}


def _case(name: str, document: Document) -> Case:
    return Certificate(name, json.dumps(document).encode())


def _programs(folder: Path, documents: dict[str, Document]) -> Iterator[Case]:
    """Yield runs of the program on files: every exit status, every kind of bad file."""
    table = folder / "table.json"
    one = documents["one-row"]
    table.write_text(json.dumps(one["table"]), encoding="utf-8")
    digest = {"sha256": sha256(table.read_bytes()).hexdigest(), "format": "native", "bytes": 1}
    files = {
        "good": one | {"input": digest},
        "failing": documents["gaps"] | {"input": digest},
        "undecided": documents["undecided"],
        "rejected": one | {"verdict": "fails"},
        "lookup": {k: v for k, v in one.items() if k != "claims"},
        "long-lookup": changed(
            documents["rational-ceiling"], ("table", "origin", "rule"), "x" * 300
        ),
        "type": one | {"table": None},
        "value": changed(one, ("epsilons", 0, "exp", "lo"), "x/y"),
        "arithmetic": changed(one, ("epsilons", 0, "exp", "lo"), "1/0"),
        "attribute": changed(one, ("epsilons", 0, "exp", "lo"), 1),
        "version": one | {"version": 3},
        "characters": one | {"verdict": "fails\n\x1b[2Jh\u00e9\u202elds"},
    }
    for name, document in files.items():
        (folder / name).write_text(json.dumps(document), encoding="utf-8")
    with (folder / "large").open("wb") as file:
        file.truncate(TOO_LARGE)
    for name in (*files, "missing", "large"):
        yield Program(name, (str(folder / name),))
    for name in ("good", "failing", "undecided", "version", "type"):
        yield Program(f"{name} with its table", (str(folder / name), str(table)))
    for other in ("good", "missing", "large"):
        yield Program(f"good with {other}", (str(folder / "good"), str(folder / other)))
    yield Program("a folder", (str(folder),))
    yield Program("no arguments", ())
    yield Program("three arguments", (str(folder / "good"), str(table), str(table)))
