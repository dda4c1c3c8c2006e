"""What the attacks found; None stands for an attack that was not asked for."""

from dataclasses import dataclass

from exact.attacks.differencing import Pair, pair_of, worst_pair
from exact.attacks.on_table.asked import Asked
from exact.attacks.on_table.averaging import Averaging, averaging
from exact.attacks.on_table.bound import BoundDisclosure, bound_disclosure
from exact.attacks.on_table.learning import Learning, learning
from exact.attacks.on_table.margins import MarginAttack, margin_attack


@dataclass(frozen=True, slots=True)
class Found:
    """The answers; ``differencing`` is the pair of the attacked count, and the worst pair."""

    averaging: Averaging | None = None
    bound: BoundDisclosure | None = None
    margins: MarginAttack | None = None
    differencing: tuple[Pair, Pair] | None = None
    learning: Learning | None = None


def attacked(asked: Asked, attack: str | None, partitions: int | None) -> Found:
    """Return one attack, or all of them."""

    def wanted(name: str) -> bool:
        return attack in (None, name)

    return Found(
        averaging(asked, partitions) if wanted("averaging") else None,
        bound_disclosure(asked) if wanted("bound") else None,
        margin_attack(asked) if wanted("margins") else None,
        _differencing(asked) if wanted("differencing") else None,
        learning(asked) if wanted("learning") else None,
    )


def _differencing(asked: Asked) -> tuple[Pair, Pair]:
    """Return the pair of the attacked count with one person less, and the worst pair."""
    return pair_of(asked.seen, asked.partition.count - 1), worst_pair(asked.seen)
