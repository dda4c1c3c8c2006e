"""The words of the trade that a report uses, each explained once."""

from reports.document.blocks import Entry

GLOSSARY = (
    Entry(
        "bias",
        "Bias",
        "The average of the noise. A bias of 0 means that released counts are right on average.",
    ),
    Entry(
        "cell-key",
        "Cell key",
        "A number from 0 to K − 1 made from the record keys of the people in a cell. The same "
        "people always give the same key, and so the same noise. K is the number of keys.",
    ),
    Entry(
        "certificate",
        "Certificate",
        "A file that holds the table, every claim about it, and what somebody else needs to check "
        "each claim without the program that wrote it.",
    ),
    Entry(
        "delta",
        "δ (delta)",
        "The probability that is left over: how much more likely than e^ε times a set of released "
        "values may be when the true count changes by one. Smaller is more private.",
    ),
    Entry(
        "differential-privacy",
        "Differential privacy",
        "A promise about what a release tells of one person: for every set S of released values "
        "and two counts that differ by one person, P(S) ≤ e^ε·Q(S) + δ.",
    ),
    Entry(
        "total-variation",
        "Distance from uniform",
        "The largest difference between the probability of a set of keys and its share of all "
        "keys (the total variation distance).",
    ),
    Entry(
        "epsilon",
        "ε (epsilon)",
        "The privacy loss: e^ε is the factor by which one person may change the probability of "
        "what is released. Smaller is more private.",
    ),
    Entry(
        "epsilon-q",
        "ε^Q and δ^Q",
        "The privacy parameters of a table as Sadeghi and Chien define them, from the ratios of "
        "neighbouring noise values and from the largest noise; the tight δ looks at all sets.",
    ),
    Entry(
        "event",
        "Event",
        "A set of released values, such as “the released count is 0, 1 or 2”.",
    ),
    Entry(
        "kernel",
        "Kernel-checked",
        "A proof assistant (Coq) has checked, by its small kernel, a proof of a theorem about this "
        "very table. What is left to believe is that kernel and the axioms of the real numbers.",
    ),
    Entry(
        "maximum-entropy",
        "Maximum-entropy law",
        "Of all noise with a given range and variance, the one that is least predictable: "
        "p(z) = C·exp(−γ z²).",
    ),
    Entry(
        "neighbouring",
        "Neighbouring counts",
        "Two counts that differ by one: with and without one person.",
    ),
    Entry(
        "noise",
        "Noise",
        "The whole number that is added to the true count before it is released.",
    ),
    Entry(
        "ptable",
        "Perturbation table (ptable)",
        "For each true count, how many of the K keys lead to each noise value, and which.",
    ),
    Entry(
        "plateau",
        "Plateau",
        "The part of δ that no ε removes: the probability of a release that the neighbouring count "
        "can never give.",
    ),
    Entry(
        "profile",
        "Privacy profile",
        "The smallest δ for every ε: the whole of what a table promises, not one point of it.",
    ),
    Entry(
        "pmf",
        "Probability mass function (pmf)",
        "How likely each value is.",
    ),
    Entry(
        "quantisation",
        "Quantisation rule",
        "How probabilities become whole numbers of keys: ceiling rounds the cumulated "
        "probabilities up, symmetric does so on both sides, largest-remainder gives the keys that "
        "are left over to the largest fractions.",
    ),
    Entry(
        "solver",
        "Solver (z3, cvc5)",
        "A program that proves or refutes a formula. Both are asked the same text.",
    ),
    Entry(
        "tight",
        "Tight",
        "As small as it can be: a smaller δ would be false, and the worst event shows it.",
    ),
    Entry(
        "trade-off",
        "Type I and type II error",
        "Somebody guesses from the release whether the count is n or n + 1. Type I error: saying "
        "n + 1 though it is n. Type II: saying n though it is n + 1. The curve shows how small "
        "both can be.",
    ),
    Entry(
        "variance",
        "Variance, standard deviation",
        "How much the noise spreads around its average; the standard deviation is the root of the "
        "variance.",
    ),
    Entry(
        "witness-key",
        "Witness key",
        "A key that leads to a given noise value, named so that anyone can look it up.",
    ),
    Entry(
        "worst-event",
        "Worst event",
        "The set of all released values that are more than e^ε times as likely for one count as "
        "for its neighbour.",
    ),
)
