"""R ptable, tau-Argus, SAS and cellKey: the bounds are the table, the rest is compared with it."""

import pytest

from exact.errors import InputError
from exact.formats.reading import Reading, ReadOptions, read_table_bytes
from exact.table.ptable import PTable, Repeat, Stop
from exact.table.row import Row

TAU = "i;j;p;v;p_int_ub\n0;0;1.00;0;1.00\n1;0;0.25;-1;0.25\n1;1;0.50;0;0.75\n1;2;0.25;1;1.00\n"
SAS = (
    "i;j;p;v;p_int_lb;p_int_ub\n0;0;1.00;0;0.00;1.00\n1;0;0.25;-1;0.00;0.25\n"
    "1;1;0.50;0;0.25;0.75\n1;2;0.25;1;0.75;1.00\n"
)
R = (
    SAS.replace(";", ",")
    .replace("ub\n", "ub,type\n")
    .replace("0\n", "0,all\n")
    .replace("5\n", "5,all\n")
)
TABLE = PTable(100, 0, (Row(((0, 100),)), Row(((-1, 25), (0, 50), (1, 25)))), Repeat(), "row")
JSON = """{"params": {"ptable": {"i": [0, 1, 1, 1], "j": [0, 0, 1, 2],
 "p": [1, 0.25, 0.5, 0.25], "v": [0, -1, 0, 1], "lb": [0, 0.0, 0.25, 0.75],
 "ub": [1, 0.25, 0.75, 1.00], "type": ["all", "all", "all", "all"]}}, "type": "cnts"}"""
YAML = """params:
  ptable:
    i: [0.0, 1, 1, 1]
    j:
    - 0
    - 0
    - 1
    - 2
    p: [1.0, .25, 0.5, 2.5e-1]
    v: [0, -1, 0, 1]
    p_int_lb: [0, 0.0, 0.25, 0.75]
    p_int_ub: [1, 0.25, 0.75, 1.00]
type: cnts
version: 1.0.2
"""


def read(text: str, options: ReadOptions | None = None) -> Reading:
    """Read a text."""
    return read_table_bytes(text.encode(), options or ReadOptions())


def found(text: str) -> dict[str, tuple[str, str]]:
    """Return the severity and message of each problem by its code."""
    reading = read(text)
    against = ("P-MISMATCH", "ROW-SUM", "NOISE-MISMATCH")  # the bounds, which make a table
    errors = any(p.severity == "error" and p.code not in against for p in reading.problems)
    assert (reading.table is None) == errors
    assert all(p.remedy for p in reading.problems)
    return {p.code: (p.severity, p.message) for p in reading.problems}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (TAU, "tau-argus"),
        (TAU.replace("p;v;p_int_ub", "p_ij;v;p_ij_ub"), "tau-argus"),
        (TAU.replace("i;j;p;v;p_int_ub", '"i";"j";"p";"v";"p_ij_ub"'), "tau-argus"),
        (TAU.replace(";", "; "), "tau-argus"),
        (TAU.replace("ub\n", "ub;type\n").replace("0\n", "0;all\n").replace("25\n", "25;all\n")
         .replace("75\n", "75;all\n"), "tau-argus"),
        (SAS, "sas"),
        (R, "r-ptable"),
        (R.replace("p_int_lb,p_int_ub", "lb,ub"), "r-ptable"),
        (SAS.replace(";", "\t"), "r-ptable"),
        (JSON, "cellkey-json"),
        (JSON.replace('["all", "all", "all", "all"]', '"all"'), "cellkey-json"),
        (YAML, "cellkey-yaml"),
        ("---\n" + YAML, "cellkey-yaml"),
    ],
)  # fmt: skip
def test_each_format_gives_the_same_table(text: str, name: str) -> None:
    """Header variants, quotes, padding and documents all say the same."""
    reading = read(text)
    assert reading.format == name
    assert reading.table == TABLE
    assert reading.problems == ()
    assert "bounds on the grid 10^-2: 100 keys" in reading.notes
    assert "counts past the last row 1: the last row repeats" in reading.notes


def test_a_document_may_be_a_list_of_rows() -> None:
    """Row objects are read like columns."""
    row = '{"i": %d, "j": %d, "p": %s, "v": %d, "lb": %s, "ub": %s}'
    rows = [(0, 0, "1", 0, "0", "1"), (1, 0, "0.25", -1, "0", "0.25")]
    rows += [(1, 1, "0.5", 0, "0.25", "0.75"), (1, 2, "0.25", 1, "0.75", "1")]
    text = "[" + ",".join(row % cells for cells in rows) + "]"
    for document in (text, '{"params": {"ptable": ' + text + "}}", '{"ptable": ' + text + "}"):
        assert read(document).table == TABLE


