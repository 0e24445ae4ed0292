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
)
"""A row a match: its code, its journal as lines joined by line feeds and their number, when it last grew (seconds)."""
