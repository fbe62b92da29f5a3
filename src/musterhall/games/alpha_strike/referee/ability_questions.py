"""The referee on abilities: what they come to in a situation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from musterhall.battle.referee import Finding, Questions
from musterhall.games.alpha_strike.abilities.command_abilities import command_abilities, find_command_ability
from musterhall.games.alpha_strike.abilities.modifiers import Reckoning, plain
from musterhall.games.alpha_strike.abilities.pilot_abilities import read_pilot_ability
from musterhall.games.alpha_strike.referee.asked import Asked
from musterhall.games.alpha_strike.referee.situation import Situation, situation_of
from musterhall.games.alpha_strike.units.card_names import joined
from musterhall.problems import BadInput
from musterhall.tally import Tally

QUESTIONS = Questions()
PARTS_OF_ATTACK = ("attacker movement", "target movement", "range", "terrain")


@QUESTIONS.pure("initiative", ("AS:CE 102-109",), "What do abilities add to the force's initiative roll?")
def initiative(asked: Asked) -> Finding:
    """AS:CE 102-109 The initiative modifier of this force in this situation."""
    situation = situation_of(asked)
    return _finding(situation, "modifier", situation.reckon("initiative", 0))


@QUESTIONS.pure("target_number", ("AS:CE 44",), "What does an attack need to hit, worked out from words alone?")
def target_number(asked: Asked) -> Finding:
    """AS:CE 44 Skill, both movements, range, terrain, and everything that abilities change in them."""
    situation = situation_of(asked)
    skill = situation.facts.get("skill")
    attack = Reckoning(Tally("target number", int(skill or 0)))
    lines, sections = [], []
    for part in PARTS_OF_ATTACK:
        found = situation.reckon(part, 0)
        if part == "terrain":
            situation.facts["terrain_modifier"] = found.total
        attack.tally.add(part, found.total)
        lines += [str(found.tally)] if found.tally.parts else []
        sections += [one.section for one in found.tally.parts if one.section]
        _gather(attack, found)
    other = situation.reckon("target number", 0)
    for one in other.tally.parts:
        attack.tally.add(one.name, one.value, one.section)
    _gather(attack, other)
    finding = _finding(situation, "target_number", attack, lines)
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


@QUESTIONS.pure(
    "move", ("AS:CE 32-38",), "How far may a unit with this Move go this turn?", inches="its Move, before anything"
)
def move(asked: Asked) -> Finding:
    """AS:CE 32-38 A unit's Move with what heat, sprinting, dismounting and abilities make of it."""
    inches = asked.whole("inches")
    situation = situation_of(asked)
    return _finding(situation, "move", situation.reckon("move", inches))


@QUESTIONS.pure("count", ("AS:CE 102-109",), "How many of something do abilities give?", of="what is counted")
def count(asked: Asked) -> Finding:
    """AS:CE 102-109 A number that abilities set: hidden units, champions, units that act first."""
    of = asked.word("of")
    situation = situation_of(asked)
    known = {one.of for source in situation.sources for one in source.modifiers if one.on == "count"}
    if plain(of) not in {plain(one) for one in known}:
        there = ", ".join(sorted(known)) or "nothing"
        raise asked.bad("of", f"no ability here counts {of!r:.60}; they count {there}")
    return _finding(situation, "count", situation.reckon("count", 0, of))


@QUESTIONS.pure(
    "modifier",
    ("AS:CE 92-109",),
    "What do abilities do to any other figure?",
    on="the figure: damage, morale, control roll, building absorption ...",
    base="the figure before abilities",
)
def modifier(asked: Asked) -> Finding:
    """AS:CE 92-109 Any figure that abilities have a say in."""
    on = asked.figure("on")
    base = asked.whole("base", 0)
    situation = situation_of(asked)
    return _finding(situation, "total", situation.reckon(on, base))


@QUESTIONS.pure(
    "rights", ("AS:CE 92-109",), "What do abilities allow or demand in a matter?", on="the matter: set-up, entry ..."
)
def rights(asked: Asked) -> Finding:
    """AS:CE 92-109 Rights and duties without a figure."""
    on = asked.figure("on")
    situation = situation_of(asked)
    found = situation.reckon(on, 0)
    result: dict[str, Any] = {"rights": found.rights}
    if found.unsaid:
        result["unsaid"] = found.unsaid
    return Finding(result, [*found.notes, *situation.notes])


@QUESTIONS.pure("ability", ("AS:CE 92-109",), "What does an ability do?", called="a pilot's or a force's ability")
def ability(asked: Asked) -> Finding:
    """AS:CE 92-109 The entry of a pilot ability or a command ability."""
    said = asked.word("called")
    for key, one in command_abilities().items():
        # Sharp Shooters of a force are not Sharpshooter of a pilot, though in the singular they would be
        if joined(said) in (joined(key), joined(one.name)):
            return Finding(one.as_data())
    try:
        return Finding(read_pilot_ability(said, asked.name).ability.as_data())
    except BadInput:
        found = find_command_ability(said, asked.name)[0]
    return Finding(found.as_data())


def _finding(situation: Situation, total: str, reckoning: Reckoning, lines: Sequence[str] = ()) -> Finding:
    """A figure as an answer: its total under this name, its parts, rights, and what was not said."""
    result: dict[str, Any] = {total: reckoning.total, "parts": reckoning.parts()}
    if reckoning.rights:
        result["rights"] = reckoning.rights
    if reckoning.unsaid:
        result["unsaid"] = reckoning.unsaid
    sections = [part.section for part in reckoning.tally.parts if part.section]
    return Finding(result, [str(reckoning.tally), *lines, *reckoning.notes, *situation.notes], tuple(sections))
