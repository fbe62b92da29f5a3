"""The entry that opens a draft at one table: who sits where, what was dealt, and how it goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from musterhall.events.drafts.items import Item, Seat
from musterhall.events.drafts.views import ORGANISER
from musterhall.packs.event_rules import DraftMethod
from musterhall.problems import BadInput, parse_model
from musterhall.tally import counted

ReadBox = Callable[[Mapping[str, Any], str], Any]
"""The game's way to read a box in a journal; the text says where it stands."""

BOX_METHODS = ("conscription", "salvage_boxes", "packs_then_boxes")
PACK_METHODS = ("force_packs", "packs_then_boxes")


@dataclass(frozen=True, slots=True)
class OpenPack:
    """A force pack of one round; every group has the same."""

    name: str
    figures: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Setup:
    """What does not change while a draft lasts."""

    draft: str
    group: int
    method: DraftMethod
    units: int
    seconds: int | None
    """For a pick; None for as long as it takes."""
    grace: int
    seed: int = field(repr=False)
    rolls: tuple[int, ...] = ()
    """Rolled at the table; else the dice of the seed fall."""
    packs: tuple[OpenPack, ...] = ()
    box_rounds: int = 0

    @property
    def rounds(self) -> int:
        return len(self.packs) + self.box_rounds

    @property
    def place(self) -> str:
        """How a complaint names this table."""
        return f"draft {self.draft}, group {self.group}"


def read_opening(data: Mapping[str, Any], read_box: ReadBox) -> tuple[Setup, list[Seat]]:
    """The setup and the seats in the data of "draft.opened", or everything that keeps it from being opened."""
    form = parse_model(_Opened, data, "draft.opened")
    where = f"draft {form.draft}, group {form.group}"
    complaints = list(_complaints(form))
    if complaints:
        raise BadInput(f"{where}: {'; '.join(complaints)}.")
    packs = tuple(_open_pack(number, pack, where, read_box) for number, pack in enumerate(form.packs, 1))
    setup = Setup(
        draft=form.draft,
        group=form.group,
        method=form.method,
        units=form.units,
        seconds=form.seconds,
        grace=form.grace,
        seed=form.seed,
        rolls=tuple(form.rolls),
        packs=packs,
        box_rounds=_box_rounds(form),
    )
    return setup, _seats(form, where, read_box)


_Id = Annotated[str, Field(min_length=1, max_length=200)]


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Pack(_Form):
    name: str = Field(default="", max_length=200)
    figures: list[dict[str, Any]] = Field(min_length=1, max_length=50)


class _Opened(_Form):
    draft: _Id
    method: DraftMethod
    group: int = Field(default=1, ge=1)
    seats: list[_Id] = Field(min_length=1, max_length=50)
    units: int = Field(ge=1, le=20)
    seconds: int | None = Field(default=None, ge=1)
    grace: int = Field(default=0, ge=0)
    seed: int
    boxes: dict[_Id, list[dict[str, Any]]] = Field(default={}, max_length=50)
    packs: list[_Pack] = Field(default=[], max_length=20)
    rolls: list[Annotated[int, Field(ge=1, le=6)]] = Field(default=[], max_length=500)
    """What players rolled themselves, every die in the order it fell; without them the seed's dice fall."""
    names: dict[_Id, Annotated[str, Field(max_length=200)]] = Field(default={}, max_length=50)


def _box_rounds(form: _Opened) -> int:
    """Conscription keeps boxes without a round, volunteers have none."""
    if form.method == "salvage_boxes":
        return form.units
    return form.units - len(form.packs) if form.method == "packs_then_boxes" else 0


def _complaints(form: _Opened) -> Iterator[str]:
    if len(set(form.seats)) < len(form.seats):
        yield "somebody has two seats; name each player once"
    if ORGANISER in form.seats:
        yield f"a player cannot be called {ORGANISER!r}, which stands for who sees everything; use another name"
    strangers = sorted(set(form.boxes) - set(form.seats))
    if strangers:
        yield f"boxes are for {', '.join(strangers)}, who has no seat here; name only players at this table"
    yield from _box_complaints(form)
    yield from _pack_complaints(form)


def _box_complaints(form: _Opened) -> Iterator[str]:
    if form.method not in BOX_METHODS:
        if form.boxes:
            yield f"{form.method} has no boxes; leave them out"
        return
    counts = [len(form.boxes.get(player, ())) for player in form.seats]
    needed = form.units if form.method == "conscription" else _box_rounds(form)
    first = counted(counts[0], "box", "boxes")
    if len(set(counts)) > 1:
        yield f"players have {min(counts)} to {max(counts)} boxes; deal everybody the same number"
    elif form.method == "conscription" and counts[0] != needed:
        yield f"players have {first} each for forces of {counted(needed, 'unit')}; deal {needed}"
    elif counts[0] < needed:
        yield f"players have {first} each, and need {needed}; deal {needed - counts[0]} more"


def _pack_complaints(form: _Opened) -> Iterator[str]:
    number = len(form.packs)
    if form.method not in PACK_METHODS:
        if number:
            yield f"{form.method} has no force packs; leave them out"
        return
    there_are = f"forces of {counted(form.units, 'unit')} have {counted(number, 'force pack')}"
    if form.method == "force_packs" and number != form.units:
        yield f"{there_are}; give one for each unit"
    if form.method == "packs_then_boxes" and not 0 < number < form.units:
        yield f"{there_are}; give 1 to {form.units - 1}, then boxes"
    for at, pack in enumerate(form.packs, 1):
        if len(pack.figures) < len(form.seats):
            yield (
                f"force pack {at} has {counted(len(pack.figures), 'figure')} for {len(form.seats)} players; "
                "take a larger one, or seat fewer"
            )


def _open_pack(number: int, pack: _Pack, where: str, read_box: ReadBox) -> OpenPack:
    boxes = _boxes(pack.figures, f"{where}, force pack {number}, figure", read_box)
    return OpenPack(pack.name, tuple(Item(f"p{number}.{at}", box) for at, box in enumerate(boxes, 1)))


def _seats(form: _Opened, where: str, read_box: ReadBox) -> list[Seat]:
    seats = []
    for number, player in enumerate(form.seats, 1):
        boxes = _boxes(form.boxes.get(player, ()), f"{where}, {player}, box", read_box)
        hand = tuple(Item(f"b{number}.{at}", box) for at, box in enumerate(boxes, 1))
        seats.append(Seat(player, form.names.get(player, player), hand))
    return seats


def _boxes(rows: Sequence[Mapping[str, Any]], where: str, read_box: ReadBox) -> list[Any]:
    return [read_box(row, f"{where} {at}") for at, row in enumerate(rows, 1)]
