"""What a unit does beside its attack: Narc pods, TAG, tasers, electromagnetic pulses, remote sensors."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Choice, Rule
from musterhall.games.alpha_strike.attacks.facts import attack_facts
from musterhall.games.alpha_strike.attacks.firing import does_hit
from musterhall.games.alpha_strike.attacks.munitions import loaded
from musterhall.games.alpha_strike.attacks.pods import NARC
from musterhall.games.alpha_strike.attacks.ranges import bracket, in_front_arc
from musterhall.games.alpha_strike.attacks.sight import Sight, sight, sights
from musterhall.games.alpha_strike.attacks.spotting import lay_sensor
from musterhall.games.alpha_strike.attacks.target_number import target_number
from musterhall.games.alpha_strike.attacks.throwing import who_is_attacked
from musterhall.games.alpha_strike.electronics.equipment import ExtraKind, equipment
from musterhall.games.alpha_strike.electronics.jamming import ECM_POD
from musterhall.games.alpha_strike.electronics.shocks import HAYWIRE, interfere, shock
from musterhall.games.alpha_strike.field.unit import NOBODY, Unit
from musterhall.games.alpha_strike.harm.marking import mark
from musterhall.games.alpha_strike.movement.approach import drawn_to
from musterhall.games.alpha_strike.position.condition import Effect, Mark
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.rolls import D6
from musterhall.games.alpha_strike.units.cards import CARDS_KEPT, Card

SECTION = "10"
NOTHING = "nothing"
SENSOR = "RSD"
TAGGED = "tagged"
SHOCKED_AT = 8
"""10 The 2D6 at which a taser or a pulse shuts its target down."""
LESS_THAN_A_SHOCK = 1
"""10 What it adds to the target's attacks where it does not."""


class UseExtra(Choice[dict[str, Any]]):
    """9, 10 What a unit fires beside its attack: {"use": "TAG", "target": 3}, or {"use": "nothing"}."""

    __slots__ = ("unit", "view")
    kind = "extra"
    section = SECTION

    def __init__(self, view: Position, unit: int, choices: list[dict[str, Any]]) -> None:
        super().__init__(view.unit(unit).side, choices)
        self.view = view
        self.unit = unit

    def question(self) -> str:
        return f"What does {self.view.unit(self.unit).name} fire beside its attack?"

    def about(self) -> dict[str, Any]:
        return {"unit": self.unit}

    def in_words(self, answer: Any) -> str:
        if answer["use"] == NOTHING:
            return "nothing besides"
        if answer["use"] == SENSOR:
            return "lays a remote sensor"
        return f"fires its {answer['use']} at {self.view.unit(answer['target']).name}"


@lru_cache(maxsize=CARDS_KEPT)
def extras_of(card: Card) -> tuple[tuple[str, int], ...]:
    """10 What a card has to fire beside its attack, and how often in a turn."""
    found = []
    for name in equipment().extras:
        special = card.special(name)
        if special is not None:
            found.append((name, int(special.values[0]) if special.values else 1))
    if card.has(SENSOR):
        found.append((SENSOR, 1))
    return tuple(found)


def use_extras(battle: Battle[Position], unit: int) -> Rule[None]:
    """10 Before its action a unit may fire whatever it has besides, each as often as it has it."""
    position = battle.position
    left = dict(extras_of(position.unit(unit).card))
    while left:
        view = position.seen_by(position.unit(unit).side)
        choices = [choice for name in left for choice in _choices(view, unit, name)]
        if not choices:
            return
        answer = yield UseExtra(view, unit, [{"use": NOTHING}, *choices])
        name = answer["use"]
        if name == NOTHING:
            return
        left = {one: times - (one == name) for one, times in left.items() if times > (one == name)}
        if name == SENSOR:
            lay_sensor(position, unit)
            battle.tell("extra", f"{position.unit(unit).name} lays a remote sensor", SECTION, unit=unit)
        else:
            yield from _fire(battle, unit, name, answer["target"])


def _choices(view: Position, unit: int, name: str) -> list[dict[str, Any]]:
    if name == SENSOR:
        return [{"use": SENSOR}] if view.conditions[unit].used.get(SENSOR, 0) < _how_many(view.unit(unit).card) else []
    return [{"use": name, "target": target} for target in _targets(view, unit, name)]


