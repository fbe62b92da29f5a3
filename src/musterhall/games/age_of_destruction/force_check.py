"""Whether a force is legal for an event, with everything that is wrong with it at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from musterhall.games.age_of_destruction.alliances import allied, faction_name, factions, is_mercenary
from musterhall.games.age_of_destruction.figures import figure
from musterhall.games.age_of_destruction.forces import Force, ForceUnit
from musterhall.games.age_of_destruction.hands import HandCard, double_cards
from musterhall.games.age_of_destruction.names import plain
from musterhall.games.age_of_destruction.readings import USUAL, Chosen, answer
from musterhall.problems import Problem, near_names


def force_problems(
    force: Force, *, points: int | None = None, alliances: bool = True, readings: Chosen = USUAL
) -> list[Problem]:
    """What a force breaks: the build total (450 unless the event says otherwise), one of each unique unit, and where
    the event reads it so, that all its units are of one faction, of its allies (with `alliances`) or mercenaries."""
    return [
        *total_problems(force, figure("build_total") if points is None else points),
        *unique_problems(force),
        *allegiance_problems(force, alliances=alliances, readings=readings),
        *unknown_factions(force, readings=readings),
        *dial_problems(force),
        *card_problems(force, readings),
    ]


def total_problems(force: Force, points: int | None) -> list[Problem]:
    if points is None or force.points <= points:
        return []
    over = force.points - points
    what = f"costs {force.points} points and may cost {points}"
    return [Problem(force.name, what, "build total", f"Take out units worth {over} or more.")]


def unique_problems(force: Force) -> list[Problem]:
    """There is one of each unique unit."""
    many = Counter(unit.kind for unit in force.units if unit.rank == "unique")
    remedy = "Take one of them, and other units for the rest."
    return [
        Problem(kind, f"is unique and stands there {number} times", "unique units", remedy)
        for kind, number in many.items()
        if number > 1
    ]


def allegiance_problems(force: Force, *, alliances: bool = True, readings: Chosen = USUAL) -> list[Problem]:
    if not answer("one_faction", readings):
        return []
    if not force.faction:
        remedy = "Choose the faction it is built for."
        return [Problem(force.name, "has no faction yet, and its units have to be of one", "one faction", remedy)]
    return [
        _stranger(unit, force.faction, alliances)
        for unit in force.units
        if not _belongs(unit, force.faction, alliances, readings)
    ]


def unknown_factions(force: Force, also: Sequence[str] = (), readings: Chosen = USUAL) -> list[Problem]:
    """Factions that nobody knows; `also` are those that an event has besides. Where all units must be of one, those
    that are not are named already."""
    known = {*factions(), *map(faction_name, also)}
    units = () if answer("one_faction", readings) else (unit.faction for unit in force.units)
    given = dict.fromkeys(one for one in (force.faction, *units) if not is_mercenary(one))
    return [
        Problem(force.name, f"no faction is called {one!r:.80}", "Alliances", near_names(one, known))
        for one in given
        if faction_name(one) not in known
    ]


def dial_problems(force: Force) -> list[Problem]:
    """What a force says of a unit that its dial says otherwise, once for each kind."""
    problems = []
    for unit in {unit.kind: unit for unit in force.units}.values():
        sheet = unit.sheet
        if sheet is None:
            continue
        type_ = "vehicle" if sheet.type == "vtol" else sheet.type
        for word, said, true in (("type", unit.type, type_), ("points", unit.points, sheet.points),
                                 ("rank", unit.rank, sheet.rank)):  # fmt: skip
            if said != true:
                what = f"has {word} {said} in this force, and {true} on its base"
                problems.append(Problem(unit.kind, what, "its dial", f"Write {true}, or give it another name."))
    return problems


def card_problems(force: Force, readings: Chosen = USUAL) -> list[Problem]:
    """How many cards a hand may have goes by the rounds of a tournament; doubles are none in any."""
    return double_cards([HandCard(card.name, card.kind) for card in force.cards], readings)


def card_warnings(force: Force) -> list[Problem]:
    """Cards that may be played and do nothing, or not all that they say."""
    return [Problem(card.name, card.remark, "cards") for card in force.cards if card.remark]


def _belongs(unit: ForceUnit, faction: str, alliances: bool, readings: Chosen) -> bool:
    if is_mercenary(unit.faction):
        return True
    if alliances:
        return allied(unit.faction, faction, readings)
    return plain(faction_name(unit.faction)) == plain(faction_name(faction))


def _stranger(unit: ForceUnit, faction: str, alliances: bool) -> Problem:
    allies = ", its allies or mercenaries" if alliances else " or mercenaries"
    what = f"is of {unit.faction}, and this force may have units of {faction}{allies}"
    if faction_name(unit.faction) in factions():
        return Problem(unit.name, what, "one faction", "Take another unit.")
    remedy = near_names(unit.faction, (*factions(), faction))
    return Problem(unit.name, f"{what}; no faction of that name is known", "one faction", remedy)
