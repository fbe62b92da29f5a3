"""Units named at the command line by any part of their names that no other unit of their player has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from musterhall.problems import BadInput

if TYPE_CHECKING:
    from musterhall.events.cards import Roster


def full_name(roster: Roster | None, text: str, owner: str, place: str) -> str:
    """The whole name of the unit that is meant; what fits none is handed on as it is, for the check to tell."""
    from musterhall.events.wording import possessive

    found = roster.units_like(text) if roster else []
    names = list(dict.fromkeys(unit.name for unit in found))
    if len(names) > 1:
        raise BadInput(f"{place}: {text!r} may be {possessive(owner)} {' or '.join(names)}; write more of the name.")
    return names[0] if names else text
