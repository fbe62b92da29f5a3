"""What anybody may see of an event, as the public pages and the projector take it. Drafts of pairings are not in it."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from musterhall.events.event import Event, Match, Round
from musterhall.events.prizes import prizes
from musterhall.events.scenarios import known_scenarios
from musterhall.events.scores import Figures
from musterhall.events.standings import Standing, Standings, round_figures, standings
from musterhall.events.wording import who_stayed_away
from musterhall.packs.event_rules import Slot
from musterhall.packs.model import open_questions
from musterhall.packs.scenarios import Scenario
from musterhall.tally import counted, shown

LEADERS = 10
MOST_WITH_PARTS = 40
"""Tables of a round whose parts stand on one page; with more of them each table has a page of its own."""
PAIRINGS_A_SLIDE = 10
STANDINGS_A_SLIDE = 16
KINDS = ("pairings", "clock", "standings")
"""What a projector can show."""

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


@dataclass(frozen=True, slots=True)
class Slide:
    """A picture of the projector, all of it on the wall at once."""

    kind: str
    title: str
    note: str = ""
    rows: Sequence[Any] = ()


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
    titles = event.rules.scoring.titles()
    names = list(dict.fromkeys([*found.order, *event.rules.standings.show]))
    small = {name: titles[name].removesuffix(" Points") for name in names if name not in found.order}
    return {
        "found": found,
        "columns": [(name, titles[name], name in found.order) for name in names],
        "beside": {row.player: _beside(row, small, found.through) for row in (*found.rows, *found.apart)},
        "rows": found.rows[:most],
        "apart": found.apart if most is None else (),
        "more": most is not None and len(found.rows) > most,
        "after": standings_title(event, found),
        **standings_rules(event),
    }


def _beside(row: Standing, titles: Mapping[str, str], through: int) -> list[str]:
    """What stands in small beside a name."""
    told = [f"{title}: {shown(row.figures[name])}" for name, title in titles.items()]
    if row.played != through:
        told.append(f"{row.played} played")
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
    titles = event.rules.scoring.titles()
    first, *then = [titles[name] for name in event.rules.standings.order]
    return f"Most {first} leads{''.join(f', then most {title}' for title in then)}."


def ties_sentence(event: Event) -> str:
    """How this event parts players who have the same."""
    one = open_questions()["ties"]
    return f"Level on all of that: {one.values[event.pack.reading('ties')]}."


# Results


def results_view(event: Event, round_: Round | None, table: int | None = None) -> dict[str, Any]:
    """A round's results with all their parts; of one table only, where one is named."""
    titles = event.rules.scoring.titles()
    first = event.rules.standings.order[0]
    figures = round_figures(event, round_) if round_ else {}
    matches = [] if round_ is None else [round_.match_at(table)] if table is not None else round_.matches
    byes = round_.byes if round_ and table is None else []
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
    winner = _winner(match)
    sides = tuple(PlayerResult(event.player(id_).name, figures.get(id_), id_ == winner) for id_ in match.players)
    notes = match.result.notes if match.result and match.settled else ()
    return TableResult(match.table, sides, _because(event, match), tuple(notes), match.settled)


def _winner(match: Match) -> str | None:
    if match.nobody_came:
        return None
    if match.absent or match.conceded:
        return match.other(match.absent or match.conceded or "")
    if not match.settled or match.result is None or match.result.winner is None:
        return None
    return match.players[match.result.winner]


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
    now = running_slot(event)
    slots = event.rules.schedule
    rows = [SlotRow(slot.at, slot_text(event, slot), _slot_state(at, now)) for at, slot in enumerate(slots)]
    return {"slots": rows, "next": next((row for row in rows if row.state == COMING), None)}


def running_slot(event: Event) -> int:
    """The line of the schedule that the event has come to. Days run late, so its rounds say it and no clock does."""
    slots = event.rules.schedule
    if event.finished:
        return len(slots) - 1
    round_ = event.current
    if round_ is None:
        return 0
    at = next((index for index, slot in enumerate(slots) if slot.round == round_.number), -1)
    after = slots[at + 1 : at + 2]
    over = round_.complete or round_.clock.state == "over"
    # A break after the round has begun; another round begins when it is published.
    return at + 1 if over and at >= 0 and after and after[0].round is None else at


def slot_text(event: Event, slot: Slot) -> str:
    if slot.round is None:
        return slot.what
    scenario = known_scenarios(event).get(slot.round)
    return ": ".join(filter(None, [f"Round {slot.round}", slot.what or (scenario.title if scenario else "")]))


def scenarios_view(event: Event) -> dict[int, Scenario]:
    """Which scenario each round has, as far as it is known; nothing where there is only one to play."""
    return known_scenarios(event) if len(event.rules.scenario) > 1 else {}


def _slot_state(at: int, now: int) -> str:
    return RUNNING if at == now else DONE if at < now else COMING


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
            (one.title + one.thanks, [event.player(id_).name for id_ in one.winners] or ["nobody"], one.because)
            for one in (prizes(event) if event.finished else [])
        ],
    }


# The projector


def slides(event: Event) -> list[Slide]:
    """Everything that rotates on the wall, in its order: pairings, then the clock, then standings."""
    return [*_pairing_slides(event), _clock_slide(event), *_standing_slides(event)]


def _pairing_slides(event: Event) -> list[Slide]:
    round_ = event.current
    if round_ is None or event.finished:
        return []
    view = pairings_view(event, round_)
    byes = f"Without an opponent: {', '.join(view['byes'])}" if view["byes"] else ""
    title = f"Round {round_.number}: {view['scenario'].title}"
    return _pages("pairings", title, byes, view["rows"], PAIRINGS_A_SLIDE)


def _clock_slide(event: Event) -> Slide:
    round_ = event.current
    if event.finished:
        return Slide("clock", "The event is over", "Thank you for playing")
    if round_ is None:
        return Slide("clock", "Welcome", "The first pairings are not out yet")
    return Slide("clock", f"Round {round_.number} of {max(event.planned, round_.number)}", _missing(round_))


def _missing(round_: Round) -> str:
    missing = sum(not match.settled for match in round_.matches)
    if not missing:
        return "All cards are in"
    return f"{missing} of {counted(len(round_.matches), 'card')} still to come"


def _standing_slides(event: Event) -> list[Slide]:
    if event.current is None:
        return []
    view = standings_view(event)
    first = view["found"].order[0]
    rows = [_standing_row(row, first) for row in view["rows"]]
    return _pages("standings", _standings_head(view["after"]), view["order"], rows, STANDINGS_A_SLIDE)


def _standings_head(after: str) -> str:
    return after if after.endswith("standings") else f"Standings {after[:1].lower()}{after[1:]}"


def _standing_row(row: Standing, first: str) -> tuple[str, str, Any]:
    return (f"{row.place}{'=' if row.shared else ''}", row.name, row.figures[first])


def _pages(kind: str, title: str, note: str, rows: Sequence[Any], size: int) -> list[Slide]:
    """As few slides as will do, none of them nearly empty."""
    number = max(1, -(-len(rows) // size))
    each = max(1, -(-len(rows) // number))
    parts = [rows[at : at + each] for at in range(0, len(rows), each)]
    named = [f"{title} ({page}/{len(parts)})" if len(parts) > 1 else title for page in range(1, len(parts) + 1)]
    return [Slide(kind, name, note, part) for name, part in zip(named, parts, strict=True)]
