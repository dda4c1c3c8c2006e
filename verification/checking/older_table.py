"""Tables as earlier versions of the format wrote them."""

from verification.checking.reading import Document

NOT_SAID: Document = {"first_key": 0, "holes": []}  # by a table of version 1
BESIDE = ("D", "gamma")  # parameters that stood beside the name of a law, when there was but one


def newer(document: Document) -> Document:
    """Return what a table says in the words of the newest version."""
    origin = document.get("origin")
    if origin is not None and "parameters" not in origin:
        kept = {name: value for name, value in origin.items() if name not in BESIDE}
        parameters = {name: origin[name] for name in BESIDE}
        document = document | {"origin": kept | {"parameters": parameters}}
    return NOT_SAID | document
