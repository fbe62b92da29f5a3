"""The units that forces here are built from: read once, and again only when others were imported."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from musterhall.games import game_named
from musterhall.store.own_units import OwnUnits
from musterhall.store.units import kept_file, units_library

NONE = OwnUnits()


def library_of(game: str, own: OwnUnits = NONE) -> Any:
    """The shipped units of a game, the imported ones and the hall's own; None where it takes no others in.

    What is drafted comes out of boxes, which hold none of the hall's own.
    """
    path = kept_file(game_named(game))
    try:
        found = path.stat()
        return _read(game, str(path), found.st_mtime_ns, found.st_size, own)
    except FileNotFoundError:
        return _read(game, str(path), 0, 0, own)


@lru_cache(maxsize=8)
def _read(game: str, path: str, changed: int, size: int, own: OwnUnits) -> Any:
    """All that is asked for tells one state of the file, and of the hall's own units, from the next."""
    return units_library(game_named(game), own)
