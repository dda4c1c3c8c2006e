"""The values that the front door for Python, ``ptcert.py``, takes and hands out."""
