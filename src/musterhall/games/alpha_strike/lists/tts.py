"""The code that Tabletop Simulator takes: {{number on the Master Unit List, skill}, ...}."""

from __future__ import annotations

import re

from musterhall.games.alpha_strike.force.forces import Force, ForceUnit
from musterhall.games.alpha_strike.lists.reading import MOST_UNITS, Reading, shown
from musterhall.problems import BadInput

TITLE = "Tabletop Simulator"


def read(text: str, reading: Reading) -> None:
    pairs = re.findall(r"\{\s*(\d{1,9})\s*,\s*(\d{1,2})\s*\}", text)
    left = re.sub(r"\{\s*\d{1,9}\s*,\s*\d{1,2}\s*\}|[\s,{}]", "", text)
    if len(pairs) > MOST_UNITS:
        raise BadInput(
            f"{reading.name}: has {len(pairs):,} units, and no force has more than {MOST_UNITS}; check the code."
        )
    if left:
        reading.complain("the code", f"{shown(left)} is not understood")
    for at, (number, skill) in enumerate(pairs, 1):
        card = reading.library.by_number(int(number))
        if card is None:
            what = f"the catalogue has no unit {number} of the Master Unit List"
            reading.complain(f"unit {at}", what, "Have it imported.", way="import_units")
        else:
            reading.add(ForceUnit(card.name, card, int(skill)), f"unit {at}")


def write(force: Force) -> str:
    return "{" + ",".join(f"{{{unit.card.mul_id},{unit.skill}}}" for unit in force.units) + "}\n"
