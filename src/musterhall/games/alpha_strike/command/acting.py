"""What command abilities change about who acts when in the Combat Phase: blows preferred, and a formation as one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Choice, Illegal, Rule, YesOrNo
from musterhall.games.alpha_strike.attacks.attacking import KINDS, Act, kinds_of, may_act
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.position.condition import ABOARD, Effect
from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import abilities_of
from musterhall.games.alpha_strike.position.side_facts import COMBINED_FIRE, nova_carrier

SECTION = "16"
A_SIDE_ACTS: Moment[Callable[[Battle[Position], int], Rule[None]]] = Moment("a side is about to act", SECTION)
"""Before each action of a side; whoever acts here asks once a turn."""
A_UNIT_ACTS: Moment[Callable[[Battle[Position], int], Rule[bool]]] = Moment("a unit is about to act", SECTION)
"""Whether something else was done in place of this unit's action alone."""


def ride_along(position: Position, side: int) -> None:
    """18 Mounted infantry of a Nova formation fires from where its transport stands."""
    aboard = [unit for unit in position.field.of_side[side] if position.conditions[unit].place == ABOARD]
    for unit in aboard:
        carrier = nova_carrier(position, unit)
        if carrier != NOBODY:
            for places in (position.x, position.y, position.facing, position.level):
                places[unit] = places[carrier]


COMBAT_BEGINS: Moment[Callable[[Battle[Position], int], Rule[None]]] = Moment("before anybody acts", SECTION)
"""Asked of every unit by its pilot's abilities, once a turn, those of the initiative's loser first."""

# Blows preferred

PHYSICAL = "tactical_experts_physical"


class PreferBlows(YesOrNo):
    """16 Whether a whole force prefers blows to weapons this turn."""

    __slots__ = ()
    kind = "prefer blows"
    section = SECTION

    def question(self) -> str:
        return "Does the whole force prefer blows to weapons this turn?"


@A_SIDE_ACTS.acted_by(PHYSICAL)
def _prefer_blows(battle: Battle[Position], side: int) -> Rule[None]:
    """16 Asked before the first attack of the force in each turn."""
    position = battle.position
    this_turn = position.sides[side].choices.get("turn", {})
    if PHYSICAL not in this_turn:
        answer = yield PreferBlows(side)
        position.set_side(side, position.sides[side].choosing(turn={**this_turn, PHYSICAL: answer}))
        if answer:
            battle.tell("choices", f"{('Red', 'Blue')[side]} prefers blows to weapons this turn", SECTION, side=side)


# Combined fire


class FireTogether(Choice[int]):
    """16 At which enemy a whole formation fires together, if it does."""

    __slots__ = ("formation", "view")
    kind = "fire together"
    section = SECTION

    def __init__(self, view: Position, formation: int, targets: Sequence[int]) -> None:
        super().__init__(view.field.formations[formation].side, (NOBODY, *targets))
        self.view = view
        self.formation = formation

    def question(self) -> str:
        return f"Does all of {self.view.field.formations[self.formation].name} fire at one target, and at which?"

    def about(self) -> dict[str, Any]:
        return {"formation": self.formation}

    def in_words(self, answer: Answer) -> str:
        return "each for itself" if answer == NOBODY else self.view.unit(answer).name


class ActTogether(Act):
    """16 How a unit fires at the target of its formation."""

    __slots__ = ("target",)
    kind = "act together"

    def __init__(self, view: Position, unit: int, target: int) -> None:
        super().__init__(view, unit)
        self.target = target

    def options(self) -> Iterator[Answer]:
        yield from ({"attack": "weapons", **answer} for answer in _aims(self.view, self.unit, self.target))

    def judged(self, answer: Answer) -> tuple[str, Any]:
        if not isinstance(answer, dict) or (answer.get("attack"), answer.get("target")) != ("weapons", self.target):
            raise Illegal(f"Its formation fires together at {self.view.unit(self.target).name}", SECTION)
        return super().judged(answer)


FEWEST_TOGETHER = 3


@A_UNIT_ACTS.acted_by("tactical_experts_combined_fire")
def _fire_together(battle: Battle[Position], unit: int) -> Rule[bool]:
    """16 Before its first die a formation may say that all of it fires at one enemy."""
    position = battle.position
    formation = position.unit(unit).formation
    units = _able_together(position, formation)
    targets = _common_targets(position, units)
    if not targets:
        return False
    side = position.unit(unit).side
    target = yield FireTogether(position.seen_by(side), formation, targets)
    if target == NOBODY:
        return False
    for one in units:
        position.conditions[one].add_effect(Effect(COMBINED_FIRE, until=position.turn, value=target))
    for one in units:
        name, order = yield ActTogether(position.seen_by(side), one, target)
        position.conditions[one].attacked = True
        yield from KINDS[name].resolve(battle, one, order)
    return True


def _able_together(position: Position, formation: int) -> list[int]:
    """16 The units of a formation that would fire together; nobody where one has acted or, by this reading, cannot."""
    if formation == NOBODY:
        return []
    in_play = [unit for unit in position.field.formations[formation].units if position.conditions[unit].alive]
    able = [unit for unit in in_play if may_act(position, unit)]
    if position.field.edition.combined_fire_missing == "all_in_play" and len(able) < len(in_play):
        return []
    acted = any(position.conditions[unit].attacked for unit in in_play)
    return able if len(able) >= FEWEST_TOGETHER and not acted else []


def _common_targets(position: Position, units: Sequence[int]) -> list[int]:
    """The enemies that every one of these units can fire at."""
    if not units:
        return []
    view = position.seen_by(position.unit(units[0]).side)
    enemies = view.on_table(1 - position.unit(units[0]).side)
    return [enemy for enemy in enemies if all(_aims(view, unit, enemy) for unit in units)]


def _aims(view: Position, unit: int, target: int) -> list[dict[str, Any]]:
    """The ways in which a unit can fire its weapons at an enemy."""
    if "weapons" not in kinds_of(view, unit):
        return []
    return [answer for answer in KINDS["weapons"].options(view, unit) if answer.get("target") == target]


# Before anybody acts

BEGUN = "combat begun"
"""What both sides remember: the turn whose Combat Phase has begun."""


def begin_combat(battle: Battle[Position]) -> Rule[bool]:
    """17 What pilots do before the first action of a turn; whether this was the time for it."""
    position = battle.position
    if not COMBAT_BEGINS.acts or position.sides[0].memory.get(BEGUN) == position.turn:
        return False
    ready = [
        (unit, act)
        for side in (position.first, 1 - position.first)
        for unit in position.on_table(side)
        for _, act in COMBAT_BEGINS.of(abilities_of(position, unit))
    ]
    position.set_side(0, position.sides[0].remembering(**{BEGUN: position.turn}))
    for unit, act in ready:
        yield from act(battle, unit)
    return bool(ready)
