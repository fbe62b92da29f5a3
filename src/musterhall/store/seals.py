"""What lies sealed in the database: hands, which nobody else may know before they are played.

The keys are in a file of their own and never in the database, so whoever has the database alone cannot read them. A
hall seals with one key; those of halls whose journals were restored here stay beside it, to open what they have sealed.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from musterhall.problems import BadInput
from musterhall.store.home import locked, read_kept, write_whole
from musterhall.store.ready_entries import JSON, SECRET, ReadyEntry
from musterhall.store.rows import Row

SEALED = "sealed"
NONCE = 12
BLOCK = 512
KEY = 32


class Unopened(BadInput):
    """Something sealed for which there is no key here."""


class HallKeys:
    """The file with the keys, one to a line."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._read: tuple[bytes, ...] = ()

    def known(self) -> tuple[bytes, ...]:
        if self.file.exists():
            lines = read_kept(self.file).split()
            self._read = tuple(bytes.fromhex(line) for line in lines if re.fullmatch(f"[0-9a-f]{{{2 * KEY}}}", line))
        return self._read

    def add(self, keys: Iterable[bytes]) -> None:
        """Keep these too; none is ever taken out, for something may have been sealed with it."""
        new = [key for key in keys if key not in self.known()]
        if not new:
            return
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            with locked(self.file):
                every = dict.fromkeys((*self.known(), *new))
                write_whole(self.file, "".join(f"{key.hex()}\n" for key in every))
        except OSError as error:
            raise BadInput(
                f"the file with the hall's key cannot be written ({error.strerror}); see to its rights."
            ) from None

    def opening(self) -> tuple[bytes, ...]:
        """As known when they were last read: reading a journal looks into the file once."""
        return self._read or self.known()


def new_key() -> bytes:
    return secrets.token_bytes(KEY)


def fingerprint(key: bytes) -> str:
    """By which a hall knows its key again; it tells nothing of it."""
    return hmac.digest(key, b"fingerprint", hashlib.sha256).hex()


# Rows


def sealed_row(key: bytes | None, stream: str, seq: int, one: ReadyEntry) -> ReadyEntry:
    """An entry as it lies in the database under this number."""
    if one.kind not in SECRET:
        return one
    assert key is not None, "whoever writes a secret has the key at hand"
    data = sealed(key, stream, seq, one.kind, json.loads(one.data), SECRET[one.kind])
    return one._replace(data=JSON.encode(data))


def opened_row(keys: HallKeys, stream: str, row: Row) -> Row:
    """A row with what it says; one that was damaged is left for others to tell."""
    if row.kind not in SECRET or f'"{SEALED}"' not in str(row.data):
        return row
    try:
        data = json.loads(row.data)
    except ValueError:
        return row
    if not isinstance(data, dict) or SEALED not in data:
        return row
    found = opened(keys.opening(), stream, row.seq, row.kind, data) or opened(
        keys.known(), stream, row.seq, row.kind, data
    )
    if found is None:
        raise Unopened(
            f"{stream}: holds hands that are sealed with a key which is not on this machine; bring the hall's key file "
            "along, or restore a backup."
        )
    return row._replace(data=JSON.encode(found))


# Data


def sealed(
    key: bytes, stream: str, seq: int, kind: str, data: Mapping[str, Any], names: Sequence[str]
) -> dict[str, Any]:
    """An entry's data with these parts of it sealed."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    hidden = json.dumps({name: data[name] for name in names if name in data}).encode()
    # Filled up, for the length would tell one card from another; whoever reads JSON passes over blanks at its end.
    hidden = hidden.ljust(-(-len(hidden) // BLOCK) * BLOCK)
    about = _about(stream, seq, kind)
    # The same entry is sealed to the same text each time, and no other one under the same number.
    nonce = hmac.digest(key, about + b"\0" + hidden, hashlib.sha256)[:NONCE]
    text = base64.urlsafe_b64encode(nonce + AESGCM(key).encrypt(nonce, hidden, about)).decode()
    return {name: value for name, value in data.items() if name not in names} | {SEALED: text}


def opened(keys: Sequence[bytes], stream: str, seq: int, kind: str, data: Mapping[str, Any]) -> dict[str, Any] | None:
    """What was sealed with one of these keys for this very place; nothing where none of them fits."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    for key in keys:
        try:
            whole = base64.urlsafe_b64decode(str(data[SEALED]))
            plain = AESGCM(key).decrypt(whole[:NONCE], whole[NONCE:], _about(stream, seq, kind))
        except (InvalidTag, ValueError):
            continue
        hidden: dict[str, Any] = json.loads(plain)
        return {name: value for name, value in data.items() if name != SEALED} | hidden
    return None


def _about(stream: str, seq: int, kind: str) -> bytes:
    return f"{stream}\0{seq}\0{kind}".encode()
