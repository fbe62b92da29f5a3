"""Cards that a force file only names: what they say is taken from those that ship."""

from __future__ import annotations

from typing import Any, get_args

from musterhall.games.age_of_destruction.cards.cards import Card, card_data, sample_cards
from musterhall.games.age_of_destruction.hands import CardKind
from musterhall.problems import Problem, near_names

OWN = {"text", "effect"}
"""What only a file says that brings a card of its own."""


def filled_cards(rows: list[Any]) -> tuple[list[Any], list[Problem]]:
    """The rows with all that a card says, and a problem for each that names one wrongly."""
    filled, problems = [], []
    for row in rows:
        if not isinstance(row, dict) or OWN & row.keys() or not isinstance(row.get("name"), str):
            filled.append(row)
            continue
        sample = sample_cards().known(row["name"])
        problems += _problems(row, sample)
        filled.append({"kind": "dummy", **row} if sample is None else _as_sample(row, sample))
    return filled, problems


def _as_sample(row: dict[str, Any], sample: Card) -> dict[str, Any]:
    """A kind that is none stays, and is told with whatever else is wrong in the file."""
    kind = {} if row.get("kind") in get_args(CardKind) else {key: row[key] for key in row if key == "kind"}
    rest = {key: value for key, value in row.items() if key not in ("name", "kind")}
    return {**card_data(sample), **rest, **kind}


def _problems(row: dict[str, Any], sample: Card | None) -> list[Problem]:
    name, kind = f"{row['name']:.80}", row.get("kind")
    if sample is None:
        if kind is not None:
            return []
        otherwise = "Write down its kind, and what it does if it shall do something"
        remedy = near_names(name, [card.name for card in sample_cards()], otherwise)
        return [Problem(name, "no card of this name is known here", remedy=remedy)]
    if kind not in get_args(CardKind) or kind == sample.kind:
        return []
    what = f"is a {sample.kind} among the sample cards, and a {kind} in this force".replace("_", " ")
    return [Problem(sample.name, what, remedy="Leave its kind out, or give it another name.")]
