"""Laws of every kind and shape, small enough for brute force, and what forges them."""

from collections.abc import Callable, Iterator
from functools import partial

from exact.design.table import table_of_law
from exact.laws.registry import kind_of, kinds
from exact.table.ptable import PTable
from tests.certificate.making import Json

# By name: parameters of a law that are cheap to compute by brute force, with every kind of rate.
CASES: dict[str, tuple[str, dict[str, str]]] = {
    "maxent by gamma": ("maxent", {"D": "6", "gamma": "3/40"}),
    "maxent, uniform": ("maxent", {"D": "3", "gamma": "0"}),
    "maxent by variance": ("maxent", {"D": "6", "variance": "5"}),
    "maxent by a variance with a rational root": ("maxent", {"D": "1", "variance": "1/2"}),
    "maxent by epsilon": ("maxent", {"D": "6", "epsilon": "1/2"}),
    "maxent by a logarithm": ("maxent", {"D": "6", "epsilon": "ln(3/2)"}),
    "laplace": ("laplace", {"epsilon": "1/2", "m": "7"}),
    "laplace of a rational x": ("laplace", {"epsilon": "ln(2)", "m": "5"}),
    "laplace with a tie": ("laplace", {"epsilon": "ln(2)", "m": "1"}),
    "truncated-normal": ("truncated-normal", {"epsilon": "1", "m": "6"}),
    "truncated-normal by a logarithm": ("truncated-normal", {"epsilon": "ln(3)", "m": "4"}),
    "count-query": ("count-query", {"epsilon": "2.18", "eta": "0.8", "D": "6"}),
    "count-query below the knee": ("count-query", {"epsilon": "1/2", "eta": "1/10", "D": "5"}),
    "count-query with ties": ("count-query", {"epsilon": "ln(2)", "eta": "1/2", "D": "2"}),
    "count-query of a rational E": ("count-query", {"epsilon": "ln(3)", "eta": "1/3", "D": "4"}),
    "hellinger": ("hellinger", {"epsilon": "1", "m": "4", "last_count": "6"}),
    "hellinger by a logarithm": ("hellinger", {"epsilon": "ln(3)", "m": "3", "last_count": "3"}),
}
KEYSIZE = 2**16
RULES = ("ceiling", "symmetric", "largest-remainder")


def rules_of(name: str) -> tuple[str, ...]:
    """Return the rules that are for a law."""
    return RULES[:1] if CASES[name][0] == "hellinger" else RULES


def table_of(name: str, rule: str = "ceiling") -> PTable:
    """Return the table of a case."""
    law, given = CASES[name]
    return table_of_law(kind_of(law).of_text(given), KEYSIZE, rule)


Change = Callable[[Json], object]


def forgeries(name: str) -> Iterator[tuple[str, Change]]:
    """Yield changes of the declared law that make the claim false."""
    law, _ = CASES[name]
    origin = "table", "origin"

    def put(key: str, value: object) -> Change:
        return lambda d: d[origin[0]][origin[1]]["parameters"].update({key: value})

    largest = {"maxent": "D", "count-query": "D"}.get(law, "m")
    # Of count-query D bounds only the k that the odds allow: a larger D may be the same law.
    yield "another largest noise", put(largest, 1 if law == "count-query" else 9)
    yield "no noise", put(largest, 0)
    yield "noise as text", put(largest, "6")
    if law != "maxent":
        yield "another epsilon", put("epsilon", "9/7")
        yield "an epsilon that is no number", put("epsilon", "one")
    else:
        yield "another gamma", put("gamma", "1/9")
        yield "another logarithm", put("gamma", {"times": "1/7", "ln": "5/4"})
    if law == "count-query":
        yield "another eta", put("eta", "3/7")
        yield "an eta of 1", put("eta", "1")
    if law == "hellinger":
        yield "fewer counts", put("last_count", 1)
    yield "a parameter more", put("sigma", 1)
    for other in (*kinds(), "cauchy", None):
        if other != law:
            yield f"the name {other}", partial(_renamed, name=other)


def _renamed(document: Json, name: str | None) -> None:
    document["table"]["origin"]["law"] = name
