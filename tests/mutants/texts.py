"""Texts that are no certificate: each has one defect that a lenient reader would not see."""

import json

from verification.shapes.shape import Document


def bad_texts(genuine: Document) -> dict[str, bytes]:
    """Return texts that must be refused, by the name of the defect."""
    text = json.dumps(genuine)
    body = text[1:]

    def with_first(entry: str) -> bytes:
        return ("{" + entry + ", " + body).encode()

    def with_value(key: str, value: object) -> bytes:
        return json.dumps(genuine | {key: value}).encode()

    long_float = "1." + "0" * 60
    return {
        "empty": b"",
        "no JSON": b"certificate",
        "two documents": (text + text).encode(),
        "not UTF-8": text.encode().replace(b"holds", b"h\xff", 1),
        "a list": f"[{text}]".encode(),
        "a text": b'"ptcert-certificate"',
        "nothing": b"null",
        "a key twice": with_first('"tool": 1'),
        "the same key twice": with_first('"verdict": "holds"'),
        "an inner key twice": text.replace('"rows": 1', '"rows": 1, "rows": 1', 1).encode(),
        "a float": with_first('"note": 1.5'),
        "a long float": with_first(f'"note": {long_float}'),
        "an exponent": with_first('"note": 1e3'),
        "not a number": with_first('"note": NaN'),
        "infinity": with_first('"note": Infinity'),
        "minus infinity": with_first('"note": -Infinity'),
        "nesting": with_first('"note": ' + "[" * 200_000 + "]" * 200_000),
        "a gigantic integer": with_first('"note": ' + "9" * 5000),
        "another format": with_value("format", "ptcert-ptable"),
        "no format": json.dumps({k: v for k, v in genuine.items() if k != "format"}).encode(),
        "another version": with_value("version", 3),
        "a version that is true": with_value("version", True),
        "a version that is text": with_value("version", "2"),
        "a long version": with_value("version", "1" * 30),
        "no version": json.dumps({k: v for k, v in genuine.items() if k != "version"}).encode(),
    }
