"""What a command says: the same content as JSON for machines and as text for people."""
