"""Work of researchers: atlases, quotients, fair starts, proofs over days, several machines, results as data."""