def test_the_grid_is_that_of_the_longest_bound() -> None:
    """Exponents and trailing zeros count as written."""
    table = read(TAU.replace("0.25;-1;0.25", "0.25;-1;2.500E-01")).table
    assert table is not None
    assert table.keysize == 10**4
    assert table.rows[1].runs == ((-1, 2500), (0, 5000), (1, 2500))
    tiny = read("i;j;p;v;p_int_ub\n0;0;1.00E-07;0;1.00E-07\n0;1;0.9999999;1;1\n").table
    assert tiny is not None
    assert (tiny.keysize, tiny.rows[0].runs) == (10**9, ((0, 100), (1, 10**9 - 100)))


def test_modified_tables_may_repeat_a_noise() -> None:
    """Split ranges stay split: which key leads to which noise is what a lookup uses."""
    text = "i;j;p;v;p_int_ub\n0;0;0.2;0;0.2\n0;1;0.3;1;0.5\n0;0;0.5;0;1.0\n"
    table = read(text).table
    assert table is not None
    assert table.rows[0].runs == ((0, 2), (1, 3), (0, 5))


def test_an_empty_interval_holds_no_key() -> None:
    """A line with lb = ub is allowed and leaves no run."""
    table = read(TAU.replace("1;1;0.50;0;0.75", "1;7;0;6;0.25\n1;1;0.50;0;0.75")).table
    assert table == TABLE


def test_what_the_user_says_about_zero_and_beyond_holds() -> None:
    """Options replace the rules of the format."""
    said = read(TAU.replace("0;0;1.00;0;1.00\n", ""), ReadOptions(beyond=Stop(), zero="preserve"))
    assert said.table == PTable(100, 1, TABLE.rows[1:], Stop(), "preserve")


def test_gap_and_overlap_say_from_where_to_where() -> None:
    """GAP and OVERLAP give the exact bounds."""
    gap = found(SAS.replace("0;0.25;0.75", "0;0.26;0.75"))
    assert gap["GAP"] == ("error", "1 gap: count 1, line 4: from 0.25 to 0.26")
    overlap = found(SAS.replace("0;0.25;0.75", "0;0.2;0.75"))
    assert overlap["OVERLAP"] == ("error", "1 overlap: count 1, line 4: from 0.2 to 0.25")


def test_the_first_and_the_last_bound_are_exact() -> None:
    """FIRST-BOUND and LAST-BOUND say by how much."""
    first = found(SAS.replace("-1;0.00;", "-1;0.01;"))
    message = "1 row beginning elsewhere than at 0: count 1, line 3: begins at 0.01"
    assert first["FIRST-BOUND"] == ("error", message)
    last = found(TAU.replace("0.25;1;1.00", "0.25;1;0.99999999"))
    message = "1 last bound other than 1: count 1, line 5: 0.99999999, 1e-8 below 1"
    assert last["LAST-BOUND"] == ("error", message)
    above = found(TAU.replace("0.25;1;1.00", "0.25;1;1.5"))
    assert above["LAST-BOUND"][1].endswith("line 5: 1.5, 0.5 above 1")


def test_decreasing_bounds_are_an_error_or_sorted() -> None:
    """DECREASING: without lower bounds nothing can be sorted; with them the lookup is clear."""
    tau = found(TAU.replace("0.50;0;0.75", "0.50;0;0.20"))
    assert tau["DECREASING"] == ("error", "1 decreasing bound: count 1, line 4: 0.2 after 0.25")
    lines = SAS.splitlines()
    shuffled = "\n".join([*lines[:3], lines[4], lines[3]])
    assert found(shuffled)["DECREASING"][0] == "warning"
    assert read(shuffled).table == TABLE
    turned = found(SAS.replace("0;0.25;0.75", "0;0.75;0.25"))
    assert turned["DECREASING"] == ("error", "1 decreasing bound: count 1, line 4: 0.25 after 0.75")


def test_p_is_compared_with_the_bounds() -> None:
    """P-MISMATCH: the largest exact difference; one unit is a note, more than 1e-6 an error."""
    one = found(TAU.replace("1;1;0.50", "1;1;0.51"))
    expected = "1 of 4 lines have p other than ub - lb, at most by 0.01 (line 4)"
    assert one["P-MISMATCH"] == ("note", expected)
    assert one["ROW-SUM"] == ("note", "1 row with p not summing to 1: count 1 by 0.01")
    many = found(TAU.replace("1;1;0.50", "1;1;0.52").replace("0.25;1;", "0.22;1;"))
    expected = "2 of 4 lines have p other than ub - lb, at most by 0.03 (line 5)"
    assert many["P-MISMATCH"] == ("error", expected)
    far = found(TAU.replace("1;1;0.50", "1;1;0.45"))
    assert far["ROW-SUM"] == ("error", "1 row with p not summing to 1: count 1 by -0.05")
    assert read(TAU.replace("1;1;0.50", "1;1;0.45")).table == TABLE


