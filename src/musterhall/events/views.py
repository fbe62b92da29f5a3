"""What a player may know of an event: the own force, match, card, secrets and results, and of others what is open.

This is the one place where secrets are left out. An opponent's command units show only their seal until they are
revealed, a draft of pairings shows nothing at all, and nobody sees how another has voted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from musterhall.events.bracket import next_tie, still_in
from musterhall.events.ceremony import as_told, prizes_to_reveal
from musterhall.events.clock import Clock
from musterhall.events.drafting import has_built, is_volunteer, own_draft
from musterhall.events.event import (
    ACCEPTED,
    DISQUALIFIED,
    LEFT,
    REGISTERED,
    RETURNED,
    WAITING,
    Event,
    Match,
    Player,
    Round,
)
from musterhall.events.forces import cards_to_play, may_change_hand, may_play_none, played_in
from musterhall.events.prizes import may_win
from musterhall.events.registration import position
from musterhall.events.scores import Figures, number
from musterhall.events.sealing import may_choose, may_command, must_command, secret_choice
from musterhall.events.standings import Standing, Standings, standings
from musterhall.packs.scenarios import Scenario

# How a match stands, seen by one of its players.
MISSING = "missing"
SENT = "sent"
RECEIVED = "received"
DISPUTED = "disputed"
SETTLED = "settled"
CONCEDED = "conceded"
ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class Common:
    """What all players' views of one state of an event share; it takes its time, so it is worked out once."""

    standings: Standings
    figures: tuple[Mapping[str, Figures], ...]
    """Of each published round."""


def common(event: Event) -> Common:
    found = standings(event)
    return Common(found, found.rounds)


def player_view(event: Event, player: Player, now: str, shared: Common | None = None) -> dict[str, Any]:
    """Everything that this player may know, as plain data."""
    known = shared or common(as_told(event))
    round_ = event.current
    match = round_.match_of(player.id) if round_ else None
    view: dict[str, Any] = {
        "event": {"name": event.name, "finished": event.finished, "rounds": event.planned, "pack": event.pack.name},
        "player": _player_data(player),
        "force": force_data(player),
        "forces_locked": event.forces_locked,
        "round": round_data(event, round_, now) if round_ else None,
        "match": match_data(event, round_, match, player) if round_ and match else None,
        "bye": round_ is not None and player.id in round_.byes,
        "command_units": command_units_data(event, round_, match, player) if round_ and match else None,
        "hand": hand_data(event, player, match),
        "votes": votes_data(event, player),
        "results": [
            _result_data(event, one, player, figures)
            for one, figures in zip(event.rounds, known.figures, strict=False)
            if one.match_of(player.id) or (player.id in one.byes and not event.in_bracket(one.number))
        ],
        "standing": None if prizes_to_reveal(event) else _standing_data(event, player, known.standings),
    }
    return view | {"next": next_thing(event, player).as_data()}


# The parts


def force_data(player: Player) -> dict[str, Any] | None:
    """A player's own force with what its check said."""
    force = player.force
    if force is None:
        return None
    return {
        "name": force.force,
        "points": force.points,
        "state": force.state,
        "late": force.late,
        "note": force.note,
        "at": force.at,
        "units": force.roster.as_data(),
        "problems": [dict(problem) for problem in force.problems],
        "warnings": [dict(warning) for warning in force.warnings],
    }


def round_data(event: Event, round_: Round, now: str) -> dict[str, Any]:
    scenario = event.scenario_of(round_)
    return {
        "number": round_.number,
        "scenario": {"name": scenario.name, "title": scenario.title, "objective": scenario.objective},
        "clock": _clock_data(round_.clock, now),
    }


def match_data(event: Event, round_: Round, match: Match, player: Player) -> dict[str, Any]:
    """A player's match: the opponent with the open half of the force, and both cards as far as they came in."""
    other = event.player(match.other(player.id))
    mine, theirs = match.sent.get(player.id), match.sent.get(other.id)
    roster = match.rosters[match.side(other.id)]
    return {
        "table": match.table,
        "side": match.side(player.id),
        "opponent": {"id": other.id, "name": other.name, "team": other.team},
        # Force sheets are shown at the table. Names and points are what a card needs; commanders stay out of it.
        "opponent_units": roster.as_data() if roster else None,
        "state": card_state(match, player),
        "conceded_by": event.player(match.conceded).name if match.conceded else "",
        "absent": event.player(match.absent).name if match.absent else "",
        "nobody_came": match.nobody_came,
        "decided": match.decided,
        "battle": match.battle,
        "mine": mine.as_data() if mine else None,
        "theirs": theirs.as_data() if theirs else None,
        "card": match.card.as_data() if match.card else None,
        "outcome": _outcome(match, player),
        "because": match.result.because if match.result and match.card else "",
        "result": match.result.as_data() if match.result and match.card else None,
    }


