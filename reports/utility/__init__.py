"""What a table costs its users, where no closed form exists: seeded simulation, and its words."""
