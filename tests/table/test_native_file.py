"""The native file: one value, one text; whatever else is refused with one line."""

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from exact.laws.maxent import MaxEntLaw, law_of_epsilon, law_of_gamma, law_of_variance
from exact.numbers.epsilon import Epsilon
from exact.quantiser.names import RULES
from exact.table.native import read_native, write_native
from exact.table.origin import Origin
from exact.table.ptable import PTable, Wrap
from exact.table.row import Row
from tests.table.tables import tables

LAWS = st.sampled_from(
    [
        law_of_gamma(2, Fraction(3, 7)),
        law_of_gamma(2, Fraction(0)),
        law_of_epsilon(2, Epsilon(exp=Fraction(9, 4))),
        law_of_epsilon(1, Epsilon(exp=Fraction(8)), Fraction(0)),
        law_of_variance(3, Fraction(5, 4)),
    ]
)
EPSILONS = st.sampled_from(
    [None, Epsilon(value=Fraction(1, 2)), Epsilon(exp=Fraction(3, 2)), Epsilon(value=Fraction(7))]
)
DELTAS = st.sampled_from([None, Fraction(1, 10**4), Fraction(2, 3)])

SAMPLE = PTable(
    keysize=8,
    first_count=1,
    rows=(Row(((-1, 4), (1, 4))), Row(((-1, 2), (0, 4), (1, 2)))),
    beyond=Wrap(1, 2),
    zero="preserve",
    origin=Origin(law_of_variance(1, Fraction(1, 2)), "ceiling", Epsilon(value=Fraction(1))),
)


def document() -> Any:
    """Return the sample as plain JSON values."""
    return json.loads(write_native(SAMPLE))


@given(tables(), LAWS, st.sampled_from(RULES), EPSILONS, DELTAS)
def test_a_table_read_back_is_the_same_table(
    table: PTable, law: MaxEntLaw, rule: str, epsilon: Epsilon | None, delta: Fraction | None
) -> None:
    """Writing and reading gives an equal table, with and without an origin of each kind of rate."""
    assert read_native(write_native(table)) == table
    declared = replace(SAMPLE, origin=Origin(law, rule, epsilon, delta))
    assert read_native(write_native(declared)) == declared


@given(tables(), tables())
def test_the_text_is_canonical(table: PTable, other: PTable) -> None:
    """Equal tables have one text, different ones two; the text is ASCII and ends with a newline."""
    text = write_native(table)
    assert (write_native(other) == text) == (other == table)
    assert write_native(read_native(text)) == text
    assert text.isascii()
    assert text.endswith("}\n")
    assert "\r" not in text


@given(tables())
def test_the_text_holds_the_numbers_of_the_table(table: PTable) -> None:
    """The file says keysize, counts, noise and keys as plain integers."""
    found = json.loads(write_native(table))
    assert found["keysize"] == table.keysize
    for count, (line, row) in enumerate(zip(found["rows"], table.rows, strict=True)):
        assert line["count"] == table.first_count + count
        assert list(zip(line["noise"], line["keys"], strict=True)) == list(row.runs)


def test_the_layout_does_not_matter_when_reading() -> None:
    """White space and the order of keys carry no meaning."""
    reordered = json.dumps(dict(reversed(document().items())), indent=7)
    assert read_native(reordered) == SAMPLE


