"""The law of a key that is the XOR of four sums, each modulo a number below the number of keys."""

from verification.checking.keys import KeyLaw


def xor_of_four(K: int, B: int) -> KeyLaw:
    """Return how often each key below K is the XOR of four numbers below B; K is a power of two.

    f = 1 on [0, B) splits by the top bit into the halves (1, g) or (g, 0). XOR-convolution with a
    constant gives a constant, so f*f*f*f is constant on the upper half, and on the lower half a
    constant plus the same of g: with h = half the keys and b of them in g, the upper half has
    4 b h^2 + 4 b^3 more, the lower one h^3 + 6 h b^2 more where its half is full.
    """
    constant, half, steps = 0, K, []
    while half > 1:
        half //= 2
        b = max(B - half, 0)
        steps.append((half, 2 * half, constant + 4 * b * half * half + 4 * b**3))
        if b:
            constant, B = constant + half**3 + 6 * half * b * b, b
    return ((0, 1, constant + B), *reversed(steps))
