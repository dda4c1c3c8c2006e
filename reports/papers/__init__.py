"""The papers recomputed: every number that they print, beside the exact value."""
