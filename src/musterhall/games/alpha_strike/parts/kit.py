"""How situations of Alpha Strike are put together, on a table or in words alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from typing import Any

from musterhall.battle.referee import Question
from musterhall.board import Picture
from musterhall.game.kit import Field, KitFile, UnitKind, read_kit_file
from musterhall.game.listed_kit import ListedKit
from musterhall.games.alpha_strike.package_data import catalogue_data
from musterhall.games.alpha_strike.parts.board import symbol_of
from musterhall.games.alpha_strike.parts.scene import picture_of
from musterhall.games.alpha_strike.referee.referee import QUESTIONS
from musterhall.games.alpha_strike.units.cards import Card
from musterhall.games.alpha_strike.units.library import Library, starter_library

IN_WORDS = ("target_number", "initiative", "move", "count", "modifier", "rights")
"""Questions that are answered by what holds in words, and not by a table."""
FORMS = {"flag": "yes", "number": "number", "word": "words", "words": "several"}


class AlphaStrikeKit(ListedKit):
    questions = QUESTIONS
    game_name = "alpha_strike"
    usual_size = (72, 48)

    def __init__(self, library: Library | None = None) -> None:
        self._library = library

    @cached_property
    def file(self) -> KitFile:  # type: ignore[override]
        return read_kit_file(catalogue_data("kit.toml"))

    def kinds(self) -> Sequence[UnitKind]:
        known = [_kind(card) for card in (starter_library() if self._library is None else self._library)]
        return sorted(known, key=lambda kind: kind.symbol != "walker")

    def picture(self, data: Mapping[str, Any], name: str) -> Picture:
        return picture_of(data, name, self._library)

    def more_fields(self, question: Question) -> Mapping[str, Field]:
        return _facts() if question.name in IN_WORDS else {}


def _kind(card: Card) -> UnitKind:
    note = f"{card.type}, size {card.size}, move {card.move}, armour {card.armour}, structure {card.structure}"
    return UnitKind(card.name, card.kind, symbol_of(card), f"{note}, {card.pv} PV")


@cache
def _facts() -> Mapping[str, Field]:
    """What can be said of a situation in words, as the list of conditions has it."""
    return {f"situation.{name}": _fact(row) for name, row in catalogue_data("conditions.toml").items()}


def _fact(row: Mapping[str, Any]) -> Field:
    words = f"{row['help'][:1].upper()}{row['help'][1:]}"
    if row["kind"] == "word" and row.get("among"):
        return Field(words=words, form="choice", choices={one: one for one in row["among"]})
    least, most = row.get("least"), row.get("most")
    return Field.model_validate({"words": words, "form": FORMS[row["kind"]], "least": least, "most": most})
