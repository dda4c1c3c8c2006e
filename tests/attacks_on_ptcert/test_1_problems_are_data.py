"""The strict reader of problems: what ptcert does not write never reaches a solver."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import InputError
from reports.cli import main
from reports.commands import problem_files
from verification.smt import expressions as expressions_module
from verification.smt.expressions import Expression, Unreadable, expressions, number, rendered
from verification.smt.grammar import read_problem
from verification.smt.model import satisfying

HONEST = "(set-logic QF_LRA)\n(set-info :status unsat)\n(declare-const x Real)\n(assert (< x x))\n"
ASKED = HONEST + "(check-sat)\n"

HOSTILE = {
    "another channel": '(set-option :regular-output-channel "rcfile")\n' + ASKED,
    "another channel, plain": "(set-option :regular-output-channel rcfile)\n" + ASKED,
    "another option": "(set-option :produce-proofs true)\n" + ASKED,
    "models off": "(set-option :produce-models false)\n" + ASKED,
    "an echo": HONEST + '(echo "x")\n(check-sat)\n',
    "an echo without quotes": HONEST + "(echo x)\n(check-sat)\n",
    "an include": '(include "other.smt2")\n' + ASKED,
    "a reset": "(reset)\n" + ASKED,
    "a push": HONEST + "(push 1)\n(check-sat)\n",
    "a pop": HONEST + "(pop 1)\n(check-sat)\n",
    "a quoted symbol": ASKED.replace("x Real", "|x| Real"),
    "a command in a quoted symbol": ASKED.replace("(declare-const x", "(declare-const |x)(exit|"),
    "a string": HONEST + '(assert (= "a" "a"))\n(check-sat)\n',
    "a hidden character": ASKED.replace("(assert", "(assert\x00"),
    "another alphabet": ASKED.replace("x Real", "ж Real"),
    "a quantifier": HONEST + "(assert (forall ((y Real)) (< y y)))\n(check-sat)\n",
    "a let": HONEST + "(assert (let ((y x)) (< y y)))\n(check-sat)\n",
    "an annotation": HONEST + "(assert (! (< x x) :named a))\n(check-sat)\n",
    "an operator of nobody": HONEST + "(assert (is_int x))\n(check-sat)\n",
    "an operator without arguments": HONEST + "(assert (and))\n(check-sat)\n",
    "an undeclared constant": HONEST + "(assert y)\n(check-sat)\n",
    "a constant called like an operator": HONEST + "(declare-const bvxor Bool)\n(check-sat)\n",
    "a constant declared twice": HONEST + "(declare-const x Int)\n(check-sat)\n",
    "a function": HONEST + "(declare-fun f (Real) Real)\n(check-sat)\n",
    "a function with a body": HONEST + "(define-fun f ((y Real)) Real y)\n(check-sat)\n",
    "a recursive function": HONEST + "(define-fun-rec f () Real f)\n(check-sat)\n",
    "a sort of nobody": HONEST + "(declare-const s String)\n(check-sat)\n",
    "a sort of its own": HONEST + "(declare-sort S 0)\n(check-sat)\n",
    "bits without end": HONEST + "(declare-const v (_ BitVec 99999999))\n(check-sat)\n",
    "another logic": ASKED.replace("QF_LRA", "ALL"),
    "no logic": ASKED.replace("(set-logic QF_LRA)\n", ""),
    "two logics": "(set-logic QF_LRA)\n" + ASKED,
    "no expected answer": ASKED.replace("(set-info :status unsat)\n", ""),
    "an answer of nobody": ASKED.replace("unsat", "unknown"),
    "another information": '(set-info :source "me")\n' + ASKED,
    "two questions": ASKED + "(check-sat)\n",
    "no question": HONEST,
    "a question with assumptions": HONEST + "(check-sat-assuming (true))\n",
    "an assertion after the question": ASKED + "(assert true)\n",
    "an option after the logic": HONEST + "(set-option :produce-models true)\n(check-sat)\n",
    "values of what is not declared": ASKED + "(get-value (y))\n",
    "values of a term": ASKED + "(get-value ((+ x x)))\n",
    "values of nothing": ASKED + "(get-value ())\n",
    "an atom between the commands": "x\n" + ASKED,
    "an empty command": "()\n" + ASKED,
    "a list for a command": "((set-logic QF_LRA))\n" + ASKED,
    "closed once too often": ASKED + ")",
    "not closed": ASKED + "(exit",
    "deep": HONEST + "(assert " + 200_000 * "(not " + "true" + 200_000 * ")" + ")\n(check-sat)\n",
    "nothing": "",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=list(HOSTILE))
def test_what_ptcert_does_not_write_is_refused(text: str) -> None:
    """One line that names the rule, before a solver sees anything."""
    with pytest.raises(InputError) as caught:
        read_problem("foreign", text)
    assert str(caught.value).startswith("problem = 'foreign': ")
    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 250


def test_a_problem_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of words is bounded, whatever they are."""
    monkeypatch.setattr(expressions_module, "_MOST_TOKENS", 20)
    with pytest.raises(InputError, match="has more than 20 words"):
        read_problem("long", HONEST + 10 * "(assert true)" + "(check-sat)")


def test_problems_without_end_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """So is all that a folder holds together: status 2 and one line."""
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.smt2").write_text(ASKED, encoding="utf-8")
    monkeypatch.setattr(problem_files, "_MOST_BYTES_TOGETHER", 2 * len(ASKED))
    assert main(["prove", str(tmp_path)]) == 2
    found = capsys.readouterr()
    assert (found.out, len(found.err.splitlines())) == ("", 1)
    assert "c.smt2" in found.err


