"""Odds of Alpha Strike from a page's form: units by name at a range, laid out on an empty table as in a file."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from musterhall.game.odds_form import OddsField, OddsForm
from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.field.unit import model_height
from musterhall.games.alpha_strike.force.forces import tell_apart
from musterhall.games.alpha_strike.movement.allowance import GROUND, JUMPING, STANDSTILL
from musterhall.games.alpha_strike.position_file.reading import CARD_FIELDS
from musterhall.games.alpha_strike.units.cards import JUMP, Card, card_data
from musterhall.games.alpha_strike.units.library import Library
from musterhall.geometry import Point, bearing, rounded
from musterhall.problems import BadInput

Said = Mapping[str, Any]

SIZE, MIDDLE = 140, (70.0, 70.0)
"""A table on which everybody finds room, with the target in the middle of it, facing north."""
AWAY = {"short": 6.0, "medium": 16.0, "long": 33.0, "extreme": 50.0}
"""Inches from the middle of one base to the other, at which bases of every size are at that range."""
FAN = 100.0
"""Degrees over which attackers on the same side of the target stand."""
NORTH, SOUTH = 270.0, 90.0
MOVED = ((STANDSTILL, "stood still"), (GROUND, "moved"), (JUMPING, "jumped"))
SHUT_DOWN = "shut down"
WOODS = {"woods": "woods", "heavy woods": "heavy woods"}
BANK = "behind a bank"
COVERED = 0.5
"""How much of a model a bank hides."""
MOST_HERE = 8
"""Attackers whose odds somebody may wait for."""

FORM = OddsForm(
    target=(
        OddsField("unit", "Unit", "unit", help="by the name on its card"),
        OddsField("moved", "This turn it", "choice", GROUND, choices=(*MOVED, (SHUT_DOWN, "is shut down"))),
        OddsField(
            "stands",
            "It stands",
            "choice",
            "open",
            choices=(
                ("open", "in the open"),
                ("woods", "in light woods"),
                ("heavy woods", "in heavy woods"),
                (BANK, "behind a bank that covers half of it"),
            ),
        ),
        OddsField("armour_left", "Armour left", "number", help="empty: all of it", span=(0, 99), rare=True),
        OddsField("structure_left", "Structure left", "number", help="empty: all of it", span=(1, 99), rare=True),
        OddsField("skill", "Skill", "number", "4", span=(0, 8), rare=True),
        OddsField("abilities", "Pilot abilities", "words", help="with commas between them", rare=True),
    ),
    attacker=(
        OddsField("unit", "Unit", "unit", help="by the name on its card"),
        OddsField("skill", "Skill", "number", "4", span=(0, 8)),
        OddsField(
            "range",
            "Range",
            "choice",
            "medium",
            choices=(("short", "short"), ("medium", "medium"), ("long", "long"), ("extreme", "extreme")),
        ),
        OddsField("moved", "This turn it", "choice", GROUND, choices=MOVED),
        OddsField("behind", "It stands behind the target", "tick"),
        OddsField("overheat", "Overheats by", "number", "0", span=(0, 9), rare=True),
        OddsField("heat", "Heat", "number", "0", span=(0, 3), rare=True),
        OddsField("fire_control_hits", "Fire control hits", "number", "0", span=(0, 4), rare=True),
        OddsField("weapon_hits", "Weapon hits", "number", "0", span=(0, 4), rare=True),
        OddsField("abilities", "Pilot abilities", "words", help="with commas between them", rare=True),
    ),
    most=MOST_HERE,
)


def situation(target: Said, attackers: Sequence[Said], library: Library) -> dict[str, Any]:
    """The table that was described, with the question for its odds, as a file has it."""
    if not target["unit"]:
        raise BadInput("the target: no unit is named; write the name on its card.")
    if not attackers:
        raise BadInput("attacker 1: no unit is named; write the name on its card.")
    cards = [library.find(one["unit"]) for one in (target, *attackers)]
    first, *others = tell_apart([card.name for card in cards])
    places = _places(attackers)
    units = [
        {**_unit(one, card, name, "red"), "at": list(place), "facing": bearing(place, MIDDLE)}
        for one, card, name, place in zip(attackers, cards[1:], others, places, strict=True)
    ]
    shots = [
        {"unit": name, "overheat": one["overheat"]} if one["overheat"] else name
        for one, name in zip(attackers, others, strict=True)
    ]
    return {
        "game": "alpha_strike",
        "ask": {"odds": {"target": first, "attackers": shots}},
        "width": SIZE,
        "depth": SIZE,
        "terrain": list(_terrain(target["stands"], cards[0])),
        "unit": [{**_unit(target, cards[0], first, "blue"), "at": list(MIDDLE), "facing": NORTH}, *units],
    }


def _unit(said: Said, card: Card, name: str, side: str) -> dict[str, Any]:
    """What a file says of a unit; what is as usual is left out."""
    if said["moved"] == JUMPING and JUMP not in card.moves:
        raise BadInput(f"{name}: cannot jump; choose another way to move.")
    figures = card_data(card)
    shut_down = said["moved"] == SHUT_DOWN
    more = {
        **{key: said.get(key) for key in ("armour_left", "structure_left", "heat", "fire_control_hits", "weapon_hits")},
        "abilities": [word.strip() for word in said["abilities"].split(",") if word.strip()],
        "shut_down": shut_down,
    }
    return {
        "name": name,
        "side": side,
        **{key: figures[key] for key in CARD_FIELDS if key in figures},
        "skill": said["skill"],
        "moved": STANDSTILL if shut_down else said["moved"],
        **{key: value for key, value in more.items() if value or (value == 0 and key == "armour_left")},
    }


def _places(attackers: Sequence[Said]) -> list[Point]:
    """Where attackers stand: spread before the target or behind it, so that none is in another's way."""
    found = []
    for one in attackers:
        beside = [other for other in attackers if other["behind"] == one["behind"]]
        number = next(place for place, other in enumerate(beside) if other is one)
        turned = FAN * ((number + 0.5) / len(beside) - 0.5)
        angle = math.radians((SOUTH if one["behind"] else NORTH) + turned)
        away = AWAY[one["range"]]
        found.append(rounded((MIDDLE[0] + away * math.cos(angle), MIDDLE[1] + away * math.sin(angle))))
    return found


def _terrain(stands: str, card: Card) -> Iterator[dict[str, Any]]:
    x, y = MIDDLE
    if stands in WOODS:
        yield {"name": "woods", "kind": WOODS[stands], "rectangle": [x - 2, y - 2, 4, 4]}
    if stands == BANK:
        high = round(COVERED * model_height(card, Edition.usual()), 2)
        sides = ((-1.5, -1.5, 3, 0.3), (-1.5, 1.2, 3, 0.3), (-1.5, -1.2, 0.3, 2.4), (1.2, -1.2, 0.3, 2.4))
        for number, (east, south, *size) in enumerate(sides, start=1):
            corner = rounded((x + east, y + south))
            yield {"name": f"bank {number}", "kind": "hill", "height": high, "rectangle": [*corner, *size]}
