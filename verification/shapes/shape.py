"""A shape: how a value of one kind is read from JSON, written to it, and described by a schema.

Reading and writing are exact inverses: a value has one spelling, and any other is refused.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Generic, TypeVar

from exact.errors import InputError

T = TypeVar("T")
A = TypeVar("A")
B = TypeVar("B")

Json = Any
Document = dict[str, Json]
_REMEDY = "give a certificate of ptcert"
# Far beyond every number of a certificate, and within what Python reads at once.
_RATIO = re.compile(r"(-?[0-9]{1,4000})/([0-9]{1,4000})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Shape(Generic[T]):
    """Three ways to see a kind of value; ``inner`` are the shapes that it is made of.

    A shape with a ``name`` is described once in a schema, and referred to by its name.
    """

    read: Callable[[Json, str], T]
    write: Callable[[T], Json]
    description: Document
    inner: "tuple[Shape[Any], ...]" = ()
    name: str = ""

    @property
    def schema(self) -> Document:
        """The schema of a value of this shape."""
        return {"$ref": f"#/$defs/{self.name}"} if self.name else self.description


def named(name: str, shape: Shape[T], about: str = "") -> Shape[T]:
    """Return a shape that a schema describes once, under a name."""
    found = replace(shape, name=name)
    return _about(found, about) if about else found


def described(shape: Shape[T], about: str) -> Shape[T]:
    """Return a shape with words for this place where it is used.

    >>> described(named("count", whole(0)), "The true count.").schema
    {'$ref': '#/$defs/count', 'description': 'The true count.'}
    """
    return Shape(shape.read, shape.write, {**shape.schema, "description": about}, (shape,))


def definitions(shape: Shape[Any]) -> Iterator[tuple[str, Document]]:
    """Yield the named shapes that a shape is made of, itself included, with their descriptions."""
    for part in shape.inner:
        yield from definitions(part)
    if shape.name:
        yield shape.name, shape.description


def whole(least: int, most: int | None = None) -> Shape[int]:
    """Return the shape of an integer between bounds."""
    bounds = {"minimum": least} | ({} if most is None else {"maximum": most})

    def read(value: Json, name: str) -> int:
        if type(value) is not int or value < least or (most is not None and value > most):
            raise InputError(name, value, f"is no integer from {least} to {most}", _REMEDY)
        return value

    return Shape(read, lambda value: value, {"type": "integer", **bounds})


def boolean() -> Shape[bool]:
    """Return the shape of true or false."""

    def read(value: Json, name: str) -> bool:
        if type(value) is not bool:
            raise InputError(name, value, "is neither true nor false", _REMEDY)
        return value

    return Shape(read, lambda value: value, {"type": "boolean"})


def text(pattern: str, longest: int) -> Shape[str]:
    """Return the shape of a text that a pattern describes whole."""
    known = re.compile(pattern, re.ASCII)

    def read(value: Json, name: str) -> str:
        if not isinstance(value, str) or len(value) > longest or not known.fullmatch(value):
            raise InputError(name, value, "is no text that can stand here", _REMEDY)
        return value

    form = {"type": "string", "maxLength": longest, "pattern": f"^{pattern}$"}
    return Shape(read, lambda value: value, form)


def line(longest: int) -> Shape[str]:
    """Return the shape of one line of any text that can be printed."""

    def read(value: Json, name: str) -> str:
        if not isinstance(value, str) or not 0 < len(value) <= longest or not value.isprintable():
            raise InputError(name, value, "is no line that can be printed", _REMEDY)
        return value

    form = {"type": "string", "minLength": 1, "maxLength": longest}
    return Shape(read, lambda value: value, form)


def choice(*words: str) -> Shape[str]:
    """Return the shape of one of a few words."""

    def read(value: Json, name: str) -> str:
        if not isinstance(value, str) or value not in words:
            raise InputError(name, value, "is not known", f"use {', '.join(words)}")
        return value

    return Shape(read, lambda value: value, {"enum": list(words)})


def written(value: Fraction) -> str:
    """Return "p/q" in lowest terms, also for an integer.

    >>> written(Fraction(3))
    '3/1'
    """
    return f"{value.numerator}/{value.denominator}"


def ratio(given: object, name: str = "number") -> Fraction:
    """Read what ``written`` writes, and nothing else.

    >>> ratio("-3/4")
    Fraction(-3, 4)
    """
    found = _RATIO.fullmatch(given) if isinstance(given, str) else None
    if found is not None and int(found[2]) > 0:
        value = Fraction(int(found[1]), int(found[2]))
        if written(value) == given:
            return value
    raise InputError(name, given, "is not p/q in lowest terms", _REMEDY)


def fraction(pattern: str) -> Shape[Fraction]:
    """Return the shape of a rational as "p/q" in lowest terms."""
    form = re.compile(pattern, re.ASCII)

    def read(value: Json, name: str) -> Fraction:
        found = ratio(value, name)
        if not form.fullmatch(value):
            raise InputError(name, value, "is out of range", _REMEDY)
        return found

    return Shape(read, written, {"type": "string", "pattern": f"^{pattern}$"})


def converted(shape: Shape[A], of: Callable[[A], B], back: Callable[[B], A]) -> Shape[B]:
    """Return the shape of values that stand as values of another shape, each in one way only."""

    def read(value: Json, name: str) -> B:
        inner = shape.read(value, name)
        found = of(inner)
        if back(found) != inner:
            raise InputError(name, value, "is not written as it should be", _REMEDY)
        return found

    return Shape(read, lambda value: shape.write(back(value)), shape.description, shape.inner)


def constant(value: Json, *others: Json) -> Shape[Json]:
    """Return the shape of what stands there always, word by word; or one of several such."""
    known = (value, *others)

    def read(found: Json, name: str) -> Json:
        if not any(found == one and type(found) is type(one) for one in known):
            raise InputError(name, found, "is not what stands here always", _REMEDY)
        return found

    form = {"enum": list(known)} if others else {"const": value}
    return Shape(read, lambda given: given if others else value, form)


def one_of(key: str, about: str, shapes: "dict[str, Shape[T]]") -> Shape[T]:
    """Return the shape of an object of one of several shapes: the text under ``key`` tells which.

    A value has that text as its attribute of the same name.
    """

    def read(value: Json, name: str) -> T:
        found = value.get(key) if isinstance(value, dict) else None
        if not isinstance(found, str) or found not in shapes:
            raise InputError(f"{key} of {name}", found, "is not known", f"use {', '.join(shapes)}")
        return shapes[found].read(value, name)

    def write(value: T) -> Json:
        return shapes[getattr(value, key)].write(value)

    form = {"description": about, "oneOf": [shape.schema for shape in shapes.values()]}
    return Shape(read, write, form, tuple(shapes.values()))


def optional(shape: Shape[T], about: str) -> Shape[T | None]:
    """Return the shape of a value that may be missing: null."""

    def read(value: Json, name: str) -> T | None:
        return None if value is None else shape.read(value, name)

    def write(value: T | None) -> Json:
        return None if value is None else shape.write(value)

    form = {"description": about, "anyOf": [shape.schema, {"type": "null"}]}
    return Shape(read, write, form, (shape,))


def unsaid(shape: Shape[T]) -> Shape[T | None]:
    """Return the shape of a part that may be left out, and then is None; null never stands there.

    It goes with a record that writes the part only where it is something else than None.
    """

    def read(value: Json, name: str) -> T | None:
        return None if value is None else shape.read(value, name)

    def write(value: T | None) -> Json:
        return None if value is None else shape.write(value)

    return Shape(read, write, shape.description, shape.inner)


def many(shape: Shape[T], about: str, least: int = 1, unique: bool = False) -> Shape[tuple[T, ...]]:
    """Return the shape of a list of values of one shape."""

    def read(value: Json, name: str) -> tuple[T, ...]:
        if not isinstance(value, list) or len(value) < least:
            raise InputError(name, value, f"is no list of at least {least}", _REMEDY)
        found = tuple(shape.read(item, name) for item in value)
        if unique and len(set(found)) < len(found):
            raise InputError(name, value, "names something twice", _REMEDY)
        return found

    def write(value: tuple[T, ...]) -> Json:
        return [shape.write(item) for item in value]

    form: Document = {"description": about, "type": "array", "minItems": least}
    form |= {"uniqueItems": True} if unique else {}
    return Shape(read, write, form | {"items": shape.schema}, (shape,))


def pair(first: Shape[A], second: Shape[B], about: str) -> Shape[tuple[A, B]]:
    """Return the shape of a list of two values."""

    def read(value: Json, name: str) -> tuple[A, B]:
        if not isinstance(value, list) or len(value) != 2:
            raise InputError(name, value, "is no pair", _REMEDY)
        return first.read(value[0], name), second.read(value[1], name)

    def write(value: tuple[A, B]) -> Json:
        return [first.write(value[0]), second.write(value[1])]

    form = {"description": about, "type": "array", "minItems": 2, "maxItems": 2}
    items = {"prefixItems": [first.schema, second.schema]}
    return Shape(read, write, {**form, **items}, (first, second))


def record(
    make: Callable[..., T],
    about: str,
    seldom: Document | None = None,
    /,
    **parts: Shape[Any],
) -> Shape[T]:
    """Return the shape of an object: ``make`` takes its parts by name, and has them by name.

    ``seldom`` are parts that are written only where they are something else than this.
    """
    spare = seldom or {}

    def read(value: Json, name: str) -> T:
        if not isinstance(value, dict):
            raise InputError(name, value, "is no object", _REMEDY)
        said = spare | value
        if needless := [key for key in spare if key in value and value[key] == spare[key]]:
            raise InputError(name, needless[0], "is written and says nothing", "leave it out")
        if set(said) != set(parts):
            rule = f"has not exactly the keys {', '.join(parts)}"
            raise InputError(name, sorted(value), rule, _REMEDY)
        return make(**{key: part.read(said[key], key) for key, part in parts.items()})

    def write(value: T) -> Json:
        found = {key: part.write(getattr(value, key)) for key, part in parts.items()}
        return {k: v for k, v in found.items() if k not in spare or v != spare[k]}

    form = {"description": about, "type": "object", "additionalProperties": False}
    form |= {"required": [key for key in parts if key not in spare]}
    form |= {"properties": {key: part.schema for key, part in parts.items()}}
    return Shape(read, write, form, tuple(parts.values()))


def _about(shape: Shape[T], about: str) -> Shape[T]:
    return replace(shape, description={"description": about, **shape.description})
