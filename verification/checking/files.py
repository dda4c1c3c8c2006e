"""The certificate against the file of the table: the same bytes, and the same table in them."""

from hashlib import sha256

from verification.checking.keyed_file import check_keyed
from verification.checking.older_table import newer
from verification.checking.reading import Document, parse
from verification.checking.reals import read_real
from verification.checking.refusing import BadFile, refuse, same
from verification.checking.table import read_table

MOST_BYTES = 1 << 26


def check_file(cert: Document, content: bytes) -> str:
    """Fail unless the file is one that the certificate names, and holds the table it says.

    That is its own table or another one of its release; if it names the file twice, both must be
    in it. Return what is not compared.
    """
    digest = sha256(content).hexdigest()
    others = cert["release"]["others"] if "release" in cert else []
    sources = [cert["input"] | {"table": cert["table"]}, *others]
    named = [source for source in sources if source["sha256"] == digest]
    if not named:
        same("SHA-256 of the table", cert["input"]["sha256"], digest)
    left_out = [check_source(source, content, cert["version"]) for source in named]
    return left_out[0]


def check_source(source: Document, content: bytes, version: int) -> str:
    """Fail unless the file holds the table; return what is not compared."""
    table, kind, options = source["table"], source.get("format"), source.get("options", {})
    said = {name: value for name, value in options.items() if value is not None}
    not_compared = f"whether the rows are those of the file (its format: {kind or 'not said'})"
    if content.startswith((b"\x1f\x8b", b"PK")):  # packed by gzip, or as a workbook
        return not_compared
    if len(content) > MOST_BYTES:
        refuse("the file of the table is larger than 64 MiB")
    content = content.removeprefix(b"\xef\xbb\xbf")  # the mark of UTF-8
    if kind == "native" or is_native(content):
        check_native(table, parse(content), said)
        return f"what was said, and the file does not say: {said}" if said else ""
    has_keys = b"ckey" in content.lstrip().split(b"\n")[0].lower()
    if has_keys or kind in ("ons", "ess"):
        check_keyed(table, content, version)
        return "what the file does not say: zero, counts past the last row, holes"
    return not_compared


def is_native(content: bytes) -> bool:
    """Tell whether a file is one of ptcert, whatever the certificate says that it is."""
    try:
        return bool(parse(content).get("format") == "ptcert-ptable")
    except BadFile:
        return False


def check_native(table: Document, file: Document, said: Document) -> None:
    """Compare all parts but those that were said, in the words of the newest version.

    Something can be said only where the file says nothing: no holes, and nothing about zero. What
    the table was designed for may be left out: a certificate quotes it only where it claims it.
    """
    found: Document = {"origin": None, **file}
    read_table(found)
    due, found = newer(table), newer(found)
    if due["origin"] and found["origin"] and due["origin"]["epsilon"] is None:
        for value in (found["origin"]["epsilon"], found["origin"]["delta"]):
            read_real("0" if value is None else value)
        found["origin"] = found["origin"] | {"epsilon": None, "delta": None}
    for mine, other in zip(table["rows"], file["rows"], strict=False):
        same(f"count {mine['count']}, certificate and file", mine, other)
    silent = [name for name in ("zero", "holes") if found[name] in ("none", [])]
    left_out = dict.fromkeys(("version", *(name for name in silent if name in said)), "")
    same("the table", due | left_out, found | left_out)
