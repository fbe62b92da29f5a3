"""A file encrypted with a passphrase: scrypt makes the key, AES-GCM seals it piece by piece.

The number of each piece, and whether it is the last, are part of what is sealed: pieces cannot be left out, put in
another order or cut off at the end without notice.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from musterhall.problems import BadInput

MAGIC = b"musterhall sealed backup 1\n"
SHORTEST_PASSPHRASE = 8
SALT, PREFIX, TAG = 16, 7, 16
PIECE = 1 << 20
COST, BLOCK, LANES = 1 << 15, 8, 1
"""Of scrypt: 32 MB and a tenth of a second for each guess."""


def is_encrypted(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def require_passphrase(passphrase: str) -> None:
    if len(passphrase) < SHORTEST_PASSPHRASE:
        raise BadInput(f"passphrase: is too short; use at least {SHORTEST_PASSPHRASE} characters.")


def encrypt_file(source: Path, target: Path, passphrase: str) -> None:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    require_passphrase(passphrase)
    salt, prefix = os.urandom(SALT), os.urandom(PREFIX)
    sealing = AESGCM(_key(passphrase, salt))
    with source.open("rb") as plain, target.open("wb") as sealed:
        sealed.write(MAGIC + salt + prefix)
        for number, last, piece in _pieces(plain, PIECE):
            sealed.write(sealing.encrypt(_nonce(prefix, number, last), piece, MAGIC))


def decrypt_file(source: Path, target: Path, passphrase: str, place: str) -> None:
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    with source.open("rb") as sealed, target.open("wb") as plain:
        sealed.read(len(MAGIC))
        salt, prefix = sealed.read(SALT), sealed.read(PREFIX)
        sealing = AESGCM(_key(passphrase, salt))
        try:
            for number, last, piece in _pieces(sealed, PIECE + TAG):
                plain.write(sealing.decrypt(_nonce(prefix, number, last), piece, MAGIC))
        except (InvalidTag, ValueError, struct.error):
            raise BadInput(
                f"{place}: cannot be opened with this passphrase, or is damaged; type it again, or take another backup."
            ) from None


def _key(passphrase: str, salt: bytes) -> bytes:
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    return Scrypt(salt=salt, length=32, n=COST, r=BLOCK, p=LANES).derive(passphrase.encode())


def _nonce(prefix: bytes, number: int, last: bool) -> bytes:
    return prefix + struct.pack(">IB", number, last)


def _pieces(file: BinaryIO, size: int) -> Iterator[tuple[int, bool, bytes]]:
    """The pieces of a file with their numbers, and whether each is the last; an empty file is one empty piece."""
    number, piece = 0, file.read(size)
    while True:
        following = file.read(size)
        yield number, not following, piece
        if not following:
            return
        number, piece = number + 1, following
