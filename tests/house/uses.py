"""What nobody uses: modules and public functions, classes and methods that only tests know.

Used means: imported by name, or named in another way where its module is imported (an attribute of
it; of a module that is imported by a name in a text, anywhere), or named in its own module outside
its own definition. Tests do not count.
"""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping

from tests.house.graph import by_name, imports, nodes, parsed

# Its values have methods for people.
DOOR = "reports.door."
# What may stand without a user in the rooms, and why.
WITHOUT_USER = {
    "reports.checker_file": "a program: make checker",
    "reports.claims_files": "a program: make claims",
    "reports.command_page": "a program: make docs",
    "ptcert": "the front door for Python",
    "reports.gallery.__main__": "a program: make gallery",
    "reports.arguments.parser.Parser.print_help": "argparse calls it",
    "exact.laws.asymmetric.max_entropy": "the law behind entropy_deficit, for its tests",
    "verification.findings.codes.page_rows": "the table of FINDINGS.md, which a test compares",
    "verification.smt.child": "a program: a solver runs in it",
}


def unused(texts: Mapping[str, str]) -> list[str]:
    r"""Return the modules that no other imports, and the public names that nothing uses.

    >>> unused({"e.a": "def f(): ...", "e.b": "from e.a import f", "e.c": "import e.b"})
    ['e.c']
    >>> unused({"e.a": "def f(): f()\ndef g(): ...", "e.b": "from e import a\na.g()"})
    ['e.a.f', 'e.b']
    """
    trees = {name: parsed(text) for name, text in texts.items()}
    graph = imports(texts)
    known = set().union(*graph.values())
    named = {name: _names(tree) for name, tree in trees.items()}
    loaded = set().union(*(by_name(tree, texts) for tree in trees.values()))
    taken = set().union(*map(_taken, trees.values()))
    found = [name for name in texts if name not in known and not _holds_modules(name, texts)]
    for name, tree in trees.items():
        importers = [other for other in texts if name in graph[other]]
        for part in _public(tree):
            own = named[name][part.name] - _names(part)[part.name]
            knowing = set(texts) - {name} if name in loaded else importers
            elsewhere = any(named[other][part.name] for other in knowing)
            if (name, part.name) not in taken and not own and not elsewhere and name in known:
                found.append(f"{name}.{part.name}")
    return sorted(found)


def unused_methods(texts: Mapping[str, str]) -> list[str]:
    r"""Return the public methods whose name nothing mentions, but those of the front door's values.

    >>> unused_methods({"e.a": "class C:\n    def f(self): self.f()\n    def g(self): self.f()"})
    ['e.a.C.g']
    """
    named = sum((_names(parsed(text)) for text in texts.values()), Counter[str]())
    return [
        f"{name}.{owner.name}.{method.name}"
        for name, text in texts.items()
        if not name.startswith(DOOR)
        for owner in nodes(parsed(text))
        if isinstance(owner, ast.ClassDef)
        for method in _public(owner)
        if named[method.name] == _names(method)[method.name]
    ]


def _holds_modules(name: str, texts: Mapping[str, str]) -> bool:
    return any(other.startswith(f"{name}.") for other in texts)


def _public(tree: ast.Module | ast.ClassDef) -> Iterator[ast.FunctionDef | ast.ClassDef]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            yield node


def _taken(tree: ast.AST) -> set[tuple[str, str]]:
    """Return (module, name) of all that is imported by name."""
    return {
        (node.module, alias.name)
        for node in nodes(tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }


def _names(tree: ast.AST) -> Counter[str]:
    """Count how often each name is used, alone or as an attribute, in code or as an annotation."""
    found: Counter[str] = Counter()
    for node in nodes(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                found[name] += 1
            case ast.Constant(value=str(text)) if text.isidentifier():
                found[text] += 1
    return found
