"""Genuine certificates, small where possible: every rule, rate, reuse rule and status occurs."""

import json
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from exact.cellkeys.arithmetic import KeyArithmetic, SumModulo, XorOfFour
from exact.design.table import table_of_law
from exact.laws.maxent import MaxEntLaw, law_of_epsilon, law_of_gamma, law_of_variance
from exact.laws.rates import log_rate
from exact.numbers.epsilon import Epsilon, epsilon
from exact.quantiser.rules import key_counts, quantised_cmf
from exact.table.origin import Origin
from exact.table.ptable import Beyond, PTable, Repeat, Stop, Wrap
from exact.table.row import Row
from exact.table.zero import CAP, EXCLUDE, FirstPair
from tests.certificate.best_of_few_keys import best_of_few_keys
from tests.certificate.law_cases import CASES, rules_of, table_of
from tests.certificate.optimality_cases import few_keys, stored
from verification.certificate.certificate import Certificate
from verification.certificate.file import certificate_text
from verification.certificate.making import Prepared, certificate, prepare
from verification.claims.request import Noted, Request, Target
from verification.claims.source import Source
from verification.findings.declared import Declared
from verification.findings.span import Span
from verification.shapes.shape import Document
from verification.smt.testimony import Testimony

SOURCE = Source("0" * 64, "native", 100)
RULES = ("ceiling", "symmetric", "largest-remainder")
HALF = Target(epsilon("1/2"))


KERNEL = {
    "prover": "Coq",
    "version": "8.16.1",
    "source_sha256": "0" * 64,
    "statement": "Theorem main_theorem :\n  every_key_has_one_noise T.",
    "assumptions": ["ClassicalDedekindReals.sig_forall_dec"],
}
ERROR_FOUND = Noted("DISJOINT", "error", "two counts never meet", "let them")
NOTE_FOUND = Noted("PLATEAU", "note", "a δ that no ε removes", "know it")


def answered(prepared: Prepared, unknown: int = 0, most: int = 12) -> Document:
    """Return the certificate with the expected answers, the first ``unknown`` of them missing.

    The checker compares answers with expectations; no solver is needed for that, and a dozen
    problems are enough.
    """
    problems = prepared.problems[:most]
    answers = tuple(
        (p, "unknown", "timeout") if i < unknown else (p, p.expected, "")
        for i, p in enumerate(problems)
    )
    return document_of(certificate(prepared, [Testimony("z3", "1.2.3", answers)]))


def document_of(made: Certificate) -> Document:
    """Return a certificate as a reader finds it."""
    found: Document = json.loads(certificate_text(made))
    return found


def certified(
    table: PTable,
    *targets: Target,
    arithmetic: KeyArithmetic | None = None,
    assumed: bool = False,
    declared: Sequence[Fraction | None] = (None, None),
    noise: int | None = None,
    findings: tuple[Noted, ...] = (),
) -> Document:
    """Return a certificate of a table."""
    bias, variance = (None if value is None else Span.exactly(value) for value in declared)
    said = Declared(bias=bias, variance=variance, noise=noise)
    request = Request(table, SOURCE, targets or (HALF,), arithmetic, assumed, said, findings)
    return answered(prepare(request))


def table(
    rows: Sequence[Sequence[tuple[int, int]]],
    first: int = 1,
    beyond: Beyond | None = None,
    zero: str = "none",
) -> PTable:
    """Return a table of (noise, keys) runs."""
    made = tuple(Row(tuple(row)) for row in rows)
    return PTable(made[0].keysize, first, made, beyond or Repeat(), zero)


def holed() -> dict[str, PTable]:
    """Return tables with holes: as declared, with a gap too many, with a hole that occurs."""
    small = (((-1, 6), (2, 10)), ((-2, 8), (1, 8)), ((0, 8), (1, 8)))
    rows = tuple(Row(row) for row in small)
    last = Row(((0, 4), (1, 12)))
    return {
        "holes": PTable(16, 1, (*rows, last), Repeat(), "preserve", holes=(1, 2)),
        "holes-zero-released": PTable(16, 1, (*rows, last), Repeat(), "preserve", holes=(0, 1, 2)),
        "holes-stop": PTable(16, 1, rows, Stop(), "none", holes=(1, 2)),
        "holes-wrap": PTable(16, 1, (*rows, last), Wrap(3, 2), "none", holes=(1, 2)),
        "holes-too-few": PTable(16, 1, rows, Stop(), "none", holes=(1,)),
        "holes-too-many": PTable(16, 1, rows, Stop(), "none", holes=(1, 2, 3)),
        "holes-in-a-row-that-repeats": PTable(16, 1, rows[:2], Repeat(), "none", holes=(1, 2)),
        "holes-past-the-last-row": PTable(16, 1, (*rows, last), Repeat(), "none", holes=(1, 2, 9)),
        "holes-unmet": PTable(16, 1, (last, last), Stop(), "none", holes=(7,)),
    }


