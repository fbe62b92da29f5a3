"""What stands behind a unit's name on a line: count, skill, value, abilities, munitions, marks.

Each is taken out as it is understood, and so is what the card says anyway; whatever is left then is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from musterhall.games.alpha_strike.abilities.munitions import munitions, munitions_for, read_munition
from musterhall.games.alpha_strike.abilities.pilot_abilities import pilot_abilities, rating
from musterhall.games.alpha_strike.force.forces import REGULAR_SKILL, ForceUnit
from musterhall.games.alpha_strike.lists import tool_names
from musterhall.games.alpha_strike.lists.reading import WORST_SKILL, Reading, one_line, shown
from musterhall.games.alpha_strike.units.card_names import joined
from musterhall.games.alpha_strike.units.cards import Card, card_data, tmm
from musterhall.games.alpha_strike.units.point_values import unit_pv
from musterhall.problems import BadInput

_ABILITIES = r"(?:special )?(?:pilot )?abilit(?:y|ies)|spas?"
_MUNITIONS = r"(?:alternate )?(?:munitions?|ammo|ammunition)"
_LEGENDARY = r"legendary(?: pilot)?"
_LABELS = rf"(?:{_ABILITIES}|{_MUNITIONS}|{_LEGENDARY}|skill|pv|points|command unit|commander)"
_QUOTED = re.compile(r'(?<!\d)["\u201c]([^"\u201c\u201d]{1,120})["\u201d]')
_COUNT = re.compile(r"(?<![\w.])[(\[]?(?:[x\u00d7]\s*(\d{1,3})|(\d{1,3})\s*[x\u00d7])[)\]]?(?!\w)", re.IGNORECASE)
_COMMANDER = re.compile(r"\b(?:formation )?(?:commander|leader)\b", re.IGNORECASE)
_COMMAND_UNIT = re.compile(
    r"\bcommand unit\b|[(\[]\s*(?:command|cmd|cu|c)\s*[)\]]|\bcommand\b|[\u2605\u2606\u2b50]", re.IGNORECASE
)
_SKILL = re.compile(r"\bskill\W*(\d{1,2})\b|\bs(?:k|kill)?[:= ]*(\d)\b", re.IGNORECASE)
_VALUE = re.compile(r"\b(?:pv|points?)\W{0,3}(\d{1,4})\b|\b(\d{1,4})\s*(?:pv|points?)\b", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w.-])\d{1,4}(?![\w-])")
_BETWEEN = re.compile(r"\s*[,/&]\s*(?![^()]*\))")
"""What stands between two things of a row, but not inside brackets."""


@dataclass(slots=True)
class Rest:
    """What is not yet understood of a line."""

    text: str

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.search(self.text)
        if found:
            self.text = f"{self.text[: found.start()]}\t{self.text[found.end() :]}"
        return found

    def take_all(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        while found := self.take(pattern):
            yield found

    def left(self) -> str:
        """Without what only stands between things."""
        words = re.sub(r"[(\[{<]\s*[)\]}>]", " ", re.sub(r"[\t,;|/]+", " ", self.text))
        return " ".join(words.split()).strip(" -:\u2013\u2014\u2022=+()[]{}.")


@dataclass(frozen=True, slots=True)
class Understood:
    unit: ForceUnit
    count: int
    pv: int | None
    commander: bool


def understand(reading: Reading, card: Card, text: str, where: str, count: int | None = None) -> Understood:
    """The unit that a line describes; what of the line means nothing is told."""
    rest = Rest(text)
    quoted = rest.take(_QUOTED)
    label = one_line(quoted[1]) if quoted else ""
    legendary = rest.take(_section(_LEGENDARY))
    abilities = _labelled_abilities(reading, card, rest, where)
    chosen = [*_labelled_munitions(reading, card, rest, where), *_plain_munitions(rest)]
    again = rest.take(_COUNT)
    behind = int(again[1] or again[2]) if again else None
    if count and behind and count != behind:
        what = f"{card.name} is there {count} times by the number in front and {behind} times by the one behind"
        reading.complain(where, what, "The one in front holds.")
    count = count or behind or 1
    commander = rest.take(_COMMANDER) is not None
    command_unit = any(True for _ in rest.take_all(_COMMAND_UNIT))
    _take_facts(card, rest)
    abilities += _plain_abilities(card, rest)
    skill, pv = _skill_and_value(reading, card, rest, where, count)
    if left := rest.left():
        reading.complain(where, f"{card.name}: {shown(left)} is not understood and left out", "Add it by hand.")
    unit = ForceUnit(
        label or card.name,
        card,
        skill,
        tuple(dict.fromkeys(abilities)),
        command_unit,
        one_line(legendary[1]) if legendary else "",
        tuple(dict.fromkeys(chosen)),
    )
    return Understood(unit, count, pv, commander)


@cache
def _section(label: str) -> re.Pattern[str]:
    """What stands behind a label, up to the next one or to what ends a column."""
    return re.compile(rf"\b(?:{label})\s*[:=]\s*(.*?)(?=[;|\t\]]|\b{_LABELS}\b|$)", re.IGNORECASE)


# Abilities


def abilities_in(reading: Reading, card: Card, items: str, where: str) -> list[str]:
    """A row of abilities; one that nobody knows is kept and told, unless it is what the card has."""
    own = {joined(str(one)) for one in card.specials} | {joined(one.name) for one in card.specials}
    found = []
    for item in filter(None, map(one_line, _BETWEEN.split(items))):
        ability = tool_names.called_ability(item)
        if ability is None and joined(item) in own:
            continue
        if ability is None:
            what = f"{card.name}: no special pilot ability is called {shown(item)}"
            reading.complain(where, what, "It is kept as it is written; check its spelling.")
        found.append(ability or item[:120])
    return found


def _labelled_abilities(reading: Reading, card: Card, rest: Rest, where: str) -> list[str]:
    sections = rest.take_all(_section(_ABILITIES))
    return [one for section in sections for one in abilities_in(reading, card, section[1], where)]


@cache
def _ability_pattern() -> re.Pattern[str]:
    """Any ability, with its points or choice behind it where it has one."""
    known = {one.name: one for one in pilot_abilities().values()}
    words = []
    for name in tool_names.ability_names():
        word = re.sub(r"\\?[ \-']", "[ '\u2019-]?", re.escape(name))
        choosing = name in known and (known[name].up_to or known[name].choices)
        words.append(rf"{word}(?:\s*\([^()]*\)|\s+\d\b)?" if choosing else word)
    return re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)", re.IGNORECASE)


def _plain_abilities(card: Card, rest: Rest) -> list[str]:
    """Abilities that stand there without a label; a word that is the card's role was taken out before."""
    found = (tool_names.called_ability(one[0]) for one in rest.take_all(_ability_pattern()))
    return [one for one in found if one]


