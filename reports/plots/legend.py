"""The legend: above the frame, so it covers nothing; as many lines as it needs."""

from dataclasses import dataclass

from reports.plots.chart import Mark, Panel, Series
from reports.plots.labels import TICK_SIZE, short, width, wrapped
from reports.plots.shapes import SAMPLE_WIDTH, mark_path, sample
from reports.plots.words import words

LINE_HEIGHT = 19
_GAP, _BETWEEN = 7, 24


@dataclass(frozen=True, slots=True)
class Entry:
    """A series or a mark with its words, ``left`` pixels from the left in line ``line``.

    What does not fit into a line goes on in the next, as an entry of words alone.
    """

    line: int
    left: int
    text: str
    item: Series | Mark | None


def entries(panel: Panel, left: int, right: int) -> tuple[Entry, ...]:
    """Return the legend of a panel, broken into lines between ``left`` and ``right``."""
    found: list[Entry] = []
    line, at = 0, left
    for name, item in _named(panel):
        texts = wrapped(name, right - left - SAMPLE_WIDTH - _GAP)
        taken = SAMPLE_WIDTH + _GAP + width(texts[0])
        if at > left and (at + taken > right or texts[1:]):
            line, at = line + 1, left
        found.append(Entry(line, at, texts[0], item))
        found += [Entry(line + i, at, text, None) for i, text in enumerate(texts[1:], 1)]
        line += len(texts) - 1
        at = right if texts[1:] else at + taken + _BETWEEN
    return tuple(found)


def height(legend: tuple[Entry, ...]) -> int:
    """Return how many pixels a legend takes."""
    return LINE_HEIGHT * (legend[-1].line + 1) if legend else 0


def draw_legend(legend: tuple[Entry, ...], top: int) -> str:
    """Return the legend as SVG, its first line below ``top``."""
    parts = []
    for entry in legend:
        middle = 10 * (top + LINE_HEIGHT * entry.line) + 5 * LINE_HEIGHT
        parts.append(_sample(entry.item, 10 * entry.left, middle))
        place = (10 * (entry.left + SAMPLE_WIDTH + _GAP), middle + 42)
        parts.append(words("legend", entry.text, place, TICK_SIZE))
    return "".join(parts)


def _named(panel: Panel) -> list[tuple[str, Series | Mark]]:
    series = [(short(item.name), item) for item in panel.series if item.name]
    return [*series, *((short(mark.text), mark) for mark in panel.marks)]


def _sample(item: Series | Mark | None, left: int, middle: int) -> str:
    if item is None:
        return ""
    if isinstance(item, Series):
        return sample(item, left, middle)
    return mark_path(item, (left + 5 * SAMPLE_WIDTH, middle))
