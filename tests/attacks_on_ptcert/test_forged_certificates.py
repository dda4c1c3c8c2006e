"""Forgeries that agree with themselves: several numbers changed together, so that sums fit."""

import json
from collections.abc import Callable
from fractions import Fraction

import pytest

from exact.cellkeys.arithmetic import XorOfFour
from exact.table.native import write_native
from tests.certificate.making import (
    Json,
    claim,
    example_1,
    is_accepted,
    many_rows,
    requests,
    source,
    targets,
    text_of,
)
from verification import checker
from verification.certificate.binding import difference
from verification.certificate.file import certificate_of
from verification.checking.claims import CLAIMS as BY_NAME
from verification.checking.files import check_file
from verification.checking.refusing import BadFile, ClaimFails
from verification.claims.request import Request
from verification.shapes.shape import written

CLAIMS = [name for name in BY_NAME if name not in ("quantisation", "key-law")]


def test_a_smaller_delta_with_fitting_bounds_is_rejected(example: Json) -> None:
    """Claiming one key less, in A and in both bounds of delta, is seen at every pair."""
    for kind in ("dp-all-events", "dp-singletons", "key-law"):
        for number in range(len(claim(example, kind)["pairs"])):
            forged = json.loads(json.dumps(example))
            entry = claim(forged, kind)["pairs"][number]
            unit = Fraction(1, 2**32)
            entry["A"] = written(Fraction(entry["A"]) - unit)
            for end in ("lo", "hi"):
                entry["delta"][end] = written(Fraction(entry["delta"][end]) - unit)
            with pytest.raises(ClaimFails, match=kind):
                checker.check(forged)


def test_an_event_without_one_outcome_is_rejected(example: Json) -> None:
    """The worst event is the whole set {p > e^eps q}, even where A, B and delta fit the smaller."""
    keys = dict(zip(*(example["table"]["rows"][0][key] for key in ("noise", "keys")), strict=True))
    bounds = {target["epsilon"]: target["exp"] for target in example["epsilons"]}
    for number, entry in enumerate(claim(example, "dp-all-events")["pairs"]):
        for left_out in entry["event"]:
            forged = json.loads(json.dumps(example))
            event = [y for y in entry["event"] if y != left_out]
            A, B = (
                Fraction(sum(keys.get(y - n, 0) for y in event), 2**32)
                for n in (entry["count"], entry["other"])
            )
            lo, hi = (Fraction(bounds[entry["epsilon"]][end]) for end in ("lo", "hi"))
            delta = {"lo": written(A - B * hi), "hi": written(A - B * lo)}
            smaller = {"event": event, "A": written(A), "B": written(B), "delta": delta}
            claim(forged, "dp-all-events")["pairs"][number] = {**entry, **smaller}
            assert not is_accepted(forged)


def test_a_larger_event_is_rejected_too(example: Json) -> None:
    """An outcome too many gives an event that is no longer the worst."""
    entry = claim(example, "dp-all-events")["pairs"][2]
    outside = max(entry["event"]) + 1
    assert outside not in entry["event"]
    entry["event"].append(outside)
    assert not is_accepted(example)


def test_another_big_n_is_rejected_even_with_its_own_distance(small: dict[str, Json]) -> None:
    """The distance of bigN = 241 does not make the deltas of bigN = 251 those of 241."""
    forged = small["law"]
    assert forged["key_arithmetic"]["bigN"] == 251
    forged["key_arithmetic"]["bigN"] = 241
    distance = XorOfFour(256, 241).law_at(1).distance_from_uniform()
    claim(forged, "key-law")["distance"] = written(distance)
    with pytest.raises(ClaimFails, match="key-law"):
        checker.check(forged)


def test_claims_about_one_table_do_not_serve_another(small: dict[str, Json]) -> None:
    """A table in which two keys moved from one noise value to another needs its own claims."""
    for base in small.values():
        for row in base["table"]["rows"]:
            keys = row["keys"]
            for i in range(len(keys) - 1):
                before = list(keys)
                keys[i], keys[i + 1] = keys[i] + 1, keys[i + 1] - 1
                assert sum(keys) == base["table"]["keysize"]
                assert not is_accepted(base)
                keys[:] = before
        assert is_accepted(base)


