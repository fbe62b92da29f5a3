"""The units that a game is played with here: those that ship, those that were imported and those that were made here.

What is imported is one file a game in Musterhall's own folder; what is made here is in the hall's database.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from musterhall.games import all_games
from musterhall.problems import BadInput
from musterhall.store.home import home_folder, locked, read_kept, write_whole
from musterhall.store.own_units import OwnUnits, own_units_here

if TYPE_CHECKING:
    from musterhall.game.game import Game
    from musterhall.game.units import UnitImports, UnitMaking

KEPT_FORM = 1


def units_library(game: Game, own: OwnUnits | None = None) -> Any:
    """The shipped units and the others, which replace shipped ones; None where a game takes no others in.

    `own` are the units that were made here; without them, those of the database that commands use.
    """
    units = game.units
    if units is None:
        return None
    if units.imports is not None:
        return units.imports.merge(units.imports.shipped(), kept_library(game))
    if units.making is not None:
        rows = (own_units_here() if own is None else own).rows(game.name)
        made = units.making.library(rows, "the units made here")
        return units.making.merge(units.making.shipped(), made)
    return None


def unit_making(game: Game) -> UnitMaking:
    """How people make units of a game, or a sentence that they do not."""
    making = game.units.making if game.units else None
    if making is None:
        able = [one.name.replace("_", "-") for one in all_games() if one.units and one.units.making]
        typed = game.name.replace("_", "-")
        raise BadInput(f"game {typed!r}: only units of {', '.join(able)} can be made here.")
    return making


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
