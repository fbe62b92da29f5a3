"""Steps 3 to 6 of an attack: values, dice, hit or miss, damage."""

from __future__ import annotations

from collections.abc import Iterator

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Decision, Illegal, Rule, Schema
from musterhall.games.age_of_destruction.combat.attack import (
    Attack,
    Struck,
    attack_value,
    damage_value,
    defense_value,
    in_effect,
)
from musterhall.games.age_of_destruction.combat.capture import take_captive
from musterhall.games.age_of_destruction.combat.moments import AFTER, HURTING, PREPARING, REROLLED, SOFTENING
from musterhall.games.age_of_destruction.harm.damage import deal
from musterhall.games.age_of_destruction.harm.losses import settle_losses
from musterhall.games.age_of_destruction.position.moments import equipment, held_by
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.position.rolls import D6
from musterhall.games.age_of_destruction.sections import SEQUENCE
from musterhall.tally import Tally

ALWAYS, NEVER = 12, 2


def strike(battle: Battle[Position], attack: Attack) -> Rule[Struck]:
    """40.6 K3 to K6: one roll against each target, then the damage."""
    position = battle.position
    for _, prepare in PREPARING.of(in_effect(position, attack)):
        attack = yield from prepare(battle, attack)
    faces = battle.roll(2, D6, "attack")
    hit = tuple(
        target for target in (*attack.targets, *swept(position, attack)) if _hits(battle, attack, target, faces)
    )
    if sum(faces) == NEVER:
        deal(battle, attack.attacker, position.field.edition.critical_miss_click)
    critical = sum(faces) == ALWAYS
    before, shown = len(position.eliminated), {unit for unit in hit if position.click(unit).salvage}
    if attack.capture:
        for target in hit:
            take_captive(battle, target, attack.attacker)
    elif hit:
        yield from _damage(battle, attack, hit, critical=critical)
    salvaged = tuple(unit for unit in hit if unit not in shown and _is_salvage(position, unit))
    struck = Struck(hit, critical, salvaged)
    for _, act in AFTER.of(in_effect(position, attack)):
        act(battle, attack, struck)
    settle_losses(battle, before)
    return struck


def swept(position: Position, attack: Attack) -> list[int]:
    """40.15 Anti-Personnel: every infantry in contact with the single target has to bear the roll too."""
    if "Anti-Personnel" not in in_effect(position, attack) or not attack.single or attack.capture or attack.impact:
        return []
    return [
        unit
        for unit in position.everybody()
        if unit not in (attack.attacker, attack.target)
        and position.unit(unit).sheet.is_infantry
        and position.touches(attack.target, unit)
    ]


def _is_salvage(position: Position, unit: int) -> bool:
    return position.states[unit].place == "table" and position.click(unit).salvage


def _hits(battle: Battle[Position], attack: Attack, target: int, faces: list[int]) -> bool:
    """40.6 K5: hit or miss; a hit that is no critical may have to be rolled again."""
    position = battle.position
    value, defense = attack_value(position, attack, target), defense_value(position, attack, target)
    hit = _is_hit(sum(faces), value, defense)
    _tell_roll(battle, attack, target, (value, defense), faces, hit=hit)
    again = hit and sum(faces) != ALWAYS
    if again and any(act(position, attack) for _, act in REROLLED.of(held_by(position, target))):
        faces = battle.roll(2, D6, "attack")
        hit = _is_hit(sum(faces), value, defense)
        _tell_roll(battle, attack, target, (value, defense), faces, hit=hit)
    return hit


def _is_hit(dice: int, value: Tally, defense: Tally) -> bool:
    return dice == ALWAYS or (dice != NEVER and dice + value.total >= defense.total)


def _tell_roll(
    battle: Battle[Position], attack: Attack, target: int, values: tuple[Tally, Tally], faces: list[int], *, hit: bool
) -> None:
    if not battle.recording:
        return
    position, (value, defense) = battle.position, values
    text = (
        f"{position.unit(attack.attacker).name} {'hits' if hit else 'misses'} {position.unit(target).name}: "
        f"{value.rolled(sum(faces), '2d6')}, against {defense if defense.parts else f'defense {defense.total}'}"
    )
    figures = {"attack": value.as_data(), "defense": defense.as_data(), "faces": faces, "hit": hit, "way": attack.kind}
    battle.tell("attack", text, SEQUENCE, unit=attack.attacker, target=target, **figures)


