"""Forgeries: certificates that are consistent in themselves, and wrong or unproved somewhere."""

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from unittest.mock import patch

from exact.cellkeys.arithmetic import SumModulo
from exact.laws.maxent import law_of_variance
from exact.laws.rates import Rate
from exact.numbers.epsilon import Epsilon, epsilon
from exact.table.ptable import PTable, Stop
from tests.certificate.law_cases import CASES, forgeries, rules_of
from tests.certificate.optimality_cases import FORGERIES, claim_of
from tests.mutants.tampered import Path, at, changed, without
from tests.mutants.valid import (
    PLAIN,
    SOURCE,
    WIDE,
    answered,
    certified,
    lossy,
    rates,
    table,
)
from verification.certificate.making import prepare
from verification.claims.context import BoundedTarget
from verification.claims.request import Request, Target
from verification.shapes.common import Bounds
from verification.shapes.shape import Document, written

_BITS = 2000
ABOUT_PAIRS = ("dp-all-events", "dp-singletons")


@cache
def convergents(lo: Fraction, hi: Fraction) -> list[Fraction]:
    """Return the convergents of the continued fraction of a number between lo and hi.

    They lie below and above it in turn, nearer than 1/q^2: wrong by a hair on one side.

    >>> [str(c) for c in convergents(Fraction(314159, 100000), Fraction(314160, 100000))]
    ['3', '22/7']
    """
    found, (a, b), (c, d) = [], (1, 0), (0, 1)
    while lo.denominator > 1 and hi.denominator > 1 and lo // 1 == hi // 1:
        whole = lo // 1
        (a, b), (c, d) = (whole * a + c, whole * b + d), (a, b)
        found.append(Fraction(a, b))
        lo, hi = sorted((1 / (lo - whole), 1 / (hi - whole)))
    return found


def near(bounds: tuple[int, int], bits: int) -> tuple[Fraction, Fraction]:
    """Return convergents (below, above) whose denominators have about the given bits."""
    scaled = [Fraction(end, 1 << _BITS) for end in bounds]
    exact = scaled[0]
    close = [c for c in convergents(*scaled) if c.denominator.bit_length() >= bits]
    one, two = close[:2]
    return (one, two) if one < exact else (two, one)


def any_epsilon(text: str) -> Epsilon:
    """Return an epsilon without the limits that the exact core has for it."""
    found = object.__new__(Epsilon)
    value = None if text.startswith("ln") else Fraction(text)
    object.__setattr__(found, "value", value)
    object.__setattr__(found, "exp", Fraction(text[3:-1]) if value is None else None)
    return found


def with_bounds(
    made: PTable,
    text: str,
    lo: Fraction,
    hi: Fraction,
    delta: Fraction | None = None,
) -> Document:
    """Return a certificate that takes lo and hi for bounds of e^epsilon, right or wrong."""
    target = Target(any_epsilon(text), delta)
    bounded = BoundedTarget(target.epsilon, delta, Bounds(lo, hi))
    request = Request(made, SOURCE, (target,), SumModulo(made.keysize))
    with patch("verification.claims.context._bounded", lambda _target, _measured: bounded):
        return answered(prepare(request))


def wrong_by_a_hair() -> Iterator[tuple[str, Document]]:
    """Yield certificates whose bounds of e^epsilon exclude it, some by less than 2^-400."""
    made = table([PLAIN])
    for text in ("1/2", "1/4", "1/3", "7/3", "12", "40", "100", "1/1000"):
        value = epsilon(text)
        lo, hi = value.exp_bounds(64)
        for bits in (20, 60, 100, 200, 400, 800):
            below, above = near(value.exp_bounds(_BITS), bits)
            name = f"e^({text}) with {bits} bits"
            yield (
                f"{name}: upper bound too low",
                with_bounds(made, text, Fraction(lo, 1 << 64), below),
            )
            yield (
                f"{name}: lower bound too high",
                with_bounds(made, text, above, Fraction(hi, 1 << 64)),
            )