def test_the_honest_problem_beside_them_is_read() -> None:
    """The refusals above are of what was added."""
    found = read_problem(
        "dp-singletons-x", f"; why\n(set-option :produce-models true)\n{ASKED}(exit)\n"
    )
    assert (found.expected, found.logic) == ("unsat", "QF_LRA")
    assert found.body == "(declare-const x Real)\n(assert (< x x))"


@pytest.mark.parametrize("name", ["z3", "cvc5"])
@pytest.mark.parametrize("option", ["regular-output-channel", "diagnostic-output-channel"])
def test_a_problem_file_cannot_write_anywhere(
    name: str,
    option: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A file that would make a solver append to or truncate another one is refused: status 2."""
    monkeypatch.chdir(tmp_path)
    victim, folder = tmp_path / "rcfile", tmp_path / "problems"
    victim.write_text("precious\n", encoding="utf-8")
    folder.mkdir()
    text = f'(set-option :{option} "rcfile")\n(echo "evil")\n{ASKED}'
    (folder / "evil.smt2").write_text(text, encoding="utf-8")
    assert main(["prove", str(folder), "--solver", name]) == 2
    assert victim.read_text(encoding="utf-8") == "precious\n"
    assert len(capsys.readouterr().err.splitlines()) == 1


ATOMS = st.from_regex(
    r"[A-Za-z_][A-Za-z0-9_-]{0,5}|[0-9]{1,3}(\.[0-9]{1,2})?|<=|[-+*/<>=]", fullmatch=True
)
TREES: st.SearchStrategy[Expression] = st.recursive(
    ATOMS, lambda inner: st.lists(inner, max_size=4), max_leaves=12
)


@given(st.lists(TREES, max_size=4))
def test_expressions_survive_writing_and_reading(trees: list[Expression]) -> None:
    """Reading is the inverse of writing, whatever space and comments stand between."""
    assert expressions("\n".join(map(rendered, trees))) == trees
    assert expressions(" ; a comment (\n".join(map(rendered, trees))) == trees


@given(st.text(alphabet="()ab;\n\t 1.<=-:|\"'\\é", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Nothing else can come of a text than its expressions or one refusal."""
    try:
        found = expressions(text)
    except Unreadable:
        return
    assert expressions("\n".join(map(rendered, found))) == found


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.0", Fraction(0)),
        ("7", Fraction(7)),
        ("2.50", Fraction(5, 2)),
        ("(- 3.0)", Fraction(-3)),
        ("(/ 1 3)", Fraction(1, 3)),
        ("(- (/ 1.0 3.0))", Fraction(-1, 3)),
        ("(/ (- 1) 3)", Fraction(-1, 3)),
    ],
)
def test_numbers_are_read_as_both_solvers_print_them(text: str, value: Fraction) -> None:
    """Decimals, signs and quotients, exactly."""
    (expression,) = expressions(text)
    assert number(expression) == value


@pytest.mark.parametrize("text", ["x", "(/ 1 0)", "(+ 1 2)", "()", "1.", "(- 1 2)"])
def test_what_is_no_number_is_no_number(text: str) -> None:
    """Nothing is computed that a solver does not print."""
    with pytest.raises(Unreadable):
        number(expressions(text)[0])


MODELLED = """
(declare-const b Real) (assert (<= 0.0 b 1.0))
(declare-const n Int) (define-fun m () Int (- (+ n 1) 1))
(declare-const t Bool)
(declare-const v (_ BitVec 8))
(assert (> (+ (* (/ 3.0 2.0) b) (- 1.0)) 0.25))
(assert (and (not (= m 2)) (or t (>= n 7)) (ite t (< m 5) (= n 7))))
(assert (bvuge (bvxor v (_ bv3 8)) (_ bv4 8)))
"""


@pytest.mark.parametrize(
    ("values", "satisfies"),
    [
        ("((b 1.0) (n 3) (t true) (v #x04))", True),
        ("((b (/ 6.0 7.0)) (n 7) (t false) (v #b00000100))", True),
        ("((b (/ 5.0 6.0)) (n 3) (t true) (v #x04))", False),  # 5/4 - 1 is not above 1/4
        ("((b (/ 7.0 6.0)) (n 3) (t true) (v #x04))", False),  # b is above 1
        ("((b 1.0) (n 2) (t true) (v #x04))", False),
        ("((b 1.0) (n (/ 1 2)) (t true) (v #x04))", False),  # n is an integer
        ("((b 1.0) (n 3) (t false) (v #x04))", False),
        ("((b 1.0) (n 3) (t true) (v #x03))", False),
        ("((b 1.0) (n 3) (t true))", False),
        ("((b 1.0) (n 3) (t true) (v #x04) (w 0.0))", False),
        ("((b 1.0) (n 3) (t true) (v maybe))", False),
        ('(error "no model")', False),
        ("", False),
        ("()", False),
        ("u", False),
    ],
)
def test_a_model_counts_only_if_it_satisfies_every_assertion(values: str, satisfies: bool) -> None:
    """Each constant once, no other, and all that is asserted is true: evaluated exactly."""
    assert (satisfying(values, MODELLED) is not None) == satisfies


@pytest.mark.parametrize("term", ["(foo b)", "(/ b 0.0)", "(not)", "(- )", "c", "()"])
def test_what_cannot_be_evaluated_is_not_satisfied(term: str) -> None:
    """Neither an unknown operator nor a division by 0 makes an assertion true, or an error."""
    body = f"(declare-const b Real)(assert (= b {term}))"
    assert satisfying("((b 1.0))", body) is None
