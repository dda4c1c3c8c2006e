"""Complete tables: a row for every count, the best one in whole keys, and the proof of that."""
