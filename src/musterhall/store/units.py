"""The units that were imported: one file a game in Musterhall's own folder."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from musterhall.games import all_games
from musterhall.problems import BadInput
from musterhall.store.home import home_folder, locked, read_kept, write_whole

if TYPE_CHECKING:
    from musterhall.game.game import Game
    from musterhall.game.units import UnitImports

KEPT_FORM = 1


def units_library(game: Game) -> Any:
    """The shipped units and the imported ones, which replace shipped ones; None where a game takes no others in."""
    imports = game.units.imports if game.units else None
    return imports.merge(imports.shipped(), kept_library(game)) if imports else None


def kept_library(game: Game) -> Any:
    """The units that were imported."""
    imports, path = unit_imports(game), kept_file(game)
    if not path.exists():
        return imports.of(())
    try:
        data = json.loads(read_kept(path))
        if data["form"] != KEPT_FORM or data["game"] != game.name:
            raise ValueError(data["form"])
        rows = list(data["cards"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BadInput(f"{path}: is no file of kept units; move it away and import the units again.") from None
    return imports.library(rows, str(path))


def keep_units(game: Game, units: Sequence[Any]) -> tuple[int, int]:
    """Add units to those that are kept; how many are new, and how many are kept in all."""
    imports, path = unit_imports(game), kept_file(game)
    path.parent.mkdir(parents=True, exist_ok=True)
    with locked(path):
        before = kept_library(game)
        after = imports.merge(before, imports.of(units))
        data = {"form": KEPT_FORM, "game": game.name, "cards": imports.rows(after)}
        write_whole(path, json.dumps(data, ensure_ascii=False, separators=(",", ":")))
    return len(after) - len(before), len(after)


def kept_file(game: Game) -> Path:
    return home_folder() / f"units-{game.name}.json"


def unit_imports(game: Game) -> UnitImports:
    """How units of a game come in, or a sentence that they do not."""
    imports = game.units.imports if game.units else None
    if imports is None:
        able = [one.name.replace("_", "-") for one in all_games() if one.units and one.units.imports]
        typed = game.name.replace("_", "-")
        raise BadInput(f"game {typed!r}: its units cannot be imported; only those of {', '.join(able)} can.")
    return imports
