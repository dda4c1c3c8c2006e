"""The quantisation rules by name: light to import, for whoever only offers them."""

CEILING, SYMMETRIC, LARGEST_REMAINDER = "ceiling", "symmetric", "largest-remainder"
RULES = (CEILING, SYMMETRIC, LARGEST_REMAINDER)
