"""What Coq said about the file of one table."""

import re
from dataclasses import dataclass

from exact.errors import InputError

# The axioms of Coq's own real numbers; the last comes with them.
ALLOWED_ASSUMPTIONS = frozenset(
    {
        "ClassicalDedekindReals.sig_forall_dec",
        "ClassicalDedekindReals.sig_not_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
    }
)
_CLOSED = "Closed under the global context"
_AXIOMS = "Axioms:"
_NAME = re.compile(r"[A-Za-z_][\w.']*(?=\s|$)")
_FAILURE = re.compile(r"line (\d+), characters [\d-]+:\nError:\s*(.*(?:\n(?!File ).+)*)")
_DECLARED = re.compile(r"(?:Lemma|Theorem|Definition) (\w+)")
_SHOWN = 300
# How Check prints a theorem: its name alone, then its statement.
_INDENT, _COLON, _DEEPER = "     ", "     : ", "       "
_SUMMARY = "CONTEXT SUMMARY"
_SOUND = ("* Theory: Set is predicative", "* Axioms:")
_OWN_MODULES = ("Ptcert.", "Certified.")


@dataclass(frozen=True, slots=True)
class KernelAnswer:
    """Coq's version, the theorem, what its proof assumes, and whether the kernel accepted it."""

    version: str
    statement: str
    assumptions: tuple[str, ...]
    accepted: bool
    message: str

    def demand(self) -> None:
        """Raise unless the kernel accepted the theorem from the axioms of the reals alone."""
        if not self.accepted:
            raise InputError("Coq", self.version, self.message, "the table is not kernel-checked")


def assumptions_of(output: str) -> tuple[str, ...] | None:
    r"""Return the names that ``Print Assumptions`` lists; None where it printed something else.

    >>> assumptions_of("Closed under the global context\n")
    ()
    >>> assumptions_of("Axioms:\nA.b : forall P : Prop, P\nA.c\n  : nat\n")
    ('A.b', 'A.c')
    """
    lines = output.rstrip().splitlines()
    if lines == [_CLOSED]:
        return ()
    if not lines or lines[0] != _AXIOMS:
        return None
    found = [_NAME.match(line) for line in lines[1:] if not line.startswith(" ")]
    names = [match.group() for match in found if match is not None]
    return tuple(sorted(names)) if len(names) == len(found) else None


def too_much(assumptions: tuple[str, ...] | None) -> str | None:
    """Return what is wrong with the assumptions of a proof; None where they are those allowed.

    >>> too_much(("no_doubt",))
    'needs more than the axioms of the reals: no_doubt'
    """
    if assumptions is None:
        return "does not say what the proof assumes"
    more = ", ".join(name for name in assumptions if name not in ALLOWED_ASSUMPTIONS)
    return f"needs more than the axioms of the reals: {more}" if more else None


def split_answers(output: str, theorem: str) -> tuple[str, str]:
    r"""Return the theorem as ``Check`` prints it, and the rest of the output.

    >>> split_answers("t\n     : A /\\\n       B\nAxioms:\n", "t")
    ('Theorem t :\n  A /\\\n  B.', 'Axioms:')
    """
    name, *lines = output.rstrip().splitlines() or [""]
    count = next((k for k, line in enumerate(lines) if not line.startswith(_INDENT)), len(lines))
    if name != theorem or not count or not lines[0].startswith(_COLON):
        return "", output
    first, *more = lines[:count]
    stated = [first.removeprefix(_COLON), *(line.removeprefix(_DEEPER) for line in more)]
    return f"Theorem {theorem} :\n  " + "\n  ".join(stated) + ".", "\n".join(lines[count:])


def not_sound(said: str) -> str | None:
    """Return what coqchk objects to; None where it found every module sound.

    It must print its summary, in which nothing is relied upon that makes Coq unsound, and every
    axiom is one of Coq's own library (which of them the theorem needs, Coq itself is asked).
    """
    if _SUMMARY not in said:
        return one_line(said) or "does not say what it found"
    found = [line.strip() for line in said.partition(_SUMMARY)[2].splitlines()]
    stated = [line for line in found if line.startswith("* ")]
    odd = [line for line in stated if line not in _SOUND and not line.endswith(": <none>")]
    more = [line for line in found if line.startswith(_OWN_MODULES)]
    if odd or more or _SOUND[0] not in stated:
        return f"finds what no proof may rest on: {one_line(', '.join([*odd, *more]))}"
    return None


def refusal(source: str, errors: str) -> str:
    """Return which lemma Coq refused and its own words, in one line."""
    failure = _FAILURE.search(errors)
    if failure is None:
        return f"refuses the file: {one_line(errors) or 'without a word'}"
    above = "\n".join(source.splitlines()[: int(failure[1])])
    names = _DECLARED.findall(above)
    return f"refuses {names[-1] if names else 'the file'}: {one_line(failure[2])}"


def one_line(text: str) -> str:
    """Return the text as one line of plain characters."""
    joined = " ".join(text.split())
    plain = "".join(c if c.isascii() and c.isprintable() else "?" for c in joined)
    return plain if len(plain) <= _SHOWN else plain[: _SHOWN - 3] + "..."
