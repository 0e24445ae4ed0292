"""What is kept: matches, each an append-only journal; SQLite in the user's data folder unless told otherwise.

A journal is a list of lines, JSON texts that this layer does not read. What `Store.append` has acknowledged is on disk.

>>> store = Store.open("sqlite://")
>>> store.create("ABCD", ['{"kind": "opened"}'])
True
>>> store.append("ABCD", 1, '{"kind": "moved"}').result()
>>> store.lines("ABCD")
['{"kind": "opened"}', '{"kind": "moved"}']
>>> store.close()
"""

from lalao.store.journal import ClassRow, Store, default_url

__all__ = ["ClassRow", "Store", "default_url"]