def rates_wrong_by_a_hair(documents: dict[str, Document]) -> Iterator[tuple[str, Document]]:
    """Yield certificates whose bounds of e^-gamma exclude it."""
    for name, rate in _rates().items():
        for rule in ("ceiling", "largest-remainder"):
            document = documents[f"{name}-{rule}"]
            for bits in (70, 150, 400):
                below, above = near(rate.x_bounds(_BITS), bits)
                lo, hi = (Fraction(end, 1 << _BITS) for end in rate.x_bounds(_BITS))
                for end, pair in (("lo", (above, max(above, hi))), ("hi", (min(below, lo), below))):
                    x = {"lo": written(pair[0]), "hi": written(pair[1])}
                    yield (
                        f"{name} {rule} {bits} {end}",
                        changed(document, ("claims", "quantisation", "x"), x),
                    )


def _rates() -> dict[str, Rate]:
    irrational = ("rational", "steep", "log", "radical", "variance", "variance-128")
    return {name: law.rate for name, law in rates().items() if name in irrational}


def unproved_pairs() -> Iterator[tuple[str, Document]]:
    """Yield certificates with true bounds of e^epsilon that are too wide for what they show."""
    made = table([WIDE])  # ratios of neighbours 3, 8/3, 3/8, 1/3 and outcomes of one count only
    yield "too wide for the event", with_bounds(made, "1", Fraction(5, 2), Fraction(31, 10))
    yield (
        "too wide for the event by a hair",
        with_bounds(made, "1", Fraction(27, 10), 3 + Fraction(1, 10**30)),
    )
    # Excess 10 - 2 e^epsilon of outcome 1 and 7 of outcome 2: the larger changes at 3/2.
    two = table([((0, 10), (1, 7)), ((-1, 2), (3, 15))], beyond=Stop())
    for text in ("2/5", "21/50"):
        yield (
            f"too wide for the worst outcome at {text}",
            with_bounds(two, text, Fraction(14, 10), Fraction(16, 10)),
        )
    yield (
        "too wide for the target",
        with_bounds(made, "1", Fraction(27, 10), Fraction(28, 10), Fraction(39, 500)),
    )
    yield "epsilon negative", with_bounds(made, "-1/10", Fraction(9, 10), Fraction(91, 100))
    yield (
        "epsilon a negative logarithm",
        with_bounds(made, "ln(1/2)", Fraction(1, 2), Fraction(1, 2)),
    )
    yield (
        "bounds on both sides of 1",
        with_bounds(table([PLAIN]), "1/1000", Fraction(9, 10), Fraction(11, 10)),
    )
    yield "e^epsilon taken for 1", with_bounds(made, f"1/{1 << 200}", Fraction(1), Fraction(1))
    yield "bounds out of order", with_bounds(made, "1/2", Fraction(2), Fraction(1))
    yield "a bound of zero", with_bounds(made, "-1/10", Fraction(0), Fraction(1))
    yield "logarithm of another number", with_bounds(made, "ln(2)", Fraction(3), Fraction(3))
    for end in ((Fraction(3, 2), Fraction(2)), (Fraction(2), Fraction(5, 2))):
        yield f"a logarithm between {end}", with_bounds(made, "ln(2)", *end)


def proved_pairs() -> Iterator[tuple[str, Document]]:
    """Yield certificates whose bounds are as wide as the event allows: an outcome at the edge."""
    made = table([WIDE])
    yield "an upper bound at a ratio", with_bounds(made, "1", Fraction(27, 10), Fraction(3))
    yield "a lower bound at a ratio", with_bounds(made, "1", Fraction(8, 3), Fraction(29, 10))
    yield "bounds that are e^0", with_bounds(made, "0", Fraction(1), Fraction(1))
    yield "epsilon 2000", with_bounds(made, "2000", *_huge_exp("0"))


def out_of_range() -> Iterator[tuple[str, Document]]:
    """Yield certificates of a true statement that the checker has no time for."""
    yield "epsilon above 2000", with_bounds(table([WIDE]), "2000001/1000", *_huge_exp("1/1000"))


def far_gamma(documents: dict[str, Document]) -> Iterator[tuple[str, Document]]:
    """Yield a gamma beyond the range of the checker, with true bounds of e^-gamma."""
    lo, hi = _huge_exp("1")
    path = ("table", "origin", "parameters", "gamma")
    document = changed(documents["rational-ceiling"], path, "2001")
    x = {"lo": written(1 / hi), "hi": written(1 / lo)}
    yield "gamma above 2000", changed(document, ("claims", "quantisation", "x"), x)


