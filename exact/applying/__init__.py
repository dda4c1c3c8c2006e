"""A table applied to records: which cells there are, which key and which noise each of them has."""
