"""The three key arithmetics: what they compute, what adds up, and what they refuse."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.cellkeys.arithmetic import ByteFold, KeyArithmetic, RecordKeys, SumModulo, XorOfFour
from exact.errors import InputError
from tests.cellkeys.records import record_keys

keys = st.integers(0, 2**32 - 1)
records_of_four = st.lists(st.tuples(keys, keys, keys, keys), max_size=8)


def every_record(modulus: int) -> list[RecordKeys]:
    """Return all records of four keys below ``modulus``."""
    values = range(modulus)
    return [(a, b, c, d) for a, b, c, d in product(values, values, values, values)]


@given(records=records_of_four, modulus=st.integers(1, 2**16))
def test_xor_of_four_is_the_formula_of_the_paper(records: list[RecordKeys], modulus: int) -> None:
    """The key is the XOR over j of the sum over i of Rkey_i^j modulo bigN, (3.1)-(3.2)."""
    expected = 0
    for j in range(4):
        expected ^= sum(record[j] for record in records) % modulus
    assert XorOfFour(2**16, modulus).cell_key(records) == expected


@given(records=st.lists(keys, max_size=8))
def test_sum_modulo_and_byte_fold_are_their_formulas(records: list[int]) -> None:
    """The sum modulo keysize, and the XOR of the bytes of the sum modulo 2^32."""
    assert SumModulo(1000).cell_key(records) == sum(records) % 1000
    one, two, three, four = (sum(records) % 2**32).to_bytes(4, "little")
    assert ByteFold().cell_key(records) == one ^ two ^ three ^ four


@pytest.mark.parametrize(
    "arithmetic", [XorOfFour(2**32, 4294967291), SumModulo(256), ByteFold(), ByteFold(251)]
)
def test_an_empty_cell_has_key_zero(arithmetic: KeyArithmetic) -> None:
    """Sums without terms are 0, and so is their XOR."""
    assert arithmetic.cell_key(()) == 0


@given(left=records_of_four, right=records_of_four)
def test_components_of_disjoint_cells_add_up_to_the_union(
    left: list[RecordKeys], right: list[RecordKeys]
) -> None:
    """The key of a margin follows from the component sums of its interior cells."""
    arithmetic = XorOfFour(256, 251)
    pairs = zip(arithmetic.components(left), arithmetic.components(right), strict=True)
    summed = [(one + two) % 251 for one, two in pairs]
    assert arithmetic.combine(summed) == arithmetic.cell_key(left + right)


@given(records=records_of_four, data=st.data())
def test_a_cell_key_does_not_depend_on_the_order_of_records(
    records: list[RecordKeys], data: st.DataObject
) -> None:
    """The same participants give the same key, hence the same noise."""
    shuffled = data.draw(st.permutations(records))
    arithmetic = XorOfFour(2**16, 65521)
    assert arithmetic.cell_key(records) == arithmetic.cell_key(shuffled)


def test_xor_breaks_the_additive_relation_between_keys() -> None:
    """The keys of two cells do not determine the key of their union; a plain sum's do."""
    arithmetic = XorOfFour(256, 251)
    one, other, also = [(1, 1, 0, 0)], [(3, 0, 0, 0)], [(0, 1, 2, 0)]
    assert arithmetic.cell_key(other) == arithmetic.cell_key(also) == 3
    # 1+3 ^ 1 = 5, but 1 ^ 1+1 ^ 2 = 1.
    assert arithmetic.cell_key(one + other) == 5
    assert arithmetic.cell_key(one + also) == 1


@pytest.mark.parametrize(("keysize", "modulus"), [(4, 3), (8, 5), (8, 7), (8, 8), (8, 4), (8, 1)])
def test_the_law_counts_the_keys_of_all_components(keysize: int, modulus: int) -> None:
    """Running the arithmetic over every one-record cell gives the law's weights."""
    arithmetic = XorOfFour(keysize, modulus)
    found = Counter(arithmetic.cell_key([cell]) for cell in every_record(modulus))
    assert [arithmetic.law_at(1).weight(key) for key in range(keysize)] == [
        found[key] for key in range(keysize)
    ]


def test_one_uniform_record_makes_the_components_uniform_whatever_the_others_are() -> None:
    """The law of a one-record cell is the law of every non-empty cell."""
    arithmetic = XorOfFour(4, 3)
    fixed: list[RecordKeys] = [(2, 1, 0, 7), (1, 1, 2, 0)]
    found = Counter(arithmetic.cell_key([*fixed, cell]) for cell in every_record(3))
    assert [arithmetic.law_at(1).weight(key) for key in range(4)] == [
        found[key] for key in range(4)
    ]


