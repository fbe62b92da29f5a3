"""Questions to the referee that roll dice and change the position: each runs one rule of play and reports on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from musterhall.battle.referee import Finding
from musterhall.games.the_game.asked import Asked
from musterhall.games.the_game.assault import (
    DEFEND,
    WITHDRAW,
    assault,
    charge,
    conclude,
    counter_charge,
    defend,
    in_reach,
    involved_units,
    resolution,
    resolve_attacks,
    resolve_round,
    run_before_the_charge,
    support,
)
from musterhall.games.the_game.breaking import breaking_point, check_for_breaking, withdraw
from musterhall.games.the_game.commands import REFORM, SUSTAINED_FIRE, local_order
from musterhall.games.the_game.datasheets import WEAPON_TYPES
from musterhall.games.the_game.end_phase import RALLIES_AT, rally, rally_all, rally_test, regroup
from musterhall.games.the_game.game import TheGame
from musterhall.games.the_game.meeting_engagement import contact, march
from musterhall.games.the_game.moving import NORMAL, move
from musterhall.games.the_game.position import NOBODY, Formation, Orders, group_key
from musterhall.games.the_game.prepared_fire import reactions
from musterhall.games.the_game.rulings import (
    FIRE_GIVEN,
    KINDS,
    QUESTIONS,
    cover_on,
    fire_plan,
    parts,
    sections,
    sides_of,
    volley_data,
    weapon_rules,
)
from musterhall.games.the_game.shooting import FirePlan, shoot
from musterhall.games.the_game.sight import TOUCHING
from musterhall.games.the_game.slips import reading
from musterhall.games.the_game.special_rules import commander_alive, leaders
from musterhall.games.the_game.turn import (
    act,
    action_test,
    may_reroll,
    roll_initiative,
    start_order,
    take_action_test,
)
from musterhall.games.the_game.volleys import Volley, kill
from musterhall.table import SIDES
from musterhall.tally import Tally

RESOLVERS = QUESTIONS
"""The pure questions, and from here on the resolvers."""


# What a rule did


@dataclass(slots=True)
class Before:
    """What formations had before a rule was run, to tell afterwards what it did to them."""

    asked: Asked
    tokens: dict[int, int]
    units: dict[int, list[int]]
    broken: dict[int, bool]

    @classmethod
    def of(cls, asked: Asked) -> Before:
        formations = asked.position.formations
        return cls(
            asked,
            {f.index: f.suppression for f in formations},
            {f.index: list(f.units) for f in formations},
            {f.index: f.broken for f in formations},
        )

    def changes(self, formations: Iterable[Formation]) -> dict[str, dict[str, Any]]:
        return {formation.name: self.change(formation) for formation in formations}

    def change(self, formation: Formation) -> dict[str, Any]:
        """One formation: tokens before and after, who was lost, whether it broke or left the game."""
        index = formation.index
        return {
            "tokens_before": self.tokens[index],
            "tokens": formation.suppression,
            "lost": self.asked.labels(unit for unit in self.units[index] if unit not in formation.units),
            "units": formation.size,
            "broken": formation.broken,
            "breaks": formation.broken and not self.broken[index],
            "removed": not formation.alive,
        }

    def touched(self) -> list[Formation]:
        return [
            f
            for f in self.asked.position.formations
            if f.suppression != self.tokens[f.index]
            or f.units != self.units[f.index]
            or f.broken != self.broken[f.index]
        ]


def dice_told(asked: Asked, first: int = 0) -> list[dict[str, Any]]:
    """Every die of the volleys since that line of the log: target, score, result and what it does."""
    rows = [row for entry in asked.battle.log[first:] for row in entry.data.get("dice", []) if isinstance(row, Mapping)]
    return [
        {
            "die": row["face"],
            "target": asked.label(row["unit"]),
            "attack": row["attack"],
            "defence": row["defence"],
            "score": row["score"],
            "result": row["result"],
        }
        for row in rows
    ]


def sums_told(asked: Asked) -> list[str]:
    """The log as arithmetic: its sentences and the sum of each die."""
    lines: list[str] = []
    for entry in asked.battle.log:
        lines.append(f"{entry.text} ({entry.section})" if entry.section else entry.text)
        lines += [
            f"{asked.label(row['unit'])}: {row['sum']}"
            for row in entry.data.get("dice", [])
            if isinstance(row, Mapping) and "sum" in row
        ]
    return lines


def told(asked: Asked, result: dict[str, Any], *tallies: Tally) -> Finding:
    found = tuple(dict.fromkeys([*(e.section for e in asked.battle.log if e.section), *sections(*tallies)]))
    return Finding(result, [*(str(tally) for tally in tallies), *sums_told(asked)], found)


def token_sources(
    dice: list[dict[str, Any]], change: Mapping[str, Any], names: set[str], others: str
) -> dict[str, int]:
    """Where the tokens of one formation came from: dice by result, and the rest by its reason."""
    mine = [die for die in dice if die["target"] in names]
    sources = {word: sum(die["result"] == word for die in mine) for word in ("kill", "token", "hit")}
    rest = change["tokens"] - change["tokens_before"] - sum(sources.values())
    if rest > 0 and not change["removed"]:
        sources[others] = rest
    return {word: count for word, count in sources.items() if count}


# 1.3, 1.5 Initiative and action tests


@QUESTIONS.resolver(
    "initiative",
    ["1.5", "2.2.1"],
    "Who wins the initiative? The winner's choice of who acts first is an answer and may be left out.",
)
def initiative(asked: Asked) -> Finding:
    """1.5 d10 and the army's value each; ties go to the last loser, or are rolled again."""
    position = asked.position
    players = position.field.players
    asked.run(roll_initiative(asked.battle), optional=("who acts first",))
    rolls = [list(roll.faces) for roll in asked.battle.dice.record if roll.purpose == "initiative"]
    entry = next(entry for entry in asked.battle.log if entry.kind == "initiative")
    result = {
        "winner": asked.side_name(position.winner),
        "chooses": asked.side_name(position.winner),
        "first": asked.side_name(position.side),
        "totals": {"red": entry.data["totals"][0], "blue": entry.data["totals"][1]},
        "values": {"red": players[0].initiative, "blue": players[1].initiative},
        "rolls": rolls,
    }
    return told(asked, result)


