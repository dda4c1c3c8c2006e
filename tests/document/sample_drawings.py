"""Small drawings for the sample document, in the classes that the drawings of reports use.

Light colours are presentation attributes; ``s0``... and ``h0``... name a series or a shade, so
that a page may give it another colour in the dark.
"""

from reports.plots.drawing import Drawing

_SERIES = ("#0b5cad", "#b34700")
_SHADES = (
    "#f2f6fb",
    "#dce8f5",
    "#c3d8ee",
    "#a3c4e4",
    "#7eabd6",
    "#578fc4",
    "#3673ae",
    "#1c578f",
    "#0b3c6b",
)
_TEXT = 'class="label" font-family="sans-serif" font-size="13" fill="#1a2530"'
_LINE = 'stroke="#5a6672" stroke-width="1"'


def _drawing(inside: list[str], title: str) -> Drawing:
    head = (
        '<svg xmlns="http://www.w3.org/2000/svg" class="plot" viewBox="0 0 640 320" width="640" '
        f'height="320" role="img" aria-label="{title}">'
    )
    svg = "".join([head, *inside, "</svg>"])
    return Drawing(svg, svg)


def _axes() -> list[str]:
    return [
        f'<line class="axis" x1="60" y1="270" x2="620" y2="270" {_LINE}/>',
        f'<line class="axis" x1="60" y1="20" x2="60" y2="270" {_LINE}/>',
        '<line class="grid" x1="60" y1="145" x2="620" y2="145" stroke="#d5dbe1"/>',
    ]


def bars(entries: tuple[tuple[str, int], ...]) -> Drawing:
    """Return bars with their names below; coordinates are whole numbers."""
    highest = max(value for _, value in entries)
    step = 540 // len(entries)
    inside = _axes()
    for place, (name, value) in enumerate(entries):
        height = max(1, 240 * value // highest)
        left = 75 + place * step
        inside.append(
            f'<rect class="s0" x="{left}" y="{270 - height}" width="{step - 14}" '
            f'height="{height}" fill="{_SERIES[0]}"/>'
            f'<text {_TEXT} x="{left + step // 2 - 7}" y="290" text-anchor="middle">{name}</text>'
        )
    inside.append(f'<text {_TEXT} x="340" y="312" text-anchor="middle">noise value</text>')
    return _drawing(inside, "Bars")


def curve(points: tuple[tuple[int, int], ...]) -> Drawing:
    """Return two curves with markers and a legend."""
    highest = max(y for _, y in points)
    inside = _axes()
    for series, colour in enumerate(_SERIES):
        places = [(60 + 75 * x, 270 - 240 * y // (highest * (series + 1))) for x, y in points]
        line = " ".join(f"{x},{y}" for x, y in places)
        inside.append(
            f'<polyline class="s{series}" points="{line}" fill="none" stroke="{colour}" '
            'stroke-width="2"/>'
        )
        inside += [
            f'<circle class="s{series}" cx="{x}" cy="{y}" r="4" fill="{colour}"/>'
            for x, y in places
        ]
        inside.append(
            f'<g class="legend"><rect class="s{series}" x="80" y="{30 + 22 * series}" width="14" '
            f'height="14" fill="{colour}"/><text {_TEXT} x="102" y="{42 + 22 * series}">'
            f"series {series + 1}</text></g>"
        )
    inside.append(f'<text {_TEXT} x="340" y="312" text-anchor="middle">count</text>')
    return _drawing(inside, "Two curves")


def heat_map(levels: tuple[int, ...], columns: int) -> Drawing:
    """Return cells in nine shades."""
    inside = [
        f'<rect class="h{level}" x="{140 + 60 * (place % columns)}" '
        f'y="{10 + 46 * (place // columns)}" width="58" height="44" fill="{_SHADES[level]}"/>'
        for place, level in enumerate(levels)
    ]
    inside.append(f'<text {_TEXT} x="320" y="308" text-anchor="middle">true count</text>')
    return _drawing(inside, "Heat map")
