"""The one value in the middle: a perturbation table, its file, and what it does."""
