"""From a law to integers: how many of K keys lead to each noise value."""
