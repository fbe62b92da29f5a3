"""A force as it is printed: what stands on the paper, and which paper it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from musterhall.game.terms import ForceRules, Terms
from musterhall.problems import Problem

PLAIN = ""
"""The paper for every game that has none of its own: a head, the check, and tables."""


@dataclass(frozen=True, slots=True)
class Sheet:
    paper: str
    """The text of the game's own typst template, which may import paper.typ; or `PLAIN`."""
    data: Mapping[str, Any]
    """All that the template prints, and nothing that it does not."""
    legal: bool = True


@dataclass(frozen=True, slots=True)
class SheetTable:
    title: str
    heads: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    right: tuple[int, ...] = ()
    """Columns of figures."""
    under: Sequence[str] = ()
    """A text in small print for each row, such as what is in a formation."""


@dataclass(frozen=True, slots=True)
class Head:
    """What stands above the tables of a plain sheet."""

    name: str
    game: str
    cost: int
    allowed: int | None
    fields: Sequence[tuple[str, str]]
    """Player, faction and the like, each with its word."""


def plain_sheet(
    head: Head,
    tables: Sequence[SheetTable],
    terms: Terms[ForceRules] | None,
    problems: Sequence[Problem],
    *,
    for_opponent: bool,
    notes: Sequence[str] = (),
) -> Sheet:
    """A sheet of head, verdict and tables, for a game without a paper of its own."""
    fields = [*head.fields, ("Event pack", title_of(terms))]
    data = {
        "for_opponent": for_opponent,
        "name": head.name or "Unnamed force",
        "game": head.game,
        "cost": head.cost,
        "allowed": head.allowed,
        "fields": [{"name": word, "value": value} for word, value in fields],
        "verdict": verdict(terms.name if terms else "", problems, (), for_opponent=for_opponent),
        "tables": [
            {
                "title": one.title,
                "heads": list(one.heads),
                "rows": [list(row) for row in one.rows],
                "right": list(one.right),
                "under": list(one.under),
            }
            for one in tables
        ],
        "notes": list(notes),
    }
    return Sheet(PLAIN, data, legal=not problems)


def title_of(terms: Terms[ForceRules] | None) -> str:
    return f"{terms.name}, version {terms.version}" if terms else ""


def verdict(
    event: str, problems: Sequence[Problem], warnings: Sequence[Problem], *, for_opponent: bool
) -> dict[str, Any]:
    """Whether the force is legal. What is wrong with it may name a secret, so an opponent only learns how much."""
    number = len(problems)
    where = f" for {event}" if event else ""
    words = f"Not legal: {number} problem{'s' if number > 1 else ''}" if number else f"Legal{where}: no problems found."
    return {
        "problems": number,
        "words": words,
        "texts": [] if for_opponent else [str(problem) for problem in problems],
        "warnings": [] if for_opponent else [str(warning) for warning in warnings],
    }
