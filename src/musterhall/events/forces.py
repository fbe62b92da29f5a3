"""Forces at an event: handed in, accepted or sent back, and locked from the first round on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pydantic import Field

from musterhall.events.cards import RosterRow, roster_from
from musterhall.events.clock import moment
from musterhall.events.drafting import with_draft
from musterhall.events.entries import Entry, NewEntry
from musterhall.events.event import ACCEPTED, RETURNED, Event, HandedIn, Match, Player, Round
from musterhall.events.handling import EntryData, handles
from musterhall.game.forces import Submission
from musterhall.game.hands import Hands
from musterhall.game.terms import Setting
from musterhall.games import game_named
from musterhall.packs.event_rules import Registration
from musterhall.problems import BadInput, named
from musterhall.tally import counted


class HandedInData(EntryData):
    player: str
    force: str
    text: str = Field(max_length=1_000_000)
    points: int
    roster: list[RosterRow] = Field(max_length=1000)
    problems: list[dict[str, str]] = Field(default_factory=list)
    warnings: list[dict[str, str]] = Field(default_factory=list)
    locked: dict[str, Any] = Field(default_factory=dict)
    faction: str = Field(default="", max_length=200)
    although_locked: bool = False
    """The organiser lets a force be changed after all."""


class Judged(EntryData):
    player: str
    note: str = Field(default="", max_length=4000)
    entry: int = 0
    """Which handing-in was looked at; older journals do not say."""


class Nothing(EntryData):
    pass


class DueData(EntryData):
    by: str = Field(max_length=40)


class HandData(EntryData):
    player: str
    cards: list[dict[str, str]] = Field(max_length=60)
    although_locked: bool = False
    """The organiser lets a hand be changed after all."""


class Played(EntryData):
    player: str
    round: int
    card: str


# What can be done


def hand_in(
    event: Event,
    player: Player,
    submission: Submission,
    *,
    although_locked: bool = False,
    library: Any = None,
) -> NewEntry:
    """A player's force with what its check found, so that the journal needs no catalogue to be read."""
    found = with_draft(event, player, submission, library)
    data: dict[str, Any] = {
        "player": player.id,
        "force": submission.force,
        "text": submission.text,
        "points": submission.points,
        "roster": list(submission.roster),
        "problems": [problem.as_data() for problem in found.problems],
        "warnings": [warning.as_data() for warning in found.warnings],
        "locked": dict(submission.locked),
    }
    if submission.faction:
        data["faction"] = submission.faction
    if although_locked:
        data["although_locked"] = True
    return NewEntry("force.submitted", data)


def accept_force(event: Event, player: Player, note: str = "") -> NewEntry:
    """Take a force as it is. With problems it needs a word why: it is the organiser's decision."""
    force = _force(player)
    if force.problems and not note.strip():
        raise BadInput(
            f"{player.name}: the check of {force.force!r} found {counted(len(force.problems), 'problem')}; "
            "send it back, or accept it with a note that says why.",
            way="accept_with_note",
        )
    return NewEntry("force.accepted", {"player": player.id, "note": note, "entry": force.entry})


def return_force(event: Event, player: Player, note: str = "") -> NewEntry:
    return NewEntry("force.returned", {"player": player.id, "note": note, "entry": _force(player).entry})


def publish_lists(event: Event, *, published: bool = True) -> NewEntry:
    """Let everybody see which units players brought, as their opponents do; or let it be as before."""
    return NewEntry("lists.published" if published else "lists.hidden", {})


def lock_forces(event: Event) -> NewEntry:
    return NewEntry("forces.locked", {})


def set_due(event: Event, day: str) -> NewEntry:
    """The last day for forces at this event, in place of the pack's; nothing means that none is late."""
    written = day.strip()
    if written and _due(written).forces_due is None:
        raise BadInput(f"day {written[:40]!r}: is no day; write it as 2025-11-22, or with the hour and its offset.")
    return NewEntry("forces.due", {"by": written})


def due_remark(event: Event) -> str:
    """What the organiser is told of a last day that was over before anybody could hand anything in."""
    registration = event.rules.registration
    if event.due_set or event.forces_due is not None or registration.forces_due is None:
        return ""
    return (
        f"The pack's last day for forces, {registration.due_told}, was over before this event was opened, so it counts "
        "for nobody. Set the day that holds here, or say that there is none."
    )


def hand_in_cards(
    event: Event, player: Player, cards: list[dict[str, str]], *, although_locked: bool = False
) -> NewEntry:
    """The tournament hand, where the pack has one."""
    data: dict[str, Any] = {"player": player.id, "cards": cards}
    return NewEntry("hand.submitted", data | ({"although_locked": True} if although_locked else {}))


