"""What a situation is put together with by tapping, whatever the game: kinds of units and terrain, what can be said of
each of them, and what every question is asked with.

A game's kit is a file of its catalogue, `kit.toml`, and the few functions that know its file form. The situation itself
stays what it always was, the data of a position file: a tap is an `Edit`, and what it makes of the data is the answer.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Literal

from pydantic import Field as Limits
from pydantic import model_validator

from musterhall.battle.referee import Question, Questions
from musterhall.board import Picture, Symbol
from musterhall.data_files import FileModel
from musterhall.game.sayings import Saying
from musterhall.problems import BadInput, parse_model
from musterhall.table import Table, TerrainPiece, piece_row

Form = Literal[
    "unit",
    "units",
    "group",
    "groups",
    "place",
    "path",
    "terrain",
    "number",
    "yes",
    "choice",
    "several",
    "numbers",
    "words",
    "value",
]
"""How something is said: tapped on the board, counted, ticked, chosen, or typed."""
TAPPED: tuple[Form, ...] = ("unit", "units", "group", "groups", "place", "path", "terrain")
SIDES = ("red", "blue")
SIZES = {"small": 0.6, "medium": 1.0, "large": 1.7}
"""How large a piece of terrain is put down."""


class Field(FileModel):
    """Something that can be said, and how."""

    words: str
    form: Form = "words"
    choices: dict[str, str] = Limits(default={})
    least: float | None = None
    most: float | None = None
    needed: bool = False
    hint: str = ""
    usual: str = ""
    """What holds where nothing is said, in words."""

    @model_validator(mode="before")
    @classmethod
    def _plain_choices(cls, data: Any) -> Any:
        if isinstance(data, dict) and isinstance(data.get("choices"), list):
            return {**data, "choices": {one: one for one in data["choices"]}}
        return data

    def as_data(self, name: str) -> dict[str, Any]:
        return {"name": name, **self.model_dump()}

    def value(self, said: Any) -> Any:
        """What was said, as a file has it; None for nothing. What cannot be is one sentence in the page's words."""
        if said is None or said in ("", []):
            return None
        return getattr(self, f"_{self.form}", self._words)(said)

    def _number(self, said: Any) -> int | float:
        try:
            number = float(said)
        except (TypeError, ValueError):
            raise self.bad("give a number") from None
        if not (self.least is None or number >= self.least) or not (self.most is None or number <= self.most):
            bounds = [f"from {self.least:g}" if self.least is not None else ""]
            bounds += [f"to {self.most:g}" if self.most is not None else ""]
            raise self.bad(f"give a number {' '.join(filter(None, bounds))}")
        return int(number) if number == int(number) else number

    def _yes(self, said: Any) -> bool | None:
        return None if said in (False, "no") else True

    def _choice(self, said: Any) -> str | bool | int:
        word = str(said).lower() if isinstance(said, bool) else str(said)
        if word not in self.choices:
            raise self.bad("choose one of the list")
        if word.isdecimal():
            return int(word)
        return word == "true" if word in ("true", "false") else word

    def _place(self, said: Any) -> list[float]:
        match said:
            case [int() | float() as x, int() | float() as y]:
                return [_short(x), _short(y)]
        raise self.bad("tap a place on the table")

    def _path(self, said: Any) -> list[list[float]]:
        if not isinstance(said, list):
            raise self.bad("tap one place after the other")
        return [self._place(one) for one in said]

    def _several(self, said: Any) -> list[Any]:
        parts = said.split(",") if isinstance(said, str) else said if isinstance(said, list) else [said]
        # A pasted text may say more of each than its name, and the form keeps that.
        return [one.strip() if isinstance(one, str) else one for one in parts if str(one).strip()]

    def _numbers(self, said: Any) -> list[int | float]:
        return [self._number(one) for one in self._several(said)]

    def _units(self, said: Any) -> Any:
        names = self._several(said)
        return names[0] if len(names) == 1 else names

    _groups = _units

    def _value(self, said: Any) -> Any:
        return said

    def _words(self, said: Any) -> Any:
        return said if isinstance(said, dict | list) else str(said)

    def bad(self, what: str) -> BadInput:
        return BadInput(f"{self.words}: {what}.")


