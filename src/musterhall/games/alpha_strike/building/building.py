"""Building forces for an event: what the solver must know of a pack, and what it found as a force to play."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from musterhall.games.alpha_strike.abilities.abilities import pilot_abilities
from musterhall.games.alpha_strike.building.force_builder import BuildLimits, BuiltForce, build_forces, is_possible
from musterhall.games.alpha_strike.force import known_names as names
from musterhall.games.alpha_strike.force.check import Report, check_force, formation_settings
from musterhall.games.alpha_strike.force.force_rules import Terms
from musterhall.games.alpha_strike.force.forces import (
    Choice,
    Force,
    ForceUnit,
    Group,
    plain,
    tell_apart,
)
from musterhall.games.alpha_strike.formations.formations import FormationType, formation_types
from musterhall.games.alpha_strike.formations.solver import SplitGroup
from musterhall.games.alpha_strike.units.cards import Card, is_mech
from musterhall.games.alpha_strike.units.factions import factions_sharing
from musterhall.games.alpha_strike.units.library import Library
from musterhall.games.alpha_strike.units.point_values import unit_pv
from musterhall.problems import BadInput, near_names
from musterhall.tally import counted

REGULAR = (4, 4)
MOST_TRIED = 150
"""Units that the solver chooses from; among more it finds nothing good in its seconds."""

FACTIONS = (
    *("Capellan Confederation", "Draconis Combine", "Federated Suns", "Free Worlds League", "Lyran Commonwealth"),
    *("House Davion", "House Kurita", "House Liao", "House Marik", "House Steiner", "Lyran Alliance"),
    *("Federated Commonwealth", "Free Rasalhague Republic", "St. Ives Compact", "Chaos March", "Terran Hegemony"),
    *("ComStar", "Word of Blake", "Republic of the Sphere", "Star League", "Star League Defense Force"),
    *("Magistracy of Canopus", "Taurian Concordat", "Outworlds Alliance", "Marian Hegemony", "Circinus Federation"),
    *("Filtvelt Coalition", "Fronc Reaches", "Calderon Protectorate", "Raven Alliance", "Rasalhague Dominion"),
    *(
        "Wolf Empire",
        "Scorpion Empire",
        "Escorpion Imperio",
        "Tamar Pact",
        "Vesper Marches",
        "Alyina Mercantile League",
    ),
    *("Clan Wolf", "Clan Wolf-in-Exile", "Clan Jade Falcon", "Clan Ghost Bear", "Clan Smoke Jaguar", "Clan Nova Cat"),
    *("Clan Steel Viper", "Clan Diamond Shark", "Clan Sea Fox", "Clan Hell's Horses", "Clan Snow Raven"),
    *("Clan Star Adder", "Clan Coyote", "Clan Cloud Cobra", "Clan Goliath Scorpion", "Clan Blood Spirit"),
    *("Clan Fire Mandrill", "Clan Ice Hellion", "Clan Burrock", "Clan Protectorate", "The Society"),
    *("Mercenary", "Mercenaries", "Pirate", "Kell Hounds", "Wolf's Dragoons", "Eridani Light Horse"),
)
"""Well-known names. One that is not here may still be right, so that it is only remarked upon."""


@dataclass(frozen=True, slots=True)
class Search:
    """What a search for forces came to."""

    legal: tuple[tuple[Force, Report], ...]
    refused: tuple[tuple[Force, Report], ...]
    """What the solver took for a force, and the check does not."""
    obstacles: tuple[str, ...]
    """Where no force is legal, the rules that the units cannot keep, as far as they are known; else nothing."""
    proven: bool
    """Whether time was left to see that no better one exists."""
    tried: int = 0
    of: int = 0
    """How many of how many units that may be taken the solver chose from."""


def forces_for(
    terms: Terms,
    owned: Sequence[Card],
    library: Library,
    *,
    faction: str = "",
    points: int | None = None,
    around: Sequence[str] = (),
    number: int = 3,
    skills: tuple[int, int] | None = None,
    seconds_most: float = 15.0,
    first: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Search:
    """Legal forces for an event from the units somebody owns, the best first, each with its check.

    They are named after their faction and numbered from `first` on.
    """
    # What is owned may be older than the library, which knows more of what is available to whom.
    owned = [library.same(card) or card for card in owned]
    cards = fit_cards(owned, terms, faction, library)
    _require_fit(around, owned, cards, terms)
    allowed_cards, cards = cards, shortlist(cards, around)
    _require_faction(terms, faction)
    limits = build_limits(terms, skills)
    allowed = terms.force.points.most or max(terms.force.points.by_units.values())
    if points is not None and points > allowed:
        raise BadInput(f"{points} points: {terms.name} allows {allowed}; ask for no more.")
    if points is not None:
        limits = replace(limits, pv_by_units={units: min(points, pv) for units, pv in limits.pv_by_units.items()})
    built = build_forces(
        cards,
        points or allowed,
        limits,
        formation_settings(terms),
        faction,
        around=around,
        number=number,
        allowed=allowed_kinds(terms),
        seconds_most=seconds_most,
        progress=progress,
    )
    named = faction or terms.name
    forces = [force_of(one, terms, faction, f"{named} {at}") for at, one in enumerate(built, first)]
    checked = [(force, check_force(force, terms, library)) for force in forces]
    obstacles: list[str] = []
    if not built:
        obstacles += _obstacles(cards, points or allowed, limits, around)
        obstacles += _left_at_home(owned, terms, faction, library)
    return Search(
        legal=tuple(one for one in checked if one[1].legal),
        refused=tuple(one for one in checked if not one[1].legal),
        obstacles=tuple(obstacles),
        proven=all(one.optimal for one in built),
        tried=len(cards),
        of=len(allowed_cards),
    )


def shortlist(cards: Sequence[Card], around: Sequence[str], most: int = MOST_TRIED) -> list[Card]:
    """As many as the solver can choose from in its seconds: of every role and size some, from cheap to dear.

    Units that the force is built around are always among them.
    """
    if len(cards) <= most:
        return list(cards)
    wanted = [card for card in cards if card.name in around]
    alike: dict[tuple[str, int], list[Card]] = {}
    for card in sorted(cards, key=lambda card: (card.pv, card.name)):
        if card.name not in around:
            alike.setdefault((card.role, card.size), []).append(card)
    chosen = [card for row in zip_longest(*map(_spread, alike.values())) for card in row if card is not None]
    return [*wanted, *chosen[: most - len(wanted)]]


def _spread(cards: Sequence[Card]) -> Iterator[Card]:
    """The one in the middle, then those in the middle of either half, and so on: wherever one stops, it is fair."""
    spans = deque([(0, len(cards))])
    while spans:
        low, high = spans.popleft()
        if low < high:
            middle = (low + high) // 2
            yield cards[middle]
            spans += [(low, middle), (middle + 1, high)]


def faction_note(faction: str, terms: Terms, library: Library) -> str:
    """A word on a faction that nobody here knows, which may be misspelt; empty where it is known."""
    known = {*FACTIONS, *(name for card in library.cards for name, _ in card.available)}
    known |= {name for kind in formation_types().values() for name in kind.factions}
    known |= set(terms.force.faction.allowed) if terms.force.faction else set()
    if not faction or plain(faction) in map(plain, known):
        return ""
    return f"faction {faction!r}: nobody here knows it. {near_names(faction, known)}"


def build_limits(terms: Terms, skills: tuple[int, int] | None = None) -> BuildLimits:
    """A pack's force rules, as far as the solver keeps them."""
    force = terms.force
    return BuildLimits(
        units_least=force.units.fewest if force.units else 1,
        units_most=force.units.most if force.units and force.units.most is not None else 24,
        skill=_common(skills, _skills(terms)) if skills else _skills(terms),
        chassis_most=force.same_chassis.most if force.same_chassis else None,
        mech_share=force.mech_share.least if force.mech_share else 0,
        specials_most={rule.special: rule.most for rule in force.carriers},
        pv_by_units={int(number): points for number, points in force.points.by_units.items()},
    )


