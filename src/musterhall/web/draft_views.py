"""What the pages of a draft show, made from what a draft itself lets somebody see and from nothing else."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from musterhall.events.clock import moment
from musterhall.events.drafting import has_built
from musterhall.events.drafts import Draft, building_problems, drafted, notes_after_draft, options
from musterhall.events.drafts.building import Option
from musterhall.events.event import Event, Player
from musterhall.games.alpha_strike.cards import Card
from musterhall.games.alpha_strike.library import Library
from musterhall.games.alpha_strike.point_values import unit_pv
from musterhall.packs.check import Totals, check_force
from musterhall.packs.model import Pack
from musterhall.printing.draft_sheets import METHODS
from musterhall.problems import BadInput, Problem
from musterhall.web.drafts import force_from_choices

View = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a figure's card, in short."""

    name: str
    line: str
    pv: int | None


@dataclass(frozen=True, slots=True)
class Figure:
    """A box or a figure to choose, as it lies open before somebody."""

    id: str
    name: str
    sides: tuple[Side, ...]
    pilot: str
    """The legend in the box, with skill and what the legend is qualified for."""


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


def table_view(event: Event, draft: Draft, library: Library, now: str) -> Table:
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
        open=_figures(view["table"], library),
        seats=tuple(_seated(event, view, seat, library) for seat in view["seats"]),
        built=tuple(one.name for one in event.players.values() if one.id in seated and has_built(draft, one)),
        waiting=tuple(_name(event, seat["player"]) for seat in view["seats"] if seat["picking"]),
        log=tuple((line["round"], _sentence(event, line)) for line in reversed(view["log"])),
    )


def mine_view(draft: Draft, player: str, library: Library) -> Mine:
    """What lies before one player alone."""
    mine = draft.view(player)["mine"]
    number = mine["seat"] - 1
    chosen = mine["chosen"]
    return Mine(
        picking=mine["picking"],
        gone=draft.seats[number].gone,
        hand=_figures(mine["hand"], library),
        chosen=_figure(chosen["item"], library) if chosen else None,
        kept=_figures(mine["kept"], library),
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
class FigureChoice:
    """One drafted figure with what can be chosen for it, and what was."""

    figure: Figure
    versions: tuple[tuple[str, str], ...]
    pilots: tuple[tuple[str, str], ...]
    taken: bool
    version: str
    pilot: str


@dataclass(frozen=True, slots=True)
class Built:
    """The force as it would be handed in, or why it cannot be made."""

    name: str
    figures: tuple[FigureChoice, ...]
    choices: tuple[Mapping[str, str], ...]
    """As the action takes them."""
    totals: Totals | None = None
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    refused: str = ""


def built_view(
    event: Event, player: Player, draft: Draft, name: str, given: Sequence[Mapping[str, Any]] | None, library: Library
) -> Built:
    """What becomes of a player's choices; without any, every figure with its first version and a regular pilot."""
    items = drafted(draft, player.id)
    found = options(items, library)
    wanted = {str(one.get("item", "")): one for one in given or ()}
    figures = tuple(_figure_choice(one, event.pack, library, wanted, everything=given is None) for one in found)
    choices = tuple({"item": one.figure.id, "version": one.version, "pilot": one.pilot} for one in figures if one.taken)
    try:
        force = force_from_choices(event, player, name, choices, items)
    except BadInput as refusal:
        return Built(name, figures, choices, refused=str(refusal))
    report = check_force(force, event.pack, library)
    problems = (*building_problems(items, force, library, all_needed=draft.uses_all), *report.problems)
    notes = notes_after_draft(report.warnings, items, force, event.pack, library, all_needed=draft.uses_all)
    return Built(name, figures, choices, report.totals, problems, notes)


def _figure_choice(
    option: Option, pack: Pack, library: Library, wanted: Mapping[str, Mapping[str, Any]], *, everything: bool
) -> FigureChoice:
    given = wanted.get(option.item.id, {})
    names = [version.card.name for version in option.versions]
    version = given.get("version") if given.get("version") in names else names[0]
    card = next(one.card for one in option.versions if one.card.name == version)
    legends = {legend.name: legend for one in option.versions for legend in one.legends}
    pilots = [(str(skill), f"{kind}, skill {skill}: {unit_pv(card, skill).total} PV") for kind, skill in _pilots(pack)]
    pilots += [
        (name, f"{name}, skill {legend.skill}: {unit_pv(card, legend.skill, legendary=True).total} PV")
        for name, legend in legends.items()
    ]
    pilot = str(given.get("pilot", ""))
    return FigureChoice(
        figure=_figure(option.item.as_data(), library),
        versions=tuple((one.card.name, f"{one.card.name}, {one.card.pv} PV") for one in option.versions),
        pilots=tuple(pilots),
        taken=everything or bool(given),
        version=str(version),
        pilot=pilot if pilot in dict(pilots) else "4",
    )


def _pilots(pack: Pack) -> list[tuple[str, int]]:
    """Each skill with the kind of pilot that has it, the worst first: most forces begin with those."""
    kinds = [kind for kind in pack.force.pilots if not kind.legendary]
    if not kinds:
        span = pack.force.skill
        return [("Pilot", skill) for skill in (range(span.worst, span.best - 1, -1) if span else (4,))]
    ordered = sorted(kinds, key=lambda kind: -kind.worst)
    return [(kind.kind, skill) for kind in ordered for skill in range(kind.worst, kind.best - 1, -1)]


# Small things


def _seconds(deadline: str | None, now: str) -> float | None:
    return None if deadline is None else (moment(deadline) - moment(now)).total_seconds()


def _seated(event: Event, view: View, seat: View, library: Library) -> Seated:
    state, kind = _state(view, seat)
    return Seated(
        name=_name(event, seat["player"]),
        player=seat["player"],
        state=state,
        kind=kind,
        kept=_figures(seat["kept"], library),
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


def _figures(items: Sequence[View], library: Library) -> tuple[Figure, ...]:
    return tuple(_figure(item, library) for item in items)


def _figure(item: View, library: Library) -> Figure:
    pilot = item.get("pilot")
    words = ""
    if pilot:
        skill = (pilot["gunnery"] + pilot["piloting"]) // 2
        words = f"{pilot['name']}, skill {skill}, for {', '.join(pilot['units'])}"
        words += f": {', '.join(pilot['abilities'])}" if pilot["abilities"] else ""
    sides = tuple(_side(version, library.get(version)) for version in item["versions"])
    return Figure(str(item["id"]), str(item["figure"]), sides, words)


def _side(version: str, card: Card | None) -> Side:
    return Side(version, _line(card) if card else "not in the catalogue", card.pv if card else None)


def _line(card: Card) -> str:
    damage = "/".join(str(one) for one in card.damage[:3])
    return f"{card.pv} PV, Move {card.move}, {card.role or 'no role'}, {damage}, {card.armour}+{card.structure}"