class Ground(FileModel):
    """A kind of terrain that can be put down."""

    kind: str
    words: str
    size: Annotated[list[float], Limits(min_length=2, max_length=2)]
    line: bool = False
    width: float = 0
    height: float = 0
    traits: dict[str, str | bool | int | float] = Limits(default={})


class Heading(FileModel):
    words: str
    questions: list[str]


class AskedWith(FileModel):
    """What a question takes beside what its words say everywhere, and how its answer is said."""

    fields: dict[str, Field] = Limits(default={})
    needed: list[str] = Limits(default=[])
    file: list[str] = Limits(default=[])
    """What holds on the whole table and is asked about here: the words of `table` in the kit."""
    say: list[Saying] = Limits(default=[])


class KitFile(FileModel):
    ground: list[Ground]
    unit: dict[str, Field] = Limits(default={})
    group: dict[str, Field] = Limits(default={})
    table: dict[str, Field] = Limits(default={})
    field: dict[str, Field] = Limits(default={})
    heading: list[Heading]
    question: dict[str, AskedWith] = Limits(default={})


@dataclass(frozen=True, slots=True)
class UnitKind:
    """A kind of unit to take from the palette."""

    name: str
    heading: str
    symbol: Symbol
    note: str = ""


@dataclass(slots=True)
class Row:
    """A unit in a situation's data; what is done to `entry` is done to the data."""

    entry: dict[str, Any]
    name: str
    side: int
    group: str = ""


class Kit(ABC):
    """How situations of one game are put together."""

    file: KitFile
    questions: Questions
    place_key: str = "at"
    group_words: str = ""
    """What several units together are called, where a situation has such."""

    # What a game fills in

    @abstractmethod
    def kinds(self) -> Sequence[UnitKind]:
        """The units to choose from."""

    @abstractmethod
    def start(self) -> dict[str, Any]:
        """An empty table."""

    @abstractmethod
    def picture(self, data: Mapping[str, Any], name: str) -> Picture:
        """The table as it is, with or without units."""

    @abstractmethod
    def rows(self, data: dict[str, Any]) -> list[Row]:
        """The units in it."""

    @abstractmethod
    def add(self, data: dict[str, Any], entry: dict[str, Any], side: str, group: str) -> None:
        """One more unit."""

    @abstractmethod
    def drop(self, data: dict[str, Any], row: Row) -> None:
        """One unit fewer."""

    @abstractmethod
    def lay(self, data: dict[str, Any], table: Table | None) -> None:
        """The size of a table; of the usual empty one without one. Its terrain is laid already."""

    @abstractmethod
    def size(self, data: Mapping[str, Any]) -> tuple[float, float]:
        """How wide and how deep the table is."""

    def tidy(self, data: Mapping[str, Any], name: str) -> dict[str, Any]:
        """The same data with an entry for each unit, where a file may say several at once."""
        return deepcopy(dict(data))

    def groups(self, data: dict[str, Any]) -> list[dict[str, Any]]:
        """The entries of what units stand in together."""
        return []

    def more_fields(self, question: Question) -> Mapping[str, Field]:
        """What holds on the table and is asked about, beside what the kit's file says."""
        return {}

    # Questions

    def asked_with(self, question: Question) -> dict[str, Field]:
        """The fields of a question in the order in which they are asked."""
        entry = self.file.question.get(question.name, AskedWith())
        found = {}
        for key, meaning in question.given.items():
            one = entry.fields.get(key) or self.file.field.get(key) or Field(words=_sentence(meaning))
            found[key] = one.model_copy(update={"needed": one.needed or key in entry.needed})
        return found

    def about(self, question: Question) -> dict[str, Field]:
        entry = self.file.question.get(question.name, AskedWith())
        return {key: self.file.table[key] for key in entry.file} | dict(self.more_fields(question))

    def table_fields(self) -> dict[str, Field]:
        """Everything that can be said of the whole table, whichever question shows it."""
        found = dict(self.file.table)
        for question in self.questions:
            found |= self.more_fields(question)
        return found

    def as_data(self) -> dict[str, Any]:
        """All of the kit for a page."""
        told = {name for one in self.file.question.values() for name in one.file}
        return {
            "kinds": [asdict(kind) for kind in self.kinds()],
            "ground": [{"kind": one.kind, "words": one.words} for one in self.file.ground],
            "sizes": list(SIZES),
            "group": self.group_words,
            "unit": _fields(self.file.unit),
            "groups": _fields(self.file.group),
            "said": {key: one.as_data(key) for key, one in self.table_fields().items()},
            "table": [key for key in self.file.table if key not in told],
            "headings": [
                {"words": one.words, "questions": [self._question(name) for name in one.questions]}
                for one in self.file.heading
            ],
        }

    def _question(self, name: str) -> dict[str, Any]:
        question = self.questions.find(name, "the kit")
        return {
            "name": question.name,
            "words": question.help,
            "dice": question.resolver,
            "sections": list(question.sections),
            "fields": _fields(self.asked_with(question)),
            "table": list(self.about(question)),
        }

    def headed(self) -> list[str]:
        """The questions that the kit's headings have."""
        return [name for heading in self.file.heading for name in heading.questions]


