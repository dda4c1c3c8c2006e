"""Who imports whom: the modules of the three rooms and the folders they lie in, read from the code.

Every import counts, also one inside a function, one for the type checker alone, and one by name: a
text that is the name of a module imports it, ``import_module(f"reports.commands.{name}")`` all of
that folder, and so does whoever walks along the ``__path__`` of a package.
"""

import ast
from collections.abc import Iterator, Mapping, Set
from functools import cache
from graphlib import TopologicalSorter

from tests.house_rules import FRONT_DOOR, ROOMS, ROOT, imported, module_name, sources

Graph = Mapping[str, Set[str]]


def modules() -> dict[str, str]:
    """Return the text of every module of the rooms and of the front door, by its dotted name."""
    paths = [*sources(*ROOMS), *(path for path in [ROOT / FRONT_DOOR] if path.exists())]
    return {module_name(path): path.read_text(encoding="utf-8") for path in paths}


@cache
def parsed(text: str) -> ast.Module:
    """Return the tree of a module: several rules read the same text."""
    return ast.parse(text)


@cache
def nodes(tree: ast.AST) -> tuple[ast.AST, ...]:
    """Return all nodes of a tree, walked once."""
    return tuple(ast.walk(tree))


def imports(texts: Mapping[str, str]) -> dict[str, set[str]]:
    """Return for each module the modules it imports; a package only where nothing below is meant.

    >>> found = imports({"p": "", "p.a": "from p import b", "p.b": "", "p.c": "import p"})
    >>> [sorted(others) for others in found.values()]
    [[], ['p.b'], [], ['p']]
    """
    graph = {}
    for name, text in texts.items():
        tree = parsed(text)
        found = imported(tree) | by_name(tree, texts)
        known = {other for other in found if other in texts} - {name}
        graph[name] = known - {other.rpartition(".")[0] for other in known}
    return graph


def by_name(tree: ast.AST, texts: Mapping[str, str]) -> set[str]:
    """Return the modules that are imported by a name in a text, whole or put together."""
    prefixes = tuple(_prefixes(tree))
    constants = (node.value for node in nodes(tree) if isinstance(node, ast.Constant))
    dotted = {value for value in constants if isinstance(value, str) and "." in value}
    return {name for name in texts if name.startswith(prefixes) or name in dotted}


def _prefixes(tree: ast.AST) -> Iterator[str]:
    """Yield how the names begin that are put together to be imported."""
    packages = {name.rpartition(".")[2]: name for name in imported(tree)}
    for node in nodes(tree):
        match node:
            case ast.Call(
                func=ast.Name(id="import_module"),
                args=[ast.JoinedStr(values=[ast.Constant(value=str(prefix)), *_])],
            ):
                yield prefix
            case ast.Attribute(value=ast.Name(id=package), attr="__path__") if package in packages:
                yield packages[package] + "."


def folder(module: str) -> str:
    """Return where a module lies: its folder within the room, or its own name beside the folders.

    >>> folder("exact.laws.rates"), folder("exact.pmf")
    ('exact.laws', 'exact.pmf')
    """
    return ".".join(module.split(".")[:2])


def folder_graph(graph: Graph) -> dict[str, set[str]]:
    """Return for each folder the other folders it imports from; empty packages are left out."""
    found: dict[str, set[str]] = {
        folder(name): set() for name in graph if name not in ROOMS or graph[name]
    }
    for name, others in graph.items():
        if folder(name) in found:
            found[folder(name)] |= {folder(o) for o in others if folder(o) in found}
    return {name: others - {name} for name, others in found.items()}


def reached(graph: Graph) -> dict[str, set[str]]:
    """Return for each node of a graph without cycles all that can be reached from it.

    >>> reached({"a": {"b"}, "b": {"c"}, "c": set()})["a"] == {"b", "c"}
    True
    """
    below: dict[str, set[str]] = {}
    for name in TopologicalSorter(graph).static_order():
        below[name] = set(graph[name]).union(*(below[other] for other in graph[name]))
    return below


def reduced(graph: Graph) -> dict[str, set[str]]:
    """Return the graph without the arrows that a longer way replaces.

    >>> reduced({"a": {"b", "c"}, "b": {"c"}, "c": set()})["a"]
    {'b'}
    """
    below = reached(graph)
    return {
        name: {
            other
            for other in others
            if not any(other in below[between] for between in others - {other})
        }
        for name, others in graph.items()
    }
