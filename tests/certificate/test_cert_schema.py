"""The published JSON Schema: every certificate that is written fits it, and no broken one does."""

import json
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest

from tests.attacks_on_ptcert.mutations import at, paths
from tests.certificate.making import SCHEMA, Json, claim, is_accepted
from verification.certificate.schema import schema_text

Validator = jsonschema.Draft202012Validator


def schema() -> Json:
    """Return the published schema."""
    found: Json = json.loads(SCHEMA.read_text(encoding="utf-8"))
    return found


def is_valid(document: object) -> bool:
    """Tell whether a value fits the schema."""
    return bool(Validator(schema()).is_valid(document))


def test_the_schema_is_a_schema_that_needs_no_network() -> None:
    """It follows draft 2020-12, has no $id, and every reference stays inside the file."""
    found = schema()
    Validator.check_schema(found)
    assert found["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    keys = [path for path in paths(found) if path[-1] in ("$id", "$ref", "$anchor")]
    assert keys
    assert all(path[-1] == "$ref" and at(found, path).startswith("#/$defs/") for path in keys)


def test_the_schema_follows_from_the_claims() -> None:
    """The file is what the shapes that read and write certificates say (``make claims``)."""
    assert SCHEMA.read_text(encoding="utf-8") == schema_text()


def test_every_object_of_the_schema_is_closed() -> None:
    """No object may have a key that the schema does not name; all named ones are explained."""
    found = schema()
    objects = [at(found, path) for path in paths(found) if path[-1] == "type"]
    assert objects
    for path in paths(found):
        part = at(found, path)
        if isinstance(part, dict) and part.get("type") == "object":
            if "properties" not in part:  # the parameters of a law, by the names it gives them
                assert "parameters" in path
                assert isinstance(part["additionalProperties"], dict)
                continue
            assert part["additionalProperties"] is False
            assert set(part["required"]) <= set(part["properties"])
            assert part["description"].endswith((".", ".)"))
    used = {at(found, path).removeprefix("#/$defs/") for path in paths(found) if path[-1] == "$ref"}
    assert used == set(found["$defs"])


def test_generated_certificates_fit_the_schema(example: Json, small: dict[str, Json]) -> None:
    """Example 1, laws, many rows, zero preserved, no origin, a failing target, ln(3/2): all fit."""
    for document in (example, *small.values()):
        Validator(schema()).validate(document)
    assert {d["verdict"] for d in small.values()} == {"holds", "fails", "measured"}
    assert small["wrap"]["table"]["zero"] == "preserve"
    assert small["wrap"]["table"]["beyond"]["rule"] == "wrap"
    assert small["wrap"]["table"]["origin"] is None
    assert small["wrap"]["epsilons"][1]["epsilon"] == "ln(3/2)"


def test_an_undecided_certificate_fits_the_schema(small: dict[str, Json]) -> None:
    """A solver that gives up has a reason, and the verdict is undecided."""
    document = small["law"]
    document["solvers"][0]["problems"][0].update(answer="unknown", reason="timeout")
    document["verdict"] = "undecided"
    assert is_valid(document)
    assert is_accepted(document)


BREAKS: dict[str, Callable[[Json], Any]] = {
    "another format": lambda d: d.update(format="certificate"),
    "another version": lambda d: d.update(version=3),
    "a version as text": lambda d: d.update(version="2"),
    "true for 1": lambda d: d.update(version=True),
    "an unknown key": lambda d: d.update(note=""),
    "an unknown key in a claim": lambda d: claim(d, "dp-all-events").update(note=""),
    "an unknown key in a pair": lambda d: claim(d, "dp-all-events")["pairs"][0].update(note=""),
    "a missing key": lambda d: d.pop("scope"),
    "an unknown verdict": lambda d: d.update(verdict="passes"),
    "an unknown status": lambda d: claim(d, "well-formed").update(status="true"),
    "a claim not claimed": lambda d: claim(d, "dp-all-events").update(status="not claimed"),
    "no claims": lambda d: d.update(claims=[]),
    "an unknown claim": lambda d: d["claims"][0].update(name="never-wrong"),
    "a claim by number": lambda d: d["claims"][0].update(kind=1),
    "a claim that covers no row": lambda d: d["claims"][0]["covers"].update(rows=0),
    "a claim that covers no pair": lambda d: claim(d, "key-law")["covers"].update(pairs=0),
    "a short digest": lambda d: d["input"].update(sha256="00"),
    "a decimal": lambda d: claim(d, "moments")["rows"][0].update(bias="0.5"),
    "an integer for p/q": lambda d: claim(d, "moments")["rows"][0].update(bias="0"),
    "a leading zero": lambda d: claim(d, "moments")["rows"][0].update(bias="01/2"),
    "minus zero": lambda d: claim(d, "moments")["rows"][0].update(bias="-0/1"),
    "a negative variance": lambda d: claim(d, "moments")["rows"][0].update(variance="-1/2"),
    "a zero denominator": lambda d: d["epsilons"][0]["exp"].update(lo="1/0"),
    "an epsilon of 0": lambda d: d["epsilons"][0].update(epsilon="0"),
    "a decimal epsilon": lambda d: d["epsilons"][0].update(epsilon="0.5"),
    "an epsilon without end": lambda d: d["epsilons"][0].update(epsilon="ln(3/2"),
    "an exponent": lambda d: d["epsilons"][0].update(epsilon="1e9"),
    "a float": lambda d: d["table"].update(keysize=256.5),
    "no keys": lambda d: d["table"]["rows"][0]["keys"].__setitem__(0, 0),
    "no rows": lambda d: d["table"].update(rows=[]),
    "an unknown rule": lambda d: d["table"]["beyond"].update(rule="extend"),
    "a wrap without a period": lambda d: d["table"].update(beyond={"rule": "wrap", "start": 1}),
    "an unknown zero rule": lambda d: d["table"].update(zero="keep"),
    "a law that is no text": lambda d: d["table"]["origin"].update(law=1),
    "an unknown quantisation": lambda d: d["table"]["origin"].update(rule="floor"),
    "a parameter in a list": lambda d: d["table"]["origin"]["parameters"].update(D=[3]),
    "an unknown key arithmetic": lambda d: d["key_arithmetic"].update(kind="md5"),
    "assumed as text": lambda d: d["key_arithmetic"].update(assumed="no"),
    "too many bits": lambda d: claim(d, "quantisation").update(bits=10**6),
    "no bits": lambda d: claim(d, "quantisation").update(bits=0),
    "one bound of x": lambda d: claim(d, "quantisation").update(x={"lo": "1/2"}),
    "an event with an outcome twice": lambda d: claim(d, "dp-all-events")["pairs"][0].update(
        event=[0, 0]
    ),
    "an event of a single outcome": lambda d: claim(d, "dp-singletons")["pairs"][0].update(
        event=[0]
    ),
    "an unknown solver": lambda d: d["solvers"][0].update(name="oracle"),
    "an unknown answer": lambda d: d["solvers"][0]["problems"][0].update(answer="maybe"),
    "an empty reason": lambda d: d["solvers"][0]["problems"][0].update(reason=""),
    "a path as id": lambda d: d["solvers"][0]["problems"][0].update(id="../x"),
    "a problem of no claim": lambda d: d["solvers"][0]["problems"][0].update(claim=5),
    "an unknown format": lambda d: d["input"].update(format="excel"),
    "another scope": lambda d: d["scope"].update(covers="everything"),
}


@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_certificate_does_not_fit(small: dict[str, Json], name: str) -> None:
    """Each departure from the form is seen by the schema alone."""
    document = small["law"]
    assert is_valid(document)
    BREAKS[name](document)
    assert not is_valid(document)


def test_each_key_is_required_but_the_edition(small: dict[str, Json]) -> None:
    """Without any one of its keys no object fits; the oldest solver records name no edition."""
    document = small["law"]
    validator = Validator(schema())
    kinds = {
        tuple("*" if isinstance(k, int) else k for k in path): path for path in paths(document)
    }
    for path in kinds.values():
        named = isinstance(path[-1], str) and path[-1] != "edition"
        if named and "parameters" not in path[:-1]:
            parent = at(document, path[:-1])
            kept = dict(parent)
            del parent[path[-1]]
            assert not validator.is_valid(document), path
            parent.clear()
            parent.update(kept)
    assert validator.is_valid(document)


@pytest.mark.parametrize("value", [None, [], "", 1, {}])
def test_what_is_no_object_or_empty_does_not_fit(value: object) -> None:
    """Other JSON values are no certificates."""
    assert not is_valid(value)