def one_key(documents: dict[str, Document]) -> Iterator[tuple[str, Document]]:
    """Yield a table of one key that is the XOR of four residues modulo 1."""
    arithmetic = {"kind": "xor4", "bigN": 1, "assumed": False}
    document = documents["one-key"] | {"key_arithmetic": arithmetic}
    document = changed(document, ("claims", "key-completeness", "keys_made"), 1)
    claim = at(document, ("claims", "dp-all-events"))
    new = claim | {"name": "key-law", "distance": "0/1"}
    yield "a table of one key", document | {"claims": [*document["claims"], new]}


def _huge_exp(more: str) -> tuple[Fraction, Fraction]:
    """Return integer bounds of e^(2000 + more)."""
    thousand, rest = epsilon("1000").exp_bounds(_BITS), any_epsilon(more).exp_bounds(_BITS)
    lo, hi = (a * a * b for a, b in zip(thousand, rest, strict=True))
    return Fraction(lo >> 3 * _BITS), Fraction((hi >> 3 * _BITS) + 1)


def wrong_tables(documents: dict[str, Document]) -> Iterator[tuple[str, Document]]:
    """Yield certificates whose table, or whose rules for counts, are none."""
    wrap, one, zero = documents["wrap-some"], documents["one-row"], documents["zero-row"]
    row = ("table", "rows", 0)
    changes: tuple[tuple[Document, tuple[str | int, ...], tuple[object, ...]], ...] = (
        (one, ("table", "keysize"), (0, -1, 15, 17, (1 << 128) + 1, True, "16")),
        (one, (*row, "count"), (-1, 2, (1 << 62) + 1, True, "1")),
        (wrap, ("table", "rows", 1, "count"), (2, 4, True)),
        (one, (*row, "keys"), ([4, 8, 5], [4, 8, 3], [16, 0, 0], [17, -1, 0], [4, 8], [])),
        (one, (*row, "keys"), ([4, 8, 4, 0], [True, 11, 4], ["4", 8, 4], [20, -8, 4])),
        (one, (*row, "noise"), ([-1, 0], [-1, 0, True], [-1, 0, (1 << 62) + 1], [0, 0, 0])),
        (one, (*row, "noise"), ([-(1 << 62) - 1, 0, 1], [-1, 0, 1, 2], [-1, 0, "1"])),
        (one, ("table", "zero"), ("row", "keep", None)),
        (zero, ("table", "zero"), ("none", "preserve")),
        (one, ("table", "beyond", "rule"), ("wrap", "again", None)),
        (wrap, ("table", "beyond", "rule"), ("repeat", "stop")),
        (wrap, ("table", "beyond", "start"), (1, 2, 4, 5, 6, True)),
        (wrap, ("table", "beyond", "period"), (0, 1, 3, 4, True)),
        (one, ("table", "rows"), ([],)),
        (one, ("table", "format"), ("ptcert-table", None)),
        (one, ("table", "version"), (3, True, "1")),
    )
    for document, path, values in changes:
        for value in values:
            yield f"{'.'.join(map(str, path))} = {str(value)[:30]}", changed(document, path, value)


def wrong_outcomes(documents: dict[str, Document]) -> Iterator[tuple[str, Document]]:
    """Yield a worst outcome that is never released, with the numbers of one that is."""
    document = certified(table([[(z, 1) for z in range(16)]]))
    for index in (0, 1):
        path = ("claims", "dp-singletons", "pairs", index, "outcome")
        yield f"an outcome that never occurs, pair {index}", changed(document, path, 999)
        for end in (-1, 1):
            beyond = end * ((1 << 63) + 1)
            yield f"outcome {beyond}, pair {index}", changed(document, path, beyond)
    # Excess -3 of outcome 1 where outcome 3, which only the other count can release, has -2.
    document = documents["worst-outcome-of-the-other-count"]
    wrong = {"outcome": 1, "A": "7/16", "B": "5/16", "delta": {"lo": "-3/16", "hi": "-3/16"}}
    place = ("claims", "dp-singletons", "pairs", 2)  # epsilon = ln(2)
    yield "not the worst outcome by one key", changed(document, place, at(document, place) | wrong)
    # All outcomes that occur have an excess below 0, and one that does not has 0.
    document = documents["same-released-values"]
    nothing = {"outcome": 999, "A": "0/1", "B": "0/1", "delta": {"lo": "0/1", "hi": "0/1"}}
    pairs = [pair | nothing for pair in at(document, ("claims", "dp-singletons", "pairs"))]
    yield (
        "the worst outcome never occurs",
        changed(document, ("claims", "dp-singletons", "pairs"), pairs),
    )


