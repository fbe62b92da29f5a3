"""What a player hands in for an event, whatever the game: the roster for its cards, and what the check said.

A game's modules are loaded when one of its forces is read, because some of them take their time.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from musterhall.packs.model import Pack
from musterhall.problems import BadInput, Problem, parse_toml

if TYPE_CHECKING:
    from musterhall.games.age_of_destruction.forces import Force as AgeOfDestructionForce
    from musterhall.games.alpha_strike.forces import Force as AlphaStrikeForce
    from musterhall.games.alpha_strike.library import Library
    from musterhall.games.the_game.forces import Force as TheGameForce

LONGEST_FILE = 200_000
"""Characters; the longest honest force file has a few thousand."""


@dataclass(frozen=True, slots=True)
class Submission:
    """A force as it was handed in."""

    force: str
    """Its name."""
    text: str
    roster: list[dict[str, Any]] = field(hash=False)
    """Name, type and points of each unit, or of each formation where the game counts those; size and places for
    passengers where the game has them."""
    points: int
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    locked: dict[str, Any] = field(default_factory=dict, hash=False)
    """What must stay as it is from the first round on."""

    @property
    def legal(self) -> bool:
        return not self.problems

    def as_data(self) -> dict[str, Any]:
        return {
            "force": self.force,
            "text": self.text,
            "roster": self.roster,
            "points": self.points,
            "problems": [problem.as_data() for problem in self.problems],
            "warnings": [warning.as_data() for warning in self.warnings],
            "locked": self.locked,
        }


def is_force_file(text: str) -> bool:
    """Whether a text is a force file and not a list of another tool: it says which game it is of."""
    # Within a line: blank lines without end would be gone over from each of them anew.
    return re.search(r"^[ \t]*game[ \t]*=", text, re.MULTILINE) is not None


def submission(pack: Pack, text: str, name: str, library: Library | None = None) -> Submission:
    """The force in the text of a file called `name`, read and checked for this event.

    `library` are the Alpha Strike cards to look units up in; without one, those that come with the game.
    """
    game = _game_of(text, name)
    if game != pack.game:
        raise BadInput(f"{name}: is a force of {game}, and {pack.name} is played with {pack.game}; hand in one of it.")
    if game == "alpha_strike":
        return _alpha_strike(pack, text, name, library)
    if game == "the_game":
        return _the_game(pack, text, name)
    return _age_of_destruction(pack, text, name)


def _game_of(text: str, name: str) -> str:
    if len(text) > LONGEST_FILE:
        raise BadInput(f"{name}: has {len(text):,} characters, and no force needs {LONGEST_FILE:,}; check the file.")
    try:
        game = parse_toml(text, name).get("game")
    except RecursionError:
        raise BadInput(f"{name}: is nested too deeply to be a force; make it flatter.") from None
    if not isinstance(game, str):
        raise BadInput(f'{name}: does not say which game it is a force of; begin it with game = "alpha_strike".')
    return game


# Alpha Strike


def _alpha_strike(pack: Pack, text: str, name: str, library: Library | None) -> Submission:
    from musterhall.games.alpha_strike.forces import read_force
    from musterhall.games.alpha_strike.library import starter_library
    from musterhall.packs.check import check_force

    cards = starter_library() if library is None else library
    force = read_force(text, name, cards)
    report = check_force(force, pack, cards)
    return Submission(
        force=force.name,
        text=text,
        roster=[_row(unit.name, unit.card.type, unit.pv.total, size=unit.card.size) for unit in force.units],
        points=report.totals.points.total,
        problems=report.problems,
        warnings=report.warnings,
        locked=_alpha_strike_choices(force),
    )


def _alpha_strike_choices(force: AlphaStrikeForce) -> dict[str, Any]:
    return {
        "alternate_munitions": {
            unit.name: list(unit.alternate_munitions) for unit in force.units if unit.alternate_munitions
        },
        "formations": [
            {
                "name": group.name,
                "kind": group.kind,
                "units": list(group.units),
                "commander": group.commander,
                "choices": dict(group.choices),
            }
            for group in force.groups
        ],
        "command_abilities": [one.as_data() for one in force.command_abilities],
        "pilots": {
            unit.name: {"skill": unit.skill, "abilities": list(unit.abilities), "legendary": unit.legendary}
            for unit in force.units
        },
    }


# THE GAME


def _the_game(pack: Pack, text: str, name: str) -> Submission:
    from musterhall.games.the_game.forces import read_force

    force = read_force(text, name)
    return Submission(
        force=force.name,
        text=text,
        roster=[_row(formation.name, formation.group, formation.cost) for formation in force.formations],
        points=force.cost,
        problems=tuple(the_game_problems(force, pack)),
        locked=_the_game_choices(force),
    )


def the_game_problems(force: TheGameForce, pack: Pack) -> list[Problem]:
    from musterhall.games.the_game.forces import check_force

    return [
        *check_force(force, pack.variants),
        *_larger_game(force, pack),
        *_number_of_units(force.name, force.formations, pack, "formations"),
    ]


def _larger_game(force: TheGameForce, pack: Pack) -> list[Problem]:
    """A smaller force is the player's own loss; one built for a larger game has more battle groups than it should."""
    allowed = pack.force.points.allowed(len(force.formations))
    if allowed is None or force.points <= allowed:
        return []
    what = f"costs {force.cost} points and is built for a game of {force.points}, and the event is of {allowed}"
    return [Problem(force.name, what, pack.force.points.because, f"Build it for points = {allowed}.")]


