"""An HTML page as a reader with the standard library sees it: elements, texts, attributes."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

_VOID = {"meta", "input", "br", "wbr", "img", "link", "hr"}


@dataclass
class Node:
    """An element with its attributes, its children in order, and the text between them."""

    tag: str
    attributes: dict[str, str]
    inside: "list[Node | str]" = field(default_factory=list)

    def nodes(self) -> "list[Node]":
        """Return this element and every element below it, in order."""
        below = [n for part in self.inside if isinstance(part, Node) for n in part.nodes()]
        return [self, *below]

    def text(self) -> str:
        """Return all text below."""
        return "".join(part if isinstance(part, str) else part.text() for part in self.inside)

    def all(self, tag: str, class_name: str = "") -> "list[Node]":
        """Return the elements of a tag, and of a class where one is given."""
        return [
            node
            for node in self.nodes()
            if node.tag == tag
            and (not class_name or class_name in node.attributes.get("class", "").split())
        ]

    def one(self, tag: str, class_name: str = "") -> "Node":
        """Return the only such element."""
        (node,) = self.all(tag, class_name)
        return node


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("", {})
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        if len(names) != len(set(names)):
            raise ValueError(f"line {self.getpos()[0]}: <{tag}> has an attribute twice")
        node = Node(tag, {name: value or "" for name, value in attrs})
        self._open[-1].inside.append(node)
        if tag not in _VOID:
            self._open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        if self._open[-1].tag != tag:
            where = f"line {self.getpos()[0]}"
            raise ValueError(f"{where}: </{tag}> closes <{self._open[-1].tag}>")
        self._open.pop()

    def handle_data(self, data: str) -> None:
        self._open[-1].inside.append(data)

    def handle_comment(self, data: str) -> None:
        raise ValueError(f"line {self.getpos()[0]}: a comment: {data[:40]}")


def read(page: str) -> Node:
    """Return the page as a tree; a tag that is not closed, or closed wrongly, is an error."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    if len(reader._open) != 1:
        raise ValueError(f"<{reader._open[-1].tag}> is not closed")
    return reader.root
