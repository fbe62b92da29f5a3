"""Printed slips and their readings: the one table through which every lookup by name goes."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from musterhall.games.the_game.package_data import FileModel, catalogue_data
from musterhall.problems import parse_model

Kind = Literal["word", "unit", "type", "weapon", "weapon type", "rule", "transport", "term", "command"]


class Slip(FileModel):
    """One printed word, what it is read as, where it stands and why it is read so."""

    kind: Kind
    printed: str
    reading: str
    section: str
    reason: str
    army: str = ""


@cache
def slips() -> tuple[Slip, ...]:
    """Every slip the catalogue knows, in the order of its file."""
    return tuple(parse_model(_SlipFile, catalogue_data("slips.toml"), "catalogue/slips.toml").slip)


def reading(kind: Kind, printed: str, army: str = "") -> str:
    """What a printed word is read as; a word that is no slip is read as it stands."""
    text = _words_mended(printed)
    found = _readings(army).get((kind, plain(text)))
    return text if found is None else found


def plain(text: str) -> str:
    """A name as it is compared: small letters and single spaces."""
    return " ".join(text.casefold().split())


@cache
def _readings(army: str) -> dict[tuple[Kind, str], str]:
    rows = [row for row in slips() if row.army in ("", army)]
    return {(row.kind, plain(_words_mended(row.printed))): row.reading for row in rows if row.kind != "word"}


def _words_mended(text: str) -> str:
    for row in slips():
        if row.kind == "word":
            text = re.sub(rf"\b{re.escape(row.printed)}\b", row.reading, text, flags=re.IGNORECASE)
    return text


class _SlipFile(FileModel):
    slip: list[Slip]
