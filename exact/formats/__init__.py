"""Readers and writers of the tables that agencies have on disk: exact, or refused with a reason."""
