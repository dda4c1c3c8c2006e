"""What a test of released counts says, in words, numbers and pictures."""
