"""What a question to the referee was asked with: names read as formations and units, answers put into the rules' form.

An answer in a file uses names where the rules use numbers. docs/referee.md lists the forms.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Answer, Choice, Decision, Illegal, Rule
from musterhall.battle.referee import Question
from musterhall.dice import Dice
from musterhall.games.the_game.artillery import CONCENTRATED, best_place
from musterhall.games.the_game.assault import CounterCharge
from musterhall.games.the_game.commands import LOCAL_ORDER, REFORM, commands
from musterhall.games.the_game.datasheets import Weapon, weapons_of
from musterhall.games.the_game.marching import all_aboard, all_out, charge_at, go_by, go_to
from musterhall.games.the_game.moving import Move
from musterhall.games.the_game.position import Formation, Position
from musterhall.games.the_game.position_file import MOST, Situation, command_word
from musterhall.games.the_game.shooting import Fire
from musterhall.games.the_game.slips import plain
from musterhall.games.the_game.turn import GiveCommands
from musterhall.geometry import Point
from musterhall.problems import BadInput
from musterhall.table import SIDES

NOTHING = ("none", "no", "stay", "hold")
"""Words for leaving something undone: TOML has no null."""
BY_FORMATION = ("activate", "prepared fire", "assault")
BY_SIDE = ("who acts first",)


class _Table:
    """A game without a course: rules are run on it one by one."""

    name = "the_game"
    version = "referee"

    def step(self, battle: Battle[Position]) -> Rule[None]:
        yield from ()

    def over(self, position: Position) -> bool:
        return True


@dataclass(slots=True)
class Asked:
    """One question as it was put, with everything it may use."""

    name: str
    question: Question
    given: dict[str, Any]
    situation: Situation
    battle: Battle[Position]
    answers: list[Answer]
    used: set[str] = field(default_factory=set)
    answered: int = 0

    @classmethod
    def of(
        cls,
        name: str,
        question: Question,
        given: dict[str, Any],
        situation: Situation,
        dice: Dice,
        answers: list[Answer],
    ) -> Asked:
        return cls(name, question, given, situation, Battle(_Table(), situation.position, dice), answers)

    @property
    def position(self) -> Position:
        return self.battle.position

    def bad(self, key: str, what: str) -> BadInput:
        return BadInput(f"{self.name}: ask {self.question.name}: {key}: {what.rstrip('.')}.")

    # What was given

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
        return self._point(self.value(key), key)

    def path(self, key: str) -> list[Point]:
        value = self.value(key)
        if not isinstance(value, list) or not value:
            raise self.bad(key, "it is missing or no path; give places such as [[10, 20], [15, 30]]")
        if not isinstance(value[0], list):
            value = [value]
        return [self._point(pair, key) for pair in value]

    def _point(self, value: Any, key: str) -> Point:
        if not isinstance(value, list) or len(value) != 2 or not all(_is_number(one) for one in value):
            raise self.bad(key, f"{value!r:.60} is no place; give x and y such as [10, 20]")
        return (float(value[0]), float(value[1]))

    def words(self, key: str) -> list[str]:
        value = self.value(key, [])
        value = [value] if isinstance(value, str) else value
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self.bad(key, f"{value!r:.60} is no list of names; give one")
        return value

    def side(self, key: str, default: str | None = None) -> int:
        return self.side_called(self.word(key, default), key)

    def side_called(self, word: str, key: str) -> int:
        names = [plain(player.name) for player in self.position.field.players]
        for known in (SIDES, names):
            if plain(word) in known:
                return known.index(plain(word))
        raise self.bad(key, f"no side is called {word!r}; say red or blue")

    def command(self, key: str = "command", default: str | None = None) -> str:
        word = self.word(key, default)
        found = command_word(word) or (plain(word) if plain(word) in (REFORM, LOCAL_ORDER) else None)
        if found is None:
            raise self.bad(key, f"{word!r} is no command; use one of {', '.join(commands())}")
        return found

    def formation(self, key: str = "formation", default: str | None = None) -> Formation:
        return self.formation_called(self.word(key, default), key)

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
                decision = rule.send(reply)
            except StopIteration as stop:
                return stop.value
            if self.answered == len(self.answers):
                if decision.kind in optional:
                    return None
                raise self._missing(decision)
            reply = self.check(decision, self.answers[self.answered], f"answers.{self.answered + 1}")
            self.answered += 1

    def check(self, decision: Decision, answer: Answer, place: str) -> Any:
        try:
            return decision.check(self.spoken(decision, answer))
        except Illegal as refusal:
            raise BadInput(f"{self.name}: {place} ({decision.question()}): {refusal}.") from refusal

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
        legal = "; ".join(islice((self.said(decision, option) for option in decision.options()), 6))
        return BadInput(
            f"{self.name}: answers: {side} has to decide, {decision.question()} ({decision.section}), and answer "
            f"{self.answered + 1} is missing; legal would be, for example: {legal}."
        )

    # Answers as people write them

    def spoken(self, decision: Decision, answer: Answer) -> Answer:
        """The answer in the form the rules use."""
        if isinstance(answer, str) and plain(answer) in NOTHING and not isinstance(decision, Choice | CounterCharge):
            return None
        if isinstance(decision, Fire):
            return self._fire(decision, answer)
        if isinstance(decision, Move):
            return self._move(decision, answer)
        if isinstance(decision, CounterCharge):
            return self._counter_charge(decision, answer)
        if isinstance(decision, GiveCommands):
            return self._commands(answer)
        if isinstance(decision, Choice):
            return self._choice(decision, answer)
        return answer

    def said(self, decision: Decision, answer: Answer) -> str:
        """A legal answer as it could stand in a file."""
        if answer is None:
            return '"none"'
        if isinstance(decision, Choice) and decision.kind in BY_FORMATION:
            indices = answer if isinstance(answer, list) else [answer]
            return " and ".join(repr(self.position.formations[index].name) for index in indices)
        if isinstance(decision, Choice) and decision.kind in BY_SIDE:
            return repr(SIDES[answer])
        if isinstance(decision, CounterCharge):
            return str(self.labels(answer))
        if isinstance(decision, Fire):
            return str(self._fire_said(answer))
        if isinstance(decision, Move):
            return str(
                {key: {self.label(row[0]): row[1:] for row in rows} for key, rows in answer.items() if key != "in"}
                | {"in": {self.label(a): self.label(b) for a, b in answer.get("in", [])}}
            )
        return repr(answer)

    def _fire_said(self, answer: Mapping[str, Any]) -> dict[str, Any]:
        named = dict(answer)
        if "targets" in named:
            targets = named["targets"].items()
            named["targets"] = {kind: [self.position.formations[i].name for i in group] for kind, group in targets}
        if "barrage" in named:
            named["barrage"] = {**named["barrage"], "target": self.position.formations[named["barrage"]["target"]].name}
        return named

    def _choice(self, decision: Choice, answer: Answer) -> Answer:
        if decision.choices and all(isinstance(choice, bool) for choice in decision.choices):
            return {"yes": True, "no": False}.get(answer, answer) if isinstance(answer, str) else answer
        if isinstance(answer, str) and plain(answer) in NOTHING and None in decision.choices:
            return None
        if decision.kind in BY_SIDE and isinstance(answer, str):
            return self.side_called(answer, "answers")
        if decision.kind in BY_FORMATION:
            words = answer if isinstance(answer, list) else [answer]
            if all(isinstance(word, str) for word in words):
                found = [self.formation_called(word, "answers").index for word in words]
                return found if decision.kind == "assault" else found[0] if len(found) == 1 else answer
        if isinstance(answer, str):
            return next(
                (one for one in decision.choices if isinstance(one, str) and plain(one) == plain(answer)), answer
            )
        return answer

    def _counter_charge(self, decision: CounterCharge, answer: Answer) -> Answer:
        if isinstance(answer, str) and plain(answer) == "all":
            return list(decision.units)
        if isinstance(answer, str) and plain(answer) in NOTHING:
            return []
        if isinstance(answer, list):
            return [self.unit_called(one, "answers") if isinstance(one, str) else one for one in answer]
        return answer

    def _commands(self, answer: Answer) -> Answer:
        """By formation, the next command or a table of now and next."""
        if not isinstance(answer, dict):
            return answer
        rows: list[list[Any]] = []
        for word, order in answer.items():
            order = {"next": order} if isinstance(order, str) else order
            if not isinstance(order, dict) or set(order) - {"now", "next"}:
                raise self.bad("answers", f"{word}: commands are now and next; give those")
            now, below = order.get("now"), order.get("next")
            rows.append([self.formation_called(word, "answers").index, now and plain(str(now)), plain(str(below))])
        return rows

    def _move(self, decision: Move, answer: Answer) -> Answer:
        if isinstance(answer, str):
            ready = {"charge": _charge, "all out": all_out, "all aboard": all_aboard}.get(plain(answer))
            if ready is None:
                raise self.bad("answers", f"{answer!r} is no move; say stay, charge, all out, all aboard or give go")
            return ready(decision)
        if not isinstance(answer, dict):
            return answer
        if set(answer) in ({"by"}, {"to"}):
            ((key, value),) = answer.items()
            x, y = self._point(value, "answers")
            return go_by(decision, x, y) if key == "by" else go_to(decision, (x, y))
        return {key: self._rows(rows) for key, rows in answer.items()}

    def _rows(self, rows: Any) -> Any:
        """Units with places, or with the transport they board."""
        if isinstance(rows, dict):
            rows = [[unit, *(_flat(goal) if isinstance(goal, list) else [goal])] for unit, goal in rows.items()]
        if not isinstance(rows, list):
            return rows
        return [
            [self.unit_called(one, "answers") if isinstance(one, str) else one for one in row]
            if isinstance(row, list)
            else row
            for row in rows
        ]

    def _fire(self, decision: Fire, answer: Answer) -> Answer:
        if isinstance(answer, str | list):
            answer = {"targets": answer}
        if not isinstance(answer, dict):
            return answer
        spoken = dict(answer)
        if "targets" in spoken:
            spoken["targets"] = self.targets(decision, spoken["targets"])
        if isinstance(spoken.get("hold"), list):
            spoken["hold"] = [self.unit_called(u, "answers") if isinstance(u, str) else u for u in spoken["hold"]]
        if isinstance(spoken.get("lines"), dict):
            spoken["lines"] = [self._line(unit, weapon) for unit, weapon in spoken["lines"].items()]
        if isinstance(spoken.get("barrage"), str | dict):
            spoken["barrage"] = self.barrage(decision, spoken["barrage"])
        return spoken

    def targets(self, decision: Fire, said: Any) -> Any:
        """By weapon type; a formation alone, or two, stand for every type that has a target there."""
        if isinstance(said, dict):
            return {kind: self._indices(group) for kind, group in said.items()}
        group = self._indices(said)
        if not isinstance(group, list) or not all(index in decision.enemies() for index in group):
            return dict.fromkeys(decision.gunnery.weapon_types(), group)
        kinds = decision.gunnery.weapon_types()
        able = [kind for kind in kinds if decision.gunnery.can_target(kind, tuple(group))]
        return dict.fromkeys(able or kinds, group)

    def _indices(self, group: Any) -> Any:
        group = [group] if isinstance(group, str) else group
        if not isinstance(group, list):
            return group
        return [self.formation_called(one, "answers").index if isinstance(one, str) else one for one in group]

    def _line(self, word: str, weapon: Any) -> list[Any]:
        unit = self.unit_called(word, "answers")
        names = [plain(one.name) for one in weapons_of(self.position.unit(unit).sheet)]
        known = isinstance(weapon, str) and plain(weapon) in names
        return [unit, names.index(plain(weapon)) if known else weapon]

    def barrage(self, decision: Fire, said: Any) -> Any:
        """A barrage falls where it covers the most, and concentrated, unless it is said otherwise."""
        order = {"target": said} if isinstance(said, str) else dict(said)
        if isinstance(order.get("target"), str):
            order["target"] = self.formation_called(order["target"], "answers").index
        order.setdefault("mode", CONCENTRATED)
        target: Any = order.get("target")
        known = type(target) is int and 0 <= target < len(self.position.formations) and order["mode"] in MODES
        if "at" not in order and known and len(self.position.standing(self.position.formations[target])):
            order["at"] = list(best_place(self.position, target, order["mode"]))
        return order


MODES = ("concentrated", "spread")


def _charge(move: Move) -> Answer:
    return charge_at(move, getattr(move, "targets", ()))


def _flat(goal: list[Any]) -> list[Any]:
    return [one for pair in goal for one in (pair if isinstance(pair, list) else [pair])]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and abs(value) < 1e6
