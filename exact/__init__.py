"""Exact arithmetic on perturbation tables: no float enters this package."""
