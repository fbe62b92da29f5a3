"""Alpha Strike's referee: what abilities come to in a situation, and who may have them.

A question is a file with `game = "alpha_strike"` and `ask`; beside it may stand `[force]` (whoever rolls, attacks or
moves), `[opponent]`, `[situation]` (the fields of catalogue/conditions.toml) and `banned`. Nothing here rolls dice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pydantic import Field as Model

from musterhall.battle.cases import CASE_KEYS
from musterhall.battle.referee import ABOUT_A_TABLE, Finding, Question, Questions, Ruling
from musterhall.games.alpha_strike.abilities.command_abilities import (
    TakenCommandAbility,
    check_command_abilities,
    command_abilities,
    find_command_ability,
    read_command_ability,
)
from musterhall.games.alpha_strike.abilities.modifiers import Reckoning, Source, basic_source, plain, read_facts, reckon
from musterhall.games.alpha_strike.abilities.munitions import check_munitions, read_munition
from musterhall.games.alpha_strike.abilities.pilot_abilities import (
    MOST_SKILL,
    MOST_UNITS,
    TakenPilotAbility,
    average_skill,
    check_pilot_abilities,
    pilot_abilities,
    pilot_ability_limits,
    pilot_points,
    rating,
    read_pilot_ability,
)
from musterhall.games.alpha_strike.package_data import FileModel
from musterhall.games.alpha_strike.referee import formation_questions
from musterhall.games.alpha_strike.units.card_names import joined
from musterhall.games.alpha_strike.units.factions import names_for
from musterhall.games.alpha_strike.units.point_values import skill_pv
from musterhall.problems import BadInput, Problem, parse_model, parse_toml
from musterhall.tally import counted

GAME = "alpha_strike"
QUESTIONS = Questions(formation_questions.QUESTIONS)
PARTS_OF_ATTACK = ("attacker movement", "target movement", "range", "terrain")
MOST_PV = 10_000
OTHER_SIDE = {"attacker": "defender", "defender": "attacker"}


def ask(asked: str | Mapping[str, Any], name: str) -> Ruling:
    """The ruling on a question in a file's text or its data; everything wrong with it is `BadInput`."""
    data = parse_toml(asked, name) if isinstance(asked, str) else asked
    file = parse_model(_File, {key: value for key, value in data.items() if key not in CASE_KEYS}, name)
    if plain(file.game) != plain(GAME):
        raise BadInput(f'{name}: game: {file.game!r:.60} is another game; write game = "{GAME}".')
    question, given = QUESTIONS.asked(data, name)
    table = _Table(name, question, given, file)
    finding = question.function(table)
    table.nothing_left()
    sections = tuple(dict.fromkeys((*question.sections, *finding.sections)))
    return Ruling(question.name, finding.result, tuple(finding.lines), sections)


# What a question is asked with


class _Unit(FileModel):
    name: str = ""
    type: str = "mech"
    skill: int = Model(default=4, ge=0, le=MOST_SKILL)
    count: int = Model(default=1, ge=1, le=MOST_UNITS)


class _Force(FileModel):
    faction: str | list[str] = ""
    skills: list[int] = Model(default_factory=list, max_length=MOST_UNITS)
    units: list[_Unit] = Model(default_factory=list, max_length=MOST_UNITS)
    command_abilities: list[str | dict[str, Any]] = Model(default_factory=list, max_length=100)
    pilot_abilities: list[str] = Model(default_factory=list, max_length=100)

    def all_skills(self) -> list[int]:
        return [*self.skills, *(unit.skill for unit in self.units for _ in range(unit.count))]

    def types(self) -> list[str]:
        return [plain(unit.type) for unit in self.units]

    def factions(self) -> list[str]:
        named = [self.faction] if isinstance(self.faction, str) else self.faction
        return [plain(name) for one in named if one for name in names_for(one)]


class _File(FileModel):
    game: str
    ask: str | dict[str, Any]
    force: _Force = _Force()
    opponent: _Force = _Force()
    situation: dict[str, Any] = Model(default_factory=dict)
    banned: list[str] = Model(default_factory=list)


@dataclass(slots=True)
class _Side:
    """One force in the situation: what it has and what holds for it."""

    commands: list[TakenCommandAbility]
    pilots: list[TakenPilotAbility]
    facts: dict[str, Any]


