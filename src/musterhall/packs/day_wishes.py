"""How the day of a pack's event is to go: registration, byes, tables, soft scores, a cut, prizes of categories.

Each is a setting that players see, so the page of a pack offers it beside points and rounds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from musterhall.packs.editing import PackFile
from musterhall.packs.event_rules import EventRules
from musterhall.packs.parts import written
from musterhall.problems import BadInput


@dataclass(frozen=True, slots=True)
class SoftWish:
    """A soft score that is entered at the desk."""

    title: str
    most: Fraction | int
    counts: Literal["end", "always"] = "end"


@dataclass(frozen=True, slots=True)
class DayWishes:
    """What is to be different; what is None stays as it is."""

    places: int | None = None
    """0 for room for everybody."""
    venue: str | None = None
    forces_by: str | None = None
    byes: str | None = None
    leaders_first: bool | None = None
    strength: str | None = None
    """By the average or the sum of the opponents' points, or none."""
    cut: int | None = None
    """0 for none."""
    soft: tuple[SoftWish, ...] | None = None
    categories: tuple[str, ...] | None = None
    """By their titles; a new one has a prize for its first place."""


def day_of(event: EventRules) -> DayWishes:
    """How it is."""
    strength = event.standings.strength
    return DayWishes(
        places=event.registration.most or 0,
        venue=event.registration.venue,
        forces_by=event.registration.forces_by,
        byes=event.bye.on_request,
        leaders_first=event.pairing.tables == "by_standing",
        strength=strength.by if strength else "none",
        cut=event.cut.top if event.cut else 0,
        soft=tuple(SoftWish(one.title, one.most, one.counts) for one in event.soft if one.by == "organiser"),
        categories=tuple(one.title for one in event.category),
    )


def with_day(text: str, event: EventRules, wishes: DayWishes) -> str:
    """The pack's text with the day as it is wished for."""
    file, now = PackFile(text), day_of(event)
    for table, key, wanted, is_now in (
        ("registration", "most", wishes.places, now.places),
        ("registration", "venue", wishes.venue, now.venue),
        ("registration", "forces_by", wishes.forces_by, now.forces_by),
        ("bye", "on_request", wishes.byes, now.byes),
    ):
        if wanted is not None and wanted != is_now:
            file.set(f"event.{table}", key, wanted or None)
    if wishes.leaders_first not in (None, now.leaders_first):
        file.set("event.pairing", "tables", "by_standing" if wishes.leaders_first else None)
    if wishes.cut == 0 and now.cut:
        file.remove("[event.cut]")
    elif wishes.cut not in (None, now.cut):
        file.set("event.cut", "top", wishes.cut)
    if wishes.strength not in (None, now.strength):
        _set_strength(file, event, str(wishes.strength))
    if wishes.soft not in (None, now.soft):
        _set_soft(file, event, wishes.soft or ())
    if wishes.categories not in (None, now.categories):
        _set_categories(file, event, wishes.categories or ())
    return file.text


def _set_strength(file: PackFile, event: EventRules, by: str) -> None:
    strength = event.standings.strength
    if by == "none" and strength:
        file.set("event.standings", "order", [name for name in event.standings.order if name != strength.name])
        file.set("event.standings", "show", [name for name in event.standings.show if name != strength.name] or None)
        file.remove("[event.standings.strength]")
    elif strength:
        file.set("event.standings.strength", "by", by)
    else:
        order = event.standings.order
        file.set("event.standings", "order", [*order, "strength"])
        file.append("[event.standings.strength]", {"of": order[0], "by": by})


def _set_soft(file: PackFile, event: EventRules, wanted: Sequence[SoftWish]) -> None:
    titles = {one.title: one for one in wanted}
    for place, rule in reversed([*enumerate(event.soft)]):
        wish = titles.pop(rule.title, None)
        if rule.by == "organiser" and wish is None:
            file.remove("[[event.soft]]", place)
        elif wish is not None:
            file.set(f"event.soft.{place}", "most", written(Fraction(wish.most)))
            file.set(f"event.soft.{place}", "counts", wish.counts)
    for one in titles.values():
        row = {"name": _key(one.title), "title": one.title, "to": event.standings.order[0]}
        file.append("[[event.soft]]", row | {"most": written(Fraction(one.most)), "counts": one.counts})


def _set_categories(file: PackFile, event: EventRules, wanted: Sequence[str]) -> None:
    gone = {one.name for one in event.category if one.title not in wanted}
    rows: dict[str, list[str | None]] = {
        "award": [one.category for one in event.award],
        "category": [one.name for one in event.category],
    }
    for what, names in rows.items():
        for place in reversed([place for place, name in enumerate(names) if name in gone]):
            file.remove(f"[[event.{what}]]", place)
    known = [one.title for one in event.category]
    new = [one for one in wanted if one not in known]
    for title in new:
        file.append("[[event.category]]", {"name": _key(title), "title": title})
    for title in new:
        prize = {"name": f"{_key(title)}_first", "title": f"{title}: first place", "by": "place", "place": 1}
        file.append("[[event.award]]", prize | {"category": _key(title)})


def _key(title: str) -> str:
    """A name for programs."""
    plain = re.sub(r"[^a-z0-9]+", "_", title.casefold()).strip("_")
    if not plain or not plain[0].isalpha():
        raise BadInput(f"{title[:40]!r}: begins with no letter from a to z; write another title.")
    return plain