@QUESTIONS.resolver("start_order", ["1.3"], "Who handles the events of the start phase first?")
def starts(asked: Asked) -> Finding:
    """1.3 The higher initiative value; dice on a tie."""
    order = asked.run(start_order(asked.battle))
    return told(asked, {"first": asked.side_name(order[0]), "rolled": bool(asked.battle.dice.record)})


@QUESTIONS.resolver(
    "action_test",
    ["1.5", "2.2.1", "2.3.4"],
    "Does the formation pass its action test? A commander's reroll is an answer.",
    formation="the formation",
    keeping="true if the initiative is being kept",
    replaced="true if this turn's command was replaced",
)
def test_action(asked: Asked) -> Finding:
    """1.5 Each modifier, the total, and what the formation may do now."""
    position, formation = asked.position, asked.formation()
    orders = position.orders[formation.index]
    position.keeping = asked.flag("keeping", position.keeping)
    replaced = asked.flag("replaced", orders.replaced)
    position.lay_orders(formation.index, Orders(orders.now, orders.next, replaced, orders.face_up))
    tally = action_test(position, formation, keeping=position.keeping, replaced=replaced)
    passed = asked.run(take_action_test(asked.battle, formation))
    faces = [roll.faces[0] for roll in asked.battle.dice.record]
    result = {
        "success": passed,
        "modifiers": parts(tally),
        "dice": faces,
        "total": faces[-1] + tally.total,
        "rerolled": len(faces) > 1,
        "rerolls_left": int(commander_alive(position, formation.side) and may_reroll(position, formation)),
    }
    if orders.now is not None:
        result["may"] = [orders.now, REFORM] if passed else list(local_order(orders.now))
    return told(asked, result, tally)


@QUESTIONS.resolver(
    "action",
    ["1.5", "1.4.1"],
    "What comes of the whole action of a formation: test, command, moves and fire?",
    formation="the formation",
)
def whole_action(asked: Asked) -> Finding:
    """1.5 One activation from the test to its end."""
    formation, before = asked.formation(), Before.of(asked)
    if not formation.can_act:
        raise asked.bad("formation", f"{formation.name} cannot act: it is broken, has acted or is not there")
    passed = asked.run(act(asked.battle, formation))
    result = {"passed": passed, "dice": dice_told(asked), "formations": before.changes(before.touched())}
    return told(asked, result)


