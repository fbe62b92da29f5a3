"""Lists of other tools, made into Alpha Strike forces."""

from __future__ import annotations

from musterhall.game.lists import ListedForce, Lists
from musterhall.games.alpha_strike.forces import force_toml
from musterhall.games.alpha_strike.library import Library
from musterhall.games.alpha_strike.list_imports import import_list


class AlphaStrikeLists(Lists):
    def read(self, text: str, name: str, library: Library) -> ListedForce:
        found = import_list(text, name, library)
        return ListedForce(found.force, force_toml(found.force, library), found.problems)


LISTS = AlphaStrikeLists()
