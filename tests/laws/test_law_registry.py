"""The registry of laws: each is found by name, made from texts and JSON, and refused strictly."""

import re
from collections.abc import Mapping

import pytest

from exact.errors import InputError
from exact.laws.law import SHAPES
from exact.laws.registry import kind_of, law_text
from tests.certificate.law_cases import CASES

NAMED = tuple(CASES.values())


@pytest.mark.parametrize(("name", "given"), NAMED)
def test_a_law_comes_back_from_its_file(name: str, given: Mapping[str, str]) -> None:
    """Reading what was written gives the same law."""
    kind = kind_of(name)
    law = kind.of_text(given)
    assert law.name == name
    assert kind.of_json(law.parameters()) == law


@pytest.mark.parametrize(("name", "given"), NAMED)
def test_a_law_says_what_it_is(name: str, given: Mapping[str, str]) -> None:
    """Title, support and parameters for people; a shape that the checker knows."""
    law = kind_of(name).of_text(given)
    assert re.fullmatch(rf".+ on -{law.D} \.\.\. {law.D}, .+", law_text(law))
    assert kind_of(name).shape in SHAPES
    noise = law.noise(law.D if law.counts is None else law.counts[-1])
    assert max(map(abs, noise.support)) == law.D
    assert noise.is_symmetric == (noise.support[0] == -noise.support[-1] and law.counts is None)


@pytest.mark.parametrize(("name", "given"), NAMED)
def test_the_shares_of_a_noise_enclose_a_probability(name: str, given: Mapping[str, str]) -> None:
    """The bounds of all p(z) add up to bounds of 1, and are narrow."""
    noise = kind_of(name).of_text(given).noise(3)
    weights = noise.weights(100)
    shares = [weights.share(z) for z in noise.support]
    assert sum(s.lo for s in shares) <= 1 <= sum(s.hi for s in shares)
    assert all(s.width * 2**80 < 1 for s in shares)


@pytest.mark.parametrize(("name", "given"), NAMED)
def test_a_missing_or_foreign_parameter_is_refused(name: str, given: Mapping[str, str]) -> None:
    """A file holds exactly the parameters of its law."""
    kind = kind_of(name)
    document = kind.of_text(given).parameters()
    for key in document:
        with pytest.raises(InputError):
            kind.of_json({k: v for k, v in document.items() if k != key})
        with pytest.raises(InputError):
            kind.of_json({**document, key: [1]})
    with pytest.raises(InputError, match=rf"is no parameter of the law {name}; it has "):
        kind.of_json({**document, "sigma": 1})


def test_a_missing_parameter_is_named_with_its_range() -> None:
    """The error tells what to type."""
    with pytest.raises(InputError, match=r"--law laplace needs --m, largest noise: from 1 to"):
        kind_of("laplace").of_text({"epsilon": "1"})


def test_a_law_that_is_not_known_is_refused() -> None:
    """The error lists those that are."""
    with pytest.raises(InputError, match=r"law = .cauchy.: is not known; .*maxent"):
        kind_of("cauchy")
