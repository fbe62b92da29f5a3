"""What anybody may see of an event, as the public pages take it. Drafts of pairings are not in it."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from musterhall.events.ceremony import prizes_shown
from musterhall.events.event import Event, Match, Round
from musterhall.events.records import records, winner_of
from musterhall.events.scenarios import known_scenarios
from musterhall.events.scores import Figures
from musterhall.events.standings import Standing, Standings, round_figures, standings
from musterhall.events.wording import who_stayed_away
from musterhall.packs.event_rules import Slot
from musterhall.packs.model import open_questions
from musterhall.packs.scenarios import Scenario
from musterhall.tally import counted, shown

LEADERS = 10
NOT_GIVEN = "not given"
MOST_WITH_PARTS = 40
"""Tables of a round whose parts stand on one page; with more of them each table has a page of its own."""
DONE, RUNNING, COMING = "done", "running", "coming"


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players at a table, as it hangs on the wall."""

    table: int
    names: tuple[str, str]
    teams: tuple[str, str]
    settled: bool

    def has(self, wanted: str) -> bool:
        return any(wanted in findable(name) for name in self.names)


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """One player's part of a result; without figures while others of the round are waited for."""

    name: str
    figures: Figures | None
    won: bool


@dataclass(frozen=True, slots=True)
class TableResult:
    table: int
    sides: tuple[PlayerResult, ...]
    because: str
    notes: tuple[str, ...]
    settled: bool


@dataclass(frozen=True, slots=True)
class SlotRow:
    at: str
    what: str
    state: str


def published(event: Event) -> list[Round]:
    return [round_ for round_ in event.rounds if round_.published]


def findable(text: str) -> str:
    """A name as people type it when they look for it: small letters without accents."""
    parts = unicodedata.normalize("NFKD", " ".join(text.casefold().split()))
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


# Pairings


def pairings_view(event: Event, round_: Round | None, name: str = "") -> dict[str, Any]:
    """A published round's tables; with a name only those where somebody of that name plays."""
    wanted = findable(name)
    rows = [_pairing(event, match) for match in round_.matches] if round_ else []
    byes = [event.player(id_).name for id_ in round_.byes] if round_ else []
    return {
        "round": round_,
        "scenario": event.scenario_of(round_) if round_ else None,
        "rows": [row for row in rows if not wanted or row.has(wanted)],
        "byes": [one for one in byes if not wanted or wanted in findable(one)],
        "name": name,
        "findable": findable,
    }


def _pairing(event: Event, match: Match) -> Pairing:
    one, other = (event.player(id_) for id_ in match.players)
    return Pairing(match.table, (one.name, other.name), (one.team, other.team), match.settled)


# Standings


def standings_view(event: Event, through: int | None = None, most: int | None = None) -> dict[str, Any]:
    """Standings with the columns that the pack shows, the figures that count first."""
    found = standings(event, through)
    titles = event.rules.titles()
    names = list(dict.fromkeys([*found.order, *event.rules.standings.show]))
    known = records(event, found.through, found.rounds)
    return {
        "found": found,
        "begun": any(one.points and set(one.points) != {None} for one in known.values()),
        "final": event.finished and found.through == len(published(event)),
        "columns": [(name, titles[name].removesuffix(" Points"), name in found.order) for name in names],
        "rounds": [one.number for one in published(event)[: found.through] if not event.in_bracket(one.number)],
        "records": known,
        "beside": {row.player: _beside(row) for row in (*found.rows, *found.apart)},
        "rows": found.rows[:most],
        "apart": found.apart if most is None else (),
        "more": most is not None and len(found.rows) > most,
        "after": standings_title(event, found),
        **standings_rules(event),
    }


def _beside(row: Standing) -> list[str]:
    """What stands in small beside a name."""
    told = [f"by {row.broken_by}"] if row.broken_by else []
    told += [f"{extra.title}: {shown(extra.value)}" for extra in row.extras]
    if row.byes:
        told.append(counted(row.byes, "bye"))
    return told


def standings_rules(event: Event) -> dict[str, str]:
    """How places are found, in sentences."""
    return {"order": order_sentence(event), "ties": ties_sentence(event)}


def standings_title(event: Event, found: Standings) -> str:
    if not found.through:
        return "Before the first round"
    if event.finished and found.through == len(published(event)):
        return "Final standings"
    word = "During" if found.open else "After"
    return f"{word} round {found.through} of {max(event.planned, found.through)}"