@pytest.mark.parametrize("modulus", [1, 3, 200, 256, 300, 1000])
def test_the_byte_fold_and_sum_laws_count_their_keys(modulus: int) -> None:
    """Running both arithmetics over every sum gives their laws."""
    fold, plain = ByteFold(modulus), SumModulo(modulus)
    folded = Counter(fold.cell_key([value]) for value in range(modulus))
    summed = Counter(plain.cell_key([value]) for value in range(modulus))
    assert [fold.law_at(1).weight(key) for key in range(256)] == [folded[key] for key in range(256)]
    assert [plain.law_at(1).weight(k) for k in range(modulus)] == [
        summed[k] for k in range(modulus)
    ]


@given(bits=st.integers(1, 128), data=st.data())
def test_a_key_has_components_exactly_if_its_weight_is_positive(
    bits: int, data: st.DataObject
) -> None:
    """The components offered make the key, and none are offered where the law says never."""
    keysize = 1 << bits
    arithmetic = XorOfFour(keysize, data.draw(st.integers(1, keysize)))
    key = data.draw(st.integers(0, keysize - 1))
    components = arithmetic.components_for(key)
    assert (
        (components is not None)
        == (arithmetic.law_at(1).weight(key) > 0)
        == (key < arithmetic.reach)
    )
    if components is not None:
        assert arithmetic.combine(components) == key


@pytest.mark.parametrize(
    "arithmetic", [SumModulo(1), SumModulo(300), ByteFold(), ByteFold(300), ByteFold(77)]
)
def test_one_component_reaches_exactly_the_keys_of_positive_weight(
    arithmetic: SumModulo | ByteFold,
) -> None:
    """For the two other arithmetics as well, key by key."""
    for key in range(arithmetic.keysize):
        components = arithmetic.components_for(key)
        assert (components is not None) == (arithmetic.law_at(1).weight(key) > 0)
        assert components is None or arithmetic.combine(components) == key
    assert arithmetic.components_for(arithmetic.keysize) is None


def test_a_modulus_above_the_keysize_is_refused_with_a_witness() -> None:
    """The message names four component values, the key that no row covers, and the remedy."""
    with pytest.raises(InputError) as caught:
        XorOfFour(keysize=256, modulus=257)
    assert "(256, 0, 0, 0) make key 256" in caught.value.rule
    assert "251" in caught.value.remedy
    with pytest.raises(InputError, match="use modulus 2"):
        XorOfFour(2, 3)


@pytest.mark.parametrize(
    ("bits", "bigN"), [(2, 3), (8, 251), (16, 65521), (32, 4294967291), (64, 2**64 - 59)]
)
def test_the_default_modulus_is_the_largest_prime_below(bits: int, bigN: int) -> None:
    """The published primes next below 2^8, 2^16, 2^32 and 2^64."""
    assert XorOfFour.with_largest_prime(1 << bits) == XorOfFour(1 << bits, bigN)


def test_no_default_modulus_exists_below_two() -> None:
    """There is no prime below 2."""
    with pytest.raises(InputError):
        XorOfFour.with_largest_prime(2)


@pytest.mark.parametrize("value", [4.0, "4", True, None, -1])
def test_a_record_key_that_is_not_a_whole_number_is_refused(value: int) -> None:
    """Floats, texts, booleans, nothing and negative numbers are no record keys."""
    for make in (
        lambda: XorOfFour(256, 251).cell_key([(0, 0, value, 0)]),
        lambda: XorOfFour(256, 251).combine((0, 0, value, 0)),
        lambda: XorOfFour(256, 251).components_for(value),
        lambda: SumModulo(256).cell_key([value]),
        lambda: SumModulo(256).components_for(value),
        lambda: ByteFold().cell_key([value]),
        lambda: ByteFold().combine((value,)),
    ):
        with pytest.raises(InputError):
            make()


def test_records_and_components_of_a_wrong_shape_are_refused() -> None:
    """Three record keys are not four, and a component lies below its modulus."""
    short: RecordKeys = (1, 2, 3)  # type: ignore[assignment]
    with pytest.raises(InputError):
        XorOfFour(256, 251).cell_key([short])
    for arithmetic, components in (
        (XorOfFour(256, 251), (1, 2, 3)),
        (XorOfFour(256, 251), (251, 0, 0, 0)),
        (SumModulo(256), (256,)),
        (ByteFold(300), (1, 2)),
    ):
        with pytest.raises(InputError):
            arithmetic.combine(components)


@pytest.mark.parametrize("value", [0, -1, 0.5, 8.0, 2**130, "x"])
def test_an_arithmetic_of_an_impossible_size_is_refused(value: int) -> None:
    """Floats, zero, negative and unbounded sizes do not enter."""
    for make in (
        lambda: XorOfFour(value, 1),
        lambda: XorOfFour(256, value),
        lambda: SumModulo(value),
        lambda: ByteFold(value),
    ):
        with pytest.raises(InputError):
            make()


def test_seeded_records_make_keys_inside_the_table() -> None:
    """Keys of growing cells lie in range, and may exceed the largest component."""
    arithmetic = XorOfFour(8, 5)
    records = record_keys(seed=7, count=200, modulus=5)
    found = {arithmetic.cell_key(records[:size]) for size in range(201)}
    assert found <= set(range(8))
    assert max(found) > 4
