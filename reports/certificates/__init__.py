"""Certificates made, re-checked, read and written: what the commands and the front door share."""
