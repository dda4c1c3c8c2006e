"""Cells and their margin under keys that add: one law, where independent cells would have three."""