def test_a_wider_enclosure_may_not_hide_an_outcome(small: dict[str, Json]) -> None:
    """Bounds of e^epsilon between which a ratio p/q lies show no worst event, whatever delta is."""
    forged = small["wrap"]
    target = forged["epsilons"][0]
    assert target["epsilon"] == "1/4"
    target["exp"] = {"lo": "1/1", "hi": "2/1"}
    for kind in ("dp-all-events", "dp-singletons", "key-law"):
        for entry in claim(forged, kind)["pairs"]:
            if entry["epsilon"] == "1/4":
                A, B = Fraction(entry["A"]), Fraction(entry["B"])
                entry["delta"] = {"lo": written(A - 2 * B), "hi": written(A - B)}
    with pytest.raises(ClaimFails, match="too wide"):
        checker.check(forged)


def test_an_enclosure_beside_the_number_is_rejected(small: dict[str, Json]) -> None:
    """A narrow enclosure that misses e^epsilon by 2^-80, with every delta recomputed, is seen."""
    for step in (Fraction(1, 2**80), Fraction(-1, 2**80)):
        forged = json.loads(json.dumps(small["law"]))
        for target in forged["epsilons"]:
            ends = {end: Fraction(target["exp"][end]) + step for end in ("lo", "hi")}
            target["exp"] = {end: written(value) for end, value in ends.items()}
            for kind in ("dp-all-events", "dp-singletons", "key-law"):
                for entry in claim(forged, kind)["pairs"]:
                    if entry["epsilon"] == target["epsilon"]:
                        A, B = Fraction(entry["A"]), Fraction(entry["B"])
                        delta = {"lo": A - B * ends["hi"], "hi": A - B * ends["lo"]}
                        entry["delta"] = {end: written(value) for end, value in delta.items()}
        with pytest.raises(ClaimFails, match=r"e\^"):
            checker.check(forged)


def test_another_epsilon_everywhere_is_rejected(small: dict[str, Json]) -> None:
    """Renaming 1/2 to 1/3 wherever it stands keeps the evidence of 1/2, which does not fit."""
    text = json.dumps(small["law"])
    for new in ("1/3", "501/1000", "ln(2)", "1/20"):
        forged = text.replace('"epsilon": "1/2"', f'"epsilon": "{new}"')
        assert forged != text
        assert not is_accepted(json.loads(forged))


def test_a_law_that_the_table_does_not_follow_is_rejected(small: dict[str, Json]) -> None:
    """Another rule or a declared law that gives other integers does not pass as claim 3."""
    for rule in ("symmetric", "largest-remainder"):
        forged = json.loads(json.dumps(small["law"]))
        forged["table"]["origin"]["rule"] = rule
        assert not is_accepted(forged)
    other = json.loads(text_of(requests()["variance"]))
    forged = json.loads(json.dumps(small["law"]))
    forged["table"]["origin"]["parameters"] = other["table"]["origin"]["parameters"]
    claim(forged, "quantisation").update(claim(other, "quantisation"))
    assert not is_accepted(forged)


def test_what_is_stated_implies_its_claims(small: dict[str, Json], example: Json) -> None:
    """With a key arithmetic key-law, with a law quantisation, with a rule for 0 its claim ..."""
    stated: dict[str, Callable[[Json], object]] = {
        "quantisation": lambda document: document["table"]["origin"],
        "key-law": lambda document: document["key_arithmetic"],
        "zero": lambda document: document["table"]["zero"] == "preserve",
    }
    bases = [*small.values(), example]
    for name, is_stated in stated.items():
        assert {bool(is_stated(base)) for base in bases} == {True, False} or name == "key-law"
    for base in bases:
        for name in (*CLAIMS[:6], *stated):
            claims = [each for each in base["claims"] if each["name"] != name]
            said = bool(stated[name](base)) if name in stated else True
            assert (len(claims) < len(base["claims"])) == said
            if said:
                with pytest.raises(BadFile, match=f"claims that are not made: {name}$"):
                    checker.check({**base, "claims": claims, "solvers": []})


def test_all_that_is_stated_may_not_lose_two_claims_at_once(small: dict[str, Json]) -> None:
    """Neither may the key arithmetic stay without both claims that speak of it."""
    base = small["law"]
    lost = ("key-law", "key-completeness")
    claims = [each for each in base["claims"] if each["name"] not in lost]
    with pytest.raises(BadFile, match="are not made: key-completeness, key-law"):
        checker.check({**base, "claims": claims, "solvers": []})


