"""Drop the leases: the key of a journal's lines decides which of several servers appends first."""

from lalao.store.migrations.versions import m0004_servers as leases

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Drop the tables."""
    leases.downgrade()


def downgrade() -> None:
    """Create them, empty."""
    leases.upgrade()