# What a situation shows


def standing(kit: Kit, data: Mapping[str, Any], picture: Picture, name: str) -> dict[str, Any]:
    """What a page has to know of a situation beside its picture: who is who on it, and what is said of them."""
    tidy = kit.tidy(data, name)
    rows = kit.rows(tidy)
    pieces = {
        (piece.side, picture.board.groups[piece.group].name, piece.name): at
        for at, piece in enumerate(picture.board.pieces)
    }
    loose = {(piece.side, piece.name): at for at, piece in enumerate(picture.board.pieces)}
    return {
        "units": [
            {
                "name": row.name,
                "label": _label(row, rows),
                "side": row.side,
                "group": row.group,
                "piece": pieces.get((row.side, row.group, row.name), loose.get((row.side, row.name))),
                "said": _said(kit.file.unit, row.entry),
            }
            for row in rows
        ],
        "groups": [
            {"name": one["name"], "side": SIDES.index(one["side"]), "said": _said(kit.file.group, one)}
            for one in kit.groups(tidy)
        ],
        "terrain": [_shape(piece) for piece in picture.board.table.pieces[: len(tidy.get("terrain", []))]],
        "table": _said(kit.table_fields(), tidy),
    }


def _label(row: Row, rows: Sequence[Row]) -> str:
    """A name by which a question knows just this unit."""
    alike = sum(one.name == row.name for one in rows)
    return f"{row.group} / {row.name}" if alike > 1 and row.group else row.name


def _shape(piece: TerrainPiece) -> dict[str, Any]:
    return {"name": piece.name, "outline": [[_short(x), _short(y)] for x, y in piece.outline], "line": piece.linear}


def _said(fields: Mapping[str, Field], entry: Mapping[str, Any]) -> dict[str, Any]:
    found = {key: _inner(entry, key) for key in fields}
    return {key: value for key, value in found.items() if value is not None and not isinstance(value, dict)}


# What a tap does


class Edit(FileModel):
    """One thing that somebody did to a situation."""

    do: Literal[
        "table", "put", "move", "turn", "say", "say group", "say table", "remove", "ground", "remove ground", "clear"
    ]
    unit: int = -1
    """Its number among the situation's units."""
    name: str = ""
    """Of a kind, a group, a field or a table."""
    field: str = ""
    value: Any = None
    side: Literal["red", "blue"] = "red"
    group: str = ""
    at: tuple[float, float] = (0.0, 0.0)
    facing: float = 0.0
    size: str = "medium"


