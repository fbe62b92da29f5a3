"""The database itself keeps a journal from being changed: entries are only added, each with the next number.

Entries go only where their stream went first, which is how `Store.remove` does it.
"""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"

CHANGED = "a journal is only added to"
SKIPPED = "an entry takes the next number of its journal"

SQLITE = (
    f"""
    CREATE TRIGGER entries_unchanged BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, '{CHANGED}'); END
    """,
    f"""
    CREATE TRIGGER entries_undeleted BEFORE DELETE ON entries
    WHEN EXISTS (SELECT 1 FROM streams WHERE stream = OLD.stream)
    BEGIN SELECT RAISE(ABORT, '{CHANGED}'); END
    """,
    # This one also stops INSERT OR REPLACE, which deletes without asking the trigger above.
    f"""
    CREATE TRIGGER entries_in_order BEFORE INSERT ON entries
    WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM entries WHERE stream = NEW.stream)
    BEGIN SELECT RAISE(ABORT, '{SKIPPED}'); END
    """,
)
POSTGRESQL = (
    f"""
    CREATE FUNCTION musterhall_only_added_to() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'INSERT' THEN
            IF NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM entries WHERE stream = NEW.stream) THEN
                RAISE integrity_constraint_violation USING MESSAGE = '{SKIPPED}';
            END IF;
            RETURN NEW;
        END IF;
        IF TG_OP = 'DELETE' THEN
            IF NOT EXISTS (SELECT 1 FROM streams WHERE stream = OLD.stream) THEN
                RETURN OLD;
            END IF;
        END IF;
        RAISE integrity_constraint_violation USING MESSAGE = '{CHANGED}';
    END $$
    """,
    """
    CREATE TRIGGER entries_only_added_to BEFORE INSERT OR UPDATE OR DELETE ON entries
    FOR EACH ROW EXECUTE FUNCTION musterhall_only_added_to()
    """,
    """
    CREATE TRIGGER entries_not_emptied BEFORE TRUNCATE ON entries
    FOR EACH STATEMENT EXECUTE FUNCTION musterhall_only_added_to()
    """,
)


def upgrade() -> None:
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRESQL:
        op.execute(statement)
