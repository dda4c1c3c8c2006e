"""Read a certificate for Coq: only integers and checked rationals come through.

Whether they are *true* is not asked here: a forged number must reach the kernel, which refuses it.
"""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from exact.errors import InputError
from exact.laws.maxent import MAX_D
from exact.numbers.epsilon import epsilon as read_epsilon
from exact.quantiser.rules import RULES
from exact.table.ptable import ZERO_RULES
from verification.kernel.facts import Facts, LawFacts, PairFacts, PrivacyFacts, Runs, TableFacts

# Far beyond every number of a certificate, and within what Python reads at once.
_RATIO = re.compile(r"(-?[0-9]{1,4000})/([0-9]{1,4000})")
_PLAIN = re.compile(r"([0-9]{1,4000})(?:/([0-9]{1,4000}))?")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_LARGEST = 1 << 130
_MAX_GRID = 4096
_REMEDY = "give a certificate of ptcert"

Json = Mapping[str, object]


def read_facts(certificate: Json) -> Facts:
    """Read a certificate; refuse what is no integer or rational where one must stand."""
    claims = _list(certificate, "claims")
    if len(claims) < 5:
        raise InputError("claims", len(claims), "are too few", _REMEDY)
    document = _object(certificate, "table")
    table, privacy = _table(document), _privacy(certificate, claims[4])
    law, why_not = _law(document.get("origin"), claims[2])
    digest = _object(certificate, "input").get("sha256")
    if not isinstance(digest, str) or _DIGEST.fullmatch(digest) is None:
        raise InputError("sha256", digest, "is no SHA-256", _REMEDY)
    moments = tuple(
        (_integer(row, "count"), _ratio(row, "bias"), _ratio(row, "variance"))
        for row in _list(claims[3], "rows")
    )
    left_out = (*_lost_noise(table), *_unmet_targets(privacy), *why_not)
    return Facts(digest, table, moments, privacy, law, left_out)


def _table(document: Json) -> TableFacts:
    rows = _list(document, "rows")
    beyond = _object(document, "beyond")
    rule, zero = beyond.get("rule"), document.get("zero")
    if rule not in ("repeat", "wrap", "stop") or zero not in ZERO_RULES:
        raise InputError("table", (rule, zero), "has an unknown rule", _REMEDY)
    first = _integer(rows[0], "count")
    for expected, row in enumerate(rows, start=first):
        if _integer(row, "count") != expected:
            raise InputError("count", row.get("count"), f"is not {expected}", _REMEDY)
    wrap = (_integer(beyond, "start"), _integer(beyond, "period")) if rule == "wrap" else (0, 0)
    return TableFacts(
        keysize=_integer(document, "keysize"),
        first=first,
        rows=tuple(_runs(row) for row in rows),
        rule=str(rule),
        wrap=wrap,
        zero=str(zero),
    )


def _runs(row: Json) -> Runs:
    noise, keys = _integers(row, "noise"), _integers(row, "keys")
    if len(noise) != len(keys) or not noise:
        raise InputError("row", len(noise), "needs one number of keys a noise value", _REMEDY)
    return tuple(zip(noise, keys, strict=True))


def _privacy(certificate: Json, claim: Json) -> tuple[PrivacyFacts, ...]:
    pairs = _list(claim, "pairs")
    return tuple(_at_epsilon(target, pairs) for target in _list(certificate, "epsilons"))


def _lost_noise(table: TableFacts) -> tuple[str, ...]:
    return () if table.gapless else ("a key for every noise value (some have none)",)


def _unmet_targets(privacy: tuple[PrivacyFacts, ...]) -> tuple[str, ...]:
    return tuple(
        f"delta at most {at.target} at epsilon = {at.epsilon.text} (the table does not meet it)"
        for at in privacy
        if at.target is not None and not at.meets_target
    )


def _at_epsilon(target: Json, pairs: Sequence[Json]) -> PrivacyFacts:
    text = target.get("epsilon")
    bounds = _object(target, "exp")
    mine = tuple(_pair(pair) for pair in pairs if pair.get("epsilon") == text)
    if not isinstance(text, str) or not mine:
        raise InputError("epsilon", text, "has no pairs", _REMEDY)
    return PrivacyFacts(
        epsilon=read_epsilon(text),
        lo=_ratio(bounds, "lo"),
        hi=_ratio(bounds, "hi"),
        target=None if target.get("delta") is None else _ratio(target, "delta"),
        pairs=mine,
    )


def _pair(document: Json) -> PairFacts:
    delta = _object(document, "delta")
    count, other = _integer(document, "count"), _integer(document, "other")
    return PairFacts(count, other, _ratio(delta, "lo"), _ratio(delta, "hi"))


def _law(origin: object, claim: Json) -> tuple[LawFacts | None, tuple[str, ...]]:
    """Return the law where Coq can check it, and otherwise why it is left out."""
    status = claim.get("status")
    if origin is None or status == "not claimed":
        return None, ("the law behind the integers (none is declared)",)
    if status != "holds":
        return None, ("the law behind the integers (they do not follow the declared one)",)
    document = _as_object(origin, "origin")
    gamma = document.get("gamma")
    rule, bits = document.get("rule"), _integer(claim, "bits")
    if rule not in RULES or not 0 < bits <= _MAX_GRID:
        raise InputError("rule", rule, "is not known", _REMEDY)
    D = _integer(document, "D")
    if not 0 < D <= MAX_D:
        raise InputError("D", D, f"must be from 1 to {MAX_D}", _REMEDY)
    if isinstance(gamma, str):
        return LawFacts(D, str(rule), _plain(gamma), None, bits), ()
    rate = _as_object(gamma, "gamma")
    if "variance" in rate:
        return None, ("the law behind the integers (its gamma is given by a variance)",)
    factor, base = _plain(rate.get("times")), _plain(rate.get("ln"))
    return LawFacts(D, str(rule), factor, base, bits), ()


def _object(document: Json, key: str) -> Json:
    return _as_object(document.get(key), key)


def _as_object(value: object, name: str) -> Json:
    if not isinstance(value, Mapping):
        raise InputError(name, value, "must be an object", _REMEDY)
    return value


def _list(document: Json, key: str) -> list[Json]:
    value = document.get(key)
    if not isinstance(value, list) or not value:
        raise InputError(key, value, "must be a list that is not empty", _REMEDY)
    return [_as_object(item, key) for item in value]


def _integer(document: Json, key: str) -> int:
    return _whole(document.get(key), key)


def _integers(document: Json, key: str) -> list[int]:
    value = document.get(key)
    if not isinstance(value, list):
        raise InputError(key, value, "must be a list of integers", _REMEDY)
    return [_whole(item, key) for item in value]


def _whole(value: object, name: str) -> int:
    if type(value) is not int or abs(value) > _LARGEST:
        raise InputError(name, value, "must be an integer of a sane size", _REMEDY)
    return value


def _ratio(document: Json, key: str) -> Fraction:
    text = document.get(key)
    found = _RATIO.fullmatch(text) if isinstance(text, str) else None
    if found is None or int(found[2]) == 0:
        raise InputError(key, text, "is not p/q", _REMEDY)
    return Fraction(int(found[1]), int(found[2]))


def _plain(text: object) -> Fraction:
    found = _PLAIN.fullmatch(text) if isinstance(text, str) else None
    if found is None or (found[2] is not None and int(found[2]) == 0):
        raise InputError("gamma", text, "is not p/q", _REMEDY)
    return Fraction(int(found[1]), int(found[2] or "1"))