def edited(
    kit: Kit, data: Mapping[str, Any], said: Mapping[str, Any], tables: Mapping[str, Table], name: str
) -> dict[str, Any]:
    """The situation after an edit."""
    edit = parse_model(Edit, _as_read(said), "the change")
    new = kit.tidy(data, name)
    _EDITS[edit.do](kit, new, edit, tables)
    return new


def _as_read(said: Mapping[str, Any]) -> dict[str, Any]:
    """JSON has lists where the model has pairs, and whole numbers where it has others."""
    found = dict(said)
    if isinstance(found.get("at"), list):
        found["at"] = tuple(float(one) for one in found["at"] if isinstance(one, int | float))
    if isinstance(found.get("facing"), int):
        found["facing"] = float(found["facing"])
    return found


def _table(kit: Kit, data: dict[str, Any], edit: Edit, tables: Mapping[str, Table]) -> None:
    table = tables.get(edit.name)
    data["terrain"] = [piece_row(piece) for piece in table.pieces] if table is not None else []
    kit.lay(data, table)


def _clear(kit: Kit, data: dict[str, Any], edit: Edit, tables: Mapping[str, Table]) -> None:
    for row in reversed(kit.rows(data)):
        kit.drop(data, row)


def _put(kit: Kit, data: dict[str, Any], edit: Edit, tables: Mapping[str, Table]) -> None:
    if edit.name not in {kind.name for kind in kit.kinds()}:
        raise BadInput("Choose a unit from the list.")
    taken = {row.name for row in kit.rows(data)}
    facing = 90 if edit.side == SIDES[0] else 270
    entry = {"name": _free(edit.name, taken), "unit": edit.name, kit.place_key: _spot(edit.at), "facing": facing}
    kit.add(data, entry, edit.side, edit.group)


def _move(kit: Kit, data: dict[str, Any], edit: Edit, tables: Mapping[str, Table]) -> None:
    _row(kit, data, edit).entry[kit.place_key] = _spot(edit.at)


def _turn(kit: Kit, data: dict[str, Any], edit: Edit, tables: Mapping[str, Table]) -> None:
    _row(kit, data, edit).entry["facing"] = round(edit.facing % 360)


def _say(kit: Kit, data: dict[str, Any], edit: Edit, tables: Mapping[str, Table]) -> None:
    row = _row(kit, data, edit)
    if edit.field == "name":
        row.entry["name"] = _new_name(edit, {one.name for one in kit.rows(data) if one.entry is not row.entry})
    else:
        _set(row.entry, edit, kit.file.unit)


def _say_group(kit: Kit, data: dict[str, Any], edit: Edit, tables: Mapping[str, Table]) -> None:
    group = next((one for one in kit.groups(data) if one["name"] == edit.name), None)
    if group is None:
        raise BadInput(f"There is no {kit.group_words} called {edit.name}.")
    if edit.field == "name":
        group["name"] = _new_name(edit, {one["name"] for one in kit.groups(data) if one is not group})
    else:
        _set(group, edit, kit.file.group)


def _say_table(kit: Kit, data: dict[str, Any], edit: Edit, tables: Mapping[str, Table]) -> None:
    _set(data, edit, kit.table_fields())


def _remove(kit: Kit, data: dict[str, Any], edit: Edit, tables: Mapping[str, Table]) -> None:
    kit.drop(data, _row(kit, data, edit))


def _ground(kit: Kit, data: dict[str, Any], edit: Edit, tables: Mapping[str, Table]) -> None:
    ground = next((one for one in kit.file.ground if one.kind == edit.name), None)
    if ground is None or edit.size not in SIZES:
        raise BadInput("Choose a kind of terrain from the list.")
    pieces = data.setdefault("terrain", [])
    name = _free(f"the {ground.words.lower()}", {str(one.get("name", "")) for one in pieces})
    pieces.append({"name": name, "kind": ground.kind, **_outline(ground, edit, kit.size(data)), **_more(ground)})