# 1.6 Moving


@QUESTIONS.resolver(
    "move",
    ["1.6", "1.6.3"],
    "Make a move of a formation; the move is an answer.",
    formation="the formation",
    kind="normal, charge, counter charge, consolidation or withdrawal",
    extra="the d5 of a charge",
)
def make_move(asked: Asked) -> Finding:
    """1.6 Where everybody is afterwards."""
    formation, kind = asked.formation(), asked.word("kind", NORMAL, KINDS)
    moved = asked.run(move(asked.battle, formation, kind, asked.number("extra", 0.0), {}))
    return told(asked, {"moved": bool(moved), "places": places(asked, formation), "aboard": aboard(asked, formation)})


def places(asked: Asked, formation: Formation) -> dict[str, list[float]]:
    position = asked.position
    return {asked.label(unit): list(position.at(unit)) for unit in position.standing(formation).tolist()}


def aboard(asked: Asked, formation: Formation) -> dict[str, str]:
    position = asked.position
    return {
        asked.label(unit): asked.label(int(position.aboard[unit]))
        for unit in formation.units
        if position.aboard[unit] != NOBODY
    }


@QUESTIONS.resolver(
    "destroyed_transport",
    ["1.6.3"],
    "A transport is destroyed: which passengers live?",
    unit="the transport",
)
def destroyed_transport(asked: Asked) -> Finding:
    """1.6.3 A d10 for each passenger; 6 and more live."""
    position, transport = asked.position, asked.unit()
    formation, passengers = position.formation_of(transport), position.passengers(transport)
    if transport not in formation.units:
        raise asked.bad("unit", f"{asked.label(transport)} is lost already; name another")
    before = Before.of(asked)
    kill(asked.battle, transport)
    result = {
        "survivors": asked.labels(unit for unit in passengers if unit in formation.units),
        "lost": asked.labels(unit for unit in passengers if unit not in formation.units),
        "tokens_for_passengers": formation.suppression - before.tokens[formation.index],
        "tokens": formation.suppression,
        "units": formation.size,
    }
    return told(asked, result)


# 1.7 Fire


@QUESTIONS.resolver(
    "fire",
    ["1.7", "1.7.2", "1.7.3"],
    "Resolve the fire of a formation, or of volleys given one by one. A withdrawal after breaking is an answer.",
    **FIRE_GIVEN,
    volleys="instead of weapons: shots, type, attack, and optionally rules and targets, nearest first",
    crossfire="with volleys: true if the target is in crossfire",
    barrage="a barrage beside the direct fire",
)
def fire(asked: Asked) -> Finding:
    """1.7.2, 1.7.3 Every die, tokens, kills, and whether the target breaks."""
    plan = given_volleys(asked) if asked.has("volleys") else fire_plan(asked)[1]
    return resolve_fire(asked, plan)


@QUESTIONS.resolver(
    "barrage",
    ["1.7.4"],
    "Resolve a barrage.",
    formation="the formation whose guns fire",
    target="the target formation",
    at="where it falls; where it covers the most if left out",
    mode="concentrated or spread",
    command="Sustained Fire if left out",
)
def barrage(asked: Asked) -> Finding:
    """1.7.4 One d10 for each unit under it."""
    target = asked.formation("target")
    order: dict[str, Any] = {"target": target.index, "mode": asked.word("mode", "concentrated")}
    if asked.has("at"):
        order["at"] = list(asked.point("at"))
    asked.given.pop("at", None)
    asked.given["barrage"] = order
    asked.given.setdefault("command", SUSTAINED_FIRE)
    plan = fire_plan(asked)[1]
    finding = resolve_fire(asked, plan)
    if plan.barrage is not None:
        score = plan.barrage.score
        finding.result["barrage"] = {
            "sum": score.base,
            "score": score.total,
            "maximum": plan.barrage.maximum,
            "extra_tokens": plan.barrage.extra_tokens,
            "against_armour": plan.barrage.against_armour,
            "at": list(plan.barrage.at),
            "under": asked.labels(plan.barrage.under),
            "guns": asked.labels(plan.barrage.guns),
            "parts": parts(score),
        }
        finding.lines.insert(0, str(score))
    return finding


