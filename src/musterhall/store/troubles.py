"""What a database complains about, as one sentence with its remedy."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from musterhall.events.entries import Entry
from musterhall.problems import BadInput


class Damaged(BadInput):
    """A file or an entry that is no longer what was written; `before` holds what could still be read."""

    def __init__(self, sentence: str, before: list[Entry] | None = None) -> None:
        super().__init__(sentence)
        self.before = before or []


class Unavailable(BadInput):
    """The database does not do what it should, whoever asks: a full disk, a lock, a server that went away."""


@contextmanager
def told(place: str, driver: Any = sqlite3) -> Iterator[None]:
    """Turn whatever the database complains about into one sentence that names the place."""
    try:
        yield
    except (SQLAlchemyError, driver.Error) as error:
        raise trouble(place, error) from error
    except UnicodeDecodeError as error:
        # The driver wanted to complain about a damaged file, and stumbled over the damage.
        raise Damaged(f"{place}: {DAMAGED_SENTENCES['SQLITE_CORRUPT']}") from error


def trouble(place: str, error: Exception) -> BadInput:
    if isinstance(error, PoolTimeout):
        return Unavailable(f"{place}: too many of us use it at once; try again in a moment.")
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    if isinstance(cause, sqlite3.Error):
        return _sqlite_trouble(place, cause)
    return Unavailable(f"{place}: {_postgres_sentence(cause)}")


SQLITE_SENTENCES = {
    "SQLITE_BUSY": "another program has it locked; close that program or wait for it, and try again.",
    "SQLITE_LOCKED": "another program has it locked; close that program or wait for it, and try again.",
    "SQLITE_FULL": "there is no room left on the disk, and nothing was written; make room and try again.",
    "SQLITE_IOERR": "the disk refuses ({name}); see whether it is full or failing, and try again.",
    "SQLITE_READONLY": "may not be written to; give yourself the right to write this file and its folder.",
    "SQLITE_PERM": "may not be written to; give yourself the right to write this file and its folder.",
    "SQLITE_CANTOPEN": "cannot be opened; see that its folder exists and that you may write there.",
}
DAMAGED_SENTENCES = {
    "SQLITE_NOTADB": "is not a database of Musterhall; name another file, or restore a backup in its place.",
    "SQLITE_CORRUPT": "the file is damaged; restore a backup in its place.",
}
POSTGRES_SENTENCES = {
    "42501": "this user may not do that; give it the right to create and write tables.",
    "53100": "the server's disk is full, and nothing was written; make room there and try again.",
    "53": "the server has no room for one more of us; try again in a moment.",
    "55P03": "another program has it locked; close that program or wait for it, and try again.",
    "25006": "the server only reads at present; name the one that writes.",
    "XX001": "the server's data are damaged; restore a backup in their place.",
}


def _sqlite_trouble(place: str, cause: sqlite3.Error) -> BadInput:
    name: str = getattr(cause, "sqlite_errorname", "")
    # SQLITE_IOERR_WRITE is a kind of SQLITE_IOERR, and so on.
    family = "_".join(name.split("_")[:2])
    if not name and "decode" in str(cause):
        # The driver itself finds that a text is none, and gives no code for it.
        family = "SQLITE_CORRUPT"
    if family in DAMAGED_SENTENCES:
        return Damaged(f"{place}: {DAMAGED_SENTENCES[family]}")
    sentence = SQLITE_SENTENCES.get(family, f"SQLite refuses ({cause}); see whether this is the right file.")
    return Unavailable(f"{place}: {sentence.format(name=name)}")


def _postgres_sentence(cause: Any) -> str:
    state = str(getattr(cause, "sqlstate", None) or "")
    for length in (5, 2):
        if sentence := POSTGRES_SENTENCES.get(state[:length]):
            return sentence
    if state:
        return f"the server refuses ({state}: {_first_line(cause)}); see its log."
    # Before the connection stands there is no code. The server's own words are shown, libpq's are not: they may repeat
    # parts of the address.
    _, refused, why = str(cause).partition("FATAL:")
    if refused:
        return f"the server refuses ({_first_line(why)}); check user, password and database in the address."
    return "the server cannot be reached or went away; see that it runs and that the address is right."


def _first_line(cause: object) -> str:
    return (str(cause).strip().splitlines() or [type(cause).__name__])[0].rstrip(".")
