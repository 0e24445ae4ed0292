"""Combinatorial game theory: nimbers, canonical forms, sums of blocks."""
