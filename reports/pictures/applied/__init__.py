"""Pictures of tables that were applied, and of published cells that were verified."""
