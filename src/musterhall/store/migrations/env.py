"""Alembic's way in: `opening` hands over a connection that already holds the lock and a transaction."""

from __future__ import annotations

from alembic import context

from musterhall.store.tables import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    # All or nothing on SQLite too: `opening` begins the transaction itself.
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
