"""Alembic's environment: runs the steps on the connection that `migrate` provides."""

from alembic import context

from lalao.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
