"""A unit's action in the Combat Phase: it attacks in one of several ways, does what the scenario offers, or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Illegal, Judged, Rule, Schema
from musterhall.games.alpha_strike.attacks.artillery import Artillery
from musterhall.games.alpha_strike.attacks.attack_kinds import AttackKind
from musterhall.games.alpha_strike.attacks.booby_trap import BoobyTrap
from musterhall.games.alpha_strike.attacks.digging import Dig
from musterhall.games.alpha_strike.attacks.extras import use_extras, why_not_used
from musterhall.games.alpha_strike.attacks.physical import Physical, in_vain
from musterhall.games.alpha_strike.attacks.weapons import Weapons
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.movement.approach import drawn_to
from musterhall.games.alpha_strike.movement.attack_moves import PLAIN
from musterhall.games.alpha_strike.position.condition import ABOARD, TABLE, WAITING
from musterhall.games.alpha_strike.position.moments import Moment
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.say import abilities_of
from musterhall.games.alpha_strike.position.scenario import Action
from musterhall.games.alpha_strike.position.side_facts import nova_carrier

SECTION = "1"
NOTHING: Final = "nothing"
SCENARIO: Final = "scenario"

KINDS: dict[str, AttackKind] = {kind.name: kind for kind in (Weapons(), Physical(), Artillery(), BoobyTrap(), Dig())}
"""Every way to attack, by the name that answers use."""
OWN_ACTION: Moment[Callable[[], str]] = Moment("an action of a pilot's own", SECTION)
"""Kinds that are open only to whose ability names them."""


def add_kinds(*kinds: AttackKind) -> None:
    """Let units attack in ways that a room above this one knows: fighters."""
    KINDS.update({kind.name: kind for kind in kinds})


def may_act(position: Position, unit: int) -> bool:
    """13.1 Whether a unit may still act in the Combat Phase."""
    return not why_not_acting(position, unit)


def yet_to_act(position: Position, side: int) -> list[int]:
    """13.1 The units of a side that may still act in the Combat Phase."""
    conditions = position.conditions
    return [unit for unit in position.field.of_side[side] if not conditions[unit].attacked and may_act(position, unit)]


def why_not_acting(position: Position, unit: int) -> str:
    """13.1 Why a unit may not act any more in the Combat Phase, or nothing.

    It is on the table, a gun off it or mounted in a Nova formation, has neither acted nor sprinted, and is not shut
    down or stunned.
    """
    condition = position.conditions[unit]
    if condition.place != TABLE and not _fires_from_elsewhere(position, unit):
        return "it is not on the table"
    if condition.attacked:
        return "it has acted this turn"
    if condition.mode == "sprint":
        return "it has sprinted"
    if condition.shut_down:
        return "it is shut down"
    return "its crew is stunned" if condition.stunned_until >= position.turn else ""


def _fires_from_elsewhere(position: Position, unit: int) -> bool:
    """8, 18 Whether a unit is a gun off the table, or mounted in a Nova formation."""
    if position.unit(unit).off_board and position.conditions[unit].place == WAITING:
        return True
    return nova_carrier(position, unit) != NOBODY


def kinds_of(position: Position, unit: int) -> dict[str, AttackKind]:
    """1, 7, 12 The ways to attack that are open to a unit: fighters have their own, and so have guns
    off the table, who is mounted and who charges or leaps."""
    condition = position.conditions[unit]
    if condition.effects and any(condition.effect(mode) for mode in PLAIN):
        return {"physical": KINDS["physical"]}
    if condition.place == ABOARD:
        return {"weapons": KINDS["weapons"]}
    if condition.place != TABLE:
        return {"artillery": KINDS["artillery"]}
    memo, key = position.field.memo, ("kinds of attack", unit, condition.granted)
    if key not in memo:
        memo[key] = _kinds_on_the_table(position, unit)
    return memo[key]  # type: ignore[no-any-return]


def _kinds_on_the_table(position: Position, unit: int) -> dict[str, AttackKind]:
    flies = position.unit(unit).is_aerospace
    own = [name() for _, name in OWN_ACTION.of(abilities_of(position, unit))]
    others = {name() for name in OWN_ACTION.acts.values()} - set(own)
    return {name: kind for name, kind in KINDS.items() if kind.from_the_air == flies and name not in others}


def why_not_attacked(view: Position, unit: int, answer: dict[str, Any]) -> str:
    """17 Why a unit that is drawn to an enemy may not attack so: it attacks that one alone."""
    enemy = drawn_to(view, unit) if view.conditions[unit].effects else NOBODY
    if enemy == NOBODY:
        return ""
    seconds = (answer[key] for key in ("split", "second") if isinstance(answer.get(key), dict))
    if all(one.get("target") == enemy for one in (answer, *seconds)):
        return ""
    return f"{view.unit(unit).name} is taunted by {view.unit(enemy).name} and attacks nobody else"


class Act(Judged):
    """1 What a unit does in the Combat Phase: {"attack": "weapons", "target": 3}, or nothing."""

    __slots__ = ("unit", "view")
    kind = "act"
    section = SECTION

    def __init__(self, view: Position, unit: int) -> None:
        super().__init__(view.unit(unit).side)
        self.view = view
        self.unit = unit

    def question(self) -> str:
        return f"What does {self.view.unit(self.unit).name} do?"

    def about(self) -> dict[str, Any]:
        return {"unit": self.unit}

    def schema(self) -> Schema:
        fields: dict[str, Schema] = {"attack": {"enum": [NOTHING, *KINDS, SCENARIO]}}
        for kind in KINDS.values():
            fields |= kind.fields
        fields["action"] = {"type": "string"}
        return {"type": "object", "properties": fields, "required": ["attack"], "additionalProperties": False}

    def options(self) -> Iterator[Answer]:
        yield {"attack": NOTHING}
        for name, kind in kinds_of(self.view, self.unit).items():
            for answer in kind.options(self.view, self.unit):
                if kind.harmless or not why_not_attacked(self.view, self.unit, answer):
                    yield {"attack": name, **answer}
        for action in self.view.scenario.actions(self.view, self.unit):
            yield {"attack": SCENARIO, "action": action.name, "target": action.target}

    def judged(self, answer: Answer) -> tuple[str, Any]:
        if not isinstance(answer, dict):
            raise Illegal("An action says its kind of attack, and its target", SECTION)
        if "use" in answer:
            raise Illegal(why_not_used(self.view, self.unit, answer), "10")
        name = answer.get("attack")
        if name == NOTHING:
            return NOTHING, None
        if name == SCENARIO:
            return SCENARIO, self._scenario_action(answer)
        if not isinstance(name, str) or name not in KINDS:
            known = ", ".join((NOTHING, *KINDS, SCENARIO))
            what = f"{name!r:.40} is no kind of attack" if "attack" in answer else "An action says its kind of attack"
            raise Illegal(f"{what}; choose from {known}", SECTION)
        if name not in kinds_of(self.view, self.unit):
            raise Illegal(f"{self.view.unit(self.unit).name} cannot attack in this way this turn", SECTION)
        why = "" if KINDS[name].harmless else why_not_attacked(self.view, self.unit, answer)
        if why:
            raise Illegal(why, "17")
        return name, KINDS[name].check(self.view, self.unit, answer)

    def in_words(self, answer: Answer) -> str:
        if answer["attack"] in KINDS:
            return KINDS[answer["attack"]].in_words(self.view, self.unit, answer)
        return "does nothing" if answer["attack"] == NOTHING else self._scenario_action(answer).text

    def _scenario_action(self, answer: dict[str, Any]) -> Action:
        for action in self.view.scenario.actions(self.view, self.unit):
            if (action.name, action.target) == (answer.get("action"), answer.get("target", -1)):
                return action
        name, target = str(answer.get("action", "")), answer.get("target", -1)
        number = target if isinstance(target, int) and not isinstance(target, bool) else -1
        why = self.view.scenario.why_not(self.view, self.unit, name, number)
        raise Illegal(why or "That is no action: it is asked for when all have acted", SECTION)


def act(battle: Battle[Position], unit: int) -> Rule[None]:
    """1 Ask a unit for its action and do it."""
    position = battle.position
    yield from use_extras(battle, unit)
    name, order = yield Act(position.seen_by(position.unit(unit).side), unit)
    position.conditions[unit].attacked = True
    if name == SCENARIO:
        yield from position.scenario.act(battle, unit, order)
    elif name != NOTHING:
        yield from KINDS[name].resolve(battle, unit, order)
    elif battle.recording and in_vain(position, unit):
        text = f"{position.unit(unit).name} finds nobody left to attack where it has gone"
        battle.tell("attack", text, "7", unit=unit)
