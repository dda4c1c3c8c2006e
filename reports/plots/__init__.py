"""A small chart engine: exact points in, one SVG element out, the same bytes every time."""
