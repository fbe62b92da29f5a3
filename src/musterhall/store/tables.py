"""The store's tables as they are today; how a database comes to have them is told in `migrations`."""

from __future__ import annotations

from sqlalchemy import Column, Integer, MetaData, Table, Text

VERSION_TABLE = "musterhall_version"

metadata = MetaData()

streams = Table(
    "streams",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("created", Text, nullable=False),
)

entries = Table(
    "entries",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("data", Text, nullable=False),
    Column("who", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("form", Integer, nullable=False),
    Column("check", Text, nullable=False),
)

ends = Table(
    "ends",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("check", Text, nullable=False),
)
"""The last number and check of each journal, so that an end which is missing is noticed."""

kept_keys = Table("kept_keys", metadata, Column("key", Text, primary_key=True))
"""The hall's keys on their way: a backup has them, a database that is in use has none."""
