"""Judge the output of other programs: how many of its digits are right, and does it matter."""
