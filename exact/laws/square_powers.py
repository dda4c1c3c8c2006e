"""Powers of an enclosed x: all x^(k^2), k = 0..D, two multiplications a power, or a single one."""


def square_power_bounds(
    x_lo: int, x_hi: int, D: int, bits: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return lower and upper integer bounds of x^(k^2) 2^bits for k = 0..D, where 0 <= x <= 1.

    x^((k+1)^2) = x^(k^2) x^(2k+1) and x^(2k+3) = x^(2k+1) x^2. Rounding every product down gives
    lower bounds; rounding every product up, and never above 1, gives upper bounds. If the bounds
    of x are one unit apart, those of x^(k^2) are O(k^2) units apart: 2 log2(D) guard bits do.

    >>> square_power_bounds(512, 512, 2, 10)
    ((1024, 512, 64), (1024, 512, 64))
    """
    return tuple(_rounded_down(x_lo, D, bits)), tuple(_rounded_up(x_hi, D, bits))


def _rounded_down(x: int, D: int, bits: int) -> list[int]:
    power, step, square = 1 << bits, x, x * x >> bits
    powers = [power]
    for k in range(1, D + 1):
        power = power * step >> bits
        step = step * square >> bits
        if power == 0:
            return powers + [0] * (D + 1 - k)
        powers.append(power)
    return powers


def _rounded_up(x: int, D: int, bits: int) -> list[int]:
    # -(-n >> bits) is the quotient rounded up; exact products stay exact.
    power, step, square = 1 << bits, x, -(-x * x >> bits)
    powers = [power]
    for k in range(1, D + 1):
        power = -(-power * step >> bits)
        step = -(-step * square >> bits)
        if power == 1:  # one unit rounded up stays one unit
            return powers + [1] * (D + 1 - k)
        powers.append(power)
    return powers


def power(x: int, exponent: int, bits: int, sign: int) -> int:
    """Return x^exponent, x on the grid of 2^-bits, every product rounded down (1) or up (-1).

    >>> power(512, 3, 10, 1), power(513, 3, 10, -1)
    (128, 130)
    """
    result = 1 << bits
    while exponent:
        if exponent & 1:
            result = sign * (sign * result * x >> bits)
        x, exponent = sign * (sign * x * x >> bits), exponent >> 1
    return result
