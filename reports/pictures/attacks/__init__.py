"""One picture for each attack on a table."""
