"""Standings for the wall: with what breaks ties, who left, what is still open, and at the end the prizes."""

from __future__ import annotations

from typing import Any

from musterhall.events.ceremony import TOLD_LATER, as_told, prizes_shown, require_told
from musterhall.events.event import DISQUALIFIED, Event
from musterhall.events.prizes import Prize
from musterhall.events.records import Record, records
from musterhall.events.standings import Standing, Standings, standings
from musterhall.printing.event_pages import page_data
from musterhall.printing.typesetting import typeset
from musterhall.problems import BadInput
from musterhall.tally import shown

TEMPLATE = "standings_sheet.typ"


def standings_pdf(event: Event, through: int | None = None, *, paper: str = "a4") -> bytes:
    """The standings after a round, or with everything that is settled now; with the prizes when the event is over."""
    return typeset(TEMPLATE, standings_data(event, through), paper=paper)


def standings_data(event: Event, through: int | None = None) -> dict[str, Any]:
    """All that the template prints."""
    if through is not None:
        _require_published(event, through)
        require_told(event, through)
    # It hangs on a wall, and says no more than the other walls do.
    told = as_told(event)
    later = f". {TOLD_LATER}" if told is not event else ""
    event = told
    found = standings(event, through)
    final = event.finished and found.through >= len(event.rounds)
    titles = event.rules.titles()
    columns = list(dict.fromkeys([*found.order, *event.rules.standings.show]))
    known = records(event, found.through, found.rounds)
    return {
        **page_data(event),
        "title": "Final standings" if final else "Standings",
        "after": f"{_after(event, found)}{later}",
        "columns": [{"title": titles[name], "counts": name in found.order} for name in columns],
        "rounds": [number for number in range(1, found.through + 1) if not event.in_bracket(number)],
        "order": _order(found, titles),
        "rows": [_row(row, known[row.player], columns) for row in found.rows],
        # They have figures, and no place among those who play on.
        "apart": [_row(row, known[row.player], columns) | {"place": ""} for row in found.apart],
        "open": list(found.open),
        "read": list(found.read),
        "prizes": [_prize(event, prize) for prize in prizes_shown(event)] if final else [],
    }


def _require_published(event: Event, through: int) -> None:
    published = sum(round_.published for round_ in event.rounds)
    if not 0 <= through <= published:
        known = f"rounds 1 to {published} are" if published else "none is"
        raise BadInput(f"standings after round {through}: cannot be printed; {known} published.")


def _after(event: Event, found: Standings) -> str:
    if not found.through:
        return "Before the first round"
    word = "In" if found.open else "After"
    return f"{word} round {found.through} of {max(event.planned, found.through)}"


def _order(found: Standings, titles: dict[str, str]) -> str:
    """What counts, in one sentence; several figures break each other's ties."""
    first, *then = [titles[name] for name in found.order]
    return f"By {first}{''.join(f', then {name}' for name in then)}."


def _row(row: Standing, record: Record, columns: list[str]) -> dict[str, Any]:
    return {
        "place": f"{row.place}=" if row.shared else str(row.place),
        "name": row.name,
        "figures": [shown(row.figures[name]) for name in columns],
        "record": str(record),
        "rounds": ["" if points is None else shown(points) for points in record.points],
        "byes": row.byes,
        "parted": row.broken_by,
        "status": "disqualified" if row.status == DISQUALIFIED else "",
    }


def _prize(event: Event, prize: Prize) -> dict[str, Any]:
    names = [event.player(id_).name for id_ in prize.winners] or ["not given"]
    return {"title": prize.title, "winners": names, "because": prize.because, "thanks": prize.thanks.removeprefix(", ")}
