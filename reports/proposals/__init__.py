"""Who proposes in floating point: what comes from here is checked before anybody reads it."""
