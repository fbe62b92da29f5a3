"""`muster event force` and `muster event hand`: what players hand in, and what the organiser makes of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from musterhall.cli.events.common import Hall, PlayerName, RoundNumber, changes, looks, running_round
from musterhall.cli.events.showing import show_table
from musterhall.cli.named_files import ForceName
from musterhall.cli.shell import BAD_INPUT, counted, say, say_content, say_json
from musterhall.cli.ways import warning_line
from musterhall.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from musterhall.events.entries import NewEntry
    from musterhall.events.event import Event, HandedIn, Player
    from musterhall.game.forces import Submission
    from musterhall.game.hands import Hands

Note = Annotated[str, typer.Option("--note", metavar="TEXT", help="A word to the player.")]
SomePlayers = Annotated[list[str] | None, typer.Argument(metavar="[PLAYER]...", help="Numbers or names.")]

app = typer.Typer(no_args_is_help=True)
hand_app = typer.Typer(no_args_is_help=True)


@app.command()
@changes
def submit(
    hall: Hall,
    name: PlayerName,
    file: ForceName,
    although_locked: Annotated[
        bool, typer.Option("--although-locked", help="Change an accepted force after forces were locked.")
    ] = False,
) -> None:
    """Hand in a player's force, and say everything that is wrong with it."""
    handed_in = _read(hall.event, file)
    hand_in_force(hall, hall.event.find(name).id, handed_in, although_locked=although_locked)


@app.command()
@looks
def check(hall: Hall, names: SomePlayers = None) -> None:
    """Show what the check of a player's force found, or how all forces stand."""
    players = [hall.event.find(name) for name in names] if names else list(hall.event.players.values())
    if hall.as_json:
        say_json([_force_data(player) for player in players])
    elif names:
        for player in players:
            _say_check(player)
    else:
        show_table(("no", "player", "force", "points", "state", "problems"), list(map(_row, players)), right=(3, 5))
    if names and any(player.force is None or player.force.problems for player in players):
        raise typer.Exit(BAD_INPUT)


@app.command()
@changes
def accept(
    hall: Hall,
    names: SomePlayers = None,
    all_legal: Annotated[
        bool,
        typer.Option(
            "--all-legal", help="Every force that came in time, whose check found nothing and left nothing to you."
        ),
    ] = False,
    note: Note = "",
) -> None:
    """Accept forces; one with problems needs a note that says why."""
    from musterhall.events.forces import accept_force

    legal = [one.id for one in hall.event.players.values() if one.force and one.force.clear]
    if all_legal and not legal:
        left = " ".join([_still_waiting(hall.event), *_to_decide(hall.event)])
        raise BadInput(f"force accept: no legal force waits to be accepted without a decision of yours. {left}")
    if not all_legal and not names:
        raise BadInput("force accept: nobody is named; give players, or --all-legal.")
    ids = legal if all_legal else [hall.event.find(name).id for name in names or []]
    entries = hall.do_in_turn([_judging(accept_force, id_, note) for id_ in ids])
    hall.tell(entries, [_still_waiting(hall.event), *_to_decide(hall.event)] if all_legal else ())


@app.command("return")
@changes
def return_(hall: Hall, name: PlayerName, note: Note = "") -> None:
    """Send a force back to its player, with a note."""
    from musterhall.events.forces import return_force

    if not note.strip():
        raise BadInput("force return: the player needs to know why; give it with --note.")
    hall.tell(hall.do(_judging(return_force, hall.event.find(name).id, note)))


@app.command()
@changes
def due(
    hall: Hall,
    day: Annotated[str, typer.Argument(metavar="DAY", help="2025-11-22, or none.")],
) -> None:
    """Set the last day for forces at this event, in place of the pack's."""
    from musterhall.events.forces import set_due

    written = "" if day.strip().casefold() == "none" else day
    hall.tell(hall.do(lambda event: set_due(event, written)))


@app.command()
@changes
def publish(
    hall: Hall, undo: Annotated[bool, typer.Option("--undo", help="Show them at the own match alone again.")] = False
) -> None:
    """Let everybody see on players' pages which units they brought, as opponents see them."""
    from musterhall.events.forces import publish_lists

    hall.tell(hall.do(lambda event: publish_lists(event, published=not undo)))


@app.command()
@changes
def lock(hall: Hall) -> None:
    """Lock all forces; publishing the first round does it, too."""
    from musterhall.events.forces import lock_forces

    hall.tell(hall.do(lock_forces))


