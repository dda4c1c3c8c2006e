"""Engines that count records: what they are given, and what is asked of their answers."""
