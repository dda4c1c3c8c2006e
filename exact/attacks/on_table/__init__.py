"""Each attack on a user's own table, with every number that is said about it."""
