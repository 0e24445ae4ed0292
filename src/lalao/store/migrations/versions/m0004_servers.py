"""Servers that share a database, and which of them hosts which room or class."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create the tables, empty."""
    op.create_table(
        "servers",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("beat", sa.Integer, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("code", sa.String(16), primary_key=True),
        sa.Column("server", sa.String(32), nullable=False),
    )
    op.create_index("ix_leases_server", "leases", ["server"])
