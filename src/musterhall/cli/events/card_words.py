"""A score card from a file or from a few words on the command line.

--score "ANNA command_units=2 hill=1,0,1"     what a player has, counted or phase by phase
--unit "BORIS Atlas AS7-D = destroyed"        what became of a player's unit; several are parted by ;
--unit "BORIS Riflemen = passenger in Truck"  and inside which other one it is
--points "BORIS destroyed=40 captured:mech=12" points by state, where no force is on file, and by type where it counts
--totals "ANNA objective=330 destruction=60.5" nothing but what it came to, for both players
--shared mission_card=1 --ended early --dice 4-2
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from musterhall.cli.events.common import Hall
from musterhall.cli.options import Options, option_parameters, shown_as
from musterhall.problems import BadInput

if TYPE_CHECKING:
    from musterhall.events.event import Event, Match

STDIN = "-"

CardFile = Annotated[
    str, typer.Option("--file", "-f", metavar="FILE", help="The card as TOML or JSON; - reads standard input.")
]
Score = Annotated[
    list[str] | None,
    typer.Option("--score", "-s", metavar="'PLAYER FIELD=N ...'", help="What a player has; hill=1,0,1 for phases."),
]
Unit = Annotated[
    list[str] | None,
    typer.Option("--unit", "-u", metavar="'PLAYER UNIT = STATE'", help="What became of the player's own unit."),
]
Points = Annotated[
    list[str] | None,
    typer.Option("--points", metavar="'PLAYER STATE=N ...'", help="Points by state, where no force is on file."),
]
Totals = Annotated[
    list[str] | None,
    typer.Option("--totals", metavar="'PLAYER TOTAL=N ...'", help="Nothing but what a player's card came to."),
]
Shared = Annotated[list[str] | None, typer.Option("--shared", metavar="FIELD=N", help="What both have together.")]
Ended = Annotated[
    str, typer.Option("--ended", metavar="time|early|...", help="How the match ended; card fields lists it.")
]
Empty = Annotated[bool, typer.Option("--empty", help="Nobody scored anything, and nothing was lost.")]
Rolls = Annotated[
    list[str] | None, typer.Option("--dice", metavar="A-B", help="Rolls that broke a tie, as the table names both.")
]


@dataclass(frozen=True, slots=True)
class CardWords:
    """What the options say of a card."""

    file: str = ""
    score: Sequence[str] = ()
    unit: Sequence[str] = ()
    points: Sequence[str] = ()
    totals: Sequence[str] = ()
    shared: Sequence[str] = ()
    ended: str = ""
    dice: Sequence[str] = ()

    @property
    def nothing(self) -> bool:
        written = (self.score, self.unit, self.points, self.totals, self.shared, self.dice)
        return not (self.file or self.ended or any(written))


OPTIONS: Options = {
    "file": (CardFile, ""),
    "score": (Score, None),
    "unit": (Unit, None),
    "points": (Points, None),
    "totals": (Totals, None),
    "shared": (Shared, None),
    "ended": (Ended, ""),
    "dice": (Rolls, None),
}


def takes_card(command: Callable[..., None]) -> Callable[..., None]:
    """A command whose parameter `given` is a card: typer sees the options that one is written with in its place."""
    own = list(inspect.signature(command, eval_str=True).parameters.values())
    place = next(number for number, one in enumerate(own) if one.name == "given")

    def run(hall: Hall, **given: Any) -> None:
        said = {name: given.pop(name) for name in OPTIONS}
        command(hall, given=CardWords(**{name: value for name, value in said.items() if value}), **given)

    return shown_as(run, command, [*own[:place], *option_parameters(OPTIONS), *own[place + 1 :]])


def filled_card(event: Event, match: Match, given: CardWords, *, empty: bool) -> dict[str, Any]:
    """A card with something on it. One that was only forgotten to be filled in is not taken for nil to nil."""
    card = written_card(event, match, given)
    blank = not any(card.get(key) for key in ("shared", "ended", "dice")) and not any(card["sides"])
    if blank and not empty:
        raise BadInput(
            f"table {match.table}: nothing is on the card; give --score, --unit or --file, "
            "or --empty if nobody scored anything."
        )
    if empty and not blank:
        raise BadInput(f"table {match.table}: --empty is given, and something is on the card; leave one of them out.")
    return card


def written_card(event: Event, match: Match, given: CardWords) -> dict[str, Any]:
    """The card that a file and options come to; whether it can be is for the event to say."""
    card = _from_file(event, match, given.file) if given.file else _as_it_stands(match, given)
    for text in given.score:
        side, rest = _whose(event, match, text, "--score")
        _into(card, side, "fields", _figures(rest, f"--score {text!r}"))
    for text in given.unit:
        side, rest = _whose(event, match, text, "--unit")
        _into(card, side, "units", dict(_fates(rest, f"--unit {text!r}")))
    _name_units(event, match, card, given.file or "--unit")
    for text in given.points:
        side, rest = _whose(event, match, text, "--points")
        _into(card, side, "points", _figures(rest, f"--points {text!r}"))
    for text in given.totals:
        side, rest = _whose(event, match, text, "--totals")
        _into(card, side, "totals", _totals(rest, f"--totals {text!r}"))
    for text in given.shared:
        card["shared"] = _table(card, "shared") | _figures(text, f"--shared {text!r}")
    if given.ended:
        card["ended"] = given.ended
    if given.dice:
        card["dice"] = [_roll(text) for text in given.dice]
    return card


def _as_it_stands(match: Match, given: CardWords) -> dict[str, Any]:
    """The card that counts, to be corrected here and there; a blank one where none does, or where all is to go."""
    if match.card is None or given.nothing:
        return {"sides": [{}, {}]}
    card = match.card.as_data()
    if match.card.by_totals != bool(given.totals) and (given.totals or given.score or given.unit or given.points):
        # Totals take the place of what they are made of, and the other way round.
        card["sides"] = [{}, {}]
    return card


def _name_units(event: Event, match: Match, card: dict[str, Any], place: str) -> None:
    """Whole names in place of parts of them."""
    from musterhall.events.unit_names import full_name

    for side, roster, id_ in zip(card["sides"], match.rosters, match.players, strict=True):
        owner = event.player(id_).name
        if not isinstance(side.get("units"), Mapping):
            continue
        named = {}
        for unit, fate in side["units"].items():
            if isinstance(fate, Mapping) and fate.get("inside"):
                fate = {**fate, "inside": full_name(roster, str(fate["inside"]), owner, place)}
            named[full_name(roster, unit, owner, place)] = fate
        side["units"] = named


# From a file


def _from_file(event: Event, match: Match, file: str) -> dict[str, Any]:
    name = "standard input" if file == STDIN else file
    card = _parsed(_text(file), name)
    sides = card.get("sides")
    if not isinstance(sides, list) or len(sides) != 2 or not all(isinstance(side, Mapping) for side in sides):
        raise BadInput(f"{name}: a card has two sides; write [[sides]] twice, each with player, fields and units.")
    return card | {"sides": _in_order(event, match, [dict(side) for side in sides], name)}


def _text(file: str) -> str:
    from musterhall.cli.named_files import read_small

    if file != STDIN:
        return read_small(Path(file))
    if sys.stdin.isatty():
        raise BadInput("--file -: nothing is piped in; name a file, or give the card with options.")
    return sys.stdin.read()


def _parsed(text: str, name: str) -> dict[str, Any]:
    from musterhall.problems import parse_toml

    if not text.lstrip().startswith("{"):
        return parse_toml(text, name)
    try:
        found = json.loads(text)
    except ValueError as error:
        raise BadInput(f"{name}: not readable as JSON: {error}. Mend that place and try again.") from None
    # What `card show --json` prints holds the card, so it can be sent back as it is.
    card = found.get("card", found)
    if not isinstance(card, dict):
        raise BadInput(f"{name}: holds no card; write its sides.")
    return card


def _in_order(event: Event, match: Match, sides: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    """The sides as the table names the players; a side may say whose it is."""
    named = [side.pop("player", None) for side in sides]
    if named == [None, None]:
        return sides
    if None in named:
        raise BadInput(f"{name}: only one side says whose it is; write player = ... in both, or in none.")
    order = [_seat(event, match, str(player), name) for player in named]
    if order[0] == order[1]:
        raise BadInput(f"{name}: both sides are {event.player(match.players[order[0]]).name}'s; name both players.")
    return [sides[order.index(0)], sides[order.index(1)]]


def _seat(event: Event, match: Match, text: str, name: str) -> int:
    id_ = event.find(text).id
    if id_ not in match.players:
        raise BadInput(f"{name}: {text} does not play at table {match.table}; {_both(event, match)} do.")
    return match.side(id_)


# From options


def _whose(event: Event, match: Match, text: str, option: str) -> tuple[int, str]:
    """Whose side a text is about, and the rest of it: it begins with a number, a name, or the beginning of one."""
    plain = " ".join(text.split())
    lengths = [_longest(plain, event.player(id_).name, id_) for id_ in match.players]
    if lengths[0] == lengths[1]:
        what = "begins with neither player" if not lengths[0] else "may be about either player"
        raise BadInput(f"{option} {text!r}: {what} of table {match.table}; begin it with one of {_both(event, match)}.")
    side = lengths.index(max(lengths))
    return side, plain[max(lengths) :].lstrip(" :")


def _longest(text: str, name: str, id_: str) -> int:
    """How many signs at the beginning of the text name this player."""
    parts = name.split()
    starts = [id_, *(" ".join(parts[:count]) for count in range(1, len(parts) + 1))]
    fits = [
        len(start)
        for start in starts
        if text.casefold().startswith(start.casefold()) and text[len(start) :][:1] in ("", " ", ":")
    ]
    return max(fits, default=0)


def _both(event: Event, match: Match) -> str:
    return " and ".join(f"{event.player(id_).name} ({id_})" for id_ in match.players)


def _figures(text: str, place: str) -> dict[str, Any]:
    """command_units=2 hill=1,0,1"""
    found: dict[str, Any] = {}
    for word in re.sub(r"\s*=\s*", "=", text).split():
        name, equals, value = word.partition("=")
        numbers = value.split(",")
        if not equals or not name or not all(re.fullmatch(r"-?\d{1,9}", number) for number in numbers):
            raise BadInput(f"{place}: {word!r} is no figure; write field=2, or field=1,0,1 for phases.")
        found[name] = int(value) if len(numbers) == 1 else [int(number) for number in numbers]
    if not found:
        raise BadInput(f"{place}: says nothing; write field=2 after the name.")
    return found


def _totals(text: str, place: str) -> dict[str, int | float]:
    """objective=330 destruction=60.5"""
    found: dict[str, int | float] = {}
    for word in re.sub(r"\s*=\s*", "=", text).split():
        name, equals, value = word.partition("=")
        if not equals or not name or not re.fullmatch(r"-?\d{1,9}(\.\d{1,2})?", value):
            raise BadInput(f"{place}: {word!r} is no total; write objective=330, or destruction=60.5.")
        found[name] = float(value) if "." in value else int(value)
    if not found:
        raise BadInput(f"{place}: says nothing; write objective=330 after the name.")
    return found


def _fates(text: str, place: str) -> Iterator[tuple[str, Any]]:
    """Atlas AS7-D = destroyed; Riflemen = passenger in Truck"""
    for part in filter(None, (one.strip() for one in text.split(";"))):
        unit, equals, state = (word.strip() for word in part.rpartition("="))
        if not equals or not unit or not state:
            raise BadInput(f"{place}: {part!r} names no unit with its state; write Atlas AS7-D = destroyed.")
        name, inside, other = state.partition(" in ")
        yield unit, {"state": name.strip(), "inside": other.strip()} if inside else state


def _roll(text: str) -> list[int]:
    faces = text.split("-")
    if len(faces) != 2 or not all(face.strip().isdecimal() and len(face) < 4 for face in faces):
        raise BadInput(f"--dice {text!r}: is no roll of both players; write 4-2, as the table names them.")
    return [int(face) for face in faces]


def _into(card: dict[str, Any], side: int, key: str, values: Mapping[str, Any]) -> None:
    held = card["sides"][side]
    held[key] = _table(held, key) | dict(values)


def _table(held: Mapping[str, Any], key: str) -> dict[str, Any]:
    found = held.get(key, {})
    if not isinstance(found, Mapping):
        raise BadInput(f"card, {key}: is {found!r}, and should be a table; mend the file.")
    return dict(found)
