"""A second judge of certificates: everything is computed anew by the exact core.

The checker shares no code with it. Where the checker accepts a certificate that was changed, this
judge must find that what the changed certificate says is true; then the change was harmless.

Harmless are exactly these changes:

- of what claims nothing: the scope's texts, the tool, what is said of the input (compared with the
  table's file, where that is given), and within the table the design's target, which is quoted;
- of a solver's testimony that leaves each answer as expected: the checker asks no solver;
- of the words of a finding, which is recorded; of whole claims, which may be made in any number
  and order, if nothing is promised that they speak of;
- of a parameter, if the certificate then is, word by word, the one for the changed parameter: a
  larger target delta that is kept as well, or a declaration withdrawn;
- of an enclosure, if it still holds its number and all that depends on it is as it was: wider
  bounds of e^epsilon where no delta uses them, of x = e^-gamma, or of a value that is rounded;
- of the worst single outcome, if another one has the same excess.
"""

import json
from fractions import Fraction
from typing import Any

from exact.cellkeys.arithmetic import KeyArithmetic, SumModulo, XorOfFour
from exact.numbers.epsilon import Epsilon, epsilon
from exact.privacy.delta import Delta
from exact.table.native import read_native
from exact.table.ptable import PTable
from tests.certificate.making import Json
from verification.certificate.file import certificate_document
from verification.certificate.making import certificate, prepare
from verification.claims.request import Request, Target
from verification.claims.source import Source
from verification.findings.declared import Declared
from verification.findings.span import Span
from verification.verdict import Outcome

# The judge knows e^epsilon and the law's values this much better than the evidence states them.
_FINER_BITS = 256
_MOST_BITS = 4096


def says_the_truth(document: Json) -> bool:
    """Tell whether every claim of a certificate is true."""
    request = _request(document)
    made = certificate(prepare(request), [])
    honest: Json = json.loads(json.dumps(certificate_document(made)))
    # Claims stand in any order; the checker knows their keys.
    said = _known(document, {key: part for key, part in honest.items() if key != "claims"})
    said["claims"] = document["claims"]
    keys = ("format", "version", "key_arithmetic", "declared")
    if any(_differ(said[key], honest[key]) for key in keys):
        return False
    judged = (_same_targets, _same_claims, _verdict_is_due)
    return all(judge(said, honest) for judge in judged)


def _known(found: Any, model: Any) -> Any:
    """Leave out the keys that an honest certificate has not: nobody reads them."""
    if isinstance(found, dict) and isinstance(model, dict):
        return {key: _known(found[key], model[key]) for key in found if key in model}
    both_lists = isinstance(found, list) and isinstance(model, list)
    if both_lists and len(found) == len(model):
        return [_known(mine, due) for mine, due in zip(found, model, strict=True)]
    return found


def _differ(found: object, expected: object) -> bool:
    """Compare as text, so that 1 is not true."""
    return json.dumps(found, sort_keys=True) != json.dumps(expected, sort_keys=True)


def _request(document: Json) -> Request:
    given = []
    for target in document["epsilons"]:
        delta = None if target["delta"] is None else Fraction(target["delta"])
        given.append(Target(epsilon(target["epsilon"]), delta))
    table = _table(document["table"])
    arithmetic, assumed = _arithmetic(document["key_arithmetic"], table.keysize)
    bias, variance = (_span(document["declared"][name]) for name in ("bias", "variance"))
    noise = _span(document["declared"]["noise"])
    if noise is not None and not (noise.high == -noise.low == int(noise.high)):
        raise ValueError("noise lies between -N and N")
    largest = None if noise is None else int(noise.high)
    declared = Declared(bias=bias, variance=variance, noise=largest)
    return Request(table, Source(""), tuple(given), arithmetic, assumed, declared)


def _span(given: Json | None) -> Span | None:
    return None if given is None else Span(Fraction(given["lo"]), Fraction(given["hi"]))


def _table(document: Json) -> PTable:
    """Read the table from the keys that mean something, without the target of its design."""
    kept = {key: document[key] for key in ("format", "version", "keysize", "zero")}
    beyond = ("rule", "start", "period") if document["beyond"]["rule"] == "wrap" else ("rule",)
    kept["beyond"] = {key: document["beyond"][key] for key in beyond}
    kept["rows"] = [
        {key: row[key] for key in ("count", "noise", "keys")} for row in document["rows"]
    ]
    kept |= {key: document[key] for key in ("first_key", "holes") if key in document}
    kept["origin"] = None
    if document["origin"]:
        origin = {key: document["origin"][key] for key in ("law", "parameters", "rule")}
        kept["origin"] = {**origin, "epsilon": None, "delta": None}
    return read_native(json.dumps(kept))


def _arithmetic(given: Json | None, keysize: int) -> tuple[KeyArithmetic | None, bool]:
    if given is None:
        return None, False
    assumed = given["assumed"]
    if not isinstance(assumed, bool):
        raise ValueError("assumed is true or false")
    if given["kind"] == "xor4":
        return XorOfFour(keysize, given["bigN"]), assumed
    return SumModulo(keysize), assumed


