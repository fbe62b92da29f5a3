"""Worked cases: a question to the referee together with the answer expected, in one file a player can read.

Beside what the referee is asked, a case has `rule` (a section, or several), `title` (its one point, as a sentence) and
either `expect`, which must be part of the answer, or `expect_refused`, words of the sentence that refuses it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from musterhall.battle.referee import Ruling
from musterhall.problems import BadInput, parse_toml

CASE_KEYS = ("rule", "title", "expect", "expect_refused")
TOLERANCE = 0.01
"""How far a measured figure may be off: cases are written with a tape measure in mind."""

Ask = Callable[[Mapping[str, Any], str], Ruling]


@dataclass(frozen=True, slots=True)
class CaseOutcome:
    """A case and how it went; `differences` is empty when the answer was the one expected."""

    name: str
    title: str
    rules: tuple[str, ...]
    differences: tuple[str, ...]
    ruling: Ruling | None = None

    @property
    def passed(self) -> bool:
        return not self.differences

    def __str__(self) -> str:
        head = f"{self.name}: {self.title}"
        if self.passed:
            return f"{head}: as expected"
        lines = [head, *(f"  {difference}" for difference in self.differences)]
        if self.ruling is not None:
            lines += ["  the ruling:", *(f"    {line}" for line in self.ruling.text().splitlines())]
        return "\n".join(lines)


def run_case(text: str, name: str, ask: Ask) -> CaseOutcome:
    """Ask what the case asks and compare; a case that is no case is `BadInput`."""
    data = parse_toml(text, name)
    rules, title = _heading(data, name)
    asked = {key: value for key, value in data.items() if key not in CASE_KEYS}
    wanted = data.get("expect_refused")
    try:
        ruling = ask(asked, name)
    except BadInput as refusal:
        if wanted is None:
            return CaseOutcome(name, title, rules, (f"refused: {refusal}",))
        found = [] if wanted.lower() in str(refusal).lower() else [f"refused, but not with {wanted!r}: {refusal}"]
        return CaseOutcome(name, title, rules, tuple(found))
    if wanted is not None:
        return CaseOutcome(name, title, rules, (f"was answered and should have been refused: {wanted}",), ruling)
    return CaseOutcome(name, title, rules, tuple(differences(data["expect"], ruling.result)), ruling)


def _heading(data: Mapping[str, Any], name: str) -> tuple[tuple[str, ...], str]:
    rule, title = data.get("rule"), data.get("title")
    rules = (rule,) if isinstance(rule, str) else tuple(rule) if isinstance(rule, list) else ()
    if not rules or not all(isinstance(one, str) and one for one in rules):
        raise BadInput(f'{name}: rule: a worked case names its section; add rule = "1.2.3" or a list of them.')
    if not isinstance(title, str) or not title:
        raise BadInput(f"{name}: title: a worked case says its point; add a title.")
    expect, refused = data.get("expect"), data.get("expect_refused")
    if not (isinstance(expect, dict) and expect) and not (isinstance(refused, str) and refused):
        raise BadInput(f"{name}: expect: a worked case says what comes out; add expect or expect_refused.")
    if expect is not None and refused is not None:
        raise BadInput(f"{name}: expect_refused: a refused question has no answer; take expect or this out.")
    return rules, title


def differences(expected: Any, found: Any, place: str = "") -> Iterator[str]:
    """Where the answer is not what was expected: tables as a part, lists and words exactly, figures nearly."""
    where = place or "the answer"
    if isinstance(expected, Mapping):
        if not isinstance(found, Mapping):
            yield f"{where}: expected {_plain(expected)}, found {_plain(found)}"
            return
        for key, value in expected.items():
            inner = f"{place}.{key}" if place else str(key)
            if key not in found:
                yield f"{inner}: expected {_plain(value)}, found nothing; there is {', '.join(map(str, found))}"
            else:
                yield from differences(value, found[key], inner)
    elif isinstance(expected, list):
        if not isinstance(found, list | tuple) or len(found) != len(expected):
            yield f"{where}: expected {_plain(expected)}, found {_plain(found)}"
            return
        for number, (one, other) in enumerate(zip(expected, found, strict=True)):
            yield from differences(one, other, f"{where}[{number}]")
    elif not _same(expected, found):
        yield f"{where}: expected {_plain(expected)}, found {_plain(found)}"


def _same(expected: Any, found: Any) -> bool:
    if isinstance(expected, bool) or isinstance(found, bool):
        return expected is found
    if isinstance(expected, int | float) and isinstance(found, int | float):
        return abs(expected - found) <= TOLERANCE
    if expected == "none" and found is None:  # TOML has no word for nothing
        return True
    return bool(expected == found)


def _plain(value: Any) -> str:
    return str(value) if len(str(value)) < 400 else f"{str(value)[:400]}..."
