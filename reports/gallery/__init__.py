"""Reports to look at, made by ``make gallery``."""
