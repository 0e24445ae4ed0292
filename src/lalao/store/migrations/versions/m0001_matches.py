"""Create the table of matches, each with its journal as one text."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the table ``matches``."""
    op.create_table(
        "matches",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("lines", sa.Integer, nullable=False),
        sa.Column("journal", sa.Text, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
    op.create_index("ix_matches_changed", "matches", ["changed"])