def another_function(documents: dict[str, Document]) -> Iterator[tuple[str, Document]]:
    """Yield a logarithm that is called otherwise, everywhere in the certificate."""
    text = json.dumps(documents["rational-ceiling"])
    yield "lg instead of ln", json.loads(text.replace("ln(2)", "lg(2)"))


def no_epsilons(documents: dict[str, Document]) -> Iterator[tuple[str, Document]]:
    """Yield certificates about no epsilon at all, or about one twice, or about very many."""
    document = documents["one-row"]
    one, pairs = at(document, ("epsilons", 0)), {}
    for name in ABOUT_PAIRS:
        pairs[name] = at(document, ("claims", name, "pairs"))[:2]
    for times in (0, 2):
        new = document | {"epsilons": times * [one]}
        for name in ABOUT_PAIRS:
            new = changed(new, ("claims", name, "pairs"), times * pairs[name])
            new = changed(new, ("claims", name, "covers", "epsilons"), times)
        yield f"the same epsilon {times} times", new
    many = [one | {"epsilon": f"1/{n}"} for n in range(2, 103)]
    yield "a hundred and one epsilons", document | {"epsilons": many}


def rounded_powers(documents: dict[str, Document]) -> Iterator[tuple[str, Document]]:
    """Yield a variance whose root is 2^-400 from x, and x as its bound on the wrong side.

    With D = 1000 the powers of x are rounded, so only the direction of rounding refuses these.
    """
    for x, other in ((Fraction(1, 2), Fraction(1, 4)), (Fraction(9, 10), Fraction(1, 20))):
        zero, two = (sum((k**e * x ** (k * k) for k in range(1, 70)), Fraction(0)) for e in (0, 2))
        at_x = 2 * two / (1 + 2 * zero)
        for sign, lo, hi in ((1, x - other, x), (-1, x, x + other)):
            for bits in (200, 400):
                variance = Fraction((at_x * 2**bits).__floor__() + 2 * sign, 1 << bits)
                parameters = {"D": 1000, "gamma": {"variance": str(variance)}}
                path = ("table", "origin", "parameters")
                document = changed(documents["rational-ceiling"], path, parameters)
                bounds = {"lo": written(lo), "hi": written(hi)}
                claim = at(document, ("claims", "quantisation")) | {"x": bounds}
                name = f"root 2^-{bits} from a bound {lo} {hi}"
                yield name, changed(document, ("claims", "quantisation"), claim)


def wide_law(x: Fraction, rule: str, width: Fraction) -> Document:
    """Return the claim for 16 keys, D = 1, with bounds of x that are ``width`` to both sides."""
    law = law_of_variance(1, 2 * x / (1 + 2 * x))
    document = certified(lossy(law, 16, rule))
    bounds = {"lo": written(x - width), "hi": written(x + width)}
    return changed(document, ("claims", "quantisation", "x"), bounds)


def proved_laws() -> Iterator[tuple[str, Document]]:
    """Yield laws with wide bounds that still show everything."""
    for rule in ("ceiling", "symmetric", "largest-remainder"):
        yield f"wide bounds, {rule}", wide_law(Fraction(62, 100), rule, Fraction(1, 100))


def unproved_laws() -> Iterator[tuple[str, Document]]:
    """Yield bounds of x too wide to tell a value from an integer, or two remainders apart."""
    for rule in ("ceiling", "symmetric", "largest-remainder"):
        yield f"values too wide, {rule}", wide_law(Fraction(62, 100), rule, Fraction(1, 5))
    for x in (Fraction(n, 1000) for n in (595, 591, 586, 577)):
        yield f"remainders too wide {x}", wide_law(x, "largest-remainder", Fraction(1, 60))


def other_laws(documents: dict[str, Document]) -> Iterator[tuple[str, Document]]:
    """Yield certificates of every law with another parameter, name or rule, or a key moved."""
    for name in CASES:
        document = documents[f"{name}, ceiling"]
        for what, change in forgeries(name):
            forged = json.loads(json.dumps(document))
            change(forged)
            yield f"{name}: {what}", forged
        for rule in rules_of(name)[1:]:
            if documents[f"{name}, {rule}"]["table"]["rows"] != document["table"]["rows"]:
                path = ("table", "origin", "rule")
                yield f"{name}: the rule {rule}", changed(document, path, rule)
        x = {"lo": "1/3", "hi": "1/3"}
        yield f"{name}: another x", changed(document, ("claims", "quantisation", "x"), x)


