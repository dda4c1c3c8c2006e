"""Where the words of a note go: along their line, where they cover the fewest lines."""

from dataclasses import dataclass
from itertools import product

from reports.plots.labels import TICK_SIZE, short, width
from reports.plots.shapes import Spot
from reports.plots.words import words

Stroke = tuple[Spot, Spot]
# How far from its line a note may be: at the line, past another note there, past two.
_AWAY, _STRIDE, _MARK = (60, 220, 380), 200, 90


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in tenths of a pixel."""

    left: int
    top: int
    right: int
    bottom: int

    def holds(self, other: "Box") -> bool:
        """Tell whether ``other`` lies inside."""
        across = self.left <= other.left and other.right <= self.right
        return across and self.top <= other.top and other.bottom <= self.bottom

    def meets(self, stroke: Stroke) -> bool:
        """Tell whether a straight line passes through: no side of the box separates them."""
        (x0, y0), (x1, y1) = stroke
        if max(x0, x1) < self.left or min(x0, x1) > self.right:
            return False
        if max(y0, y1) < self.top or min(y0, y1) > self.bottom:
            return False
        corners = product((self.left, self.right), (self.top, self.bottom))
        sides = [(x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) for x, y in corners]
        return min(sides) <= 0 <= max(sides)

    def overlaps(self, other: "Box") -> bool:
        """Tell whether both share an area."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def sides(self) -> tuple[Stroke, ...]:
        """Return both diagonals: whatever covers the box meets one of them."""
        return (
            ((self.left, self.top), (self.right, self.bottom)),
            ((self.left, self.bottom), (self.right, self.top)),
        )


Taken = tuple[list[Stroke], list[Box]]


def around(mark: Spot) -> Box:
    """Return the box that a mark takes."""
    return Box(mark[0] - _MARK, mark[1] - _MARK, mark[0] + _MARK, mark[1] + _MARK)


def place_note(
    text: str, along: tuple[int, int], level: int, frame: Box, taken: Taken
) -> tuple[str, Box]:
    """Return the note as SVG and its box; the first of the places that cover least.

    Words over words cannot be read, words over a line can: other notes count first.
    """
    shown = short(text)
    candidates = _candidates(shown, along, level)
    found = [box for box in candidates if frame.holds(box)] or [_pushed(candidates[0], frame)]
    strokes, notes = taken
    best = min(
        found,
        key=lambda box: (
            sum(box.overlaps(note) for note in notes),
            sum(box.meets(stroke) for stroke in strokes),
        ),
    )
    return words("note", shown, (best.left, best.bottom - 30), TICK_SIZE), best


def _candidates(text: str, along: tuple[int, int], level: int) -> list[Box]:
    """Return boxes above and below the line, from its end to its start; then further away."""
    wide, high = 10 * width(text), 10 * (TICK_SIZE + 3)
    start, end = along
    return [
        Box(right - wide, top, right, top + high)
        for away in _AWAY
        for right in range(end, min(start + wide, end) - 1, -_STRIDE)
        for top in (level - away - high, level + away)
    ]


def _pushed(box: Box, frame: Box) -> Box:
    """Return the box moved into the frame, as far as it fits."""
    across = max(frame.left - box.left, 0) or min(frame.right - box.right, 0)
    down = max(frame.top - box.top, 0) or min(frame.bottom - box.bottom, 0)
    return Box(box.left + across, box.top + down, box.right + across, box.bottom + down)
