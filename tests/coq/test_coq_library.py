"""The library is complete: nothing is left unproved, and nothing but Coq's own library is used."""

import re

import pytest

from verification.kernel.project import LIBRARY, library_files

# What would let a theorem stand without a proof, or bring in primitive numbers and their axioms.
UNPROVED = ("Admitted", "admit", "give_up", "Axiom", "Parameter", "Conjecture", "Abort")
UNSAFE = ("Unset Guard", "bypass_check", "Unset Positivity", "Unset Universe", "type-in-type")
PRIMITIVE = ("Int63", "Uint63", "PrimInt", "PrimFloat", "Floats", "native_compute", "Interval")
SPECIFICATION = ("Table.v", "Law.v", "Rules.v")


@pytest.mark.parametrize("word", [*UNPROVED, *UNSAFE, *PRIMITIVE])
def test_the_library_has_no(word: str) -> None:
    """No source of the library contains the word."""
    for file in library_files():
        assert re.search(rf"\b{re.escape(word)}\b", file.read_text(encoding="utf-8")) is None


def test_every_file_is_compiled() -> None:
    """The project file lists each source once, after what it needs."""
    names = [file.name for file in library_files()]
    assert sorted(names) == sorted(path.name for path in LIBRARY.glob("*.v"))
    for position, file in enumerate(library_files()):
        needed = re.findall(
            r"From Ptcert Require (?:Import|Export) ([^.]*)\.", file.read_text(encoding="utf-8")
        )
        earlier = {name.removesuffix(".v") for name in names[:position]}
        assert {name for group in needed for name in group.split()} <= earlier


def test_only_coqs_standard_library_is_required() -> None:
    """Every Require comes from Coq itself or from this library."""
    for file in library_files():
        text = file.read_text(encoding="utf-8")
        sources = re.findall(r"^(?:From (\w+) )?Require", text, re.MULTILINE)
        assert set(sources) <= {"Coq", "Ptcert"}


@pytest.mark.parametrize("name", SPECIFICATION)
def test_what_a_reader_must_agree_with_holds_no_proof(name: str) -> None:
    """The files that define what the theorem means consist of definitions only."""
    text = (LIBRARY / name).read_text(encoding="utf-8")
    assert "Definition" in text
    assert re.search(r"\b(Lemma|Theorem|Proof|Qed|Ltac|Notation)\b", text) is None