def _the_game_choices(force: TheGameForce) -> dict[str, Any]:
    return {
        "formations": [
            {
                "name": formation.name,
                "entry": formation.entry,
                "options": list(formation.options),
                "weapons": list(formation.weapons),
                "battle_group": formation.battle_group,
                "commander": formation.commander,
                "carried_by": list(formation.carried_by),
            }
            for formation in force.formations
        ]
    }


# Age of Destruction


def _age_of_destruction(pack: Pack, text: str, name: str) -> Submission:
    from musterhall.games.age_of_destruction.forces import read_force

    force = read_force(text, name)
    return Submission(
        force=force.name,
        text=text,
        roster=[_row(unit.name, unit.type, unit.points, places=unit.transport) for unit in force.units],
        points=force.points,
        problems=tuple(age_of_destruction_problems(force, pack)),
        locked={"faction": force.faction},
    )


def age_of_destruction_problems(force: AgeOfDestructionForce, pack: Pack) -> list[Problem]:
    from musterhall.games.age_of_destruction.force_check import force_problems

    allowed = pack.force.points.allowed(len(force.units))
    return [
        *force_problems(force, points=allowed, readings=pack.readings),
        *_faction(force, pack),
        *_number_of_units(force.name, force.units, pack, "units"),
    ]


def _faction(force: AgeOfDestructionForce, pack: Pack) -> list[Problem]:
    rule = pack.force.faction
    if rule is None:
        return []
    if rule.required and not force.faction.strip():
        return [Problem(force.name, "names no faction", rule.because, 'Add faction = "..." with the one it is of.')]
    allowed = [one.casefold() for one in rule.allowed]
    if allowed and force.faction and force.faction.casefold() not in allowed:
        what = f"is of {force.faction}, which this event does not have"
        return [Problem(force.name, what, rule.because, f"Take one of {', '.join(rule.allowed)}.")]
    return []


# All games


def _row(name: str, type_: str, points: int, **known: int | None) -> dict[str, Any]:
    """A unit as a card needs it; a figure that is not there is left out."""
    return {"name": name, "type": type_, "points": points, **{key: value for key, value in known.items() if value}}


def _number_of_units(force: str, units: Sequence[object], pack: Pack, word: str) -> list[Problem]:
    rule, number = pack.force.units, len(units)
    if rule is None:
        return []
    if number < rule.fewest:
        return [Problem(force, f"has {number} {word}, and needs {rule.fewest}", rule.because, "Add some.")]
    if rule.most is not None and number > rule.most:
        return [Problem(force, f"has {number} {word}, and {rule.most} are allowed", rule.because, "Take some out.")]
    return []
