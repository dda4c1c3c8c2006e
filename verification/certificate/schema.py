"""The JSON schema of certificates, made from the shapes that read and write them."""

import json
from typing import Any

from verification.certificate.file import MAY_BE, PARTS
from verification.shapes.shape import Document, definitions

_ABOUT = (
    "What a perturbation table does, with the evidence for each claim. No number is a float: "
    "integers are JSON integers, fractions are text p/q. This schema says what a certificate looks "
    "like; verification/checker.py says whether it is true."
)


def certificate_schema() -> Document:
    """Return the schema of version 2."""
    parts: dict[str, Any] = {**PARTS, **MAY_BE}
    found = {name: form for part in parts.values() for name, form in definitions(part)}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "ptcert certificate, version 2",
        "description": _ABOUT,
        "type": "object",
        "additionalProperties": False,
        "required": list(PARTS),
        "properties": {name: part.schema for name, part in parts.items()},
        "$defs": {name: found[name] for name in sorted(found)},
    }


def schema_text() -> str:
    """Return the text of ``schema.json``."""
    return json.dumps(certificate_schema(), indent=2, ensure_ascii=False) + "\n"
