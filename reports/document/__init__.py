"""A document as a value, and its settings as HTML, PDF and Markdown."""
