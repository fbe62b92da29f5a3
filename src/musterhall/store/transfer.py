"""Events on the move: complete as JSON, to be taken in elsewhere, and as tables for a spreadsheet."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

import musterhall
from musterhall.events.entries import Entry
from musterhall.events.event import Event, Match, Round
from musterhall.events.factions import faction_statistics
from musterhall.events.fold import fold
from musterhall.events.scores import Figures
from musterhall.events.standings import round_figures, standings
from musterhall.events.undoing import require_sound_undos
from musterhall.problems import BadInput, parse_model
from musterhall.store.desk import EVENT
from musterhall.store.journals import Store
from musterhall.store.sealed_hands import with_hands_opened, with_hands_sealed
from musterhall.tally import shown

FORM = 1
MOST_ENTRIES = 200_000
"""An event of a thousand players and nine rounds has about thirty thousand."""


class _Row(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    seq: int
    at: str
    kind: str
    data: dict[str, Any]
    who: str = ""
    why: str = ""
    key: str = ""


class _File(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    form: int
    musterhall: str = ""
    event: str = Field(min_length=1)
    title: str = ""
    entries: list[_Row] = Field(min_length=1, max_length=MOST_ENTRIES, fail_fast=True)
    """One wrong row is enough: nobody writes them by hand."""
    check: str


def export_event(store: Store, stream: str) -> dict[str, Any]:
    """The whole journal of an event, with a check over all of it; what players still hide is sealed."""
    entries = [entry.as_data() for entry in with_hands_sealed(store, stream, store.entries(stream))]
    info = next(one for one in store.streams(EVENT) if one.stream == stream)
    return {
        "form": FORM,
        "musterhall": musterhall.__version__,
        "event": stream,
        "title": info.title,
        "entries": entries,
        "check": _check(entries),
    }


def import_event(
    store: Store, data: Mapping[str, Any], stream: str | None = None, name: str = "the file", *, may_open: bool = True
) -> str:
    """Take in an exported event, if it is complete, unchanged and makes sense to this version; its name here.

    What players still hide is opened only for somebody who `may_open` it.
    """
    newer = data.get("form")
    if isinstance(newer, int) and newer > FORM:
        raise BadInput(
            f"{name}: was written by a newer Musterhall (form {newer}, this one knows {FORM}); update first."
        )
    file = parse_model(_File, data, name)
    if _check([row.model_dump() for row in file.entries]) != file.check:
        raise BadInput(f"{name}: was changed after it was exported; export it again.")
    entries = [Entry(row.seq, row.at, row.kind, row.data, row.who, row.why, row.key) for row in file.entries]
    entries = with_hands_opened(store, file.event, entries, name, may_open=may_open)
    require_sound_undos(entries)
    event = fold(entries)
    store.adopt(stream or file.event, EVENT, event.name, entries)
    return stream or file.event


def csv_text(event: Event, what: str) -> str:
    """Players, pairings, cards or standings as CSV."""
    rows = _SHEETS.get(what)
    if rows is None:
        raise BadInput(f"table {what!r}: is not one of {', '.join(_SHEETS)}; choose one of them.")
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in rows(event):
        writer.writerow([harmless(cell) for cell in row])
    return out.getvalue()


def _check(entries: Iterable[Mapping[str, Any]]) -> str:
    text = json.dumps(list(entries), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def harmless(cell: object) -> object:
    """A spreadsheet would run what begins like a formula; an apostrophe makes it the text it is. Numbers stay."""
    if not isinstance(cell, str) or re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", cell):
        return cell
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell


# The sheets

Sheet = Iterable[list[object]]


def _players(event: Event) -> Sheet:
    yield ["number", "name", "team", "status", "late", "painted", "warnings", "force", "points", "force state"]
    for one in event.players.values():
        force = [one.force.force, one.force.points, one.force.state] if one.force else ["", "", ""]
        yield [one.id, one.name, one.team, one.status, _yes(one.late), _yes(one.painted), len(one.warnings), *force]


def _pairings(event: Event) -> Sheet:
    """Published rounds only: a draft is nobody's business yet."""
    yield ["round", "scenario", "table", "first", "second"]
    for round_ in (one for one in event.rounds if one.published):
        title = event.scenario_of(round_).title
        for match in round_.matches:
            yield [round_.number, title, match.table, *(event.player(id_).name for id_ in match.players)]
        for id_ in round_.byes:
            yield [round_.number, title, "", event.player(id_).name, "bye"]


def _cards(event: Event) -> Sheet:
    names = event.rules.scoring.titles()
    yield ["round", "table", "player", "opponent", "result", *names.values(), "card"]
    for round_ in (one for one in event.rounds if one.published):
        figures = round_figures(event, round_)
        for match in round_.matches:
            yield from (_card(event, round_, match, id_, figures.get(id_, {})) for id_ in match.players)
        for id_ in round_.byes:
            row = [round_.number, "", event.player(id_).name, "", "bye"]
            yield [*row, *_totals(event, figures.get(id_, {})), ""]


def _card(event: Event, round_: Round, match: Match, player: str, figures: Figures) -> list[object]:
    card = json.dumps(match.card.as_data(), ensure_ascii=False) if match.card else ""
    first = [round_.number, match.table, event.player(player).name, event.player(match.other(player)).name]
    return [*first, _outcome(match, player), *_totals(event, figures), card]


def _outcome(match: Match, player: str) -> str:
    if match.absent:
        return "absent" if match.nobody_came or match.absent == player else "no opponent"
    if match.conceded:
        return "conceded" if match.conceded == player else "conceded to"
    if match.result is None:
        return "disputed" if match.disputed else "open"
    if match.result.winner is None:
        return "draw"
    return "win" if match.players[match.result.winner] == player else "loss"


def _standings(event: Event) -> Sheet:
    titles = event.rules.titles()
    found = standings(event)
    yield ["place", "number", "name", "status", "played", "byes", *titles.values(), "tie broken by"]
    for row in (*found.rows, *found.apart):
        figures = [shown(row.figures[name]) for name in titles]
        # Who left has points and no place.
        yield [
            row.place if row in found.rows else "",
            row.player,
            row.name,
            row.status,
            row.played,
            row.byes,
            *figures,
            row.broken_by,
        ]


def _factions(event: Event) -> Sheet:
    title = event.rules.titles()[event.rules.standings.order[0]]
    yield ["faction", "players", "won", "drawn", "lost", "mirrors", "share", f"{title} a match"]
    for one in faction_statistics(event):
        share = "" if one.share is None else f"{float(one.share):.4f}"
        average = "" if one.average is None else shown(one.average)
        yield [one.faction, one.players, one.won, one.drawn, one.lost, one.mirrors, share, average]


def _totals(event: Event, figures: Figures) -> list[str]:
    return [shown(figures[name].total) if name in figures else "" for name in event.rules.scoring.titles()]


def _yes(value: bool) -> str:
    return "yes" if value else "no"


_SHEETS: Mapping[str, Callable[[Event], Sheet]] = {
    "players": _players,
    "pairings": _pairings,
    "cards": _cards,
    "standings": _standings,
    "factions": _factions,
}
SHEETS = tuple(_SHEETS)
