"""`muster event draft`: boxes opened, figures picked in time, and forces built of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from musterhall.cli.events.common import Hall, PlayerName, Seed, Yes, changes, confirm, drawn_seed, looks
from musterhall.cli.events.forces import hand_in_force, library_of
from musterhall.cli.events.showing import local_hour, show_table
from musterhall.cli.shell import say, say_json, show
from musterhall.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from musterhall.events.drafts import Draft
    from musterhall.events.entries import NewEntry
    from musterhall.events.event import Event
    from musterhall.game.drafting import Drafted, Drafting, Pool
    from musterhall.game.forces import Submission
    from musterhall.game.units import Listing

DraftName = Annotated[
    str, typer.Option("--draft", "-d", metavar="NAME", help="Which table: d1, d2, ...; else every one that is on.")
]

app = typer.Typer(no_args_is_help=True)


@app.command("open")
@changes
def open_(
    hall: Hall,
    method: Annotated[str, typer.Option("--method", help="salvage_boxes, force_packs, packs_then_boxes, ...")],
    pool: Annotated[str, typer.Option("--pool", metavar="POOL", help="A file, or a shipped pool.")] = "",
    units: Annotated[int | None, typer.Option("--units", min=1, max=20, help="Figures for each player.")] = None,
    seconds: Annotated[int | None, typer.Option("--seconds", min=5, help="Time for one pick.")] = None,
    group: Annotated[int | None, typer.Option("--group", min=1, max=50, help="Players at a table, at most.")] = None,
    packs: Annotated[int | None, typer.Option("--packs", min=1, help="Force packs before boxes follow.")] = None,
    displays: Annotated[int, typer.Option("--displays", min=1, max=100, help="How often the boxes are there.")] = 1,
    players: Annotated[
        list[str] | None, typer.Option("--player", metavar="PLAYER", help="Only these; else all who are present.")
    ] = None,
    seed: Seed = None,
) -> None:
    """Seat the players at tables and deal; all by a lot that is written down."""
    from musterhall.events.drafting import draft_rules, open_draft
    from musterhall.events.drafts import openings

    event = hall.event
    rules = draft_rules(event, units=units, seconds=seconds, group=group)
    seated = [event.find(name) for name in players] if players else list(event.present())
    if not seated:
        raise BadInput("draft open: nobody is present; check players in first, or name them with --player.")
    tables = openings(
        "new",
        _method(method),
        {player.id: player.name for player in seated},
        rules,
        _pool(event, pool),
        drawn_seed(seed),
        packs=packs,
        displays=displays,
    )
    before = set(event.drafts)
    entries = hall.do_in_turn([_opening(open_draft, data) for data in tables])
    opened = [name for name in hall.event.drafts if name not in before]
    hall.tell(entries, _waiting_lines(hall.event, opened), drafts=opened)


@app.command()
@changes
def record(
    hall: Hall,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What was opened, rolled and kept at one table.")],
    pool: Annotated[str, typer.Option("--pool", metavar="POOL", help="A file, or a shipped pool.")] = "",
) -> None:
    """Write down a draft that was held at the table, with what players really opened and rolled."""
    from musterhall.cli.named_files import read_small
    from musterhall.events.drafting import record_draft
    from musterhall.store.desk import now

    before, text = set(hall.event.drafts), read_small(file)
    entries = hall.do(lambda event: record_draft(event, text, _pool(event, pool), now()))
    opened = [name for name in hall.event.drafts if name not in before]
    hall.tell(entries[:1], _waiting_lines(hall.event, opened), drafts=opened)


@app.command("show")
@looks
def show_drafts(
    hall: Hall,
    draft: DraftName = "",
    player: Annotated[str, typer.Option("--player", metavar="PLAYER", help="As this player may see it.")] = "",
    organiser: Annotated[bool, typer.Option("--organiser", help="Everything, hidden picks and hands, too.")] = False,
) -> None:
    """Show the tables as anybody may see them, or as a player or the organiser does."""
    from musterhall.events.drafting import draft_of
    from musterhall.events.drafts import ORGANISER
    from musterhall.store.desk import now

    event = hall.event
    who = event.find(player).id if player else ORGANISER if organiser else None
    names = [draft_of(event, event.player(who))[0]] if player and who and not draft else _names(event, draft, all_=True)
    views = {name: event.drafts[name].view(who, now()) for name in names}
    if hall.as_json:
        say_json(views)
        return
    for name, view in views.items():
        _show_view(event, name, view)


@app.command()
@changes
def pick(
    hall: Hall,
    name: PlayerName,
    item: Annotated[str, typer.Argument(metavar="ITEM", help="Its short name, or the figure.")],
) -> None:
    """Pick a figure for a player."""
    from musterhall.events.drafting import draft_of
    from musterhall.events.drafting import pick as command

    player = hall.event.find(name)
    where, draft = draft_of(hall.event, player)
    chosen = _item(draft, player.id, item)
    entries = hall.do(lambda event: command(event, where, event.player(player.id), chosen, by_organiser=True))
    hall.tell(entries, _waiting_lines(hall.event, [where]), finished=hall.event.drafts[where].finished)


@app.command()
@changes
def expire(
    hall: Hall,
    draft: DraftName = "",
    player: Annotated[
        str, typer.Option("--player", metavar="PLAYER", help="Only for this one, whether time is over or not.")
    ] = "",
) -> None:
    """Let the lot pick for everyone whose time is over, or for one player at once."""
    from musterhall.events.drafting import draft_of
    from musterhall.events.drafting import expire as command
    from musterhall.store.desk import now

    event = hall.event
    if player:
        id_ = event.find(player).id
        where = draft or draft_of(event, event.player(id_))[0]
        entries = hall.do(lambda state: command(state, where, id_, by_organiser=True))
        hall.tell(entries, _waiting_lines(hall.event, [where]))
        return
    names = _names(event, draft)
    late = [(name, player) for name in names for player in event.drafts[name].expired(now())]
    if not late:
        told = " ".join(_waiting_lines(event, names))
        raise BadInput(f"draft expire: nobody is late. {told}")
    entries = hall.do_in_turn([_on(command, *one) for one in late])
    hall.tell(entries, _waiting_lines(hall.event, names))


@app.command()
@changes
def pause(hall: Hall, draft: DraftName = "") -> None:
    """Stop the time of all tables, or of one."""
    from musterhall.events.drafting import pause_draft

    names = [name for name in _names(hall.event, draft) if draft or not hall.event.drafts[name].paused]
    hall.tell(hall.do_in_turn([_on(pause_draft, name) for name in _some(names, "runs")]))


@app.command()
@changes
def resume(hall: Hall, draft: DraftName = "") -> None:
    """Let the time go on."""
    from musterhall.events.drafting import resume_draft

    names = [name for name in _names(hall.event, draft) if draft or hall.event.drafts[name].paused]
    hall.tell(hall.do_in_turn([_on(resume_draft, name) for name in _some(names, "is paused")]))


@app.command()
@changes
def close(hall: Hall, draft: DraftName = "", yes: Yes = False) -> None:
    """End tables with all their picks, so that their players can draft again; needs --why."""
    from musterhall.events.drafting import close_draft, has_built

    event = hall.event
    hall.require_why("draft close")
    names = _names(event, draft, all_=True)
    groups = ", ".join(str(event.drafts[name].setup.group) for name in names)
    confirm(f"Close the draft of group {groups} with all its picks?", yes)
    built = [
        seat.name
        for name in names
        for seat in event.drafts[name].seats
        if has_built(event.drafts[name], event.player(seat.player))
    ]
    entries = hall.do_in_turn([_on(close_draft, name, hall.why) for name in names])
    stay = f"Forces that were handed in since stay, until others are: {', '.join(built)}."
    hall.tell(entries, [stay] if built else [], forces=built)


@app.command()
@looks
def log(hall: Hall, draft: DraftName = "") -> None:
    """Tell every roll and every pick that is on the table."""
    names = _names(hall.event, draft, all_=True)
    if hall.as_json:
        say_json({name: [line.as_data() for line in hall.event.drafts[name].log] for name in names})
        return
    for name in names:
        say(f"Group {hall.event.drafts[name].setup.group} ({name})")
        rows = [_log_row(hall.event, line.as_data()) for line in hall.event.drafts[name].log]
        show_table(("round", "when", "player", "what"), rows, right=(0,))


@app.command()
@changes
def force(
    hall: Hall,
    name: PlayerName,
    choices: Annotated[
        Path | None,
        typer.Option("--choices", metavar="FILE", help=r"TOML: \[\[unit]] with item and all that is chosen for it."),
    ] = None,
    force_name: Annotated[str, typer.Option("--name", help="What the force is called.")] = "",
) -> None:
    """Build a force of what a player drafted and hand it in; without --choices, show what can be chosen."""
    from musterhall.events.drafting import draft_of, drafted_by, drafting_of, is_volunteer

    player = hall.event.find(name)
    _, draft = draft_of(hall.event, player)
    if is_volunteer(hall.event, player):
        raise BadInput(
            f"{player.name}: is a volunteer and drafts nothing; hand in a force brought along with "
            f"`muster event force submit {player.id} FILE`."
        )
    drafting = drafting_of(hall.event)
    mine = drafted_by(hall.event, player, draft, library_of(hall.event))
    if choices is None:
        _show_options(hall, drafting.options(mine))
        return
    called = force_name or f"{player.name}'s draft"
    hand_in_force(hall, player.id, _built(hall.event, drafting, mine, choices, player.name, called))


# Helpers


def _method(text: str) -> Any:
    return text.strip().casefold().replace("-", "_").replace(" ", "_")


def _pool(event: Event, name: str) -> Pool:
    from musterhall.cli.named_files import read_small
    from musterhall.events.drafting import drafting_of

    drafting = drafting_of(event)
    known = drafting.pools()
    if name in known or not name:
        return drafting.pool(name or known[0])
    if not Path(name).exists():
        raise BadInput(f"pool {name!r}: there is no such file; name one that exists, or one of {', '.join(known)}.")
    return drafting.read_pool(read_small(Path(name)), name, library_of(event))


def _opening(
    command: Callable[[Event, Mapping[str, Any]], NewEntry], data: Mapping[str, Any]
) -> Callable[[Event], NewEntry]:
    return lambda event: command(event, data)


def _on(command: Callable[..., NewEntry], *given: str) -> Callable[[Event], NewEntry]:
    return lambda event: command(event, *given)


def _names(event: Event, draft: str, *, all_: bool = False) -> list[str]:
    """The draft that is named, or those that are on, or all."""
    from musterhall.events.drafting import draft_named

    if draft:
        draft_named(event, draft)
        return [draft]
    names = [name for name, one in event.drafts.items() if all_ or not one.finished]
    if not names:
        what = "all drafts are over" if event.drafts else "none is open"
        raise BadInput(f"draft: {what}; `muster event draft open` opens one.")
    return names


def _some(names: list[str], what: str) -> list[str]:
    if not names:
        raise BadInput(f"draft: none {what}; nothing to do.")
    return names


def _item(draft: Draft, player: str, wanted: str) -> str:
    """The item with this short name, or the only figure of this name before the player."""
    number = draft.seat_of(player)
    hand = draft.hand(number) if number is not None else ()
    figures = [item.id for item in hand if item.box.figure.casefold() == wanted.casefold()]
    if len(set(figures)) > 1:
        raise BadInput(f"item {wanted!r}: there are several; choose from {', '.join(figures)}.")
    return figures[0] if figures else wanted


def _waiting_lines(event: Event, names: Sequence[str]) -> list[str]:
    """Whom each table waits for, and how long."""
    from musterhall.store.desk import now

    lines = []
    for name in names:
        draft = event.drafts[name]
        waiting = ", ".join(event.player(id_).name for id_ in draft.waiting_for())
        left = draft.seconds_left(now())
        time = f", {left} s left" if left is not None else ""
        state = "is over" if draft.finished else f"waits for {waiting}{' (paused)' if draft.paused else time}"
        lines.append(f"Group {draft.setup.group} ({name}) {state}.")
    return lines


def _built(event: Event, drafting: Drafting, drafted: Drafted, file: Path, player: str, name: str) -> Submission:
    from musterhall.cli.named_files import read_small
    from musterhall.packs.submissions import submission
    from musterhall.problems import parse_toml

    rows = parse_toml(read_small(file), str(file)).get("unit")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise BadInput(f"{file}: chooses nothing; write [[unit]] with item = ... for each figure.")
    return submission(event.pack, drafting.build(drafted, rows, player, name), str(file), drafted.library)


# On the terminal


def _show_view(event: Event, name: str, view: dict[str, Any]) -> None:
    from musterhall.events.drafting import drafting_of

    drafting = drafting_of(event)
    left = view.get("seconds_left")
    time = f", {left} s left" if left is not None and not view["paused"] else ""
    state = "over" if view["finished"] else f"round {view['round']} of {view['rounds']}{time}"
    paused = ", paused" if view["paused"] else ""
    say(f"Group {view['group']} ({name}), {view['method'].replace('_', ' ')}: {state}{paused}.")
    rows = [
        (str(seat["seat"]), event.player(seat["player"]).name, _seat_state(seat), _figures(drafting, seat["kept"]))
        for seat in view["seats"]
    ]
    show_table(("seat", "player", "", "has"), rows, right=(0,))
    if view["table"]:
        say(f"On the table, {view['pack']}: {_figures(drafting, view['table'], ids=True)}")
    if "mine" in view:
        say(f"In hand: {_figures(drafting, view['mine']['hand'], ids=True) or 'nothing'}")
        if view["mine"]["chosen"]:
            say(f"Picked: {_figures(drafting, [view['mine']['chosen']['item']])}")
    for player, hand in view.get("hands", {}).items():
        chosen = view["chosen"].get(player)
        picked = f"; picked {_figures(drafting, [chosen['item']])}" if chosen else ""
        say(f"{event.player(player).name} holds {_figures(drafting, hand, ids=True) or 'nothing'}{picked}")


def _seat_state(seat: Mapping[str, Any]) -> str:
    if seat["gone"]:
        return "left"
    if seat["picking"]:
        return "to pick"
    return "has picked" if seat["picked"] else ""


def _figures(drafting: Drafting, items: Sequence[Mapping[str, Any]], *, ids: bool = False) -> str:
    return ", ".join(f"{item['id']} {drafting.in_short(item)}" if ids else drafting.in_short(item) for item in items)


def _log_row(event: Event, line: Mapping[str, Any]) -> tuple[str, ...]:
    from musterhall.events.drafting import drafting_of

    item = f" {drafting_of(event).in_short(line['item'])}" if "item" in line else ""
    face = f" {line['face']}" if "face" in line else ""
    player = event.player(line["player"]).name
    return (str(line["round"]), local_hour(line["at"], "%H:%M:%S"), player, f"{line['how']}{item}{face}")


def _show_options(hall: Hall, options: Listing) -> None:
    if hall.as_json:
        say_json(options.data)
    else:
        show(options.shown)
