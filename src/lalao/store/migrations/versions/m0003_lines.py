"""Store one row per line instead of each journal as one growing text, and add the table for lists of classes."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

OLD = sa.table("matches", *(sa.column(name) for name in ("id", "journal", "changed", "classroom")))


def upgrade() -> None:
    """Create the tables ``journals``, ``lines`` and ``classes``, and move every journal into them."""
    op.create_table(
        "journals",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("changed", sa.Float, nullable=False),
        sa.Column("classroom", sa.String(16), nullable=False),
    )
    op.create_index("ix_journals_changed", "journals", ["changed"])
    op.create_index("ix_journals_classroom", "journals", ["classroom"])
    lines = op.create_table(
        "lines",
        sa.Column("journal", sa.String(16), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("line", sa.Text, nullable=False),
    )
    op.create_table(
        "classes",
        sa.Column("code", sa.String(16), primary_key=True),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("pupils", sa.Integer, nullable=False),
    )
    connection = op.get_bind()
    connection.execute(
        sa.text("INSERT INTO journals (id, changed, classroom) SELECT id, changed, classroom FROM matches")
    )
    for code in connection.execute(sa.select(OLD.c.id)).scalars().all():
        journal = connection.execute(sa.select(OLD.c.journal).where(OLD.c.id == code)).scalar_one()
        rows = [{"journal": code, "seq": seq, "line": line} for seq, line in enumerate(str(journal).split("\n"))]
        connection.execute(lines.insert(), rows)
    op.drop_table("matches")
