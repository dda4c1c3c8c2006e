"""The reports of ``ptcert apply`` and ``ptcert verify``."""