def card_state(match: Match, player: Player) -> str:
    """How the card of a match stands for one of its players."""
    if match.absent:
        return ABSENT
    if match.conceded:
        return CONCEDED
    if match.card is not None:
        return SETTLED
    if match.disputed:
        return DISPUTED
    if player.id in match.sent:
        return SENT
    return RECEIVED if match.sent else MISSING


def needs_command_units(event: Event, round_: Round) -> bool:
    """Whether command units are chosen in secret for this round."""
    return event.scenario_of(round_).command_units and secret_choice(event.pack).number is not None


def command_units_data(event: Event, round_: Round, match: Match, player: Player) -> dict[str, Any] | None:
    """The own choice, and of the opponent's only the seal until it is revealed."""
    mine, theirs = round_.sealed.get(player.id), round_.sealed.get(match.other(player.id))
    if not needs_command_units(event, round_) and mine is None and theirs is None:
        return None
    return {
        "number": secret_choice(event.pack).number,
        "may": [unit.name for unit in may_command(event, player)],
        "must": must_command(event, player),
        "mine": mine.as_data(own=True) if mine else None,
        "theirs": theirs.as_data(own=False) if theirs else None,
        "can_choose": may_choose(round_, player),
        "because": secret_choice(event.pack).because,
    }


def command_units_at_desk(event: Event, player: Player) -> dict[str, Any] | None:
    """What the desk needs to seal a choice for a player without a phone; what was sealed is not in it."""
    round_ = event.current
    match = round_.match_of(player.id) if round_ else None
    if round_ is None or match is None:
        return None
    found = command_units_data(event, round_, match, player)
    sealed = round_.sealed.get(player.id)
    if found is None or not found["may"] or (sealed is None and not found["can_choose"]):
        return None
    asked = {key: found[key] for key in ("number", "may", "must", "can_choose", "because")}
    return {**asked, "sealed": sealed.as_data(own=False) if sealed else None}


def hand_data(event: Event, player: Player, match: Match | None) -> dict[str, Any] | None:
    """The own tournament hand; of the opponent's only the card of this match, and only once both have played."""
    if event.rules.hand is None:
        return None
    round_ = event.current
    number = round_.number if round_ else 0
    both = match is not None and (match.settled or played_in(event, number, player) is not None)
    theirs = event.player(match.other(player.id)).played.get(number, "") if match and both else ""
    return {
        "kinds": list(event.rules.hand.kinds),
        "cards": _cards_of_hand(event, player, number),
        "now": player.played.get(number, ""),
        "chosen": number in player.played,
        "noted": number in player.noted,
        "left": cards_to_play(event, player),
        "may_play_none": may_play_none(event, player),
        "can_change": may_change_hand(event, player) and not is_out(player),
        "theirs": theirs,
    }


def _cards_of_hand(event: Event, player: Player, number: int) -> list[dict[str, Any]]:
    """Each card with the round it was spent in; of several with one name as many are as were played."""
    again = event.pack.reading("card_again") != "tournament"
    spent: dict[str, list[int]] = {}
    for at, card in player.played.items():
        if at == number or not again:
            spent.setdefault(card, []).append(at)
    return [{**card, "round": spent[card["name"]].pop(0) if spent.get(card["name"]) else None} for card in player.hand]


def votes_data(event: Event, player: Player) -> list[dict[str, Any]]:
    """The awards that are voted on, whom one may vote for, and the own vote."""
    if event.current is None or is_out(player) or player.status == WAITING:
        return []
    others = [one for one in event.players.values() if one is not player and one.status not in (DISQUALIFIED, WAITING)]
    return [
        {
            "award": rule.name,
            "title": rule.title,
            "painted": rule.painted,
            "choices": [{"id": one.id, "name": one.name} for one in others if may_win(rule, one)],
            "mine": event.votes.get((rule.name, player.id), ""),
        }
        for rule in event.awards
        if rule.by == "vote"
    ]


