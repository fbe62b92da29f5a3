"""The units that forces here are built from: read once, and again only when others were imported."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from musterhall.games import game_named
from musterhall.store.units import kept_file, units_library


def library_of(game: str) -> Any:
    """The shipped units of a game and the imported ones; None where it takes no others in."""
    path = kept_file(game_named(game))
    try:
        found = path.stat()
        return _read(game, str(path), found.st_mtime_ns, found.st_size)
    except FileNotFoundError:
        return _read(game, str(path), 0, 0)


@lru_cache(maxsize=4)
def _read(game: str, path: str, changed: int, size: int) -> Any:
    """All that is asked for tells one state of the file from the next."""
    return units_library(game_named(game))
