"""Key completeness: every key of the table occurs, and no other."""

import pytest

from exact.cellkeys.arithmetic import ByteFold, KeyArithmetic, SumModulo, XorOfFour
from exact.cellkeys.completeness import check_key_completeness
from exact.errors import InputError


@pytest.mark.parametrize(
    ("arithmetic", "table_keysize"),
    [
        (XorOfFour(256, 251), 256),
        (XorOfFour(256, 129), 256),
        (XorOfFour(256, 256), 256),
        (XorOfFour(2**32, 4294967291), 2**32),
        (XorOfFour(2**128, 2**128 - 159), 2**128),
        (SumModulo(1000), 1000),
        (SumModulo(10**8), 10**8),
        (ByteFold(), 256),
        (ByteFold(256), 256),
        # 512 possible keys of which only the 256 of the table occur.
        (XorOfFour(512, 251), 256),
    ],
)
def test_keys_that_fill_the_table_are_complete(
    arithmetic: KeyArithmetic, table_keysize: int
) -> None:
    """The keys that occur are those of the table."""
    check_key_completeness(arithmetic, table_keysize)


@pytest.mark.parametrize(
    ("arithmetic", "table_keysize", "witness", "remedy"),
    [
        (XorOfFour(256, 128), 256, "no record keys make key 128", "from 129 to 256"),
        (XorOfFour(256, 1), 256, "no record keys make key 1 ", "from 129 to 256"),
        (XorOfFour(256, 251), 257, "no record keys make key 256", "of one size"),
        (SumModulo(256), 1000, "no record keys make key 256", "of one size"),
        (ByteFold(255), 256, "no record keys make key 255", "at least 256"),
        (ByteFold(), 2**16, "no record keys make key 256", "of one size"),
    ],
)
def test_a_key_that_never_occurs_is_named(
    arithmetic: KeyArithmetic, table_keysize: int, witness: str, remedy: str
) -> None:
    """The error says which key of the table no record keys make, and what to do."""
    with pytest.raises(InputError) as caught:
        check_key_completeness(arithmetic, table_keysize)
    assert witness in caught.value.rule
    assert remedy in caught.value.remedy


@pytest.mark.parametrize(
    ("arithmetic", "table_keysize", "components"),
    [
        (XorOfFour(512, 509), 256, (256, 0, 0, 0)),
        (XorOfFour(256, 251), 253, (128, 125, 0, 0)),
        (SumModulo(1000), 256, (256,)),
        (ByteFold(), 255, (255,)),
    ],
)
def test_a_key_outside_the_table_is_shown_with_components(
    arithmetic: KeyArithmetic, table_keysize: int, components: tuple[int, ...]
) -> None:
    """The components in the error make a key that no row covers."""
    with pytest.raises(InputError) as caught:
        check_key_completeness(arithmetic, table_keysize)
    assert arithmetic.combine(components) == table_keysize
    assert f"({', '.join(map(str, components))}) make key {table_keysize}" in caught.value.rule


@pytest.mark.parametrize("keysize", [2, 4, 8, 16])
def test_completeness_is_decided_as_by_the_law(keysize: int) -> None:
    """For every small modulus and table the check passes exactly if the law's support fits."""
    for modulus in range(1, keysize + 1):
        law = XorOfFour(keysize, modulus).law_at(1)
        support = [key for key in range(keysize) if law.weight(key)]
        for table_keysize in range(1, 2 * keysize):
            if support == list(range(table_keysize)):
                check_key_completeness(XorOfFour(keysize, modulus), table_keysize)
            else:
                with pytest.raises(InputError):
                    check_key_completeness(XorOfFour(keysize, modulus), table_keysize)


@pytest.mark.parametrize("table_keysize", [0, -1, 256.0, 2**128 + 1])
def test_a_table_of_an_impossible_size_is_refused(table_keysize: int) -> None:
    """Floats, empty and unbounded tables do not enter."""
    with pytest.raises(InputError):
        check_key_completeness(SumModulo(256), table_keysize)
