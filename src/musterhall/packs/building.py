"""Building forces for an event: what the solver must know of a pack, and what it found as a force to play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from musterhall.games.alpha_strike.abilities import pilot_abilities
from musterhall.games.alpha_strike.cards import Card
from musterhall.games.alpha_strike.force_builder import BuildLimits, BuiltForce, build_forces
from musterhall.games.alpha_strike.forces import Choice, Force, ForceUnit, Group, tell_apart
from musterhall.games.alpha_strike.formations import FormationType, formation_types
from musterhall.games.alpha_strike.library import Library
from musterhall.packs import names
from musterhall.packs.check import Report, check_force, formation_settings
from musterhall.packs.model import Pack
from musterhall.problems import BadInput

REGULAR = (4, 4)


def forces_for(
    pack: Pack,
    owned: Sequence[Card],
    library: Library,
    *,
    faction: str = "",
    points: int | None = None,
    around: Sequence[str] = (),
    number: int = 3,
    skills: tuple[int, int] | None = None,
    seconds_most: float = 15.0,
    progress: Callable[[int, int], None] | None = None,
) -> list[tuple[Force, Report]]:
    """Legal forces for an event from the units somebody owns, the best first, each with its check."""
    cards = fit_cards(owned, pack, faction, library)
    _require_fit(around, owned, cards, pack)
    limits = build_limits(pack, skills)
    if points is not None:
        limits = replace(limits, pv_by_units={})
    built = build_forces(
        cards,
        points or pack.force.points.most or max(pack.force.points.by_units.values()),
        limits,
        formation_settings(pack),
        faction,
        around=around,
        number=number,
        allowed=allowed_kinds(pack),
        seconds_most=seconds_most,
        progress=progress,
    )
    forces = [force_of(one, pack, faction, f"Built force {at}") for at, one in enumerate(built, 1)]
    return [(force, check_force(force, pack, library)) for force in forces]


def build_limits(pack: Pack, skills: tuple[int, int] | None = None) -> BuildLimits:
    """A pack's force rules, as far as the solver keeps them."""
    force = pack.force
    return BuildLimits(
        units_least=force.units.fewest if force.units else 1,
        units_most=force.units.most if force.units and force.units.most is not None else 24,
        skill=_common(skills, _skills(pack)) if skills else _skills(pack),
        chassis_most=force.same_chassis.most if force.same_chassis else None,
        mech_share=force.mech_share.least if force.mech_share else 0,
        specials_most={rule.special: rule.most for rule in force.carriers},
        pv_by_units={int(number): points for number, points in force.points.by_units.items()},
    )


def fit_cards(owned: Iterable[Card], pack: Pack, faction: str, library: Library) -> list[Card]:
    """The cards that the event allows one by one: not barred, and not known to be out of the faction's reach."""
    era = pack.force.era.name if pack.force.era else ""
    verdicts: dict[str, bool] = {}
    for card in owned:
        if card.name not in verdicts:
            alone = Force("", "", faction or "any", era, (ForceUnit(card.name, card),), ())
            report = check_force(alone, pack, library)
            verdicts[card.name] = not any(problem.where == card.name for problem in report.problems)
    return [card for card in owned if verdicts[card.name]]


def allowed_kinds(pack: Pack) -> frozenset[str]:
    """The kinds of formation that the event has."""
    rule = pack.force.formations
    if not rule.allowed:
        return frozenset()
    banned = {names.formation.find(name) for name in rule.banned}
    return frozenset(
        key
        for key, kind in formation_types().items()
        if key not in banned
        and (not rule.sources or any(part.strip().startswith(tuple(rule.sources)) for part in kind.source.split(",")))
    )


def force_of(built: BuiltForce, pack: Pack, faction: str, name: str) -> Force:
    """What the solver found as a force: commanders are command units, and choices due at registration are made."""
    leading = {names.formation.find(kind) for kind in pack.force.command_units.commanders_of}
    commanders = {group.commander for group in built.split.groups if group.kind in leading}
    kinds = [formation_types()[group.kind] for group in built.split.groups]
    labels = tell_apart([kind.name for kind in kinds])
    return Force(
        name=name,
        player="",
        faction=faction,
        era=pack.force.era.name if pack.force.era else "",
        units=tuple(
            ForceUnit(unit.name, unit.card, unit.skill, command_unit=unit.name in commanders) for unit in built.units
        ),
        groups=tuple(
            Group(label, kind.name, group.units, group.commander, _first_choices(kind))
            for label, kind, group in zip(labels, kinds, built.split.groups, strict=True)
        ),
    )


def _first_choices(kind: FormationType) -> Mapping[str, Choice]:
    for award in kind.bonus:
        if "registration" in (award.chosen, award.ability_chosen):
            if award.option:
                return {"option": award.option}
            return {"ability": pilot_abilities()[award.abilities[0]].name}
    return {}


def _skills(pack: Pack) -> tuple[int, int]:
    """The skills that pilots without a name of their own may have."""
    kinds = [kind for kind in pack.force.pilots if not kind.legendary]
    if kinds:
        return min(kind.best for kind in kinds), max(kind.worst for kind in kinds)
    return (pack.force.skill.best, pack.force.skill.worst) if pack.force.skill else REGULAR


def _common(wanted: tuple[int, int], allowed: tuple[int, int]) -> tuple[int, int]:
    best, worst = max(wanted[0], allowed[0]), min(wanted[1], allowed[1])
    if best > worst:
        raise BadInput(
            f"skills {wanted[0]} to {wanted[1]}: this event has {allowed[0]} to {allowed[1]}; choose from those."
        )
    return best, worst


def _require_fit(around: Sequence[str], owned: Sequence[Card], fit: Sequence[Card], pack: Pack) -> None:
    have, may = {card.name for card in owned}, {card.name for card in fit}
    barred = [name for name in around if name in have and name not in may]
    if barred:
        raise BadInput(
            f"{', '.join(barred)}: {pack.name} does not allow it in this force; build around something else."
        )
