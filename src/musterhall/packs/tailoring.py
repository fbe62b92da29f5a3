"""A pack with some of its settings changed, for an organiser who has no mind to edit a file.

The text is changed where the setting stands and keeps its comments, so that what comes out can be read and changed
further by hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import tomlkit

from musterhall.game.terms import ForceRules
from musterhall.packs.day_wishes import DayWishes, with_day
from musterhall.packs.model import OpenQuestion, Pack, load_pack, open_questions
from musterhall.problems import BadInput


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is to be different; what is left empty stays as it is."""

    name: str = ""
    points: int | None = None
    units: int | None = None
    rounds: int | None = None
    minutes: tuple[int, ...] = ()
    """Of each round, or of all of them."""
    awards: tuple[str, ...] | None = None
    """The awards that are kept."""
    readings: Mapping[str, str] = field(default_factory=dict)
    """The answers to open questions, each as `readings.toml` writes it."""
    day: DayWishes = field(default_factory=DayWishes)


def tailored(text: str, wishes: Wishes) -> str:
    """The pack's text with the wishes in it, checked like any other pack."""
    pack = load_pack(text, "the pack")
    _require_limits(pack.force, wishes)
    document = tomlkit.parse(text)
    _change_event(document, wishes)
    force = document.get("force", {})
    for rule, most in (("points", wishes.points), ("units", wishes.units)):
        if most is not None:
            force[rule]["most"] = most
    if wishes.readings:
        answers = document.setdefault("readings", tomlkit.table())
        answers.update(dict(_answers(wishes.readings)))
    if wishes.name:
        document["name"] = wishes.name
    made = tomlkit.dumps(document)
    if pack.event is not None:
        made = with_day(made, load_pack(made, "the pack").event or pack.event, wishes.day)
    load_pack(made, wishes.name or "the pack")
    return made


def questions_with_answers(pack: Pack) -> list[tuple[OpenQuestion, str]]:
    """The questions that the pack answers, each with its answer as a text."""
    return [(one, _as_text(pack.reading(name))) for name, one in open_questions().items() if name in pack.readings]


def _require_limits(rules: ForceRules, wishes: Wishes) -> None:
    """A limit is changed where the pack has it; a new one would lack the place in the papers that it rests on."""
    rows = [int(number) for number in rules.points.by_units]
    if wishes.points is not None and rows:
        raise BadInput("points: this pack has them for each number of units; leave this empty.")
    if wishes.units is not None and rules.units is None:
        raise BadInput("units: this pack has no such limit; leave it empty.")
    if wishes.units is not None and wishes.units > max(rows, default=wishes.units):
        most = max(rows)
        raise BadInput(
            f"units: {wishes.units} are too many, this pack has points for {most} at most; choose {most} or fewer."
        )


def _change_event(document: tomlkit.TOMLDocument, wishes: Wishes) -> None:
    event: Any = document.get("event", {})
    before = (event.get("rounds", 1), list(event.get("minutes", [])))
    rounds = wishes.rounds or before[0]
    minutes = _for_each(list(wishes.minutes) or before[1], rounds)
    if (rounds, minutes) != before:
        event["rounds"], event["minutes"] = rounds, minutes
        # The hours of the day were those of other rounds.
        event.pop("schedule", None)
    names = [one["name"] for one in event.get("award", [])]
    if wishes.awards is not None and names != list(wishes.awards):
        kept = [one for one in event["award"] if one["name"] in wishes.awards]
        event["award"] = tomlkit.aot()
        for one in kept:
            event["award"].append(one)


def _for_each(minutes: list[int], rounds: int) -> list[int]:
    """One figure for all rounds, or one for each; the last one goes on."""
    if len(minutes) == 1:
        return minutes
    return [minutes[min(number, len(minutes) - 1)] for number in range(rounds)]


def _answers(wanted: Mapping[str, str]) -> Iterator[tuple[str, str | bool]]:
    for name, answer in wanted.items():
        known = open_questions().get(name)
        if known is None:
            raise BadInput(f"reading {name!r}: is no open question; choose from {', '.join(open_questions())}.")
        answers = {_as_text(value): value for value in known.values}
        if answer not in answers:
            raise BadInput(f"reading {name}: {answer!r} is no answer to it; choose from {', '.join(answers)}.")
        yield name, answers[answer]


def _as_text(value: str | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else value
