"""Noise laws with exact parameters and certified values."""
