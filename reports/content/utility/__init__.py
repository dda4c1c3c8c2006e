"""The page of ``ptcert utility``."""
