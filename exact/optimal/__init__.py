"""Linear programs solved in integers, each answer with the multipliers that prove it optimal."""
