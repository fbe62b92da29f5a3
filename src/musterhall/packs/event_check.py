"""What no single table of a pack can see: names that lead nowhere, names given twice, and days that are none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from musterhall.packs.event_rules import EventRules
from musterhall.packs.scenarios import Scenario
from musterhall.packs.scoring_rules import DIE, Conditions, Measure, Sum, Winner
from musterhall.problems import Problem
from musterhall.tally import counted


def event_problems(event: EventRules, where: str) -> list[Problem]:
    """What no single table can see: names that lead nowhere and names given twice."""
    return [
        Problem(where, what, remedy=f"{remedy[:1].upper()}{remedy[1:]}.")
        for what, _, remedy in (complaint.partition("; ") for complaint in dict.fromkeys(_complaints(event)))
    ]


def registration_problems(event: EventRules, where: str) -> list[Problem]:
    """What keeps a new event from being opened; the pack of an old one may say so, and is read all the same."""
    written = event.registration.forces_by
    if not written or event.registration.forces_due is not None:
        return []
    remedy = 'Write "2025-11-22", or with the hour "2025-11-22T23:59:59+11:00".'
    return [Problem(f"{where}, event.registration.forces_by", f"{written[:40]!r} is no day", remedy=remedy)]


def _complaints(event: EventRules) -> Iterator[str]:
    if len(event.minutes) not in (1, event.rounds):
        figures, planned = counted(len(event.minutes), "figure"), counted(event.rounds, "round")
        yield f"minutes has {figures} for {planned}; give one, or one for each round"
    if event.choice.pick == "draw" and len(event.scenario) < event.rounds:
        few = len(event.scenario)
        yield f"{event.rounds} rounds draw from {few} scenarios without repeats; add some, or pick in order"
    rounds = [slot.round for slot in event.schedule if slot.round is not None]
    if rounds and sorted(rounds) != list(range(1, event.rounds + 1)):
        yield f"the schedule has the rounds {rounds}, and there are {event.rounds}; give each one line"
    yield from _doubled("scenario", (one.name for one in event.scenario))
    yield from _doubled("award", (one.name for one in event.award))
    yield from _doubled("state", (one.name for one in event.scoring.state))
    yield from _unknown("kind of card", event.hand.ticks if event.hand else (), event.hand.kinds if event.hand else [])
    for scenario in event.scenario:
        yield from _card_complaints(event, scenario)
    yield from _step_complaints(event)
    yield from _soft_complaints(event)


def _card_complaints(event: EventRules, scenario: Scenario) -> Iterator[str]:
    fields = event.card_fields(scenario)
    known = [field.name for field in fields]
    yield from _doubled(f"field on the card of {scenario.title}", known)
    shared = [field.name for field in fields if field.shared]
    states = [state.name for state in event.scoring.state]
    for limit in (*scenario.limit, *event.scoring.limit):
        bounds = [name for name in (limit.most_of, limit.plus_other) if name is not None]
        yield from _unknown("field", [*limit.own, *limit.other, *bounds], known)
        yield from _unknown("state", [*limit.most_states, *limit.spared, *limit.needs], states)
        yield from _unknown("shared field", [*limit.before, *limit.since], shared)
    yield from _unknown("shared field", event.scoring.last, shared)
    yield from _unknown("shared field", event.hand.ticks.values() if event.hand else (), shared)
    for end in scenario.end:
        yield from _unknown("field", end.fields, known)
        yield from _unknown("shared field", end.since, shared)


def _step_complaints(event: EventRules) -> Iterator[str]:
    """A step may use only what the steps before it have made."""
    made: list[str] = []
    states = [state.name for state in event.scoring.state]
    everywhere = [field.name for field in event.scoring.field]
    decided = False
    for step in event.scoring.steps:
        if isinstance(step, Measure):
            yield from _unknown("field", step.fields if isinstance(step.fields, list) else [], everywhere)
            yield from _unknown("field", [step.only_if] if step.only_if else [], everywhere)
            yield from _unknown("state", [state for count in step.counts for state in count.states], states)
        elif isinstance(step, Winner):
            yield from _unknown("measure", [test.most for test in step.by], made)
        elif isinstance(step, Conditions):
            yield from _unknown("measure", [*step.of, *(name for name in step.ties if name != DIE)], made)
        elif isinstance(step, Sum):
            yield from _unknown("measure", step.of, made)
        elif not decided:
            yield f"the award {step.name!r} comes before the step that finds the winner; put it after it"
        decided = decided or isinstance(step, Winner | Conditions)
        if not isinstance(step, Winner):
            made.append(step.name)
    yield from _doubled("step", made)
    used = [*event.bye.of, *event.bye.plus]
    used += [*event.concession.own, *event.concession.own_plus, *event.concession.bye_plus]
    strength = event.standings.strength
    yield from _unknown("measure", [*used, *([strength.of] if strength else [])], made)
    if strength and strength.name in made:
        yield f"the strength of opponents has the name {strength.name!r} of a step; give it another"
    ranked = [*event.pairing.order, *event.standings.order, *event.standings.show]
    yield from _unknown("measure", ranked, [*made, *([strength.name] if strength else [])])
    if strength and event.standings.order[0] == strength.name:
        yield "the strength of opponents only parts equals; put it behind another figure of the standings"


def _soft_complaints(event: EventRules) -> Iterator[str]:
    """Soft scores go into what decides places, and take votes from an award that is voted on."""
    yield from _doubled("soft score", (one.name for one in event.soft))
    own = [name for name in event.standings.order if name in event.scoring.titles()]
    yield from _unknown("figure that decides places", (one.to for one in event.soft), own)
    voted = [one.name for one in event.award if one.by == "vote"]
    yield from _doubled("category", (one.name for one in event.category))
    known = [one.name for one in event.category]
    yield from _unknown("category", (one.category for one in event.award if one.category), known)
    scores = [*(one.name for one in event.soft), *event.titles()]
    yield from _unknown("score or figure", (one.of for one in event.award if one.of), scores)
    yield from _unknown("award by votes", (one.award for one in event.soft if one.award), voted)


def _unknown(word: str, used: Iterable[str], known: Sequence[str]) -> Iterator[str]:
    for name in used:
        if name not in known:
            yield f"no {word} is called {name!r}; there is {', '.join(known) or 'none'}"


def _doubled(word: str, names: Iterable[str]) -> Iterator[str]:
    seen = set[str]()
    for name in names:
        if name in seen:
            yield f"two have the name {name!r} as {word}; rename one"
        seen.add(name)
