"""Drop the leases: the key of a journal's lines decides which of several servers appends first."""

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Drop the tables."""
    for name in ("leases", "servers"):
        op.drop_table(name)
