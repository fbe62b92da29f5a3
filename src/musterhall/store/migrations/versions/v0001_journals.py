"""The two tables: streams, and the entries of each, numbered without gaps."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "streams",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("created", sa.Text, nullable=False),
    )
    op.create_table(
        "entries",
        # Deferred, because removing a stream takes the stream away first: see the next version.
        sa.Column(
            "stream",
            sa.Text,
            sa.ForeignKey("streams.stream", deferrable=True, initially="DEFERRED"),
            primary_key=True,
        ),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("form", sa.Integer, nullable=False),
        sa.Column("check", sa.Text, nullable=False),
        # A journal lies in one piece and an append writes one page, not two.
        sqlite_with_rowid=False,
    )
    marked = sa.text("key <> ''")
    op.create_index(
        "entries_key", "entries", ["stream", "key"], unique=True, sqlite_where=marked, postgresql_where=marked
    )
