"""What a design is asked for, and the design: by a target, or by a law and its parameters."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from exact.design.aiming import RECOMMENDED, Aim
from exact.design.designed import Designed, NamedDesign
from exact.design.plans import PAPER, SMALLEST, Plan, best_gamma_plan, paper_plan, smallest_plan
from exact.design.table import RuleChoice, rules_by_delta, table_of_law
from exact.design.target import BITS, design_for
from exact.errors import IncompleteSupport, InputError
from exact.laws.given import Given, check_given, law_given
from exact.laws.maxent import MAX_D, PAPER_POSITION, MaxEntLaw
from exact.laws.rates import rate_of_epsilon
from exact.numbers.enclosure import Enclosure
from exact.numbers.epsilon import Epsilon
from exact.numbers.epsilon import epsilon as read_epsilon
from exact.numbers.guard import integer, power_of_two_keysize, probability, rational
from exact.privacy.law_privacy import law_delta
from exact.quantiser.names import CEILING, RULES
from exact.quantiser.rules import (
    checked_keysize,
    lost_noise,
    quantised_cmf,
    smallest_complete_keysize,
)

DEFAULT_KEYSIZE = "2^32"
MAXENT = MaxEntLaw.name


@dataclass(frozen=True)
class Asked:
    """What a design is asked for, as it was given; None where nothing was said.

    ``parameters`` are those of the law beside epsilon, by name. ``anyway`` asks for the nearest
    table where none meets the target.
    """

    epsilon: Given | None = None
    delta: Given | None = None
    keysize: Given = DEFAULT_KEYSIZE
    rule: str | None = None
    guide: str | None = None
    best_gamma: bool = False
    anyway: bool = False
    law: str = MAXENT
    parameters: Mapping[str, Given] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, value, known in (
            ("rule", self.rule, (*RULES, RECOMMENDED)),
            ("guide", self.guide, (PAPER, SMALLEST)),
        ):
            if value is not None and value not in known:
                raise InputError(name, value, "is not known", f"use one of {', '.join(known)}")

    def given(self, name: str) -> object:
        """Return what was said under a name, of a parameter too."""
        return self.parameters.get(name) if name not in _OWN else getattr(self, name)

    @property
    def at(self) -> Epsilon | None:
        """The epsilon, where one was given."""
        return None if self.epsilon is None else read_epsilon(self.epsilon)


_OWN = ("delta", "best_gamma", "guide", "anyway")
# What fixes the law beside epsilon and D: at most one of these.
_CHOICES = ("gamma", "variance", "position", "best_gamma")


def design(asked: Asked) -> Designed | NamedDesign:
    """Return what was asked for.

    >>> made = design(Asked("1/2", "1e-4"))
    >>> made.law.D, made.met
    (25, True)
    """
    if asked.law != MAXENT:
        return _named(asked)
    keysize = power_of_two_keysize(asked.keysize)
    check_given(asked.law, asked.parameters)
    _check_combination(asked)
    if asked.delta is None:
        return _of_law(asked, keysize)
    if asked.epsilon is None:
        raise InputError("epsilon", "", "is missing", "give --epsilon with --delta")
    epsilon, target = read_epsilon(asked.epsilon), probability(asked.delta, "delta")
    return design_for(_plan(asked, epsilon, target), Aim(epsilon, target, keysize, asked.rule))


def _named(asked: Asked) -> NamedDesign:
    """Quantise a law of another paper, which has no search for the smallest D."""
    for name in _OWN:
        if asked.given(name):
            rule = f"is no target for the law {asked.law}"
            raise InputError(name, asked.given(name), rule, "give its parameters instead")
    if asked.rule == RECOMMENDED:
        raise InputError("rule", asked.rule, "is for maxent only", "name a rule")
    law = law_given(asked.law, asked.epsilon, asked.parameters)
    keysize = power_of_two_keysize(asked.keysize)
    table = table_of_law(law, keysize, asked.rule or CEILING, asked.at)
    return NamedDesign(law, asked.at, table)


def _check_combination(asked: Asked) -> None:
    """Refuse options that would be ignored beside others."""
    given = [name for name in _CHOICES if asked.given(name)]
    if asked.delta is None:
        for name in ("guide", "anyway"):
            if asked.given(name):
                raise InputError(name, asked.given(name), "needs a target", "give --delta")
    elif asked.best_gamma or asked.guide == SMALLEST:
        # These choose gamma themselves, and --best-gamma takes a D too.
        chooser = "best_gamma" if asked.best_gamma else "guide"
        ignored = ("gamma", "variance", "position", *(() if asked.best_gamma else ("D",)))
        given = [chooser, *(name for name in ignored if asked.given(name))]
        given += ["guide"] if asked.best_gamma and asked.guide else []
    else:
        given = ["delta", *(name for name in ("D", "gamma", "variance") if asked.given(name))]
    if len(given) > 1:
        first, second = (name.replace("_", "-") for name in given[:2])
        rule = f"does not go with --{first}, which fixes the law already"
        raise InputError(second, asked.given(given[1]), rule, "leave one of them out")


def _plan(asked: Asked, epsilon: Epsilon, target: Fraction) -> Plan:
    if asked.best_gamma:
        D = asked.parameters.get("D")
        return best_gamma_plan(epsilon, target, None if D is None else integer(D, "D", 1, MAX_D))
    if asked.guide == SMALLEST:
        return smallest_plan(epsilon, target)
    position = asked.parameters.get("position")
    where = PAPER_POSITION if position is None else rational(position, "position")
    return paper_plan(epsilon, target, where)


def _of_law(asked: Asked, keysize: int) -> Designed:
    """Quantise the law that D and one more parameter give: no target, nothing to miss."""
    epsilon = asked.at
    if asked.given("D") is None:
        rule = "is missing, and so is --D"
        raise InputError("delta", "", rule, "give --epsilon and --delta, or --D and a parameter")
    law, best = _law(asked, epsilon)
    checked_keysize(law.D, keysize)
    choices = () if epsilon is None else rules_by_delta(law, keysize, epsilon)
    rule = _rule(asked.rule or CEILING, law, choices, keysize)
    return Designed(
        law=law,
        epsilon=epsilon,
        delta=None if epsilon is None else law_delta(law, epsilon).delta.enclosure(BITS),
        best_delta=best,
        table=table_of_law(law, keysize, rule, epsilon),
        keysize=keysize,
        rule=rule,
        choices=choices,
    )


def _law(asked: Asked, epsilon: Epsilon | None) -> tuple[MaxEntLaw, Enclosure | None]:
    """Return the law of the parameters, or with the best gamma and its delta."""
    if not asked.best_gamma:
        law = law_given(asked.law, asked.epsilon, asked.parameters)
        assert isinstance(law, MaxEntLaw)
        return law, None
    if epsilon is None:
        raise InputError("epsilon", "", "is missing", "give --epsilon with --best-gamma")
    from exact.design.best_gamma import best_gamma

    D = integer(asked.parameters["D"], "D", 1, MAX_D)
    best = best_gamma(epsilon, D, bits=BITS)
    return MaxEntLaw(D, rate_of_epsilon(epsilon, best.u_star)), best.delta


def _rule(asked: str, law: MaxEntLaw, choices: tuple[RuleChoice, ...], keysize: int) -> str:
    if asked != RECOMMENDED:
        return asked
    if not choices:
        lost = lost_noise(quantised_cmf(law, keysize, CEILING))
        if not lost:
            raise InputError("rule", asked, "needs an epsilon to compare at", "give --epsilon")
        raise IncompleteSupport(keysize, lost, smallest_complete_keysize(law, CEILING))
    return choices[0].rule
