"""Certificates: every claim with the evidence that somebody else needs to re-check it."""