def test_noise_is_compared_with_j_minus_i() -> None:
    """NOISE-MISMATCH names the line; the noise v is what is read."""
    text = TAU.replace("1;2;0.25;1;", "1;2;0.25;5;")
    message = "1 line with v other than j - i: line 5: v = 5, and j - i = 1"
    assert found(text)["NOISE-MISMATCH"] == ("error", message)
    table = read(text).table
    assert table is not None
    assert table.noise(1, 99) == 5


def test_what_is_no_probability_is_no_rounding() -> None:
    """P-MISMATCH: p = -0.1 of a range without keys, and 1.1 of all of them, are one unit off."""
    text = TAU.replace("0;0;1.00;0;1.00\n", "0;1;-0.1;1;0\n0;0;1.1;0;1.00\n")
    reading = read(text.replace("0.25;", "0.2;").replace("0.50;", "0.5;"))
    first = next(p for p in reading.problems if p.code == "P-MISMATCH")
    said = "2 lines with a p that is none: line 2: p = -0.1; line 3: p = 1.1"
    assert (first.severity, first.message) == ("error", said)


@pytest.mark.parametrize(
    ("first", "second", "severity"),
    [("1", "0", "error"), ("0.9", "0.1", "error"), ("0.86", "0.14", "note")],
)
def test_a_probability_of_fewer_than_two_decimals_is_no_rounding(
    first: str, second: str, severity: str
) -> None:
    """P-MISMATCH: 1 and 0 beside 0.863 and 0.137 are another table, off by 0.137."""
    text = f"i;j;p;v;p_int_ub\n0;0;{first};0;0.863\n0;1;{second};1;1.000\n"
    assert found(text)["P-MISMATCH"][0] == severity


@pytest.mark.parametrize(
    ("p", "severity"),
    [("0.50000001", "note"), ("0.50000090", "warning"), ("0.50000101", "error")],
)
def test_between_rounding_and_a_millionth_p_is_a_warning(p: str, severity: str) -> None:
    """P-MISMATCH and ROW-SUM: no lookup with a million keys tells such a p from the bounds."""
    fine = TAU.replace("0;0.75\n", "0;0.75000000\n")
    seen = found(fine.replace("1;1;0.50;", f"1;1;{p};"))
    assert (seen["P-MISMATCH"][0], seen["ROW-SUM"][0]) == (severity, severity)


def test_the_worst_row_is_named_first() -> None:
    """ROW-SUM: count 2 is off by 0.01, the counts 0 and 1 by 6e-17."""
    text = "i;j;p;v;p_int_ub\n"
    for count in range(3):
        p = "0.51" if count == 2 else "0.50000000000000006"
        text += f"{count};{count};{p};0;0.50000000\n{count};{count + 1};0.5;1;1.0\n"
    said = "3 rows with p not summing to 1: count 2 by 0.01; count 0 by 6e-17; count 1 by 6e-17"
    assert found(text)["ROW-SUM"] == ("error", said)


def test_rows_out_of_order_shift_a_positional_reader() -> None:
    """ROW-ORDER: a warning for tau-Argus, a note for readers that look at i."""
    lines = TAU.splitlines()
    late = "\n".join([lines[0], *lines[2:], lines[1]])
    order = found(late)["ROW-ORDER"]
    start = "line 2: the first row is for count 1, not 0"
    assert order == ("warning", f"2 rows out of order: {start}; line 5: count 0 after 1")
    assert read(late).table == TABLE
    without = found(TAU.replace("0;0;1.00;0;1.00\n", ""))["ROW-ORDER"]
    assert without == ("warning", f"1 row out of order: {start}")
    assert found(SAS.replace("0;0;1.00;0;0.00;1.00\n", ""))["ROW-ORDER"][0] == "note"


def test_a_count_without_a_row_is_an_error() -> None:
    """MISSING-COUNT: the table would not say what to do."""
    text = TAU.replace("\n1;", "\n4;")
    assert found(text)["MISSING-COUNT"] == ("error", "3 missing counts: between 0 and 4")


