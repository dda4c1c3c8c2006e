"""Example 1 of the paper at epsilon = 1/10, 3/10 and 1/2: the kernel accepts every claim."""

import pytest

from tests.coq.making import answer_to, coq_source, example_1
from verification.certificate.certificate import Certificate
from verification.kernel.answer import ALLOWED_ASSUMPTIONS, KernelAnswer
from verification.kernel.workshop import Workshop


@pytest.fixture(scope="module")
def document() -> Certificate:
    """Return the certificate of Example 1."""
    return example_1()


@pytest.fixture(scope="module")
def answer(document: Certificate, shop: Workshop) -> KernelAnswer:
    """Return what Coq says about it."""
    return answer_to(document, shop)


def test_the_kernel_accepts_example_1(answer: KernelAnswer) -> None:
    """Coq compiles the file, and says which Coq it was."""
    assert (answer.accepted, answer.message) == (True, "accepted")
    assert answer.version.split(".")[0].isdigit()
    answer.demand()


def test_only_the_axioms_of_the_reals_are_assumed(answer: KernelAnswer) -> None:
    """The proof assumes what Coq's real numbers assume, and nothing else; the list is read."""
    assert answer.assumptions == (
        "ClassicalDedekindReals.sig_forall_dec",
        "ClassicalDedekindReals.sig_not_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
    )
    assert set(answer.assumptions) == ALLOWED_ASSUMPTIONS


def test_the_statement_names_every_claim(answer: KernelAnswer) -> None:
    """Keys, noise, moments, privacy at three epsilons, the target, tightness and (4.2)."""
    theorem, _, statement = answer.statement.partition(" :")
    assert theorem == "Theorem main_theorem"
    parts = " ".join(statement.split()).removesuffix(".").split(" /\\ ")
    assert parts == [
        "every_key_has_one_noise T",
        "every_noise_has_a_key T",
        "ceiling_of_law T 25 (127 / 12495)",
        "Forall (has_moments T) moments_of_rows",
        "(forall n m : Z, neighbours T n m -> private T n m (exp (1 / 2)) delta_1)",
        "(delta_1 <= 1 / 10000)%R",
        "tight_pairs T (exp (1 / 2)) pairs_1",
        "(forall n m : Z, neighbours T n m -> private T n m (exp (1 / 10)) delta_2)",
        "tight_pairs T (exp (1 / 10)) pairs_2",
        "(forall n m : Z, neighbours T n m -> private T n m (exp (3 / 10)) delta_3)",
        "tight_pairs T (exp (3 / 10)) pairs_3",
    ]


def test_the_file_holds_the_numbers_of_the_paper(document: Certificate) -> None:
    """The first keys of Example 1, 425760/2^32 as delta at 1/2, and both directions of the pair."""
    source = coq_source(document)
    assert "[(-25, 425760); (-24, 700583); (-23, 1129606);" in source
    assert "Definition delta_1 : R := Q2R (13305 # 2^27)." in source
    assert source.count("{| count := 25; other := 26;") == 3
    assert source.count("{| count := 26; other := 25;") == 3
    assert source.rstrip().endswith("Print Assumptions main_theorem.")


def test_the_same_certificate_gives_the_same_file(document: Certificate) -> None:
    """No clock, no chance, no path: two calls give the same bytes."""
    assert coq_source(document) == coq_source(example_1())
