"""A plan of a release: what its file says, and what is refused."""

import pytest

from exact.errors import InputError
from exact.release.plan import MAX_CELLS, Plan, PlannedTable
from exact.release.plan_file import EXAMPLE, read_plan

SMALLEST = 'keys = "independent"\n[[table]]\nname = "a"\nptable = "t.json"\ncells = 10\n'
ONE = 'keys = "independent"\n[[table]]\nname = "a"\nptable = "t"\ndimensions = ["sex", "age"]\n'


def test_the_smallest_plan_is_a_name_a_ptable_and_a_number_of_cells() -> None:
    """It says that all record keys are secret, and that counts have no floor."""
    plan = read_plan(SMALLEST)
    (table,) = plan.tables
    assert (plan.keys, plan.secret) == ("independent", "record-keys")
    assert (table.name, table.source.path, table.size, table.count_floor) == ("a", "t.json", 10, 0)


def test_the_example_is_a_plan() -> None:
    """What `ptcert release --example` writes can be read, and shows each way to name cells."""
    plan = read_plan(EXAMPLE)
    assert [table.size for table in plan.tables] == [4, 4, 1, 3]
    assert plan.tables[2].source == plan.tables[1].source


def test_margins_all_are_all_proper_subsets() -> None:
    """A table of d dimensions has 2^d - 1 margins, the total among them."""
    (table,) = read_plan(ONE + 'margins = "all"').tables
    assert set(table.margins) == {frozenset(), frozenset({"sex"}), frozenset({"age"})}


def test_where_every_combination_is_occupied_no_count_is_0() -> None:
    """The floor of a table with dimensions is 1 at least; of cells by number nothing is said."""
    beside = SMALLEST.partition("\n")[2].replace('"a"', '"b"')
    plan = read_plan("occupied = true\n" + ONE + beside)
    assert plan.occupied
    assert [one.count_floor for one in plan.tables] == [1, 0]
    assert read_plan("occupied = true\n" + ONE + "count_floor = 7").tables[0].count_floor == 7
    two = ONE + ONE.partition("\n")[2].replace('"a"', '"b"').replace("sex", "region")
    for given, floors in (("", [2, 2]), ("categories = {region = 5}\n", [5, 2])):
        plan = read_plan("occupied = true\n" + given + two)
        assert [one.count_floor for one in plan.tables] == floors
    bare = read_plan(ONE).tables
    with pytest.raises(InputError, match="is said of every cell"):
        Plan("independent", bare, occupied=True)


def test_what_is_said_about_a_file_is_kept() -> None:
    """Options for reading a file stand beside its path."""
    (table,) = read_plan(SMALLEST + 'read = {zero = "preserve"}').tables
    assert table.source.options == (("zero", "preserve"),)


@pytest.mark.parametrize(("written", "text"), [("1", "1"), ('"1/3"', "1/3"), ('"ln(2)"', "ln(2)")])
def test_a_table_may_state_its_epsilon_i(written: str, text: str) -> None:
    """As an integer or a text; without it there is none."""
    (table,) = read_plan(SMALLEST + f"epsilon = {written}").tables
    assert table.epsilon is not None
    assert table.epsilon.text == text
    assert read_plan(SMALLEST).tables[0].epsilon is None


