"""What a format cannot hold, each as one refusal that names the loss."""

from exact.errors import InputError, power_of_two
from exact.formats.result import beyond_name
from exact.table.ptable import Beyond, PTable

_NATIVE = "write the native format, which holds every table"


def refuse_loss(kind: str, value: object, loss: str) -> InputError:
    """Return the error that says what would be lost."""
    return InputError(f"format {kind}", value, f"cannot hold this table: {loss}", _NATIVE)


def require_beyond(table: PTable, kind: str, beyond: Beyond) -> None:
    """Refuse a table with another rule past its last row than readers of the format assume."""
    if table.beyond != beyond:
        loss = f"the rule past the last row would become: {beyond_name(beyond)}"
        raise refuse_loss(kind, beyond_name(table.beyond), loss)


def require_zero(table: PTable, kind: str, *expressible: str) -> None:
    """Refuse a zero rule that readers of the format would take for another one."""
    if table.zero not in expressible:
        loss = f"the zero rule would become {expressible[0]!r}"
        raise refuse_loss(kind, table.zero, loss)


def decimal_places(table: PTable, kind: str) -> int:
    """Return g where the key space is 10^g, the only one that a file of decimals gives back.

    Every bound n / K is a finite decimal exactly if K has no prime factor besides 2 and 5.
    """
    places = len(str(table.keysize)) - 1
    if 10**places == table.keysize:
        return places
    twos, rest = _power(table.keysize, 2)
    fives, rest = _power(rest, 5)
    loss = (
        f"the key space would become 10^{max(twos, fives)}"
        if rest == 1
        else f"1/{table.keysize} is no finite decimal"
    )
    raise refuse_loss(kind, f"{power_of_two(table.keysize)} keys", loss)


def _power(number: int, prime: int) -> tuple[int, int]:
    """Return e and m with number = prime^e m and m not divisible by prime."""
    exponent = 0
    while number % prime == 0:
        number, exponent = number // prime, exponent + 1
    return exponent, number
