"""What is to be done next at an event."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from musterhall.events.bracket import round_told, undecided
from musterhall.events.ceremony import prizes_to_reveal
from musterhall.events.clock import shown_left
from musterhall.events.contradictions import WHAT_TO_DO, contradictions
from musterhall.events.drafting import has_built, own_draft
from musterhall.events.event import PRESENT, REGISTERED, RETURNED, SUBMITTED, Event, Player, Round
from musterhall.events.forces import owes_card
from musterhall.events.requested_byes import open_requests
from musterhall.events.rounds import draft_problems
from musterhall.events.stale_pairings import stale_pairings
from musterhall.tally import and_list, counted


@dataclass(frozen=True, slots=True)
class Task:
    """Something that waits for the organiser."""

    what: str
    """A short name for programs: "force_unchecked", "card_missing", ..."""
    sentence: str
    players: tuple[str, ...] = ()
    tables: tuple[int, ...] = ()
    round: int | None = None
    """Where it need not be the last one."""

    def as_data(self) -> dict[str, Any]:
        return {
            "what": self.what,
            "sentence": self.sentence,
            "players": list(self.players),
            "tables": list(self.tables),
        }


def tasks(event: Event, now: str, *, secrets: bool = True) -> list[Task]:
    """What to do next, the most pressing first; without secrets for whoever may play here as well."""
    if event.finished:
        return [*_prize_giving(event), Task("finished", "The event is finished.")]
    if not event.players:
        opened = "Registration is open. " if event.registration_open else ""
        return [Task("no_players", f"{opened}Nobody is registered yet.")]
    round_ = event.rounds[-1] if event.rounds else None
    pressing = [
        *(task for earlier in event.rounds[:-1] for task in _missing_cards(earlier)),
        *(_round_tasks(event, round_, now) if round_ else ()),
        *(_contradiction_tasks(event) if secrets else ()),
        *_stale_tasks(event),
    ]
    pressing += [
        Task("bye_asked", f"{player.name} asks for a bye in round {number}: grant or decline it.", (player.id,))
        for number, player in open_requests(event)
    ]
    preparing, following = [*_draft_tasks(event), *_player_tasks(event)], _next_step(event, round_)
    # Once the first round is out, whoever lacks something plays all the same, and the day goes on.
    return [*pressing, *following, *preparing] if event.current else [*pressing, *preparing, *following]


def without_force(event: Event) -> list[Player]:
    """Who is here, needs an accepted force, and has none."""
    if not event.rules.registration.force_needed:
        return []
    return [one for one in event.present() if one.roster is None]


def plays_without_force(event: Event, player: Player) -> bool:
    """Whether the organiser has decided so: a published round has a match or the bye for this player already."""
    return any(one.published and (one.match_of(player.id) or player.id in one.byes) for one in event.rounds)


WAITING_STATES = (SUBMITTED, RETURNED)
BEFORE_THE_FIRST = ("hand_missing",)
"""What waits for nobody any more once the first round is published."""


def _round_tasks(event: Event, round_: Round, now: str) -> list[Task]:
    if not round_.published:
        stale = draft_problems(event, round_)
        if stale:
            return [Task("pair_anew", f"Round {round_.number} is paired, and no longer fits: {' '.join(stale)}")]
        sentence = f"Round {round_.number} is paired, and only the desk sees it. Look it over, then publish it."
        return [Task("publish", sentence)]
    found = []
    disputed = [match.table for match in round_.matches if match.disputed]
    if disputed:
        sentence = f"The two cards differ at {_tables(disputed)}: decide which one counts."
        found.append(Task("disagreement", sentence, tables=tuple(disputed)))
    gone = [
        match.table
        for match in round_.matches
        if not match.settled and any(event.player(id_).status != PRESENT for id_ in match.players)
    ]
    if gone:
        sentence = f"A player has left {_tables(gone)}: enter a concession, an absence or a card."
        found.append(Task("player_gone", sentence, tables=tuple(gone)))
    idle = [one for one in event.present() if round_.match_of(one.id) is None and one.id not in round_.byes]
    if idle and not round_.complete and not event.in_bracket(round_.number):
        sentence = f"Without a match in this round: {_names(idle)}. Seat two of them, or one with whoever has the bye."
        found.append(Task("without_match", sentence, tuple(one.id for one in idle)))
    clock = round_.clock
    if clock.state == "waiting" and not round_.complete:
        found.append(Task("start_clock", f"Round {round_.number} is published: start its clock."))
    elif clock.state in ("running", "paused"):
        left = clock.left(now)
        told = f"ends in {shown_left(left)}" if left >= 0 else f"is over time by {shown_left(-left)}"
        word = "is paused and " if clock.state == "paused" else ""
        found.append(Task("clock", f"Round {round_.number} {word}{told}."))
    return [*found, *_unplayed_cards_of_hands(event, round_), *_missing_cards(round_, of_this_round=True)]


def _unplayed_cards_of_hands(event: Event, round_: Round) -> list[Task]:
    """Tables where a player has a card of the hand to play, and nobody has noted which."""
    tables = [
        match.table
        for match in round_.matches
        if not match.settled and any(owes_card(event, round_.number, event.player(id_)) for id_ in match.players)
    ]
    if not tables:
        return []
    sentence = f"No card of the hand is noted yet at {_tables(tables)}."
    return [Task("hand_unplayed", sentence, tables=tuple(tables))]


def _missing_cards(round_: Round, *, of_this_round: bool = False) -> list[Task]:
    """Cards that are not in; those of an earlier round are told as such."""
    open_ = [match.table for match in round_.matches if not match.settled and not (of_this_round and match.disputed)]
    if not open_:
        return []
    where = "" if of_this_round else f"Round {round_.number}: "
    are = "card is" if len(open_) == 1 else "cards are"
    sentence = f"{where}{len(open_)} {are} still missing: {_tables(open_)}."
    return [Task("card_missing" if of_this_round else "old_card_missing", sentence, tables=tuple(open_))]


def _contradiction_tasks(event: Event) -> list[Task]:
    return [
        Task("contradiction", f"{one.sentence} {WHAT_TO_DO}", one.players, (one.table,), one.round)
        for one in contradictions(event)
    ]


def _stale_tasks(event: Event) -> list[Task]:
    """Only of a round that can still be changed; what was played stands."""
    return [
        Task("stale_pairing", stale.sentence, stale.players)
        for stale in stale_pairings(event)
        if not event.round(stale.round).complete
    ]


def _draft_tasks(event: Event) -> list[Task]:
    """At an event with drafts: open one, wait for picks, build forces."""
    if event.rules.draft is None or event.current is not None:
        return []
    if not event.drafts:
        everyone = list(event.players.values())
        brought = everyone and all(one.force for one in everyone)
        return [] if brought else [Task("open_draft", "Open the draft, or take in forces that players bring.")]
    found = []
    for draft in event.drafts.values():
        if not draft.finished:
            waiting = [event.player(id_) for id_ in draft.waiting_for()]
            sentence = f"Group {draft.setup.group} drafts and waits for {_names(waiting)}."
            found.append(Task("draft_waits", sentence, tuple(one.id for one in waiting)))
    unbuilt = [one for one in event.present() if (own := own_draft(event, one)) and not has_built(own, one)]
    if not found and unbuilt:
        what = "builds a force" if len(unbuilt) == 1 else "build forces"
        sentence = f"The draft is over: {_names(unbuilt)} {what} from what was drafted."
        found.append(Task("build_forces", sentence, tuple(one.id for one in unbuilt)))
    return found


def _player_tasks(event: Event) -> list[Task]:
    started = event.current is not None
    players = [one for one in event.players.values() if one.status in (REGISTERED, PRESENT)]
    forces = {state: [one for one in players if one.force and one.force.state == state] for state in WAITING_STATES}
    absent = [one for one in players if one.status == REGISTERED and (one.late or not started)]
    missing = [one for one in players if one.force is None and not plays_without_force(event, one)]
    groups = (
        ("not_checked_in", "is", "are", "not checked in yet", absent),
        ("force_missing", "has", "have", "not handed in a force", missing),
        ("force_unchecked", "has", "have", "handed in a force to look at", forces[SUBMITTED]),
        ("force_returned", "has", "have", "a force to mend that was sent back", forces[RETURNED]),
        ("hand_missing", "has", "have", "no tournament hand yet", _without_hand(event, players)),
        (
            "hand_too_large",
            "has",
            "have",
            "more cards in hand than rounds are planned",
            _with_too_many_cards(event, players),
        ),
    )
    needed = event.rules.registration.force_needed
    return [
        Task(what, f"{_how_many(found, one, many)} {told}: {names}.", tuple(player.id for player in found))
        for what, one, many, told, found in groups
        for names in [_names(found, of_forces=what == "force_unchecked")]
        if found and (needed or not what.startswith("force")) and not (started and what in BEFORE_THE_FIRST)
    ]


def _how_many(players: Sequence[Player], one: str, many: str) -> str:
    return f"{counted(len(players), 'player')} {one if len(players) == 1 else many}"


def _without_hand(event: Event, players: Iterable[Player]) -> list[Player]:
    return [one for one in players if event.rules.hand and not one.hand]


def _with_too_many_cards(event: Event, players: Iterable[Player]) -> list[Player]:
    """Rounds were taken off the plan; a hand that was played from stays as it is."""
    return [one for one in players if len(one.hand) > event.planned and not one.played]


def _next_step(event: Event, round_: Round | None) -> list[Task]:
    if not all(one.complete for one in event.rounds):
        return []
    if event.rules.choice.pick == "draw" and not event.scenarios:
        return [Task("draw_scenarios", "Draw the scenarios.")]
    number = 1 if round_ is None else round_.number + 1
    if drawn := undecided(event, number - 1):
        sentence = f"Nobody won at {_tables([match.table for match in drawn])}: say who goes on in the bracket."
        return [Task("advance", sentence, tables=tuple(match.table for match in drawn))]
    if event.cut is None and event.rules.cut and number > event.planned:
        cut = Task("cut", f"All rounds are played: cut to the top {event.rules.cut.top}.")
        return [*_missing_scores(event, ("always",)), cut]
    if number <= event.planned:
        pair = Task("pair", f"Pair {round_told(event, number)}.")
        # Painting may well be judged at noon: pairing does not wait for it.
        return [*_secret_scenarios(event), pair, *(_missing_scores(event, ("always",)) if round_ else ())]
    finish = Task("finish", "All rounds are played: look at the prizes and finish the event.")
    return [*_missing_scores(event, ("always", "end")), finish]


def _missing_scores(event: Event, counts: Container[str]) -> list[Task]:
    """Soft scores that the desk has still to enter for somebody who is here."""
    asked = [rule for rule in event.rules.soft if rule.by == "organiser" and rule.counts in counts]
    lacking = {rule.title: [one for one in event.present() if (rule.name, one.id) not in event.soft] for rule in asked}
    sentences = [
        f"{title} is not entered yet for {counted(len(found), 'player')}: {_names(found)}."
        for title, found in lacking.items()
        if found
    ]
    ids = dict.fromkeys(one.id for found in lacking.values() for one in found)
    return [Task("soft_missing", " ".join(sentences), tuple(ids))] if sentences else []


def _secret_scenarios(event: Event) -> list[Task]:
    """At check-in players hear what they will play; later each published round tells its own."""
    if event.rules.choice.pick == "in_order" or event.scenarios_known or event.rounds:
        return []
    return [Task("make_known", "Make the scenarios known when everybody is here.")]


def _prize_giving(event: Event) -> list[Task]:
    return [Task("reveal", f"Reveal the next prize: {one.title}.") for one in prizes_to_reveal(event)[:1]]


def _tables(tables: Sequence[int]) -> str:
    return f"{'table' if len(tables) == 1 else 'tables'} {and_list([str(one) for one in tables])}"


def _names(players: Sequence[Player], *, of_forces: bool = False) -> str:
    late = [one.id for one in players if of_forces and one.force is not None and one.force.late]
    shown_ = ", ".join(f"{one.name}{' (late)' if one.id in late else ''}" for one in players[:6])
    return shown_ if len(players) <= 6 else f"{shown_} and {len(players) - 6} more"
