"""The changes that a mutant makes: one small edit of the syntax tree of a program.

mutmut 3.8 does not run with the pytest of this project, and cosmic-ray 8.7 starts a process for
each of its 3,138 mutants and deletes no statements; these operators are theirs and a few more,
aimed at a program whose job is to refuse: a check left out, a bound taken for the other one.
"""

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field, replace
from itertools import pairwise

_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_ARITHMETIC: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add, ast.FloorDiv),
    ast.Div: (ast.Mult,),
    ast.FloorDiv: (ast.Mult, ast.Div),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
    ast.BitXor: (ast.BitOr, ast.BitAnd),
}
# Names that are easily taken for each other; used only where a function has both.
_PARTNERS = (
    *(("min", "max"), ("any", "all"), ("lo", "hi"), ("low", "high"), ("lows", "highs")),
    *(("x_lo", "x_hi"), ("p", "q"), ("A", "B"), ("least", "most"), ("up", "down")),
    *(("count", "other"), ("first", "last"), ("first", "end"), ("odd", "square"), ("a", "b")),
    *(("j", "k"), ("K", "B"), ("total", "gap"), ("found", "expected"), ("key", "first")),
)
_TRANSPARENT = {"abs", "int", "list", "reversed", "set", "sorted", "tuple"}
# The order of arguments, or of the members of a tuple, means nothing here.
_COMMUTATIVE = {"max", "min", "only"}
_UNORDERED = (ast.Compare, ast.ExceptHandler, ast.Subscript)
_LONGEST_SHOWN = 70

Edit = Callable[[], None]


@dataclass(frozen=True)
class Mutant:
    """One edit of the program: where it is, how the code reads before and after, how to make it."""

    line: int
    function: str
    before: str
    after: str
    lines: frozenset[int]  # of the statement that is changed; none where it runs at the start
    edit: Edit = field(compare=False)
    undo: Edit = field(compare=False)

    def __str__(self) -> str:
        return f"`{self.function}`: `{self.before}` → `{self.after}`"

    def may_matter(self, run: set[int]) -> bool:
        """Tell whether the lines that were run are among those that the mutant changes."""
        return not self.lines or not self.lines.isdisjoint(run)


def mutants(tree: ast.Module) -> list[Mutant]:
    r"""Return every mutant of a program; ``edit`` changes ``tree`` itself until ``undo``.

    >>> tree = ast.parse("def f(a):\n    return a < 1")
    >>> for mutant in mutants(tree): print(mutant)
    `f`: `return a < 1` → `return None`
    `f`: `return a < 1` → `return a <= 1`
    `f`: `return a < 1` → `return a >= 1`
    `f`: `return a < 1` → `return a < 2`
    `f`: `return a < 1` → `return a < 0`
    """
    found: list[Mutant] = []
    seen: Counter[str] = Counter()
    for place in _places(tree):
        for new in _replacements(place):
            mutant = place.mutant(ast.fix_missing_locations(ast.copy_location(new, place.node)))
            if mutant.before == mutant.after:
                continue
            seen[str(mutant)] += 1
            again = seen[str(mutant)]
            after = f"{mutant.after} # place {again}" if again > 1 else mutant.after
            found.append(replace(mutant, after=after))
    return found


@dataclass(frozen=True)
class _Place:
    """A node of the tree with the way up to the root."""

    node: ast.AST
    parents: tuple[ast.AST, ...]  # from the module down to the parent
    names: frozenset[str]  # read in the same function

    @property
    def parent(self) -> ast.AST:
        return self.parents[-1]

    def mutant(self, new: ast.AST) -> Mutant:
        """Return the mutant that has ``new`` instead of this node."""
        path = (*self.parents, self.node)
        shown = next(
            i for i in reversed(range(len(path))) if isinstance(path[i], ast.expr | ast.stmt)
        )
        while (
            isinstance(path[shown], ast.expr)
            and isinstance(path[shown - 1], ast.expr | ast.Return | ast.Expr)
            and len(ast.unparse(path[shown - 1])) <= _LONGEST_SHOWN
        ):
            shown -= 1
        before, after = _in_one_line(path[shown]), _in_one_line(_changed(path[shown:], new))
        function = ".".join(
            node.name for node in path if isinstance(node, ast.FunctionDef | ast.ClassDef)
        )
        line = next(node.lineno for node in reversed(path) if isinstance(node, ast.expr | ast.stmt))
        own = next(node for node in reversed(path) if isinstance(node, ast.stmt))
        inside = any(isinstance(node, ast.FunctionDef) for node in self.parents)
        at_start = not inside or isinstance(own, ast.FunctionDef)
        lines = () if at_start else range(own.lineno, (own.end_lineno or own.lineno) + 1)
        edits = self._put(self.node, new), self._put(new, self.node)
        return Mutant(line, function or "module", before, after, frozenset(lines), *edits)

    def _put(self, old: ast.AST, new: ast.AST) -> Edit:
        def edit() -> None:
            _put(self.parent, old, new)

        return edit


