"""The kill set: what a checker is shown to tell whether it is still the one we trust."""

import json
from collections.abc import Iterator
from pathlib import Path

from exact.cellkeys.arithmetic import SumModulo, XorOfFour
from exact.table.ptable import PTable
from exact.table.row import Row
from tests.attacks_on_ptcert.test_forged_releases import best_from_count_2
from tests.certificate import test_margins_claim as margins
from tests.certificate.making import gapped, many_rows
from tests.certificate.test_composition import FORGED, OTHER, certified, plain, two_tables
from tests.house_rules import ROOT
from tests.keyorder.test_certified_order import LISTED, MIXED, document
from tests.mutants.asked_claims import asked_claims
from tests.mutants.asked_files import asked_files
from tests.mutants.asked_laws import asked_laws
from tests.mutants.asked_margins import asked_margins
from tests.mutants.asked_numbers import asked_numbers
from tests.mutants.asked_optimality import asked_optimality
from tests.mutants.asked_products import asked_products
from tests.mutants.asked_release import asked_release
from tests.mutants.asked_texts import asked_texts
from tests.mutants.cases import Case, Certificate
from tests.mutants.forged import everything_right, everything_wrong
from tests.mutants.programs import programs
from tests.mutants.tampered import sampled_changes
from tests.mutants.texts import bad_texts
from tests.mutants.valid import genuine
from verification.shapes.shape import Document

SAMPLED = (
    *("one-row", "delta-1-4", "preserve-wrap", "xor-13", "declared-both", "undecided", "gaps"),
    *("rational-ceiling", "log-largest-remainder", "variance-symmetric", "log-exact-ceiling"),
)
CHANGES, LATER_CHANGES = 30, 120
SUMS = margins.release("ln(5/4):9/10", "1")
ONE_ROW, ROWS_ALIKE = (PTable(6, 1, (margins.ROW,) * rows) for rows in (1, 2))
MANY_KEYS = PTable(3 << 40, 1, (Row(((-1, 1 << 40), (0, 1 << 40), (1, 1 << 40))),))
OLD = ROOT / "tests" / "certificate" / "data" / "version-1"


def kill_set(folder: Path) -> tuple[list[Case], list[Case], list[Case]]:
    """Return the cases that must be accepted, must be rejected, and all others.

    These are questions to single functions, and runs of the whole program.
    """
    documents = genuine()
    accepted = [
        _case(name, new) for name, new in (*documents.items(), *everything_right(documents).items())
    ]
    wrong, others = dict(everything_wrong(documents)), list[Case]()
    wrong["the best from count 2 on"] = best_from_count_2()
    for name in SAMPLED:
        for what, new in sampled_changes(documents[name], CHANGES, name):
            wrong[f"{name}: {what}"] = new
    for name, old in version_1().items():
        accepted.append(_case(f"version 1: {name}", old))
        accepted.append(_case(f"version 1: {name}, failing", failing(old)))
        proved = old | {"kernel": documents["kernel-checked"]["kernel"]}
        accepted.append(_case(f"version 1: {name}, by Coq", proved))
        for what, new in sampled_changes(old, CHANGES, name):
            wrong[f"version 1, {name}: {what}"] = new
    wrong["key-law of mixed keys"] = law_of_mixed_keys()
    wrong |= {f"release, {name}": new for name, new in forged_releases()}
    for name, change in margins.FORGED.items():
        wrong[f"margins: {name}"] = new = margins.certified(margins.WRAPPED, SUMS)
        change(new)
    supposed = {"key_arithmetic": {"kind": "sum", "assumed": True}}
    wrong["margins: nobody said so"] = margins.measured(many_rows()) | supposed
    rejected = [_case(name, new) for name, new in wrong.items()]
    texts = bad_texts(documents["one-row"])
    rejected += [Certificate(name, content) for name, content in texts.items()]
    for name, new in later_claims().items():
        accepted.append(_case(name, new))
        changes = sampled_changes(new, LATER_CHANGES, name)
        others += [_case(f"{name}: {what}", other) for what, other in changes]
    asked = (
        *asked_numbers(),
        *asked_laws(),
        *asked_files(),
        *asked_texts(),
        *asked_optimality(),
        *asked_claims(),
        *asked_products(),
        *asked_release(),
        *asked_margins(),
    )
    return accepted, rejected, [*others, *asked, *programs(folder, documents, version_1())]


def later_claims() -> dict[str, Document]:
    """Return certificates of whole releases, and of tables with an order of the keys.

    What is changed in them may be harmless, such as the name of a table.
    """
    return {
        "release of two": certified(many_rows(), two_tables()),
        "release of one": certified(OTHER, plain(2, "99/100")),
        "release of one, by a rational": certified(OTHER, plain(3, at="1/2")),
        "mixed keys": document(MIXED),
        "listed keys": document(LISTED),
        "mixed keys of xor": document(MIXED, XorOfFour(16, 13)),
        "mixed keys of a sum": document(MIXED, SumModulo(16)),
        "keys that add": margins.certified(margins.WRAPPED, SUMS),
        "keys that add, of equal rows": margins.certified(ROWS_ALIKE, margins.release("1", sex=3)),
        "keys that add, many": margins.certified(MANY_KEYS, margins.release("1/2")),
        "keys that add, of three": margins.certified(ONE_ROW, margins.release("1", sex=3)),
        "keys that add, in an order": document(LISTED, SumModulo(16)),
        "keys that add, and zeros": margins.measured(many_rows()),
        "keys that add, and a row of zero": margins.measured(gapped()),
        "mixed keys of a release": margins.certified(
            margins.mixed(1 << 17), margins.release("1", keys="mixed")
        ),
    }


def law_of_mixed_keys() -> Document:
    """Return a certificate that says of mixed keys what holds of keys as they are."""
    claims = document(None, XorOfFour(16, 13))["claims"]
    ordered = document(MIXED, XorOfFour(16, 13))
    said = [claim for claim in claims if claim["name"] == "key-law"]
    return ordered | {"claims": [*ordered["claims"], *said]}


def forged_releases() -> Iterator[tuple[str, Document]]:
    """Yield certificates of releases that each say something else than is true."""
    text = json.dumps(certified(many_rows(), two_tables()))
    for name, change in FORGED.items():
        document = json.loads(text)
        change(document)
        yield name, document


def version_1() -> dict[str, Document]:
    """Return certificates of version 1, as they were filed."""
    names = ("example1", "keys-2-8")
    return {name: json.loads((OLD / f"{name}.certificate.json").read_bytes()) for name in names}


def failing(old: Document) -> Document:
    """Return a certificate of version 1 that promises too much, and says that it fails."""
    about_delta = ("dp-all-events", "dp-singletons")
    claims = [c | {"status": "fails"} if c["name"] in about_delta else c for c in old["claims"]]
    promised = [target | {"delta": "0/1"} for target in old["epsilons"]]
    table, origin = old["table"], old["table"]["origin"]
    if origin is not None and origin["delta"] is not None:  # quoted as it is promised
        table = table | {"origin": origin | {"delta": "0"}}
    found = {"epsilons": promised, "claims": claims, "table": table, "verdict": "fails"}
    return old | found


def _case(name: str, document: Document) -> Case:
    return Certificate(name, json.dumps(document).encode())
