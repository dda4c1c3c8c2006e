"""The pictures of a report: one row in detail, the privacy of the table, and all rows at once."""

from collections.abc import Iterator

from exact.laws.law import has_one_noise
from exact.privacy.truncation import tight_delta
from exact.table.pairs import worst_pair
from reports.content.subject import Subject
from reports.document.blocks import Block, Paragraph, Section
from reports.pictures.heat_map import heat_map_picture
from reports.pictures.law_profile import law_profile
from reports.pictures.moments import moments_picture
from reports.pictures.named_profile import NamedProfile
from reports.pictures.pair_delta import pair_delta_picture
from reports.pictures.pmf import pmf_picture
from reports.pictures.profile import ProfileMark, profile_picture
from reports.pictures.staircase import staircase_picture
from reports.pictures.table_profile import table_profile
from reports.pictures.trade_off import trade_off_picture

_BITS = 67


def pictures(subject: Subject) -> Section:
    """Return the pictures; those of all rows only where there is more than one."""
    worst = subject.worst_profile()
    row = _row_of(subject, worst.count, worst.other)
    blocks: list[Block] = [
        pmf_picture(subject.table, row),
        staircase_picture(subject.table, row),
        profile_picture(tuple(_profiles(subject)), tuple(_marks(subject))),
        trade_off_picture(worst),
    ]
    if len(subject.table.rows) > 1:
        belongs = "It belongs to the pair with the largest δ."
        text = f"The first two pictures show the row of the count {row}. {belongs}"
        blocks.insert(0, Paragraph((text,)))
        blocks += [
            heat_map_picture(subject.table),
            moments_picture(subject.table),
            pair_delta_picture(subject.pairs, subject.epsilon),
        ]
    return Section("pictures", "Pictures", tuple(blocks))


def _row_of(subject: Subject, count: int, other: int) -> int:
    """Return the count of a pair that has a row of its own (0 may be preserved without one)."""
    return max(count, other) if min(count, other) < subject.table.first_count else count


def _profiles(subject: Subject) -> Iterator[NamedProfile]:
    yield table_profile("the table", subject.pairs)
    origin = subject.table.origin
    if origin is not None and has_one_noise(origin.law) and origin.law.is_log_concave:
        yield law_profile("its law", origin.law)


def _marks(subject: Subject) -> Iterator[ProfileMark]:
    """Yield the declared point, what the table reaches there, and the point of the design."""
    for target in subject.targets:
        epsilon = target.epsilon
        if target.delta is not None:
            yield ProfileMark(f"claimed at {epsilon.text}", epsilon, target.delta)
        yield ProfileMark(
            f"tight at {epsilon.text}", epsilon, worst_pair(subject.pairs, epsilon).delta
        )
    origin = subject.table.origin
    if origin is not None and origin.epsilon is not None and has_one_noise(origin.law):
        reached = tight_delta(origin.law, origin.epsilon).enclosure(_BITS)
        yield ProfileMark(f"law at {origin.epsilon.text}", origin.epsilon, reached)
