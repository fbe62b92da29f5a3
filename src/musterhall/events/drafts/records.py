"""A draft as it was held at the table: what players opened themselves, what they rolled, and what each kept.

The record becomes the same entries as a draft on screens, so that everything after it (forces, paper, undoing) is the
same. Without what was kept the draft goes on from there, with the boxes that were really opened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from musterhall.events.drafts.draft import Draft, opened
from musterhall.events.drafts.opening import BOX_METHODS, PACK_METHODS, ReadBox
from musterhall.game.drafting import Pool
from musterhall.packs.event_rules import DraftMethod
from musterhall.problems import BadInput, near_names, parse_model, parse_toml
from musterhall.tally import counted

EXAMPLE = """\
method = "salvage_boxes"
units = 3

[[seat]]
player = "Anna Karst"
opened = ["{0}", "{1}", "{2}"]
kept = ["{0}", "{4}", "{2}"]

[[seat]]
player = "Boris Lund"
opened = ["{3}", "{4}", "{5}"]
kept = ["{3}", "{1}", "{5}"]

# With force packs: packs = ["{pack}", ...], and rolls = [3, 5, 5, 2, ...], every die in the order it fell.
"""


def record_example(pool: Pool) -> str:
    """How a draft is written down, with figures of this pool."""
    figures = islice(cycle(dict.fromkeys(box.figure for box in pool.boxes)), 6)
    return EXAMPLE.format(*figures, pack=pool.force_packs[0].name if pool.force_packs else "...")


BoxOrName = str | dict[str, Any]
"""A figure of the pool by its name, or the box itself as a pool file has it."""


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _SeatRow(_Form):
    player: str = Field(min_length=1, max_length=200)
    opened: list[BoxOrName] = Field(default=[], max_length=20)
    kept: list[str] = Field(default=[], max_length=20)


class _Record(_Form):
    method: DraftMethod
    units: int | None = Field(default=None, ge=1, le=20)
    packs: list[str] = Field(default=[], max_length=20)
    rolls: list[int] = Field(default=[], max_length=500)
    seat: list[_SeatRow] = Field(min_length=1, max_length=50)


@dataclass(frozen=True, slots=True)
class Recorded:
    """The data of the entry that opens the draft, and who then kept what, in order."""

    opening: dict[str, Any]
    picks: tuple[tuple[str, str], ...]
    """A player and the id of an item."""


def read_record(
    text: str, name: str, pool: Pool, read_box: ReadBox, find: Callable[[str], tuple[str, str]], units: int, at: str
) -> Recorded:
    """A record's file; `find` gives a player's id and name, `units` is how many a force has where it does not say."""
    record = parse_model(_Record, parse_toml(text, name), name)
    seats = [(*find(row.player), row) for row in record.seat]
    number = record.units or (len(record.seat[0].opened) if record.method == "conscription" else units)
    opening: dict[str, Any] = {
        "draft": "new",
        "method": record.method,
        "group": 1,
        "seats": [id_ for id_, _, _ in seats],
        "names": {id_: shown for id_, shown, _ in seats},
        "units": number,
        "seconds": None,
        "seed": 0,
        "boxes": {id_: [_box(one, pool, name) for one in row.opened] for id_, _, row in seats}
        if record.method in BOX_METHODS
        else {},
        "packs": [_pack(one, pool, name) for one in record.packs] if record.method in PACK_METHODS else [],
        "rolls": list(record.rolls),
    }
    draft = opened(opening, at, read_box)
    kept = {id_: row.kept for id_, _, row in seats}
    picks = _picks(draft, kept, at) if any(kept.values()) and record.method != "conscription" else []
    if draft.finished:
        draft.dice.finish()
    return Recorded(opening, tuple(picks))


def _picks(draft: Draft, kept: Mapping[str, list[str]], at: str) -> list[tuple[str, str]]:
    """Every pick in the order in which it was due, found among what lay there then."""
    picks: list[tuple[str, str]] = []
    while not draft.finished:
        player = draft.waiting_for()[0]
        number = draft.seat_of(player)
        assert number is not None, "who is waited for has a seat"
        seat = draft.seats[number]
        wanted = kept[player][len(seat.kept) : len(seat.kept) + 1]
        if not wanted:
            figures = counted(len(kept[player]), "figure")
            raise BadInput(f"{seat.name}: kept {figures}, and {draft.setup.units} are needed; add them.")
        found = next((one for one in draft.hand(number) if _same(one.box.figure, wanted[0])), None)
        if found is None:
            there = ", ".join(one.box.figure for one in draft.hand(number))
            raise BadInput(
                f"{seat.name}: cannot have kept {wanted[0]!r} in round {draft.round}, when {there} lay there; "
                "check what was opened and in which order it was kept."
            )
        draft.apply("draft.picked", {"player": player, "item": found.id, "by_organiser": True}, at)
        picks.append((player, found.id))
    _require_same(draft, kept)
    return picks


def _require_same(draft: Draft, kept: Mapping[str, list[str]]) -> None:
    """The last of a hand is nobody's choice, so it is compared with what was written down."""
    for seat in draft.seats:
        have = [item.box.figure for item in seat.kept]
        if not all(map(_same, have, kept[seat.player])) or len(have) != len(kept[seat.player]):
            raise BadInput(
                f"{seat.name}: comes out with {', '.join(have)}, and the record says "
                f"{', '.join(kept[seat.player])}; check what was opened and passed on."
            )


def _box(one: BoxOrName, pool: Pool, name: str) -> dict[str, Any]:
    if not isinstance(one, str):
        return one
    everything = [*pool.boxes, *(figure for pack in pool.force_packs for figure in pack.figures)]
    found = next((box for box in everything if _same(box.figure, one)), None)
    if found is None:
        near = near_names(one, dict.fromkeys(box.figure for box in everything))
        raise BadInput(f"{name}: {pool.name} has no figure {one!r}; {near[:1].lower()}{near[1:].rstrip('.')}.")
    data: dict[str, Any] = found.as_data()
    return data


def _pack(one: str, pool: Pool, name: str) -> dict[str, Any]:
    found = next((pack for pack in pool.force_packs if _same(pack.name, one)), None)
    if found is None:
        known = ", ".join(pack.name for pack in pool.force_packs) or "none"
        raise BadInput(f"{name}: {pool.name} has no force pack {one!r}; it has {known}.")
    return found.as_data()


def _same(one: str, other: str) -> bool:
    return " ".join(one.casefold().split()) == " ".join(other.casefold().split())
