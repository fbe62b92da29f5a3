"""What the page of rules shows of an event."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from musterhall.events.briefs import told_scenarios
from musterhall.events.event import Event
from musterhall.game.forces import RuleLine
from musterhall.packs.rules_in_words import (
    ToldRule,
    award_line,
    day_lines,
    force_lines,
    own_lines,
    reading_lines,
    scoring_lines,
    told_rules,
)


def rules_view(event: Event) -> dict[str, Any]:
    """Everything on the page of rules."""
    pack, rules = event.pack, event.rules
    told = {on: told_rules(pack, rules, on) for on in ("force", "day", "play")}
    return {
        "force_lines": [*force_lines(pack), *own_lines(pack, rules, event.planned), *_short(told["force"])],
        "force_rules": _long(told["force"]),
        "day_lines": [*day_lines(pack, rules, event.planned), *_prize_lines(event), *_short(told["day"])],
        "day_rules": _long(told["day"]),
        "play_lines": _short(told["play"]),
        "play_rules": _long(told["play"]),
        "scoring_lines": list(scoring_lines(pack, rules)),
        "scenarios": told_scenarios(event),
        "reading_lines": list(reading_lines(pack)),
    }


def _prize_lines(event: Event) -> Iterable[RuleLine]:
    """What there is to win as the event stands, and whom it owes."""
    for award in event.awards:
        yield award_line(award, event.sponsors.get(award.name, ()))
    if thanked := event.sponsors.get(""):
        yield RuleLine("Sponsors", ", ".join(thanked))


def _short(rules: Iterable[ToldRule]) -> list[RuleLine]:
    """A rule of one sentence is a line like any other."""
    return [RuleLine(one.title, one.sentences[0].rstrip("."), one.page) for one in rules if len(one.sentences) == 1]


def _long(rules: Iterable[ToldRule]) -> list[ToldRule]:
    return [one for one in rules if len(one.sentences) > 1]