def play_card(event: Event, player: Player, round_: int, card: str) -> NewEntry:
    """A card of the hand; an empty name plays none, where that is allowed."""
    return NewEntry("hand.played", {"player": player.id, "round": round_, "card": card})


def cards_to_play(event: Event, player: Player) -> list[str]:
    """The cards of a hand that may be played next, each name once."""
    if event.rules.hand is None or not player.hand:
        return []
    left = _hands(event).left(player.hand, list(player.played.values()), _readings(event))
    return list(dict.fromkeys(left))


def may_play_none(event: Event, player: Player) -> bool:
    """Whether a player may go through a match without a card of the hand."""
    return not cards_to_play(event, player) or event.pack.reading("no_card") is True


def may_change_hand(event: Event, player: Player) -> bool:
    """Hands are locked with the forces; who comes late hands in a first one all the same."""
    return not player.played and not (event.forces_locked and player.hand)


def knows_hand(player: Player, who: str) -> bool:
    """Whether somebody knows what is in a hand: its player, and whoever typed it in at the desk."""
    return who in (player.id, player.hand_by)


def played_in(event: Event, number: int, player: Player) -> str | None:
    """The card that a player played in a round, nothing where it was none, or None where nobody knows."""
    if number in player.played:
        return player.played[number]
    if not player.hand:
        return None
    before = [card for round_, card in player.played.items() if round_ < number]
    # Who has no card left plays none, and nobody has to note it.
    return None if _hands(event).left(player.hand, before, _readings(event)) else ""


def owes_card(event: Event, number: int, player: Player) -> bool:
    """Whether a player with a hand has yet to say which card is played in a round."""
    return bool(player.hand) and played_in(event, number, player) is None


def ticks_known(event: Event, number: int, match: Match) -> dict[str, bool]:
    """The boxes on the card that the cards played in a match settle, as far as the desk knows them."""
    return _ticks(event, number, match, [played_in(event, number, event.player(id_)) for id_ in match.players])


def ticks_open(event: Event, number: int, match: Match) -> dict[str, bool]:
    """The same for both players, once both have played; that a hand is empty is for nobody else to know."""
    return _ticks(event, number, match, [event.player(id_).played.get(number) for id_ in match.players])


def _ticks(event: Event, number: int, match: Match, played: Sequence[str | None]) -> dict[str, bool]:
    if event.rules.hand is None or not event.rules.hand.ticks or None in played:
        return {}
    players = [event.player(id_) for id_ in match.players]
    if any(number in player.noted for player in players):
        return {}
    cards = [_hands(event).card(player.hand, name or "") for player, name in zip(players, played, strict=True)]
    kinds = {card["kind"] for card in cards if card is not None}
    return {box: kind in kinds for kind, box in event.rules.hand.ticks.items()}


# What it changes


@handles("lists.published", Nothing)
def _lists_published(event: Event, data: Nothing, entry: Entry) -> None:
    if event.lists_published:
        raise BadInput("lists: everybody sees them already; nothing to do.")
    if not event.forces_locked:
        raise BadInput("lists: forces can still be changed; lock them, or publish the first round, and then the lists.")
    event.lists_published = True


@handles("lists.hidden", Nothing)
def _lists_hidden(event: Event, data: Nothing, entry: Entry) -> None:
    if not event.lists_published:
        raise BadInput("lists: nobody sees them; nothing to do.")
    event.lists_published = False


@handles("force.submitted", HandedInData)
def _submitted(event: Event, data: HandedInData, entry: Entry) -> None:
    player = event.player(data.player)
    before = player.force
    fixed = player.roster is not None or (before is not None and before.by_leave and before.state != RETURNED)
    if event.forces_locked and fixed and not data.although_locked:
        kept = _force(player).force
        raise BadInput(
            f"{player.name}: forces are locked, and {kept!r} stays as it is; ask the organiser.", way="although_locked"
        )
    player.force = HandedIn(
        data.force,
        data.text,
        data.points,
        roster_from(data.roster),
        tuple(data.problems),
        tuple(data.warnings),
        data.locked,
        at=entry.at,
        by_leave=data.although_locked,
        late=_is_late(event, before, entry.at),
        entry=entry.seq,
        faction=data.faction,
    )


@handles("force.accepted", Judged)
def _accepted(event: Event, data: Judged, entry: Entry) -> None:
    player = event.player(data.player)
    _judge(event, player, ACCEPTED, data)
    for round_ in event.rounds:
        match = round_.match_of(player.id) if round_.published else None
        if match is not None and not match.settled:
            first, second = match.rosters
            match.rosters = (player.roster, second) if match.side(player.id) == 0 else (first, player.roster)


