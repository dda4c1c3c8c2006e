"""What bounded noise gives away: attacks with their exact probabilities."""
