"""A fifth family of games, Oware, which ships nowhere: it lies in a folder of its own on Python's path."""
