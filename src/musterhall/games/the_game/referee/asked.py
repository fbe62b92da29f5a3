"""What a question to the referee was asked with, read as formations, units, weapons, places and words."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from musterhall.battle.agents import Agent
from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Decision, Illegal, Rule
from musterhall.battle.referee import Question
from musterhall.games.the_game.army.datasheets import (
    AIR,
    FIXED_WING,
    GROUND,
    NAVAL,
    SpecialRule,
    Weapon,
    parse_rule,
    weapons_of,
)
from musterhall.games.the_game.basics.sides import SIDES
from musterhall.games.the_game.basics.special_rules import check_special_rule
from musterhall.games.the_game.phases.commands import ADVANCE, LOCAL_ORDER, REFORM, commands
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.games.the_game.position_file import command_word
from musterhall.games.the_game.position_file.model import MOST
from musterhall.games.the_game.readings.slips import plain, reading
from musterhall.games.the_game.referee.answers import said, spoken
from musterhall.geometry import Point
from musterhall.problems import BadInput

GROUND_OR_NOT = ("can_hit", "datasheet", "position", "force")
"""Questions that are answered for aircraft too: what they are, and what can hurt them (1.7)."""
ABOUT_AIRCRAFT = (
    *("commands", "command_stack", "test_modifiers", "action_test", "action", "acts_next", "initiative", "next_phase"),
    *("start_order", "flight_path", "anti_aircraft", "fire_at_aircraft", "interception", "landing", "landing_place"),
    *("crossfire", "eligible_targets", "who_fires", "fire", "weapons", "attack_value", "ranges", "fire_arc", "defence"),
    *("barrage", "barrage_value", "combat_effectiveness", "break_check", "rallies_first", "rally", "end_phase"),
    *("cohesion", "prepared_fire", "objective_holder", "victory_conditions", "victory_points", "is_over"),
)
"""Questions that planes may be part of (chapter 3)."""


@dataclass(slots=True)
class Asked:
    """One question as it was put, with everything it may use."""

    name: str
    question: Question
    given: dict[str, Any]
    battle: Battle[Position]
    answers: list[Answer]
    shot: set[int]
    """1.8.3 Units that have shot in the assault that is going on."""
    agents: tuple[Agent, Agent] | None = None
    """Who answers for Red and for Blue what nobody wrote down, if anybody does."""
    filled_in: list[dict[str, str]] = field(default_factory=list)
    """The decisions they took."""
    used: set[str] = field(default_factory=set)
    answered: int = 0

    @property
    def position(self) -> Position:
        return self.battle.position

    def bad(self, key: str, what: str) -> BadInput:
        return BadInput(f"{self.name}: ask {self.question.name}: {key}: {what.rstrip('.')}.")

    def about(self, given: dict[str, Any]) -> Asked:
        """The same question about a table that stands in what was given."""
        return replace(self, given=given, used=set())

    # Words and figures

    def has(self, key: str) -> bool:
        return key in self.given

    def value(self, key: str, default: Any = None) -> Any:
        self.used.add(key)
        return self.given.get(key, default)

    def word(self, key: str, default: str | None = None, among: Iterable[str] | None = None) -> str:
        value = self.value(key, default)
        if value is None:
            raise self.bad(key, f"it is missing; it is {self.question.given.get(key, 'needed')}")
        if not isinstance(value, str):
            raise self.bad(key, f"{value!r:.60} is no name or word; put it in quotes")
        if among is not None and plain(value) not in among:
            raise self.bad(key, f"{value!r} is not among {', '.join(among)}; use one of them")
        return plain(value) if among is not None else value

    def flag(self, key: str, default: bool = False) -> bool:
        value = self.value(key, default)
        if not isinstance(value, bool):
            raise self.bad(key, f"{value!r:.60} is neither true nor false; use one of them")
        return value

    def number(self, key: str, default: float | None = None) -> float:
        value = self.value(key, default)
        if value is None:
            raise self.bad(key, f"it is missing; it is {self.question.given.get(key, 'a number')}")
        if isinstance(value, bool) or not isinstance(value, int | float) or not -MOST <= value <= MOST:
            raise self.bad(key, f"{value!r:.60} is no figure of a table; give a plain number")
        return float(value)

    def whole(self, key: str, default: int | None = None) -> int:
        value = self.number(key, default)
        if value != int(value):
            raise self.bad(key, f"{value:g} is no whole number; give one")
        return int(value)

    def point(self, key: str) -> Point:
        return self.point_in(self.value(key), key)

    def path(self, key: str) -> list[Point]:
        value = self.value(key)
        if not isinstance(value, list) or not value:
            raise self.bad(key, "it is missing or no path; give places such as [[10, 20], [15, 30]]")
        if not isinstance(value[0], list):
            value = [value]
        return [self.point_in(pair, key) for pair in value]

    def point_in(self, value: Any, key: str) -> Point:
        if not isinstance(value, list) or len(value) != 2 or not all(_is_number(one) for one in value):
            raise self.bad(key, f"{value!r:.60} is no place; give x and y such as [10, 20]")
        return (float(value[0]), float(value[1]))

    def words(self, key: str) -> list[str]:
        value = self.value(key, [])
        value = [value] if isinstance(value, str) else value
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self.bad(key, f"{value!r:.60} is no list of names; give one")
        return value

    # Names

    def side(self, key: str, default: str | None = None) -> int:
        return self.side_called(self.word(key, default), key)

    def side_called(self, word: str, key: str) -> int:
        names = [plain(player.name) for player in self.position.field.players]
        for known in (SIDES, names):
            if plain(word) in known:
                return known.index(plain(word))
        raise self.bad(key, f"no side is called {word!r}; say red or blue")

    def unit_type(self, word: str, key: str) -> str:
        found = plain(reading("type", word))
        if found not in GROUND + AIR + NAVAL:
            raise self.bad(key, f"no unit type is called {found!r}; use one of {', '.join(GROUND + AIR + NAVAL)}")
        return found

    def grounded(self, unit_type: str, key: str, what: str = "") -> None:
        """Refuse what the rules of chapter 3 would have to answer; those of the ground are for helicopters too."""
        if unit_type in FIXED_WING and self.question.name not in (*GROUND_OR_NOT, *ABOUT_AIRCRAFT):
            about = f"{what or 'it'} is of type {unit_type}, and this question is about the ground"
            raise self.bad(key, f"{about}; aircraft have rules of their own (chapter 3), see flight_path")

    def command(self, key: str = "command", default: str | None = None) -> str:
        word = self.word(key, default)
        found = command_word(word) or (plain(word) if plain(word) in (REFORM, LOCAL_ORDER) else None)
        if found is None:
            raise self.bad(key, f"{word!r} is no command; use one of {', '.join(commands())}")
        return found

    def firing_command(self) -> str:
        """The command a formation fires on; who defends against an assault fires on none, whatever it has (1.8.3)."""
        command = self.command(default=ADVANCE)
        return "" if self.flag("defensive") else command

    def formation(self, key: str = "formation", default: str | None = None) -> Formation:
        return self.formation_called(self.word(key, default), key)

    def enemy_of(self, formation: Formation, key: str) -> Formation:
        """A formation of the other side."""
        return self._against(formation, self.formation(key), key)

    def enemies_of(self, formation: Formation, key: str) -> list[Formation]:
        return [self._against(formation, found, key) for found in self.formations(key)]

    def beside(self, formation: Formation) -> tuple[Formation, ...]:
        """1.8.1 The formation that is assaulted as one with this one, if there is one."""
        found = self.formations("beside") if self.has("beside") else []
        if len(found) > 1 or any(one is formation or one.side != formation.side for one in found):
            raise self.bad("beside", f"name one other formation of the side of {formation.name}")
        return tuple(found)

    def _against(self, formation: Formation, found: Formation, key: str) -> Formation:
        if found.side == formation.side:
            raise self.bad(key, f"{found.name} is of the same side as {formation.name}; name an enemy formation")
        return found

    def formations(self, key: str) -> list[Formation]:
        found = [self.formation_called(word, key) for word in self.words(key)]
        if not found:
            raise self.bad(key, f"it is missing; it is {self.question.given.get(key, 'a formation')}")
        return found

    def formation_called(self, word: str, key: str) -> Formation:
        named = [f for f in self.position.formations if plain(f.name) == plain(word)]
        if len(named) != 1:
            names = ", ".join(f.name for f in self.position.formations) or "none in this position"
            raise self.bad(key, f"no formation is called {word!r}; there is {names}")
        for unit in named[0].units:
            self.grounded(self.position.unit(unit).sheet.type, key, named[0].name)
        return named[0]

    def unit(self, key: str = "unit") -> int:
        return self.unit_called(self.word(key), key)

    def units(self, key: str) -> list[int]:
        return [self.unit_called(word, key) for word in self.words(key)]

    def unit_called(self, word: str, key: str) -> int:
        """A unit by its name, or by formation and name where two have the same: "first company / tank 1"."""
        formation, slash, short = word.rpartition("/")
        wanted = plain(short if slash else word)
        found = [
            unit.index
            for unit in self.position.field.units
            if plain(unit.name) == wanted
            and (not slash or plain(self.position.formations[unit.formation].name) == plain(formation))
        ]
        if len(found) == 1:
            self.grounded(self.position.unit(found[0]).sheet.type, key, word)
            return found[0]
        if found:
            owners = ", ".join(self.position.formation_of(unit).name for unit in found)
            raise self.bad(key, f"{word!r} is in several formations ({owners}); write 'formation / unit'")
        names = ", ".join(unit.name for unit in self.position.field.units) or "none in this position"
        raise self.bad(key, f"no unit is called {word!r}; there is {names}")

    def standing_unit(self, key: str = "unit") -> int:
        unit = self.unit(key)
        if not self.position.on[unit]:
            raise self.bad(key, f"{self.label(unit)} does not stand on the table; give it a place")
        return unit

    def other_unit(self, unit: int, key: str) -> int:
        """A second unit on the table."""
        found = self.standing_unit(key)
        if found == unit:
            raise self.bad(key, f"{self.label(unit)} cannot be looked at by itself; name another unit")
        return found

    def enemy_unit(self, unit: int, key: str) -> int:
        found = self.other_unit(unit, key)
        if self.position.unit(found).side == self.position.unit(unit).side:
            raise self.bad(key, f"{self.label(found)} is of the same side as {self.label(unit)}; name an enemy")
        return found

    def weapon(self, unit: int, key: str = "weapon") -> Weapon:
        weapons = weapons_of(self.position.unit(unit).sheet)
        if not self.has(key) and len(weapons) == 1:
            return weapons[0]
        word = self.word(key)
        found = [weapon for weapon in weapons if plain(weapon.name) == plain(word)]
        if not found:
            names = ", ".join(weapon.name for weapon in weapons) or "no weapon"
            raise self.bad(key, f"{self.label(unit)} has no {word!r}; it has {names}")
        return found[0]

    def rules(self, key: str) -> tuple[SpecialRule, ...]:
        """Special rules by their printed names."""
        found = []
        for text in self.words(key):
            try:
                rule = parse_rule(text)
                if rule is not None:
                    check_special_rule(rule, key)
                    found.append(rule)
            except BadInput as problem:
                raise self.bad(key, str(problem)) from problem
        return tuple(found)

    def nothing_left(self) -> None:
        """Nothing that was said may pass silently."""
        left = [key for key in self.given if key not in self.used]
        if left:
            known = ", ".join(self.question.given) or "nothing else"
            raise self.bad(left[0], f"the question does not use it; it takes {known}")

    # Words for the answer

    def label(self, unit: int) -> str:
        name = self.position.unit(unit).name
        twins = sum(plain(other.name) == plain(name) for other in self.position.field.units)
        return name if twins == 1 else f"{self.position.formation_of(unit).name} / {name}"

    def labels(self, units: Iterable[int]) -> list[str]:
        return [self.label(int(unit)) for unit in units]

    def side_name(self, side: int | None) -> str:
        return "nobody" if side is None or side < 0 else SIDES[side]

    # Running a rule

    def run(self, rule: Rule[Any], optional: Sequence[str] = ()) -> Any:
        """Run a rule with the answers given; one that runs out of them at an `optional` decision stops there."""
        reply: Answer = None
        while True:
            try:
                asked = rule.send(reply)
            except StopIteration as stop:
                return stop.value
            if isinstance(asked, tuple):
                reply = [self._reply(decision) for decision in asked]
            elif self.answered == len(self.answers) and asked.kind in optional:
                return None
            else:
                reply = self._reply(asked)

    def _reply(self, decision: Decision) -> Answer:
        if self.answered == len(self.answers):
            if self.agents is None:
                raise self._missing(decision)
            return self._fill_in(decision, self.agents[decision.player])
        self.answered += 1
        return self.check(decision, self.answers[self.answered - 1], f"answers.{self.answered}")

    def check(self, decision: Decision, answer: Answer, place: str) -> Any:
        try:
            return decision.check(spoken(self, decision, answer))
        except Illegal as refusal:
            raise BadInput(f"{self.name}: {place} ({decision.question()}): {refusal}.") from refusal

    def _fill_in(self, decision: Decision, agent: Agent) -> Any:
        """An agent's answer, from what its player sees."""
        answer = agent.answer(decision, self.position.seen_by(decision.player))
        row = {"side": SIDES[decision.player], "agent": agent.name, "decision": decision.question()}
        self.filled_in.append(row | {"section": decision.section, "answer": said(self, decision, answer)})
        return decision.check(answer)

    def finish(self) -> None:
        """Everything given must have been used: keys, answers and dice."""
        self.nothing_left()
        left = len(self.answers) - self.answered
        if left:
            raise BadInput(f"{self.name}: answers: {left} of {len(self.answers)} were not asked for; take them out.")
        try:
            self.battle.dice.finish()
        except BadInput as problem:
            raise BadInput(f"{self.name}: {problem}.") from problem

    def _missing(self, decision: Decision) -> BadInput:
        side = SIDES[decision.player]
        legal = "; ".join(islice((said(self, decision, option) for option in decision.options()), 6))
        return BadInput(
            f"{self.name}: answers: {side} is asked, {decision.question()} ({decision.section}) Answer "
            f"{self.answered + 1} is missing; legal would be, for example: {legal}."
        )


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and abs(value) < 1e6
