"""Key orders: published bijections of the keys that are applied before a table is looked up."""