def lossy(law: MaxEntLaw, keysize: int, rule: str) -> PTable:
    """Return a table of a law also where some noise values are lost."""
    counts = key_counts(quantised_cmf(law, keysize, rule))
    row = Row.of(list(zip(range(-law.D, law.D + 1), counts, strict=True)))
    return PTable(keysize, 1, (row,), Repeat(), "none", Origin(law, rule))


def example_1() -> Document:
    """Return the certificate of the paper's Example 1 at four epsilons."""
    half = epsilon("1/2")
    law = law_of_gamma(25, Fraction(127, 12495))
    made = table_of_law(law, 2**32, epsilon=half, delta=Fraction(1, 10000))
    targets = (
        Target(half, Fraction(1, 10000)),
        *(Target(epsilon(text)) for text in ("1/10", "3/10", "ln(3/2)")),
    )
    arithmetic = XorOfFour.with_largest_prime(2**32)
    return certified(made, *targets, arithmetic=arithmetic, assumed=True)


def rates() -> dict[str, MaxEntLaw]:
    """Return laws with rates of every kind."""
    return {
        "rational": law_of_gamma(2, Fraction(1, 3)),
        "steep": law_of_gamma(2, Fraction(5, 4)),
        "uniform": law_of_gamma(2, Fraction(0)),
        "log": law_of_epsilon(3, epsilon("ln(3/2)")),
        "radical": MaxEntLaw(2, log_rate(Fraction(2, 3), Fraction(3, 2))),
        "log-exact": MaxEntLaw(2, log_rate(Fraction(1), Fraction(2))),
        "log-exact-2": MaxEntLaw(2, log_rate(Fraction(2), Fraction(3, 2))),
        "variance": law_of_variance(3, Fraction(2)),
        "variance-exact": law_of_variance(1, Fraction(1, 2)),
        "variance-below-1": law_of_variance(2, Fraction(3, 4)),
        # Integers among the values, and x no power of two: only exact powers show them.
        "sixth": MaxEntLaw(1, log_rate(Fraction(1), Fraction(6))),
        "sixth-by-variance": law_of_variance(1, Fraction(1, 4)),
        "long-by-variance": law_of_variance(1, Fraction(2000006, 1 << 22)),
        # Large enough that the checker rounds the powers of x instead of keeping them exact.
        "variance-128": law_of_variance(128, Fraction(2800)),
    }


def coarse(document: Document, bits: int) -> Document:
    """Return a certificate whose values are computed with fewer bits, which are just enough."""
    return {
        **document,
        "claims": [
            claim | ({"bits": bits} if claim["name"] == "quantisation" else {})
            for claim in document["claims"]
        ],
    }


def law_certificates() -> dict[str, Document]:
    """Return certificates with claim 3: three rules, and rates of every kind."""
    found = {}
    for name, law in rates().items():
        for rule in RULES:
            keysize = 2**32 if name in ("variance-128", "long-by-variance") else 64
            found[f"{name}-{rule}"] = certified(lossy(law, keysize, rule), Target(epsilon("ln(2)")))
    # Integers among the values, and equal remainders: 1/4, 1/2, 1/4 of 4 and of 8 keys.
    for rule in RULES:
        for keysize in (4, 8):
            made = lossy(law_of_variance(1, Fraction(1, 2)), keysize, rule)
            found[f"ties-{rule}-{keysize}"] = certified(made, Target(epsilon("ln(2)")))
        made = lossy(law_of_gamma(3, Fraction(0)), 16, rule)
        found[f"equal-parts-{rule}"] = certified(made, HALF)
        made = lossy(law_of_gamma(6, Fraction(1, 20)), 2**20, rule)
        found[f"wider-{rule}"] = certified(made, HALF)
    for name in CASES:
        for rule in rules_of(name):
            found[f"{name}, {rule}"] = certified(table_of(name, rule))
    for rule in RULES:
        found[f"coarse-{rule}"] = coarse(found[f"wider-{rule}"], 10)
    wrong = table([[(-1, 4), (0, 7), (1, 5)]])
    origin = Origin(law_of_gamma(1, Fraction(1, 2)), "ceiling")
    forged = PTable(16, 1, wrong.rows, Repeat(), "none", origin)
    found["another-table-than-the-law"] = certified(forged)
    second = lossy(law_of_gamma(1, Fraction(1, 2)), 16, "ceiling").rows
    mixed = PTable(16, 1, (*second, *wrong.rows), Repeat(), "none", origin)
    found["one-row-of-two-by-the-law"] = certified(mixed)
    return found


