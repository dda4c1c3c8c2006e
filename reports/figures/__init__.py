"""Figures of the papers, drawn from exact values."""
