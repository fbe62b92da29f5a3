"""The units that were imported: one file a game in Musterhall's own folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from musterhall.problems import BadInput
from musterhall.store.home import home_folder, locked, read_kept, write_whole

if TYPE_CHECKING:
    from musterhall.games.alpha_strike.cards import Card
    from musterhall.games.alpha_strike.library import Library

ALPHA_STRIKE = "alpha_strike"
KEPT_FORM = 1


def units_library() -> Library:
    """The shipped cards and the imported ones; an imported card replaces a shipped one."""
    from musterhall.games.alpha_strike.library import merge, starter_library

    return merge(starter_library(), kept_library())


def kept_library() -> Library:
    """The cards that were imported."""
    from musterhall.games.alpha_strike.library import Library, library_from

    path = kept_file()
    if not path.exists():
        return Library()
    try:
        data = json.loads(read_kept(path))
        if data["form"] != KEPT_FORM or data["game"] != ALPHA_STRIKE:
            raise ValueError(data["form"])
        rows = list(data["cards"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BadInput(f"{path}: is no file of kept units; move it away and import the units again.") from None
    return library_from(rows, str(path))


def keep_cards(cards: tuple[Card, ...]) -> tuple[int, int]:
    """Add cards to those that are kept; how many are new, and how many are kept in all."""
    from musterhall.games.alpha_strike.cards import card_data
    from musterhall.games.alpha_strike.library import Library, merge

    path = kept_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    with locked(path):
        before = kept_library()
        after = merge(before, Library(cards))
        rows = [card_data(card) for card in after.cards]
        data = {"form": KEPT_FORM, "game": ALPHA_STRIKE, "cards": rows}
        write_whole(path, json.dumps(data, ensure_ascii=False, separators=(",", ":")))
    return len(after) - len(before), len(after)


def kept_file() -> Path:
    return home_folder() / f"units-{ALPHA_STRIKE}.json"
