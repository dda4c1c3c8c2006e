"""Every command in every way it is used, with files, and other values for each of its options."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from shutil import copy

from exact.table.native import write_native
from exact.table.ptable import PTable, Stop
from exact.table.row import Row
from tests.cli.running import Outcome

LINES = {
    "design, a target": "design --epsilon 1 --delta 0.01 --keysize 2^8",
    "design, a law": "design --law laplace --epsilon 1 --m 3 --keysize 2^8",
    "design, of D": "design --epsilon 1 --D 3 --keysize 2^8",
    "design, best gamma": "design --epsilon 1 --D 3 --keysize 2^8 --best-gamma",
    "design, invariant": "design --law pram --reading block --epsilon 1 --cap 3 --keysize 2^8 "
    "--invariant counts.csv",
    "design, complete": "design --complete --D 2 --variance 1 --keysize 2^4 --epsilon 1",
    "design, entropy": "design --complete --D 2 --variance 1 --keysize 2^4 --criterion entropy",
    "design, variance": "design --complete --D 3 --keysize 2^6 --criterion variance --epsilon 1 "
    "--delta 1/3",
    "design, complete law": "design --complete --law laplace --epsilon 1 --m 3 --keysize 2^8",
    "audit, a file": "audit t.ptable.json --epsilon 1",
    "audit, a foreign file": "audit c.csv --beyond repeat --zero preserve --epsilon 1",
    "audit, a law": "audit --law laplace --epsilon 1 --m 3 --keysize 2^8",
    "audit, several": "audit t.ptable.json z.ptable.json --epsilon 1 --json",
    "lookup": "lookup c.csv --key 3 --count 7 --beyond repeat --zero preserve",
    "convert, from native": "convert t.ptable.json x.csv --to ons",
    "convert, to native": "convert c.csv x.json --beyond repeat --zero preserve",
    "certify, a file": "certify t.ptable.json --epsilon 1 --delta 0.9 -o o --as html",
    "check": "check t.certificate.json t.ptable.json",
    "check, outcomes": "check o.json",
    "prove, a folder": "prove smt",
    "report, one": "report t.certificate.json -o o --as html",
    "report, several": "report t.ptable.json z.ptable.json -o o --as html --epsilon 1",
    "release, printed": "release plan.toml --epsilon 1",
    "release, a page": "release plan.toml --epsilon 1 -o r.html",
    "release, an example": "release --example",
    "attack": "attack t.ptable.json",
    "attack, averaging": "attack t.ptable.json --attack averaging",
    "attack, bound": "attack t.ptable.json --attack bound",
    "attack, margins": "attack t.ptable.json --attack margins",
    "attack, differencing": "attack t.ptable.json --attack differencing",
    "attack, learning": "attack t.ptable.json --attack learning",
    "utility, a table": "utility t.ptable.json counts.csv --draws 5",
    "utility, a law": "utility counts.csv --law laplace --epsilon 1 --m 3 --draws 5",
    "utility, a map": "utility counts.csv --map --epsilon 1 --D 2 --variance 1 --keysize 2^6",
    "binomial, a law": "test binomial --n 20 --released 12 --p0 1/2 --law laplace --epsilon 1 "
    "--m 3",
    "binomial, no noise": "test binomial --n 20 --released 12 --p0 1/2 --no-noise",
    "binomial, a table": "test binomial --n 20 --released 12 --p0 1/2 --table t.ptable.json",
    "independence, a law": "test independence released.csv --law laplace --epsilon 1 --m 3",
    "independence, a table": "test independence released.csv --table t.ptable.json",
    "estimate, a law": "estimate --released 12 --law laplace --epsilon 1 --m 3",
    "estimate, a table": "estimate --released 12 --table t.ptable.json",
    "estimate, a share": "estimate --released 12 --rest 13 --law laplace --epsilon 1 --m 3",
    "estimate, frequencies": "estimate --frequencies 5,4,3,6,1,0,0,0,0 --table w.ptable.json",
    "compare, a law": "compare printed.csv --law laplace --epsilon 1 --m 3",
    "compare, a table": "compare printed.csv --table t.ptable.json --count 2",
    "compare, two tables": "compare t.ptable.json z.ptable.json",
    "keys, added": "keys people.csv --secret secret.txt -o x.csv",
    "keys, checked": "keys keyed.csv --check --keys 16",
    "apply, a table": "apply people.csv --table t.ptable.json --by region --record-key k -o x.csv",
    "apply, a plan": "apply people.csv --plan apply.toml --record-key k -o folder",
    "verify, with data": "verify people.csv out.csv --table t.ptable.json --by region,sex "
    "--record-key k --margins all --json",
    "verify, alone": "verify out.csv --table t.ptable.json --by region,sex --json",
}

# Other values of an option, by its name in the program; those of choices are all its choices.
VALUES: dict[str, tuple[str, ...]] = {
    "D": ("3", "1"),
    "agency": ("Somebody",),
    "alpha": ("0.2", "0.001"),
    "also": ("3",),
    "average_weight": ("10",),
    "best": ("b.json", "b2.json"),
    "beyond": ("error", "wrap:2:1"),
    "bigN": ("7", "15", "13"),
    "budget": ("1,1e-2", "5,0.5"),
    "by": ("sex", "region,sex"),
    "cap": ("2", "4"),
    "categories": ("3", "region=N,S,E", "sex=F,M,X"),
    "cells": ("2,3", "3,4,5"),
    "certificate": ("x.certificate.json",),
    "confidence": ("0.5", "0.9"),
    "coq": ("coq1",),
    "count": ("1", "3", "7"),
    "critical": ("1", "5"),
    "csv": ("y.csv",),
    "date": ("2026-03-01",),
    "declare": ("bias=0", "variance=1"),
    "delta": ("1/100", "0.4"),
    "draws": ("4", "0"),
    "engine": ("bogus://x",),
    "epsilon": ("2", "1/3"),
    "eta": ("1/2", "1/3"),
    "first_pair": ("include", "exclude", "cap:0.1"),
    "formats": ("md", "html,md"),
    "frequencies": ("4,5,6,0,0,0,0,0,0",),
    "gamma": ("1/2",),
    "grid": ("3", "8"),
    "holes": ("1..1", "5..6", "10..40"),
    "id": ("person",),
    "invariant": ("weights.csv",),
    "jobs": ("2",),
    "js": ("1", "2"),
    "key": ("5", "0"),
    "key_order_key": ("other",),
    "keys": ("0..7", "1..4", "2^8"),
    "keysize": ("2^9", "2^5"),
    "last_count": ("3", "5"),
    "leaves": ("1", "5"),
    "list": ("wrong.csv",),
    "m": ("4",),
    "manifest": ("none",),
    "margins": ("all", "none"),
    "max_wrong": ("3",),
    "memory": ("60MB", "nonsense"),
    "minus": ("1", "2"),
    "n": ("21",),
    "name": ("other",),
    "noise_table": ("u.ptable.json",),
    "output": ("x.json", "x.html", "xx", "x.ptable.json", "x.toml", "x.parquet", "y.csv"),
    "outputs": ("28", "1000"),
    "p0": ("1/3",),
    "partitions": ("37",),
    "peer": ("mpmath-iv",),
    "plan": ("other.toml",),
    "policy": ("policy.toml",),
    "position": ("1", "2"),
    "power": ("0.7",),
    "prior": ("0..10", "prior.csv"),
    "proof": ("p.proof.json", "q.json"),
    "pstay": ("1/2",),
    "reading": ("block", "literal"),
    "record_key": ("other", "f", "person"),
    "released": ("11", "14"),
    "report": ("r.md",),
    "rest": ("4",),
    "rows": ("4", "3"),
    "secret": ("secret2.txt",),
    "seed": ("3", "7"),
    "share": ("1/2", "1/3"),
    "sheet": ("other",),
    "show": ("0", "1"),
    "sigma2": ("2", "1/2"),
    "signed_by": ("Somebody",),
    "simulate": ("10",),
    "smt": ("smt2", "smt"),
    "table": ("u.ptable.json",),
    "threshold": ("10",),
    "used_keys": ("2^3", "2^2"),
    "variance": ("1/2", "2"),
    "weighted": ("weights.csv",),
    "where": ("sex=F",),
    "within": ("1,2", "0"),
    "work": ("w",),
}

# Why an option changes nothing that is printed or written: in every line, and in one.
BY_NATURE = {
    "wide": "only where a terminal is narrower than a line",
    "jobs": "how many files at once",
    "anyway": "only where no table meets the target, which one here does",
    "float_keys": "only where keys are floating-point numbers, which these are not",
}
IN_ONE_LINE = {
    ("utility, a table", "--small"): "only where a count is below the table's first row",
    ("design, entropy", "--exact-variance"): "the largest entropy has the largest variance anyway",
    ("compare, a law", "--strict"): "only where digits alone are off",
    ("compare, a table", "--strict"): "only where digits alone are off",
    ("compare, a table", "--epsilon"): "only where the other program printed a delta",
    ("compare, two tables", "--strict"): "only where numbers of keys alone differ",
    ("verify, with data", "--zeros"): "the manifest says so already",
}
# app serves a page until it is ended; reproduce takes papers by name and minutes.
ELSEWHERE = {"app": "tests/app, tests/browser", "reproduce": "tests/papers"}

ROWS = (
    Row(((-1, 4), (0, 8), (1, 4))),
    Row(((-2, 1), (-1, 3), (0, 8), (1, 3), (2, 1))),
)
OTHER_ROWS = (
    Row(((-1, 2), (0, 12), (1, 2))),
    Row(((-2, 2), (-1, 2), (0, 8), (1, 2), (2, 2))),
)
LAST = Row(((-1, 4), (0, 12)))
KEYED = ((-1, 0, 0, 1), (-1, 0, 0, 1), (-2, -1, 1, 2))
PLAN = 'keys = "independent"\n[[table]]\nname = "a"\ncells = 6\nptable = "g.ptable.json"\n'
APPLIED = (
    'keys = "sum"\n[[table]]\nname = "t"\ndimensions = ["region"]\nmargins = "all"\nptable = "{}"\n'
)


PROGRAM = (
    "design --law count-query --complete --eta 1/2 --epsilon 1 --D 3 --small program --rows 4 "
    "--proof o.json --keysize 2^8"
)
ROW_OF_0 = (
    "design --complete --D 3 --variance 2 --keysize 2^4 --epsilon 1 --zero row "
    "--first-pair include -o g.ptable.json"
)
TABULATED = (
    "apply people.csv --table t.ptable.json --by region,sex --record-key k --margins all --zeros "
    "-o out.csv"
)


def made_files(folder: Path, run: Callable[..., Outcome]) -> None:
    """Make the files that the lines read; the folder is the working one."""
    tables = {
        "t": PTable(16, 1, ROWS, zero="preserve"),
        "z": PTable(16, 0, (Row(((0, 12), (1, 4))), *ROWS), zero="row"),
        "u": PTable(16, 1, OTHER_ROWS, zero="preserve"),
        "w": PTable(16, 1, (*ROWS[:1] * 7, LAST), Stop(), zero="preserve"),
    }
    chance = Random(2)
    texts = {f"{name}.ptable.json": write_native(table) for name, table in tables.items()} | {
        "c.csv": "pcv,ckey,pvalue\n"
        + "".join(f"{n},{k},{z}\n" for n, row in enumerate(KEYED, 1) for k, z in enumerate(row)),
        "policy.toml": '[findings]\n"ZERO" = "error"\n',
        "secret.txt": "correct horse battery staple 2031\n",
        "secret2.txt": "another horse battery staple 2032\n",
        "people.csv": "person,region,sex,age,k,f\n"
        + "".join(
            f"p{i},{chance.choice('NS') if i else 'E'},{chance.choice('FM')},{chance.randrange(3)},"
            f"{chance.randrange(16)},0.{chance.randrange(100):02}\n"
            for i in range(80)
        ),
        "counts.csv": "3,4,5\n6,1,2\n",
        "weights.csv": "30,40,55\n60,11,22\n",
        "released.csv": "9,4,5\n6,8,2\n",
        "prior.csv": "0,1\n1,2\n",
        "printed.csv": "z,p\n-2,0.06\n-1,0.19\n0,0.5\n1,0.25\n2,0.06\n",
        "plan.toml": PLAN,
        "apply.toml": APPLIED.format("t.ptable.json"),
        "other.toml": APPLIED.format("u.ptable.json"),
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    for line in (
        "certify t.ptable.json --epsilon 1 --delta 0.9 -o . --smt smt --as html",
        "design --complete --D 2 --variance 1 --keysize 2^4 --epsilon 1 --proof p.proof.json",
        PROGRAM,
        ROW_OF_0,
        TABULATED,
        "keys people.csv --secret secret.txt --id person --keys 16 -o keyed.csv",
    ):
        assert run(*line.split()).status == 0, line
    copy(folder / "out.csv.manifest.json", folder / "other.json")