def wrong_law_evidence(documents: dict[str, Document]) -> Iterator[tuple[str, Document]]:
    """Yield certificates whose claim 3 has bounds or parameters that do not show it."""
    for name in ("rational-ceiling", "log-largest-remainder", "variance-symmetric"):
        document = documents[name]
        wrong: dict[Path, tuple[object, ...]] = {
            ("claims", "quantisation", "bits"): (0, 1025, True),
            ("table", "origin", "parameters", "D"): (0, 1, 4, 10**5 + 1, True),
            ("table", "origin", "law"): ("laplace", "cauchy", None),
            ("table", "origin", "rule"): ("floor", None),
        }
        for path, values in wrong.items():
            for number, value in enumerate(values):
                yield f"{name}: {path[-1]}, {number}", changed(document, path, value)
    yield from _wrong_rates(documents)


def _wrong_rates(documents: dict[str, Document]) -> Iterator[tuple[str, Document]]:
    """Yield another gamma than that of the table, and x that is none."""
    gammas: dict[str, tuple[object, ...]] = {
        "rational-ceiling": ("1/4", "0", "-1/3", "3/10", 1),
        "uniform-ceiling": ("1/10", "1"),
        "log-exact-ceiling": (
            *({"times": "1", "ln": "3"}, {"times": "2", "ln": "2"}, {"times": "1", "ln": "1"}),
            *({"times": "0", "ln": "2"}, {"times": "-1", "ln": "1/2"}, {"times": "-1", "ln": "2"}),
            *({"times": f"{1 << 20}", "ln": "2"}, {"times": f"1/{1 << 24}", "ln": "2"}),
            *({"times": "1", "ln": "1/2"}, {"times": "1"}, {"ln": "2"}, {}, None),
        ),
        "variance-exact-ceiling": ({"variance": "1/3"}, {"variance": "2/3"}, {"variance": "2"}),
    }
    for name, values in gammas.items():
        for value in values:
            path = ("table", "origin", "parameters", "gamma")
            yield f"{name}: gamma = {value}", changed(documents[name], path, value)
    for name in ("rational-ceiling", "log-exact-ceiling", "variance-exact-ceiling", "log-ceiling"):
        pairs = (("1/2", "1/100"), ("0/1", "1/3"), ("999/1000", "2/1"), ("-1/2", "1/3"))
        for lo, hi in (*pairs, ("0/1", "0/1"), ("99/100", "1/1"), ("1/9", "1/8"), ("1/1", "1/1")):
            yield (
                f"{name}: x in [{lo}, {hi}]",
                changed(documents[name], ("claims", "quantisation", "x"), {"lo": lo, "hi": hi}),
            )
    for name in ("uniform-ceiling", "uniform-largest-remainder"):
        for lo, hi in (("1/2", "99/100"), ("101/100", "2/1"), ("1/2", "1/2")):
            yield (
                f"{name}: x in [{lo}, {hi}]",
                changed(documents[name], ("claims", "quantisation", "x"), {"lo": lo, "hi": hi}),
            )