# Munitions


def munitions_in(reading: Reading, card: Card, items: str, where: str) -> list[str]:
    """A row of munitions, each with its keyword, or without where only one keyword of the card can fire it."""
    found = []
    for item in filter(None, map(one_line, _BETWEEN.split(items))):
        munition = _munition(card, item)
        if munition:
            found.append(munition)
        else:
            what = f"{card.name}: no alternate munition of it is called {shown(item)}"
            reading.complain(where, what, "Write it with its keyword, such as AC: Precision.")
    return found


def _munition(card: Card, said: str) -> str:
    if ":" in said:
        try:
            one = read_munition(said, "")
        except BadInput:
            return ""
        return f"{said.partition(':')[0].strip().upper()}: {one.name}"
    fitting = [
        f"{keyword}: {one.name}"
        for keyword in dict.fromkeys(one.name for top in card.specials for one in (top, *top.inside))
        for one in munitions_for(keyword)
        if joined(one.name) == joined(said)
    ]
    return fitting[0] if len(fitting) == 1 else ""


def _labelled_munitions(reading: Reading, card: Card, rest: Rest, where: str) -> list[str]:
    sections = rest.take_all(_section(_MUNITIONS))
    return [one for section in sections for one in munitions_in(reading, card, section[1], where)]


@cache
def _munition_pattern() -> re.Pattern[str]:
    keywords = "|".join(sorted({re.sub("^ART", "ART-?", one.keyword) for one in munitions().values()}, key=len))
    names = "|".join(sorted({re.escape(one.name) for one in munitions().values()}, key=len, reverse=True))
    return re.compile(rf"\b({keywords})\s*:\s*({names})(?!\w)", re.IGNORECASE)


