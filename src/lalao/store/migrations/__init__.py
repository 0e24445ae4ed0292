"""Migrations of the database, run by Alembic: each step is a file in ``versions``.

A new database gets its tables from the schema, and one that is up to date needs no step: neither loads Alembic.
"""

from importlib.resources import as_file, files

from sqlalchemy import Connection, Engine, inspect

from lalao.errors import DatabaseError
from lalao.store.schema import metadata

HEAD = "0006"
"""The newest step."""
MIGRATING = 0x4C616C616F
"""The key of PostgreSQL's advisory lock for migrations."""
VERSION = "alembic_version"
"""Alembic's table, whose only row names the last step done."""


def migrate(engine: Engine) -> None:
    """Create the tables of a new database, or bring those of an older one up to date.

    Raises DatabaseError where a newer version of Lalao has migrated them.
    """
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":  # several servers may start at once
            connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
        match _steps(connection):
            case []:
                _create(connection)
            case [step] if step == HEAD:
                return
            case _:
                _upgrade(connection)


def _steps(connection: Connection) -> list[str]:
    """Return the last steps that a database names: none where it is new."""
    if not inspect(connection).has_table(VERSION):
        return []
    return list(connection.exec_driver_sql(f"SELECT version_num FROM {VERSION}").scalars())


def _create(connection: Connection) -> None:
    """Create all tables at once or none, as the steps together would."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # its driver begins no transaction before CREATE
    connection.exec_driver_sql(
        f"CREATE TABLE IF NOT EXISTS {VERSION} "
        f"(version_num VARCHAR(32) NOT NULL, CONSTRAINT {VERSION}_pkc PRIMARY KEY (version_num))"
    )
    metadata.create_all(connection, checkfirst=False)
    connection.exec_driver_sql("INSERT INTO days (day, date) VALUES (0, '')")
    connection.exec_driver_sql(f"INSERT INTO {VERSION} VALUES ('{HEAD}')")


def _upgrade(connection: Connection) -> None:
    """Run the steps that are missing.

    Raises DatabaseError where the database names a step that is not among them.
    """
    from alembic import command  # loaded here: with Mako and Pygments it is a quarter of a server's imports
    from alembic.config import Config
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    with as_file(files(__package__)) as folder:
        config = Config()
        config.set_main_option("script_location", str(folder))
        known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
        if not known.issuperset(MigrationContext.configure(connection).get_current_heads()):
            raise DatabaseError("a newer version of Lalao has written in this database: use that one, or a newer still")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
