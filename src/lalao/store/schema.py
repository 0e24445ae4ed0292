"""The tables of the store."""

from sqlalchemy import Column, Float, Integer, MetaData, String, Table, Text

metadata = MetaData()

journals = Table(
    "journals",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("changed", Float, nullable=False, index=True),
    Column("classroom", String(16), nullable=False, index=True),
    Column("day", Integer, nullable=False, server_default="0", index=True),
)
"""One row per journal: its code, and when it last changed (seconds since 1970, and the number of that day in `days`).

`classroom` is the code of the class that a match belongs to, "" for none; in the row of a class it is its own code.
"""

days = Table(
    "days",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("date", String(10), nullable=False),
)
"""One row: how many days a server has run on this database, and the date of the last of them."""

lines = Table(
    "lines",
    metadata,
    Column("journal", String(16), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("line", Text, nullable=False),
)
"""One row per line of a journal, counted from 0: the primary key refuses two lines after the same one."""

classes = Table(
    "classes",
    metadata,
    Column("code", String(16), primary_key=True),
    Column("title", Text, nullable=False),
    Column("pupils", Integer, nullable=False),
)
"""A cache of what a list of classes shows, so that no journal is replayed for it; rows are made on first use."""
