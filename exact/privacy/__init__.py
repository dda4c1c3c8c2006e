"""Differential privacy, exactly: the tight delta over all events and everything derived from it."""
