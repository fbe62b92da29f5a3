"""The last number and check of each journal in a table of their own: a journal that lost its end would look whole.

An end only goes forward, and goes only where its stream went first.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

CHANGED = "a journal is only added to"

FILL = """
    INSERT INTO ends (stream, seq, "check")
    SELECT streams.stream, coalesce(entries.seq, 0), coalesce(entries."check", '')
    FROM streams LEFT JOIN entries ON entries.stream = streams.stream
        AND entries.seq = (SELECT max(seq) FROM entries AS others WHERE others.stream = streams.stream)
"""
SQLITE = (
    f"""
    CREATE TRIGGER ends_forward BEFORE UPDATE ON ends
    WHEN NEW.stream <> OLD.stream OR NEW.seq <= OLD.seq
    BEGIN SELECT RAISE(ABORT, '{CHANGED}'); END
    """,
    f"""
    CREATE TRIGGER ends_undeleted BEFORE DELETE ON ends
    WHEN EXISTS (SELECT 1 FROM streams WHERE stream = OLD.stream)
    BEGIN SELECT RAISE(ABORT, '{CHANGED}'); END
    """,
)
POSTGRESQL = (
    f"""
    CREATE FUNCTION musterhall_ends_forward() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'UPDATE' THEN
            IF NEW.stream = OLD.stream AND NEW.seq > OLD.seq THEN
                RETURN NEW;
            END IF;
        ELSIF TG_OP = 'DELETE' THEN
            IF NOT EXISTS (SELECT 1 FROM streams WHERE stream = OLD.stream) THEN
                RETURN OLD;
            END IF;
        END IF;
        RAISE integrity_constraint_violation USING MESSAGE = '{CHANGED}';
    END $$
    """,
    """
    CREATE TRIGGER ends_forward BEFORE UPDATE OR DELETE ON ends
    FOR EACH ROW EXECUTE FUNCTION musterhall_ends_forward()
    """,
    """
    CREATE TRIGGER ends_not_emptied BEFORE TRUNCATE ON ends
    FOR EACH STATEMENT EXECUTE FUNCTION musterhall_ends_forward()
    """,
)


def upgrade() -> None:
    op.create_table(
        "ends",
        sa.Column(
            "stream",
            sa.Text,
            sa.ForeignKey("streams.stream", deferrable=True, initially="DEFERRED"),
            primary_key=True,
        ),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("check", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.execute(FILL)
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRESQL:
        op.execute(statement)
