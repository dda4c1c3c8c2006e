"""ONS and ESS: one header, two readings, told apart or asked for."""

import pytest

from exact.errors import InputError
from exact.formats.reading import Reading, ReadOptions, read_table_bytes
from exact.table.ptable import PTable, Repeat, Stop, Wrap
from exact.table.row import Row

HEADER = "pcv,ckey,pvalue\n"
SMALL = HEADER + "1,0,-1\n1,1,0\n2,0,0\n2,1,1\n"
ROWS = (Row(((-1, 1), (0, 1))), Row(((0, 1), (1, 1))))
REPEAT = ReadOptions(beyond=Repeat())


def read(text: str, options: ReadOptions = REPEAT) -> Reading:
    """Read a text."""
    return read_table_bytes(text.encode(), options)


def ess(text: str) -> str:
    """Return a text with the separator of ESS."""
    return text.replace(",", ";")


def problem(reading: Reading) -> tuple[str, str, str]:
    """Return code, severity and message of the only problem."""
    (found,) = reading.problems
    assert found.remedy
    return found.code, found.severity, found.message


@pytest.mark.parametrize(
    "text",
    [
        SMALL,
        SMALL.replace("pcv,ckey,pvalue", '"pcv","ckey","pvalue"'),
        SMALL.replace("pcv,ckey,pvalue", " PCV , ckey,pvalue"),
        SMALL.replace(",", ", "),
        SMALL.replace("2,0,0", '"2","0","0"'),
        SMALL.replace("2,0,0", "2.0,0,0e0"),
        SMALL + "\n\n",
        "pvalue,pcv,ckey\n-1,1,0\n0,1,1\n0,2,0\n1,2,1\n",
        HEADER + "2,1,1\n1,1,0\n2,0,0\n1,0,-1\n",
    ],
)
def test_ons_in_its_spellings(text: str) -> None:
    """Quotes, spaces, capitals, and the order of columns and lines change nothing."""
    reading = read(text)
    assert reading.format == "ons"
    assert reading.table == PTable(2, 1, ROWS, Repeat(), "preserve")
    assert reading.problems == ()
    assert reading.notes[0] == "columns separated by ',', keys 0..1"


def test_latin_1_text_is_read() -> None:
    """A byte that is no UTF-8 does not keep a file from being read."""
    text = "i;0;-1\nZähler;1;0\n".encode("latin-1")
    with pytest.raises(InputError, match="line 2, column i = 'Zähler': is not a number"):
        read_table_bytes(text)


def test_the_ons_rule_past_row_750_is_assumed_only_there() -> None:
    """With last row 750 the table wraps as the ONS tool does; elsewhere the user is asked."""
    lines = "".join(f"{n},0,0\n" for n in range(1, 751))
    reading = read(HEADER + lines, ReadOptions())
    assert reading.table is not None
    assert reading.table.beyond == Wrap(501, 250)
    assert "counts past the last row 750: wrap 501:250" in reading.notes
    with pytest.raises(InputError, match=r"last row = 2: the file does not say .* say --beyond"):
        read(SMALL, ReadOptions())


def test_rows_for_zero_are_used_where_they_are() -> None:
    """With rows pcv = 0 the ONS tool uses them; without, zero is preserved; the user may say so.

    A row for 0 that leaves it as it is agrees with ``--zero preserve``; another one does not.
    """
    text = HEADER + "0,0,0\n1,0,1\n"
    assert read(text).table == PTable(1, 0, (Row(((0, 1),)), Row(((1, 1),))), Repeat(), "row")
    said = read(SMALL, ReadOptions(beyond=Stop(), zero="none")).table
    assert said == PTable(2, 1, ROWS, Stop(), "none")
    preserve = ReadOptions(beyond=Repeat(), zero="preserve")
    assert read(text, preserve).table == read(text).table
    with pytest.raises(InputError, match="zero = 'preserve': does not fit"):
        read(HEADER + "0,0,1\n1,0,1\n", preserve)


def test_ess_numbers_its_keys_from_one() -> None:
    """A semicolon and keys from 1 are ESS: last row repeats, zero is not covered."""
    reading = read(ess(HEADER + "1,1,-1\n1,2,0\n2,1,0\n2,2,1\n"), ReadOptions())
    assert reading.format == "ess"
    assert reading.table == PTable(2, 1, ROWS, Repeat(), "none", first_key=1)
    assert "zero cells have a separate procedure" in reading.notes[-1]
    assert "key 0 means not perturbed" in reading.notes[-1]


@pytest.mark.parametrize(
    ("text", "smallest"),
    [(ess(SMALL), 0), (HEADER + "1,1,0\n", 1), (HEADER + "1,7,0\n", 7)],
)
def test_an_ambiguous_table_is_asked_for(text: str, smallest: int) -> None:
    """Where separator and smallest key do not agree, nothing is guessed."""
    with pytest.raises(InputError) as caught:
        read(text, ReadOptions())
    assert f"with {smallest} as the smallest key" in caught.value.rule
    assert caught.value.remedy == "say --format ons|ess (and --keys 0..255)"


def test_what_the_user_says_decides() -> None:
    """``--format`` and ``--keys`` settle an ambiguous table."""
    assert read(ess(SMALL), ReadOptions(format="ons", beyond=Repeat())).format == "ons"
    said = ReadOptions(format="ess", keys=(0, 1))
    reading = read(SMALL, said)
    assert reading.format == "ess"
    assert reading.table == PTable(2, 1, ROWS, Repeat(), "none")
    with pytest.raises(InputError, match="line 2, column ckey = 0: is below 1; say the keys"):
        read(SMALL, ReadOptions(format="ess"))


