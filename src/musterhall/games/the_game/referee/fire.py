"""1.7, 1.7.1, 1.7.2, 1.7.5, 1.7.6 The fire of a formation: targets, crossfire, volleys, prepared fire."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from musterhall.battle.referee import Finding, Questions
from musterhall.games.the_game.army.datasheets import WEAPON_TYPES
from musterhall.games.the_game.basics.special_rules import hurt_by
from musterhall.games.the_game.fire.fire_plan import FirePlan
from musterhall.games.the_game.fire.gunnery import crossfire, one_target
from musterhall.games.the_game.fire.prepared_fire import REACTS_TO, may_react, reactions
from musterhall.games.the_game.fire.shooting import Fire, cover_taken, shoot
from musterhall.games.the_game.fire.volleys import DieResult, Volley, extra_tokens, tokens_of_a_hit, tokens_of_a_kill
from musterhall.games.the_game.movement.hiding import take_cover
from musterhall.games.the_game.phases.breaking import check_for_breaking
from musterhall.games.the_game.phases.commands import PREPARED_FIRE, commands
from musterhall.games.the_game.position.position import Formation
from musterhall.games.the_game.readings.slips import reading
from musterhall.games.the_game.referee.asked import Asked
from musterhall.games.the_game.referee.findings import Before, dice_told, told, volley_data
from musterhall.games.the_game.referee.shots import IN_CLOSE_COMBAT
from musterhall.games.the_game.referee.units import cover_on
from musterhall.geometry import Ints
from musterhall.tally import Tally

QUESTIONS = Questions()
FIRE_GIVEN = {
    "formation": "the firing formation",
    "at": "the target formation, two of them, or formations by weapon type",
    "command": "the command it acts under; Advance if left out",
    "cover": "false to leave out units in cover, or true and false by target formation",
    "order": "the volleys' order, numbered from 0, strongest first",
    "lines": "which weapon a unit fires, by unit",
    "hold": "units that do not fire",
    "defensive": "true for the defender of an assault (1.8.3)",
    "contact": "true if the enemy has moved into close combat (1.8.3)",
    "limit": "the only formations that may be fired at",
    "beside": "with defensive: another formation that is assaulted as one with it, and fires as one (1.8.1)",
}


# Targets


@QUESTIONS.pure(
    "one_target",
    ["1.7.1", "1.8.1"],
    "May two formations be fired at, or assaulted, as one?",
    formations="the two formations",
)
def may_be_one_target(asked: Asked) -> Finding:
    """1.7.1 Two formations of one side with units within 10 cm of each other."""
    found = asked.formations("formations")
    if len(found) != 2:
        raise asked.bad("formations", "it names two formations; give both")
    position = asked.position
    ours, theirs = (position.standing(formation) for formation in found)
    apart = round(float(position.distances(ours, theirs).min()), 2) if len(ours) and len(theirs) else None
    return Finding({"one_target": one_target(position, found[0].index, found[1].index), "distance": apart})


@QUESTIONS.pure(
    "crossfire",
    ["1.7.5"],
    "Is the target in crossfire, and through whom?",
    formation="the firing formation",
    target="the target formation, or two",
    beside="another formation that is assaulted as one with it and fires as one (1.8.1)",
)
def in_crossfire(asked: Asked) -> Finding:
    """1.7.5 The line that makes it."""
    formation, targets = asked.formation(), asked.enemies_of(asked.formation(), "target")
    beside = asked.beside(formation)
    line = crossfire(asked.position, formation, tuple(target.index for target in targets), beside)
    if line is None:
        return Finding({"crossfire": False, "attack": 0, "shooter": None, "friend": None, "through": []})
    shooter, friend, *met = line
    result = {
        "crossfire": True,
        "attack": 1,
        "shooter": asked.label(shooter),
        "friend": asked.label(friend),
        "through": asked.labels(dict.fromkeys(met)),
    }
    through = ", ".join(asked.labels(dict.fromkeys(met)))
    return Finding(result, [f"the line from {asked.label(shooter)} to {asked.label(friend)} meets {through}"])


@QUESTIONS.pure(
    "eligible_targets",
    ["1.7.1", "1.7.2"],
    "Which formations can be fired at, and which of their units can be hit?",
    formation="the firing formation",
    command="the command it acts under; Advance if left out",
    defensive="true for the defender of an assault",
)
def eligible_targets(asked: Asked) -> Finding:
    """1.7.1, 1.7.2 By weapon type: the formations that an order to fire may name, and who of them can be hit."""
    position = asked.position
    decision = Fire(position, asked.formation(), asked.firing_command(), defensive=asked.flag("defensive"))
    found: dict[str, dict[str, list[str]]] = {}
    for kind in decision.gunnery.weapon_types():
        for enemy in decision.enemies():
            order = {"targets": {kind: [enemy]}}
            plan = decision.check(order) if decision.legal(order) else None
            for volley in plan.volleys if plan is not None else ():
                found.setdefault(kind, {})[position.formations[enemy].name] = asked.labels(volley.targets)
    pairs = [[position.formations[i].name for i in group] for group in decision.groups() if len(group) == 2]
    formations = dict.fromkeys(name for names in found.values() for name in names)
    return Finding({"targets": found, "formations": list(formations), "as_one": pairs})


# Fire


@QUESTIONS.pure("who_fires", ["1.7", "1.7.1", "1.7.2"], "Who fires, who is suppressed, who can be hit?", **FIRE_GIVEN)
def who_fires(asked: Asked) -> Finding:
    """1.7, 1.7.1, 1.7.2 The shooting action before its dice."""
    plan = _plan(asked)
    firing = dict.fromkeys(unit for volley in plan.volleys for unit in volley.shooters)
    standing = [unit for formation in plan.formations for unit in asked.position.standing(formation).tolist()]
    idle = [unit for unit in standing if unit not in firing]
    targets: dict[str, dict[int, None]] = {}
    for volley in plan.volleys:
        targets.setdefault(volley.weapon_type, {}).update(dict.fromkeys(volley.targets))
    result = {
        "fires": asked.labels(firing),
        "suppressed": asked.labels(plan.suppressed),
        "silent": asked.labels(unit for unit in idle if unit not in plan.suppressed),
        "crossfire": plan.crossfire is not None,
        "volleys": [volley_data(asked, volley) for volley in plan.volleys],
        "targets": {kind: asked.labels(units) for kind, units in targets.items()},
    }
    return Finding(result, [str(volley.attack) for volley in plan.volleys])


def _plan(asked: Asked, *, in_play: bool = False) -> FirePlan:
    """The order to fire as it was given: formation, at whom, with what command; in play the other side takes cover."""
    fire = Fire(
        asked.position,
        asked.formation(),
        asked.firing_command(),
        limit=tuple(formation.index for formation in asked.formations("limit")) if asked.has("limit") else None,
        defensive=asked.flag("defensive"),
        beside=_beside(asked),
        attack=(IN_CLOSE_COMBAT,) if asked.flag("contact") else (),
    )
    if in_play:
        asked.run(cover_taken(asked.battle, fire))
    order = {key: asked.value(key) for key in ("cover", "order", "lines", "hold", "barrage")}
    order["targets"] = asked.value("at")
    said = {key: value for key, value in order.items() if value is not None}
    plan: FirePlan = asked.check(fire, said, "ask")
    return plan


def _beside(asked: Asked) -> tuple[Formation, ...]:
    """1.8.1 Who fires as one with the formation: only who is assaulted as one with it."""
    if asked.has("beside") and not asked.flag("defensive"):
        raise asked.bad("beside", "only formations assaulted as one fire as one; take it out, or add defensive = true")
    return asked.beside(asked.formation())


@QUESTIONS.resolver(
    "fire",
    ["1.7", "1.7.2", "1.7.3"],
    "Resolve the fire of a formation, or of volleys given one by one. Answers: who hides behind a vehicle where more "
    "than two could, and a withdrawal after breaking.",
    **FIRE_GIVEN,
    volleys="instead of weapons: shots, type, attack, and optionally rules and targets, nearest first",
    crossfire="with volleys: true if the target is in crossfire",
    barrage="a barrage beside the direct fire",
)
def fire(asked: Asked) -> Finding:
    """1.7.2, 1.7.3 Every die, tokens, kills, and whether the target breaks."""
    return resolve_fire(asked, _given_plan(asked) if asked.has("volleys") else _plan(asked, in_play=True))


def resolve_fire(asked: Asked, plan: FirePlan) -> Finding:
    """1.7.2, 1.7.3 Roll a plan of fire and check its targets for breaking.

    `after_fire` is how they stand before that check, `formations` how they stand when all is done.
    """
    position, before = asked.position, Before.of(asked)
    volleys = [volley_data(asked, volley) for volley in plan.volleys]
    results = shoot(asked.battle, plan)
    dice = dice_told(asked)
    under = plan.barrage.formations if plan.barrage is not None else ()
    hit = [position.formations[index] for index in dict.fromkeys((*plan.targets, *under))]
    after_fire = before.changes(hit)
    for formation in hit:
        change = after_fire[formation.name]
        change["token_sources"] = _token_sources(asked, plan, formation, change, results)
    for formation in hit:
        asked.run(check_for_breaking(asked.battle, formation))
    result = {
        "dice": dice,
        "volleys": volleys,
        "suppressed": asked.labels(plan.suppressed),
        "crossfire": plan.crossfire is not None,
        "kills": [die["target"] for die in dice if die["result"] == "kill"],
        "after_fire": after_fire,
        "formations": {formation.name: _in_the_end(before, formation, after_fire) for formation in hit},
    }
    return told(asked, result, *(volley.attack for volley in plan.volleys))


def _in_the_end(before: Before, formation: Formation, after_fire: Mapping[str, Any]) -> dict[str, Any]:
    """A formation when all is done; where its tokens came from is told as long as it has them."""
    change, then = before.change(formation), after_fire[formation.name]
    same = change["tokens"] == then["tokens"]
    return change | ({"token_sources": then["token_sources"]} if same else {})


def _token_sources(
    asked: Asked, plan: FirePlan, formation: Formation, change: dict[str, Any], results: Sequence[DieResult]
) -> dict[str, int]:
    """1.7.2 Where the tokens of one formation came from: dice by result, and the rest by its reason."""
    position, barrage = asked.position, plan.barrage
    mine = [result for result in results if position.unit(result.target).formation == formation.index]
    words = [result.result for result in mine]
    log = [entry for entry in asked.battle.log if entry.data.get("formation") == formation.index]
    sources = {
        "kill": words.count("kill") * tokens_of_a_kill(position),
        "token": words.count("token"),
        "hit": words.count("hit") * tokens_of_a_hit(position),
        "crossfire": sum(result.crossed for result in mine),
        "passengers": sum(entry.data["tokens"] for entry in log if entry.kind == "passengers"),
    }
    if barrage is not None and barrage.target == formation.index:
        sources["above the maximum"] = barrage.extra_tokens
    rest = change["tokens"] - change["tokens_before"] - sum(sources.values())
    sources["disruption"] = min(rest, _disruption(asked, plan, formation))
    sources["fired at"] = rest - sources["disruption"]
    return {word: count for word, count in sources.items() if count > 0}


def _disruption(asked: Asked, plan: FirePlan, formation: Formation) -> int:
    """2.1.4 As a variant: the tokens that Disruption has given for fire at this formation."""
    rules = {rule for volley in plan.volleys if formation.index in volley.group for rule in volley.rules}
    tokens = extra_tokens(asked.position, tuple(rules))
    if plan.barrage is not None and plan.barrage.target == formation.index:
        tokens += extra_tokens(asked.position, plan.barrage.rules)
    return tokens


# Volleys without anybody to fire them


def _given_plan(asked: Asked) -> FirePlan:
    """Volleys as the asker names them."""
    targets, rows = asked.formations("at"), asked.value("volleys")
    enemies = [formation for formation in asked.position.formations if formation.side != targets[0].side]
    formation = asked.formation(default=(enemies or targets)[0].name)
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise asked.bad("volleys", "they are tables such as { shots = 3, type = 'AP', attack = 5 }; give at least one")
    crossed, group = asked.flag("crossfire"), tuple(target.index for target in targets)
    nearest = _nearest_first(asked, targets, formation)
    asked.run(take_cover(asked.battle, targets[0].side, group))
    volleys = [_given_volley(asked.about(row), nearest, group, crossed) for row in rows]
    return FirePlan((formation,), group, volleys, [], (-1, -1, -1, -1) if crossed else None)


def _nearest_first(asked: Asked, targets: Sequence[Formation], formation: Formation) -> list[int]:
    position = asked.position
    units: Ints = np.concatenate([position.standing(target) for target in targets])
    shooters = position.standing(formation)
    if not len(shooters):
        return [int(unit) for unit in units]
    near = position.distances(units, shooters).min(axis=1)
    return [int(unit) for unit in units[np.argsort(near, kind="stable")]]


def _given_volley(row: Asked, nearest: list[int], group: tuple[int, ...], crossed: bool) -> Volley:
    position, shots = row.position, row.whole("shots", 1)
    kind = reading("weapon type", row.word("type").upper())
    if kind not in WEAPON_TYPES:
        raise row.bad("volleys", f"{kind!r} is no weapon type; use one of {', '.join(WEAPON_TYPES)}")
    if not 1 <= shots <= 200:
        raise row.bad("volleys", f"{shots} shots cannot be; give 1 to 200")
    aimed = row.units("targets") if row.has("targets") else nearest
    rules = row.rules("rules")
    hurt = hurt_by(position.field, rules, kind)
    aimed = [unit for unit in aimed if hurt[unit] and position.on[unit]]
    if not aimed:
        raise row.bad("volleys", f"{kind} can hurt nobody there (1.7); name other targets")
    volley = Volley(
        kind,
        Tally(kind, row.whole("attack"), "1.7"),
        rules,
        shots,
        [-1],
        aimed,
        {unit: cover_on(row, unit) for unit in aimed},
        row.word("name", kind),
        group,
        crossed,
    )
    row.nothing_left()
    return volley


# 1.7.6 Prepared fire


@QUESTIONS.pure(
    "prepared_fire",
    ["1.7.6"],
    "May a formation on prepared fire react?",
    formation="the formation on prepared fire",
    enemy="the enemy formation that has just done something",
    event="move, fire, charge, consolidation, withdrawal or counter charge",
)
def prepared_fire(asked: Asked) -> Finding:
    """1.7.6 After a move from a command, a consolidation or fire, if somebody is in reach and sight."""
    formation = asked.formation()
    enemy = asked.enemy_of(formation, "enemy")
    event = asked.word("event", "move", tuple(REACTS_TO))
    counts, able = REACTS_TO[event], may_react(asked.position, formation, enemy)
    why = "" if counts and able else _why_no_reaction(formation, enemy, event, counts)
    command = commands()[PREPARED_FIRE]
    return Finding({"may_react": counts and able, "why": why, "counts_as_activation": True, "attack": command.attack})


def _why_no_reaction(formation: Formation, enemy: Formation, event: str, counts: bool) -> str:
    if enemy.airborne:
        return f"{enemy.name} flies by, and is for anti-aircraft fire alone (3.5.1)"
    if not counts:
        return f"a {event} is no move from a command"
    if not formation.prepared:
        return f"{formation.name} is not on prepared fire"
    return f"{formation.name} is broken" if formation.broken else "nobody of the enemy formation can be hit"


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
        "formations": before.all_changes(),
    }
    return told(asked, result)
