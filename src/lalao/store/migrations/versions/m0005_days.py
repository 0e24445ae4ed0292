"""Count the days on which a server ran, and date every journal by that count: a clock may leap, the count cannot."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the table ``days``, and the column ``day`` to ``journals``: the age of older journals begins now."""
    days = op.create_table(
        "days",
        sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("date", sa.String(10), nullable=False),
    )
    op.bulk_insert(days, [{"day": 0, "date": ""}])
    op.add_column("journals", sa.Column("day", sa.Integer, nullable=False, server_default="0"))
    op.create_index("ix_journals_day", "journals", ["day"])
