"""What a unit does beside its attack: Narc pods, TAG, tasers, electromagnetic pulses, remote sensors."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Choice, Illegal, Rule
from musterhall.games.alpha_strike.attacks.facts import attack_facts
from musterhall.games.alpha_strike.attacks.firing import does_hit
from musterhall.games.alpha_strike.attacks.munitions import loaded
from musterhall.games.alpha_strike.attacks.pods import NARC
from musterhall.games.alpha_strike.attacks.ranges import bracket, in_front_arc
from musterhall.games.alpha_strike.attacks.sight import Sight, sight, sights
from musterhall.games.alpha_strike.attacks.spotting import lay_sensor
from musterhall.games.alpha_strike.attacks.target_number import target_number, why_never_met
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

    def check(self, answer: Any) -> Any:
        if isinstance(answer, dict) and "use" in answer and answer not in self.choices:
            raise Illegal(why_not_used(self.view, self.unit, answer), SECTION)
        return super().check(answer)


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
    if SENSOR in left:
        left[SENSOR] = position.field.edition.sensors_a_turn
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
    """10 The enemies that it can be fired at."""
    if _why_idle(view, unit, name):
        return []
    enemies = [one for one in view.on_table(1 - view.unit(unit).side) if not _why_not_reached(view, unit, one, name)]
    seen = zip(enemies, sights(view, unit, enemies), strict=True)
    return [one for one, sees in seen if not _why_not_hit(view, unit, one, sees)]


def _fits(view: Position, unit: int, target: int, name: str) -> bool:
    """18 Whether it can be fired at another enemy on the table just as well."""
    reached = not _why_not_reached(view, unit, target, name)
    return reached and not _why_not_hit(view, unit, target, sight(view, unit, target))


def why_not_used(view: Position, unit: int, answer: Mapping[str, Any]) -> str:
    """10 Why a unit may not use something so beside its attack."""
    name, target, one = answer.get("use"), answer.get("target"), view.unit(unit)
    if name not in dict(extras_of(one.card)):
        return f"{one.name} has no {name!s:.40} to use beside its attack"
    if name == SENSOR:
        return f"{one.name} has no remote sensor left to lay this turn"
    if isinstance(target, bool) or target not in view.on_table(1 - one.side):
        return f"The {name} wants an enemy on the table"
    why = _why_idle(view, unit, name) or _why_not_reached(view, unit, target, name)
    why = why or _why_not_hit(view, unit, target, sight(view, unit, target))
    return why or f"{one.name} uses its {name} before its action, and no more often than it has it"


def _why_idle(view: Position, unit: int, name: str) -> str:
    used = equipment().extras[name].once and view.conditions[unit].used.get(name)
    return f"{view.unit(unit).name} has used its {name}, which works once" if used else ""


def _why_not_reached(view: Position, unit: int, target: int, name: str) -> str:
    whom, to, drawn = view.unit(target).name, equipment().extras[name].to, drawn_to(view, unit)
    if drawn not in (NOBODY, target):
        return f"{view.unit(unit).name} is taunted by {view.unit(drawn).name} and attacks nobody else"
    if bracket(view.gap(unit, target), view.field.edition) not in ("short", to):
        return f"{whom} is out of reach of its {name}, which goes to {to} range"
    if not _in_turret(view.unit(unit).card, name) and not in_front_arc(view, unit, target):
        return f"{whom} is behind it"
    return ""


def _why_not_hit(view: Position, unit: int, target: int, seen: Sight) -> str:
    if not seen.seen:
        return f"{view.unit(target).name} is not in sight: {seen.because}"
    why = why_never_met(view, extra_number(view, unit, target, seen))
    return f"This attack cannot hit: {why}" if why else ""


def _in_turret(card: Card, name: str) -> bool:
    turret = card.special("TUR")
    return turret is not None and any(one.name == name for one in turret.inside)


def extra_number(position: Position, unit: int, target: int, seen: Sight) -> int:
    """10 What such a shot needs: it is a weapon attack like any other."""
    range_ = bracket(position.gap(unit, target), position.field.edition) or "short"
    return target_number(position, unit, target, attack_facts(position, unit, target, seen, "weapon", range_))


def _fire(battle: Battle[Position], unit: int, name: str, target: int) -> Rule[None]:
    position, kind = battle.position, equipment().extras[name]
    target = yield from who_is_attacked(battle, unit, target, lambda other: _fits(position, unit, other, name))
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
