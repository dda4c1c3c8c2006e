"""Everything that an agency publishes about the same people, taken together."""
