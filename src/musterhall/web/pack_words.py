"""A pack's rules as sentences that a player can read on a phone, each with the page it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from musterhall.events.scores import shown
from musterhall.packs.event_rules import Award, CardField, Conditions, Counted, EventRules, Measure, Scenario, Step, Sum
from musterhall.packs.event_rules import Winner as WinnerStep
from musterhall.packs.model import ForceRules, Pack, readings


@dataclass(frozen=True, slots=True)
class Line:
    title: str
    text: str
    page: str = ""


def rules_view(pack: Pack, event: EventRules) -> dict[str, Any]:
    """Everything on the page of rules."""
    return {
        "force_lines": list(force_lines(pack.force)),
        "scoring_lines": list(scoring_lines(event)),
        "day_lines": list(day_lines(pack, event)),
        "reading_lines": list(reading_lines(pack)),
        "field_text": field_text,
    }


# Forces


def force_lines(force: ForceRules) -> Iterator[Line]:
    """The rules for forces that this pack has; a rule that it leaves out does not exist there."""
    yield Line("Points", _points(force), force.points.because)
    if force.era:
        yield Line("Era", force.era.name, force.era.because)
    if force.faction:
        yield Line("Faction", _faction(force), force.faction.because)
    if force.units:
        yield Line("Units", _span(force.units.fewest, force.units.most), force.units.because)
    if force.mech_share:
        share = force.mech_share
        yield Line("Share", f"at least {share.least}% of the points in {_and(share.types)} units", share.because)
    if force.skill:
        yield Line("Skill", f"{force.skill.best} to {force.skill.worst}", force.skill.because)
    for pilot in force.pilots:
        legend = ", legendary" if pilot.legendary else ""
        yield Line("Pilots", f"{pilot.kind}{legend}: skill {pilot.best} to {pilot.worst}", pilot.because)
    if force.same_legend:
        yield Line("The same legend", f"at most {force.same_legend.most}", force.same_legend.because)
    if force.same_chassis:
        yield Line("The same chassis", f"at most {force.same_chassis.most}", force.same_chassis.because)
    for carrier in force.carriers:
        yield Line(f"Units with {carrier.special}", f"at most {carrier.most}", carrier.because)
    yield from _allowances(force)
    if force.unusable:
        yield Line("Abilities that cannot be used", ", ".join(force.unusable.specials), force.unusable.because)
    if force.barred:
        pages = "; ".join(dict.fromkeys(one.because for one in force.barred if one.because))
        yield Line("Not allowed", "; ".join(one.what for one in force.barred), pages)


def _allowances(force: ForceRules) -> Iterator[Line]:
    written = force.model_fields_set
    formations = force.formations
    if "formations" in written:
        yield Line("Formations", _formations(force), formations.because)
    if "pilot_abilities" in written:
        one = force.pilot_abilities
        few = f"for at most {_counted(one.pilots, 'pilot')}" if one.pilots is not None else "for every pilot"
        legends = ", only legendary pilots" if one.legendary_only else ""
        yield Line("Pilot abilities", _allowed(one.allowed, f"{few}{legends}", one.banned), one.because)
    if "alternate_munitions" in written:
        munitions = force.alternate_munitions
        each = f"{munitions.per_keyword} for each keyword" if munitions.per_keyword else "any number"
        yield Line("Alternate munitions", _allowed(munitions.allowed, each, munitions.banned), munitions.because)
    if "command_abilities" in written:
        command = force.command_abilities
        few = f"at most {command.most}" if command.most is not None else "as their own rules say"
        yield Line("Command abilities", _allowed(command.allowed, few, command.banned), command.because)
    if "command_units" in written and force.command_units.most:
        units = force.command_units
        never = f"; never {_and(units.never, 'or')}" if units.never else ""
        must = f"; commanders of a {_and(units.commanders_of, 'or')} must be among them" if units.commanders_of else ""
        yield Line("Command units", f"up to {units.most}, chosen in secret{never}{must}", units.because)


def _points(force: ForceRules) -> str:
    if force.points.most is not None:
        return f"at most {force.points.most}"
    return "; ".join(f"{points} with {units} units" for units, points in force.points.by_units.items())


def _faction(force: ForceRules) -> str:
    assert force.faction is not None, "asked only where there is one"
    rule = force.faction
    parts = ["one for the whole force" if rule.required else "free to choose"]
    if rule.allowed:
        parts.append(f"one of {', '.join(rule.allowed)}")
    if rule.available:
        parts.append("every unit must be available to it")
    return "; ".join(parts)


def _formations(force: ForceRules) -> str:
    rule = force.formations
    if not rule.allowed:
        return "not allowed"
    books = f", from {_and(rule.sources)}" if rule.sources else ""
    banned = f"; not {', '.join(rule.banned)}" if rule.banned else ""
    return f"of {rule.fewest} to {rule.most} units{books}{banned}"


def _allowed(allowed: bool, how: str, banned: Iterable[str]) -> str:
    if not allowed:
        return "not allowed"
    names = ", ".join(banned)
    return f"{how}; not {names}" if names else how


def _span(fewest: int, most: int | None) -> str:
    if most is None:
        return f"at least {fewest}"
    return f"{fewest} to {most}" if fewest else f"at most {most}"


# Scoring


def scoring_lines(event: EventRules) -> Iterator[Line]:
    """From the card to the points of a round, in the order in which it is done."""
    titles = event.scoring.titles()
    states = {state.name: state.title for state in event.scoring.state}
    for step in event.scoring.steps:
        title = "The winner" if isinstance(step, WinnerStep) else step.title
        yield Line(title, _step(step, titles, states, event), step.because)


def _step(step: Step, titles: Mapping[str, str], states: Mapping[str, str], event: EventRules) -> str:
    if isinstance(step, Measure):
        return _measure(step, states, event)
    if isinstance(step, WinnerStep):
        tests = [f"more {titles[test.most]}{_least(test.least)}" for test in step.by]
        return f"{', else '.join(tests)} wins; otherwise it is a draw"
    if isinstance(step, Conditions):
        ties = f"; level: {', then '.join(titles.get(name, 'a die') for name in step.ties)}" if step.ties else ""
        return f"who has more in most of {_titled(step.of, titles)} wins{ties}"
    if isinstance(step, Award):
        return f"{shown(step.win)} for a win, {shown(step.draw)} for a draw, {shown(step.loss)} for a loss"
    assert isinstance(step, Sum), "the last kind of step"
    return f"{_titled(step.of, titles)} together"


def _measure(step: Measure, states: Mapping[str, str], event: EventRules) -> str:
    parts = []
    if step.fields == "scenario":
        parts.append("what the scenario gives points for")
    elif step.fields:
        known = {field.name: field for field in event.scoring.field}
        parts += [field_text(known[name]) for name in step.fields]
    parts += [_count(one, states) for one in step.counts]
    cap = f"; at most {step.cap}" if step.cap is not None else ""
    only = f"; only where {_field_title(event, step.only_if)!r} is ticked" if step.only_if else ""
    return f"{', '.join(parts)}{cap}{only}"


def _count(one: Counted, states: Mapping[str, str]) -> str:
    whose = "own" if one.whose == "own" else "the opponent's"
    share = {Fraction(1): "the points of", Fraction(1, 2): "half the points of"}.get(
        one.times, f"{shown(one.times)} times the points of"
    )
    return f"{share} {whose} units {_and([states[name] for name in one.states], 'or')}"


def _field_title(event: EventRules, name: str) -> str:
    return next((field.title for field in event.scoring.field if field.name == name), name)


def _least(least: Fraction) -> str:
    return f" (at least {shown(least)})" if least else ""


def field_text(field: CardField) -> str:
    """A figure of the card and what it is worth."""
    each = f": {shown(field.each)}{' points' if field.yes else ' each'}" if field.each else ""
    most = f", at most {field.most}" if field.most is not None and not field.yes else ""
    per = f", once in each {field.per}" if field.per else ""
    return f"{field.title}{each}{most}{per}"


def scenario_ends(scenario: Scenario) -> list[str]:
    return [end.says for end in scenario.end]


# The day


def day_lines(pack: Pack, event: EventRules) -> Iterator[Line]:
    """Rounds, pairing, standings, byes, concessions, conduct and prizes."""
    titles = event.scoring.titles()
    minutes = ", ".join(map(str, event.minutes))
    yield Line("Rounds", f"{event.rounds}, of {minutes} minutes")
    choice = "drawn by lot, none twice" if event.choice.pick == "draw" else "in the order below"
    told = f"; {event.choice.announced}" if event.choice.announced else ""
    yield Line("Scenarios", f"{choice}{told}", event.choice.because)
    by, paired = _titled(event.pairing.order, titles, ", then "), event.pairing.because
    yield Line("Pairing", f"the first round by lot, then by {by}; nobody meets twice if it can be helped", paired)
    yield Line("Standings", f"by {_titled(event.standings.order, titles, ', then ')}", event.standings.because)
    if event.bye.of or event.bye.plus:
        bye = "no points" if pack.reading("bye") == "no_points" else _bye(event, titles)
        yield Line("Without an opponent", bye, event.bye.because)
    if event.concession.own or event.concession.own_plus or event.concession.bye_plus:
        yield Line("Conceding", _concession(event, titles), event.concession.because)
    yield Line("Conduct", f"out with warning number {event.conduct.out_at}", event.conduct.because)
    for award in event.award:
        how = {"place": f"place {award.place}", "vote": "by the players' votes"}.get(award.by, "by the organiser")
        painted = ", for painted forces" if award.painted else ""
        yield Line(award.title, f"{how}{painted}", award.because)


def _bye(event: EventRules, titles: Mapping[str, str]) -> str:
    rounding = ", rounded down" if event.bye.rounding == "down" else ""
    average = f"the round's average of {_titled(event.bye.of, titles)}{rounding}" if event.bye.of else ""
    return " and ".join(filter(None, [average, *_plus(event.bye.plus, titles)]))


def _concession(event: EventRules, titles: Mapping[str, str]) -> str:
    rule = event.concession
    kept = [f"own {_titled(rule.own, titles)}"] if rule.own else []
    own = " and ".join([*kept, *_plus(rule.own_plus, titles)])
    bye = " and ".join(["what a bye gives", *(f"{more} more" for more in _plus(rule.bye_plus, titles))])
    return f"who concedes has nothing; the other the better of {own or 'nothing'}, and of {bye}"


def _plus(plus: Mapping[str, Fraction], titles: Mapping[str, str]) -> list[str]:
    return [f"{shown(figure)} {titles[name]}" for name, figure in plus.items()]


def reading_lines(pack: Pack) -> Iterator[Line]:
    """How this event reads what its papers leave open."""
    for name, one in readings().items():
        if name in pack.readings:
            value = pack.reading(name)
            yield Line(one.question, one.values.get(value, str(value)))


def _titled(names: Iterable[str], titles: Mapping[str, str], joined: str = "") -> str:
    found = [titles[name] for name in names]
    return joined.join(found) if joined else _and(found)


def _and(words: Iterable[str], word: str = "and") -> str:
    *rest, last = list(words)
    return f"{', '.join(rest)} {word} {last}" if rest else last


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
