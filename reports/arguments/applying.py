"""Arguments of the commands about records and published cells: keys, apply, verify."""

import argparse

from reports.arguments.parser import EPILOG
from reports.arguments.shared import add_key_options, add_read_options


def _add_tabulation(parser: argparse.ArgumentParser, against: bool = False) -> None:
    parser.add_argument(
        "--engine",
        default="duckdb",
        metavar="URL",
        help="duckdb (the default), or where ibis connects to: spark, postgres://HOST/DATABASE",
    )
    parser.add_argument("--table", help="a table in any known format, or a *.certificate.json")
    parser.add_argument("--by", help="the dimensions: columns of the data, such as region,sex,age")
    parser.add_argument(
        "--record-key",
        default="record_key",
        metavar="COLUMN",
        help="the column with the record keys, default record_key; for xor4 four columns a,b,c,d, "
        "or what ptcert keys was told",
    )
    parser.add_argument(
        "--margins",
        default="none",
        help="all, none (the default), or the margins by what is summed over: 'sex;sex,age'",
    )
    parser.add_argument(
        "--where",
        action="append",
        default=[],
        metavar="CONDITION",
        help="only records that meet it, such as 'age>=16' or sex=F; may be given again",
    )
    parser.add_argument(
        "--float-keys",
        choices=("refuse", "exact"),
        default="refuse",
        help="record keys that are floating-point fractions: refused, or summed exactly",
    )
    zeros = parser.add_mutually_exclusive_group()
    zeros.add_argument("--zeros", action="store_true", help="also the empty cells")
    if against:
        zeros.add_argument(
            "--no-zeros",
            dest="zeros",
            action="store_false",
            help="not the empty cells, whatever the manifest says",
        )
    parser.add_argument(
        "--categories",
        action="append",
        default=[],
        metavar="NAME=A,B",
        help="the categories of a dimension for the empty cells, where not all of them occur",
    )
    parser.add_argument(
        "--report", metavar="FILE", help="write a report: .html, .pdf, .md, .txt or .json"
    )
    parser.add_argument(
        "--memory",
        help="memory of the engine, default 2GB; what does not fit goes to a temporary folder",
    )


def apply(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ptcert apply``."""
    parser.description = (
        "Count the records of every cell and margin, make the cell keys, look up the noise, and "
        "write the released counts."
    )
    parser.epilog = (
        "Example: ptcert apply people.parquet --table t.ptable.json --by region,sex "
        "--record-key rkey --margins all -o out.parquet. " + EPILOG
    )
    parser.add_argument(
        "data", help="records: a .parquet or .csv file; on another engine a table or its file"
    )
    _add_tabulation(parser)
    parser.add_argument(
        "--plan",
        help="a release plan (see ptcert release): apply all its tables, -o names a folder",
    )
    parser.add_argument(
        "--publish",
        action="store_true",
        help="write only what may be published: no counts, keys and noise, and a 0 only where "
        "empty cells are published too (--zeros)",
    )
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        help="write the cells to this .parquet or .csv file; with --plan a folder",
    )
    add_read_options(parser)
    add_key_options(parser)
    parser.add_argument("--json", action="store_true", help="print the manifest as JSON")


def verify(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ptcert verify``."""
    parser.description = (
        "Compare every published cell with what data, keys and table give: right, or wrong with "
        "its cause, and which other reading of the table explains it."
    )
    parser.epilog = (
        "Example: ptcert verify people.parquet published.parquet --table t.ptable.json "
        "--by region,sex --record-key rkey --margins all; without the data: "
        "ptcert verify published.parquet --table t.ptable.json. " + EPILOG
    )
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="the data (on another engine its name there), then what was published; or that alone",
    )
    _add_tabulation(parser, against=True)
    add_read_options(parser, holes=True)
    add_key_options(parser)
    parser.add_argument(
        "--manifest",
        metavar="FILE",
        help="the manifest that says what is not given here, default the one beside what was "
        "published; none: no manifest",
    )
    parser.add_argument(
        "--threshold",
        metavar="N",
        help="released counts below it were published as missing",
    )
    parser.add_argument(
        "--list", metavar="FILE", help="write every wrong cell to this .csv or .parquet file"
    )
    parser.add_argument("--json", action="store_true", help="print JSON for machines")
    # What is not given is what the manifest says, and else the default.
    parser.set_defaults(**dict.fromkeys(("record_key", "margins", "float_keys", "zeros")))


def keys(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ptcert keys``."""
    parser.description = (
        "Give every record a key, made from a secret so that it is the same in every run; or "
        "check the keys that a file has: range, missing and repeated ones, uniformity and "
        "independence; with --secret whether each is the key of the secret."
    )
    parser.epilog = (
        "Example: ptcert keys people.parquet --secret agency.txt --id person --keys 2^32 "
        "-o keyed.parquet; ptcert keys keyed.parquet --check --keys 2^32. " + EPILOG
    )
    parser.add_argument("data", help="records: a .parquet or .csv file")
    parser.add_argument("--check", action="store_true", help="check the keys that the file has")
    parser.add_argument(
        "--keys", default="2^32", help="how many record keys there are, default 2^32"
    )
    parser.add_argument(
        "--record-key",
        default="record_key",
        metavar="COLUMN",
        help="the column with the keys, default record_key; with xor4 it is NAME_1 to NAME_4, or "
        "to check them a,b,c,d",
    )
    parser.add_argument(
        "--cell-keys",
        choices=("sum", "xor4"),
        default="sum",
        help="one key for a sum (the default), or four below the largest prime under --keys",
    )
    parser.add_argument("--secret", metavar="FILE", help="a text file with the agency's secret")
    parser.add_argument(
        "--id",
        metavar="COLUMN",
        help="what names a record, default its number in the file; with --check also whether keys "
        "depend on it",
    )
    parser.add_argument("--unique", action="store_true", help="with --check: keys must differ")
    parser.add_argument("--memory", help="memory of the engine, default 2GB")
    parser.add_argument("-o", "--output", help="write the records to this .parquet or .csv file")
    parser.add_argument("--json", action="store_true", help="print JSON for machines")