REFUSED = {
    "an epsilon_i of 0": (SMALLEST + "epsilon = 0", "must be greater than 0"),
    "an epsilon_i that is rounded": (SMALLEST + "epsilon = 0.5", "epsilon = 0.5: must be a text"),
    "no statement about keys": ('[[table]]\nname = "a"\nptable = "t"\ncells = 1', "keys"),
    "unknown keys": (SMALLEST.replace("independent", "sums"), "'sums'"),
    "unknown secret": ('secret = "nothing"\n' + SMALLEST, "secret = 'nothing'"),
    "unknown word": ('secrets = "own"\n' + SMALLEST, "did you mean secret"),
    "unknown word of a table": (SMALLEST + "count_flor = 3", "did you mean count_floor"),
    "no table": ('keys = "independent"', "table"),
    "table is no list": ('keys = "independent"\ntable = 3', "table = 3"),
    "no ptable": (SMALLEST.replace("ptable", "#"), "ptable, certificate"),
    "two sources": (SMALLEST + 'certificate = "c"', "'ptable, certificate'"),
    "a billion cells": (SMALLEST.replace("10", "1_000_000_000"), "cells = 1000000000"),
    "no cells": (SMALLEST.replace("10", "0"), "cells = 0"),
    "negative floor": (SMALLEST + "count_floor = -1", "count_floor = -1"),
    "a float": (SMALLEST.replace("10", "10.0"), "must be an integer"),
    "true is no number": (SMALLEST.replace("10", "true"), "must be an integer"),
    "dimensions and cells": (SMALLEST + 'dimensions = ["sex"]', "needs either"),
    "neither": (SMALLEST.replace("cells = 10", ""), "needs either"),
    "empty name": (SMALLEST.replace('"a"', '""'), "name"),
    "overlapping names": (SMALLEST + SMALLEST.partition("\n")[2], "name = 'a'"),
    "unknown dimension": (ONE + 'margins = [["region"]]', "margins = 'region'"),
    "margins without dimensions": (SMALLEST + "margins = [[]]", "needs either|no dimension|twice"),
    "the same margin twice": (ONE + 'margins = [["sex"], ["sex"]]', "names the same margin twice"),
    "the table as its margin": (ONE + 'margins = [["age", "sex"]]', "names the same margin twice"),
    "a dimension twice": (ONE.replace("age", "sex"), "names a dimension twice"),
    "margins are text": (ONE + 'margins = "some"', "margins = 'some'"),
    "not TOML": ("keys = ", "is not TOML"),
    "deep": ("keys = " + "[" * 5000, "nested too deeply"),
    "a long integer": ("keys = " + "9" * 10_000, "too many digits"),
    "a margin of nothing": (ONE + 'margin_of = "b"', "margin_of = 'b'"),
    "a margin of itself": (ONE + 'margin_of = "a"', "leads back to itself"),
    "categories of nothing": ("categories = {height = 3}\n" + ONE, "categories = 'height'"),
    "no categories": ("categories = {sex = 0}\n" + ONE, "categories = 0"),
    "one category": ("categories = {sex = 1}\n" + ONE, "tells nobody apart"),
    "occupied is no number": ("occupied = 1\n" + ONE, "must be true or false"),
    "read is no table": (SMALLEST + "read = 3", "read = 3"),
    "unknown option": (SMALLEST + 'read = {zeros = "x"}', "did you mean zero"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_plan_that_breaks_a_rule_is_refused_by_name(case: str) -> None:
    """Each is an input error that names the argument and the value."""
    text, named = REFUSED[case]
    with pytest.raises(InputError) as refused:
        read_plan(text)
    assert any(part in str(refused.value) for part in named.split("|"))
    assert "\n" not in str(refused.value)


def table(name: str, above: str, *dimensions: str) -> str:
    """Return a table that is a margin of another."""
    listed = ", ".join(f'"{one}"' for one in dimensions)
    head = f'[[table]]\nname = "{name}"\ndimensions = [{listed}]\nptable = "t"\n'
    return head + f'margin_of = "{above}"\n'


def test_margins_in_a_circle_are_refused() -> None:
    """A margin of b that is a margin of a is no plan, however long the way round."""
    text = 'keys = "independent"\n' + table("a", "b", "x") + table("b", "c", "x", "y")
    with pytest.raises(InputError, match="leads back to itself"):
        read_plan(text + table("c", "a", "x", "y", "z"))


def test_a_margin_has_fewer_dimensions_than_its_table() -> None:
    """A margin with a dimension that its table does not have is no margin of it."""
    with pytest.raises(InputError, match="must be some, not all"):
        read_plan(ONE + table("b", "a", "region"))


def test_very_many_margins_end_at_once() -> None:
    """All margins of thirteen dimensions are refused before one is made."""
    listed = ", ".join(f'"d{i}"' for i in range(13))
    text = SMALLEST.replace("cells = 10", f'dimensions = [{listed}]\nmargins = "all"')
    with pytest.raises(InputError, match="has more than 12 dimensions"):
        read_plan(text)


def test_a_plan_made_in_python_is_checked_too() -> None:
    """The values check themselves, whoever makes them."""
    one = read_plan(SMALLEST).tables[0]
    with pytest.raises(InputError, match="keys = ''"):
        Plan("", (one,))
    with pytest.raises(InputError, match="cells = "):
        PlannedTable("a", one.source, cells=MAX_CELLS + 1)
