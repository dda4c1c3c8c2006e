"""What a table costs its users: losses of their own counts, exactly, and their laws."""
