"""One function a claim, in the order of the claims.

Each computes its evidence anew from the table and the parameters, and returns it with whether the
claim holds; the certificate must say the same. Where evidence is given that is not computed here
(bounds of a law, the worst single value), it fails unless that shows what it should.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate, groupby

from verification.checking.composition import composition
from verification.checking.empty_cells import of_records, stays_empty
from verification.checking.first_pair import counts_of_pairs
from verification.checking.keys import distance_from_uniform, released, uniform
from verification.checking.laws import law_of
from verification.checking.margins import margins
from verification.checking.optimality import optimality
from verification.checking.orders import KeyAt
from verification.checking.pairs import of_pairs
from verification.checking.parameters import Parameters
from verification.checking.reading import Document, by_name, ratio, write
from verification.checking.refusing import demand, refuse
from verification.checking.residues import turned
from verification.checking.rules import keys_of
from verification.checking.table import Row, Table

MOST_PAST = 10**6  # noise values of counts past the last row, looked at for the sake of holes

Found = tuple[Document, bool]


def well_formed(given: Parameters, _claim: Document) -> Found:
    """Key ranges partition the keys of every row.

    Ranges that begin where the one before ends, from the first key on, leave no gap and no overlap;
    the lengths of each row are positive and sum to K, as reading the table has shown.
    """
    return of_rows(given.table, lambda _, row: {"ends": ends_of(row)}), True


def key_completeness(given: Parameters, _claim: Document) -> Found:
    """Exactly the declared values are missing, if any are declared, and all keys can be made.

    A noise value has a key if it has a run, and a witness is where its first run begins. Which keys
    can be made is read off the law of the key.
    """
    witness, table = first_wrong_release(given.table), given.table
    made = max((end for _, end, weight in given.law or () if weight), default=None)
    rows = of_rows(table, lambda _, row: witnesses(row, table.key_at))
    found = {"keys_made": made, "witness": witness} | rows
    return found, (witness is None or not table.holes) and made in (None, table.K)


def quantisation(given: Parameters, claim: Document) -> Found:
    """Each integer is what the rule makes of the declared law.

    A number of keys is K c_Z(z) or K p(z), rounded. These are quotients of weights, which are
    computed anew between bounds; where the bounds hold no integer, rounding them rounds the value,
    and where they do, the value must be known to be that integer.
    """
    origin, table, follows = given.origin or {}, given.table, True
    law, rows = law_of(origin, claim, table.K), zip(table.counts, table.rows, strict=True)
    for noise, some in groupby(rows, lambda row: law(row[0])):
        expected = () if noise is None else keys_of(noise, table.K, origin["rule"])
        follows = follows and all(row == expected for _, row in some)
    return {name: claim[name] for name in ("x", "bits")}, follows


def moments(given: Parameters, _claim: Document) -> Found:
    """Bias (4.6) and variance (4.7) of each row; what is declared holds in each above count 0.

    Each key is equally likely, so they are sums over the runs of a row, in rationals. A count past
    the last row has the moments of the row that it uses.
    """
    first = 1 if given.version > 1 and given.table.counts[0] == 0 else 0
    kept = all(keeps(row, given) for row in given.table.rows[first:])
    return of_rows(given.table, lambda _, row: bias_and_variance(row)), kept


def dp_all_events(given: Parameters, claim: Document) -> Found:
    """The tight delta over all events at uniform keys is at most what is claimed.

    For each pair of neighbouring counts, in both directions, it is that of one event, the worst
    (pairs.worst_event); every other pair has the same rows as one of these (Table.pairs). Where it
    is said how keys are made of records, an empty cell has the key 0 (Parameters). What is claimed
    of the pair (0, 1) may differ (first_pair.limit_at); its delta is given all the same.
    """
    return of_pairs(given._replace(table=given.seen), uniform(given.table.K), claim)


def dp_singletons(given: Parameters, claim: Document) -> Found:
    """The same over single released values only: of the one given none is worse."""
    return of_pairs(given._replace(table=given.seen), uniform(given.table.K), claim)


def paper_measures(given: Parameters, _claim: Document) -> Found:
    """epsilon^Q (4.8)-(4.10) as the logarithm of a ratio, and delta^Q (4.11), of each row.

    They are defined by the keys of the row alone, and nothing is promised of them.
    """
    return of_rows(given.table, lambda _, row: measures(row, given.table.K)), True


def key_law(given: Parameters, claim: Document) -> Found:
    """The distance of the key's law from uniform, and the tight delta under that law.

    Where nobody said how keys are made, delta under an assumed law is measured, not claimed. At
    the places of a key order only a uniform law is known: it stays uniform. A key k is looked up at
    the place k less the first key of the file, mod K. An empty cell has the key 0; version 1
    took it as any other where the law is assumed.
    """
    law, newer = given.law or refuse("key-law: nobody said how keys are made"), given.version > 1
    table = of_records(given.table) if newer and given.table.zero == "row" else given.seen
    distance = distance_from_uniform(law)
    known = table.order is None or distance == 0
    demand(known, "key-law: the law of the key at the places of a key order is not known")
    table = turned(table) if table.first_key else table
    entries, holds = of_pairs(given._replace(table=table), law, claim)
    return {"distance": write(distance)} | entries, holds or given.assumed


def never_negative(given: Parameters, _claim: Document) -> Found:
    """No count is released as a negative number.

    The smallest release of a row is its count plus the smallest noise that has a key. A count past
    the last row is larger than that of the row which it uses, and a preserved 0 is released as 0.
    """
    found = of_rows(given.table, lambda n, row: {"least": n + min(z for z, _ in row)})
    return found, all(row["least"] >= 0 for row in found["rows"])


def zero(given: Parameters, _claim: Document) -> Found:
    """A count of 0 is released as 0, whatever its key: its row has no other noise."""
    demand(stays_empty(given.table), "zero: the table can release a count of 0 as another number")
    return {"keys": given.table.K}, True


# The first eight are those of version 1.
CLAIMS: dict[str, Callable[[Parameters, Document], Found]] = by_name(
    *(well_formed, key_completeness, quantisation, moments),
    *(dp_all_events, dp_singletons, paper_measures, key_law, never_negative, zero, optimality),
    *(composition, margins),
)


def implied(given: Parameters) -> set[str]:
    """Return the claims that what is stated implies: a certificate may leave out none of them.

    Of the first seven that of the law needs one that is stated. In version 1 they are all there.
    """
    known = given.law and (not given.table.order or distance_from_uniform(given.law) == 0)
    empty = given.table.zero != "none" and stays_empty(given.table)
    stated = {"quantisation": given.origin, "key-law": known, "zero": empty}
    release = {given.release.claim} if given.release else set()
    return release | {*list(CLAIMS)[:7]} - {"quantisation"} | {*filter(stated.get, stated)}


def coverage(given: Parameters, evidence: Document) -> Document:
    """Return what a claim covers, unless it says so itself: so many rows, or pairs at epsilons."""
    counts, number = given.table.covered(), len(given.targets)
    if "pairs" not in evidence:
        return {"rows": len(given.table.rows), "counts": counts}
    counts = counts if given.first_pair is None else counts_of_pairs(given, counts)
    return {"epsilons": number, "pairs": len(evidence["pairs"]) // number, "counts": counts}


def of_rows(table: Table, facts: Callable[[int, Row], Document]) -> Document:
    """Return the facts of every row, in the order of the counts."""
    return {"rows": [{"count": n} | facts(n, r) for n, r in enumerate(table.rows, table.counts[0])]}


def ends_of(row: Row) -> list[int]:
    """Return how many keys there are up to the end of each run."""
    return list(accumulate(keys for _, keys in row))


def witnesses(row: Row, key_at: KeyAt) -> Document:
    """Return the least and the largest noise, and for each value the key of its first place."""
    first: dict[int, int] = {}
    for (noise, _), start in zip(row, [0, *ends_of(row)], strict=False):
        first.setdefault(noise, start)
    found = [[noise, key_at(first[noise])] for noise in sorted(first)]
    return {"support": [min(first), max(first)], "witnesses": found}


def first_wrong_release(table: Table) -> Document | None:
    """Return the first count and release that is a hole with keys, or no hole and without keys.

    Looked at is every release in the range of a row; past the last row also that of every count
    which may meet a hole, and of one period more: after that no hole is met, and rows come again.
    """
    holes, end = set(table.holes), table.counts[-1]
    if holes and table.rule != "stop":
        least = min(z for row in table.rows for z, _ in row)
        end = max(end, max(holes) - least) + table.period
        past = (end - table.counts[-1]) * (10 + max(map(len, table.rows)))
        demand(past <= MOST_PAST, "a hole is too far past the last row")
    zero = [0] if table.zero == "preserve" else []
    for count in (*zero, *range(table.counts[0], end + 1)):
        support = {z for z, _ in table.row(count)}
        for z in range(min(support), max(support) + 1):
            if (z in support) == (count + z in holes):
                return {"count": count, "released": count + z}
    return None


def bias_and_variance(row: Row) -> Document:
    """Return the mean of the noise, and the mean of its square less the square of its mean."""
    K = sum(keys for _, keys in row)
    bias = Fraction(sum(z * keys for z, keys in row), K)
    variance = Fraction(sum(z * z * keys for z, keys in row), K) - bias * bias
    return {"bias": write(bias), "variance": write(variance)}


def keeps(row: Row, given: Parameters) -> bool:
    """Tell whether moments and noise of a row lie between the bounds declared for them."""
    found = {name: [ratio(value)] for name, value in bias_and_variance(row).items()}
    found["noise"] = [Fraction(z) for z, _ in row]
    return all(lo <= v <= hi for name, (lo, hi) in given.declared.items() for v in found[name])


def measures(row: Row, K: int) -> Document:
    """Return the largest ratios of neighbours upward and downward, and the heavier end of a row.

    A noise value without keys between two that have some makes epsilon^Q infinite: null.
    """
    keys = released(uniform(K), 0, row)
    low, high = min(keys), max(keys)
    delta = {"delta": write(Fraction(max(keys[low], keys[high]), K))}
    if high - low + 1 > len(keys):
        return {"minus": None, "plus": None, "exp": None} | delta
    ratios = [Fraction(keys[z], keys[z - 1]) for z in range(low + 1, high + 1)]
    up, down = max([Fraction(1), *ratios]), max([Fraction(1), *(1 / r for r in ratios)])
    return {"minus": write(up), "plus": write(down), "exp": write(max(up, down))} | delta
