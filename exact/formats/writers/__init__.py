"""A writer for each family of formats: exact, or refused with what would be lost."""
