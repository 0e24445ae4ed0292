"""A fifth family of games, Oware, which is not shipped: it lies in a folder of its own on Python's path."""