@given(st.integers(0, len(write_native(SAMPLE)) - 3))
def test_a_truncated_file_is_refused(length: int) -> None:
    """Any proper beginning of the text is refused as no JSON, naming the place."""
    with pytest.raises(InputError, match=r"^file = 'line \d+, column \d+': is not JSON"):
        read_native(write_native(SAMPLE)[:length])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"keysize": 8', '"keysize": 1.5', "file = '1.5': holds a number that is no integer"),
        ('"keysize": 8', '"keysize": 8.0', "file = '8.0': holds a number that is no integer"),
        ('"keysize": 8', '"keysize": 1e400', "file = '1e400': holds a number that is no"),
        ('"keysize": 8', '"keysize": NaN', "file = 'NaN': holds a number that is no integer"),
        ('"keysize": 8', '"keysize": -Infinity', "file = '-Infinity': holds a number"),
        ('"keysize": 8', '"keysize": "8"', "keysize = .*: must be an integer"),
        ('"keysize": 8', '"keysize": true', "keysize = .*: must be an integer"),
        ('"keysize": 8', '"keysize": null', "keysize = .*: must be an integer"),
        ('"keysize": 8', '"keysize": 0', "keysize = 0: must be from 1 to 2"),
        ('"keysize": 8', '"keysize": 9', "row = 1: sums to 8, not to the 9 keys"),
        ('"keysize": 8', f'"keysize": {2**128 + 1}', "keysize = .*must be from 1 to 2"),
        ('"keysize": 8', '"keysize": 8, "keysize": 8', "file = 'object': names a key twice"),
        ("ptcert-ptable", "ptcert", "format = 'ptcert': is not a ptcert table"),
        ('"version": 2', '"version": 4', "version = 4: is not known; this program reads 1 to 3"),
        ('"version": 2', '"version": "1"', "version = '1': is not known"),
        ('"count": 1,', '"count": 2,', "count = 2: is out of order; expected 3"),
        ('"count": 2,', '"count": 1,', "count = 1: is out of order; expected 2"),
        ('"count": 2,', '"count": -2,', "count = -2: must be from 0 to"),
        ("[-1, 1]", "[-1, 0, 1]", "row = 1: has 3 noise values but 2 key counts"),
        ("[-1, 1]", '[-1, "1"]', "row = 1: holds something else than integers"),
        ("[-1, 1]", "[-1, true]", "row = 1: holds something else than integers"),
        ("[-1, 1]", "[]", "noise = .*must be a list that is not empty"),
        ("[-1, 1]", "[1, 1]", "row = .*splits a run"),
        ("[4, 4]", "[8, 0]", "row = .*has an empty run"),
        ("[4, 4]", "[9, -1]", "row = .*has an empty run"),
        ("[4, 4]", "[4, 5]", "row = 1: sums to 9, not to the 8 keys"),
        ('"wrap", "start": 1, "period": 2', '"loop"', "beyond = 'loop': is not a rule; use rep"),
        ('"wrap"', '"repeat"', "beyond = 'start': is a key that is not known"),
        ('"zero"', '"note": 1, "zero"', "file = 'note': is a key that is not known"),
        ('"version": 2', '"version": true', "version = True: is not known"),
        ('"start": 1', '"start": 3', "wrap start = 3: must be from 1 to"),
        ('"period": 2', '"period": 3', "wrap period = 3: must be from 1 to"),
        ('"preserve"', '"keep"', "zero = 'keep': is not a zero rule"),
        ('"preserve"', '"row"', "zero = 'row': does not fit"),
        ('"maxent"', '"cauchy"', "law = 'cauchy': is not known"),
        ('"ceiling"', '"floor"', "rule = 'floor': is not a quantisation rule"),
        ('"D": 1', '"D": 0', "D = 0: must be from 1 to"),
        ('{"variance": "1/2"}', '{"variance": "5"}', r"variance = 5: must lie in 0 < V <= D\(D"),
        ('{"variance": "1/2"}', '"-1"', "gamma = -1: must not be negative"),
        ('{"variance": "1/2"}', '{"times": "1", "ln": "1"}', "gamma = 1: must be the log of"),
        ('"epsilon": "1"', '"epsilon": "0"', "epsilon = '0': must be greater than 0"),
        ('"epsilon": "1"', '"epsilon": "1e999999999"', "epsilon = .*exponent beyond 1000"),
        ('"delta": null', '"delta": "1"', "delta = '1': must lie strictly between 0 and 1"),
        ('"delta": null', '"delta": "1/0"', "delta = '1/0': divides by zero"),
    ],
)
def test_each_tampering_is_refused_with_its_own_line(old: str, new: str, message: str) -> None:
    """A file that is not exactly a table is refused; the line names the place and the rule."""
    text = write_native(SAMPLE)
    assert old in text
    with pytest.raises(InputError, match="^" + message) as caught:
        read_native(text.replace(old, new, 1))
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("digits", "message"),
    [(1_000_000, "file = 'integer': is too long"), (4000, "keysize = an integer of 13288 bits")],
)
def test_a_huge_integer_is_refused(digits: int, message: str) -> None:
    """An integer of a million digits is refused unconverted, one of 4,000 by its range."""
    text = write_native(SAMPLE).replace('"keysize": 8', f'"keysize": {"9" * digits}')
    with pytest.raises(InputError, match="^" + message):
        read_native(text)


@pytest.mark.parametrize("place", ["", '"keysize": ', '"rows": ', '"gamma": '])
@pytest.mark.parametrize("bracket", ["[", '{"a":'])
def test_deep_nesting_is_refused(place: str, bracket: str) -> None:
    """A hundred thousand brackets, anywhere in the file, are refused and not followed."""
    text = write_native(SAMPLE)
    with pytest.raises(InputError, match=r"^file = 'nested arrays': is nested too deeply"):
        read_native(text.replace(place, place + bracket * 100_000, 1))


FOREIGN = (
    *("", " ", "null", "[]", "7", '"ptcert-ptable"', "{}", '{"format": []}', "\ufeff{}", "\x00"),
    *('{"type": "FeatureCollection", "features": []}', "a,b\n1,2\n", "\ud800"),
)


@pytest.mark.parametrize("text", FOREIGN, ids=[f"file{n}" for n in range(len(FOREIGN))])
def test_a_foreign_file_is_refused(text: str) -> None:
    """JSON of another kind and text that is no JSON are input errors, never another exception."""
    with pytest.raises(InputError):
        read_native(text)


def nodes(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every node of a JSON value below the top."""
    children = value.items() if isinstance(value, dict) else enumerate(value)
    for key, child in children:
        yield (*path, key)
        if isinstance(child, dict | list):
            yield from nodes(child, (*path, key))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.floats(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
NUMBERS = (0, 1, 2, 8, -1, 2**62, 2**200, "0", "1", "1/2", "ln(2)", "2^4000", "1e1000")
WORDS = ("wrap", "stop", "repeat", "row", "none", "symmetric", "maxent")
PARTS: tuple[Any, ...] = (
    [],
    [1],
    [8],
    [-1, 1],
    {},
    {"rule": "stop"},
    {"variance": "1/3"},
    {"ln": "8"},
)
RATES = ({"times": "1/3", "ln": "8"}, {"times": "-1", "ln": "8"}, {"times": "1", "ln": "1/2"})
PLAUSIBLE = st.sampled_from((*NUMBERS, *WORDS, *PARTS, *RATES))


@given(st.sampled_from(list(nodes(document()))), JSON | PLAUSIBLE, st.booleans())
def test_a_replaced_node_is_refused_or_gives_a_valid_table(
    path: tuple[Any, ...], value: Any, remove: bool
) -> None:
    """With any node replaced or removed, the file is refused or is a table that reads back."""
    found = document()
    parent = found
    for key in path[:-1]:
        parent = parent[key]
    if remove:
        del parent[path[-1]]
    else:
        parent[path[-1]] = value
    try:
        table = read_native(json.dumps(found))
    except InputError:
        table = SAMPLE
    assert all(row.keysize == table.keysize for row in table.rows)
    assert read_native(write_native(table)) == table
