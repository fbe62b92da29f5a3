"""Special abilities on a card: each a name with what stands behind it.

The names, the forms of their values and a gloss for each are in catalogue/specials.toml. `read_specials` keeps every
ability in the order of the card; what the table does not know stays there as it was written and is marked unknown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from pydantic import Field

from musterhall.games.alpha_strike.package_data import FileModel, catalogue_data
from musterhall.problems import parse_model

TURRET = "TUR"


@dataclass(frozen=True, slots=True)
class Special:
    """One special ability: AC2/2/1 is name "AC" with values ("2", "2", "1"); TUR holds the specials in its brackets."""

    name: str
    values: tuple[str, ...] = ()
    inside: tuple[Special, ...] = ()
    text: str = ""
    """As it is written on the card."""
    known: bool = True
    """Whether the table of specials has it; an unknown one has its whole text for a name."""

    def __str__(self) -> str:
        return self.text or self.name + "/".join(self.values)


class SpecialEntry(FileModel):
    """One entry of the table: the form of the values, a line on what it does, other spellings."""

    form: Literal["none", "count", "count?", "load", "single", "damage", "guns", "modes", "turret"]
    gloss: str
    also: list[str] = Field(default=[])


def parse_specials(text: str) -> tuple[tuple[Special, ...], tuple[str, ...]]:
    """An ability string of the Master Unit List: the specials that are known, and what is not, as written."""
    specials = read_specials(text)
    return tuple(one for one in specials if one.known), unknown_specials(specials)


def read_specials(text: str) -> tuple[Special, ...]:
    """Every ability of the string in its order, the unknown ones among them."""
    parts = (" ".join(part.split()) for part in _split(text))
    return tuple(_special(part) for part in parts if part)


def specials_text(specials: Iterable[Special]) -> str:
    """The abilities as a card prints them: what `read_specials` read, but for blanks beside commas."""
    return ",".join(str(one) for one in specials)


def unknown_specials(specials: Iterable[Special]) -> tuple[str, ...]:
    """What the table does not know, also inside turrets, as it is written."""
    names: list[str] = []
    for one in specials:
        if not one.known:
            names.append(str(one))
        names.extend(unknown_specials(one.inside))
    return tuple(names)


def gloss(special: Special | str) -> str:
    """One line on what an ability does; empty for one that the table does not know."""
    entry = special_entries().get(special if isinstance(special, str) else special.name)
    return entry.gloss if entry else ""


def explained(specials: Iterable[Special]) -> list[tuple[str, str]]:
    """Each ability with its gloss, those in a turret behind it by their names alone."""
    listed = list(specials)
    named = {one.name for one in listed}
    inner = {one.name: one for special in listed for one in special.inside if one.name not in named}
    return [*((str(one), gloss(one)) for one in listed), *((name, gloss(one)) for name, one in inner.items())]


@cache
def special_entries() -> dict[str, SpecialEntry]:
    """The table of specials by name."""
    file = "specials.toml"
    return {name: parse_model(SpecialEntry, entry, f"{file}, {name}") for name, entry in catalogue_data(file).items()}


# Reading

_VALUE = r"(?:[0-9]{1,4}\*?|-)"
_VALUES = rf"{_VALUE}(?:/{_VALUE}){{1,3}}"
_FORMS = {
    "none": r"",
    "count": r"([0-9]{1,6})",
    "count?": r"([0-9]{1,6})?",
    "load": r"([0-9]{1,9}(?:\.[0-9]{1,4})?)(?:-?D([0-9]{1,4}))?",
    "single": r"([0-9]{1,4}\*?)",
    "damage": rf"({_VALUES})|\(({_VALUES})\)",
    "guns": r"-([0-9]{1,4})",
    "modes": r'\(([0-9]{1,4}"?[a-z]+(?:/[0-9]{1,4}"?[a-z]+)*)\)',
    "turret": r"[0-9]{0,2}\((.*)\)",
}
_DAMAGE = re.compile(rf"{_VALUE}(?:/{_VALUE}){{0,3}}")


def _split(text: str) -> list[str]:
    """The parts between commas that stand outside brackets."""
    parts, depth, start = [], 0, 0
    for place, sign in enumerate(text):
        if sign == "(":
            depth += 1
        elif sign == ")":
            depth = max(0, depth - 1)
        elif sign == "," and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    return [*parts, text[start:]]


# Cards repeat each other's abilities: 7,600 of them hold fewer than 800 different ones.
@lru_cache(maxsize=20_000)
def _special(text: str) -> Special:
    for spelling, name, form in _spellings():
        if text.startswith(spelling) and (match := form.fullmatch(text[len(spelling) :])):
            if name == TURRET:
                return _turret(text, match[1])
            values = (value for group in match.groups() if group for value in group.split("/"))
            return Special(name, tuple(values), text=text)
    return _unknown(text)


def _turret(text: str, inside: str) -> Special:
    """A turret's own damage, if any, and the abilities in its brackets."""
    if TURRET in inside:
        # No card has a turret in a turret, and a text of a thousand brackets is not worth following.
        return _unknown(text)
    first, comma, rest = inside.partition(",")
    if _DAMAGE.fullmatch(first.strip()):
        return Special(TURRET, tuple(first.strip().split("/")), read_specials(rest) if comma else (), text)
    return Special(TURRET, (), read_specials(inside), text)


def _unknown(text: str) -> Special:
    return Special(text, text=text, known=False)


@cache
def _spellings() -> tuple[tuple[str, str, re.Pattern[str]], ...]:
    """Every way a name may be written, with the name and the form of what follows."""
    return tuple(
        (spelling, name, re.compile(f" ?(?:{_FORMS[entry.form]})"))
        for name, entry in special_entries().items()
        for spelling in (name, *entry.also)
    )
