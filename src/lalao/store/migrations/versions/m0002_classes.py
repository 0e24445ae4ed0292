"""Let matches belong to a class."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column ``classroom`` to ``matches``, "" for no class."""
    op.add_column("matches", sa.Column("classroom", sa.String(16), nullable=False, server_default=""))
    op.create_index("ix_matches_classroom", "matches", ["classroom"])