def wrong_words(documents: dict[str, Document]) -> Iterator[tuple[str, Document]]:
    """Yield statuses, verdicts, answers and claims that are not what was found."""
    for name in ("one-row", "rational-ceiling", "target-missed", "sum", "gaps", "undecided"):
        document = documents[name]
        for claim in (claim["name"] for claim in document["claims"]):
            for status in ("holds", "fails", "not claimed", "undecided", None):
                if at(document, ("claims", claim, "status")) != status:
                    yield (
                        f"{name}: claim {claim} {status}",
                        changed(document, ("claims", claim, "status"), status),
                    )
            yield (
                f"{name}: claim {claim} renamed",
                changed(document, ("claims", claim, "name"), "x"),
            )
            covers = at(document, ("claims", claim, "covers"))
            for part in covers:
                where: Path = ("claims", claim, "covers", part)
                yield f"{name}: {claim} covers another {part}", changed(document, where, 1000)
            for part, other in (("zero", None), ("first", 0), ("last", 10**6)):
                where = ("claims", claim, "covers", "counts", part)
                yield f"{name}: {claim} covers {part} {other}", changed(document, where, other)
        for verdict in ("holds", "fails", "measured", "undecided", "true", None):
            if document["verdict"] != verdict:
                yield f"{name}: verdict {verdict}", document | {"verdict": verdict}
        claims = at(document, ("claims",))
        yield f"{name}: a claim more", document | {"claims": [*claims, claims[0]]}
        for index in (0, 5):
            for answer in ("sat", "unsat", "unknown", "timeout", None):
                where = ("solvers", 0, "problems", index, "answer")
                if answer not in ("unsat", at(document, where)) and document["verdict"] in (
                    "holds",
                    "measured",
                ):
                    yield f"{name}: answer {index} {answer}", changed(document, where, answer)
    yield from _wrong_keys(documents)


def _wrong_keys(documents: dict[str, Document]) -> Iterator[tuple[str, Document]]:
    """Yield key arithmetics that are none, or not the one that the claims are about."""
    document = documents["xor-13"]
    values: tuple[object, ...] = (
        *({"kind": "xor4", "bigN": n, "assumed": False} for n in (0, 12, 14, 17, True, "13")),
        {"kind": "sum", "assumed": False},
        {"kind": "bytes", "bigN": 13, "assumed": False},
        {"kind": "bytes", "assumed": False},
        {"kind": "xor4", "assumed": False},
        None,
        {},
    )
    for value in values:
        yield f"key arithmetic {value}", document | {"key_arithmetic": value}
    yield (
        "key-law only measured",
        document | {"key_arithmetic": {"kind": "xor4", "bigN": 13, "assumed": True}},
    )
    for truth in (1, "true", None):
        yield (
            f"assumed is {truth!r}",
            changed(documents["xor-13-assumed"], ("key_arithmetic", "assumed"), truth),
        )
    yield "distance", changed(document, ("claims", "key-law", "distance"), "1/100")
    yield "keys made", changed(document, ("claims", "key-completeness", "keys_made"), 13)
    yield (
        "keys made though nobody said how",
        changed(documents["one-row"], ("claims", "key-completeness", "keys_made"), 16),
    )
    for more in (0, 1):  # 14 and 15 keys
        made = certified(table([((-1, 4), (0, 6 + more), (1, 4))]))
        yield (
            f"xor of {14 + more} keys",
            made | {"key_arithmetic": {"kind": "xor4", "bigN": 13, "assumed": True}},
        )


def other_keys(documents: dict[str, Document]) -> Iterator[tuple[str, Document]]:
    """Yield certificates in which an object has one key more, or one less."""
    for name, places in {
        "rational-ceiling": (
            *((), ("table",), ("table", "rows", 0), ("table", "origin"), ("table", "beyond")),
            *(
                ("epsilons", 0),
                ("epsilons", 0, "exp"),
                ("declared",),
                ("table", "origin", "parameters"),
            ),
            *(("claims", name) for name in ("well-formed", "key-completeness", "quantisation")),
            *(("claims", name) for name in ("moments", "dp-all-events", "dp-singletons")),
            *(("claims", "paper-measures"), ("claims", "moments", "covers")),
            *(("input",), ("scope",), ("tool",), ("solvers", 0), ("solvers", 0, "problems", 0)),
        ),
        "kernel-checked": (("kernel",),),
        "error-found": (("findings", 0),),
        "xor-13": (("key_arithmetic",), ("claims", "key-law")),
        "sum": (("key_arithmetic",),),
        "wrap-some": (("table", "beyond"),),
        "variance-ceiling": (
            ("table", "origin", "parameters", "gamma"),
            ("claims", "quantisation", "x"),
        ),
        "log-ceiling": (("table", "origin", "parameters", "gamma"),),
    }.items():
        for place in places:
            where = f"{name}: {'.'.join(map(str, place))}"
            yield f"{where} with another key", changed(documents[name], (*place, "note"), 1)
            for key in sorted(at(documents[name], place).keys() - {"edition"}):
                yield f"{where} without {key}", without(documents[name], (*place, key))


