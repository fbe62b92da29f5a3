"""Whether a score card can be: everything that no match of its scenario can give, with the reason."""

from __future__ import annotations

from musterhall.events.card_check.check import Check
from musterhall.events.card_check.dice import face_problems, roll_problems
from musterhall.events.card_check.ending import end_problems, unknown_end_problems
from musterhall.events.card_check.fields import field_problems, shared_problems, tick_problems
from musterhall.events.card_check.limits import blank_figure_problems, limit_problems
from musterhall.events.card_check.phases import after_the_end_problems
from musterhall.events.card_check.totals import total_problems
from musterhall.events.card_check.units import force_problems
from musterhall.events.cards import NOTHING_KNOWN, Card, Known
from musterhall.events.scoring import BOTH, Rosters, rules
from musterhall.packs.model import Pack
from musterhall.packs.scenarios import Scenario
from musterhall.problems import Problem


def card_problems(
    pack: Pack,
    scenario: Scenario,
    card: Card,
    names: tuple[str, str],
    rosters: Rosters,
    known: Known = NOTHING_KNOWN,
) -> list[Problem]:
    """All reasons why this card cannot be; none means that it can be scored."""
    event = rules(pack)
    fields = {one.name: one for one in event.card_fields(scenario)}
    check = Check(pack, event, scenario, card, names, rosters, fields, known)
    problems = _problems_of_totals(check) if card.by_totals else _problems_of_whole(check)
    # Whether a roll is needed can be told only of a card that is right otherwise.
    return problems or list(roll_problems(check))


def _problems_of_totals(check: Check) -> list[Problem]:
    return [
        *total_problems(check),
        *shared_problems(check),
        *tick_problems(check),
        *unknown_end_problems(check),
        *face_problems(check),
    ]


def _problems_of_whole(check: Check) -> list[Problem]:
    return [
        *field_problems(check),
        *tick_problems(check),
        *blank_figure_problems(check),
        *limit_problems(check),
        *after_the_end_problems(check),
        *(problem for side in BOTH for problem in force_problems(check, side)),
        *end_problems(check),
        *face_problems(check),
    ]
