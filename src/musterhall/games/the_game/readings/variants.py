"""The questions the rulebook leaves open, and the readings a battle is played by.

`catalogue/variants.toml` lists every one of them; most are switches with a default. A battle carries one
`Variants`, in which the rules look up how to read themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Self

from pydantic import Field, model_validator

from musterhall.game.variants import FoughtWith, OpenPoints, Value, VariantInfo, shown
from musterhall.games.the_game.package_data import FileModel, package_text
from musterhall.games.the_game.readings.switches import Switches
from musterhall.problems import BadInput, parse_model, parse_toml
from musterhall.spelling import names_like

FILE = "variants.toml"


@dataclass(frozen=True, slots=True)
class Variants(Switches):
    """How one battle reads the open questions: a value for every switch. Made by `default` or `of`."""

    @staticmethod
    def default() -> Variants:
        """Every switch as the catalogue has it."""
        return Variants()

    @staticmethod
    def of(overrides: Mapping[str, Any]) -> Variants:
        """The default with some switches set otherwise; `BadInput` names all that cannot be."""
        values: dict[str, Any] = {}
        complaints = []
        for name, wanted in overrides.items():
            try:
                values[name] = _chosen(name, wanted)
            except BadInput as complaint:
                complaints.append(str(complaint))
        if complaints:
            raise BadInput(" ".join(complaints))
        return Variants(**values)

    def as_data(self) -> dict[str, Value]:
        """The value of every switch, by name."""
        return asdict(self)

    def changed(self) -> dict[str, Value]:
        """Only what differs from the default: what a file needs to say."""
        usual = Variants.default().as_data()
        return {name: value for name, value in self.as_data().items() if value != usual[name]}

    def __deepcopy__(self, memo: dict[int, Any]) -> Variants:
        # Forks copy whole positions; what never changes can be shared.
        return self


BY_CHAPTER = (
    ("2.3.3", FoughtWith("humanxx-airborne-1000", "orc-hegemony-1000")),
    ("3.2", FoughtWith("humanxx-heli-1000", "orc-hegemony-heli-1000")),
    ("3.4.3", FoughtWith("humanxx-airborne-1000", "orc-hegemony-air-1000")),
    ("3", FoughtWith("humanxx-air-1000", "orc-hegemony-air-1000")),
    ("4.6", FoughtWith("orc-landing", "humanxx-shore-submarines", "landing")),
    ("4", FoughtWith("orc-landing", "humanxx-shore", "landing")),
)
"""Where the questions of a chapter come up; all others do in the usual battle."""


class TheGameVariants(OpenPoints):
    """What THE GAME's rulebook leaves open."""

    def entries(self) -> tuple[VariantInfo, ...]:
        return variant_entries()

    def chosen(self, wanted: Mapping[str, Any]) -> Variants:
        return Variants.of(wanted)

    def fought_with(self, entry: VariantInfo) -> FoughtWith:
        """Troops from the air, flyers or boats where a section is about them."""
        first = entry.sections[0]
        return next((found for chapter, found in BY_CHAPTER if first.startswith(chapter)), FoughtWith())


@cache
def variant_entries() -> tuple[VariantInfo, ...]:
    """Every open question of the rulebook, in the order of the catalogue."""
    return read_variants(package_text("catalogue", FILE), f"catalogue/{FILE}")


def read_variants(text: str, file: str) -> tuple[VariantInfo, ...]:
    """The entries of a variants file; an error names file, entry and field."""
    tables = parse_toml(text, file).get("variant", [])
    entries = tuple(_entry(table, f"{file}, {table.get('number', 'an entry without number')}") for table in tables)
    for attribute in ("number", "name"):
        seen = [getattr(entry, attribute) for entry in entries if getattr(entry, attribute)]
        twice = sorted({one for one in seen if seen.count(one) > 1})
        if twice:
            raise BadInput(f"{file}: {', '.join(twice)} stands there twice; give each entry its own {attribute}.")
    return entries


class _Entry(FileModel):
    """One `[[variant]]` as the file has it."""

    number: str
    section: str | list[str]
    question: str
    name: str = ""
    default: str | bool | None = None
    alternatives: list[str | bool] = Field(default_factory=list)
    help: dict[str, str] = Field(default_factory=dict)
    offered: bool = True
    because: str = ""
    note: str = ""

    @model_validator(mode="after")
    def _a_switch_or_a_note(self) -> Self:
        if self.default is None:
            if self.alternatives or self.help or not self.note:
                raise ValueError("an entry without a default is a note: it has a note, no alternatives and no help")
            return self
        values = [shown(value) for value in (self.default, *self.alternatives)]
        if not self.name or self.note or len(set(values)) < 2 or len(set(values)) < len(values):
            raise ValueError("a switch needs a name, a default and other alternatives, and takes no note")
        if list(self.help) != values:
            raise ValueError(f"help must explain {', '.join(values)}, in this order")
        if self.offered == bool(self.because):
            raise ValueError("because belongs to what is not offered, and only there")
        return self


def _entry(table: Mapping[str, Any], place: str) -> VariantInfo:
    read = parse_model(_Entry, table, place)
    values = (read.default, *read.alternatives) if read.default is not None else ()
    return VariantInfo(
        number=read.number,
        sections=(read.section,) if isinstance(read.section, str) else tuple(read.section),
        question=read.question,
        name=read.name,
        default=read.default,
        alternatives=tuple(read.alternatives),
        help=tuple((value, read.help[shown(value)]) for value in values),
        offered=read.offered,
        because=read.because,
        note=read.note,
    )


@cache
def _switches() -> dict[str, VariantInfo]:
    return {entry.name: entry for entry in variant_entries() if entry.switch}


def _chosen(name: str, wanted: object) -> Value:
    """The value of switch `name` that `wanted` means, or a sentence on why it cannot be had."""
    entry = _switches().get(name)
    if entry is None:
        raise BadInput(f"variant {name}: {_unknown(name)}")
    # A command line has only words, so "true" means true; 1 does not.
    spelling = shown(wanted) if isinstance(wanted, bool | str) else str(wanted)
    value = {shown(value): value for value in entry.values}.get(spelling)
    if value is None:
        offered = ", ".join(shown(value) for value in entry.values)
        raise BadInput(f"variant {name}: {spelling} is not one of its values; choose from {offered}.")
    if value != entry.default and not entry.open:
        raise BadInput(
            f"variant {name}: {spelling} is not offered: {entry.because}; leave it at {shown(entry.values[0])}."
        )
    return value


def _unknown(name: str) -> str:
    for entry in variant_entries():
        if name and entry.name == name:
            return f"it is no switch ({entry.note.rstrip('.')}); take it out."
    near = names_like(name, _switches())
    if near:
        return f"there is no such variant; did you mean {' or '.join(near)}?"
    return "there is no such variant; take it out or check its spelling."
