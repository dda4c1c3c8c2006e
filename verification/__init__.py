"""Claims about tables, and the evidence for them. Nothing here changes a table."""
