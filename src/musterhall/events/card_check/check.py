"""What a score card is checked against."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from musterhall.events.cards import Card, Known, Roster
from musterhall.events.scoring import Rosters
from musterhall.events.wording import possessive
from musterhall.packs.card_rules import CardField, UnitState
from musterhall.packs.event_rules import EventRules
from musterhall.packs.model import Pack
from musterhall.packs.scenarios import Scenario


@dataclass(frozen=True, slots=True)
class Check:
    pack: Pack
    event: EventRules
    scenario: Scenario
    card: Card
    names: tuple[str, str]
    rosters: Rosters
    fields: dict[str, CardField]
    known: Known

    def where(self, side: int, what: str = "") -> str:
        return f"{possessive(self.names[side])} card{', ' if what else ''}{what}"

    def per(self, name: str) -> str:
        """What the phases of a field are called."""
        return self.fields[name].per or "phase"

    def state(self, name: str) -> UnitState | None:
        return next((state for state in self.event.scoring.state if state.name == name), None)


def blank_figures(check: Check, names: Iterable[str]) -> list[str]:
    """Of these figures for both players those that are blank; a box that is not ticked says no."""
    return [name for name in names if not check.card.shared.get(name) and not check.fields[name].yes]


def unit_states(check: Check, roster: Roster, side: int) -> list[str]:
    states = check.event.scoring.state
    return roster.states(check.card.sides[side].units, states[0].name if states else "")
