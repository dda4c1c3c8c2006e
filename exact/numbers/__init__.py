"""Numbers that decide: rationals, certified enclosures, and the privacy parameter epsilon."""
