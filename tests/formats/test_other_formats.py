"""ABS lookup, transition matrices, native files, and what no format is."""

import gzip
import zlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from exact.formats import decoding
from exact.formats.reading import Reading, ReadOptions, read_table_bytes
from exact.table.native import write_native
from exact.table.ptable import PTable, Repeat, Stop, Wrap
from exact.table.row import Row

LOOKUP = "V1,V2\n" + "-1,0\n" * 128 + "1,2\n" * 128
MATRIX = "i,-1,0,1\n0,0,1,0\n1,0.25,0.5,0.25\n"


def read(text: str | bytes, options: ReadOptions | None = None) -> Reading:
    """Read a text."""
    content = text.encode() if isinstance(text, str) else text
    return read_table_bytes(content, options or ReadOptions())


def refused(text: str | bytes, options: ReadOptions | None = None) -> str:
    """Return the message of a refusal, which is one line."""
    with pytest.raises(InputError) as caught:
        read(text, options)
    assert "\n" not in str(caught.value)
    assert caught.value.remedy
    return str(caught.value)


def test_an_abs_lookup_has_a_column_for_each_count() -> None:
    """256 lines are the keys 0..255, column Vk is count k, and past the last column is nothing."""
    reading = read(LOOKUP)
    rows = (Row(((-1, 128), (1, 128))), Row(((0, 128), (2, 128))))
    assert (reading.format, reading.problems) == ("abs-lookup", ())
    assert reading.table == PTable(256, 1, rows, Stop(), "none")
    assert any("say --beyond" in note for note in reading.notes)
    said = read(LOOKUP.replace("V1,V2", '"V1","V2"'), ReadOptions(beyond=Wrap(1, 2)))
    assert said.table == PTable(256, 1, rows, Wrap(1, 2), "none")
    assert not any("say --beyond" in note for note in said.notes)


def test_a_lookup_of_another_size_is_a_finding_or_asked_for() -> None:
    """Too few lines are missing keys; more lines than keys are refused unless --keys says so."""
    reading = read("V1\n" + "0\n" * 250)
    assert reading.table is None
    assert [(p.code, p.severity, p.message) for p in reading.problems] == [
        ("MISSING-KEY", "error", "6 missing keys: from key 250 on, every count")
    ]
    longer = "V1\n" + "0\n" * 257
    assert "line 258 = '0': is a line past the last key 255" in refused(longer)
    table = read(longer, ReadOptions(keys=(0, 256))).table
    assert table is not None
    assert table.keysize == 257


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (LOOKUP.replace("1,2", "1,2.5", 1), "line 130, column V2 = '2.5': is not an integer"),
        (LOOKUP.replace("1,2", "1,2,3", 1), "line 130 = '1,2,3': has 3 cells"),
        ("V1,V3\n1,2\n", "is not the header of a known table"),
        (",".join(f"V{k}" for k in range(1, 10_002)) + "\n1\n", "has more than 10000 columns"),
        (",".join(["V1"] * 10**7), "has more than 10000 columns"),
        ("V1\n" + "1," * 10**7, "line 2 = '1,1,"),
    ],
    ids=["fraction", "width", "names", "columns", "ten-million-columns", "ten-million-cells"],
)
def test_bad_lookups_are_refused(text: str, message: str) -> None:
    """The message names the line and the column, and a huge line is not split."""
    assert message in refused(text)


def test_a_matrix_of_noise_is_read_in_the_order_of_the_noise() -> None:
    """A negative head says that columns are noise; the order of columns changes nothing."""
    rows = (Row(((0, 100),)), Row(((-1, 25), (0, 50), (1, 25))))
    reading = read(MATRIX)
    assert (reading.format, reading.problems) == ("transition", ())
    assert reading.table == PTable(100, 0, rows, Repeat(), "row")
    assert read("i;1;-1;0\n0;0;0;1\n1;0.25;.25;5E-1\n").table == reading.table
    late = read("i,-1,0,1\n1,0.25,0.5,0.25\n0,0,1,0\n")
    assert late.table == reading.table
    assert [(p.code, p.severity, p.message) for p in late.problems] == [
        ("ROW-ORDER", "note", "1 row out of order: line 3: count 0 after 1")
    ]


def test_columns_without_a_negative_head_are_asked_for() -> None:
    """Perturbed values and noise look alike where nothing is negative."""
    text = '"",0,1,2\n0,1.0,0,0\n1,0.5,0.5,0\n'
    assert "line 1 = '0,1,2': may be perturbed values or noise; say --columns" in refused(text)
    values = read(text, ReadOptions(columns="values")).table
    noise = read(text, ReadOptions(columns="noise")).table
    assert values is not None
    assert noise is not None
    assert values.rows[1].runs == ((-1, 5), (0, 5))
    assert noise.rows[1].runs == ((0, 5), (1, 5))


