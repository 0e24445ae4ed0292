"""The tables of the store."""

from sqlalchemy import Column, Float, Integer, MetaData, String, Table, Text

metadata = MetaData()

journals = Table(
    "journals",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("changed", Float, nullable=False, index=True),
    Column("classroom", String(16), nullable=False, index=True),
)
"""A row a journal: its code, and when it last grew (seconds since 1970).

`classroom` is the code of the class that a match belongs to, "" for none; the journal of a class names itself.
"""

lines = Table(
    "lines",
    metadata,
    Column("journal", String(16), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("line", Text, nullable=False),
)
"""A row a line of a journal, counted from 0: two that would follow the same line have the same key."""

classes = Table(
    "classes",
    metadata,
    Column("code", String(16), primary_key=True),
    Column("title", Text, nullable=False),
    Column("pupils", Integer, nullable=False),
)
"""What a list of classes shows, so that no journal is replayed for it; a class without a row has not been read yet."""