def _how_many(card: Card) -> int:
    """10 How many remote sensors a card has for the game."""
    special = card.special(SENSOR)
    return int(special.values[0]) if special and special.values else 1


def _targets(view: Position, unit: int, name: str) -> list[int]:
    """10 The enemies in reach of it."""
    if equipment().extras[name].once and view.conditions[unit].used.get(name):
        return []
    enemies = [one for one in view.on_table(1 - view.unit(unit).side) if _in_reach(view, unit, one, name)]
    drawn = drawn_to(view, unit)
    if drawn != NOBODY:
        enemies = [one for one in enemies if one == drawn]
    return [one for one, seen in zip(enemies, sights(view, unit, enemies), strict=True) if seen.seen]


def _in_reach(view: Position, unit: int, target: int, name: str) -> bool:
    range_ = bracket(view.gap(unit, target), view.field.edition)
    reaches = range_ == "short" or range_ == equipment().extras[name].to
    return reaches and (_in_turret(view.unit(unit).card, name) or in_front_arc(view, unit, target))


def _in_turret(card: Card, name: str) -> bool:
    turret = card.special("TUR")
    return turret is not None and any(one.name == name for one in turret.inside)


def extra_number(position: Position, unit: int, target: int, seen: Sight) -> int:
    """10 What such a shot needs: it is a weapon attack like any other."""
    range_ = bracket(position.gap(unit, target), position.field.edition) or "short"
    return target_number(position, unit, target, attack_facts(position, unit, target, seen, "weapon", range_))


def _fire(battle: Battle[Position], unit: int, name: str, target: int) -> Rule[None]:
    position, kind = battle.position, equipment().extras[name]
    target = yield from who_is_attacked(battle, unit, target, lambda other: other in _targets(position, unit, name))
    number = extra_number(position, unit, target, sight(position, unit, target))
    total = sum(battle.roll(2, D6, name))
    hit = does_hit(position, number, total)
    if kind.once:
        position.conditions[unit].use(name)
    battle.tell(
        "extra",
        f"{position.unit(unit).name} fires its {name} at {position.unit(target).name} ({number}+): "
        f"{'a hit' if hit else 'a miss'}",
        SECTION,
        unit=unit,
        target=target,
        number=number,
        rolled=total,
    )
    if not hit:
        return
    if kind.does == "pod":
        _stick(position, unit, name, target)
    elif kind.does == "tag":
        position.conditions[target].add_effect(Effect(TAGGED, unit, position.turn))
    else:
        _shock(battle, unit, kind, target)
        yield from position.scenario.hit(battle, unit, target, "tsemp" if name.startswith("TSEMP") else "taser")


def _stick(position: Position, unit: int, name: str, target: int) -> None:
    """8, 10 A pod sticks, and works at once: a beacon for missiles, or what was loaded instead."""
    edition, condition = position.field.edition, position.conditions[target]
    until = 0 if edition.pods_last == "battle" else position.turn
    plays = loaded(position.unit(unit), name)
    if plays == "explosive":
        mark(position, target, Mark(edition.explosive_pod, unit))
    elif plays == "ecm pod":
        condition.add_effect(Effect(ECM_POD, unit, until))
    elif plays == "haywire":
        condition.add_effect(Effect(HAYWIRE, unit, until, edition.haywire_number))
    else:
        condition.add_effect(Effect(NARC, unit, until))


def shock_modifier(kind: ExtraKind, target: Unit) -> int | None:
    """10 What is added to the roll for a shock; None for whom it does nothing to."""
    words = {target.kind, target.card.type, *target.card.special_names}
    if not words.isdisjoint(kind.spares):
        return None
    return kind.roll + sum(value for word, value in kind.by_kind.items() if word in words)


def _shock(battle: Battle[Position], unit: int, kind: ExtraKind, target: int) -> None:
    """10 2D6: the target is shut down for a turn, or at least its attacks are harder."""
    position = battle.position
    modifier = shock_modifier(kind, position.unit(target))
    if modifier is None:
        return
    total = sum(battle.roll(2, D6, "shock")) + modifier
    if total >= SHOCKED_AT:
        shock(position, target, unit)
    else:
        interfere(position, target, unit, LESS_THAN_A_SHOCK)
    outcome = "will shut down" if total >= SHOCKED_AT else "will shoot worse"
    battle.tell("shock", f"{position.unit(target).name} {outcome} ({total})", SECTION, unit=target, rolled=total)