def _in_one_line(node: ast.AST) -> str:
    return " ".join(line.strip() for line in ast.unparse(node).splitlines())


def _changed(path: tuple[ast.AST, ...], new: ast.AST) -> ast.AST:
    """Return a copy of the first node of ``path`` in which the last one is ``new``."""
    if len(path) == 1:
        return new
    return deepcopy(path[0], {id(path[-1]): new})


def _put(parent: ast.AST, old: ast.AST, new: ast.AST) -> None:
    for name, value in ast.iter_fields(parent):
        if value is old:
            setattr(parent, name, new)
        elif isinstance(value, list):
            setattr(parent, name, [new if item is old else item for item in value])


def _places(tree: ast.Module) -> Iterator[_Place]:
    """Yield every node whose change can matter: no docstring, no annotation, no import."""

    def walk(
        node: ast.AST, parents: tuple[ast.AST, ...], names: frozenset[str]
    ) -> Iterator[_Place]:
        if isinstance(node, ast.FunctionDef):
            read = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
            names = frozenset(read | {a.arg for a in ast.walk(node) if isinstance(a, ast.arg)})
        if parents:
            yield _Place(node, parents, names)
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "format_spec", "conversion"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and not _is_text_only(child):
                    yield from walk(child, (*parents, node), names)

    return walk(tree, (), frozenset())


def _is_text_only(node: ast.AST) -> bool:
    """Tell whether a node is a docstring or an import."""
    is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_docstring or isinstance(node, ast.Import | ast.ImportFrom)


def _replacements(place: _Place) -> Iterator[ast.AST]:
    node = place.node
    match node:
        case ast.expr():
            yield from _expressions(node, place)
        case ast.stmt():
            yield from _statements(node, place)
        case ast.comprehension():
            yield from _filters(node)
        case ast.ExceptHandler(type=ast.Tuple(elts=kinds)):
            for kind in kinds:
                rest = ast.Tuple([k for k in kinds if k is not kind], ast.Load())
                yield ast.ExceptHandler(rest, node.name, node.body)


def _expressions(node: ast.expr, place: _Place) -> Iterator[ast.expr]:
    match node:
        case ast.Constant():
            yield from _constants(node, place)
        case ast.Name(id=name, ctx=ast.Load()):
            yield from (ast.Name(other, ast.Load()) for other in _partners(name, place.names))
        case ast.Call():
            yield from _calls(node)
        case ast.Subscript() | ast.Tuple() | ast.Dict():
            if not (isinstance(node, ast.Tuple) and isinstance(place.parent, _UNORDERED)):
                yield from _collections(node)
        case _:
            yield from _operations(node)
    yield from _decisions(node, place)


