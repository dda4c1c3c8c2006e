"""The laws that ``--law`` names, one file each: ``exact.laws.law`` finds them here."""
