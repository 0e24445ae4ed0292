"""Oware by the Abapa rules: two rows of six houses; sow, and take twos and threes from the other row."""