@app.command()
@looks
def show(
    hall: Hall,
    name: PlayerName,
    file: Annotated[bool, typer.Option("--file", help="Print the file as it was handed in.")] = False,
) -> None:
    """Show a player's force with its units."""
    player = hall.event.find(name)
    force = _force(player)
    if hall.as_json:
        say_json(_force_data(player) | {"text": force.text, "locked": dict(force.locked)})
    elif file:
        say_content(force.text)
    else:
        say(f"{player.name}: {force.force}, {force.points} points, {_state(force)}.")
        show_table(
            ("unit", "type", "points"),
            [(one.name, one.type, str(one.points)) for one in force.roster.units],
            right=(2,),
        )


# Command units


@app.command()
@changes
def seal(
    hall: Hall,
    name: PlayerName,
    units: Annotated[list[str], typer.Argument(metavar="UNIT...", help="The command units by name.")],
) -> None:
    """Seal a player's command units; nobody is shown which they are before they are revealed."""
    from secrets import token_hex

    from musterhall.events.sealing import seal_units
    from musterhall.events.unit_names import full_name

    player = hall.event.find(name)
    named = [full_name(player.roster, unit, player.name, "command units") for unit in units]
    salt = token_hex(16)
    hall.tell(hall.do(lambda event: seal_units(event, event.player(player.id), named, salt)))


@app.command()
@changes
def reveal(hall: Hall, name: PlayerName) -> None:
    """Open a player's seal: from then on the score card must agree with it."""
    from musterhall.events.sealing import reveal_units

    id_ = hall.event.find(name).id
    entries = hall.do(lambda event: reveal_units(event, event.player(id_)))
    hall.tell(entries, units=list(hall.event.round(entries[0].data["round"]).sealed[id_].units))


# The tournament hand


@hand_app.command("submit")
@changes
def submit_hand(
    hall: Hall,
    name: PlayerName,
    file: Annotated[Path, typer.Argument(help="The hand's file.")],
    although_locked: Annotated[
        bool, typer.Option("--although-locked", help="Change a hand after forces were locked.")
    ] = False,
) -> None:
    """Hand in a player's tournament hand."""
    from musterhall.cli.named_files import read_small
    from musterhall.events.forces import hand_in_cards, hands_of

    text = read_small(file)
    cards = hands_of(hall.event.pack.game).read(text, str(file))
    id_ = hall.event.find(name).id
    hall.tell(hall.do(lambda event: hand_in_cards(event, event.player(id_), cards, although_locked=although_locked)))


@hand_app.command()
@changes
def play(
    hall: Hall,
    name: PlayerName,
    card: Annotated[str, typer.Argument(metavar="[CARD]", help="The card's name; left out, none is played.")] = "",
    number: RoundNumber = None,
) -> None:
    """Note which card of the hand a player plays in the round that is on."""
    from musterhall.events.forces import play_card

    round_ = running_round(hall.event, number).number
    id_ = hall.event.find(name).id
    hall.tell(hall.do(lambda event: play_card(event, event.player(id_), round_, card)))


@hand_app.command("show")
@looks
def show_hand(hall: Hall, name: PlayerName) -> None:
    """Show a player's hand, and what has been played of it, as far as the desk may see it."""
    from musterhall.events.forces import hands_of
    from musterhall.events.hidden import hand_to_show, plays_to_show

    player = hall.event.find(name)
    # One that was typed in is known at the desk, of which this is a part.
    who = player.hand_by if player.hand_by != player.id else hall.who
    hand, plays = hand_to_show(hall.event, player, who), plays_to_show(hall.event, player, who)
    if hall.as_json:
        say_json({"player": player.id, "name": player.name, "hand": list(hand), "played": plays})
        return
    if not player.hand:
        raise BadInput(f"{player.name}: has handed in no hand; `muster event hand submit` takes one.")
    if not hand:
        say(f"{player.name} alone sees the hand until its cards are played.")
    hands, played = hands_of(hall.event.pack.game), {card: number for number, card in plays.items() if card is not None}
    rows = [(card["name"], card["kind"].replace("_", " "), _when(hands, played, card["name"])) for card in hand]
    open_plays = [] if hand else [(card or "no card", "", f"round {number}") for card, number in played.items()]
    if rows or open_plays:
        show_table(("card", "kind", "played"), rows or open_plays)


# Shared with drafted forces


def hand_in_force(hall: Hall, id_: str, handed_in: Submission, *, although_locked: bool = False) -> None:
    """Write a force down as handed in, and tell what its check found."""
    from musterhall.events.forces import hand_in
    from musterhall.problems import Problem

    library = library_of(hall.event)

    def command(event: Event) -> NewEntry:
        return hand_in(event, event.player(id_), handed_in, although_locked=although_locked, library=library)

    entries = hall.do(command)
    data = entries[0].data
    lines = [f"  {Problem(**problem)}" for problem in data["problems"]]
    lines += [f"  {warning_line(Problem(**warning))}" for warning in data["warnings"]]
    legal = not data["problems"]
    handed = hall.event.player(id_).force
    late = handed is not None and handed.late
    if late:
        lines.append(f"It is late: forces were due by {hall.event.due_told}.")
    lines.append(
        "It is legal."
        if legal
        else "It is not legal: `muster event force accept PLAYER --note` takes it, `force return` sends it back."
    )
    hall.tell(entries, lines, legal=legal, late=late, problems=data["problems"], warnings=data["warnings"])


