"""Pictures of tests of released counts."""
