"""Hands that nobody else may know yet leave the hall sealed: in an export they are read with the hall's key alone.

The key is a journal of its own beside the others, made when it is first needed, and goes with every backup.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from musterhall.events.entries import Entry, NewEntry
from musterhall.events.fold import fold
from musterhall.events.hidden import hides_cards
from musterhall.problems import BadInput
from musterhall.store.journals import Store

STREAM = KIND = "hall-key"
SEALED = "sealed"
HIDDEN = ("cards", "card")
NONCE = 12


def with_hands_sealed(store: Store, stream: str, entries: Sequence[Entry]) -> list[Entry]:
    """The entries of an event as they may leave the hall."""
    event = fold(entries)
    hidden = {entry.seq for entry in entries if entry.kind.startswith("hand.") and hides_cards(event, entry)}
    if not hidden:
        return list(entries)
    key = _key(store, make=True)
    return [replace(one, data=_sealed(key, stream, one)) if one.seq in hidden else one for one in entries]


def with_hands_opened(store: Store, stream: str, entries: Sequence[Entry], name: str) -> list[Entry]:
    """The entries of an exported event as they were; `stream` is what it was called where it was exported."""
    if not any(SEALED in entry.data for entry in entries):
        return list(entries)
    key = _key(store, make=False)
    return [replace(one, data=_opened(key, stream, one, name)) if SEALED in one.data else one for one in entries]


def _key(store: Store, *, make: bool) -> bytes:
    known = any(info.stream == STREAM for info in store.streams(KIND))
    if not known and make:
        # Two may come at once: the second finds it made.
        with suppress(BadInput):
            store.create(STREAM, KIND, "Key", [NewEntry("key.made", {"key": secrets.token_hex(32)})])
    found = store.entries(STREAM) if known or make else []
    return bytes.fromhex(found[0].data["key"]) if found else b""


def _sealed(key: bytes, stream: str, entry: Entry) -> dict[str, Any]:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    hidden = json.dumps({name: entry.data[name] for name in HIDDEN if name in entry.data}).encode()
    about = _about(stream, entry)
    # The same entry is sealed to the same text each time, and no other one under the same number.
    nonce = hmac.digest(key, about + b"\0" + hidden, hashlib.sha256)[:NONCE]
    text = base64.urlsafe_b64encode(nonce + AESGCM(key).encrypt(nonce, hidden, about)).decode()
    return {name: value for name, value in entry.data.items() if name not in HIDDEN} | {SEALED: text}


def _opened(key: bytes, stream: str, entry: Entry, name: str) -> Mapping[str, Any]:
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    try:
        whole = base64.urlsafe_b64decode(str(entry.data[SEALED]))
        hidden: dict[str, Any] = json.loads(AESGCM(key).decrypt(whole[:NONCE], whole[NONCE:], _about(stream, entry)))
    except (InvalidTag, ValueError):
        raise BadInput(
            f"{name}: holds hands that only the hall which exported it can open; import it there, bring that hall's "
            "backup along, or export the event again when it is finished."
        ) from None
    return {key_: value for key_, value in entry.data.items() if key_ != SEALED} | hidden


def _about(stream: str, entry: Entry) -> bytes:
    return f"{stream}\0{entry.seq}\0{entry.kind}".encode()
