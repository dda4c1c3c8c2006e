"""Ways to perturb a table other than by one noise law: matrices, ranges that grow, weights."""