def test_missing_keys_are_counted_exactly() -> None:
    """MISSING-KEY names the first (count, key) without an entry and how many there are."""
    broken = read(HEADER + "1,0,0\n1,2,0\n2,0,0\n2,1,0\n2,2,0\n")
    assert broken.table is None
    assert problem(broken) == ("MISSING-KEY", "error", "1 missing key: count 1, key 1")
    few = read(SMALL, ReadOptions(keys=(0, 2**100 - 1), beyond=Repeat()))
    number = 2 * 2**100 - 4
    first = "count 1, key 2; count 1, key 3; count 1, key 4; ..."
    assert problem(few) == ("MISSING-KEY", "error", f"{number} missing keys: {first}")


def test_a_duplicate_key_is_found_with_both_lines() -> None:
    """DUPLICATE-KEY names both lines and both noise values, and hides no missing key."""
    reading = read(HEADER + "1,0,0\n1,1,5\n1,1,6\n1,3,0\n")
    assert reading.table is None
    assert [(p.code, p.message) for p in reading.problems] == [
        ("DUPLICATE-KEY", "1 duplicate line: count 1, key 1: noise 5 in line 3 and 6 in line 4"),
        ("MISSING-KEY", "1 missing key: count 1, key 2"),
    ]


def test_missing_counts_are_counted() -> None:
    """MISSING-COUNT is an error between rows, and a warning below the first."""
    between = read(HEADER + "1,0,0\n4,0,0\n")
    assert between.table is None
    assert problem(between) == ("MISSING-COUNT", "error", "2 missing counts: between 1 and 4")
    below = read(HEADER + "3,0,0\n4,0,0\n")
    assert below.table is not None
    message = "2 missing counts: below the first row 3"
    assert problem(below) == ("MISSING-COUNT", "warning", message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEADER + "1,0,0\n1,x,0\n", "line 3, column ckey = 'x': is not a number"),
        (HEADER + "1,0,0\n1,1,1_0\n", "line 3, column pvalue = '1_0': is not a number"),
        (HEADER + "1,0,0\n1,1,٣\n", "line 3, column pvalue = '٣': is not a number"),
        (HEADER + "1,0,1.5\n", "line 2, column pvalue = '1.5': is not an integer"),
        (HEADER + "1,0,\n", "line 2, column pvalue = '': is not a number"),
        (HEADER + "1,-1,0\n", "line 2, column ckey = -1: is below 0; keys are from 0"),
        (HEADER + "-1,0,0\n", "line 2, column pcv = -1: is below 0"),
        (HEADER + "1,1e999999999,0\n", "column ckey = '1e999999999': has an exponent beyond 400"),
        (HEADER + "1,0," + "9" * 500 + "\n", "has more than 400 characters"),
        (HEADER + "1,0,2e18\n", "column pvalue = 2000000000000000000: is too large"),
        (HEADER + "1,1e39,0\n", "column ckey = 1" + "0" * 39 + ": is too large"),
        (HEADER + "1,0,0\n" * 300 + "1,0,z\n", "line 302, column pvalue = 'z'"),
        (HEADER + "1,0,0\n" + HEADER, "line 3 = 'pcv,ckey,pvalue': repeats the header"),
        (HEADER + "1,0,0\n1;0;0\n", "line 3 = '1;0;0': has 1 cells, and the header has 3"),
        (HEADER + "1,0,0,0\n", "line 2 = '1,0,0,0': has 4 cells, and the header has 3"),
        (HEADER + "1,0,0\n\n1,1,0\n", "line 3 = '': has 0 cells"),
        (HEADER + '1,"0,0\n1,1,0\n', "line 2 = '1,\"0,0': cannot be split"),
        (HEADER + '1,0,0\n1,"1"x,0\n', "line 3"),
        (HEADER + "1,0," + "9" * (1 << 21), "line 2 = '1,0,999"),
        (HEADER, "has a header and no lines below it"),
        ("\n" + SMALL, "has an empty first line"),
        ("pcv,pcv,ckey\n1,1,1\n", "line 1 = 'pcv': is the name of two columns"),
        ("pcv|ckey|pvalue\n1|0|0\n", "has none of the separators , ; and tab"),
        ("pcv,ckey\n1,0\n", "line 1 = 'pcv,ckey': is not the header of a known table"),
        ('"op","help"\n0.25,1\n', "the ESS procedure for zero cells, not a table"),
    ],
)
def test_bad_input_names_line_and_column(text: str, message: str) -> None:
    """What cannot be read is refused in one line that says where."""
    with pytest.raises(InputError) as caught:
        read(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (ReadOptions(columns="noise"), "--columns = 'noise': does not apply"),
        (ReadOptions(format="sas"), "--format = 'sas': does not fit a file that begins with pcv"),
        (ReadOptions(keys=(1, 2), format="ons"), "column ckey = 0: is below 1"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: ReadOptions, message: str) -> None:
    """An option is never ignored."""
    with pytest.raises(InputError) as caught:
        read(SMALL, options)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"format": "ods"}, "--format = 'ods': is not known"),
        ({"zero": "keep"}, "--zero = 'keep': is not known; use one of preserve, row, none"),
        ({"columns": "j"}, "--columns = 'j': is not known; use one of values, noise"),
        ({"keys": (5, 4)}, "--keys = '5..4': is no key space; write it as 0..255"),
        ({"keys": (-1, 4)}, "--keys = '-1..4': is no key space"),
        ({"keys": (0, 2**128)}, "has more than 2^128 keys"),
    ],
)
def test_options_are_validated_when_made(said: dict[str, object], message: str) -> None:
    """No option that means nothing can be made."""
    with pytest.raises(InputError) as caught:
        ReadOptions(**said)  # type: ignore[arg-type]  # the point of the test
    assert message in str(caught.value)
