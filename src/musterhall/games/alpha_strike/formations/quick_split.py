"""A split into formations group by group, each the worthiest that is left.

Not the best split, but one at once: what there is when the solver's seconds run out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from musterhall.games.alpha_strike.formations.formation_rules import FormationSettings, FormationUnit, asked, fits
from musterhall.games.alpha_strike.formations.formations import (
    FormationType,
    formation_types,
    is_formation,
    numbers_allowed,
)

MOST_TRIED = 9
"""Of those who may be in a group, so many are tried in every combination: 126 at most."""

Offer = tuple[float, FormationType, int]
"""What a kind of formation is worth with so many units."""
Found = tuple[FormationType, list[int], float]
"""A kind of formation, the places of its units, and what it is worth."""


def quick_groups(
    units: Sequence[FormationUnit],
    places: Sequence[int],
    settings: FormationSettings,
    faction: str,
    kinds: Mapping[str, float],
    commands: int,
) -> list[Found]:
    """Formations of the units at these places; `kinds` has the weight of each kind that may be used.

    As many as `commands` may be of a kind whose commander commands the force.

    Formations that support others are left out: whether one has another to support is known only at the end.
    """
    left = list(places)
    found: list[Found] = []
    for value, kind, number in sorted(_offers(kinds, settings), key=lambda offer: -offer[0]):
        while (commands or not kind.commands_force) and (group := _group(kind, number, units, left, settings, faction)):
            found.append((kind, group, value))
            left = [place for place in left if place not in group]
            commands -= kind.commands_force
    return found


def _offers(kinds: Mapping[str, float], settings: FormationSettings) -> Iterator[Offer]:
    for key, weight in kinds.items():
        kind = formation_types()[key]
        fewest, most = numbers_allowed(kind, settings)
        for number in range(max(1, fewest), most + 1):
            value = kind.value(number, settings) * weight
            if value and not kind.supports:
                yield value, kind, number


def _group(
    kind: FormationType,
    number: int,
    units: Sequence[FormationUnit],
    left: Sequence[int],
    settings: FormationSettings,
    faction: str,
) -> list[int] | None:
    """So many of the units that are left as a formation of this kind."""
    needs = [need for need in kind.requirements if asked(need, settings)]
    strict = [need for need in needs if need.rule in ("all", "none")]

    def may_be_in(place: int) -> bool:
        return all(fits(need.who, units[place], settings) == (need.rule == "all") for need in strict)

    def helps(place: int) -> int:
        return sum(fits(need.who, units[place], settings) for need in needs if need not in strict)

    able = sorted(filter(may_be_in, left), key=helps, reverse=True)[:MOST_TRIED]
    for group in combinations(able, number):
        if is_formation(kind, [units[place] for place in group], settings, faction):
            return list(group)
    return None