def fit_cards(owned: Sequence[Card], terms: Terms, faction: str, library: Library) -> list[Card]:
    """The cards that the event allows one by one: not barred, and not known to be out of the faction's reach."""
    kinds = {card.name: card for card in owned}
    refused = {name for name, card in kinds.items() if _refusals(card, terms, faction, library)}
    return [card for card in owned if card.name not in refused]


def _refusals(card: Card, terms: Terms, faction: str, library: Library) -> list[str]:
    """What the event has against a card, whatever it is taken with."""
    era = terms.force.era.name if terms.force.era else ""
    unit = ForceUnit(card.name, card, skill=_skills(terms)[0])
    alone = Force("", "", faction or "any", era, (unit,), ())
    return [problem.what for problem in check_force(alone, terms, library).problems if problem.where == card.name]


def allowed_kinds(terms: Terms) -> frozenset[str]:
    """The kinds of formation that the event has."""
    rule = terms.force.formations
    if not rule.allowed:
        return frozenset()
    banned = {names.formation.find(name) for name in rule.banned}
    return frozenset(
        key
        for key, kind in formation_types().items()
        if key not in banned
        and (not rule.sources or any(part.strip().startswith(tuple(rule.sources)) for part in kind.source.split(",")))
    )


def force_of(built: BuiltForce, terms: Terms, faction: str, name: str) -> Force:
    """What the solver found as a force: commanders are command units, and choices due at registration are made."""
    leading = {names.formation.find(kind) for kind in terms.force.command_units.commanders_of}
    groups = [led for group in built.split.groups if (led := _led(group, built, terms, leading)) is not None]
    commanders = {group.commander for group in groups if group.kind in leading}
    kinds = [formation_types()[group.kind] for group in groups]
    labels = tell_apart([kind.name for kind in kinds])
    return Force(
        name=name,
        player="",
        faction=faction,
        era=terms.force.era.name if terms.force.era else "",
        pack=plain(terms.name).replace(" ", "-"),
        units=tuple(
            ForceUnit(unit.name, unit.card, unit.skill, command_unit=unit.name in commanders) for unit in built.units
        ),
        groups=tuple(
            Group(label, kind.name, group.units, group.commander, _first_choices(kind))
            for label, kind, group in zip(labels, kinds, groups, strict=True)
        ),
    )


