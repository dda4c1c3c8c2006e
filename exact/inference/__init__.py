"""What may be concluded from released counts whose noise has a known law: tests and estimates."""