# K6: the damage


def _damage(battle: Battle[Position], attack: Attack, hit: tuple[int, ...], *, critical: bool) -> Rule[None]:
    position = battle.position
    damage = damage_value(position, attack, hit[0])
    damage.add("critical hit", position.field.edition.critical_damage, SEQUENCE, when=critical)
    if attack.single:
        if attack.target in hit:
            for _, act in HURTING.of(in_effect(position, attack)):
                yield from act(battle, attack, damage)
        shares = dict.fromkeys(hit, damage.total)
    else:
        shares = yield from _split(battle, attack, hit, damage.total)
    for target, clicks in shares.items():
        _deal_through_armor(battle, attack, target, clicks)


def _deal_through_armor(battle: Battle[Position], attack: Attack, target: int, clicks: int) -> None:
    deal(battle, target, through_armor(battle.position, attack, target, clicks), attack.attacker)


def through_armor(position: Position, attack: Attack, target: int, clicks: int) -> int:
    """40.6 K6: what a target's armor leaves of the damage."""
    value = Tally("damage", clicks, SEQUENCE)
    if not attack.impact:
        for name, soften in SOFTENING.of(held_by(position, target)):
            if not (equipment()[name].armor and "Armor Piercing" in in_effect(position, attack)):
                soften(position, attack, value)
    return max(0, value.total)


class SplitDamage(Decision):
    """How the damage of an attack is dealt among those it hit: {"damage": [clicks of each, in their order]}."""

    __slots__ = ("clicks", "hit", "least", "names")
    kind = "split damage"
    section = SEQUENCE

    def __init__(self, view: Position, player: int, hit: tuple[int, ...], clicks: int) -> None:
        super().__init__(player)
        self.names = [view.unit(unit).name for unit in hit]
        self.hit, self.clicks = hit, clicks
        least = view.field.edition.several_targets == "least_one_each"
        self.least = 1 if least and clicks >= len(hit) else 0

    def question(self) -> str:
        return f"How do you deal {self.clicks} damage among {', '.join(self.names)}?"

    def about(self) -> dict[str, list[int]]:
        return {"units": list(self.hit)}

    def schema(self) -> Schema:
        many = {"type": "array", "items": {"type": "integer", "minimum": self.least}}
        return {"type": "object", "properties": {"damage": many}, "required": ["damage"], "additionalProperties": False}

    def options(self) -> Iterator[Answer]:
        for shares in _shares(self.clicks, len(self.hit), self.least):
            yield {"damage": shares}

    def check(self, answer: Answer) -> list[int]:
        shares = answer.get("damage") if isinstance(answer, dict) else None
        if not isinstance(shares, list) or not all(type(one) is int for one in shares):
            raise Illegal("The damage is a list of whole numbers", SEQUENCE)
        if len(shares) != len(self.hit) or sum(shares) != self.clicks or min(shares) < self.least:
            every = "at least 1 for each" if self.least else "any number for each"
            raise Illegal(f"Deal {self.clicks} among {len(self.hit)} units, {every}", SEQUENCE)
        return shares

    def in_words(self, answer: Answer) -> str:
        return ", ".join(f"{clicks} to {name}" for clicks, name in zip(answer["damage"], self.names, strict=True))


def _shares(clicks: int, units: int, least: int) -> Iterator[list[int]]:
    if units == 1:
        yield [clicks]
        return
    for first in range(least, clicks - least * (units - 1) + 1):
        for rest in _shares(clicks - first, units - 1, least):
            yield [first, *rest]


def _split(battle: Battle[Position], attack: Attack, hit: tuple[int, ...], clicks: int) -> Rule[dict[int, int]]:
    if len(hit) == 1:
        return {hit[0]: clicks}
    side = battle.position.unit(attack.attacker).side
    shares = yield SplitDamage(battle.position.seen_by(side), side, hit, clicks)
    return dict(zip(hit, shares, strict=True))
