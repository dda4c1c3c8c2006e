"""What an audit measures: the rows of a table, and its privacy."""
