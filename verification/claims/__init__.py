"""Claims about a table, each by its name: what it says, its evidence, who proves it."""
