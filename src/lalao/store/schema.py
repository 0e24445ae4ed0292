"""The tables of the store."""

from sqlalchemy import Column, Float, Integer, MetaData, String, Table, Text

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("lines", Integer, nullable=False),
    Column("journal", Text, nullable=False),
    Column("changed", Float, nullable=False, index=True),
    Column("classroom", String(16), nullable=False, server_default="", index=True),
)
"""A row a journal: its code, its lines joined by line feeds and their number, when it last grew (seconds).

`classroom` is the code of the class that a match belongs to, "" for none; the journal of a class names itself.
"""