def _plain_munitions(rest: Rest) -> list[str]:
    return [f"{one[1].upper()}: {one[2].title()}" for one in rest.take_all(_munition_pattern())]


# What the card says anyway


def _take_facts(card: Card, rest: Rest) -> None:
    for pattern in _facts(card):
        rest.take(re.compile(rf"(?<![\w]){pattern}(?![\w])", re.IGNORECASE))


def _facts(card: Card) -> Iterator[str]:
    data = card_data(card)
    yield rf"a(?:rm(?:ou?r)?)?\W{{0,2}}{card.armour}\W{{1,3}}s(?:tr(?:ucture)?)?\W{{0,2}}{card.structure}"
    yield rf"{card.armour}\s*[+/]\s*{card.structure}"
    yield rf"(?:mv|move)?\W{{0,2}}{re.escape(card.move)}" if card.move else r"\b\B"
    yield rf"(?:dmg|damage|s/m/l(?:/e)?)?\W{{0,2}}{re.escape(data['damage'])}(?:/0)?"
    yield rf"tmm\W{{0,2}}{tmm(card)}"
    yield rf"(?:size|sz)\W{{0,2}}{card.size}"
    yield rf"ov\W{{0,2}}{card.overheat}"
    for special in sorted(map(str, card.specials), key=len, reverse=True):
        yield re.escape(special)
    for words in (card.role or "None", card.kind, card.type, card.tech, card.rules):
        if words:
            yield re.escape(words)
    if card.introduced:
        yield str(card.introduced)


# Skill and value


def _skill_and_value(reading: Reading, card: Card, rest: Rest, where: str, count: int) -> tuple[int, int | None]:
    before = one_line(rest.text)
    named = rest.take(_SKILL)
    skill = int(named[1] or named[2]) if named else _rated(rest)
    values = [int(one[1] or one[2]) for one in rest.take_all(_VALUE)]
    numbers = [int(one[0]) for one in _NUMBER.finditer(rest.text)]
    value = _value(card, skill, values, count)
    if skill is None:
        skill = skill_for(card, [value] if value is not None else numbers, count)
    if skill is None and len(numbers) == 1 and numbers[0] <= WORST_SKILL:
        skill = numbers[0]
    if skill is None or skill > WORST_SKILL:
        if numbers or values or skill is not None:
            what = f"{card.name}: no skill is found in {shown(before)}"
            reading.complain(where, what, f"It is taken as {REGULAR_SKILL}.")
        rest.text = _NUMBER.sub(" ", rest.text)
        return REGULAR_SKILL, None
    price = unit_pv(card, skill).total
    meant = {skill, price, price * count, card.pv}
    rest.text = _NUMBER.sub(lambda one: " " if int(one[0]) in meant else one[0], rest.text)
    return skill, value


def _rated(rest: Rest) -> int | None:
    """Veteran is skill 3."""
    for skill in range(WORST_SKILL + 1):
        if rest.take(re.compile(rf"\b{rating(skill)}\b", re.IGNORECASE)):
            return skill
    return None


def _value(card: Card, skill: int | None, found: Sequence[int], count: int) -> int | None:
    """Of several numbers that are said to be a value, the one that the card can cost."""
    skills = range(WORST_SKILL + 1) if skill is None else [skill]
    possible = {price for one in skills for price in _prices(card, one, count)}
    return next((one for one in found if one in possible), found[0] if found else None)


def _prices(card: Card, skill: int, count: int) -> set[int]:
    """What one costs, or all of them."""
    price = unit_pv(card, skill).total if skill <= WORST_SKILL else 0
    return {price, price * count}


def skill_for(card: Card, numbers: Sequence[int], count: int = 1) -> int | None:
    """The skill among the numbers whose point value follows it, or precedes it; or the only one with such a value."""
    prices = {skill: _prices(card, skill, count) for skill in range(WORST_SKILL + 1)}
    for pairs in (combinations(numbers, 2), combinations(reversed(numbers), 2)):
        both = {skill for skill, value in pairs if value in prices.get(skill, ())}
        if len(both) == 1:
            return both.pop()
    fitting = [skill for skill, values in prices.items() if values & set(numbers)]
    return fitting[0] if len(fitting) == 1 else None