def resolve_fire(asked: Asked, plan: FirePlan) -> Finding:
    """1.7.2, 1.7.3 Roll a plan of fire and check its targets for breaking."""
    position, before = asked.position, Before.of(asked)
    volleys = [volley_data(asked, volley) for volley in plan.volleys]
    shoot(asked.battle, plan)
    dice = dice_told(asked)
    hit = list(plan.targets) if plan.barrage is None else list(dict.fromkeys((*plan.targets, *plan.barrage.formations)))
    after = before.changes(position.formations[index] for index in hit)
    for index in hit:
        formation = position.formations[index]
        names = set(asked.labels(unit.index for unit in position.field.units if unit.formation == index))
        rest = "crossfire or passengers" if after[formation.name]["lost"] else "fired at"
        if plan.barrage is not None and plan.barrage.extra_tokens:
            rest = "above the maximum or fired at"
        after[formation.name]["token_sources"] = token_sources(dice, after[formation.name], names, rest)
    for index in hit:
        formation = position.formations[index]
        asked.run(check_for_breaking(asked.battle, formation))
        final = before.change(formation)
        for key in ("broken", "breaks", "removed", "units", "lost"):
            after[formation.name][key] = final[key]
    result = {
        "dice": dice,
        "volleys": volleys,
        "suppressed": asked.labels(plan.suppressed),
        "crossfire": plan.crossfire is not None,
        "kills": [die["target"] for die in dice if die["result"] == "kill"],
        "formations": after,
    }
    return told(asked, result, *(volley.attack for volley in plan.volleys))


def given_volleys(asked: Asked) -> FirePlan:
    """1.7.2 Volleys as the asker names them, without anybody to fire them."""
    targets = asked.formations("at")
    rows = asked.value("volleys")
    formation = asked.formation(default=_any_enemy(asked, targets[0]).name)
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise asked.bad("volleys", "they are tables such as { shots = 3, type = 'AP', attack = 5 }; give at least one")
    volleys = [_given_volley(asked, row, targets, formation) for row in rows]
    line = (-1, -1, -1, -1) if asked.flag("crossfire") else None
    return FirePlan(formation, tuple(target.index for target in targets), volleys, [], line)


def _any_enemy(asked: Asked, target: Formation) -> Formation:
    return next((f for f in asked.position.formations if f.side != target.side), target)


def _given_volley(asked: Asked, row: dict[str, Any], targets: list[Formation], formation: Formation) -> Volley:
    inner = Asked(asked.name, asked.question, row, asked.situation, asked.battle, asked.answers)
    position, shots = asked.position, inner.whole("shots", 1)
    kind = reading("weapon type", inner.word("type").upper())
    if kind not in WEAPON_TYPES:
        raise asked.bad("volleys", f"{kind!r} is no weapon type; use one of {', '.join(WEAPON_TYPES)}")
    if not 1 <= shots <= 200:
        raise asked.bad("volleys", f"{shots} shots cannot be; give 1 to 200")
    units = np.concatenate([position.standing(target) for target in targets])
    if inner.has("targets"):
        aimed = inner.units("targets")
    else:
        shooters = position.standing(formation)
        near = position.distances(units, shooters).min(axis=1) if len(shooters) else np.zeros(len(units))
        aimed = [int(units[i]) for i in np.argsort(near, kind="stable")]
    aimed = [unit for unit in aimed if position.field.vulnerable[kind][unit] and position.on[unit]]
    if not aimed:
        raise asked.bad("volleys", f"{kind} can hurt nobody there (1.7); name other targets")
    attack = Tally(kind, inner.whole("attack"), "1.7")
    cover = {unit: cover_on(asked, unit, None) for unit in aimed}
    volley = Volley(kind, attack, weapon_rules(inner, "rules"), shots, [-1], aimed, cover, inner.word("name", kind))
    volley.group, volley.crossfire = tuple(target.index for target in targets), asked.flag("crossfire")
    inner.nothing_left()
    return volley


