"""Draw the house anew: ``python -m tests.house`` writes ``docs/house.svg``."""

from tests.house.picture import DRAWING, drawn_house

DRAWING.write_text(drawn_house(), encoding="utf-8")
