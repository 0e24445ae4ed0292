"""Bringing a database up to date: one file a step in ``versions``, run by Alembic."""

from importlib.resources import as_file, files

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine


def migrate(engine: Engine) -> None:
    """Create the tables of a new database, or bring those of an older one up to date."""
    with as_file(files(__package__)) as folder, engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(folder))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
