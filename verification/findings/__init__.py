"""What an audit found. Each kind of finding has a stable code: see ``verification/FINDINGS.md``."""
