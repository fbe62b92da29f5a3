"""`muster event new`, `list`, `show` and what concerns an event as a whole."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from musterhall.cli.events.common import (
    ORGANISER,
    Database,
    EventName,
    Hall,
    Seed,
    Who,
    Why,
    Yes,
    changes,
    confirm,
    drawn_seed,
    event_named,
    looks,
    store_at,
)
from musterhall.cli.events.showing import show_table
from musterhall.cli.shell import AsJson, counted, say, say_json
from musterhall.cli.ways import WAYS
from musterhall.problems import BadInput

if TYPE_CHECKING:
    from musterhall.events.entries import Entry, NewEntry
    from musterhall.events.event import Event
    from musterhall.store.journals import Store, StreamInfo

LONGEST_ID = 60


def new(
    name: Annotated[str, typer.Argument(help="What the event is called.")],
    pack: Annotated[str, typer.Option("--pack", metavar="PACK", help="A file, or the name of a shipped pack.")],
    date: Annotated[str, typer.Option("--date", metavar="2025-11-29", help="The day of the event.")] = "",
    rounds: Annotated[
        int | None, typer.Option("--rounds", min=1, max=50, help="So many rounds, not as many as the pack says.")
    ] = None,
    seed: Seed = None,
    id_: Annotated[str, typer.Option("--id", metavar="ID", help="Its short name here; else made of its name.")] = "",
    db: Database = "",
    who: Who = ORGANISER,
    why: Why = "",
    as_json: AsJson = False,
) -> None:
    """Begin an event with a pack, which it keeps as it is now."""
    from musterhall.cli.named_files import pack_named, pack_text
    from musterhall.events.fold import create
    from musterhall.events.forces import due_remark
    from musterhall.store.desk import EVENT

    pack_named(pack)
    stream = _id(id_, name)
    first = create(name, pack_text(pack), drawn_seed(seed), date=date, rounds=rounds)
    first = replace(first, who=who, why=why)
    event = _tried(first)
    with store_at(db) as store:
        entries = store.create(stream, EVENT, event.name, [first])
    if as_json:
        say_json({"event": stream, **_event_data(event), "entries": _without_pack(entries)})
        return
    say(f"Entry 1: {event.name} begins as {stream!r}, with the pack {event.pack.name} of {event.pack.version}.")
    if remark := due_remark(event):
        say(f"{remark} (`muster event force due DAY`)")
    say("Add players with `muster event player add`; `muster event show` says what is next.")


def list_events(db: Database = "", as_json: AsJson = False) -> None:
    """Name the events in the database, the newest last."""
    from musterhall.store.desk import EVENT

    with store_at(db) as store:
        found = [(info, _folded(store, info.stream)) for info in store.streams(EVENT)]
    for info, event in found:
        if isinstance(event, BadInput):
            say(f"{info.stream}: cannot be read: {event}", error=True)
    if as_json:
        say_json([_list_data(info, event) for info, event in found])
    elif not found:
        say("There is no event yet; begin one with `muster event new`.")
    else:
        heads = ("event", "name", "pack", "date", "players", "rounds", "")
        show_table(heads, [_list_row(info, event) for info, event in found], right=(4,), whole=(0, 3, 6))


@looks
def show(hall: Hall) -> None:
    """Show what is to be done next, the players and the round that is on."""
    from musterhall.cli.events.match_telling import show_disputes
    from musterhall.cli.events.pairing import round_data, show_round
    from musterhall.cli.events.players import player_data, show_players
    from musterhall.events.tasks import tasks
    from musterhall.store.desk import now

    event = hall.event
    todo = tasks(event, now())
    round_ = event.rounds[-1] if event.rounds else None
    if hall.as_json:
        say_json(
            {
                "event": hall.desk.stream,
                **_event_data(event),
                "tasks": [task.as_data() | {"command": WAYS.get(task.what, "")} for task in todo],
                "players_list": [player_data(player) for player in event.players.values()],
                "round": round_data(event, round_) if round_ else None,
                "notes": event.notes,
            }
        )
        return
    say(_headline(event))
    say("To do:")
    for task in todo:
        command = f" (`{WAYS[task.what]}`)" if task.what in WAYS else ""
        say(f"  {task.sentence.rstrip('.')}{command}.")
    for note in event.notes:
        say(f"Note: {note}")
    if event.players:
        say("")
        show_players(event)
    if round_ is not None:
        say("")
        show_round(event, round_)
        show_disputes(event, round_)


@changes
def rename(hall: Hall, name: Annotated[str, typer.Argument(help="What it is to be called.")]) -> None:
    """Give the event another name; its short name stays."""
    from musterhall.events.notes import rename as command

    hall.tell(hall.do(lambda event: command(event, name)))


@changes
def date(
    hall: Hall, day: Annotated[str, typer.Argument(metavar="[DAY]", help="2026-11-28; none leaves it open.")] = ""
) -> None:
    """Hold the event on another day."""
    from musterhall.events.notes import set_date

    hall.tell(hall.do(lambda event: set_date(event, day)))


@changes
def plan(hall: Hall, rounds: Annotated[int, typer.Argument(min=1, max=50, help="How many rounds.")]) -> None:
    """Play more or fewer rounds than the pack says."""
    from musterhall.events.notes import plan_rounds

    hall.tell(hall.do(lambda event: plan_rounds(event, rounds)))


def delete(event_name: EventName = "", yes: Yes = False, db: Database = "", as_json: AsJson = False) -> None:
    """Remove an event and its whole journal for good, also one that cannot be read."""
    from musterhall.web.house import remove_event

    with store_at(db) as store:
        stream = event_named(store, event_name)
        info = next(one for one in store.streams() if one.stream == stream)
        journal = f"{info.entries} {'entry' if info.entries == 1 else 'entries'}"
        confirm(f"{info.title} ({stream}) goes for good, with {journal} of its journal; delete it?", yes)
        remove_event(store, stream)
    if as_json:
        say_json({"deleted": stream, "entries_removed": info.entries})
    else:
        say(f"{info.title} ({stream}) is deleted, with {journal}.")


@changes
def finish(
    hall: Hall,
    one_by_one: Annotated[
        bool, typer.Option("--one-by-one", help="Hold the prizes back: `muster event prize reveal` shows each.")
    ] = False,
    yes: Yes = False,
) -> None:
    """End the event, after showing the prizes; its standings and prizes are final."""
    from musterhall.events.ceremony import hold_back
    from musterhall.events.prizes import finish as finish_event
    from musterhall.events.prizes import prizes

    hall.desk.preview(finish_event)
    won = prizes(hall.event)
    for prize in () if hall.as_json else won:
        say(prize.sentence(hall.event))
    open_ = ", ".join(prize.title for prize in won if not prize.winners)
    confirm(f"{f'Nobody has {open_}. ' if open_ else ''}Finish {hall.event.name}?", yes)

    def command(event: Event) -> list[NewEntry]:
        held = [hold_back(event)] if one_by_one and not event.prizes_held else []
        return [*held, finish_event(event)]

    hall.tell(hall.do(command), prizes=[prize.as_data() for prize in won])


@changes
def note(hall: Hall, text: Annotated[str, typer.Argument(help="What is to be remembered.")]) -> None:
    """Write a note into the journal."""
    from musterhall.events.notes import add_note

    hall.tell(hall.do(lambda event: add_note(event, text)))


@changes
def scenarios(
    hall: Hall,
    names: Annotated[list[str] | None, typer.Argument(metavar="[NAME]...", help="One for each round.")] = None,
    make_known: Annotated[
        bool, typer.Option("--make-known", help="Tell everybody which scenario each round has; draws nothing.")
    ] = False,
    seed: Seed = None,
    yes: Yes = False,
) -> None:
    """Draw the scenarios of all rounds by lot, or choose them; or make known what was drawn."""
    from musterhall.events.scenarios import choose_scenarios, draw_scenarios, make_scenarios_known

    if make_known and names:
        raise BadInput("scenarios: choose them first, and make them known then; give the names or --make-known.")
    if make_known:
        hall.tell(hall.do(make_scenarios_known))
        return
    if names:
        chosen = [_scenario(hall.event, name) for name in names]
        hall.tell(hall.do(lambda event: choose_scenarios(event, chosen)))
        return
    if hall.event.scenarios:
        known = ", ".join(hall.event.scenarios)
        confirm(f"The scenarios are set already ({known}); draw others?", yes)
    lot = drawn_seed(seed)
    hall.tell(hall.do(lambda event: draw_scenarios(event, lot)))


@changes
def tables(
    hall: Hall,
    numbers: Annotated[str | None, typer.Argument(metavar="[1-20|1,2,5]", help="Their numbers.")] = None,
    leaders_first: Annotated[
        bool | None,
        typer.Option("--leaders-first/--rotate", help="The leaders sit at the first table, or people change tables."),
    ] = None,
) -> None:
    """Say which numbers are on the tables, else 1, 2, 3, ..., and whether the leaders sit at the first one."""
    from musterhall.events.table_numbers import number_tables, put_leaders_first, table_numbers

    found = table_numbers(numbers) if numbers is not None else None
    if found is None and leaders_first is None:
        raise BadInput("tables: nothing is said about them; give their numbers, --leaders-first or --rotate.")

    def command(event: Event) -> list[NewEntry]:
        numbered = [] if found is None else [number_tables(event, found)]
        return numbered if leaders_first is None else [*numbered, put_leaders_first(event, leaders_first)]

    hall.tell(hall.do(command))


# Helpers


def slug(name: str) -> str:
    """A short name that needs no quotes: "Herocon 2025!" is herocon-2025."""
    import re
    import unicodedata

    ascii_ = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", ascii_.casefold()).strip("-")[:LONGEST_ID].strip("-")


def _id(given: str, name: str) -> str:
    found = slug(given or name)
    if given and found != given:
        raise BadInput(
            f"id {given!r}: use small letters, figures and hyphens, at most {LONGEST_ID}: {found or 'open-2025'}."
        )
    if not found:
        raise BadInput(f"name {name!r}: gives no short name to call the event by; give one with --id.")
    return found


def _tried(first: NewEntry) -> Event:
    """The event as it will begin; what cannot be is refused before it is written."""
    from musterhall.events.entries import numbered
    from musterhall.events.fold import fold
    from musterhall.store.desk import now

    return fold([numbered(first, 1, now())])


def _folded(store: Store, stream: str) -> Event | BadInput:
    """The event, or what keeps it from being read: one bad journal should not hide the others."""
    from musterhall.events.fold import fold

    try:
        return fold(store.entries(stream))
    except BadInput as complaint:
        return complaint


def _list_data(info: StreamInfo, event: Event | BadInput) -> dict[str, Any]:
    data = {"event": info.stream, "entries": info.entries}
    if isinstance(event, BadInput):
        return data | {"name": info.title, "unreadable": str(event)}
    return data | _event_data(event)


def _event_data(event: Event) -> dict[str, Any]:
    return {
        "name": event.name,
        "pack": event.pack.name,
        "pack_version": event.pack.version,
        "date": event.date,
        "seed": event.seed,
        "players": len(event.players),
        "planned": event.planned,
        "published": sum(round_.published for round_ in event.rounds),
        "scenarios": event.scenarios,
        "finished": event.finished,
    }


def _without_pack(entries: list[Entry]) -> list[dict[str, Any]]:
    """The first entry holds the whole pack, which nobody wants to read here."""
    return [
        entry.as_data() | {"data": {key: value for key, value in entry.data.items() if key != "pack"}}
        for entry in entries
    ]


def _list_row(info: StreamInfo, event: Event | BadInput) -> tuple[str, ...]:
    if isinstance(event, BadInput):
        return (info.stream, info.title, "", "", "", "", "unreadable")
    rounds = f"{sum(round_.published for round_ in event.rounds)}/{event.planned}"
    state = "finished" if event.finished else ""
    return (info.stream, event.name, event.pack.name, event.date, str(len(event.players)), rounds, state)


def _headline(event: Event) -> str:
    played = sum(round_.published for round_ in event.rounds)
    rounds = f"round {played} of {event.planned}" if played else f"{counted(event.planned, 'round')} planned"
    pack = "" if event.pack.name == event.name else event.pack.name
    parts = [pack, event.date, counted(len(event.players), "player"), rounds]
    return f"{event.name}: {', '.join(part for part in parts if part)}."


def _scenario(event: Event, name: str) -> str:
    wanted = name.casefold().replace("-", "_")
    for one in event.rules.scenario:
        if wanted == one.name or name.casefold() == one.title.casefold():
            return one.name
    return name
