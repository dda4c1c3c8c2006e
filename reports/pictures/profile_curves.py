"""Profiles as curves: cut at the right end of the axis, drawn on past their last point."""

from dataclasses import dataclass
from fractions import Fraction

from exact.numbers.epsilon import Epsilon
from reports.decimals import UP, decimal
from reports.numbers import DeltaValue, delta_bounds, epsilon_bounds
from reports.pictures.named_profile import NamedProfile
from reports.plots.axes import log_axis
from reports.plots.chart import LINE, Mark, Note, Panel, Point, Series
from reports.plots.labels import pretty
from reports.plots.scale import Axis

# The axis goes a little past the last plateau, but not so far that the marks huddle at its left.
_PAST_PLATEAU = Fraction(115, 100)
_PAST_MARKS = 8
_NOTE_DIGITS = 4
_MARK_COLOURS = (4, 3, 5, 2)
CLAIMED, TIGHT = "claimed", "tight"
_KINDS = (CLAIMED, TIGHT, "law")


@dataclass(frozen=True, slots=True)
class ProfileMark:
    """A point to mark: what it is, and its epsilon and delta."""

    name: str
    epsilon: Epsilon
    delta: DeltaValue

    @property
    def point(self) -> Point:
        """Where it is drawn."""
        return epsilon_bounds(self.epsilon).lo, delta_bounds(self.delta).hi


def epsilon_axis(profiles: tuple[NamedProfile, ...], marks: tuple[ProfileMark, ...]) -> Axis:
    """Return the axis of epsilon: from 0 to where all profiles are flat, or far past the marks."""
    flat = max(_points(profile)[-1][0] for profile in profiles)
    marked = max((mark.point[0] for mark in marks), default=Fraction(0))
    last = max(flat, marked)
    if marked:
        last = min(last, _PAST_MARKS * marked)
    return Axis("ε", Fraction(0), _PAST_PLATEAU * last or Fraction(1))


def profile_panel(
    profiles: tuple[NamedProfile, ...], marks: tuple[ProfileMark, ...], x: Axis
) -> Panel:
    """Return the curves with their marks, and a note at each plateau."""
    curves = [_cut(profile, x.high) for profile in profiles]
    drawn = [mark for mark in marks if mark.point[1] > 0]
    heights = [y for curve in curves for _, y in curve if y] + [mark.point[1] for mark in drawn]
    axis = log_axis("tight δ", heights or [Fraction(1, 10)], Fraction(1))
    series = tuple(
        Series(profile.name, LINE, _grounded(curve, axis.low), index)
        for index, (profile, curve) in enumerate(zip(profiles, curves, strict=True))
    )
    shown = tuple(_mark(mark, place) for place, mark in enumerate(drawn))
    return Panel(axis, series, shown, tuple(_notes(profiles, curves, x.high)), height=360)


def _mark(mark: ProfileMark, place: int) -> Mark:
    """Return a mark: what is claimed, tight and of the law looks the same in every picture."""
    kinds = [kind for kind in _KINDS if mark.name.startswith(kind)]
    return like(kinds[0], mark.point, mark.name) if kinds else _numbered(mark, place)


def like(kind: str, point: Point, name: str) -> Mark:
    """Return a mark of a kind: what is claimed is a circle, what is tight a diamond."""
    shape = _KINDS.index(kind)
    return Mark(*point, name, _mark_colour(shape), shape)


def _numbered(mark: ProfileMark, place: int) -> Mark:
    return Mark(*mark.point, mark.name, _mark_colour(place), place)


def _mark_colour(index: int) -> int:
    """Return a colour; when the shapes begin again the colours are shifted by one."""
    return _MARK_COLOURS[(index + index // len(_MARK_COLOURS)) % len(_MARK_COLOURS)]


def _points(profile: NamedProfile) -> list[Point]:
    return [(epsilon_bounds(point.epsilon).lo, point.delta.hi) for point in profile.points]


def _cut(profile: NamedProfile, last: Fraction) -> list[Point]:
    """Return the points up to ``last``, where the curve is cut off or its plateau drawn on."""
    points = _points(profile)
    inside = [point for point in points if point[0] <= last]
    if len(inside) == len(points):
        return inside if profile.unfinished else [*inside, (last, points[-1][1])]
    (x0, y0), (x1, y1) = inside[-1], points[len(inside)]
    return [*inside, (last, y0 + (y1 - y0) * (last - x0) / (x1 - x0))]


def _grounded(curve: list[Point], low: Fraction) -> tuple[Point, ...]:
    """Return the curve as far as it is positive; where it falls to 0, to the foot of the axis."""
    positive = [point for point in curve if point[1] > 0]
    if len(positive) == len(curve) or not positive:
        return tuple(positive)
    return *positive, (curve[len(positive)][0], low)


def _notes(
    profiles: tuple[NamedProfile, ...], curves: list[list[Point]], last: Fraction
) -> list[Note]:
    """Return the value of each plateau in view; of equal ones only the first."""
    found: dict[str, Note] = {}
    for profile, curve in zip(profiles, curves, strict=True):
        height = curve[-1][1]
        if height == profile.plateau.hi > 0 and not profile.unfinished:
            text = f"δ ≤ {pretty(decimal(height, _NOTE_DIGITS, UP))}"
            start = min(_points(profile)[-1][0], last)
            found.setdefault(text, Note(start, last, height, text))
    return list(found.values())
