"""Record keys from a secret: the same record has the same key in every run and on every engine.

key_j(record) = (the first 15 hexadecimal digits of SHA-256(secret ":" j ":" id)) mod N

with j = 0 for one key and 0..3 for the four of Sadeghi-Chien (3.1). 15 digits are 60 bits: for N a
power of two every key is equally likely (if SHA-256 is taken for random), else no key is more
likely than 1/N by more than 2^-60.
"""

from hashlib import sha256

from exact.errors import InputError
from exact.numbers.guard import integer

_HEXADECIMALS = 15
# So that at least 28 of the 60 bits even out the keys where N is no power of two.
MOST_KEYS = 1 << 32
LEAST_SECRET = 16
SECRET = "secret_text"


def record_key(secret: str, component: int, record: str, modulus: int) -> int:
    """Return the key of a record.

    >>> record_key("a secret of the agency", 0, "17", 256)
    88
    """
    digest = sha256(f"{secret}:{component}:{record}".encode()).hexdigest()
    return int(digest[:_HEXADECIMALS], 16) % modulus


def record_key_sql(component: int, record: str, modulus: int) -> str:
    """Return the same as SQL; the secret is the one value of a table, never part of the text."""
    text = f"(SELECT value FROM {SECRET}) || ':{component}:' || CAST({record} AS VARCHAR)"
    return f"CAST('0x' || left(sha256({text}), {_HEXADECIMALS}) AS BIGINT) % {modulus}"


def checked_modulus(given: str) -> int:
    """Return how many keys there are, refusing so many that 60 bits would not even them out."""
    return integer(given, "keys", 2, MOST_KEYS)


def checked_secret(text: str) -> str:
    """Return the secret without the white space around it, refusing one that can be guessed."""
    found = text.strip()
    if len(found) < LEAST_SECRET:
        rule = f"has {len(found)} characters, and must have at least {LEAST_SECRET}"
        raise InputError("secret", "", rule, "put a long random text into the file")
    return found


def key_columns(name: str, four: bool) -> tuple[str, ...]:
    """Return the names of the columns with keys.

    >>> key_columns("rkey", True)
    ('rkey_1', 'rkey_2', 'rkey_3', 'rkey_4')
    """
    return tuple(f"{name}_{number}" for number in range(1, 5)) if four else (name,)


def named_columns(given: str, four: bool) -> tuple[str, ...]:
    """Return the columns that are named, separated by commas; one name stands for its four.

    >>> named_columns("a,b,c,d", True), named_columns("rkey", True)[0]
    (('a', 'b', 'c', 'd'), 'rkey_1')
    """
    names = tuple(given.split(","))
    return key_columns(given, four) if len(names) == 1 else names
