"""The output of another program is read as it is, or refused in one line."""

from io import BytesIO, TextIOWrapper

import pytest

from exact.errors import InputError
from verification.comparison.json_rows import MAX_JSON
from verification.comparison.reading import Output, read_output


def read(content: bytes | str) -> Output:
    """Open bytes as an output, as the command does."""
    plain = BytesIO(content.encode() if isinstance(content, str) else content)
    return read_output(TextIOWrapper(plain, encoding="utf-8-sig", newline=""))


@pytest.mark.parametrize(
    "text",
    [
        "z,p\n0,0.50\n1,0x1p-1\n",
        "Z; P \n0;0.50\n1;0x1p-1",
        "z\tPMF\r\n0\t0.50\r\n\r\n1\t0x1p-1\r\n",
        '\n \n"noise","p"\n"0","0.50"\n1,"0x1p-1"\n',
        "\ufeffz, p\n0, 0.50\n1, 0x1p-1\n",
        '[{"z": 0, "p": 0.50}, {"p": "0x1p-1", "z": 1}]',
        '{"z": [0, 1],\n "p": [0.50, "0x1p-1"]}',
    ],
)
def test_the_same_numbers_are_read_from_every_form(text: str) -> None:
    """Separators, quotes, line ends, a byte order mark, both forms of JSON: digits are kept."""
    output = read(text)
    assert sorted(output.columns) == ["p", "z"]
    z, p = output.columns.index("z"), output.columns.index("p")
    assert [(cells[z], cells[p]) for _, cells in output.rows] == [("0", "0.50"), ("1", "0x1p-1")]


def test_lines_are_counted_as_an_editor_counts_them() -> None:
    """From the header on, blank lines included; rows of JSON from 1."""
    assert [line for line, _ in read("z,p\n0,1\n\n1,2\n").rows] == [2, 4]
    output = read('[{"p": 1}, {"z": 2}]')
    assert output.place == "row"
    assert list(output.rows) == [(1, ["1", ""]), (2, ["", "2"])]


def test_one_object_is_one_row_and_null_is_empty() -> None:
    """Scalars can be given as an object."""
    output = read('{"bias": null, "Variance^Q": 49.00, "note": "x"}')
    assert output.columns == ("bias", "variance", "")
    assert output.ignored == ("note",)
    assert list(output.rows) == [(1, ["", "49.00", "x"])]


@pytest.mark.parametrize(
    ("header", "columns"),
    [
        ("C^Q,z", ("cq", "z")),
        ("z,c_q,P-Q", ("z", "cq", "pq")),
        ("epsilon,delta", ("epsilon", "delta")),
        ("EPS,bias", ("epsilonq", "bias")),
        ("epsilon_q,delta,Delta Q,var", ("epsilonq", "delta", "deltaq", "variance")),
        ("z,cdf,weight", ("z", "c", "")),
        ("variance", ("variance",)),
    ],
)
def test_columns_are_known_by_their_names(header: str, columns: tuple[str, ...]) -> None:
    """Any order and letter case; epsilon is a place beside delta, a value without it."""
    assert read(header + "\n").columns == columns


def test_nan_of_json_is_kept_as_text() -> None:
    """A value that JSON does not know is a finding later, not an error here."""
    assert list(read('{"z": [0], "p": [NaN]}').rows) == [(1, ["0", "NaN"])]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "output = '': is empty"),
        (" \n\n", "output = '': is empty"),
        ("1,2\n3,4\n", "header = '1,2': names none of the columns"),
        ("z,weight\n", "names none of the columns that can be compared; use z and p, c"),
        ("p,c\n1,2\n", "header = 'p,c': has no column z"),
        ("z,p,PMF\n", "has p twice"),
        ("z,Z,p\n", "has z twice"),
        ("epsilon,epsilon_q\n", "has epsilonq twice"),
        ("z,p\n1\n", "line 2 = '1': has 1 cells, the header 2"),
        ("z,p\n1,2\n3,4,5\n", "line 3 = '3': has 3 cells, the header 2"),
        (b"\x89PNG\x00\x00", "is not UTF-8 text"),
        (b"z,p\n0,\xff\n", "is not UTF-8 text"),
        (b"PK\x00\x03", "a NUL character"),
        ("z,p\n" + "1" * 70_000, "has a line of 65536 characters or more"),
        ('z,p\n0,"' + "1,\n" * 60_000, "field larger than field limit"),
        ("[1, 2", "JSON = '[1, 2': cannot be read"),
        ("[" * 100_000, "cannot be read"),
        ('{"p": [1], "z": [1], "p": [2]}', "JSON = 'p,z,p': has a name twice"),
        ('["a"]', "row 1 = 'a': is no object"),
        ("{}", "JSON = {}: holds no columns"),
        ('{"z": [1], "p": [1, 2]}', "has 2 values, another column 1"),
        ('{"z": [1], "p": 2}', "p = '2': is no list, as others are"),
        ('[{"z": 0, "p": [1]}]', "is no number"),
        ('{"p": true, "z": 1}', "row 1 = True: is no number"),
        ('{"p": "' + "1" * MAX_JSON + '"}', f"has more than {MAX_JSON} characters"),
    ],
    ids=range(25),
)
def test_what_cannot_be_read_is_refused(content: bytes | str, message: str) -> None:
    """The error names the place, what stands there, the rule and the remedy."""
    with pytest.raises(InputError) as caught:
        list(read(content).rows)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 400


class Broken(BytesIO):
    """A file on a disk that fails."""

    def read1(self, size: int | None = -1, /) -> bytes:
        """Fail as a disk does."""
        raise OSError(5, "Input/output error")

    read = read1


def test_a_file_that_cannot_be_read_is_refused() -> None:
    """The reason of the system is repeated."""
    with pytest.raises(InputError, match="cannot be read"):
        read_output(TextIOWrapper(Broken(), encoding="utf-8-sig"))
