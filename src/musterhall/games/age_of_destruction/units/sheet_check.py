"""What is wrong with a unit before it is one: everything at once, each with the field it is about.

A form, a session of questions and a file are checked by the same rules, whatever is still missing in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from musterhall.game.units import Flaw
from musterhall.game.words import in_words
from musterhall.games.age_of_destruction.units.dials import SpeedMode, UnitType

MOST_CLICKS, MOST_STEPS = 30, 12
MOST_FIGURE = 50
"""Twice the largest on any dial."""
LEAST_HEAT = -20
MODES: Mapping[UnitType, Sequence[SpeedMode]] = {
    "infantry": ("foot", "hover", "aquatic"),
    "vehicle": ("tracked", "wheeled", "hover", "aquatic"),
    "vtol": ("vtol",),
    "mech": ("biped", "quad"),
}
"""The speed modes that each type of unit can have."""
DIAL_ROWS = ("speed", "attack", "defense", "damage")
HEAT_ROWS = ("speed", "damage", "secondary")


def dial_rows_of(data: Mapping[str, Any]) -> tuple[str, ...]:
    """The rows that the combat dial of this type has."""
    return (*DIAL_ROWS, "secondary") if data.get("type") == "mech" else DIAL_ROWS


def sheet_flaws(data: Mapping[str, Any]) -> list[Flaw]:
    """What its fields cannot say together; what a field cannot say by itself is not looked at here."""
    return [*_dial_flaws(data), *_heat_flaws(data), *_base_flaws(data)]


def _dial_flaws(data: Mapping[str, Any]) -> Iterator[Flaw]:
    rows = {name: _row(data.get(name)) for name in dial_rows_of(data)}
    clicks = max(map(len, rows.values()))
    if not clicks:
        yield Flaw("speed", "the dial has no click; write down at least one")
    if clicks > MOST_CLICKS:
        yield Flaw("speed", f"the dial has {clicks} clicks, and none has more than {MOST_CLICKS}; take some out")
        return
    for missing in [name for name, row in rows.items() if clicks and not row]:
        yield Flaw(f"{missing}.0", f"{missing} is missing; write it down for each click")
        del rows[missing]
    for click in range(clicks):
        yield from _click_flaws({name: row[click] if click < len(row) else None for name, row in rows.items()}, click)
    salvage = data.get("salvage", 0)
    if isinstance(salvage, int) and salvage > clicks:
        yield Flaw("salvage", f"{salvage} clicks show salvage, and the dial has no more than {clicks}; write fewer")


def _click_flaws(figures: Mapping[str, Any], click: int) -> Iterator[Flaw]:
    missing = [name for name, figure in figures.items() if figure is None]
    if missing:
        what = f"the dial has a hole: click {click + 1} has no {in_words(missing, 'or')}"
        yield Flaw(f"{missing[0]}.{click}", f"{what}; write it down, or take the click out")
    for name, figure in figures.items():
        if figure is not None and not _whole(figure, 0, MOST_FIGURE):
            what = f"click {click + 1} has {name} {_shown(figure)}; write a whole number from 0 to {MOST_FIGURE}"
            yield Flaw(f"{name}.{click}", what)


def _heat_flaws(data: Mapping[str, Any]) -> Iterator[Flaw]:
    heat = data.get("heat")
    if data.get("type") in MODES and (heat is not None) != (data.get("type") == "mech"):
        yield Flaw("heat", "a 'Mech has a heat dial, and nobody else does")
    if not isinstance(heat, Mapping):
        return
    rows = {name: _row(heat.get(name)) for name in HEAT_ROWS if name != "secondary" or heat.get(name)}
    more = (_row(heat.get(name)) for name in ("ammunition", "jam"))
    lengths = {len(row) for row in (*rows.values(), *more) if row}
    steps = max(lengths, default=0)
    if not steps:
        yield Flaw("heat", "the heat dial has no step; write down at least one")
    elif len(lengths) > 1:
        yield Flaw("heat", "all rows of a heat dial have the same number of steps; fill the short ones up")
    if steps > MOST_STEPS:
        yield Flaw("heat", f"the heat dial has {steps} steps, and none has more than {MOST_STEPS}; take some out")
        return
    for name, row in rows.items():
        for step, figure in enumerate(row):
            if figure is None:
                yield Flaw(f"heat.{name}.{step}", f"the heat dial has a hole: step {step} has no {name}; write it")
            elif not _whole(figure, LEAST_HEAT, 0):
                what = f"heat step {step} takes {_shown(figure)} off {name}; write 0, or -1 for one less"
                yield Flaw(f"heat.{name}.{step}", what)


def _base_flaws(data: Mapping[str, Any]) -> Iterator[Flaw]:
    type_, mode = data.get("type"), data.get("speed_mode")
    modes = MODES.get(type_) if isinstance(type_, str) else None  # type: ignore[call-overload]
    if modes and mode and mode not in modes:
        yield Flaw("speed_mode", f"a unit of type {type_} goes by {' or '.join(modes)}; choose one")
    ends = _row(data.get("range"))
    if len(ends) == 2 and all(isinstance(one, int) for one in ends) and not 0 <= ends[0] <= ends[1] <= 100:
        yield Flaw("range", "the range is the least and the most inches, the least first and 100 at most; mend it")


def _row(given: Any) -> list[Any]:
    return list(given) if isinstance(given, list | tuple) else []


def _whole(figure: Any, least: int, most: int) -> bool:
    return isinstance(figure, int) and not isinstance(figure, bool) and least <= figure <= most


def _shown(figure: Any) -> str:
    return f"{figure!r:.20}" if isinstance(figure, str) else f"{figure!s:.20}"