# Rows over 16 keys: symmetric, a shifted one, runs that come back, a gap, lopsided.
PLAIN = ((-1, 4), (0, 8), (1, 4))
WIDE = ((-2, 1), (-1, 3), (0, 8), (1, 3), (2, 1))
BACK = ((0, 2), (1, 3), (0, 5), (-1, 4), (1, 2))
GAP = ((-2, 3), (0, 10), (1, 3))
LOPSIDED = ((0, 9), (1, 4), (2, 2), (3, 1))
EQUAL_ENDS = ((-1, 5), (0, 6), (1, 5))


def row_certificates() -> dict[str, Document]:
    """Return certificates of small rows: wrap, zero rules, gaps, key laws, declared moments."""
    some = (PLAIN, WIDE, BACK, LOPSIDED)
    targets = (Target(epsilon("1/2")), Target(epsilon("ln(2)"), Fraction(1, 2)))
    tables = {
        "one-row": table([PLAIN]),
        "four-rows": table(some),
        "stop": table(some, beyond=Stop()),
        "wrap-all": table(some, beyond=Wrap(1, 4)),
        "wrap-some": table(some, first=2, beyond=Wrap(3, 2)),
        "wrap-early": table(some, beyond=Wrap(1, 2)),
        "wrap-one": table(some, beyond=Wrap(4, 1)),
        "preserve": table(some, zero="preserve"),
        "preserve-far": table((PLAIN, WIDE), first=3, zero="preserve"),
        "preserve-wrap": table(some, beyond=Wrap(2, 2), zero="preserve"),
        "zero-row": table((EQUAL_ENDS, PLAIN, EQUAL_ENDS, PLAIN), first=0, zero="row"),
        "zero-row-wrap": table((LOPSIDED, PLAIN, BACK), 0, Wrap(0, 3), "row"),
        "gaps": table((GAP, PLAIN, GAP)),
        "single-noise": table((((0, 16),), PLAIN)),
        "worst-outcome-of-the-other-count": table(
            [((0, 7), (1, 9)), ((-1, 5), (0, 10), (1, 1))], beyond=Stop()
        ),
        "one-key": table((((0, 1),), ((1, 1),))),
        "same-released-values": table([((0, 8), (1, 8)), ((-1, 8), (0, 8))], beyond=Stop()),
        **holed(),
    }
    found = {name: certified(made, *targets) for name, made in tables.items()}
    four = tables["four-rows"]
    arithmetics: dict[str, KeyArithmetic] = {
        "sum": SumModulo(16),
        "xor-13": XorOfFour(16, 13),
        "xor-11": XorOfFour(16, 11),
        "xor-16": XorOfFour(16, 16),
        "xor-9": XorOfFour(16, 9),
        "xor-3": XorOfFour(16, 3),
        "xor-1": XorOfFour(16, 1),
    }
    for name, arithmetic in arithmetics.items():
        for assumed in (False, True):
            named = f"{name}-assumed" if assumed else name
            tight = (Target(epsilon("ln(2)"), Fraction(9, 32)), HALF)
            found[named] = certified(four, *tight, arithmetic=arithmetic, assumed=assumed)
    later = replace(four, first_key=5)
    found["xor-13-from-5"] = certified(later, HALF, arithmetic=arithmetics["xor-13"])
    return found | _status_certificates(four)


