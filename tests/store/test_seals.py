"""Hands in the database: sealed with a key that lies elsewhere, and opened for whoever has it."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest
from sqlalchemy import insert, text
from tests.store.test_opening import bare_engine

from musterhall.events.entries import NewEntry
from musterhall.problems import BadInput
from musterhall.store.backup import backup, restore
from musterhall.store.journals import KEY_STREAM, Store
from musterhall.store.opening import VERSIONS, migrate, open_store
from musterhall.store.ready_entries import MarkTaken, ReadyEntry
from musterhall.store.rows import NOTHING_YET, Row, end_after, next_row
from musterhall.store.seals import Unopened, fingerprint
from musterhall.store.tables import ends, entries, streams

GAMBIT = "Kestrel Gambit"
HAND = {"player": "p1", "cards": [{"name": GAMBIT, "kind": "mission"}]}
PLAYED = {"player": "p1", "round": 1, "card": GAMBIT}
DAY = [NewEntry("event.created", {"name": "Day"}), NewEntry("hand.submitted", HAND), NewEntry("hand.played", PLAYED)]
OLD_KEY = "ab" * 32


@pytest.fixture(autouse=True)
def own_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL's keys are in Musterhall's folder, which other tests share."""
    monkeypatch.setenv("MUSTER_HOME", str(tmp_path / "home"))


def stored(store: Store) -> str:
    """All that whoever has the database can read."""
    with store.engine.connect() as connection:
        rows = [row for table in ("entries", "kept_keys") for row in connection.execute(text(f"SELECT * FROM {table}"))]
    return "\n".join(str(tuple(row)) for row in rows)


def on_the_disk(path: Path) -> bytes:
    return b"".join(one.read_bytes() for one in path.parent.glob(f"{path.name}*") if one.suffix != ".keys")


def test_whoever_has_the_database_alone_reads_no_hand(address: str) -> None:
    with open_store(address) as store:
        written = store.create("day", "event", "Day", DAY)
        assert [one.data for one in written] == [one.data for one in DAY]
        assert store.entries("day") == written
        assert store.sound("day") == []
        found, keys, path = stored(store), store.keys.known(), store.path
        assert stat.S_IMODE(os.stat(store.keys.file).st_mode) == 0o600
    assert GAMBIT not in found
    assert len(keys) == 1
    assert keys[0].hex() not in found
    assert fingerprint(keys[0]) in found
    if path is not None:
        assert GAMBIT.encode() not in on_the_disk(path)


def test_a_hand_is_sealed_for_its_own_place(address: str) -> None:
    with open_store(address) as store:
        store.create("day", "event", "Day", DAY)
        store.append("day", [NewEntry("hand.submitted", HAND)])
        store.adopt("other", "event", "Other", store.entries("day"))
        with store.engine.connect() as connection:
            rows = connection.execute(text("SELECT data FROM entries WHERE kind = 'hand.submitted'")).scalars()
            seals = [json.loads(data)["sealed"] for data in rows]
    assert len(set(seals)) == len(seals) == 4


def test_without_its_key_a_hand_stays_shut_and_nothing_else_does(address: str) -> None:
    with open_store(address) as store:
        store.create("day", "event", "Day", DAY)
        store.create("open", "event", "Open", DAY[:1])
        store.keys.file.unlink()
    with open_store(address) as store:
        with pytest.raises(Unopened, match="a key which is not on this machine"):
            store.entries("day")
        assert store.sound("day") == []
        assert len(store.entries("open")) == 1
        with pytest.raises(Unopened, match="the hall's key is not on this machine"):
            store.append("open", [NewEntry("hand.submitted", HAND)])


def test_two_who_need_a_key_at_once_have_the_same(address: str) -> None:
    with open_store(address) as one, open_store(address) as other:
        assert one.hall_key() == other.hall_key() == one.hall_key()
        assert len(one.entries(KEY_STREAM)) == 1


