"""1.8 Assault: who fights, and each of its steps; or the whole of it."""

from __future__ import annotations

from typing import Any

from musterhall.battle.referee import Finding, Questions
from musterhall.games.the_game.assault.assault import assault, conclude
from musterhall.games.the_game.assault.charging import charge, in_reach
from musterhall.games.the_game.assault.melee import (
    Sides,
    assault_volleys,
    bury,
    involved_units,
    resolve_attacks,
    standing_units,
    support,
    supporters,
)
from musterhall.games.the_game.assault.resolution import resolution, resolve_round
from musterhall.games.the_game.assault.response import (
    DEFEND,
    WITHDRAW,
    counter_charge,
    defend,
    run_before_the_charge,
)
from musterhall.games.the_game.movement.hiding import TOUCHING
from musterhall.games.the_game.referee.asked import Asked
from musterhall.games.the_game.referee.findings import (
    Before,
    dice_told,
    named_parts,
    places,
    told,
    volley_data,
)
from musterhall.games.the_game.sea.sailing import may_be_charged

QUESTIONS = Questions()
WORDS = ("attackers", "defenders")
ASSAULT_GIVEN = {"attackers": "the attacking formation", "defenders": "the defending formation, or two"}


@QUESTIONS.pure(
    "who_fights",
    ["1.8", "1.8.4"],
    "Who can attack in this assault, with what, and who may support?",
    **ASSAULT_GIVEN,
)
def who_fights(asked: Asked) -> Finding:
    """1.8, 1.8.4 Directly involved units, their volleys, and neighbours that may support."""
    position, sides = asked.position, _sides(asked)
    involved = [involved_units(position, sides.side(n), sides.side(1 - n)) for n in (0, 1)]
    standing = [standing_units(position, sides.side(n)) for n in (0, 1)]
    result: dict[str, Any] = {}
    for number, word in enumerate(WORDS):
        volleys = assault_volleys(position, standing[number], standing[1 - number])
        result[word] = {
            "involved": asked.labels(involved[number]),
            "volleys": [volley_data(asked, volley) for volley in volleys],
            "may_support": [f.name for f in supporters(position, sides, number, involved[1 - number])],
        }
    return Finding(result)


def _sides(asked: Asked) -> Sides:
    """1.8 The formations in an assault, as they were named."""
    attackers, defenders = asked.formations("attackers"), asked.formations("defenders")
    if {f.side for f in attackers} == {f.side for f in defenders} or len({f.side for f in defenders}) > 1:
        raise asked.bad("defenders", "attackers and defenders are of different sides; name an enemy formation")
    return Sides(tuple(attackers), tuple(defenders))


# 1.8.2, 1.8.3 Charge and response


@QUESTIONS.resolver(
    "charge",
    ["1.8.2"],
    "Make a charge move: a d5, and the move as an answer.",
    formation="the attacking formation",
    target="the formation charged, or two",
)
def make_charge(asked: Asked) -> Finding:
    """1.8.2 Combat move and d5; does anybody come within 15 cm?"""
    position, formation, targets = asked.position, asked.formation(), asked.formations("target")
    afloat = [target.name for target in targets if not may_be_charged(position, target)]
    if afloat:
        raise asked.bad("target", f"{afloat[0]} is on the water, where no charge reaches it (4.3.2); name another")
    before = Before.of(asked)
    able = asked.run(charge(asked.battle, formation, tuple(target.index for target in targets)))
    reached = bool(able) and in_reach(position, formation, targets)
    own = position.standing(formation)
    touching = own[(position.distances(own, standing_units(position, tuple(targets))) <= TOUCHING + 1e-9).any(axis=1)]
    result = {
        "extra": asked.battle.dice.record[0].faces[0],
        "in_reach": reached,
        "next": "response" if reached else "the action ends",
        "touching": asked.labels(touching),
        "places": places(asked, formation),
        "formations": before.all_changes(),
    }
    return told(asked, result)


@QUESTIONS.resolver(
    "response",
    ["1.8.3"],
    "The defender shoots and counter charges, or withdraws.",
    **ASSAULT_GIVEN,
    response="defend or withdraw",
)
def response(asked: Asked) -> Finding:
    """1.8.3 Defensive fire and counter charge, or near fighting at those who run."""
    sides, before = _sides(asked), Before.of(asked)
    chosen = asked.word("response", DEFEND, (DEFEND, WITHDRAW))
    asked.run(run_before_the_charge(asked.battle, sides) if chosen == WITHDRAW else defend(asked.battle, sides))
    everybody = (*sides.attackers, *sides.defenders)
    result = {
        "dice": dice_told(asked),
        "formations": before.changes(everybody),
        "places": {formation.name: places(asked, formation) for formation in everybody},
        "next": "the assault is over" if chosen == WITHDRAW else "attacks",
    }
    return told(asked, result)


@QUESTIONS.resolver(
    "counter_charge",
    ["1.8.3", "1.8.5"],
    "Counter charge: who goes, and how far, is an answer.",
    formation="the formation that counter charges",
    enemy="the formation in the assault with it, or two",
    shot="units that have shot and may not go",
)
def make_counter_charge(asked: Asked) -> Finding:
    """1.8.3 Up to half a combat move straight at the nearest enemy."""
    formation, enemies = asked.formation(), asked.formations("enemy")
    before = places(asked, formation)
    asked.run(counter_charge(asked.battle, formation, tuple(enemies), asked.shot | set(asked.units("shot"))))
    after = places(asked, formation)
    return told(asked, {"moved": [name for name in after if after[name] != before[name]], "places": after})


