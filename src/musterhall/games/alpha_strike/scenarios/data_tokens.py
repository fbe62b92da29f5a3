"""The data tokens of section 14.5: where they lie, who carries and who uploaded them, and who tries for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from pydantic import Field as Model

from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.package_data import FileModel
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.scenario import Objectives
from musterhall.games.alpha_strike.scenarios.layouts import layout, point
from musterhall.games.alpha_strike.scenarios.match import number_of
from musterhall.geometry import Point
from musterhall.problems import BadInput, parse_model

NAME = "data-extraction"
GREEN = 2
"""The kind of a token: 0 red, 1 blue, 2 green."""
KINDS = ("red", "blue", "green")
NOT_ON_GROUND = frozenset("vgnsaik")
"""14.5 Movement codes of units that neither download nor carry."""


@dataclass(frozen=True, slots=True)
class Token:
    kind: int
    at: Point
    carrier: int = NOBODY
    since: int = 0
    """The turn in which its carrier took it."""
    uploaded: int = NOBODY
    """The side that uploaded it."""

    @property
    def lies(self) -> bool:
        return self.carrier == NOBODY and self.uploaded == NOBODY

    @property
    def name(self) -> str:
        return f"{KINDS[self.kind]} data"


@dataclass(frozen=True, slots=True)
class Try:
    """14.5 A unit's attempt at a token this turn."""

    unit: int
    token: int
    contact: bool
    needs: int = 0
    margin: int | None = None
    """By how much its roll succeeded; None where it rolled nothing, and less than 0 for a failure."""


@dataclass(frozen=True, slots=True)
class Data(Objectives):
    tokens: tuple[Token, ...]
    tries: tuple[Try, ...] = ()
    uploads: tuple[int, ...] = ()
    """The tokens that are declared to be uploaded this turn."""

    def as_data(self) -> Any:
        return {
            "tokens": [asdict(one) for one in self.tokens],
            "tries": [asdict(one) for one in self.tries],
            "uploads": list(self.uploads),
        }


class _TokenEntry(FileModel):
    token: int = Model(ge=0, le=7)
    """0 is the red one, 1 the blue one, 2 to 7 the green ones in the order of the map."""
    at: list[float] | None = Model(default=None, min_length=2, max_length=2)
    carrier: str = ""
    since: int = 0
    uploaded: Literal["red", "blue", ""] = ""


class _File(FileModel):
    tokens: list[_TokenEntry] = Model(default=[], max_length=8)


def first_tokens() -> tuple[Token, ...]:
    """14.5 Every token where the map has it."""
    places = layout(NAME)
    green = (Token(GREEN, point(one)) for one in places["green"])
    return (Token(0, point(places["red"])), Token(1, point(places["blue"])), *green)


def read_data(said: Mapping[str, Any], numbers: Mapping[str, int], name: str) -> Data:
    """The tokens as a file has them; those that it leaves out lie where the map has them."""
    place = f"{name}: objectives"
    tokens = list(first_tokens())
    for entry in parse_model(_File, said, place).tokens:
        carrier = number_of(numbers, entry.carrier, place)
        if entry.uploaded and carrier != NOBODY:
            raise BadInput(f"{place}: token {entry.token} is carried and uploaded at once; take one of both out.")
        at = tokens[entry.token].at if entry.at is None else (entry.at[0], entry.at[1])
        uploaded = KINDS.index(entry.uploaded) if entry.uploaded else NOBODY
        tokens[entry.token] = Token(tokens[entry.token].kind, at, carrier, entry.since, uploaded)
    return Data(tuple(tokens))


def data_of(position: Position) -> Data:
    objectives = position.objectives
    assert isinstance(objectives, Data)
    return objectives


def carried_by(position: Position, unit: int) -> list[int]:
    """The tokens that a unit carries, by number."""
    return [number for number, one in enumerate(data_of(position).tokens) if one.carrier == unit]


def change_token(position: Position, number: int, **changes: Any) -> None:
    data = data_of(position)
    new = replace(data.tokens[number], **changes)
    position.objectives = replace(data, tokens=(*data.tokens[:number], new, *data.tokens[number + 1 :]))


def may_carry(position: Position, unit: int) -> bool:
    """14.5 Whether a unit goes on the ground, and may take one token more."""
    most = position.field.edition.tokens_per_unit
    has_room = not most or len(carried_by(position, unit)) < most
    return has_room and not NOT_ON_GROUND & {code[:1] for code in position.unit(unit).card.moves}


def figures_of(position: Position, side: int) -> dict[str, int]:
    """What the score card asks for of one side."""
    found = {f"{whose}_{what}": 0 for whose in ("green", "own", "opposing") for what in ("held", "uploaded")}
    for one in data_of(position).tokens:
        whose = "green" if one.kind == GREEN else "own" if one.kind == side else "opposing"
        if one.uploaded == side:
            found[f"{whose}_uploaded"] += 1
        elif one.carrier != NOBODY and position.unit(one.carrier).side == side:
            found[f"{whose}_held"] += 1
    return found


def token_markers(position: Position) -> Sequence[dict[str, Any]]:
    return [
        {
            "kind": "token",
            "shape": "circle",
            "at": list(position.at(one.carrier) if one.carrier != NOBODY else one.at),
            "across": layout(NAME)["across"],
            "owner": one.kind if one.kind != GREEN else NOBODY,
            "carrier": one.carrier,
            "text": f"{KINDS[one.kind].capitalize()} data",
        }
        for one in data_of(position).tokens
        if one.uploaded == NOBODY
    ]