@handles("force.returned", Judged)
def _returned(event: Event, data: Judged, entry: Entry) -> None:
    player = event.player(data.player)
    if event.forces_locked and player.roster is not None:
        raise BadInput(f"{player.name}: forces are locked, and this one was accepted; undo that first.")
    _judge(event, player, RETURNED, data)


@handles("forces.locked", Nothing)
def _locked(event: Event, data: Nothing, entry: Entry) -> None:
    if event.forces_locked:
        raise BadInput("forces are locked already; there is nothing to do.")
    event.forces_locked = True


@handles("forces.due", DueData)
def _due_set(event: Event, data: DueData, entry: Entry) -> None:
    due = _due(data.by)
    event.forces_due, event.due_told, event.due_set = due.forces_due, due.due_told, True
    for player in event.players.values():
        # What the organiser has accepted is settled, late or not.
        if player.force is not None and player.force.state != ACCEPTED:
            past = event.forces_due is not None and moment(player.force.at) >= event.forces_due
            player.force = replace(player.force, late=past)


def _due(day: str) -> Registration:
    return Registration(forces_by=day)


@handles("hand.submitted", HandData)
def _hand(event: Event, data: HandData, entry: Entry) -> None:
    player = event.player(data.player)
    if event.rules.hand is None:
        raise BadInput(f"{event.pack.name}: has no tournament hands; leave the cards at home.")
    if player.played:
        raise BadInput(f"{player.name}: has played from the hand already, so it stays as it is.")
    if event.checking and not data.although_locked and not may_change_hand(event, player):
        raise BadInput(
            f"{player.name}: hands are locked with the forces, and this one stays as it is; ask the organiser.",
            way="hand_although_locked",
        )
    cards = _hands(event).cards(data.cards, f"the hand of {player.name}")
    problems = _hands(event).problems(cards, event.planned, _readings(event))
    if problems:
        raise BadInput(named(problems))
    player.hand, player.hand_by = tuple(cards), entry.who


@handles("hand.played", Played)
def _played(event: Event, data: Played, entry: Entry) -> None:
    player, round_ = event.player(data.player), event.round(data.round)
    if event.checking:
        _require_playing(player, round_)
    if round_.match_of(player.id) is None:
        raise BadInput(f"{player.name}: has no match in round {data.round}; check the round.")
    if data.round in player.played:
        # Without its name: whoever tries this may not know it.
        raise BadInput(f"{player.name}: has played in round {data.round} already; it is one card a game.")
    if not knows_hand(player, entry.who):
        # What was told at the table is taken as it is: an answer that rests on the hand would tell what is in it.
        player.played[data.round], player.noted = data.card.strip(), player.noted | {data.round}
        return
    hands = _hands(event)
    problems = hands.play_problems(player.hand, list(player.played.values()), data.card, _readings(event))
    if problems:
        raise BadInput(named(problems))
    known = hands.card(player.hand, data.card)
    player.played[data.round] = known["name"] if known else ""


def _require_playing(player: Player, round_: Round) -> None:
    """A card is played at a table: of pairings that are not out yet nobody may learn anything by trying."""
    if not round_.published:
        raise BadInput(f"round {round_.number}: is not published yet; play a card when the pairings are out.")
    if not player.hand:
        raise BadInput(f"{player.name}: has handed in no tournament hand; hand it in first.", way="hand_missing")


def _is_late(event: Event, before: HandedIn | None, at: str) -> bool:
    """After the last day, unless it mends one that was in time: who does not comply may change it until the event."""
    if event.forces_due is None or moment(at) < event.forces_due:
        return False
    mends = before is not None and not before.late and (before.state == RETURNED or bool(before.problems))
    return not mends


def hands_of(game: str) -> Hands:
    """The tournament hands of a game, or a sentence that it has none."""
    hands = game_named(game).hands
    if hands is None:
        raise BadInput(f"{game_named(game).words.title}: has no tournament hands; leave the cards at home.")
    return hands


def _hands(event: Event) -> Hands:
    return hands_of(event.pack.game)


def _readings(event: Event) -> dict[str, Setting]:
    return {name: event.pack.reading(name) for name in _hands(event).questions}


def _judge(event: Event, player: Player, state: str, data: Judged) -> None:
    force = _force(player)
    if event.checking and data.entry and data.entry != force.entry:
        raise BadInput(f"{player.name}: another force was looked at than {force.force!r}, which is in now; look at it.")
    if force.state == state:
        raise BadInput(f"{player.name}: {force.force!r} is {state} already; nothing to do.")
    player.force = replace(force, state=state, note=data.note)


def _force(player: Player) -> HandedIn:
    if player.force is None:
        raise BadInput(f"{player.name}: has handed in no force; take one in.", way="force_missing")
    return player.force
