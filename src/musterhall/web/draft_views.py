"""What the pages of a draft show, made from what a draft itself lets somebody see and from nothing else."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from musterhall.events.clock import moment
from musterhall.events.drafting import drafted_by, drafting_of, has_built
from musterhall.events.drafts import Draft
from musterhall.events.event import Event, Player
from musterhall.game.drafting import BuiltForce, Figure, FigureChoice
from musterhall.printing.draft_sheets import METHODS
from musterhall.problems import BadInput

View = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat as everybody sees it."""

    name: str
    player: str
    state: str
    kind: str
    """How its tag looks."""
    kept: tuple[Figure, ...]
    in_hand: int
    gone: bool
    picking: bool


@dataclass(frozen=True, slots=True)
class Table:
    """A table as everybody sees it."""

    draft: str
    group: int
    title: str
    help: str
    method: str
    stage: str
    round: int
    rounds: int
    paused: bool
    finished: bool
    left: float | None
    """Seconds for the picks that are due, at this hour."""
    at: str
    pack: str
    open: tuple[Figure, ...]
    """What lies on the table to choose from."""
    seats: tuple[Seated, ...]
    built: tuple[str, ...]
    """Who has handed in a force since it was over."""
    waiting: tuple[str, ...]
    log: tuple[tuple[int, str], ...]
    """Round and sentence, the newest first."""


@dataclass(frozen=True, slots=True)
class Mine:
    """What a player sees beside the table."""

    picking: bool
    gone: bool
    hand: tuple[Figure, ...]
    chosen: Figure | None
    kept: tuple[Figure, ...]
    before: int
    """How many pick from the force pack before him, counting the one who picks now."""


def table_view(event: Event, draft: Draft, library: Any, now: str) -> Table:
    """A table for everybody, without hands and hidden picks."""
    view = draft.view(None, now)
    title, help_ = METHODS[view["method"]]
    seated = {seat["player"] for seat in view["seats"]}
    return Table(
        draft=view["draft"],
        group=view["group"],
        title=title,
        help=help_,
        method=view["method"],
        stage=view["stage"],
        round=view["round"],
        rounds=view["rounds"],
        paused=view["paused"],
        finished=view["finished"],
        left=_seconds(view["deadline"], now),
        at=now,
        pack=view["pack"],
        open=_figures(event, view["table"], library),
        seats=tuple(_seated(event, view, seat, library) for seat in view["seats"]),
        built=tuple(one.name for one in event.players.values() if one.id in seated and has_built(draft, one)),
        waiting=tuple(_name(event, seat["player"]) for seat in view["seats"] if seat["picking"]),
        log=tuple((line["round"], _sentence(event, line)) for line in reversed(view["log"])),
    )


def mine_view(event: Event, draft: Draft, player: str, library: Any) -> Mine:
    """What lies before one player alone."""
    mine = draft.view(player)["mine"]
    number = mine["seat"] - 1
    chosen = mine["chosen"]
    return Mine(
        picking=mine["picking"],
        gone=draft.seats[number].gone,
        hand=_figures(event, mine["hand"], library),
        chosen=drafting_of(event).figure(chosen["item"], library) if chosen else None,
        kept=_figures(event, mine["kept"], library),
        before=draft.order.index(number) if number in draft.order else 0,
    )


def table_stamp(draft: Draft) -> Hashable:
    """Differs whenever the table looks different to anybody."""
    seats = tuple((one.player, one.gone, len(one.kept), len(one.hand), one.chosen is not None) for one in draft.seats)
    return (draft.setup.draft, draft.round, draft.timer, seats, len(draft.log), len(draft.table), draft.order)


def mine_stamp(draft: Draft, player: str) -> Hashable:
    number = draft.seat_of(player)
    seat = draft.seats[number] if number is not None else None
    own = (seat.hand, seat.kept, seat.chosen.item.id if seat.chosen else "") if seat else ()
    return (table_stamp(draft), own)


# The force made of what was drafted


@dataclass(frozen=True, slots=True)
class Built:
    """The force as it would be handed in, or why it cannot be made."""

    name: str
    figures: tuple[FigureChoice, ...]
    choices: tuple[Mapping[str, str], ...]
    """As the action takes them."""
    force: BuiltForce | None = None
    refused: str = ""


def built_view(
    event: Event, player: Player, draft: Draft, name: str, given: Sequence[Mapping[str, Any]] | None, library: Any
) -> Built:
    """What becomes of a player's choices; without any, every figure as it is usual."""
    drafting, mine = drafting_of(event), drafted_by(event, player, draft, library)
    figures = drafting.choices(mine, given)
    choices = tuple(
        {"item": one.figure.id, **{field.name: field.chosen for field in one.fields}} for one in figures if one.taken
    )
    try:
        return Built(name, figures, choices, drafting.built(mine, choices, player.name, name))
    except BadInput as refusal:
        return Built(name, figures, choices, refused=str(refusal))


# Small things


def _seconds(deadline: str | None, now: str) -> float | None:
    return None if deadline is None else (moment(deadline) - moment(now)).total_seconds()


def _seated(event: Event, view: View, seat: View, library: Any) -> Seated:
    state, kind = _state(view, seat)
    return Seated(
        name=_name(event, seat["player"]),
        player=seat["player"],
        state=state,
        kind=kind,
        kept=_figures(event, seat["kept"], library),
        in_hand=seat["in_hand"],
        gone=seat["gone"],
        picking=seat["picking"],
    )


def _state(view: View, seat: View) -> tuple[str, str]:
    if seat["gone"]:
        return "has left", "plain"
    if view["finished"]:
        return "done", "good"
    if seat["picking"]:
        return "picks", "wait"
    return ("has picked", "good") if seat["picked"] else ("waits", "plain")


_SAID = {
    "picked": "{name} keeps {item}.",
    "picked for": "The organiser picks {item} for {name}.",
    "lot": "The organiser lets the lot pick, and it picks {item} for {name}.",
    "expired": "Time was over: the lot picks {item} for {name}.",
    "last": "{name} has the last one, {item}.",
    "kept": "{name} keeps {item}.",
    "rolled": "{name} rolls {face}.",
    "first": "{name} picks first.",
    "left": "{name} leaves.",
    "replaced": "{name} takes the seat of {before}.",
}


def _sentence(event: Event, line: View) -> str:
    """One line of the log, which has only what lies open."""
    item = line.get("item", {}).get("figure", "")
    before = _name(event, line["instead_of"]) if "instead_of" in line else ""
    said = _SAID[line["how"]]
    return said.format(name=_name(event, line["player"]), item=item, face=line.get("face", ""), before=before)


def _name(event: Event, player: str) -> str:
    return event.players[player].name if player in event.players else player


def _figures(event: Event, items: Sequence[View], library: Any) -> tuple[Figure, ...]:
    drafting = drafting_of(event)
    return tuple(drafting.figure(item, library) for item in items)