@pytest.mark.parametrize(
    "design",
    [
        {"epsilon": "1/2", "delta": "1/90000"},
        {"epsilon": "1/2", "delta": "1/9000"},
        {"epsilon": "1/10", "delta": "1/10000"},
        {"epsilon": "1/4", "delta": "1/10000"},
        {"epsilon": "1/4", "delta": None},
        {"epsilon": None, "delta": "1/10000"},
        {"epsilon": 1, "delta": None},
        {"epsilon": "1/2", "delta": 1},
    ],
)
def test_what_a_table_was_designed_for_is_claimed(example: Json, design: Json) -> None:
    """Another epsilon or delta of the design than that of a target is refused, not quoted."""
    assert example["table"]["origin"]["delta"] == "1/10000"
    example["table"]["origin"].update(design)
    assert not is_accepted(example)


@pytest.mark.parametrize("given", [("1/2:1/1000",), ("1/2:1/100000",), ("1",), ("1", "1/2")])
def test_a_design_that_is_not_claimed_is_not_quoted(given: tuple[str, ...]) -> None:
    """Where another delta is claimed, or none, the certificate names the law without a target."""
    table = example_1()
    assert table.origin is not None
    assert table.origin.delta == Fraction(1, 10000)
    request = Request(table, source(table), targets(*given))
    document = json.loads(text_of(request, solvers=()))
    origin = document["table"]["origin"]
    assert (origin["epsilon"], origin["delta"], origin["law"]) == (None, None, "maxent")
    assert is_accepted(document)
    content = write_native(table).encode()
    assert check_file(document, content) == ""
    assert difference(certificate_of(document), content) is None
    forged = json.loads(json.dumps(document))
    forged["table"]["origin"]["law"] = "laplace"
    with pytest.raises(ClaimFails, match="the table"):
        check_file(forged, content)


def test_no_pair_of_counts_may_be_left_out(small: dict[str, Json]) -> None:
    """Leaving out one pair in claims 5, 6 and 8 at once, in both directions, is seen."""
    base = small["wrap"]
    counts = {(entry["count"], entry["other"]) for entry in claim(base, "dp-all-events")["pairs"]}
    for pair in counts:
        forged = json.loads(json.dumps(base))
        for kind in ("dp-all-events", "dp-singletons", "key-law"):
            entries = claim(forged, kind)["pairs"]
            kept = [e for e in entries if {e["count"], e["other"]} != set(pair)]
            claim(forged, kind)["pairs"] = kept
            claim(forged, kind)["covers"]["pairs"] -= 2
        assert not is_accepted(forged)


@pytest.mark.parametrize(
    ("outcome", "A", "B"),
    [
        (10**6, Fraction(0), Fraction(0)),  # never occurs, but 0 is more than any outcome has
        (0, Fraction(1), Fraction(9, 16)),  # the most likely under p, though 2 has a larger excess
    ],
)
def test_where_every_excess_is_negative_the_largest_is_claimed(
    outcome: int, A: Fraction, B: Fraction
) -> None:
    """Neither an outcome outside both supports nor one with a smaller excess is the worst.

    Count 0 is preserved, so at epsilon = 2 every outcome is less likely than e^2 times its
    probability under count 1: 0 has 1 - e^2 9/16, and 2, which 0 never releases, -e^2 3/16.
    """
    request = Request(many_rows(), source(many_rows()), targets("2"))
    forged = json.loads(text_of(request))
    assert is_accepted(forged)
    entry, exp = claim(forged, "dp-singletons")["pairs"][0], forged["epsilons"][0]["exp"]
    assert (entry["count"], entry["other"], entry["outcome"]) == (0, 1, 2)
    delta = {"lo": A - B * Fraction(exp["hi"]), "hi": A - B * Fraction(exp["lo"])}
    entry.update(outcome=outcome, A=written(A), B=written(B))
    entry["delta"] = {end: written(value) for end, value in delta.items()}
    assert not is_accepted(forged)


def test_a_false_design_is_not_helped_by_its_verdict(small: dict[str, Json]) -> None:
    """A certificate of failure cannot be turned into one of success by its words alone."""
    forged = small["failing"]
    forged["verdict"] = "holds"
    for each in forged["claims"]:
        each["status"] = "holds"
    with pytest.raises(ClaimFails, match="status"):
        checker.check(forged)
