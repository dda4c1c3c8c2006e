"""What tables cost, for machines."""

from fractions import Fraction

from exact.numbers.enclosure import Enclosure
from exact.utility.cost import LossLaw, mean_error
from exact.utility.measures import Measures, scaled
from exact.utility.shares import ShareLoss
from reports.jsons import WORKING_BITS, enclosure_json, epsilon_json, rational_json
from reports.utility.simulation import Simulated
from reports.utility.subject import Asked, Subject

QUARTILE_NAMES = ("lower", "median", "upper")


def utility_json(asked: Asked, subjects: list[Subject]) -> dict[str, object]:
    """Return the counts and what each table costs."""
    counts = asked.counts
    return {
        "counts": {
            "cells": len(counts.cells),
            "total": counts.total,
            "shape": None if counts.shape is None else list(counts.shape),
            "margins_left_out": counts.left_out,
        },
        "epsilon": None if asked.epsilon is None else epsilon_json(asked.epsilon),
        "seed": asked.seed,
        "average_weight": None if asked.weight is None else rational_json(asked.weight),
        "tables": [_subject(s) | _weighted(s, asked.weight) | _by_cell(s) for s in subjects],
    }


def _subject(subject: Subject) -> dict[str, object]:
    cost = subject.cost
    delta = subject.delta
    return {
        "name": subject.name,
        "sha256": subject.sha256,
        "delta": None if delta is None else _bounded(delta.enclosure(WORKING_BITS)),
        "empty_cell_keys": subject.empty_cell_keys,
        **_measures(cost.total),
        "laws": {name: _law(law) for name, law in cost.laws.items()},
        "hellinger": None if cost.hellinger is None else enclosure_json(cost.hellinger),
        "by_size": [
            {
                "least": size.least,
                "most": size.most,
                **_measures(size.measures),
                "percentage_points": _share(None if cost.shares is None else cost.shares[i]),
            }
            for i, size in enumerate(cost.sizes)
        ],
        "simulated": {name: _simulated(found) for name, found in subject.simulated.items()},
        **({"additive": _restored(subject)} if subject.restored else {}),
    }


def _weighted(subject: Subject, weight: Fraction | None) -> dict[str, object]:
    """Return the losses of weighted counts W + p w: linear in the noise p."""
    if weight is None:
        return {}
    losses = subject.cost.total.losses
    both = {"l1": scaled(losses["l1"], weight), "l2": scaled(losses["l2"], weight**2)}
    return {"weighted": {name: _bounded(loss) for name, loss in both.items()}}


def _by_cell(subject: Subject) -> dict[str, object]:
    """Return the losses of weighted counts W + p W/n."""
    found = {name: _bounded(loss) for name, loss in subject.weighted.items()}
    return {"weighted_by_cell": found} if found else {}


def _measures(found: Measures) -> dict[str, object]:
    return {
        "cells": found.cells,
        "expected": {name: _bounded(loss) for name, loss in found.losses.items()},
        "bias": _bounded(found.bias),
        "changed": _bounded(found.changed),
        "false_zeros": _bounded(found.false_zeros),
        "false_positives": _bounded(found.false_positives),
        "relative_error": {"cells": found.positive, "sum": _bounded(found.relative)},
        "within": [{"k": k, "cells": _bounded(cells)} for k, cells in found.within],
    }


def _law(law: LossLaw) -> dict[str, object]:
    if law.why_not:
        return {"not_computed": law.why_not}
    return dict(zip(QUARTILE_NAMES, map(_bounded, law.quartiles), strict=True))


def _share(loss: ShareLoss | None) -> dict[str, object] | None:
    mean = None if loss is None else mean_error(loss)
    if loss is None or mean is None:
        return None
    return {"mean": _bounded(mean), "largest": rational_json(loss.largest), "cells": loss.cells}


def _simulated(found: Simulated) -> dict[str, object]:
    return {
        "true": str(float(found.true)),
        "mean": str(float(found.mean)),
        "spread": str(float(found.spread)),
        "interval_95": [str(float(end)) for end in found.interval],
        "quartiles": [str(float(q)) for q in found.quartiles],
        "quartile_intervals_95": [[str(float(e)) for e in b] for b in found.quartile_bounds],
        "draws": found.draws,
    }


def _restored(subject: Subject) -> dict[str, object]:
    return {
        name: {"mean": str(float(f.mean)), "interval_95": [str(float(end)) for end in f.interval]}
        for name, f in subject.restored.items()
    }


def _bounded(value: Enclosure) -> object:
    return enclosure_json(value)