def _status_certificates(four: PTable) -> dict[str, Document]:
    """Return certificates that say: this fails, this is undecided; and targets met exactly."""
    one, zero = table([PLAIN]), table((((-9, 8), (9, 8)), PLAIN), first=0, zero="row")
    exactly = Fraction(1, 4)  # P(released 0) under count 1 against 2: nothing in common
    met = {
        f"delta-{delta.numerator}-{delta.denominator}": certified(
            one, Target(epsilon("ln(2)"), delta), HALF, arithmetic=SumModulo(16)
        )
        for delta in (exactly, exactly - Fraction(1, 10**6), exactly + Fraction(1, 10**6))
    }
    second = certified(one, Target(epsilon("ln(2)"), Fraction(1, 9)), Target(epsilon("ln(3)")))
    third = certified(
        four,
        Target(epsilon("ln(2)"), Fraction(1, 100)),
        Target(epsilon("ln(9)"), Fraction(99, 100)),
    )
    declared = {
        "declared-both": certified(one, declared=(Fraction(0), Fraction(1, 2))),
        "declared-bias": certified(one, declared=(Fraction(0), None)),
        "declared-wrong": certified(one, declared=(Fraction(0), Fraction(1, 3))),
        "declared-of-one-row": certified(four, declared=(Fraction(0), None)),
    }
    prepared = prepare(Request(one, SOURCE, (HALF,)))
    failing = prepare(Request(one, SOURCE, (Target(epsilon("ln(2)"), Fraction(1, 9)),)))
    return {
        **met,
        **declared,
        "target-missed": second,
        "target-missed-first": third,
        "undecided": answered(prepared, unknown=2),
        "kernel-checked": answered(prepared) | {"kernel": KERNEL},
        "declared-noise": certified(one, noise=1),
        "declared-noise-wrong": certified(one, noise=0),
        "declared-noise-of-row-0": certified(zero, noise=1),
        "error-found": certified(one, findings=(ERROR_FOUND,)),
        "error-against-a-promise": certified(
            one, Target(epsilon("ln(2)"), Fraction(1)), findings=(ERROR_FOUND, NOTE_FOUND)
        ),
        "note-found": certified(one, HALF, findings=(NOTE_FOUND,)),
        "undecided-and-failing": answered(failing, unknown=1),
    }


def apart_certificates() -> dict[str, Document]:
    """Return certificates in which the pair (0, 1) counts apart, or empty cells have one key."""
    noisy = table((LOPSIDED, PLAIN, BACK), 0, zero="row")
    tables = {
        "preserved": table((PLAIN, WIDE), zero="preserve"),
        "row-of-0": noisy,
        "row-of-0-stop": table((LOPSIDED, PLAIN, BACK), 0, Stop(), "row"),
        "row-of-0-again": table((LOPSIDED, LOPSIDED, PLAIN), 0, Wrap(0, 3), "row"),
        "rows-of-0-and-1-later": table((LOPSIDED, BACK, LOPSIDED, BACK), 0, Stop(), "row"),
        "one-row-again": table((LOPSIDED,), 0, zero="row"),
    }
    at, half, small = epsilon("ln(2)"), Fraction(1, 2), Fraction(1, 20)
    kinds = [FirstPair(EXCLUDE), *(FirstPair(CAP, cap) for cap in (small, half, Fraction(1)))]
    found = {
        f"{name}, {first.text}, {delta}": answered(
            prepare(Request(made, SOURCE, (Target(at, delta), HALF), first_pair=first))
        )
        for name, made in tables.items()
        for first in kinds
        for delta in (small, half)
    }
    arithmetic: KeyArithmetic
    for arithmetic in (SumModulo(16), XorOfFour(16, 13)):
        for name in ("row-of-0", "row-of-0-again", "one-row-again"):
            for first_key in (0, 1):
                made = replace(tables[name], first_key=first_key)
                named = f"{name} from {first_key}, {type(arithmetic).__name__}"
                found[named] = certified(made, Target(at, half), arithmetic=arithmetic)
    return found


def exponents() -> dict[str, Document]:
    """Return certificates at small, large and awkward epsilons."""
    texts = ("1/1000000007", "1/4", "49/100", "1", "7/3", "12", "100", "1000", "ln(1000/999)")
    one = table([WIDE])
    found = {f"epsilon-{text}": certified(one, Target(epsilon(text))) for text in texts}
    hundred = (Target(Epsilon(exp=Fraction(n))) for n in range(2, 102))
    found["hundred-epsilons"] = certified(table([((0, 1),)]), *hundred)
    found["epsilon-0"] = certified(one, Target(Epsilon(exp=Fraction(1))))
    return found


def optimal_certificates() -> dict[str, Document]:
    """Return certificates with a proof that no table is better: few keys, and a tree of splits."""
    cases = {f"optimality, {name}": case for name, case in few_keys().items()}
    cases |= {f"optimality, best, {name}": case for name, case in best_of_few_keys().items()}
    cases["optimality, tree"] = stored()
    return {
        name: answered(prepare(Request(made, SOURCE, (Target(proof.epsilon),), proof=proof)))
        for name, (made, proof) in cases.items()
    }


def genuine() -> dict[str, Document]:
    """Return all genuine certificates by name; a name says what is special about one."""
    return {
        **row_certificates(),
        **law_certificates(),
        **apart_certificates(),
        **exponents(),
        **optimal_certificates(),
        "example-1": example_1(),
    }
