"""A force file of any game, checked whole: mistakes in its form and against the rules at once.

Handing in refuses what cannot be read; a check goes on as far as it can.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from musterhall.packs.submissions import age_of_destruction_problems, the_game_problems
from musterhall.problems import BadInput, Problem

if TYPE_CHECKING:
    from musterhall.packs.model import Pack

ALPHA_STRIKE, THE_GAME, AGE_OF_DESTRUCTION = GAMES = ("alpha_strike", "the_game", "age_of_destruction")


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found."""

    force: str
    problems: tuple[Problem, ...]
    whole: bool
    """Everything was looked at; else the file could not be read well enough for that."""
    cost: int = 0
    allowed: int | None = None

    @property
    def legal(self) -> bool:
        return not self.problems

    def as_data(self) -> dict[str, Any]:
        return {"force": self.force, "legal": self.legal, "problems": [one.as_data() for one in self.problems]}


def game_of(data: Mapping[str, Any], name: str) -> str:
    """The game that a force file is of: the one that it names, or else the one whose fields it has."""
    if data.get("game") in GAMES:
        return str(data["game"])
    if "formation" not in data and "unit" not in data:
        raise BadInput(f"{name}: is no force, it has neither formations nor units; begin with a copy of a shipped one.")
    units = data.get("unit")
    if not isinstance(units, list):
        return THE_GAME
    return ALPHA_STRIKE if any(isinstance(row, dict) and "unit" in row for row in units) else AGE_OF_DESTRUCTION


def check_the_game(data: Mapping[str, Any], name: str, variants: Mapping[str, object], pack: Pack | None) -> Checked:
    from musterhall.games.the_game.forces import check_force, force_with_mistakes, is_about_unread

    rows = data.get("formation")
    points = pack.force.points.allowed(len(rows)) if pack and isinstance(rows, list) else None
    force, mistakes = force_with_mistakes(data, name, points)
    if force is None:
        return Checked(name, tuple(mistakes), whole=False)
    found = the_game_problems(force, pack) if pack else check_force(force, variants)
    rest = [one for one in found if not (mistakes and is_about_unread(one))]
    return Checked(force.name, (*mistakes, *rest), True, force.cost, force.points)


def check_age_of_destruction(data: Mapping[str, Any], name: str, pack: Pack | None) -> Checked:
    from musterhall.games.age_of_destruction.figures import figure
    from musterhall.games.age_of_destruction.force_check import force_problems
    from musterhall.games.age_of_destruction.forces import force_with_mistakes

    force, mistakes = force_with_mistakes(data, name)
    if force is None:
        return Checked(name, tuple(mistakes), whole=False)
    found = age_of_destruction_problems(force, pack) if pack else force_problems(force)
    allowed = pack.force.points.allowed(len(force.units)) if pack else figure("build_total")
    return Checked(force.name, (*mistakes, *found), True, force.points, allowed)


def require_same_game(game: str, pack: Pack, name: str) -> None:
    if game != pack.game:
        raise BadInput(f"{name}: is a force of {game}, and {pack.name} is played with {pack.game}; name another pack.")
