"""An Alpha Strike event's rules for forces as sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from musterhall.game.forces import RuleLine, points_line, units_lines
from musterhall.game.words import in_words
from musterhall.games.alpha_strike.force.force_rules import Barred, ForceRules, PilotKind, Skills
from musterhall.tally import counted


def rule_lines(force: ForceRules) -> Iterator[RuleLine]:
    """The rules for forces that this pack has; a rule that it leaves out does not exist there."""
    yield points_line(force)
    if force.era:
        yield RuleLine("Era", force.era.name, force.era.because)
    if force.faction:
        yield RuleLine("Faction", force.faction.told(), force.faction.because)
    yield from units_lines(force)
    if force.mech_share:
        share = force.mech_share
        yield RuleLine(
            "Share", f"at least {share.least}% of the points in {in_words(share.types)} units", share.because
        )
    if force.skill and not force.pilots:
        yield RuleLine("Skill", _skills(force.skill), force.skill.because)
    if force.pilots:
        yield RuleLine("Pilots", "; ".join(map(_pilot, force.pilots)), force.pilots[0].because)
    if force.same_legend:
        yield RuleLine("The same legend", f"at most {force.same_legend.most}", force.same_legend.because)
    if force.same_chassis:
        yield RuleLine("The same chassis", f"at most {force.same_chassis.most}", force.same_chassis.because)
    for carrier in force.carriers:
        yield RuleLine(f"Units with {carrier.special}", f"at most {carrier.most}", carrier.because)
    yield from _allowances(force)
    if force.unusable:
        yield RuleLine("Abilities that cannot be used", ", ".join(force.unusable.specials), force.unusable.because)
    if force.barred:
        pages = "; ".join(dict.fromkeys(one.because for one in force.barred if one.because))
        yield RuleLine("Not allowed", "; ".join(map(_barred, force.barred)), pages)


def _allowances(force: ForceRules) -> Iterator[RuleLine]:
    written = force.model_fields_set
    formations = force.formations
    if "formations" in written:
        yield RuleLine("Formations", _formations(force), formations.because)
    if "pilot_abilities" in written:
        one = force.pilot_abilities
        whose = "legendary pilot" if one.legendary_only else "pilot"
        few = f"for at most {counted(one.pilots, whose)}" if one.pilots is not None else f"for every {whose}"
        limits = ", as many as the skill allows" if one.limits_by_skill else ""
        only = " and for no other" if one.legendary_only else ""
        yield RuleLine("Pilot abilities", _allowed(one.allowed, f"{few}{only}{limits}", one.banned), one.because)
    if "alternate_munitions" in written:
        munitions = force.alternate_munitions
        each = f"{munitions.per_keyword} for each keyword" if munitions.per_keyword else "any number"
        yield RuleLine("Alternate munitions", _allowed(munitions.allowed, each, munitions.banned), munitions.because)
    if "command_abilities" in written:
        command = force.command_abilities
        few = f"at most {command.most}" if command.most is not None else "as their own rules say"
        yield RuleLine("Command abilities", _allowed(command.allowed, few, command.banned), command.because)
    if "command_units" in written and force.command_units.most:
        units = force.command_units
        never = f"; never {in_words(units.never, 'or')}" if units.never else ""
        must = (
            f"; commanders of a {in_words(units.commanders_of, 'or')} must be among them" if units.commanders_of else ""
        )
        all_of_them = f"; {units.most} in {in_words(units.needed_in)}" if units.needed_in else ""
        few = f"{units.fewest} to {units.most}" if units.fewest else f"up to {units.most}"
        yield RuleLine("Command units", f"{few}, chosen in secret{all_of_them}{never}{must}", units.because)


def _barred(rule: Barred) -> str:
    accepted = f", but {in_words(rule.accepted)} may come" if rule.accepted else ""
    return f"{rule.what}{accepted}"


def _pilot(pilot: PilotKind) -> str:
    if pilot.legendary:
        return f"{pilot.kind}: a named pilot with the skill and the abilities of the pilot's card"
    return f"{pilot.kind}: skill {_skills(pilot)}"


def _skills(skills: Skills) -> str:
    return str(skills.best) if skills.best == skills.worst else f"{skills.best} to {skills.worst}"


def _formations(force: ForceRules) -> str:
    rule = force.formations
    if not rule.allowed:
        return "not allowed"
    books = f", from {in_words(rule.sources)}" if rule.sources else ""
    banned = f"; not {', '.join(rule.banned)}" if rule.banned else ""
    return f"of {rule.fewest} to {rule.most} units{books}{banned}"


def _allowed(allowed: bool, how: str, banned: Iterable[str]) -> str:
    if not allowed:
        return "not allowed"
    names = ", ".join(banned)
    return f"{how}; not {names}" if names else how