def test_a_row_that_does_not_sum_to_one_says_by_how_much() -> None:
    """ROW-SUM: exact, with its sign; no table is made."""
    reading = read(MATRIX.replace("0.5,", "0.49999999,"))
    assert reading.table is None
    assert [(p.code, p.severity, p.message) for p in reading.problems] == [
        ("ROW-SUM", "error", "1 row not summing to 1: count 1, line 3: by -1e-8")
    ]
    twice = read(MATRIX + "1,0,1,0\n")
    assert twice.table is None
    assert [(p.code, p.message) for p in twice.problems] == [
        ("DUPLICATE-KEY", "1 duplicate row: count 1 in lines 3 and 4")
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (MATRIX.replace("0.5", "-0.5"), "line 3, column 0 = '-0.5': is below 0"),
        (MATRIX.replace("0.5", "half"), "line 3, column 0 = 'half': is not a number"),
        (MATRIX.replace("0.5", "0." + "0" * 38 + "5"), "has 39 decimals, and a key space of 10^39"),
        (MATRIX.replace("-1,0", "-1,00,0"), "line 1 = 0: heads two columns"),
        (MATRIX.replace("\n1,", "\n1.5,"), "line 3, column i = '1.5': is not an integer"),
        (MATRIX.replace("\n1,", "\n-1,"), "line 3, column i = -1: is below 0"),
        ("i,-1\n" + "0,1\n" * 2_000_001, "has more than 4000000 probabilities"),
    ],
)
def test_bad_matrices_are_refused(text: str, message: str) -> None:
    """The message names the line and the column."""
    assert message in refused(text)


def test_a_native_file_says_everything_itself() -> None:
    """It is read as it is, and an option that says otherwise is refused."""
    table = PTable(3, 2, (Row(((7, 3),)),), Stop(), "preserve")
    text = write_native(table)
    reading = read(text)
    assert (reading.format, reading.table, reading.problems) == ("native", table, ())
    assert reading.notes[0] == "3 keys"
    contradicted = "--zero = 'none': contradicts the file, which says preserve"
    assert contradicted in refused(text, ReadOptions(zero="none"))
    assert "--keys = '0..2': does not apply" in refused(text, ReadOptions(keys=(0, 2)))
    assert "does not fit a file that begins" in refused(text, ReadOptions(format="ons"))
    assert "does not fit a file that begins with JSON" in refused(
        "{}", ReadOptions(format="native")
    )


def test_what_a_native_file_leaves_open_may_be_declared() -> None:
    """A rule for zero and holes are added where the file has none, and not changed elsewhere."""
    open_table = PTable(3, 1, (Row(((7, 3),)),))
    said = ReadOptions(zero="preserve", holes=(1, 2))
    declared = replace(open_table, zero="preserve", holes=(1, 2))
    assert read(write_native(open_table), said).table == declared
    assert read(write_native(declared), said).table == declared
    other = refused(write_native(declared), ReadOptions(holes=(1,)))
    assert "--holes = '1': contradicts the file, which says 1..2" in other


@pytest.mark.parametrize("content", [b"", b"\n\n", b" \t\r\n", b"\xef\xbb\xbf", b" " * 5000])
def test_an_empty_file_is_refused(content: bytes) -> None:
    """Nothing, spaces, or only a byte order mark."""
    assert "is empty" in refused(content)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (MATRIX.encode("utf-16"), "is not text in UTF-8; save it as UTF-8"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "is not text in UTF-8"),
        (gzip.compress(MATRIX.encode())[:-9], "gzip': ends too early"),
        (gzip.compress(MATRIX.encode()) + b"more", "has other bytes after the end"),
        (b"\x1f\x8b\x08" + b"x" * 40, "gzip': is damaged"),
        (b"i,0\n" + b"0,1\n" * 5_000_001, "has more than 5 million lines"),
        (b"x" * (decoding.MAX_TEXT + 1), "is larger than 64 MiB"),
        (b"# a heading\n\ntext\n", "has none of the separators"),
    ],
    ids=["utf-16", "binary", "cut", "tail", "damaged", "lines", "size", "prose"],
)
def test_files_that_are_no_tables_are_refused(content: bytes, message: str) -> None:
    """Each in one line."""
    assert message in refused(content)


def test_gzip_members_and_padding_are_read() -> None:
    """Several members are one file, and zeros at the end are padding."""
    first, second = MATRIX[:10].encode(), MATRIX[10:].encode()
    content = gzip.compress(first) + gzip.compress(second) + b"\0" * 512
    assert read(content) == read(MATRIX)


PIECES = st.sampled_from(
    [",", ";", "\n", '"', "-", "1e9", "e", ".", "0", "[", "{", ":", "\t", "*a"]
)
CHANGES = st.lists(st.tuples(st.integers(0, 400), st.integers(0, 5), PIECES), max_size=4)


@given(st.sampled_from([MATRIX, "i;j;p;v;ub\n0;0;1;0;1\n", "a:\n- [1, x]\n"]), CHANGES)
def test_a_damaged_file_is_read_or_refused(text: str, changes: list[tuple[int, int, str]]) -> None:
    """Whatever happens to a file: a reading, or one line that says why not; nothing else."""
    for where, length, piece in changes:
        start = where % (len(text) + 1)
        text = text[:start] + piece + text[start + length :]
    answer = answered(text)
    if isinstance(answer, InputError):
        assert "\n" not in str(answer)
        assert answer.remedy
    else:
        errors = [p for p in answer.problems if p.severity == "error"]
        assert (answer.table is None) == bool(errors)


def answered(text: str) -> Reading | InputError:
    """Return the reading or the refusal."""
    try:
        return read(text)
    except InputError as error:
        return error


def test_a_bomb_is_not_expanded() -> None:
    """A few kilobytes that stand for gigabytes are refused at 64 MiB, over several members too."""
    packer = zlib.compressobj(9, wbits=31)
    member = b"".join(packer.compress(bytes(1 << 20)) for _ in range(48)) + packer.flush()
    assert len(member) < 100_000
    assert "expands to more than 64 MiB" in refused(member * 1000)