# Helpers


def _read(event: Event, file: str) -> Submission:
    from musterhall.cli.named_files import written_text
    from musterhall.games import game_named
    from musterhall.packs.force_files import shipped_forces, unknown_force
    from musterhall.packs.submissions import submission

    pack = event.pack
    forces = game_named(pack.game).forces
    if file in forces.shipped():
        return submission(pack, forces.shipped_text(file), f"{file}.toml", library_of(event))
    if (text := written_text(file)) is not None:
        return submission(pack, text, "the link" if text == file else file, library_of(event))
    other = shipped_forces().get(file)
    if other is not None:
        return submission(pack, other.forces.shipped_text(file), f"{file}.toml")
    raise unknown_force(file, dict.fromkeys(forces.shipped()))


def library_of(event: Event) -> Any:
    """The units that this program knows, where the event's game has a library of them."""
    from musterhall.games import game_named
    from musterhall.store.units import units_library

    return units_library(game_named(event.pack.game))


def _still_waiting(event: Event) -> str:
    """Who has no accepted force yet, and why."""
    from musterhall.events.event import ACCEPTED, PRESENT, REGISTERED

    lacking = [
        f"{one.name} ({_lack(one.force)})"
        for one in event.players.values()
        if one.status in (REGISTERED, PRESENT) and (one.force is None or one.force.state != ACCEPTED)
    ]
    if not lacking:
        return "Everybody has an accepted force."
    return f"Still without an accepted force: {', '.join(lacking)}; `muster event force check PLAYER` tells more."


def _to_decide(event: Event) -> list[str]:
    """What the organiser has to decide before the forces that wait can be taken."""
    from musterhall.events.event import SUBMITTED

    waiting = [one for one in event.players.values() if one.force and one.force.state == SUBMITTED]
    return [f"{one.name}: {warning_line(left)}" for one in waiting if one.force for left in one.force.to_decide]


def _lack(force: HandedIn | None) -> str:
    from musterhall.events.event import RETURNED

    if force is None:
        return "none handed in"
    if force.state == RETURNED:
        return "sent back"
    lacks = [*([counted(len(force.problems), "problem")] if force.problems else []), *(["late"] if force.late else [])]
    lacks += [f"{counted(len(force.to_decide), 'thing')} to decide"] if force.to_decide else []
    return ", ".join(lacks) or "to look at"


def _judging(command: Callable[[Event, Player, str], NewEntry], id_: str, note: str) -> Callable[[Event], NewEntry]:
    return lambda event: command(event, event.player(id_), note)


def _force(player: Player) -> HandedIn:
    if player.force is None:
        raise BadInput(f"{player.name}: has handed in no force; `muster event force submit` takes one.")
    return player.force


def _force_data(player: Player) -> dict[str, Any]:
    force = player.force
    if force is None:
        return {"player": player.id, "name": player.name, "force": None}
    return {
        "player": player.id,
        "name": player.name,
        "force": force.force,
        "points": force.points,
        "state": force.state,
        "late": force.late,
        "note": force.note,
        "roster": force.roster.as_data(),
        "problems": list(force.problems),
        "warnings": list(force.warnings),
    }


def _say_check(player: Player) -> None:
    from musterhall.problems import Problem

    force = _force(player)
    for problem in force.problems:
        say(str(Problem(**problem)))
    for warning in force.warnings:
        say(warning_line(Problem(**warning)))
    found = counted(len(force.problems), "problem") if force.problems else "no problem"
    note = f" ({force.note})" if force.note else ""
    say(f"{player.name}: {force.force}, {force.points} points, {found}, {_state(force)}{note}.")


def _row(player: Player) -> tuple[str, ...]:
    force = player.force
    if force is None:
        return (player.id, player.name, "none", "", "", "")
    return (player.id, player.name, force.force, str(force.points), _state(force), str(len(force.problems) or ""))


def _state(force: HandedIn) -> str:
    return f"{force.state}, late" if force.late else force.state


def _when(hands: Hands, played: Mapping[str, int], card: str) -> str:
    rounds = [number for name, number in played.items() if hands.same(name, card)]
    return f"round {rounds[0]}" if rounds else ""