def order_sentence(event: Event) -> str:
    titles = event.rules.titles()
    first, *then = [titles[name] for name in event.rules.standings.order]
    return f"Most {first} leads{''.join(f', then most {title}' for title in then)}."


def ties_sentence(event: Event) -> str:
    """How this event parts players who have the same."""
    one = open_questions()["ties"]
    return f"Where that is level: {one.values[event.pack.reading('ties')]}."


# Results


def results_view(event: Event, round_: Round | None, table: int | None = None) -> dict[str, Any]:
    """A round's results with all their parts; of one table only, where one is named."""
    titles = event.rules.titles()
    first = event.rules.standings.order[0]
    figures = round_figures(event, round_) if round_ else {}
    matches = [] if round_ is None else [round_.match_at(table)] if table is not None else round_.matches
    byes = round_.byes if round_ and table is None and not event.in_bracket(round_.number) else []
    return {
        "round": round_,
        "scenario": event.scenario_of(round_) if round_ else None,
        "results": [_result(event, match, figures) for match in matches],
        "byes": [PlayerResult(event.player(id_).name, figures.get(id_), won=False) for id_ in byes],
        "first": first,
        "first_title": titles[first],
        "with_parts": len(matches) <= MOST_WITH_PARTS,
    }


def _result(event: Event, match: Match, figures: Mapping[str, Figures]) -> TableResult:
    winner = winner_of(match)
    sides = tuple(PlayerResult(event.player(id_).name, figures.get(id_), id_ == winner) for id_ in match.players)
    notes = match.result.notes if match.result and match.settled else ()
    return TableResult(match.table, sides, _because(event, match), tuple(notes), match.settled)


def _because(event: Event, match: Match) -> str:
    if match.absent:
        return f"{who_stayed_away(event, match)} to the table"
    if match.conceded:
        return f"{event.player(match.conceded).name} conceded"
    if not match.settled or match.result is None:
        return "no card yet"
    return match.result.because


# The day


def schedule_view(event: Event) -> dict[str, Any]:
    done, now = schedule_place(event)
    slots = event.rules.schedule
    rows = [SlotRow(slot.at, slot_text(event, slot), _slot_state(at, done, now)) for at, slot in enumerate(slots)]
    return {"slots": rows, "next": next((row for row in rows if row.state == COMING), None)}


def schedule_place(event: Event) -> tuple[int, int | None]:
    """How many lines of the schedule are done, and which one is on, if any is.

    Days run late, so the event's rounds say it and no clock does: nothing is on before anybody has come, between a
    round that is played and the next, and after the end.
    """
    slots, round_ = event.rules.schedule, event.current
    if event.finished:
        return len(slots), None
    if round_ is None:
        return (0, 0) if slots and any(event.present()) else (0, None)
    at = next((index for index, slot in enumerate(slots) if slot.round == round_.number), None)
    if at is None:
        # A round that was added on the day, or one of a bracket: what came before it is over all the same.
        before = [index for index, slot in enumerate(slots) if slot.round is not None and slot.round < round_.number]
        return max(before, default=-1) + 1, None
    if not round_.complete and round_.clock.state != "over":
        return at, at
    after = at + 1
    # A break after the round has begun; another round begins when it is published.
    is_break = after < len(slots) and slots[after].round is None
    return after, after if is_break else None


def slot_text(event: Event, slot: Slot) -> str:
    if slot.round is None:
        return slot.what
    scenario = known_scenarios(event).get(slot.round)
    return ": ".join(filter(None, [f"Round {slot.round}", slot.what or (scenario.title if scenario else "")]))


def scenarios_view(event: Event) -> dict[int, Scenario]:
    """Which scenario each round has, as far as it is known; nothing where there is only one to play."""
    return known_scenarios(event) if len(event.rules.scenario) > 1 else {}


def _slot_state(at: int, done: int, now: int | None) -> str:
    return RUNNING if at == now else DONE if at < done else COMING


def clock_view(event: Event) -> dict[str, Any]:
    """What is going on: the round with its clock, or what is waited for."""
    round_ = event.current
    settled = sum(match.settled for match in round_.matches) if round_ else 0
    return {
        "round": round_,
        "scenario": event.scenario_of(round_) if round_ else None,
        "of": max(event.planned, round_.number if round_ else 0),
        "settled": settled,
        "tables": len(round_.matches) if round_ else 0,
        "prizes": [
            (one.title + one.thanks, [event.player(id_).name for id_ in one.winners] or [NOT_GIVEN], one.because)
            for one in prizes_shown(event)
        ],
    }