def test_doubles_of_a_coarser_grid_are_noticed() -> None:
    """GRID: 17 digits of doubles are read as written, and the grid they were meant on is said."""
    text = "i,j,p,v,lb,ub\n0,0,0.73446953999999998,0,0,0.73446953999999998\n"
    text += "0,1,0.26553046000000002,1,0.73446953999999998,1\n"
    message = "the bounds are doubles of the grid 10^-8, written on 10^-17"
    assert found(text) == {"GRID": ("note", message)}
    table = read(text).table
    assert table is not None
    assert table.rows[0].runs == ((0, 73446953999999998), (1, 26553046000000002))
    other = text.replace("0.73446953999999998", "0.73446953987654321")
    assert "GRID" not in found(other)
    assert "GRID" not in found("i,j,p,v,lb,ub\n0,0,1,0,0.000000000000000,1\n")
    longer = text.replace("0.73446953999999998", "0.734469539999999981")
    assert "GRID" not in found(longer)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TAU.replace("0.75", "0,75"), "line 4, column p_int_ub = '0,75': is not a number; write a"),
        (TAU.replace("0.75", "1e999999999"), "'1e999999999': has an exponent beyond 400"),
        (TAU.replace("0.75", "0." + "7" * 39), "line 4, column p_int_ub = '0.777"),
        (TAU.replace("0.50", "NA"), "line 4, column p = 'NA': is not a number"),
        (TAU.replace("0.50;0", "0.50;0.5"), "line 4, column v = '0.5': is not an integer"),
        (TAU.replace("1;2;", "-1;2;"), "line 5, column i = -1: is below 0"),
        (TAU.replace("1;2;", "i;2;"), "line 5 = 'i;j;p;v;p_int_ub': repeats the header"),
        (TAU + "1,0,0\n", "line 6 = '1,0,0': has 1 cells, and the header has 5"),
        (R.replace("0.75,1.00,all", "0.75,1.00,even"), "line 5, column type = 'even': is a second"),
        (JSON.replace("0.5,", '"x",'), "entry 3, column p = 'x': is not a number"),
        (JSON.replace("0.5,", "null,"), "entry 3, column p = 'null': is no number"),
        (JSON.replace("0.5,", "[1],"), "entry 3, column p = 'a list': is no number"),
        (JSON.replace("0.5,", "NaN,"), "entry 3, column p = 'NaN': is not a number"),
        (JSON.replace("0.5,", ""), "column p = 3: has 3 entries, and another column has 4"),
        (JSON.replace('"lb"', '"lower"'), "does not have the columns of a ptable"),
        (JSON.replace('"cnts"', '"nums"'), "type = 'nums': is not a table of counts"),
        (JSON[:-1], "line 3, column"),
        ('{"a": 1, "a": 2}', "names a key twice"),
        ("[" * 100_000, "is nested too deeply"),
        ("[]", "ptable = 'list': is not a table"),
        ('[{"i": 1}, {"j": 1}]', "entry 2 = 'j': does not have the columns of entry 1, i"),
        (YAML.replace("[0, -1, 0, 1]", "[0, -1, 0"), "is not YAML"),
        (YAML.replace("[0, -1, 0, 1]", "[0, -1, 0, 1.5]"), "entry 4, column v = '1.5': is not an"),
        (YAML.replace("[1.0, .25, 0.5, 2.5e-1]", "*x"), "line 9 = 'an alias': has no place"),
        ("a: " + "[" * 100_000, "a nesting deeper than 20"),
        ("a: " + "- " * 100_000, "line 1"),
        ("a: 1\na: 2\n", "has a key twice"),
        ("a:\n" + " x: y\n" * 4_000_000, "is larger than 16 MiB"),
        ("[" + "0," * 9_000_000, "is larger than 16 MiB"),
    ],
)  # fmt: skip
def test_bad_input_names_its_place(text: str, message: str) -> None:
    """What cannot be read is refused in one line that says where."""
    with pytest.raises(InputError) as caught:
        read(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        (TAU, ReadOptions(keys=(0, 99)), "--keys = '0..99': does not apply to the format"),
        (TAU, ReadOptions(format="sas"), "--format = 'sas': does not fit a file that begins"),
        (SAS, ReadOptions(format="tau-argus"), "say r-ptable or sas"),
        (SAS, ReadOptions(format="ons"), "--format = 'ons': does not fit a file that begins"),
        (JSON, ReadOptions(format="cellkey-yaml"), "say cellkey-json"),
        (JSON, ReadOptions(columns="noise"), "--columns = 'noise': does not apply"),
    ],
)  # fmt: skip
def test_options_that_do_not_fit_are_refused(text: str, options: ReadOptions, message: str) -> None:
    """An option is never ignored."""
    with pytest.raises(InputError) as caught:
        read(text, options)
    assert message in str(caught.value)
