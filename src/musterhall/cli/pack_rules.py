"""A pack's rules on the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from musterhall.game.forces import RuleLine
    from musterhall.packs.model import Pack
    from musterhall.packs.rules_in_words import ToldRule


def rule_lines(pack: Pack) -> Iterator[str]:
    """What the page of rules has, line by line; each scenario's own rules are on its card and in the file."""
    from musterhall.packs import rules_in_words as words

    yield "Forces:"
    yield from map(_rule_line, words.force_lines(pack))
    event = pack.event
    if event is None:
        return
    yield from map(_rule_line, words.own_lines(pack, event, event.rounds))
    yield from _told_lines(words.told_rules(pack, event, "force"))
    yield "The day:"
    yield from map(_rule_line, words.day_lines(pack, event, event.rounds))
    yield from map(_rule_line, map(words.award_line, event.award))
    yield from (f"  {slot}" for slot in words.schedule_lines(event.schedule))
    yield from _told_lines(words.told_rules(pack, event, "day"))
    if event.setup:
        yield "A match, step by step:"
        yield from (f"  {step}. {line}" for step, line in enumerate(pack.told(event.setup), 1))
    if play := words.told_rules(pack, event, "play"):
        yield "Rules of play:"
        yield from _told_lines(play)
    yield "Scoring:"
    yield from map(_rule_line, words.scoring_lines(pack, event))
    yield "Scenarios:"
    yield from (f"  {one.title}: {one.objective}" if one.objective else f"  {one.title}" for one in event.scenario)


def _rule_line(line: RuleLine) -> str:
    return f"  {line.title}: {line.text}{_page(line.page)}"


def _told_lines(rules: Iterable[ToldRule]) -> Iterator[str]:
    return (f"  {rule.title}: {' '.join(rule.sentences)}{_page(rule.page)}" for rule in rules)


def _page(because: str) -> str:
    return f" ({because})" if because else ""
