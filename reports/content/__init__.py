"""What a report says: each file is one part of it."""