@QUESTIONS.resolver(
    "reaction",
    ["1.7.6"],
    "Formations on prepared fire may shoot at an enemy that has just moved or fired; whether they do is an answer.",
    enemy="the formation that has just acted",
)
def reaction(asked: Asked) -> Finding:
    """1.7.6 Who reacts, and what comes of it."""
    enemy, before = asked.formation("enemy"), Before.of(asked)
    ready = [f for f in asked.position.formations if f.prepared and f.side != enemy.side]
    asked.run(reactions(asked.battle, enemy))
    result = {
        "reacted": [formation.name for formation in ready if not formation.prepared],
        "waiting": [formation.name for formation in ready if formation.prepared],
        "dice": dice_told(asked),
        "formations": before.changes(before.touched()),
    }
    return told(asked, result)


@QUESTIONS.resolver(
    "break_check",
    ["1.7.3", "1.9.3", "2.3.1"],
    "Does the formation break? Its withdrawal is two answers.",
    formation="the formation",
)
def break_check(asked: Asked) -> Finding:
    """1.7.3 As many tokens as units break a formation, and it withdraws."""
    formation, before = asked.formation(), Before.of(asked)
    point, tokens = breaking_point(formation), formation.suppression
    asked.run(check_for_breaking(asked.battle, formation))
    result = {"breaking_point": point.total, **before.change(formation), "tokens": tokens}
    return told(asked, result, point)


# 1.8 Assault


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
    before = Before.of(asked)
    able = asked.run(charge(asked.battle, formation, tuple(target.index for target in targets)))
    reached = bool(able) and in_reach(position, formation, targets)
    own, theirs = position.standing(formation), np.concatenate([position.standing(target) for target in targets])
    touching: list[int] = (
        own[(position.distances(own, theirs) <= TOUCHING + 1e-9).any(axis=1)].tolist()
        if len(own) and len(theirs)
        else []
    )
    result = {
        "extra": asked.battle.dice.record[0].faces[0],
        "in_reach": reached,
        "next": "response" if reached else "the action ends",
        "touching": asked.labels(touching),
        "places": places(asked, formation),
        "formations": before.changes(before.touched()),
    }
    return told(asked, result)


ASSAULT_GIVEN = {"attackers": "the attacking formation", "defenders": "the defending formation, or two"}


@QUESTIONS.resolver(
    "response",
    ["1.8.3"],
    "The defender shoots and counter charges, or withdraws.",
    **ASSAULT_GIVEN,
    response="defend or withdraw",
)
def response(asked: Asked) -> Finding:
    """1.8.3 Defensive fire and counter charge, or near fighting at those who run."""
    sides, before = sides_of(asked), Before.of(asked)
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
    "Counter charge: who goes is an answer.",
    formation="the formation that counter charges",
    enemy="the formation in the assault with it, or two",
    shot="units that have shot and may not go",
)
def make_counter_charge(asked: Asked) -> Finding:
    """1.8.3 Up to half a combat move straight at the nearest enemy."""
    formation, enemies = asked.formation(), asked.formations("enemy")
    shot = set(asked.units("shot")) | asked.situation.shot
    before = places(asked, formation)
    asked.run(counter_charge(asked.battle, formation, tuple(enemies), shot))
    after = places(asked, formation)
    return told(asked, {"moved": [name for name in after if after[name] != before[name]], "places": after})


