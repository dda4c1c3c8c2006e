"""Design: from a privacy target to a law."""