@dataclass(slots=True)
class _Table:
    """One question as it was put, with everything it may use."""

    name: str
    question: Question
    given: dict[str, Any]
    file: _File
    used: set[str] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)

    def bad(self, key: str, what: str) -> BadInput:
        return BadInput(f"{self.name}: ask {self.question.name}: {key}: {what.rstrip('.')}.")

    def word(self, key: str) -> str:
        value = self.value(key)
        if not isinstance(value, str):
            raise self.bad(key, f"{value!r:.60} is no word; it is {self.question.given[key]}")
        return value

    def figure(self, key: str) -> str:
        """A figure or matter that some ability has a say in."""
        said = self.word(key)
        known = {plain(one): one for one in figures()}
        if plain(said) not in known:
            raise self.bad(key, f"no ability has a say in {said!r:.60}; they have in {', '.join(sorted(figures()))}")
        return known[plain(said)]

    def words(self, key: str) -> list[str]:
        value = self.value(key)
        value = [value] if isinstance(value, str) else value
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value) or len(value) > MOST_UNITS:
            raise self.bad(key, f"{value!r:.60} is no list of names; it is {self.question.given[key]}")
        return value

    def table(self, key: str) -> dict[str, Any]:
        value = self.value(key, {})
        if not isinstance(value, dict):
            raise self.bad(key, f"{value!r:.60} is no table; it is {self.question.given[key]}")
        return value

    def whole(self, key: str, default: int | None = None, most: int = MOST_PV) -> int:
        value = self.value(key, default)
        if type(value) is not int or not 0 <= value <= most:
            raise self.bad(key, f"{value!r:.60} is no whole number from 0 to {most}; it is {self.question.given[key]}")
        return value

    def flag(self, key: str) -> bool:
        value = self.value(key, False)
        if not isinstance(value, bool):
            raise self.bad(key, f"{value!r:.60} is neither true nor false; it is {self.question.given[key]}")
        return value

    def has(self, key: str) -> bool:
        return key in self.given

    def value(self, key: str, default: Any = None) -> Any:
        self.used.add(key)
        value = self.given.get(key, default)
        if value is None:
            raise self.bad(key, f"it is missing; it is {self.question.given[key]}")
        return value

    def nothing_left(self) -> None:
        """Nothing that was said may pass silently."""
        left = [key for key in self.given if key not in self.used]
        if left:
            known = ", ".join(self.question.given) or "nothing else"
            raise self.bad(left[0], f"the question does not use it; it takes {known}")

    # The two forces

    def skills(self) -> list[int]:
        for force, who in ((self.file.force, "force"), (self.file.opponent, "opponent")):
            wrong = [skill for skill in force.all_skills() if not 0 <= skill <= MOST_SKILL]
            if wrong:
                raise BadInput(f"{self.name}: {who}.skills: {wrong[0]} is no skill; give 0 to {MOST_SKILL}.")
        return self.file.force.all_skills()

    def commands(self) -> list[TakenCommandAbility]:
        return _commands(self.file.force, f"{self.name}: force")

    def situation(self) -> tuple[dict[str, Any], list[Source]]:
        """The facts as they hold for the force, and every ability of both sides that has a say."""
        said = read_facts(self.file.situation, f"{self.name}: situation")
        self.skills()
        own = _side(self.file.force, _own_facts(said, self.file), f"{self.name}: force")
        enemy = _side(self.file.opponent, _enemy_facts(own.facts, self.file), f"{self.name}: opponent")
        self._add_abilities(own)
        self._add_abilities(enemy)
        barred, barred_own = self._negated(own), self._negated(enemy)
        sources = [basic_source()]
        for one in own.commands:
            sources += one.sources("own", own.facts) if one.ability.key not in barred_own else ()
        sources += (one.source("own") for one in own.pilots)
        for one in enemy.commands:
            sources += one.sources("enemy", enemy.facts) if one.ability.key not in barred else ()
        sources += (one.source("enemy") for one in enemy.pilots)
        return own.facts, sources

    def _add_abilities(self, side: _Side) -> None:
        """Enemy Specialization: one more ability against the chosen enemy."""
        for one in list(side.commands):
            added = one.choices.get("added")
            if added and _allowed(one, side.facts, "added"):
                side.commands.append(added)
                self.notes.append(f"{one.ability.name} adds {added.ability.name}")

    def _negated(self, side: _Side) -> set[str]:
        """Enemy Specialization: abilities of the chosen enemy that have no effect."""
        found: set[str] = set()
        for one in side.commands:
            allowed = _allowed(one, side.facts, "negated")
            for key in one.choices.get("negates", [])[:allowed]:
                found.add(key)
                self.notes.append(f"{one.ability.name} negates {find_command_ability(key, self.name)[0].name}")
        return found


