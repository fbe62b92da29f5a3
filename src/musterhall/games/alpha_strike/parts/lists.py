"""Lists of other tools, made into Alpha Strike forces and from them."""

from __future__ import annotations

from musterhall.game.lists import ListedForce, ListForm, Lists, ListText
from musterhall.games.alpha_strike.force.forces import Force, force_toml
from musterhall.games.alpha_strike.lists.exporting import FORMS, export_list
from musterhall.games.alpha_strike.lists.importing import import_list
from musterhall.games.alpha_strike.units.library import Library, starter_library


class AlphaStrikeLists(Lists):
    tools = "the Master Unit List or Jeff's tools"
    by_hand = "One unit on each line will do: its name, skill and points."

    @property
    def forms(self) -> tuple[ListForm, ...]:
        return FORMS

    def read(self, text: str, name: str, library: Library | None = None) -> ListedForce:
        cards = starter_library() if library is None else library
        found = import_list(text, name, cards)
        return ListedForce(found.force, force_toml(found.force, cards), found.problems)

    def write(self, force: Force, form: str) -> ListText:
        return export_list(force, form)


LISTS = AlphaStrikeLists()
