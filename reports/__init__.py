"""Reports for people and machines, and the command line."""