def test_the_key_is_in_the_file_that_is_named(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_KEYS", str(tmp_path / "stick" / "hall.keys"))
    with open_store(address) as store:
        store.create("day", "event", "Day", DAY)
    monkeypatch.setenv("MUSTER_KEYS", str(tmp_path / "elsewhere.keys"))
    with open_store(address) as store, pytest.raises(Unopened):
        store.entries("day")
    monkeypatch.setenv("MUSTER_KEYS", str(tmp_path / "stick" / "hall.keys"))
    with open_store(address) as store:
        assert store.entries("day")[1].data == HAND


# Marks


def test_a_hand_sent_again_is_one_hand_and_its_mark_tells_nothing_of_it(address: str) -> None:
    sent = NewEntry("hand.played", PLAYED, key="a mark\nits fingerprint\n2")
    with open_store(address) as store:
        store.create("day", "event", "Day", DAY[:2])
        first = store.append("day", [sent])
        assert store.append("day", [sent]) == first
        assert first[0].key == "a mark\n\n2"
        assert "its fingerprint" not in stored(store)
        with pytest.raises(MarkTaken):
            store.append("day", [NewEntry("hand.played", PLAYED | {"card": "Fog"}, key=sent.key)])


# Backups


def test_a_backup_brings_the_key_along(address: str, tmp_path: Path) -> None:
    with open_store(address) as store:
        written = store.create("day", "event", "Day", DAY)
        backup(store, tmp_path / "a.backup")
    with open_store(tmp_path / "new.db") as new:
        new.create("night", "event", "Night", DAY)
    restore(tmp_path / "a.backup", tmp_path / "new.db", overwrite=True)
    with open_store(tmp_path / "new.db") as new:
        assert new.entries("day") == written
        assert [info.stream for info in new.streams("event")] == ["day"]
        assert new.append("day", [NewEntry("hand.submitted", HAND)])[0].data == HAND
        assert not any(key.hex() in stored(new) for key in new.keys.known())


def test_a_backup_that_is_put_to_use_as_it_is_gives_up_its_key(address: str, tmp_path: Path) -> None:
    with open_store(address) as store:
        written = store.create("day", "event", "Day", DAY)
        key = store.hall_key().hex()
        backup(store, tmp_path / "a.db")
    assert key.encode() in (tmp_path / "a.db").read_bytes()
    with open_store(tmp_path / "a.db") as moved:
        assert moved.entries("day") == written
    assert key.encode() not in on_the_disk(tmp_path / "a.db")


# Databases from before


def older(address: str, *, damaged: bool = False) -> list[Row]:
    """A database whose hands are open, and whose key is a journal; the rows of its event."""
    rows = journal("day", [*DAY[:2], NewEntry("hand.played", PLAYED, key="a mark\nits fingerprint")])
    if damaged:
        rows[0] = rows[0]._replace(data="{}")
    key = journal(KEY_STREAM, [NewEntry("key.made", {"key": OLD_KEY})])
    engine = bare_engine(address)
    with engine.begin() as connection:
        migrate(connection, VERSIONS[2])
        for stream, kind, its in (("day", "event", rows), (KEY_STREAM, KEY_STREAM, key)):
            about = {"stream": stream, "kind": kind, "title": stream, "created": its[0].at}
            connection.execute(insert(streams), [about])
            connection.execute(insert(ends), [{"stream": stream, "seq": its[-1].seq, "check": its[-1].check}])
            for row in its:
                connection.execute(insert(entries), [{"stream": stream, **row._asdict()}])
    engine.dispose()
    return rows


def journal(stream: str, new: list[NewEntry]) -> list[Row]:
    rows: list[Row] = []
    for one in new:
        ready = ReadyEntry(one.kind, json.dumps(one.data), one.who, one.why, one.key)
        rows.append(next_row(stream, end_after(rows, NOTHING_YET), ready, "2025-11-29T08:00:00.000Z"))
    return rows


def test_hands_of_an_older_database_are_sealed_when_it_is_opened(address: str) -> None:
    rows = older(address)
    with open_store(address) as store:
        said = [(one.seq, one.kind, one.data) for one in store.entries("day")]
        assert said == [(row.seq, row.kind, json.loads(row.data)) for row in rows]
        assert store.sound("day") == store.sound(KEY_STREAM) == []
        assert store.hall_key().hex() == OLD_KEY
        found, path = stored(store), store.path
        assert store.append("day", [NewEntry("note.added", {"text": "on"})])[0].seq == 4
    assert not any(secret in found for secret in (GAMBIT, OLD_KEY, "its fingerprint"))
    if path is not None:
        left = on_the_disk(path)
        assert not any(secret.encode() in left for secret in (GAMBIT, OLD_KEY, "its fingerprint"))


def test_a_damaged_journal_stays_as_it_was_for_its_reader_to_be_told(address: str) -> None:
    older(address, damaged=True)
    with open_store(address) as store:
        with pytest.raises(BadInput, match=r"entry 1 of .day. was changed after it was written"):
            store.entries("day")
        assert GAMBIT in stored(store)


def test_an_older_backup_is_restored_with_its_hands_sealed(tmp_path: Path) -> None:
    older(str(tmp_path / "old.backup"))
    restore(tmp_path / "old.backup", tmp_path / "new.db")
    with open_store(tmp_path / "new.db") as store:
        assert store.entries("day")[1].data == HAND
        assert GAMBIT not in stored(store)
