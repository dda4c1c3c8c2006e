"""Cell keys: how they are made from record keys, and the exact law they follow."""