@QUESTIONS.resolver(
    "attacks",
    ["1.8.4"],
    "Resolve the attacks of one round of an assault; support is an answer for each formation that may give it.",
    **ASSAULT_GIVEN,
)
def attacks(asked: Asked) -> Finding:
    """1.8.4 Both sides at once, then support; the dead go after all of it."""
    sides, before = sides_of(asked), Before.of(asked)
    asked.run(resolve_attacks(asked.battle, sides))
    result = {
        "dice": dice_told(asked),
        "casualties": {"by_attackers": asked.labels(sides.kills[0]), "by_defenders": asked.labels(sides.kills[1])},
        "formations": before.changes(dict.fromkeys((*sides.attackers, *sides.defenders, *before.touched()))),
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
    position, sides, before = asked.position, sides_of(asked), Before.of(asked)
    number = ("attackers", "defenders").index(asked.word("side", "attackers", ("attackers", "defenders")))
    fallen: list[int] = []
    enemies = involved_units(position, sides.side(1 - number), sides.side(number))
    asked.run(support(asked.battle, sides, number, enemies, fallen))
    for unit in fallen:
        kill(asked.battle, unit)
    result = {"dice": dice_told(asked), "kills": asked.labels(fallen), "formations": before.changes(before.touched())}
    return told(asked, result)


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
    position, sides, before = asked.position, sides_of(asked), Before.of(asked)
    sides.kills = [[-1] * number for number in _casualties(asked)]
    words = asked.words("broken_before")
    sides.broken_before = (
        sides.broken_before[0] or "attackers" in words,
        sides.broken_before[1] or "defenders" in words,
    )
    tallies = [resolution(position, sides, number) for number in (0, 1)]
    totals = resolve_round(asked.battle, sides)
    rolls = [list(roll.faces) for roll in asked.battle.dice.record]
    result: dict[str, Any] = {
        "totals": {"attackers": totals[0], "defenders": totals[1]},
        "modifiers": {"attackers": _only_parts(tallies[0]), "defenders": _only_parts(tallies[1])},
        "rolls": rolls,
        "difference": abs(totals[0] - totals[1]),
    }
    if totals[0] == totals[1]:
        return told(asked, result | {"winner": "nobody", "next": "another round"}, *tallies)
    winner = 0 if totals[0] > totals[1] else 1
    asked.run(conclude(asked.battle, sides, totals))
    result |= {
        "winner": ("attackers", "defenders")[winner],
        "removed": 0 if sides.broken_before[1 - winner] else result["difference"] // 2,
        "formations": before.changes((*sides.attackers, *sides.defenders)),
        "next": "the assault is over",
    }
    return told(asked, result, *tallies)


def _casualties(asked: Asked) -> list[int]:
    said = asked.value("casualties", {})
    if not isinstance(said, dict) or set(said) - {"attackers", "defenders"}:
        raise asked.bad("casualties", "write them as { attackers = 2, defenders = 1 }: who each side killed")
    found = [said.get(word, 0) for word in ("attackers", "defenders")]
    if not all(type(number) is int and 0 <= number <= 100 for number in found):
        raise asked.bad("casualties", "they are whole numbers from 0; give those")
    return found


def _only_parts(tally: Tally) -> dict[str, int]:
    return {part.name: part.value for part in tally.parts}


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
        "formations": before.changes(dict.fromkeys((formation, *before.touched()))),
        "places": {formation.name: places(asked, formation)},
        "story": [entry.text for entry in asked.battle.log],
    }
    return told(asked, result)


# 1.9 End phase


@QUESTIONS.resolver(
    "regroup",
    ["1.9.1", "2.2.4"],
    "Regroup: two d5, and which of them counts is an answer if they differ.",
    formation="the formation",
)
def make_regroup(asked: Asked) -> Finding:
    """1.9.1 The chosen die and one for each leader go off the tokens."""
    formation = asked.formation()
    before, help_from = formation.suppression, leaders(asked.position, formation)
    asked.run(regroup(asked.battle, formation))
    result = {
        "dice": list(asked.battle.dice.record[0].faces),
        "leaders": help_from,
        "tokens_before": before,
        "tokens": formation.suppression,
        "removed": before - formation.suppression,
    }
    return told(asked, result)


@QUESTIONS.resolver(
    "rally",
    ["1.9.2", "2.3.2"],
    "Does the formation rally? A broken one that fails withdraws: two answers.",
    formation="the formation",
)
def make_rally(asked: Asked) -> Finding:
    """1.9.2 d10 + COM and modifiers against 11."""
    formation, before = asked.formation(), Before.of(asked)
    test, was_broken = rally_test(asked.position, formation), formation.broken
    asked.run(rally(asked.battle, formation))
    face = asked.battle.dice.record[0].faces[0]
    rallies = face + test.total >= RALLIES_AT
    result = {
        "rallies": rallies,
        "die": face,
        "modifiers": parts(test),
        "total": face + test.total,
        "withdraws": was_broken and not rallies,
        **before.change(formation),
    }
    return told(asked, result, test)