def _commands(force: _Force, place: str) -> list[TakenCommandAbility]:
    return [read_command_ability(said, f"{place}.command_abilities") for said in force.command_abilities]


def _side(force: _Force, facts: dict[str, Any], place: str) -> _Side:
    pilots = [read_pilot_ability(said, f"{place}.pilot_abilities") for said in force.pilot_abilities]
    return _Side(_commands(force, place), pilots, facts)


def _allowed(one: TakenCommandAbility, facts: Mapping[str, Any], of: str) -> int:
    """How many abilities it may negate or add here: the best of its options."""
    found = [reckon("command abilities", 0, [source], facts, of).total for source in one.sources("own", facts)]
    return max(found, default=0)


def _own_facts(said: dict[str, Any], file: _File) -> dict[str, Any]:
    """What was said, and what follows from the two forces and is not said."""
    skills, others = file.force.all_skills(), file.opponent.all_skills()
    facts = dict(said)
    if skills:
        facts.setdefault("rating", plain(average_skill(skills).rating))
        facts.setdefault("units", len(skills))
    if others:
        facts.setdefault("enemy_units", len(others))
    if file.opponent.factions():
        facts.setdefault("enemy", file.opponent.factions())
    if file.force.units and "all_ground_types" not in file.situation:
        facts["all_ground_types"] = _all_ground_types(file.force.types())
    _count(facts, file.situation)
    if "edge_distance" in facts and facts.get("move", 0) > 0:
        facts.setdefault("edge_turns", int(-(-facts["edge_distance"] // facts["move"])))
    return facts


def _count(facts: dict[str, Any], said: Mapping[str, Any]) -> None:
    units, others = facts.get("units"), facts.get("enemy_units")
    if units is None or others is None:
        return
    if "outnumbered" not in said:
        facts["outnumbered"] = others > units
    if "units_over_enemy" not in said:
        facts["units_over_enemy"] = max(0, units - others)


def _all_ground_types(types: Iterable[str]) -> bool:
    kinds = set(types)
    wanted = ({"mech", "industrial mech"}, {"vehicle", "vtol", "wige"}, {"infantry", "battle armor"})
    return all(kinds & group for group in wanted)


def _enemy_facts(own: Mapping[str, Any], file: _File) -> dict[str, Any]:
    """What holds for the opponent where it differs from what holds for the force."""
    others = file.opponent.all_skills()
    facts: dict[str, Any] = {
        "rating": plain(average_skill(others).rating) if others else None,
        "enemy": file.force.factions() or None,
        "units": own.get("enemy_units"),
        "enemy_units": own.get("units"),
        "side": OTHER_SIDE.get(own.get("side", "")),
    }
    _count(facts, {})
    return facts


# Answers


@cache
def figures() -> frozenset[str]:
    """Every figure or matter that some ability has a say in."""
    commands = command_abilities().values()
    lists = [one.modifiers for one in pilot_abilities().values()]
    lists += [one.modifiers for one in commands]
    lists += [option.modifiers for one in commands for option in one.options.values()]
    return frozenset(one.on for modifiers in lists for one in modifiers)


def _finding(table: _Table, total: str, reckoning: Reckoning, lines: Sequence[str] = ()) -> Finding:
    """A figure as an answer: its total under this name, its parts, rights, and what was not said."""
    result: dict[str, Any] = {total: reckoning.total, "parts": reckoning.parts()}
    if reckoning.rights:
        result["rights"] = reckoning.rights
    if reckoning.unsaid:
        result["unsaid"] = reckoning.unsaid
    sections = [part.section for part in reckoning.tally.parts if part.section]
    return Finding(result, [str(reckoning.tally), *lines, *reckoning.notes, *table.notes], tuple(sections))


@QUESTIONS.pure("initiative", ("AS:CE 102-109",), "What abilities add to the force's initiative roll.")
def initiative(table: _Table) -> Finding:
    """AS:CE 102-109 The initiative modifier of this force in this situation."""
    facts, sources = table.situation()
    return _finding(table, "modifier", reckon("initiative", 0, sources, facts))


@QUESTIONS.pure("target_number", ("AS:CE 44",), "The target number of this attack, or what is added to the skill.")
def target_number(table: _Table) -> Finding:
    """AS:CE 44 Skill, both movements, range, terrain, and everything that abilities change in them."""
    facts, sources = table.situation()
    skill = facts.get("skill")
    attack = Reckoning(reckon("target number", int(skill or 0), (), facts).tally)
    lines, sections = [], []
    for part in PARTS_OF_ATTACK:
        found = reckon(part, 0, sources, facts)
        if part == "terrain":
            facts["terrain_modifier"] = found.total
        attack.tally.add(part, found.total)
        lines += [str(found.tally)] if found.tally.parts else []
        sections += [one.section for one in found.tally.parts if one.section]
        _gather(attack, found)
    other = reckon("target number", 0, sources, facts)
    for one in other.tally.parts:
        attack.tally.add(one.name, one.value, one.section)
    _gather(attack, other)
    finding = _finding(table, "target_number", attack, lines)
    finding.sections = (*sections, *finding.sections)
    finding.result["modifier"] = attack.total - int(skill or 0)
    if skill is None:
        del finding.result["target_number"]
        finding.lines[0] = finding.lines[0].replace("target number 0", "modifier 0", 1)
    return finding


def _gather(whole: Reckoning, part: Reckoning) -> None:
    whole.rights += part.rights
    whole.notes += part.notes
    whole.unsaid += [name for name in part.unsaid if name not in whole.unsaid]


@QUESTIONS.pure("move", ("AS:CE 32-38",), "How far the unit may move this turn.", inches="its Move, before anything")
def move(table: _Table) -> Finding:
    """AS:CE 32-38 A unit's Move with what heat, sprinting, dismounting and abilities make of it."""
    inches = table.whole("inches")
    facts, sources = table.situation()
    return _finding(table, "move", reckon("move", inches, sources, facts))


@QUESTIONS.pure("count", ("AS:CE 102-109",), "How many of something abilities give.", of="what is counted")
def count(table: _Table) -> Finding:
    """AS:CE 102-109 A number that abilities set: hidden units, champions, units that act first."""
    of = table.word("of")
    facts, sources = table.situation()
    known = {one.of for source in sources for one in source.modifiers if one.on == "count"}
    if plain(of) not in {plain(one) for one in known}:
        there = ", ".join(sorted(known)) or "nothing"
        raise table.bad("of", f"no ability here counts {of!r:.60}; they count {there}")
    return _finding(table, "count", reckon("count", 0, sources, facts, of))


@QUESTIONS.pure(
    "modifier",
    ("AS:CE 92-109",),
    "What abilities do to any other figure.",
    on="the figure: damage, morale, control roll, building absorption ...",
    base="the figure before abilities",
)
def modifier(table: _Table) -> Finding:
    """AS:CE 92-109 Any figure that abilities have a say in."""
    on = table.figure("on")
    base = table.whole("base", 0)
    facts, sources = table.situation()
    return _finding(table, "total", reckon(on, base, sources, facts))


@QUESTIONS.pure(
    "rights", ("AS:CE 92-109",), "What abilities allow or demand in a matter.", on="the matter: set-up, entry ..."
)
def rights(table: _Table) -> Finding:
    """AS:CE 92-109 Rights and duties without a figure."""
    on = table.figure("on")
    facts, sources = table.situation()
    found = reckon(on, 0, sources, facts)
    result: dict[str, Any] = {"rights": found.rights}
    if found.unsaid:
        result["unsaid"] = found.unsaid
    return Finding(result, [*found.notes, *table.notes])


def _legality(problems: Sequence[Problem], lines: Iterable[str] = (), **more: Any) -> Finding:
    result = {"legal": not problems, "problems": [str(one) for one in problems], **more}
    return Finding(result, list(lines), tuple(one.rule for one in problems if one.rule))


@QUESTIONS.pure(
    "may_take",
    ("AS:CE 102-109",),
    "May the force have this command ability?",
    ABOUT_A_TABLE,
    ability="its name, or a table",
)
def may_take(table: _Table) -> Finding:
    """AS:CE 102-109 The conditions of a command ability, for this force and with these bans."""
    said = table.value("ability")
    if not isinstance(said, str | dict):
        raise table.bad("ability", f"{said!r:.60} is no ability; it is {table.question.given['ability']}")
    taken, skills = read_command_ability(said, table.name), table.skills()
    commands = [*table.commands(), taken]
    everything = check_command_abilities(commands, skills, table.file.force.types(), table.file.banned)
    others = check_command_abilities(commands[:-1], skills, table.file.force.types(), table.file.banned)
    mine = [problem for problem in everything if problem not in others]
    lines = [f"average skill {average_skill(skills)}"] if skills else []
    more = {"advice": taken.ability.advice} if taken.ability.advice else {}
    return _legality(mine, [*lines, *taken.ability.conditions], **more)


@QUESTIONS.pure(
    "pilot_abilities",
    ("AS:CE 92",),
    "May a pilot of this skill have these abilities?",
    abilities="their names",
    skill="the pilot's skill",
)
def may_have(table: _Table) -> Finding:
    """AS:CE 92 The limits of number and points by skill, and the bans."""
    skill = table.whole("skill", most=MOST_SKILL)
    taken = [read_pilot_ability(said, table.name) for said in table.words("abilities")]
    number, points = pilot_ability_limits(skill)
    spent = pilot_points(taken)
    problems = check_pilot_abilities(skill, taken, table.file.banned)
    lines = [
        str(spent),
        f"skill {skill} ({rating(skill)}): {counted(number, 'ability', 'abilities')}, {counted(points, 'point')}",
    ]
    return _legality(problems, lines, spent=spent.total, number=number, points=points)


@QUESTIONS.pure("average_skill", ("AS:CE 29",), "The force's average skill and what it is called.")
def average(table: _Table) -> Finding:
    """AS:CE 29 The average of all skills, rounded normally, and its name."""
    found = average_skill(table.skills())
    result = {"average": found.average, "rating": found.rating, "sum": found.sum, "units": found.units}
    return Finding(result, [str(found)])


@QUESTIONS.pure(
    "point_value",
    ("AS:CE 29",),
    "A unit's point value at a skill.",
    base="its PV at skill 4",
    skill="the pilot's skill",
)
def point_value(table: _Table) -> Finding:
    """AS:CE 29 What a better or worse pilot makes of a unit's PV."""
    value = skill_pv(table.whole("base"), table.whole("skill", most=MOST_SKILL))
    return Finding({"pv": value.total, "parts": {part.name: part.value for part in value.parts}}, [str(value)])


@QUESTIONS.pure(
    "munitions",
    ("AS:CE 143-150",),
    "May these alternate munitions be loaded?",
    chosen="each as keyword: munition",
    keywords="the keywords on the cards",
)
def loaded(table: _Table) -> Finding:
    """AS:CE 143-150 One munition for a keyword that is there, and none that is banned."""
    chosen = [read_munition(said, table.name) for said in table.words("chosen")]
    keywords = table.words("keywords") if table.has("keywords") else None
    problems = check_munitions(chosen, keywords, table.file.banned)
    return _legality(problems, [f"{one.keyword}: {one.name}: {one.effect}" for one in chosen])


@QUESTIONS.pure("ability", ("AS:CE 92-109",), "What an ability does.", called="a pilot's or a force's ability")
def ability(table: _Table) -> Finding:
    """AS:CE 92-109 The entry of a pilot ability or a command ability."""
    said = table.word("called")
    for key, one in command_abilities().items():
        # Sharp Shooters of a force are not Sharpshooter of a pilot, though in the singular they would be
        if joined(said) in (joined(key), joined(one.name)):
            return Finding(one.as_data())
    try:
        return Finding(read_pilot_ability(said, table.name).ability.as_data())
    except BadInput:
        found = find_command_ability(said, table.name)[0]
    return Finding(found.as_data())
