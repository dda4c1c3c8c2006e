"""The page on what an attacker can do with a table, one section an attack."""
