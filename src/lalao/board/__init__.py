"""Geometry without rules: rows of pits, lattices of points, and their pictures."""
