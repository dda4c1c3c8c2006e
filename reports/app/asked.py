"""Which command lines answer a form: what the page shows is what these print and write."""

import shlex
from collections.abc import Sequence

from reports.app.fields import CHOICE, ON, RANGE, SWITCH, TEXT, Field, State
from reports.document.mathematics import typeset

Steps = tuple[tuple[str, ...], ...]

TABLE, AUDIT, PROOF, PLAN = "table.ptable.json", "audit.html", "table.proof.json", "plan.toml"
COMPARED, CERTIFIED, RELEASE = "compared", "certified", "release.html"
RELEASE_FILES = ("release.certificate.json", "release.pdf", PLAN)
MOST_TABLES = 6

_KEYSIZES = {f"2^{n}": typeset(f"2^{n}") for n in (8, 10, 12, 16, 20, 24, 32)}
_EPSILON = Field("epsilon", "ε", TEXT, "1", help="a number such as 1/2, 0.5 or ln(3)")
_FIRST_PAIR = Field(
    "first_pair", "The counts 0 and 1", TEXT, "", help="for δ: include, exclude, or cap:0.3"
)

DESIGN = (
    Field(
        "kind",
        "Table",
        CHOICE,
        "complete",
        {"complete": "a row for every count", "row": "one row for large counts"},
    ),
    Field("D", "Largest noise D", RANGE, "5", least=1, most=20),
    Field("variance", "Largest variance V", TEXT, "3"),
    _EPSILON,
    Field("delta", "δ, if promised", TEXT, "", help="a number such as 1e-3; empty: only measured"),
    Field("keysize", "Keys", CHOICE, "2^8", _KEYSIZES),
    Field("holes", "Never released", CHOICE, "", {"": "nothing", "1..1": "1", "1..2": "1 and 2"}),
    Field("zero", "A count of 0", CHOICE, "preserve", {"preserve": "stays 0", "row": "gets noise"}),
    Field(
        "criterion",
        "Best by",
        CHOICE,
        "privacy",
        {"privacy": "smallest δ", "entropy": "largest entropy", "variance": "least variance"},
    ),
    _FIRST_PAIR,
    Field("unimodal", "One peak in every row", SWITCH, ""),
    Field("proof", "Search a proof that it is the best", SWITCH, ""),
)
READING = (
    _EPSILON,
    Field("delta", "δ, if promised", TEXT, ""),
    _FIRST_PAIR,
    Field("holes", "Never released, such as 1..2", TEXT, ""),
    Field(
        "zero",
        "A count of 0",
        CHOICE,
        "",
        {"": "as the file says", "preserve": "stays 0", "none": "is not covered"},
    ),
    Field(
        "cell_keys",
        "Cell keys",
        CHOICE,
        "",
        {"": "as the format says", "sum": "one sum", "xor4": "XOR of four sums"},
    ),
    Field("declare", "Declared, such as variance=3,bias=0", TEXT, ""),
)
PLAN_FIELDS = (
    Field(
        "keys",
        "Keys of cells and margins",
        CHOICE,
        "independent",
        {
            "independent": "independent",
            "sum": "a margin's key is the sum of its cells' keys",
            "mixed": "sums, looked up in a mixed order",
        },
    ),
    Field("categories", "Values of dimensions, such as sex=2, age=10", TEXT, ""),
    Field("epsilon", "ε, one or several", TEXT, "1, 2", help="for example 1/2, 1, 2"),
    Field("tables", "Tables", RANGE, "1", least=1, most=MOST_TABLES),
    *(
        field
        for n in range(1, MOST_TABLES + 1)
        for field in (
            Field(f"name{n}", f"Name of table {n}", TEXT, f"table {n}"),
            Field(f"file{n}", f"Perturbation table of table {n}", TEXT, ""),
            Field(f"dimensions{n}", f"Dimensions of table {n}, with all margins", TEXT, ""),
            Field(f"cells{n}", f"or cells of table {n} that a person is in", TEXT, "10"),
            Field(f"floor{n}", f"Smallest true count of table {n}, if any", TEXT, ""),
        )
    ),
)


