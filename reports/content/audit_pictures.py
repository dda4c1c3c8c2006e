"""The pictures of an audit that is written to a file: noise, moments and the privacy profile."""

from exact.table.ptable import PTable
from reports.document.blocks import Block, Section
from reports.pictures.heat_map import heat_map_picture
from reports.pictures.moments import moments_picture
from reports.pictures.pmf import pmf_picture
from reports.pictures.profile import ProfileMark, profile_picture
from reports.pictures.table_profile import table_profile
from verification.audit import Audit


def audit_pictures(result: Audit) -> Section:
    """Return what one would rather look at: the noise of a count, of every count, and δ by ε."""
    table = result.table
    blocks: list[Block] = [pmf_picture(table, _typical(table))]
    pairs = result.profiles.uniform
    if pairs:
        blocks.append(profile_picture((table_profile("the table", pairs),), _marks(result)))
    if len(table.rows) > 1:
        blocks += [heat_map_picture(table), moments_picture(table)]
    return Section("pictures", "Pictures", tuple(blocks))


def _typical(table: PTable) -> int:
    """Return the last count with a row of its own: where rows repeat, most counts have that one."""
    return table.last_count


def _marks(result: Audit) -> tuple[ProfileMark, ...]:
    """Return the promised point, and what the table reaches at its epsilon."""
    privacy = result.privacy
    if privacy is None:
        return ()
    epsilon = privacy.epsilon
    reached = ProfileMark(f"tight at {epsilon.text}", epsilon, privacy.worst.delta)
    if privacy.target is None:
        return (reached,)
    return ProfileMark(f"claimed at {epsilon.text}", epsilon, privacy.target), reached
