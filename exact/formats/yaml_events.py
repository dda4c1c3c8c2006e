"""A YAML document from its events: every scalar stays text, no recursion, no aliases."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from exact.errors import InputError

if TYPE_CHECKING:
    import yaml

_MAX_DEPTH = 20


@dataclass(slots=True)
class _Open:
    """A list or a mapping whose end has not come yet."""

    is_mapping: bool
    children: list[object] = field(default_factory=list)

    def closed(self) -> object:
        if not self.is_mapping:
            return self.children
        keys, values = self.children[::2], self.children[1::2]
        if not all(isinstance(key, str) for key in keys) or len(set(map(str, keys))) != len(keys):
            raise InputError("file", "mapping", "has a key twice or one that is no text", "mend it")
        return dict(zip(map(str, keys), values, strict=True))


def read_yaml(text: str) -> object:
    """Return the one document in a text as lists, dictionaries and text.

    >>> read_yaml("a: [0.50, 1e3]")
    {'a': ['0.50', '1e3']}
    """
    import yaml

    try:
        return _built(text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        where = "file" if mark is None else f"line {mark.line + 1}, column {mark.column + 1}"
        raise InputError(where, error.problem, "is not YAML", "give a valid file") from None
    except yaml.YAMLError as error:
        raise InputError("file", str(error), "is not YAML", "give a valid file") from None


def _built(text: str) -> object:
    """Build the document, a stack of open lists and mappings in place of recursion."""
    import yaml

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    stack = [_Open(False)]
    for event in yaml.parse(text, Loader=loader):
        match event:
            case yaml.ScalarEvent():
                stack[-1].children.append(event.value)
            case yaml.SequenceStartEvent() | yaml.MappingStartEvent():
                stack.append(_Open(isinstance(event, yaml.MappingStartEvent)))
            case yaml.SequenceEndEvent() | yaml.MappingEndEvent():
                done = stack.pop().closed()
                stack[-1].children.append(done)
            case yaml.AliasEvent():
                raise _refused("an alias", event)
        if len(stack) > _MAX_DEPTH:
            raise _refused(f"a nesting deeper than {_MAX_DEPTH}", event)
    return stack[0].children[0] if len(stack[0].children) == 1 else stack[0].children


def _refused(what: str, event: "yaml.Event") -> InputError:
    line = "file" if event.start_mark is None else f"line {event.start_mark.line + 1}"
    return InputError(line, what, "has no place in a ptable", "write it out plainly")
