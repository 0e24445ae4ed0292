"""Migrations of the database, run by Alembic: each step is a file in ``versions``."""

from importlib.resources import as_file, files

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine

from lalao.errors import DatabaseError

MIGRATING = 0x4C616C616F
"""The key of PostgreSQL's advisory lock for migrations."""


def migrate(engine: Engine) -> None:
    """Create the tables of a new database, or bring those of an older one up to date.

    Raises DatabaseError where a newer version of Lalao has migrated them.
    """
    with as_file(files(__package__)) as folder, engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(folder))
        if engine.dialect.name == "postgresql":  # several servers may start at once
            connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
        known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
        if not known.issuperset(MigrationContext.configure(connection).get_current_heads()):
            raise DatabaseError("a newer version of Lalao has written in this database: use that one, or a newer still")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
