"""Negative controls: a file that claims a little too much does not compile."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from tests.coq.making import Json, answer_to, certificate_of, small_law, wrapping_table
from verification.kernel.coqc import compile_table
from verification.kernel.source import coq_source

Change = Callable[[Json], None]


def one_unit(text: str, sign: int) -> str:
    """Return p/q changed by one unit in its last place."""
    top, bottom = text.split("/")
    return f"{int(top) + sign}/{bottom}"


def pair(document: Json) -> Json:
    """Return the first pair of claim 5."""
    found: Json = document["claims"][4]["pairs"][0]
    return found


def smaller_delta(document: Json) -> None:
    """Claim the delta of a pair one unit in its last place too small."""
    pair(document)["delta"]["hi"] = one_unit(pair(document)["delta"]["hi"], -1)


def smaller_delta_everywhere(document: Json) -> None:
    """Claim every delta one unit too small, so that the bound over all pairs is too small too."""
    for entry in document["claims"][4]["pairs"]:
        entry["delta"]["hi"] = one_unit(entry["delta"]["hi"], -1)


def larger_excess(document: Json) -> None:
    """Claim an event whose excess is one unit larger than that of the worst event."""
    pair(document)["delta"]["lo"] = one_unit(pair(document)["delta"]["lo"], 1)


def swapped_pair(document: Json) -> None:
    """Claim the delta of (n, n+1) for (n+1, n)."""
    entry = pair(document)
    entry["count"], entry["other"] = entry["other"], entry["count"]


def lost_pair(document: Json) -> None:
    """Leave out a pair of counts that the table covers, and not the worst one."""
    pairs = document["claims"][4]["pairs"]
    pairs.remove(min(pairs, key=lambda entry: Fraction(entry["delta"]["hi"])))


def larger_exp(document: Json) -> None:
    """Give a lower bound of e^epsilon that lies above it."""
    document["epsilons"][0]["exp"]["lo"] = document["epsilons"][0]["exp"]["hi"]


def smaller_exp(document: Json) -> None:
    """Give an upper bound of e^epsilon that lies below it."""
    document["epsilons"][0]["exp"]["hi"] = document["epsilons"][0]["exp"]["lo"]


def gap_in_the_keys(document: Json) -> None:
    """Take one key away: it leads nowhere."""
    document["table"]["rows"][0]["keys"][0] -= 1


def key_too_many(document: Json) -> None:
    """Let two noise values share a key."""
    document["table"]["rows"][0]["keys"][0] += 1


def key_moved(document: Json) -> None:
    """Move one key from a noise value to the next."""
    keys = document["table"]["rows"][0]["keys"]
    keys[1], keys[2] = keys[1] - 1, keys[2] + 1


def two_keys_moved(document: Json) -> None:
    """Move keys so that the bias stays the same."""
    keys = document["table"]["rows"][0]["keys"]
    keys[0], keys[1], keys[2] = keys[0] + 1, keys[1] - 2, keys[2] + 1


def wrong_bias(document: Json) -> None:
    """Claim another bias."""
    document["claims"][3]["rows"][0]["bias"] = "1/256"


def wrong_gamma(document: Json) -> None:
    """Claim that the integers come from another law."""
    document["table"]["origin"]["gamma"] = "18/175"


def another_rule(document: Json) -> None:
    """Claim that the integers come from another rule."""
    document["table"]["origin"]["rule"] = "symmetric"


def negative_run(document: Json) -> None:
    """Give a noise value fewer than no keys; the total stays."""
    keys = document["table"]["rows"][0]["keys"]
    keys[0], keys[1] = -1, keys[1] + keys[0] + 1


REFUSED: list[tuple[Change, str]] = [
    (smaller_delta, "tight_1"),
    (smaller_delta_everywhere, "private_1"),
    (larger_excess, "tight_1"),
    (swapped_pair, "tight_1"),
    (lost_pair, "tight_1"),
    (larger_exp, "exp_1"),
    (smaller_exp, "exp_1"),
    (gap_in_the_keys, "well_formed_T"),
    (key_too_many, "well_formed_T"),
    (negative_run, "well_formed_T"),
    (key_moved, "moments"),
    (two_keys_moved, "moments"),
    (wrong_bias, "moments"),
    (wrong_gamma, "law"),
    (another_rule, "law"),
]


@pytest.mark.parametrize(("change", "lemma"), REFUSED, ids=[c.__name__ for c, _ in REFUSED])
def test_a_forged_certificate_does_not_compile(
    change: Change, lemma: str, coq_folder: Path
) -> None:
    """Coq refuses, and the message names the lemma in which the forgery stands."""
    document = small_law()
    change(document)
    answer = answer_to(document, coq_folder)
    assert not answer.accepted
    assert answer.assumptions == ()
    assert answer.message.startswith(f"refuses {lemma}: The term")


@pytest.mark.parametrize("sign", [-1, 1])
def test_an_integer_that_is_no_ceiling_does_not_compile(sign: int, coq_folder: Path) -> None:
    """One key moved, with moments and deltas computed anew: only (4.2) is wrong, and is refused."""
    document = small_law()
    keys = document["table"]["rows"][0]["keys"]
    honest = coq_source(document)
    keys[2], keys[3] = keys[2] + sign, keys[3] - sign
    source = coq_source(document)
    table = source[source.index("Definition T") : source.index("Lemma well_formed_T")]
    law = source[source.index("Lemma law") : source.index("(** What the theorem says")]
    formed = "Lemma well_formed_T : well_formed T = true.\nProof. by_computation. Qed."
    only_law = f"{honest[: honest.index('(** The table')]}{table}{formed}\n\n{law}"
    answer = compile_table(only_law, coq_folder)
    assert answer.message.startswith("refuses law: The term")


def test_every_single_key_moved_in_any_row_is_noticed(coq_folder: Path) -> None:
    """Without a law, too, a key moved to the next noise value does not compile."""
    document = certificate_of(wrapping_table(), "1/4")
    keys = document["table"]["rows"][1]["keys"]
    keys[1], keys[2] = keys[1] - 1, keys[2] + 1
    assert answer_to(document, coq_folder).message.startswith("refuses moments: ")


def test_a_delta_below_the_table_by_one_unit_is_not_the_deltas_own_rounding() -> None:
    """The unit of the control is far below the width 2^-160 times a probability of e^epsilon."""
    delta = pair(small_law())["delta"]
    assert Fraction(1, int(delta["hi"].split("/")[1])) <= Fraction(1, 2**160)
    assert Fraction(delta["hi"]) - Fraction(delta["lo"]) <= Fraction(1, 2**160)


def test_an_axiom_that_a_proof_uses_is_read_and_refused(coq_folder: Path) -> None:
    """A file that compiles by an axiom of its own is not accepted."""
    honest = coq_source(small_law())
    proof = "Proof. apply keys_are_complete, well_formed_T. Qed."
    assert proof in honest
    forged = honest.replace(proof, "Proof. apply no_doubt. Qed.").replace(
        "Lemma every_key :", "Axiom no_doubt : every_key_has_one_noise T.\n\nLemma every_key :"
    )
    answer = compile_table(forged, coq_folder)
    assert not answer.accepted
    assert answer.message == "needs more than the axioms of the reals: no_doubt"
