"""The pictures of a report: each turns exact values into a drawing with the numbers behind it."""