def _led(group: SplitGroup, built: BuiltForce, terms: Terms, leading: set[str | None]) -> SplitGroup | None:
    """The group under a commander who may be a command unit; None where it has to be one and nobody in it may."""
    if group.kind not in leading:
        return group
    never = terms.force.command_units.never
    able = [unit for unit in built.units if unit.name in group.units and unit.card.type not in never]
    if not able:
        return None
    if group.commander in {unit.name for unit in able}:
        return group
    return replace(group, commander=min(able, key=lambda unit: (unit.skill, -unit.pv, unit.name)).name)


def _first_choices(kind: FormationType) -> Mapping[str, Choice]:
    for award in kind.bonus:
        if "registration" in (award.chosen, award.ability_chosen):
            if award.option:
                return {"option": award.option}
            return {"ability": pilot_abilities()[award.abilities[0]].name}
    return {}


def _skills(terms: Terms) -> tuple[int, int]:
    """The skills that pilots without a name of their own may have."""
    kinds = [kind for kind in terms.force.pilots if not kind.legendary]
    if kinds:
        return min(kind.best for kind in kinds), max(kind.worst for kind in kinds)
    return (terms.force.skill.best, terms.force.skill.worst) if terms.force.skill else REGULAR


def _common(wanted: tuple[int, int], allowed: tuple[int, int]) -> tuple[int, int]:
    best, worst = max(wanted[0], allowed[0]), min(wanted[1], allowed[1])
    if best > worst:
        raise BadInput(
            f"skills {wanted[0]} to {wanted[1]}: this event has {allowed[0]} to {allowed[1]}; choose from those."
        )
    return best, worst


