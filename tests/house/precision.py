"""One unit of precision, the bit: digits are only what people wrote, printed or read."""

import ast
from collections.abc import Iterator

# Where names may count digits: of the files that people wrote, of what other programs printed, of
# what a claim wants to be shown.
PRINTED = (
    "exact/formats/",
    "verification/comparison/",
    "verification/claims/shown.py",
    "verification/claims/moments.py",
)
# What takes a precision.
_PRECISE = {
    *("enclose", "enclosure", "is_relatively_narrow", "narrow", "weights", "workprec"),
    *("exp_bounds", "exp_floor", "log_floor", "x_bounds"),
}
# What makes bits of digits.
_TO_BITS = {"bits_of"}


def names_of_digits(source: str) -> list[str]:
    """Return each name that speaks of digits: a parameter, a variable, a function, an attribute.

    >>> names_of_digits("def f(digits): ..."), names_of_digits("x.isdigit()")
    (['line 1: digits'], [])
    """
    found = sorted(
        (node.lineno, name)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.expr | ast.stmt | ast.arg | ast.keyword)
        for name in _named(node)
        if "digits" in name.lower()
    )
    return [f"line {line}: {name}" for line, name in found]


def digits_for_bits(source: str) -> list[str]:
    """Return each call that is given a number of digits where it takes a precision.

    >>> digits_for_bits("x.enclosure(DIGITS + 2)"), digits_for_bits("x.enclosure(bits_of(DIGITS))")
    (['line 1: enclosure'], [])
    """
    return [
        f"line {node.lineno}: {_called(node)}"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and _called(node) in _PRECISE and _takes_digits(node)
    ]


def _named(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=str(name)) | ast.Attribute(attr=str(name)) | ast.arg(arg=str(name)):
            yield name
        case ast.keyword(arg=str(name)):
            yield name
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            yield name


def _called(call: ast.Call) -> str:
    return next(_named(call.func), "")


def _takes_digits(call: ast.Call) -> bool:
    pending: list[ast.AST] = [*call.args, *call.keywords]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Call) and _called(node) in _TO_BITS:
            continue
        if any("digits" in name.lower() for name in _named(node)):
            return True
        pending += ast.iter_child_nodes(node)
    return False
