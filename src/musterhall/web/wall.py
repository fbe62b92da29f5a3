"""What the projector shows: slides of pairings, the clock, standings, the schedule and the prizes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from musterhall.events.ceremony import prizes_shown, prizes_to_reveal
from musterhall.events.event import Event, Round
from musterhall.events.standings import Standing
from musterhall.tally import counted
from musterhall.web.bracket_view import bracket_view
from musterhall.web.public_view import pairings_view, schedule_view, standings_view

KINDS = ("pairings", "bracket", "clock", "standings", "schedule", "prizes")
"""What a projector can show."""
TITLES = {
    "pairings": "Pairings",
    "bracket": "Bracket",
    "clock": "Clock",
    "standings": "Standings",
    "schedule": "Schedule",
    "prizes": "Prizes",
}
STANDINGS_A_SLIDE = 16
SLOTS_A_SLIDE = 10
PRIZES_A_SLIDE = 6


@dataclass(frozen=True, slots=True)
class Layout:
    """So many columns and rows of tables."""

    columns: int
    rows: int

    @property
    def most(self) -> int:
        return self.columns * self.rows


LAYOUTS = (Layout(2, 4), Layout(2, 5), Layout(3, 5), Layout(3, 6))
"""The fewer tables there are, the larger their names; with the last one they are read from ten metres still."""


@dataclass(frozen=True, slots=True)
class Slide:
    """A picture of the projector, all of it on the wall at once."""

    kind: str
    title: str
    note: str = ""
    rows: Sequence[Any] = ()
    layout: Layout | None = None


def slides(event: Event) -> list[Slide]:
    """Everything that rotates on the wall, in its order."""
    if prizes_to_reveal(event):
        # Standings would tell what is still to be revealed.
        return [*_prize_slides(event)] or [Slide("clock", "Prize giving")]
    return [
        *_prize_slides(event),
        *_pairing_slides(event),
        *_bracket_slides(event),
        _clock_slide(event),
        *_standing_slides(event),
        *_schedule_slides(event),
    ]


def slide_seen(all_: Sequence[Slide], kinds: Sequence[str], page: int) -> int:
    """The place of the slide to be seen; of another kind, where there is none of these now."""
    places = [place for place, slide in enumerate(all_) if slide.kind in kinds] or list(range(len(all_)))
    return places[page % len(places)]


def _pairing_slides(event: Event) -> list[Slide]:
    round_ = event.current
    if round_ is None or event.finished:
        return []
    view = pairings_view(event, round_)
    byes = f"No opponent in this round: {', '.join(view['byes'])}" if view["byes"] else ""
    title = f"Round {round_.number}: {view['scenario'].title}"
    rows = view["rows"]
    layout = next((one for one in LAYOUTS if len(rows) <= one.most), LAYOUTS[-1])
    return _pages(Slide("pairings", title, byes, rows, layout), layout.most)


def _bracket_slides(event: Event) -> list[Slide]:
    if event.cut is None:
        return []
    view = bracket_view(event)
    won = f"{view['champion']} has won" if view["champion"] else f"The top {view['size']}"
    return [Slide("bracket", won, rows=[view])]


def _clock_slide(event: Event) -> Slide:
    round_ = event.current
    if event.finished:
        return Slide("clock", "The event is over", "Thank you for playing")
    if round_ is None:
        return Slide("clock", "Welcome", "The first pairings appear here")
    title = f"Round {round_.number} of {max(event.planned, round_.number)}"
    return Slide("clock", title, "" if round_.clock.state == "waiting" else _missing(round_))


def _missing(round_: Round) -> str:
    missing = sum(not match.settled for match in round_.matches)
    if not missing:
        return "All cards are in"
    return f"{missing} of {counted(len(round_.matches), 'card')} still to come"


def _standing_slides(event: Event) -> list[Slide]:
    if event.current is None:
        return []
    view = standings_view(event)
    if not view["begun"]:
        return []
    first = view["found"].order[0]
    rows = [_standing_row(row, str(view["records"][row.player]), first, final=view["final"]) for row in view["rows"]]
    slide = Slide("standings", _standings_head(view["after"]), view["order"], rows)
    return _pages(slide, STANDINGS_A_SLIDE)


def _standings_head(after: str) -> str:
    return after if after.endswith("standings") else f"Standings {after[:1].lower()}{after[1:]}"


def _standing_row(row: Standing, record: str, first: str, *, final: bool) -> dict[str, Any]:
    return {
        "place": f"{row.place}{'=' if row.shared else ''}",
        "medal": row.place if final and row.place <= 3 else 0,
        "name": row.name,
        "record": record,
        "figure": row.figures[first],
    }


def _schedule_slides(event: Event) -> list[Slide]:
    rows = schedule_view(event)["slots"]
    if not rows or event.finished:
        return []
    return _pages(Slide("schedule", "The day", rows=rows), SLOTS_A_SLIDE)


def _prize_slides(event: Event) -> list[Slide]:
    shown = {one.award: one for one in prizes_shown(event) if one.winners}
    # Where they are revealed one by one, the newest has the wall.
    newest_first = [shown[name] for name in reversed(event.revealed) if name in shown] or list(shown.values())
    rows = [(one.title, [event.player(id_).name for id_ in one.winners], one.thanks) for one in newest_first]
    return _pages(Slide("prizes", "Prizes", rows=rows), PRIZES_A_SLIDE) if rows else []


def _pages(slide: Slide, size: int) -> list[Slide]:
    """As few slides as will do, none of them nearly empty."""
    rows = slide.rows
    number = max(1, -(-len(rows) // size))
    each = max(1, -(-len(rows) // number))
    parts = [rows[at : at + each] for at in range(0, len(rows), each)]
    pages = [f" ({page}/{len(parts)})" if len(parts) > 1 else "" for page in range(1, len(parts) + 1)]
    return [replace(slide, title=slide.title + page, rows=part) for page, part in zip(pages, parts, strict=True)]
