"""1.7.4 Artillery: what a barrage comes to, and the barrage itself."""

from __future__ import annotations

from typing import Any

from musterhall.battle.referee import Finding, Questions
from musterhall.games.the_game.army.datasheets import SpecialRule, Weapon, parse_attack
from musterhall.games.the_game.basics.special_rules import has_say
from musterhall.games.the_game.fire.artillery import (
    CONCENTRATED,
    RADIUS,
    Gun,
    barrage_value,
    fires_indirectly,
    firing_together,
    reaches,
    ready_guns,
    smallest_maximum,
    units_under,
)
from musterhall.games.the_game.fire.fire_plan import FirePlan
from musterhall.games.the_game.fire.shooting import Fire, cover_taken
from musterhall.games.the_game.phases.commands import SUSTAINED_FIRE
from musterhall.games.the_game.position.position import Formation
from musterhall.games.the_game.referee.asked import Asked
from musterhall.games.the_game.referee.findings import all_parts, sections
from musterhall.games.the_game.referee.fire import resolve_fire
from musterhall.problems import BadInput

QUESTIONS = Questions()


@QUESTIONS.pure(
    "barrage_value",
    ["1.7.4", "2.1.8", "2.1.9"],
    "What does a barrage come to?",
    formation="the formation whose guns fire",
    target="the formation fired at, which decides who is suppressed and who sees it",
    weapons="or the guns, as attacks such as '2 x AS 3/10'",
    command="Sustained Fire if left out",
    mode="concentrated or spread",
    indirect="true if the guns do not see the target",
    crossfire="true if the target is in crossfire",
    at="where it falls, to learn who is under it",
    rules="special rules of all the guns given as attacks",
)
def value_of_barrage(asked: Asked) -> Finding:
    """1.7.4 Sum, modifiers, maximum, extra tokens, and half of it against armour."""
    position, command = asked.position, asked.command(default=SUSTAINED_FIRE)
    mode = asked.word("mode", CONCENTRATED, RADIUS)
    guns: list[Gun] = []
    maximum = None
    if asked.has("weapons"):
        weapons, blind = _given_guns(asked), asked.flag("indirect")
    else:
        formation = asked.formation()
        guns = _guns_of(asked, formation, command)
        weapons, blind = [gun.weapon for gun in guns], any(gun.blind for gun in guns)
        maximum = smallest_maximum(position, formation)
    value = barrage_value(
        position, weapons, mode, command, blind=blind, crossfire=asked.flag("crossfire"), maximum=maximum
    )
    units = [unit for unit, _, _ in guns]
    parts = all_parts(value.score)
    result = {
        "sum": value.score.base,
        "modified": value.score.total - parts.get("maximum", 0),
        "score": value.score.total,
        "maximum": value.maximum,
        "extra_tokens": value.extra_tokens,
        "against_armour": value.score.total // 2,
        "radius": RADIUS[mode],
        "parts": parts,
        "guns": asked.labels(units),
    }
    if asked.has("at"):
        result["under"] = asked.labels(units_under(position, asked.point("at"), mode, units))
    return Finding(result, [str(value.score)], sections(value.score))


def _guns_of(asked: Asked, formation: Formation, command: str) -> list[Gun]:
    """1.7, 1.7.4 The guns of a formation that fire: ready under this command, not suppressed, and of one mind."""
    fire = Fire(asked.position, formation, command)
    target = _target(asked, formation)
    if target is not None:
        guns = ready_guns(fire, target.index)
    else:
        guns = [Gun(unit, battery.weapon, False) for battery in fire.gunnery.artillery for unit in battery.units]
    if asked.has("at"):
        guns = [gun for gun in guns if reaches(asked.position, gun.unit, gun.weapon, asked.point("at"))]
    if asked.has("indirect"):
        blind = asked.flag("indirect")
        guns = [gun._replace(blind=blind) for gun in guns if fires_indirectly(gun.weapon) or not blind]
    guns = firing_together(guns)
    if not guns:
        raise asked.bad("formation", f"it has no artillery that fires so on {command}; see the question weapons")
    return guns


def _target(asked: Asked, formation: Formation) -> Formation | None:
    """Who is fired at; without being told, the only enemy there is. It decides who of a formation is suppressed."""
    if asked.has("target"):
        return asked.enemy_of(formation, "target")
    position = asked.position
    enemies = [f for f in position.of_side(1 - formation.side) if f.on_table and position.stands(f)]
    if formation.suppression and len(enemies) != 1:
        raise asked.bad(
            "target", f"{formation.name} has tokens, and the target decides who is suppressed; name the target"
        )
    return enemies[0] if formation.suppression else None


def _given_guns(asked: Asked) -> list[Weapon]:
    rules, guns = asked.rules("rules"), []
    if asked.flag("indirect") and not has_say("without sight", rules):
        rules = (*rules, SpecialRule("indirect fire"))  # who fires at what it does not see has the rule
    for text in asked.words("weapons"):
        try:
            attack = parse_attack(text.strip())
        except BadInput:
            attack = None
        if attack is None or attack.score is None or not 1 <= attack.shots <= 100:
            raise asked.bad("weapons", f"{text!r} is no artillery; write it as 'AS 2/8' or '4 x AS 2/8'")
        guns += [Weapon("gun", 0.0, (), attack.score, attack.maximum, 1, rules)] * attack.shots
    return guns


@QUESTIONS.resolver(
    "barrage",
    ["1.7.4"],
    "Resolve a barrage.",
    formation="the formation whose guns fire",
    target="the target formation",
    at="where it falls; where it covers the most if left out",
    mode="concentrated or spread",
    command="Sustained Fire if left out",
    hold="guns that do not fire",
)
def barrage(asked: Asked) -> Finding:
    """1.7.4 One d10 for each unit under it."""
    order: dict[str, Any] = {"target": asked.formation("target").index, "mode": asked.word("mode", CONCENTRATED)}
    if asked.has("at"):
        order["at"] = list(asked.point("at"))
    fire = Fire(asked.position, asked.formation(), asked.command(default=SUSTAINED_FIRE))
    asked.run(cover_taken(asked.battle, fire))
    plan: FirePlan = asked.check(fire, {"barrage": order, "hold": asked.words("hold")}, "ask")
    finding = resolve_fire(asked, plan)
    if plan.barrage is not None:
        score = plan.barrage.score
        finding.lines.insert(0, str(score))
        finding.result["barrage"] = {
            "sum": score.base,
            "score": score.total,
            "maximum": plan.barrage.maximum,
            "extra_tokens": plan.barrage.extra_tokens,
            "against_armour": plan.barrage.against_armour,
            "at": list(plan.barrage.at),
            "under": asked.labels(plan.barrage.under),
            "guns": asked.labels(plan.barrage.guns),
            "parts": all_parts(score),
        }
    return finding
