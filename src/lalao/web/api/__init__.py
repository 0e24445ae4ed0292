"""What is asked by HTTP: parse, ask, answer."""
