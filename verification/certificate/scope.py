"""What every certificate covers and does not cover, word by word: it is part of the format."""

COVERS = (
    "one count of one table, keys uniform and independent, or (claim key-law) by the law of the "
    "stated key arithmetic"
)
NOT_COVERED = (
    "counts that the table has no row for",
    "repeated, overlapping or differenced queries, and any composition of releases",
    "record keys that are not independent and uniform, or that are reused with other data",
    "the rule 'same participants, same noise', which ties the noise of different tables together",
    "whether the software in use looks the table up as certified",
)