def _operations(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.Compare():
            yield from _comparisons(node)
        case ast.BoolOp(op=op, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            for value in values:
                yield _less_one(node, value)
        case ast.UnaryOp(operand=operand):
            yield operand
        case ast.BinOp(left=left, op=op, right=right):
            for other in _ARITHMETIC[type(op)]:
                yield ast.BinOp(left, other(), right)
            yield from (left, right)
        case ast.IfExp(body=body, orelse=orelse):
            yield from (body, orelse)


def _collections(node: ast.Subscript | ast.Tuple | ast.Dict) -> Iterator[ast.expr]:
    match node:
        case ast.Subscript(value=value, slice=ast.Slice() as bounds, ctx=ast.Load()):
            for part in ("lower", "upper", "step"):
                if getattr(bounds, part) is not None:
                    fewer = {n: v for n, v in ast.iter_fields(bounds) if n != part}
                    yield ast.Subscript(value, ast.Slice(**fewer), ast.Load())
        case ast.Tuple(elts=[one, two], ctx=ast.Load()):
            yield ast.Tuple([two, one], ast.Load())
        case ast.Dict(keys=keys, values=values):
            for key in keys:
                kept = [(k, v) for k, v in zip(keys, values, strict=True) if k is not key]
                yield ast.Dict([k for k, _ in kept], [v for _, v in kept])


def _comparisons(node: ast.Compare) -> Iterator[ast.expr]:
    for index, op in enumerate(node.ops):
        for other in _COMPARISONS[type(op)]:
            ops = [other() if i == index else o for i, o in enumerate(node.ops)]
            yield ast.Compare(node.left, ops, node.comparators)
    if len(node.ops) > 1:
        yield ast.Compare(node.left, node.ops[:-1], node.comparators[:-1])
        yield ast.Compare(node.comparators[0], node.ops[1:], node.comparators[1:])


def _less_one(node: ast.BoolOp, value: ast.expr) -> ast.expr:
    kept = [v for v in node.values if v is not value]
    return kept[0] if len(kept) == 1 else ast.BoolOp(node.op, kept)


def _constants(node: ast.Constant, place: _Place) -> Iterator[ast.expr]:
    if isinstance(place.parent, ast.JoinedStr):
        return
    match node.value:
        case bool(value):
            yield ast.Constant(not value)
        case int(value):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case str(value):
            yield ast.Constant(value + "?")


def _partners(name: str, names: frozenset[str]) -> Iterator[str]:
    for one, two in _PARTNERS:
        if name in (one, two):
            other = two if name == one else one
            if other in names or other in ("min", "max", "any", "all"):
                yield other


def _calls(node: ast.Call) -> Iterator[ast.expr]:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if name in _TRANSPARENT and len(node.args) == 1:
        yield (
            ast.Call(ast.Name("list", ast.Load()), node.args, [])
            if name
            in (
                "reversed",
                "sorted",
            )
            else node.args[0]
        )
    for one, two in () if name in _COMMUTATIVE else pairwise(node.args):
        swapped = {id(one): two, id(two): one}
        yield ast.Call(node.func, [swapped.get(id(a), a) for a in node.args], node.keywords)
    for keyword in (k for k in node.keywords if k.arg != "strict"):
        yield ast.Call(node.func, node.args, [k for k in node.keywords if k is not keyword])


def _decisions(node: ast.expr, place: _Place) -> Iterator[ast.expr]:
    """Yield True and False for the condition of a branch, a loop, a filter or a demand."""
    match place.parent:
        case ast.If(test=test) | ast.IfExp(test=test) if test is node:
            yield from (ast.Constant(True), ast.Constant(False))
        case ast.Call(func=ast.Name(id="demand"), args=[test, _]) if test is node:
            yield from (ast.Constant(True), ast.Constant(False))


def _filters(node: ast.comprehension) -> Iterator[ast.comprehension]:
    for condition in node.ifs:
        kept = [c for c in node.ifs if c is not condition]
        yield ast.comprehension(node.target, node.iter, kept, node.is_async)
        negated = [ast.UnaryOp(ast.Not(), c) if c is condition else c for c in node.ifs]
        yield ast.comprehension(node.target, node.iter, negated, node.is_async)


def _statements(node: ast.stmt, place: _Place) -> Iterator[ast.stmt]:
    match node:
        case ast.FunctionDef() | ast.ClassDef() | ast.AnnAssign(value=None) | ast.Try():
            return
        case ast.Return(value=ast.expr() as value):
            function = next(f for f in reversed(place.parents) if isinstance(f, ast.FunctionDef))
            answers = (True, False) if _returns_bool(function) else (None,)
            for answer in answers:
                if not (isinstance(value, ast.Constant) and value.value is answer):
                    yield ast.Return(ast.Constant(answer))
        case ast.AugAssign(target=target, op=op, value=value):
            yield ast.Pass()
            yield ast.Assign([target], value)
            for other in _ARITHMETIC[type(op)]:
                yield ast.AugAssign(target, other(), value)
        case _:
            yield ast.Pass()


def _returns_bool(function: ast.FunctionDef) -> bool:
    return isinstance(function.returns, ast.Name) and function.returns.id == "bool"