# The next thing


@dataclass(frozen=True, slots=True)
class Next:
    """The one thing that a player should do now."""

    what: str
    """A short name for programs: "hand_in", "card", "confirm", "wait", ..."""
    sentence: str
    button: str = ""
    """Nothing where there is nothing to do."""

    def as_data(self) -> dict[str, str]:
        return {"what": self.what, "sentence": self.sentence, "button": self.button}


def is_out(player: Player) -> bool:
    """Whether a player has left or was put out: nothing more is asked of them."""
    return player.status in (LEFT, DISQUALIFIED)


def next_thing(event: Event, player: Player) -> Next:
    if is_out(player):
        out = "You have left the event" if player.status == LEFT else "You are out of the event"
        return Next("out", f"{out}. Talk to the organiser if that is wrong.")
    if event.finished:
        return Next("finished", "The event is over. Thank you for playing.")
    if player.status == WAITING:
        place = position(event, player)
        hope = (
            "The event has begun: ask the organiser for a place"
            if event.current
            else "You move up when a place comes free"
        )
        return Next("waiting", f"You are number {place} on the waiting list. {hope}.")
    round_ = event.current
    match = round_.match_of(player.id) if round_ else None
    if round_ is not None and match is not None and not match.settled:
        return _in_match(event, round_, match, player)
    return _before_match(event, player) or _between(event, round_, player)


def _in_match(event: Event, round_: Round, match: Match, player: Player) -> Next:
    opponent = event.player(match.other(player.id)).name
    state = card_state(match, player)
    if state == DISPUTED:
        said = f"Your card and {opponent}'s differ. Look at both together, and confirm or change yours."
        return Next("disputed", said, "Compare the cards")
    if state == RECEIVED:
        return Next("confirm", f"{opponent} sent the card of your match. Is it right?", f"Look at {opponent}'s card")
    if state == SENT:
        return Next("wait_confirm", f"Your card is in. {opponent} confirms it on their phone.")
    unsealed = player.id not in round_.sealed and may_choose(round_, player)
    if needs_command_units(event, round_) and unsealed and may_command(event, player):
        number = secret_choice(event.pack).number
        return Next("units", f"Choose your {number} command units in secret.", "Choose command units")
    if round_.number not in player.played and cards_to_play(event, player):
        none = ", or say that you play none," if may_play_none(event, player) else ""
        return Next("hand", f"Play one card of your hand{none} before you deploy.", "Play a card")
    return Next("card", "When the match is over, fill in the card together.", "Fill in the card")


def _before_match(event: Event, player: Player) -> Next | None:
    """What keeps a player from being paired."""
    if player.status == REGISTERED and event.check_in_open:
        return Next("arrive", "Check-in is open. Say that you are here.")
    for draft in event.drafts.values():
        seat = draft.seat_of(player.id)
        if seat is not None and not draft.seats[seat].gone and not draft.finished:
            turn = "It is your turn to pick." if seat in draft.picking() else "Your draft is on."
            return Next("draft", turn, "Go to the draft")
    force = player.force
    if event.rules.registration.force_needed or force is not None:
        own = own_draft(event, player)
        if own is not None and not has_built(own, player):
            return Next("drafted", "Build your force from what you drafted.", "Build my force")
        if force is None and (event.rules.draft is None or is_volunteer(event, player)):
            due = f" by {event.due_told}" if event.forces_due else ""
            return Next("hand_in", f"Hand in your force{due}, so that it can be checked.", "Hand in my force")
        if force is not None and force.state == RETURNED:
            note = f": {force.note.rstrip('.')}" if force.note else ""
            return Next("mend", f"Your force was sent back{note}. Change it and hand it in again.", "Change my force")
    if event.rules.hand and not player.hand:
        return Next("hand_in_cards", "Hand in your tournament hand.", "Hand in my cards")
    if player.status == REGISTERED:
        return Next("check_in", "Check in at the desk when you arrive.")
    return None


