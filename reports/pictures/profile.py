"""delta(epsilon) of one or several tables and laws, with the points that are claimed of them."""

from collections.abc import Iterator

from exact.errors import InputError
from reports.document.blocks import Column, Inline, Picture
from reports.numbers import delta_bounds, epsilon_number, guaranteed, upper
from reports.pictures.behind import grid_behind, numeric
from reports.pictures.named_profile import NamedProfile
from reports.pictures.profile_curves import ProfileMark, epsilon_axis, profile_panel
from reports.plots.chart import Chart
from reports.plots.drawing import both_widths

__all__ = ["ProfileMark", "profile_picture"]

_SAID_DIGITS = 4


def profile_picture(
    profiles: tuple[NamedProfile, ...], marks: tuple[ProfileMark, ...], name: str = "profile"
) -> Picture:
    """Return delta against epsilon, delta on a log axis.

    Every delta in it is rounded up; the curve of a table is exact at each of its points.
    """
    if not profiles:
        raise InputError("profiles", 0, "has nothing to draw", "give at least one profile")
    title = "Privacy profile: the tight δ for every ε"
    alternative = " ".join([*map(_said, profiles), *map(_said_of_mark, marks)])
    x = epsilon_axis(profiles, marks)
    drawing = both_widths(Chart(name, title, alternative, x, (profile_panel(profiles, marks, x),)))
    total = len(marks) + sum(len(profile.points) for profile in profiles)
    grid_caption = "Marks, and points of each profile; between them δ = A - B e^ε falls smoothly."
    columns = (Column("of"), *numeric("ε", "δ"))
    behind = grid_behind(name, grid_caption, columns, _rows(profiles, marks), total)
    caption = _caption(profiles, marks)
    return Picture(name, title, alternative, (caption,), drawing, behind)


def _caption(profiles: tuple[NamedProfile, ...], marks: tuple[ProfileMark, ...]) -> str:
    text = (
        "The smallest δ for which (ε, δ)-differential privacy holds, over all events and all"
        " neighbouring pairs of counts. Where a curve is level it has reached its plateau, which no"
        " larger ε removes."
    )
    zero = [profile.name for profile in profiles if profile.points[0].delta.hi == 0]
    zero += [mark.name for mark in marks if delta_bounds(mark.delta).hi == 0]
    if zero:
        text += f" Not drawn, because δ = 0 has no place on a log axis: {'; '.join(zero)}."
    return text


def _rows(
    profiles: tuple[NamedProfile, ...], marks: tuple[ProfileMark, ...]
) -> Iterator[tuple[Inline, ...]]:
    for mark in marks:
        yield mark.name, epsilon_number(mark.epsilon), upper(mark.delta)
    for profile in profiles:
        for point in profile.points:
            yield profile.name, epsilon_number(point.epsilon), upper(point.delta)


def _said(profile: NamedProfile) -> str:
    """Say where a profile begins and where it ends."""
    first, last = profile.points[0], profile.points[-1]
    start = guaranteed(first.delta, _SAID_DIGITS)
    if len(profile.points) == 1:
        return f"{profile.name}: δ is {start} at every ε."
    end = epsilon_number(last.epsilon, _SAID_DIGITS).decimal
    lowest = guaranteed(last.delta, _SAID_DIGITS) if last.delta.hi else "0"
    on = "falls further" if profile.unfinished else "stays there"
    return f"{profile.name}: δ falls from {start} at ε = 0 to {lowest} at ε = {end}, and {on}."


def _said_of_mark(mark: ProfileMark) -> str:
    epsilon, delta = epsilon_number(mark.epsilon, _SAID_DIGITS), mark.delta
    return f"{mark.name}: ε = {epsilon.decimal}, δ {guaranteed(delta, _SAID_DIGITS)}."