def unplain_numbers(documents: dict[str, Document]) -> Iterator[tuple[str, Document]]:
    """Yield numbers that are right, and written in another way than the one way."""
    for name, path, texts in (
        (
            "rational-ceiling",
            ("table", "origin", "parameters", "gamma"),
            ("2/6", " 1/3", "+1/3", "1/03"),
        ),
        (
            "variance-ceiling",
            ("table", "origin", "parameters", "gamma", "variance"),
            ("2/1", "2.0", " 2"),
        ),
        (
            "log-exact-ceiling",
            ("table", "origin", "parameters", "gamma", "ln"),
            ("2/1", "2.0", "4/2"),
        ),
        (
            "log-exact-ceiling",
            ("table", "origin", "parameters", "gamma", "times"),
            ("1/1", "1.0", " 1"),
        ),
        ("one-row", ("epsilons", 0, "epsilon"), ("2/4", "0.5", " 1/2", "0" * 60 + "1/2", "1/2x")),
        ("one-row", ("epsilons", 0, "epsilon"), ("5e-1", "None", "-1/2", "+1/2", "1/2\n", "١/2")),
        (
            "epsilon-ln(1000/999)",
            ("epsilons", 0, "epsilon"),
            ("ln(2000/1998)", "ln(1000/999 )", "ln(1000/999/", "ln(1000/999"),
        ),
    ):
        for text in texts:
            yield f"{name}: {path[-1]} = {text}", changed(documents[name], path, text)


def of_another_table(documents: dict[str, Document]) -> Iterator[tuple[str, Document]]:
    """Yield certificates with a claim that is true of another table."""
    pairs = (("one-row", "epsilon-1/4"), ("rational-ceiling", "steep-ceiling"), ("sum", "xor-13"))
    for mine, other in pairs:
        for claim in documents[other]["claims"]:
            name = claim["name"]
            known = {each["name"]: each for each in documents[mine]["claims"]}
            if name in known and claim != known[name]:
                yield (
                    f"{mine} with claim {name} of {other}",
                    changed(documents[mine], ("claims", name), claim),
                )


def wrong_records(documents: dict[str, Document]) -> Iterator[tuple[str, Document]]:
    """Yield records of another form, and promises that no claim speaks of."""
    one = documents["one-row"]
    forms: dict[Path, tuple[object, ...]] = {
        ("input", "sha256"): ("0" * 63, "G" * 64, None, 1),
        ("input", "format"): ("a b", 1, ""),
        ("input", "bytes"): (-1, "1", True),
        ("tool", "name"): ("", "a\nb", None, 7),
        ("scope", "covers"): ("", "\x1b[2J", None),
        ("scope", "does_not_cover"): ("nothing", [""], [1]),
        ("solvers", 0, "name"): ("oracle", None),
        ("solvers", 0, "version"): ("", "1 2"),
        ("solvers", 0, "problems", 0, "id"): ("", "../x", None),
        ("solvers", 0, "problems", 0, "claim"): ("key-law", 5, "x"),
        ("solvers", 0, "problems", 0, "expected"): ("unknown", None),
        ("solvers", 0, "problems", 0, "reason"): ("", 1),
        ("findings",): (None, {}, [1], [{"code": "X"}]),
    }
    for path, values in forms.items():
        for value in values:
            yield f"record {'.'.join(map(str, path))} = {value!r}", changed(one, path, value)
    kernel = documents["kernel-checked"]
    for path, value in (
        (("kernel", "prover"), "Lean"),
        (("kernel", "version"), ""),
        (("kernel", "source_sha256"), "0"),
        (("kernel", "statement"), "Theorem other :\n  True."),
        (("kernel", "statement"), "Theorem main_theorem :\n  \x07"),
        (("kernel", "assumptions"), ["no doubt"]),
        (("kernel", "assumptions"), "none"),
    ):
        yield f"{'.'.join(path)} = {value}", changed(kernel, path, value)
    finding = documents["error-found"]
    for part, value in (("severity", "grave"), ("message", "a\nb"), ("code", "")):
        yield f"finding {part}", changed(finding, ("findings", 0, part), value)
    yield (
        "an error made a note",
        changed(documents["error-against-a-promise"], ("findings", 0, "severity"), "note"),
    )
    for name, claim in (
        ("delta-1-4", "dp-all-events"),
        ("declared-both", "moments"),
        ("holes", "key-completeness"),
    ):
        backed = without(documents[name], ("claims", claim)) | {"solvers": []}
        yield f"{name} without claim {claim}", backed
    moments = at(one, ("claims", "moments"))
    yield "a claim of a law that is not declared", document_with(one, moments, "quantisation")
    yield "a claim of a key law that is not known", document_with(one, moments, "key-law")
    for value in ({"lo": "1/1", "hi": "0/1"}, {"lo": "0/1"}, "0/1", []):
        yield (
            f"declared bias {value}",
            changed(documents["declared-bias"], ("declared", "bias"), value),
        )
    for value in (-1, True, "1"):
        yield f"declared noise {value}", changed(one, ("declared", "noise"), value)
    wrong: tuple[object, ...] = ([2, 1], [1, 1], [-1], {}, [True], [10**9])
    for holes in wrong:
        yield f"holes {holes}", changed(documents["holes"], ("table", "holes"), holes)
    for name in ("holes", "holes-too-few", "holes-too-many"):
        path = ("claims", "key-completeness", "witness")
        for count in (1, 3, 4):
            new = {"count": count, "released": 2}
            if at(documents[name], path) != new:
                yield f"{name}: witness at {count}", changed(documents[name], path, new)


