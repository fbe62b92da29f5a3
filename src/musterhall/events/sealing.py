"""Command units, chosen in secret: the opponent sees a seal at once, and can check it after the reveal."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import Field

from musterhall.events.cards import RosterUnit
from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import Event, Player
from musterhall.events.handling import EntryData, handles
from musterhall.problems import BadInput


class SealedData(EntryData):
    round: int = Field(ge=1)
    player: str
    units: list[str] = Field(min_length=1, max_length=20)
    salt: str = Field(min_length=16, max_length=200)


class RevealedData(EntryData):
    round: int = Field(ge=1)
    player: str


@dataclass(frozen=True, slots=True)
class Sealed:
    """A choice that only its player knows until it is revealed."""

    units: tuple[str, ...]
    salt: str
    revealed: bool = False

    @property
    def seal(self) -> str:
        """What everybody may see: it fits only this choice and this salt, and tells nothing of either."""
        return hashlib.sha256("\n".join((self.salt, *self.units)).encode()).hexdigest()

    def as_data(self, *, own: bool) -> dict[str, Any]:
        """For the player himself, or for anybody else."""
        shown = {"units": list(self.units), "salt": self.salt} if own or self.revealed else {}
        return {"seal": self.seal, "revealed": self.revealed, **shown}


def seal_units(event: Event, player: Player, units: Sequence[str], salt: str, number: int | None = None) -> NewEntry:
    """Choose command units for the running round. `salt` is random; without it the seal could be guessed."""
    round_ = event.round(number) if number is not None else event.current
    if round_ is None:
        raise BadInput(f"{player.name}: no round is running; wait for the pairings.")
    return NewEntry(
        "command_units.sealed",
        {"round": round_.number, "player": player.id, "units": sorted(units), "salt": salt},
    )


def reveal_units(event: Event, player: Player, number: int | None = None) -> NewEntry:
    round_ = event.round(number) if number is not None else event.current
    if round_ is None:
        raise BadInput(f"{player.name}: no round is running; there is nothing to reveal.")
    return NewEntry("command_units.revealed", {"round": round_.number, "player": player.id})


def may_command(event: Event, player: Player) -> list[RosterUnit]:
    """The units of a player's force that can be command units."""
    never = event.pack.force.command_units.never
    return [unit for unit in player.roster.units if unit.type not in never] if player.roster else []


def must_command(event: Event, player: Player) -> list[str]:
    """Commanders of formations that must be among them."""
    kinds = {kind.casefold() for kind in event.pack.force.command_units.commanders_of}
    formations = player.force.locked.get("formations", []) if player.force else []
    return [one["commander"] for one in formations if one.get("commander") and _kind(one) in kinds]


@handles("command_units.sealed", SealedData)
def _sealed(event: Event, data: SealedData, entry: Entry) -> None:
    player, round_ = event.player(data.player), event.round(data.round)
    match = round_.match_of(player.id)
    if match is None or not round_.published:
        raise BadInput(f"{player.name}: has no match in round {data.round}; there is nobody to hide them from.")
    before = round_.sealed.get(player.id)
    if match.settled or (before is not None and before.revealed):
        raise BadInput(f"{player.name}: the match is settled or the seal is open; the choice stays as it was.")
    if round_.clock.started_at and before is not None:
        raise BadInput(f"{player.name}: the round has begun; the command units stay as they were chosen.")
    _require_fitting(event, player, data.units)
    round_.sealed[player.id] = Sealed(tuple(data.units), data.salt)


@handles("command_units.revealed", RevealedData)
def _revealed(event: Event, data: RevealedData, entry: Entry) -> None:
    player, round_ = event.player(data.player), event.round(data.round)
    before = round_.sealed.get(player.id)
    if before is None or before.revealed:
        raise BadInput(f"{player.name}: has nothing sealed in round {data.round}; nothing to reveal.")
    round_.sealed[player.id] = Sealed(before.units, before.salt, revealed=True)


def _require_fitting(event: Event, player: Player, units: Sequence[str]) -> None:
    rule = event.pack.force.command_units
    if len(set(units)) < len(units):
        raise BadInput(f"{player.name}: a unit is named twice; choose different ones.")
    if rule.most is not None and len(units) != rule.most:
        raise BadInput(f"{player.name}: chose {len(units)} command units, and it is {rule.most}; choose as many.")
    possible = {unit.name for unit in may_command(event, player)}
    if strange := [unit for unit in units if unit not in possible]:
        known = ", ".join(sorted(possible))
        raise BadInput(f"{player.name}: {strange[0]} cannot be a command unit; choose from {known}.")
    missing = [unit for unit in must_command(event, player) if unit not in units]
    if missing and len(missing) <= len(units):
        raise BadInput(f"{player.name}: {missing[0]} commands a formation, and must be one of them.")


def _kind(formation: dict[str, Any]) -> str:
    return str(formation.get("kind", "")).casefold()
