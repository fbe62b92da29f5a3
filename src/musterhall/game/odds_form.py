"""What a page asks of those who attack and of their target: fields that a game declares, and what was filled in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from musterhall.problems import BadInput

MOST_LETTERS = 200


@dataclass(frozen=True, slots=True)
class OddsField:
    """One thing that is asked."""

    name: str
    label: str
    form: Literal["unit", "number", "choice", "tick", "words"]
    """A unit by its name, a whole number, one of several choices, yes or no, or words as they are written."""
    usual: str = ""
    help: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    """What may be chosen, with the words for it."""
    span: tuple[int, int] = (0, 0)
    """The least and the most that a number may be."""
    rare: bool = False
    """Whether most people leave it as it is."""

    def read(self, said: str, whose: str) -> Any:
        """What somebody has filled in; nothing for a number or words that were left out."""
        text = said.strip() or self.usual
        if len(text) > MOST_LETTERS:
            raise BadInput(f"{whose}, {self.label}: is too long; use at most {MOST_LETTERS} letters.")
        if self.form == "tick":
            return bool(text)
        if self.form == "number":
            return self._number(text, whose) if text else None
        if self.form == "choice" and text not in dict(self.choices):
            offered = ", ".join(words for _, words in self.choices)
            raise BadInput(f"{whose}, {self.label}: {text!r:.40} is not on offer; choose from {offered}.")
        return text

    def _number(self, text: str, whose: str) -> int:
        least, most = self.span
        if not (text.isascii() and text.isdecimal() and least <= int(text[:9]) <= most):
            raise BadInput(
                f"{whose}, {self.label}: {text!r:.40} cannot be; give a whole number from {least} to {most}."
            )
        return int(text)


@dataclass(frozen=True, slots=True)
class OddsForm:
    target: tuple[OddsField, ...]
    attacker: tuple[OddsField, ...]
    most: int
    """How many attackers there may be."""

    def read(
        self, target: Mapping[str, str], attackers: Sequence[Mapping[str, str]]
    ) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """What was filled in of the target and of each attacker, by the names of the fields."""
        read = [
            {field.name: field.read(said.get(field.name, ""), f"attacker {number}") for field in self.attacker}
            for number, said in enumerate(attackers, start=1)
        ]
        return {field.name: field.read(target.get(field.name, ""), "the target") for field in self.target}, read
