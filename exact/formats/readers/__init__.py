"""A reader for each family of formats: whether a file fits, and the table that it holds."""
