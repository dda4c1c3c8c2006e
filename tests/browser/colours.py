"""Contrast of what a page shows, by the formula of WCAG 2 (relative luminance)."""

import re
from fractions import Fraction

from playwright.sync_api import Page

# The colours of each text and what lies behind it, as the browser computed them. Text in a
# drawing is filled, and lies on the topmost shape under its middle.
PAIRS = """() => {
  const opaque = colour => colour && !/^(none|transparent)$|, 0\\)$/.test(colour);
  const background = element => {
    for (let each = element; each; each = each.parentElement) {
      const colour = getComputedStyle(each).backgroundColor;
      if (opaque(colour)) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const below = text => {
    const svg = text.ownerSVGElement;
    const box = text.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const shapes = [...svg.querySelectorAll("rect, circle, path, polygon")].filter(shape => {
      const other = shape.getBoundingClientRect();
      return opaque(getComputedStyle(shape).fill) && other.left <= x && x <= other.right
        && other.top <= y && y <= other.bottom
        && shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING;
    });
    return shapes.length ? getComputedStyle(shapes.at(-1)).fill : background(svg);
  };
  const pairs = new Map();
  const note = (where, ink, paper) => pairs.set(`${ink} on ${paper}`, [where, ink, paper]);
  const seen = element => element.checkVisibility({ opacityProperty: true });
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
    if (!own || !seen(element) || element.closest(".unseen, script")) continue;
    const where = `${element.tagName} ${element.textContent.trim().slice(0, 30)}`;
    if (element instanceof SVGElement) {
      if (element.closest("text")) {
        note(where, getComputedStyle(element).fill, below(element.closest("text")));
      }
    } else {
      note(where, getComputedStyle(element).color, background(element));
    }
  }
  return [...pairs.values()];
}"""


def faint_texts(page: Page, least: Fraction) -> list[str]:
    """Return the texts with less contrast than ``least`` to one."""
    found: list[tuple[str, str, str]] = page.evaluate(PAIRS)
    if not found:
        raise ValueError("the page shows no text")
    return [
        f"{where}: {ink} on {paper}" for where, ink, paper in found if contrast(ink, paper) < least
    ]


def contrast(one: str, other: str) -> Fraction:
    """Return (L1 + 0.05) / (L2 + 0.05), the lighter over the darker."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + Fraction(1, 20)) / (darker + Fraction(1, 20))


def luminance(colour: str) -> Fraction:
    """Return 0.2126 R + 0.7152 G + 0.0722 B of a computed colour, each channel made linear."""
    match = re.fullmatch(r"rgb\((\d+), (\d+), (\d+)\)", colour)
    if match is None:
        raise ValueError(f"{colour} is no opaque colour")
    weights = (Fraction("0.2126"), Fraction("0.7152"), Fraction("0.0722"))
    return sum(
        (weight * _linear(int(part)) for weight, part in zip(weights, match.groups(), strict=True)),
        Fraction(0),
    )


def _linear(channel: int) -> Fraction:
    share = channel / 255
    return Fraction(share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4)