def _require_fit(around: Sequence[str], owned: Sequence[Card], fit: Sequence[Card], terms: Terms) -> None:
    have, may = {card.name for card in owned}, {card.name for card in fit}
    barred = [name for name in around if name in have and name not in may]
    if barred:
        raise BadInput(
            f"{', '.join(barred)}: {terms.name} does not allow it in this force; build around something else."
        )


def _require_faction(terms: Terms, faction: str) -> None:
    rule = terms.force.faction
    if rule and rule.required and not faction.strip():
        raise BadInput(f"{terms.name}: a force is of one faction; name the faction to build for.")
    if rule and not rule.allowed and (sharing := factions_sharing(faction)):
        several = ", ".join(sharing[:3])
        raise BadInput(
            f"faction {faction!r}: is a list that several factions share; name one of those, such as {several}."
        )


def _obstacles(cards: Sequence[Card], points: int, limits: BuildLimits, around: Sequence[str]) -> Iterator[str]:
    """Rules that no choice of these units can keep: those seen at once, or else those found by leaving one out."""
    seen = list(_plain_obstacles(cards, points, limits, around))
    yield from seen or _found_obstacles(cards, points, limits, around)


def _found_obstacles(cards: Sequence[Card], points: int, limits: BuildLimits, around: Sequence[str]) -> Iterator[str]:
    """The rules without which a force could be built."""
    carriers = ", ".join(f"{most} with {special}" for special, most in limits.specials_most.items())
    without = {
        f"the rule of {limits.chassis_most} units of one chassis": replace(limits, chassis_most=None),
        f"the rule of {limits.mech_share} percent of points in 'Mechs": replace(limits, mech_share=0),
        f"the rule of at most {carriers}": replace(limits, specials_most={}),
    }
    stops = [
        rule for rule, looser in without.items() if looser != limits and is_possible(cards, points, looser, around)
    ]
    if around and is_possible(cards, points, limits):
        stops.append(f"building it around {', '.join(around)}")
    yield from (f"it could be built but for {rule}" for rule in stops)


def _left_at_home(owned: Sequence[Card], terms: Terms, faction: str, library: Library) -> Iterator[str]:
    """How many units the event does not allow at all, and why."""
    reasons = Counter(what for card in owned for what in _refusals(card, terms, faction, library))
    for what, number in reasons.most_common():
        yield f"{number} of yours must stay at home: {what.removeprefix('is ')}"


def _plain_obstacles(cards: Sequence[Card], points: int, limits: BuildLimits, around: Sequence[str]) -> Iterator[str]:
    fewest = min(limits.pv_by_units, default=limits.units_least)
    if len(cards) < fewest:
        yield f"it needs {counted(fewest, 'unit')}, and {len(cards)} of yours are allowed"
        return
    worst = limits.skill[1]
    cheapest = sorted(unit_pv(card, worst).total for card in cards)
    if (least := sum(cheapest[:fewest])) > points:
        units = "cheapest unit costs" if fewest == 1 else f"{fewest} cheapest units cost"
        yield f"the {units} {least} points with skill {worst}, and {points} are allowed"
    prices = {card.name: unit_pv(card, worst).total for card in cards}
    wanted = sum(prices[name] for name in around)
    if wanted > points:
        yield f"the units it is built around cost {wanted} points with skill {worst}, and {points} are allowed"
    if limits.mech_share and not any(is_mech(card) for card in cards):
        yield f"{limits.mech_share} percent of the points must be 'Mechs, and none of yours is one"
