"""The store: matches and classes as append-only journals, by default in SQLite in the user's data folder.

A journal is a list of lines, JSON texts that this layer does not parse. A line that `Store.append` has acknowledged is
on disk.

>>> store = Store.open("sqlite://")
>>> store.create("ABCD", ['{"kind": "opened"}'])
True
>>> seconds = store.append("ABCD", 1, '{"kind": "moved"}').result()
>>> store.lines("ABCD")
['{"kind": "opened"}', '{"kind": "moved"}']
>>> store.close()
"""

from lalao.store.journal import ClassRow, Store, default_url

__all__ = ["ClassRow", "Store", "default_url"]
