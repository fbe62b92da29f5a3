"""Command units, chosen in secret: the opponent sees a seal at once, and can check it after the reveal."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import Field

from musterhall.events.cards import CommandUnits, RosterUnit
from musterhall.events.clock import seconds_between
from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import Event, Match, Player, Round
from musterhall.events.handling import EntryData, handles
from musterhall.game.forces import SecretChoice
from musterhall.games import game_named
from musterhall.packs.model import Pack
from musterhall.problems import BadInput
from musterhall.tally import counted


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
    minute: int | None = None
    """How long the round was on by then. The choice is part of setting up, so some minutes are usual; what comes in the
    middle of a match both players and the organiser can see."""

    @property
    def seal(self) -> str:
        """What everybody may see: it fits only this choice and this salt, and tells nothing of either."""
        return hashlib.sha256("\n".join((self.salt, *self.units)).encode()).hexdigest()

    def as_data(self, *, own: bool) -> dict[str, Any]:
        """For the player himself, or for anybody else."""
        shown = {"units": list(self.units), "salt": self.salt} if own or self.revealed else {}
        return {"seal": self.seal, "revealed": self.revealed, "minute": self.minute, **shown}


def seal_units(
    event: Event,
    player: Player,
    units: Sequence[str],
    salt: str,
    number: int | None = None,
) -> NewEntry:
    """Choose command units for the running round. `salt` is random; without it the seal could be guessed."""
    round_ = event.round(number) if number is not None else event.current
    if round_ is None:
        raise BadInput(f"{player.name}: no round is running; wait for the pairings.")
    data = {"round": round_.number, "player": player.id, "units": sorted(units), "salt": salt}
    return NewEntry("command_units.sealed", data)


def reveal_units(event: Event, player: Player, number: int | None = None) -> NewEntry:
    round_ = event.round(number) if number is not None else event.current
    if round_ is None:
        raise BadInput(f"{player.name}: no round is running; there is nothing to reveal.")
    return NewEntry("command_units.revealed", {"round": round_.number, "player": player.id})


def secret_choice(pack: Pack) -> SecretChoice:
    """How many units are chosen in secret, and which cannot be: the game knows what its event's rules say."""
    return game_named(pack.game).forces.secret_choice(pack.force)


def may_command(event: Event, player: Player) -> list[RosterUnit]:
    """The units of a player's force that can be command units."""
    never = secret_choice(event.pack).never
    return [unit for unit in player.roster.units if unit.type not in never] if player.roster else []


def must_command(event: Event, player: Player) -> list[str]:
    """Commanders of formations that must be among them; where they are too many, all command units are from these."""
    if player.force is None:
        return []
    possible = {unit.name for unit in may_command(event, player)}
    must = game_named(event.pack.game).forces.must_be_chosen(event.pack.force, player.force.locked)
    return [name for name in must if name in possible]


def may_choose(round_: Round, player: Player) -> bool:
    """Whether a choice can still be made, until a card is sent, or changed, until the round is on."""
    match, before = round_.match_of(player.id), round_.sealed.get(player.id)
    if match is None or match.settled or match.sent or (before is not None and before.revealed):
        return False
    return before is None or not round_.clock.started_at


def revealed_units(round_: Round, player: Player) -> CommandUnits:
    """What the opponent knows: a choice that was revealed. Who commands a formation is concealed like the rest."""
    sealed = round_.sealed.get(player.id)
    return CommandUnits(sealed.units, revealed=True) if sealed is not None and sealed.revealed else CommandUnits()


def known_units(event: Event, round_: Round, player: Player) -> CommandUnits:
    """What the desk knows: a choice that was revealed, else the commanders on the force sheet who must be in it."""
    revealed = revealed_units(round_, player)
    if revealed.named:
        return revealed
    must, most = tuple(must_command(event, player)), secret_choice(event.pack).number
    return CommandUnits(among=must) if most is not None and len(must) > most else CommandUnits(named=must)


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
    if event.checking:
        _require_no_card(match, player)
        _require_commanders(event, player, data.units)
    round_.sealed[player.id] = Sealed(tuple(data.units), data.salt, minute=_minute(round_, entry.at))


@handles("command_units.revealed", RevealedData)
def _revealed(event: Event, data: RevealedData, entry: Entry) -> None:
    player, round_ = event.player(data.player), event.round(data.round)
    before = round_.sealed.get(player.id)
    if before is None or before.revealed:
        raise BadInput(f"{player.name}: has nothing sealed in round {data.round}; nothing to reveal.")
    round_.sealed[player.id] = replace(before, revealed=True)


def _minute(round_: Round, at: str) -> int | None:
    started = round_.clock.started_at
    return int(seconds_between(started, at) // 60) if started else None


def _require_no_card(match: Match, player: Player) -> None:
    """The choice belongs to setting up: whoever knows which units live could choose just those."""
    if match.sent:
        raise BadInput(
            f"{player.name}: a card of the match was sent, so it is too late to choose; tell the organiser what was "
            "written down before."
        )


def _require_fitting(event: Event, player: Player, units: Sequence[str]) -> None:
    number = secret_choice(event.pack).number
    if len(set(units)) < len(units):
        raise BadInput(f"{player.name}: a unit is named twice; choose different ones.")
    if number is not None and len(units) != number:
        raise BadInput(
            f"{player.name}: chose {counted(len(units), 'command unit')}, and it takes {number}; choose as many."
        )
    possible = {unit.name for unit in may_command(event, player)}
    if strange := [unit for unit in units if unit not in possible]:
        known = ", ".join(sorted(possible))
        raise BadInput(f"{player.name}: {strange[0]} cannot be a command unit; choose from {known}.")


def _require_commanders(event: Event, player: Player, units: Sequence[str]) -> None:
    must = must_command(event, player)
    if len(set(units) & set(must)) >= min(len(must), len(units)):
        return
    missing = [unit for unit in must if unit not in units]
    if len(must) <= len(units):
        raise BadInput(f"{player.name}: {missing[0]} commands a formation, and must be one of them; choose it.")
    raise BadInput(
        f"{player.name}: {', '.join(must)} command formations, and the command units are all from these; "
        f"choose {len(units)} of them."
    )