@QUESTIONS.resolver("end_phase", ["1.9"], "Rally everybody who needs it, in order; withdrawals are answers.")
def whole_end_phase(asked: Asked) -> Finding:
    """1.9 The winner of the initiative first."""
    before = Before.of(asked)
    asked.run(rally_all(asked.battle))
    order = [asked.position.formations[e.data["formation"]].name for e in asked.battle.log if e.kind == "rally"]
    return told(asked, {"order": order, "formations": before.changes(before.touched())})


@QUESTIONS.resolver(
    "withdrawal",
    ["1.9.3"],
    "Withdraw: two moves as answers, then who is too near is lost.",
    formation="the formation",
)
def make_withdrawal(asked: Asked) -> Finding:
    """1.9.3 Combat effectiveness, two moves, losses, combat effectiveness again."""
    formation, before = asked.formation(), Before.of(asked)
    asked.run(withdraw(asked.battle, formation))
    return told(asked, {**before.change(formation), "places": places(asked, formation)})


# 6.1.4 Before the battle


@QUESTIONS.resolver(
    "pre_battle_move",
    ["6.1.4"],
    "March a battle group along its arrow. First commands, dismounting and prepared fire are answers.",
    group="the battle group",
    side="whose it is",
)
def pre_battle_move(asked: Asked) -> Finding:
    """6.1.4 How far it comes, whether it arrives, whom it meets."""
    position, side, group = asked.position, asked.side("side"), asked.word("group")
    if group not in position.scenario.plans[side]:
        raise asked.bad("group", f"there is no arrow for {group!r}; add scenario.plans")
    before, key = Before.of(asked), group_key(side, group)
    formations = [position.formations[index] for index in position.scenario.groups[side][group]]
    asked.run(march(asked.battle, side, group))
    stand = {unit: place for formation in formations for unit, place in places(asked, formation).items()}
    return told(asked, _march_data(asked, before, key, formations) | {"places": stand})


def _march_data(asked: Asked, before: Before, key: str, formations: Iterable[Formation]) -> dict[str, Any]:
    scenario = asked.position.scenario
    return {
        "marched": scenario.marched.get(key, 0.0),
        "arrived": key in scenario.arrived,
        "contact": any(entry.kind == "contact" for entry in asked.battle.log),
        "wins_initiative": asked.side_name(scenario.contact_by),
        "formations": before.changes(dict.fromkeys((*formations, *before.touched()))),
    }


@QUESTIONS.resolver(
    "contact",
    ["6.1.4"],
    "Enemies meet in the march before the battle; dismounting is an answer.",
    formation="the formation that moved, or several of one battle group",
)
def make_contact(asked: Asked) -> Finding:
    """6.1.4 Both nearest formations take a token, and the side that was met wins the first initiative."""
    formations, before = asked.formations("formation"), Before.of(asked)
    asked.run(contact(asked.battle, formations))
    return told(asked, _march_data(asked, before, "", formations))


# 1.2 The course of a turn


@QUESTIONS.resolver(
    "next_phase",
    ["1.2", "1.3", "1.9", "6.1"],
    "Play the phase the position is in, or one activation of the action phase; every decision is an answer.",
)
def next_phase(asked: Asked) -> Finding:
    """1.2 Start, command, action, end, and before them set-up and the march: what comes next and what was settled."""
    position, before = asked.position, Before.of(asked)
    asked.run(TheGame().step(asked.battle))
    scenario = position.scenario
    result = {
        "turn": position.turn,
        "phase": position.phase,
        "to_act": asked.side_name(position.side),
        "orders": {f.name: _orders_data(position.orders[f.index]) for f in position.formations},
        "objectives": [
            {"place": [one.x, one.y], "side": SIDES[one.side], "kind": one.kind, "half": SIDES[one.half]}
            for one in scenario.objectives
        ],
        "entries": dict(scenario.entries),
        "maps_shown": scenario.revealed,
        "winner": asked.side_name(scenario.winner),
        "ended_by": scenario.ended_by,
        "formations": before.changes(before.touched()),
    }
    return told(asked, result)


def _orders_data(orders: Orders) -> dict[str, Any]:
    return {"now": orders.now, "next": orders.next, "replaced": orders.replaced, "face_up": orders.face_up}