def document_with(document: Document, claim: Document, name: str) -> Document:
    """Return a certificate with a claim more, under a name."""
    return document | {"claims": [*document["claims"], claim | {"name": name}]}


def long_values(documents: dict[str, Document]) -> Iterator[tuple[str, Document]]:
    """Yield wrong values that are too long to be shown whole."""
    document = documents["one-row"]
    for path in (
        *(
            ("verdict",),
            ("table", "keysize"),
            ("claims", "well-formed", "status"),
            ("claims", "moments", "rows"),
        ),
        *(
            ("table", "rows", 0, "noise", 1),
            ("epsilons", 0, "exp", "lo"),
            ("claims", "dp-all-events", "pairs"),
        ),
    ):
        for value in ("9" * 120, "2" * 60 + "/2", int("8" * 120)):
            yield f"long {path[-1]} {str(value)[-3:]}", changed(document, path, value)


def wrong_proofs(documents: dict[str, Document]) -> Iterator[tuple[str, Document]]:
    """Yield proofs of optimality whose rules, numbers or tree do not belong together."""
    for name, forge in FORGERIES.items():
        document = json.loads(json.dumps(documents["optimality, tree"]))
        forge(claim_of(document))
        yield f"proof: {name}", document
    for name in ("variance", "hole", "cap", "shape", "rows", "exact", "monotone", "least variance"):
        document = json.loads(json.dumps(documents[f"optimality, {name}"]))
        claim = claim_of(document)
        claim["bound"] = written(Fraction(claim["bound"]) + Fraction(1, 1000))
        yield f"proof: a higher bound of {name}", document


def everything_right(documents: dict[str, Document]) -> dict[str, Document]:
    """Return certificates that no command writes, and that must be accepted nevertheless."""
    return _by_name(proved_pairs(), proved_laws(), one_key(documents), no_edition(documents))


def no_edition(documents: dict[str, Document]) -> Iterator[tuple[str, Document]]:
    """Yield a certificate filed before solvers' records named the edition of the problems."""
    yield "no edition", without(documents["one-row"], ("solvers", 0, "edition"))


def everything_wrong(documents: dict[str, Document]) -> dict[str, Document]:
    """Return all forgeries by name."""
    return _by_name(
        *(wrong_by_a_hair(), rates_wrong_by_a_hair(documents), unproved_pairs(), out_of_range()),
        *(wrong_tables(documents), wrong_law_evidence(documents), wrong_words(documents)),
        *(of_another_table(documents), long_values(documents), wrong_outcomes(documents)),
        *(far_gamma(documents), rounded_powers(documents), unproved_laws()),
        other_laws(documents),
        *(other_keys(documents), unplain_numbers(documents), no_epsilons(documents)),
        *(another_function(documents), wrong_records(documents), wrong_proofs(documents)),
    )


def _by_name(*groups: Iterator[tuple[str, Document]]) -> dict[str, Document]:
    """Put the groups together; two of one name would hide one of them."""
    found: dict[str, Document] = {}
    for name, document in (item for group in groups for item in group):
        if name in found:
            raise ValueError(f"two forgeries have the name {name}")
        found[name] = document
    return found