def command_line(step: Sequence[str]) -> str:
    """Return a step as one would type it.

    >>> command_line(("audit", "my table.csv", "--epsilon", "1/2"))
    "ptcert audit 'my table.csv' --epsilon 1/2"
    """
    return shlex.join(("ptcert", *step))


def design_steps(state: State) -> Steps:
    """Return how a table is designed and audited."""
    made = _complete(state) if state["kind"] == "complete" else _row(state)
    return (made, _audit(TABLE, state))


def _complete(state: State) -> tuple[str, ...]:
    """Return the design; what its criterion finds out itself is no part of the question."""
    proof = state["proof"] == ON
    found = {"variance": "variance", "entropy": "delta"}.get(state["criterion"], "")
    state = {**state, found: ""}
    words = (
        *("design", "--complete", "--D", state["D"], *_given(state, "variance")),
        *("--keysize", state["keysize"], "--criterion", state["criterion"]),
        *("--zero", state["zero"], *_given(state, "holes"), *_promise(state)),
        *_given(state, "first_pair"),
        *(("--unimodal",) if state["unimodal"] == ON else ()),
        *(() if state["criterion"] == "entropy" else (("--proof", PROOF) if proof else ())),
        *(() if proof or not _is_proved(state) else ("--leaves", "1")),
    )
    return (*words, "-o", TABLE)


def _is_proved(state: State) -> bool:
    """Tell whether a design has a proof with leaves: neither largest entropy nor least epsilon."""
    return state["criterion"] != "entropy" and bool(state["epsilon"])


def _row(state: State) -> tuple[str, ...]:
    return ("design", *_promise(state), "--keysize", state["keysize"], "-o", TABLE)


def _promise(state: State) -> tuple[str, ...]:
    return (*_given(state, "epsilon"), *_given(state, "delta"))


def _given(state: State, name: str) -> tuple[str, ...]:
    """Return an option where it has a value; ``--name=value`` so that no value is an option."""
    value = state.get(name, "").strip()
    return (f"--{name.replace('_', '-')}={value}",) if value else ()


def _audit(file: str, state: State) -> tuple[str, ...]:
    # One row for large counts has no pair (0, 1).
    first = _given(state, "first_pair") if state["kind"] == "complete" else ()
    return ("audit", file, *_promise(state), *first, "-o", AUDIT)


def audit_steps(files: Sequence[str], state: State) -> Steps:
    """Return how one file is audited, or several are put side by side."""
    if len(files) > 1:
        step = ("report", *files, *_given(state, "epsilon"), "--as", "html", "-o", COMPARED)
        return (step,)
    return (("audit", files[0], *_read_options(state), "-o", AUDIT),)


def _read_options(state: State) -> tuple[str, ...]:
    pair = () if state.get("kind") == "row" else ("first_pair",)
    names = ("epsilon", "delta", *pair, "holes", "zero", "cell_keys", "declare")
    return tuple(word for name in names for word in _given(state, name))


def certify_step(file: str, state: State, with_proof: bool = False) -> tuple[str, ...]:
    """Return how a certificate and its report are made."""
    proof = ("--proof", PROOF) if with_proof else ()
    return ("certify", file, *_read_options(state), *proof, "-o", CERTIFIED)


def convert_step(file: str, to: str, target: str) -> tuple[str, ...]:
    """Return how a table is written in another format."""
    return ("convert", file, target, "--to", to)


def release_steps(state: State) -> Steps:
    """Return how a plan is answered."""
    return ((*_planned(state), "-o", RELEASE),)


def release_certificate_step(state: State) -> tuple[str, ...]:
    """Return how the certificate and the report of a whole release are made."""
    certificate, report, _ = RELEASE_FILES
    return (*_planned(state), "-o", report, "--certificate", certificate)


def _planned(state: State) -> tuple[str, ...]:
    epsilons = [text.strip() for text in state["epsilon"].split(",") if text.strip()]
    return ("release", PLAN, *(f"--epsilon={epsilon}" for epsilon in epsilons))