def _outline(ground: Ground, edit: Edit, table: tuple[float, float]) -> dict[str, Any]:
    """A patch without sharp corners about the place, or a line through it; turned as it was asked for."""
    scale = SIZES[edit.size]
    wide, deep = (side * scale for side in ground.size)
    if edit.facing % 180 >= 45:
        wide, deep = deep, wide
    wide, deep = min(wide, table[0]), min(deep, table[1])
    x, y = (_within(at, side / 2, most) for at, side, most in zip(edit.at, (wide, deep), table, strict=True))
    if ground.line:
        upright = deep > wide
        ends = ((x, y - deep / 2), (x, y + deep / 2)) if upright else ((x - wide / 2, y), (x + wide / 2, y))
        return {"line": [_spot(end) for end in ends]}
    corners = (
        (-0.5, -0.2),
        (-0.25, -0.5),
        (0.2, -0.5),
        (0.5, -0.25),
        (0.5, 0.25),
        (0.2, 0.5),
        (-0.3, 0.5),
        (-0.5, 0.2),
    )
    return {"points": [_spot((x + a * wide, y + b * deep)) for a, b in corners]}


def _more(ground: Ground) -> dict[str, Any]:
    more = {"width": _short(ground.width), "height": _short(ground.height), "traits": dict(ground.traits)}
    return {key: value for key, value in more.items() if value}


def _remove_ground(kit: Kit, data: dict[str, Any], edit: Edit, tables: Mapping[str, Table]) -> None:
    pieces = data.get("terrain", [])
    if not 0 <= edit.unit < len(pieces):
        raise BadInput("That terrain is gone already.")
    del pieces[edit.unit]


_EDITS = {
    "table": _table,
    "put": _put,
    "move": _move,
    "turn": _turn,
    "say": _say,
    "say group": _say_group,
    "say table": _say_table,
    "remove": _remove,
    "ground": _ground,
    "remove ground": _remove_ground,
    "clear": _clear,
}


# Small tools


def _row(kit: Kit, data: dict[str, Any], edit: Edit) -> Row:
    rows = kit.rows(data)
    if not 0 <= edit.unit < len(rows):
        raise BadInput("That unit is gone already.")
    return rows[edit.unit]


def _set(entry: dict[str, Any], edit: Edit, fields: Mapping[str, Field]) -> None:
    field = fields.get(edit.field)
    if field is None:
        raise BadInput("That cannot be said here; choose one of the fields.")
    value = field.value(edit.value)
    *outer, last = edit.field.split(".")
    for key in outer:
        entry = entry.setdefault(key, {})
    if value is None:
        entry.pop(last, None)
    else:
        entry[last] = value


def _inner(entry: Any, key: str) -> Any:
    for part in key.split("."):
        entry = entry.get(part) if isinstance(entry, Mapping) else None
    return entry


def _new_name(edit: Edit, taken: set[str]) -> str:
    name = " ".join(str(edit.value or "").split())[:60]
    if not name:
        raise BadInput("Name: give it one.")
    if name in taken:
        raise BadInput(f"Name: {name} is taken; choose another.")
    return name


def _free(name: str, taken: set[str]) -> str:
    names = (name if number == 1 else f"{name} {number}" for number in range(1, 1000))
    return next(one for one in names if one not in taken)


def _within(value: float, least: float, most: float) -> float:
    """As near to the edge as half its size lets it be."""
    return min(max(value, least), most - least)


def _spot(at: tuple[float, float]) -> list[float]:
    return [_short(at[0]), _short(at[1])]


def _short(value: float) -> float:
    value = round(float(value), 2)
    return int(value) if value == int(value) else value


def _fields(fields: Mapping[str, Field]) -> list[dict[str, Any]]:
    return [field.as_data(name) for name, field in fields.items()]


def _sentence(meaning: str) -> str:
    return f"{meaning[:1].upper()}{meaning[1:]}"


def read_kit_file(data: Mapping[str, Any]) -> KitFile:
    return parse_model(KitFile, data, "catalogue/kit.toml")
