"""The local page of ``ptcert app``: questions as forms, answered by the command line itself."""
