"""How a formation's requirements are said: who is meant, how many, and what they have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from musterhall.tally import and_list

if TYPE_CHECKING:
    from musterhall.games.alpha_strike.formations.formation_rules import FormationUnit, Who

_HEADS: Mapping[tuple[str, ...], tuple[str, ...]] = {("infantry",): ("infantry unit",), ("vehicle",): ("vehicle",)}


def names(units: Iterable[FormationUnit]) -> tuple[str, ...]:
    return tuple(unit.name for unit in units)


def listed(units: Iterable[FormationUnit]) -> str:
    return and_list(names(units))


def noun(who: Who) -> str:
    """One of those an entry is about, with its article."""
    words = plain_noun(who)
    return f"{'an' if words[0] in 'aeioAEIO' else 'a'} {words}"


@cache
def plain_noun(who: Who) -> str:
    return _phrase(and_list(who.roles or _HEADS.get(who.kinds, ("unit",)), "or"), who)


@cache
def plural(who: Who) -> str:
    return _phrase(and_list([f"{word}s" for word in who.roles or _HEADS.get(who.kinds, ("unit",))], "or"), who)


def counted(number: int, who: Who) -> str:
    return noun(who) if number == 1 else f"{number} {plural(who)}"


def _phrase(head: str, who: Who) -> str:
    return " ".join([head, *_details(who)])


def _details(who: Who, *, named: bool = True) -> list[str]:
    """What is said of a unit behind its noun; the noun may have named its type already."""
    named = named and not who.roles and who.kinds in _HEADS
    bounds = [
        _bound("of Size", who.size_least, who.size_most),
        _bound("with a Move of", who.move_least, who.move_most, '"'),
        _bound("with a ground Move of", who.ground_move_least, None, '"'),
        "able to jump" if who.jump_least == 1 else _bound("with a jumping Move of", who.jump_least, None, '"'),
        _bound("with armour of", who.armour_least),
        *(f"with {span} range damage of {least} or more" for span, least in who.damage_least),
        *(f"with {span} range damage above {bound}" for span, bound in who.damage_above),
        "" if who.any_damage_most is None else f"with no damage value above {who.any_damage_most}",
        f"with {and_list(who.has, 'or')}" if who.has else "",
        f"of type {and_list(who.kinds, 'or')}" if who.kinds and not named else "",
        f"other than {and_list(who.not_kinds, 'or')}" if who.not_kinds else "",
        "named as commander or sub-commander" if who.commander else "",
        " or ".join(" ".join(_details(part, named=False)) for part in who.any_of),
    ]
    return [words for words in bounds if words]


def _bound(words: str, least: int | None = None, most: int | None = None, mark: str = "") -> str:
    if least is not None and least == most:
        return f"{words} {least}{mark}"
    if least is not None and most is not None:
        return f"{words} {least}{mark} to {most}{mark}"
    if least is not None:
        return f"{words} {least}{mark} or more"
    return "" if most is None else f"{words} {most}{mark} or less"


def is_or_are(units: Sequence[FormationUnit]) -> str:
    return "is" if len(units) == 1 else "are"


def only(good: Sequence[FormationUnit], units: Sequence[FormationUnit]) -> str:
    if good:
        return f"only {listed(good)} {'is one' if len(good) == 1 else 'are'}"
    return f"{listed(units)} {'is not one' if len(units) == 1 else 'are not'}"


def put_in(number: int) -> str:
    return "Put one in" if number == 1 else f"Put {number} more in"