# 1.8.4 Attacks


@QUESTIONS.resolver(
    "attacks",
    ["1.8.4"],
    "Resolve the attacks of one round of an assault. What they attack with, and support, are answers.",
    **ASSAULT_GIVEN,
)
def attacks(asked: Asked) -> Finding:
    """1.8.4 Both sides at once, then support; the dead go after all of it."""
    sides, before = _sides(asked), Before.of(asked)
    asked.run(resolve_attacks(asked.battle, sides))
    result = {
        "dice": dice_told(asked),
        "casualties": {"by_attackers": asked.labels(sides.kills[0]), "by_defenders": asked.labels(sides.kills[1])},
        "formations": before.all_changes(*sides.attackers, *sides.defenders),
        "next": "resolution",
    }
    return told(asked, result)


@QUESTIONS.resolver(
    "support",
    ["1.8.4"],
    "Resolve supporting fire for one side of an assault; joining in is an answer for each formation.",
    **ASSAULT_GIVEN,
    side="attackers or defenders",
)
def give_support(asked: Asked) -> Finding:
    """1.8.4 Near fighting of neighbours, for a token each."""
    position, sides, before = asked.position, _sides(asked), Before.of(asked)
    number = WORDS.index(asked.word("side", WORDS[0], WORDS))
    fallen: list[int] = []
    enemies = involved_units(position, sides.side(1 - number), sides.side(number))
    asked.run(support(asked.battle, sides, number, enemies, fallen))
    bury(asked.battle, fallen)
    result = {"dice": dice_told(asked), "kills": asked.labels(fallen), "formations": before.all_changes()}
    return told(asked, result)


# 1.8.5 Resolution


@QUESTIONS.resolver(
    "assault_resolution",
    ["1.8.5"],
    "Resolve an assault round: who wins, what the loser removes. Withdrawal and consolidation are answers.",
    **ASSAULT_GIVEN,
    casualties="how many each side killed: { attackers = 2, defenders = 1 }",
    broken_before="sides that were broken before the assault, if not now: attackers, defenders",
)
def assault_resolution(asked: Asked) -> Finding:
    """1.8.5 The better of two dice and the modifiers of each side."""
    position, sides, before = asked.position, _sides(asked), Before.of(asked)
    sides.kills = [[-1] * number for number in _casualties(asked)]
    broken, now = asked.words("broken_before"), sides.broken_before
    sides.broken_before = (now[0] or WORDS[0] in broken, now[1] or WORDS[1] in broken)
    ran = [formation for number in (0, 1) if WORDS[number] in broken for formation in sides.side(number)]
    sides.run_before |= {formation.index for formation in ran}
    tallies = [resolution(position, sides, number) for number in (0, 1)]
    totals = resolve_round(asked.battle, sides)
    difference = abs(totals[0] - totals[1])
    result: dict[str, Any] = {
        "totals": dict(zip(WORDS, totals, strict=True)),
        "modifiers": dict(zip(WORDS, map(named_parts, tallies), strict=True)),
        "rolls": [list(roll.faces) for roll in asked.battle.dice.record],
        "difference": difference,
    }
    if not difference:
        return told(asked, result | {"winner": "nobody", "next": "another round"}, *tallies)
    winner = totals.index(max(totals))
    asked.run(conclude(asked.battle, sides, totals))
    result |= {
        "winner": WORDS[winner],
        "removed": _removed(asked),
        "formations": before.changes((*sides.attackers, *sides.defenders)),
        "next": "the assault is over",
    }
    return told(asked, result, *tallies)


def _removed(asked: Asked) -> int:
    """1.8.5 How many units the loser took off for having lost, all of them where the formation was destroyed."""
    return sum(line.data["lost"] for line in asked.battle.log if (line.kind, line.section) == ("removed", "1.8.5"))


def _casualties(asked: Asked) -> list[int]:
    said = asked.value("casualties", {})
    if not isinstance(said, dict) or set(said) - set(WORDS):
        raise asked.bad("casualties", "write them as { attackers = 2, defenders = 1 }: who each side killed")
    found = [said.get(word, 0) for word in WORDS]
    if not all(type(number) is int and 0 <= number <= 100 for number in found):
        raise asked.bad("casualties", "they are whole numbers from 0; give those")
    return found


@QUESTIONS.resolver(
    "assault",
    ["1.8"],
    "Resolve a whole assault. Target, moves, response, support and so on are answers, in the order they come up.",
    formation="the attacking formation",
)
def whole_assault(asked: Asked) -> Finding:
    """1.8 From the choice of a target to the winner's consolidation."""
    formation, before = asked.formation(), Before.of(asked)
    asked.run(assault(asked.battle, formation))
    result = {
        "dice": dice_told(asked),
        "formations": before.all_changes(formation),
        "places": {formation.name: places(asked, formation)},
        "story": [line.text for line in asked.battle.log],
    }
    return told(asked, result)