def _same_targets(document: Json, honest: Json) -> bool:
    """The targets are as read, and the bounds given for e^epsilon hold it."""
    for found, expected in zip(document["epsilons"], honest["epsilons"], strict=True):
        if _differ({**found, "exp": None}, {**expected, "exp": None}):
            return False
        if not _holds_exp(found["exp"], epsilon(found["epsilon"])):
            return False
    return True


def _holds_exp(bounds: Json, of: Epsilon) -> bool:
    lo, hi = Fraction(bounds["lo"]), Fraction(bounds["hi"])
    bits = 2 * max(lo.denominator, hi.denominator).bit_length() + _FINER_BITS
    low, high = of.exp_bounds(bits)
    exact = of.rational_exp
    if exact is not None:
        return lo == hi == exact
    return lo <= Fraction(low, 1 << bits) and Fraction(high, 1 << bits) <= hi


def _same_claims(document: Json, honest: Json) -> bool:
    """Each claim is made once, and says what is due; those about laws and pairs up to widths."""
    table = _table(document["table"])
    due = {claim["name"]: claim for claim in honest["claims"]}
    names = [claim["name"] for claim in document["claims"]]
    if len(set(names)) < len(names):
        return False
    for found in document["claims"]:
        expected = due[found["name"]]
        if found["name"] == "quantisation":
            if not _same_law_claim(found, expected, table):
                return False
        elif "pairs" in expected:
            if not _same_pairs(found, expected, document, table):
                return False
        elif _differ(found, expected):
            return False
    return True


def _same_pairs(found: Json, expected: Json, document: Json, table: PTable) -> bool:
    if _differ({**found, "pairs": None}, {**expected, "pairs": None}):
        return False
    bounds = {target["epsilon"]: target["exp"] for target in document["epsilons"]}
    pairs = zip(found["pairs"], expected["pairs"], strict=True)
    return all(_same_pair(mine, due, bounds, table) for mine, due in pairs)


def _same_pair(mine: Json, due: Json, bounds: dict[str, Json], table: PTable) -> bool:
    if "outcome" in due and mine["outcome"] != due["outcome"]:
        if not _as_bad(mine, due, table):
            return False
        due = {**due, **{key: mine[key] for key in ("outcome", "A", "B")}}
    lo, hi = (Fraction(bounds[due["epsilon"]][end]) for end in ("lo", "hi"))
    A, B = Fraction(due["A"]), Fraction(due["B"])
    ends = (A - B * hi, A - B * lo)
    low, high = (f"{end.numerator}/{end.denominator}" for end in ends)
    return not _differ(mine, {**due, "delta": {"lo": low, "hi": high}})


def _as_bad(mine: Json, due: Json, table: PTable) -> bool:
    """Tell whether another outcome has the probabilities stated, and the same excess."""
    p, q = (table.row(n).pmf.shifted(n) for n in (mine["count"], mine["other"]))
    A, B = p.probability(mine["outcome"]), q.probability(mine["outcome"])
    at = epsilon(mine["epsilon"])
    worst = Delta(Fraction(due["A"]), Fraction(due["B"]), at)
    stated = (Fraction(mine["A"]), Fraction(mine["B"])) == (A, B)
    return stated and Delta(A, B, at).compare_to(worst) == 0


def _same_law_claim(found: Json, expected: Json, table: PTable) -> bool:
    """The status is due, and x, where it is given, lies between its bounds; bits may differ."""
    if _differ({**found, "x": expected["x"], "bits": expected["bits"]}, expected):
        return False
    if type(found["bits"]) is not int or not 1 <= found["bits"] <= _MOST_BITS:
        return False
    assert table.origin is not None
    rate = table.origin.law.rate
    if rate is None or found["x"] is None:
        return found["x"] is None and (rate is None or rate.of_variance is None)
    exact = rate.rational_x
    lo, hi = Fraction(found["x"]["lo"]), Fraction(found["x"]["hi"])
    bits = 2 * max(lo.denominator, hi.denominator).bit_length() + _FINER_BITS
    low, high = rate.x_bounds(bits)
    if exact is not None:
        return lo <= exact <= hi
    return lo <= Fraction(low, 1 << bits) and Fraction(high, 1 << bits) <= hi


def _verdict_is_due(document: Json, honest: Json) -> bool:
    """The verdict follows from what is promised and claimed, the findings, and the answers."""
    problems = [p for solver in document["solvers"] for p in solver["problems"]]
    if any(p["answer"] not in (p["expected"], "unknown") for p in problems):
        return False
    made = {claim["name"]: claim["status"] for claim in document["claims"]}
    promises = {
        "dp-all-events": any(target["delta"] is not None for target in document["epsilons"]),
        "moments": any(value is not None for value in document["declared"].values()),
        "key-completeness": bool(document["table"]["holes"]),
    }
    if any(promised and name not in made for name, promised in promises.items()):
        return False
    due = Outcome(
        promised=any(promises.values()),
        broken="fails" in made.values(),
        errors=any(finding["severity"] == "error" for finding in document["findings"]),
        open_questions=any(p["answer"] == "unknown" for p in problems),
    )
    return bool(document["verdict"] == due.verdict)
