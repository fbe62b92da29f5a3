"""What a phone is shown of a match's sheets: the page's context, and what its stream sends anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass
from typing import Any

from musterhall.companion.record import SETTLED, TAKEN_BACK, Done, Record
from musterhall.events.event import Event, Match, Round
from musterhall.events.matches import read_card_of
from musterhall.game.companion import PIPS, Standing, TableSheet, without_round
from musterhall.problems import BadInput
from musterhall.web.cards import sums
from musterhall.web.companion.matches import Kept, is_over
from musterhall.web.showing import templates

PARTS = ("head", "disputes", "turn", "score", "history")
CLOCK = "clock"
"""Holds the hour, so it differs each time it is made: it is sent when the clock itself has changed."""
"""Pieces of the page that are made here and sent again when they have changed."""
MOST_TOLD = 30
"""How many of the last marks are told."""


@dataclass(frozen=True, slots=True)
class Told:
    """A mark in words."""

    key: str
    side: int
    text: str
    at: str
    back: bool


@dataclass(frozen=True, slots=True)
class Looked:
    """The sheets of a match at one moment, for one of its players."""

    event_id: str
    event: Event
    kept: Kept
    record: Record
    standing: Standing

    @property
    def round(self) -> Round:
        return self.kept.round

    @property
    def match(self) -> Match:
        return self.kept.match


def look(event_id: str, event: Event, kept: Kept, record: Record) -> Looked:
    return Looked(event_id, event, kept, record, record.tabletop.stands(record))


def context(looked: Looked) -> dict[str, Any]:
    """What the templates know."""
    record, tabletop, kept = looked.record, looked.record.tabletop, looked.kept
    return {
        "event": looked.event,
        "event_id": looked.event_id,
        "own": kept.side,
        "code": kept.code,
        "names": tabletop.names,
        "called": tuple("You" if side == kept.side else name for side, name in enumerate(tabletop.names)),
        "order": (kept.side, 1 - kept.side),
        "table": tabletop,
        "standing": looked.standing,
        "record": record,
        "round_now": record.round,
        "sheets": {sheet.id: sheet for sheet in tabletop.sheets},
        "over": is_over(record, looked.standing),
        "settled": looked.match.settled or bool(looked.match.sent),
        "disputes": record.disputes(),
        "disputed": {one.name for one in record.disputes()},
        "marks_told": list(
            reversed([_told(record, one) for one in record.done if one.kind != TAKEN_BACK][-MOST_TOLD:])
        ),
        "shown": lambda sheet: shown_of(record, sheet),
        **_sums(looked),
    }


def _sums(looked: Looked) -> dict[str, Any]:
    try:
        card = read_card_of(looked.event, looked.match, looked.standing.card)
        return {"sums": sums(looked.event, looked.round, looked.match, card), "unfit": ""}
    except BadInput as problem:
        return {"sums": None, "unfit": str(problem)}


@dataclass(frozen=True, slots=True)
class ShownSheet:
    """What follows from the marks on a sheet, for a page that is made here."""

    state: int
    texts: Mapping[str, str]


def shown_of(record: Record, sheet: TableSheet) -> ShownSheet:
    texts, state = {}, 0
    for one in sheet.findings:
        values = [record.value(box) for box in one.boxes]
        if one.kind == "state":
            state = max(state, one.at(values))
        else:
            texts[one.name] = one.text(values)
    return ShownSheet(state, texts)


def _told(record: Record, done: Done) -> Told:
    box = record.boxes.get(without_round(done.box))
    said = box.told(done.value) if box else done.box
    return Told(
        done.key, done.side, f"settled {said}" if done.kind == SETTLED else said, done.at, done.key in record.back
    )


# What the stream sends


def findings_data(record: Record) -> dict[str, Any]:
    """What stays the same for the whole match: what follows from which marks, and how boxes hang together."""
    tabletop = record.tabletop
    return {
        "states": [
            {"title": one.title, "follows": one.follows, "kind": one.kind, "gone": one.gone} for one in tabletop.states
        ],
        "sheets": {sheet.id: [one.as_data() for one in sheet.findings] for sheet in tabletop.sheets},
        "boxes": {
            box.id: {
                "most": box.most,
                "then": box.then,
                "round": box.each_round,
                "first": box.first,
                "called": box.called,
            }
            for box in record.boxes.values()
        },
    }


def state_data(looked: Looked, sent: dict[str, Any]) -> dict[str, Any]:
    """What has changed since `sent`, which is brought up to date."""
    record = looked.record
    clock = {CLOCK: (looked.round.number, astuple(looked.round.clock))}
    parts = _changed(parts_html(looked), sent.setdefault("parts", {}))
    parts |= dict.fromkeys(_changed(clock, sent.setdefault(CLOCK, {})), clock_html(looked))
    values = record.values()
    began = {box.id: record.began(box.id) for box in record.boxes.values() if box.kind == PIPS}
    news: dict[str, Any] = {
        "seq": record.last,
        "values": _changed(values, sent.setdefault("values", {})),
        "began": _changed(began, sent.setdefault("began", {})),
        "gone": [name for name in sent["values"] if name not in values],
        "disputed": [one.name for one in record.disputes()],
        "parts": parts,
        "undo": _last_own(looked),
    }
    for name in news["gone"]:
        del sent["values"][name]
    return news


def _last_own(looked: Looked) -> dict[str, str] | None:
    """The last thing that this player marked and that stands, to be taken back with one tap."""
    own = [one for one in looked.record.standing() if one.side == looked.kept.side]
    return {"key": own[-1].key, "text": _told(looked.record, own[-1]).text} if own else None


def _changed(now: Mapping[str, Any], sent: dict[str, Any]) -> dict[str, Any]:
    changed = {name: value for name, value in now.items() if sent.get(name) != value}
    sent.update(changed)
    return changed


def has_news(news: Mapping[str, Any]) -> bool:
    """Whether there is anything to send; the event may have changed, which nobody sees here."""
    return any(news[what] for what in ("values", "began", "gone", "parts"))


def parts_html(looked: Looked) -> dict[str, str]:
    known = context(looked)
    return {name: templates().get_template(f"companion/{name}.html").render(known) for name in PARTS}


def clock_html(looked: Looked) -> str:
    return templates().get_template(f"companion/{CLOCK}.html").render(round=looked.round)
