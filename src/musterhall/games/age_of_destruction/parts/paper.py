"""What stands on a printed roster: a card for each kind of unit, with its dials click by click."""

from __future__ import annotations

from collections import Counter
from typing import Any

from musterhall.games.age_of_destruction.forces import Force
from musterhall.games.age_of_destruction.units.dials import UnitSheet
from musterhall.games.age_of_destruction.units.showing import dial_rows, extras, heat_rows, kind_words, range_words

AMMUNITION = {"explosion": "ammunition may explode", "critical": "ammunition may explode badly"}


def cards(force: Force) -> list[dict[str, Any]]:
    """A card for each kind whose dial is known, in the order of the force."""
    counts = Counter(unit.sheet for unit in force.units if unit.sheet is not None)
    return [_card(sheet, count) for sheet, count in counts.items()]


def without_dial(force: Force) -> list[str]:
    return list(dict.fromkeys(unit.kind for unit in force.units if unit.sheet is None))


def _card(sheet: UnitSheet, count: int) -> dict[str, Any]:
    return {
        "name": sheet.name,
        "points": sheet.points,
        "count": count,
        "kind": kind_words(sheet),
        "base": ", ".join((range_words(sheet), *extras(sheet))),
        "dial": _dial(sheet),
        "heat": _heat(sheet) if sheet.heat else None,
        "marks": _marks(sheet),
    }


def _dial(sheet: UnitSheet) -> dict[str, Any]:
    """Salvage is shaded."""
    (title, *_), *rows = dial_rows(sheet)
    salvage = [at for at, click in enumerate(sheet.dial) if click.salvage]
    heads = [str(at) for at in range(1, len(sheet.dial) + 1)]
    return {"title": title, "heads": heads, "shaded": salvage, "rows": [list(row) for row in rows]}


def _heat(sheet: UnitSheet) -> dict[str, Any]:
    """Behind the last step it shuts down, which is shaded."""
    (title, *heads), *_ = heat_rows(sheet)
    figures = ("speed", "damage", "secondary")
    rows = [[name, *(_signed(getattr(step, name)) for step in sheet.heat), "off"] for name in figures]
    return {"title": title, "heads": heads, "shaded": [len(sheet.heat)], "rows": rows}


def _signed(figure: int) -> str:
    return f"\N{MINUS SIGN}{-figure}" if figure < 0 else str(figure)


def _marks(sheet: UnitSheet) -> str:
    """What else the heat dial shows, and what shading means."""
    told = [f"Shaded clicks are salvage{'; shaded heat is shutdown' if sheet.heat else ''}"]
    told = told if any(click.salvage for click in sheet.dial) else ["Shaded heat is shutdown"] if sheet.heat else []
    for at, step in enumerate(sheet.heat):
        said = [AMMUNITION[step.ammunition]] if step.ammunition else []
        said += [f"{step.jam} weapons jam"] if step.jam else []
        if said:
            told.append(f"at heat {at} {' and '.join(said)}")
    return f"{'; '.join(told)}." if told else ""