def _between(event: Event, round_: Round | None, player: Player) -> Next:
    if round_ is not None and (told := _in_bracket(event, round_, player)):
        return told
    if round_ is not None and round_.number >= event.planned and _open_votes(event, player):
        return Next("vote", "Your last match is settled. Now vote.", "Vote")
    if round_ is not None and player.id in round_.requested and not round_.complete:
        return Next("bye", f"You have the bye that you asked for in round {round_.number}.")
    if round_ is not None and player.id in round_.byes:
        return Next("bye", f"You have no opponent in round {round_.number}. You still get points for it.")
    if player.force is not None and player.force.state != ACCEPTED:
        return Next("wait_check", "Your force is in. The organiser checks it next.")
    if round_ is None:
        return Next("wait_pairing", "Wait for the pairings of round 1. They appear here by themselves.")
    if round_.number >= event.planned:
        return Next("wait_end", "All your matches are settled. Wait for the final standings.")
    over, coming = round_.number, round_.number + 1
    return Next("wait_round", f"Round {over} is settled for you. Wait for the pairings of round {coming}.")


def _in_bracket(event: Event, round_: Round, player: Player) -> Next | None:
    """What a cut has for a player who has no match to play in it now; nothing where that is as ever."""
    if event.cut is None:
        return None
    if player.id not in still_in(event):
        out = f"The top {len(event.cut.seeds)} play on without you."
        if _open_votes(event, player):
            return Next("vote", f"{out} Now vote.", "Vote")
        return Next("wait_end", f"{out} Wait for the final standings.")
    if event.in_bracket(round_.number) and player.id in round_.byes and not round_.complete:
        return Next("bye", f"You have no opponent in round {round_.number} and go on to the next.")
    layer, tie = next_tie(event, player.id)
    if tie is not None and tie.match is not None:
        return Next("wait_advance", "Nobody won your match. The organiser says who goes on.")
    return Next("wait_round", f"You play on in the {layer}. Wait for the pairings.") if tie is not None else None


def _open_votes(event: Event, player: Player) -> bool:
    return any(one["choices"] and not one["mine"] for one in votes_data(event, player))


# Small things


def _player_data(player: Player) -> dict[str, Any]:
    return {
        "id": player.id,
        "name": player.name,
        "team": player.team,
        "status": player.status,
        "painted": player.painted,
        "warnings": list(player.warnings),
    }


def _clock_data(clock: Clock, now: str) -> dict[str, Any]:
    return {"state": clock.state, "minutes": clock.minutes + clock.extended, "seconds_left": clock.left(now)}


def _outcome(match: Match, player: Player) -> str:
    """won, lost, drawn, or nothing while it is open."""
    if match.conceded:
        return "lost" if match.conceded == player.id else "won"
    if match.card is None or match.result is None:
        return ""
    if match.result.winner is None:
        return "drawn"
    return "won" if match.result.winner == match.side(player.id) else "lost"


def _result_data(event: Event, round_: Round, player: Player, figures: Mapping[str, Figures]) -> dict[str, Any]:
    match = round_.match_of(player.id)
    mine = figures.get(player.id)
    scenario: Scenario = event.scenario_of(round_)
    data: dict[str, Any] = {
        "round": round_.number,
        "scenario": scenario.title,
        "bye": match is None or player.id in round_.without_opponent(),
        "figures": {name: figure.as_data() for name, figure in mine.items()} if mine else None,
    }
    if match is None:
        return data | {"table": None, "opponent": "", "state": SETTLED, "outcome": "", "because": "", "notes": []}
    result = match.result if match.card is not None else None
    return data | {
        "table": match.table,
        "opponent": event.player(match.other(player.id)).name,
        "state": card_state(match, player),
        "outcome": _outcome(match, player),
        "because": result.because if result else "",
        "notes": list(result.notes) if result else [],
    }


def _standing_data(event: Event, player: Player, known: Standings) -> dict[str, Any] | None:
    row = _row(player, (*known.rows, *known.apart))
    if row is None or event.current is None:
        return None
    titles = event.rules.titles()
    order = [name for name in (*known.order, *event.rules.standings.show) if name in row.figures]
    data = row.as_data()
    return {
        "place": row.place,
        "shared": row.shared,
        "apart": row not in known.rows,
        "of": len(known.rows),
        "through": known.through,
        "figures": [{"title": titles[name], "value": data["figures"][name]} for name in dict.fromkeys(order)],
        "extras": [{"title": one.title, "value": number(one.value), "why": one.why} for one in row.extras],
        "open": list(known.open),
    }


def _row(player: Player, rows: Sequence[Standing]) -> Standing | None:
    return next((row for row in rows if row.player == player.id), None)
