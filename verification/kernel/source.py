"""The file for one table: its integers, a theorem about them, and what the proof rests on."""

from textwrap import indent

from verification.kernel.facts import Facts, TableFacts
from verification.kernel.text import Part, comment, listed

THEOREM = "main_theorem"
# The tables of the theorem: that of the file, and as cells see it whose keys are made of records.
_SEEN = (
    "T as cells see it whose keys are made of the record keys of their people: the key of an empty "
    "cell is 0, so that a count of 0 has one noise, whatever its key. The table"
)
_PLACES = " Keys stand here for their places in the published key order, a bijection."


def coq_source(found: Facts, lemmas: tuple[Part, ...]) -> str:
    """Return the Coq source for the table of a certificate, made from its integers alone.

    What it states is what the certificate says; whether that is true, the kernel decides.
    """
    where = "Table.v and Law.v" if found.optimality is None else "Table.v, Law.v and Rules.v"
    blocks = (
        comment(
            f"What Coq's kernel checks of the table whose file has the SHA-256 {found.sha256}. "
            f"Written by ptcert from its certificate; the theorem stands at the end. Every word of "
            f"it is defined in {where} of the library (with the sums of Sums.v)."
        ),
        "From Ptcert Require Import Certificate.\nOpen Scope Z_scope.",
        *_defined(found.table, "T", "The table"),
        *(() if found.seen is None else _defined(found.seen, "T_seen", _SEEN)),
        *(part.source for part in lemmas),
        _theorem(found, lemmas),
        f"Print Assumptions {THEOREM}.",
    )
    return "\n\n".join(blocks) + "\n"


def statement_of(source: str) -> str:
    """Return the theorem as it stands in the source, without its proof."""
    _, _, rest = source.partition(f"Theorem {THEOREM} :\n")
    statement, _, _ = rest.partition("\nProof.")
    return f"Theorem {THEOREM} :\n{statement}"


def same_statement(one: str, other: str) -> bool:
    """Tell whether two theorems are the same but for line breaks, which Coq sets in its own way."""
    return one.split() == other.split()


def _defined(table: TableFacts, name: str, what: str) -> tuple[str, str]:
    """Return a table as Coq reads it, and that it is well formed."""
    lemma = f"Lemma well_formed_{name} : well_formed {name} = true.\nProof. by_computation. Qed."
    return table_definition(table, name, what), lemma


def table_definition(table: TableFacts, name: str = "T", what: str = "The table") -> str:
    """Return the table as Coq reads it."""
    rows = ";\n".join(
        indent(listed(f"({noise}, {keys})" for noise, keys in row), "    ") for row in table.rows
    )
    past = {"repeat": "Repeat", "stop": "Stop"}.get(table.rule, "Wrap {} {}".format(*table.wrap))
    kept = "true" if table.zero == "preserve" else "false"
    about = comment(
        f"{what}: runs (noise, number of keys) from key 0 upward, one row a count."
        + (_PLACES if table.ordered else "")
    )
    return (
        f"{about}\n"
        f"Definition {name} : table := {{|\n"
        f"  keysize := {table.keysize};\n"
        f"  first := {table.first};\n"
        f"  rows := [\n{rows}\n  ];\n"
        f"  past := {past};\n"
        f"  zero_is_kept := {kept}\n"
        f"|}}."
    )


def _theorem(found: Facts, lemmas: tuple[Part, ...]) -> str:
    statement = "\n  /\\ ".join(
        f"({part.statement})" if part.statement.startswith("forall") else part.statement
        for part in lemmas
    )
    proof = "".join(f"  split; [exact {part.name}|].\n" for part in lemmas[:-1])
    return (
        f"{_words(found, lemmas)}\n"
        f"Theorem {THEOREM} :\n  {statement}.\n"
        f"Proof.\n{proof}  exact {lemmas[-1].name}.\nQed."
    )


def _words(found: Facts, lemmas: tuple[Part, ...]) -> str:
    """Return the comment that says what the theorem means, part by part."""
    opening = (
        f"What the theorem says of the table T with its K = {found.table.keysize} keys, each of "
        f"them equally likely. {_coverage(found.table)}"
    )
    if found.seen is not None:
        opening += (
            " Privacy is that of T_seen, T as cells see it whose keys are made of record keys."
        )
    items = [f"{number}. {part.words}" for number, part in enumerate(lemmas, start=1)]
    left_out = [f"Not part of it: {what}." for what in found.left_out]
    return comment(opening, *items, *left_out)


def _coverage(table: TableFacts) -> str:
    """Say which counts the table covers."""
    upward = {
        "stop": f"the counts from {table.first} to {table.last}",
        "repeat": f"every count from {table.first} upward, the last row repeating",
        "wrap": f"every count from {table.first} upward, the rows of {table.wrap[0]} to "
        f"{table.wrap[0] + table.wrap[1] - 1} repeating after {table.last}",
    }[table.rule]
    zero = "; a count of 0 is released as 0" if table.zero == "preserve" else ""
    return f"It covers {upward}{zero}."
