"""What the checker is made of: plain functions of the standard library, one idea a file."""
