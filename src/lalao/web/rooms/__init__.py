"""Rooms: the tables of matches as values fed with messages, and the lobby that hosts them."""
