"""A draft of Alpha Strike figures: what lies on the table, and the forces made of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from musterhall.game.drafting import (
    BuiltForce,
    ChoiceField,
    Drafted,
    Drafting,
    Figure,
    FigureChoice,
    FigureFace,
    Luck,
    ToWrite,
)
from musterhall.game.showing import Table
from musterhall.game.units import Listing
from musterhall.games.alpha_strike.drafts.boxes import Box, Pool, box_from_data, read_pool, shipped_pool, shipped_pools
from musterhall.games.alpha_strike.drafts.drafted_forces import (
    Item,
    Option,
    build_force,
    building_problems,
    notes_after_draft,
    options,
)
from musterhall.games.alpha_strike.force.check import check_force
from musterhall.games.alpha_strike.force.force_rules import Terms
from musterhall.games.alpha_strike.force.forces import Force, force_toml, plain, read_force
from musterhall.games.alpha_strike.units.cards import Card
from musterhall.games.alpha_strike.units.library import Library
from musterhall.games.alpha_strike.units.point_values import unit_pv
from musterhall.problems import BadInput, Problem
from musterhall.tally import counted

GREENEST = 7
"""The worst skill that a pilot can have."""

POOL_EXAMPLE = """\
game = "alpha_strike"
name = "Our boxes"

[[box]]
figure = "Locust"
versions = ["Locust LCT-1V", "Locust LCT-3M"]
pilot = { name = "Mim Quickstep", gunnery = 3, piloting = 4, units = ["Locust"], abilities = ["Speed Demon"] }

[[box]]
figure = "Wasp"
versions = ["Wasp WSP-1A"]
count = 3

[[force_pack]]
name = "Patrol"
figure = [
    { figure = "Spider", versions = ["Spider SDR-5V"] },
    { figure = "Javelin", versions = ["Javelin JVN-10N"] },
]
"""
"""The cards are in the catalogue, the pilot is invented."""


class AlphaStrikeDrafting(Drafting):
    pool_help = (
        "Write down what lies on the table: a box for each figure, with the one or two versions on its card as the "
        "catalogue names them, and the pilot that came with it; a force pack has all its figures together."
    )
    pool_example = POOL_EXAMPLE
    box_example = '{ figure = "Atlas", versions = ["Atlas AS7-D"] }'
    to_choose = "the version and the pilot"
    to_write = (ToWrite("Version"), ToWrite("Pilot, skill"), ToWrite("PV", figure=True))

    def pools(self) -> tuple[str, ...]:
        return shipped_pools()

    def pool(self, name: str) -> Pool:
        return shipped_pool(name)

    def read_pool(self, text: str, name: str, library: Library) -> Pool:
        return read_pool(text, name, library)

    def box(self, data: Mapping[str, Any], name: str) -> Box:
        return box_from_data(data, name)

    def in_short(self, item: Mapping[str, Any]) -> str:
        pilot = item.get("pilot")
        return f"{item['figure']} with {pilot['name']}" if pilot else str(item["figure"])

    def options(self, drafted: Drafted) -> Listing:
        return _listing(options(drafted.items, drafted.library))

    def build(self, drafted: Drafted, choices: Sequence[Mapping[str, Any]], player: str, name: str) -> str:
        return force_toml(_force(drafted, choices, player, name), drafted.library)

    def problems(self, drafted: Drafted, text: str, name: str) -> list[Problem]:
        force = read_force(text, name, drafted.library)
        return building_problems(drafted.items, force, drafted.library, all_needed=drafted.all_needed)

    def notes(self, drafted: Drafted, text: str, name: str, warnings: Sequence[Problem]) -> tuple[Problem, ...]:
        return _notes(drafted, read_force(text, name, drafted.library), warnings)

    def invent(self, drafted: Drafted, player: str, name: str, luck: Luck) -> str:
        """Green pilots where the points would not do otherwise."""
        choices: list[dict[str, Any]] = []
        for item in drafted.items:
            choice: dict[str, Any] = {"item": item.id, "version": luck.pick(item.box.versions)}
            pilot = item.box.pilot
            if pilot and luck.chance(50) and pilot.qualified(drafted.library.find(choice["version"])):
                choice["legendary"] = True
            choices.append(choice)
        force = _force(drafted, choices, player, name)
        while _over(drafted.terms, force) and (at := _dearest(force)) is not None:
            choices[at] = {**choices[at], "skill": force.units[at].skill + 1, "legendary": False}
            force = _force(drafted, choices, player, name)
        return force_toml(force)

    # On the page

    def figure(self, item: Mapping[str, Any], library: Library) -> Figure:
        return _figure(item, library)

    def choices(self, drafted: Drafted, given: Sequence[Mapping[str, Any]] | None) -> tuple[FigureChoice, ...]:
        wanted = {str(one.get("item", "")): one for one in given or ()}
        return tuple(
            _figure_choice(one, drafted.terms, drafted.library, wanted, everything=given is None)
            for one in options(drafted.items, drafted.library)
        )

    def built(self, drafted: Drafted, choices: Sequence[Mapping[str, Any]], player: str, name: str) -> BuiltForce:
        taken = [_choice(choice, drafted.items) for choice in choices if choice.get("item")]
        if not taken:
            raise BadInput(f"{name}: has no figure; take some of those that were drafted.")
        force = _force(drafted, taken, player, name)
        report = check_force(force, drafted.terms, drafted.library)
        own = building_problems(drafted.items, force, drafted.library, all_needed=drafted.all_needed)
        return BuiltForce(
            text=force_toml(force, drafted.library),
            points=report.totals.points.total,
            allowed=report.totals.allowed,
            units=report.totals.units,
            problems=(*own, *report.problems),
            warnings=_notes(drafted, force, report.warnings),
        )


DRAFTING = AlphaStrikeDrafting()


# Forces


def _force(drafted: Drafted, choices: Sequence[Mapping[str, Any]], player: str, name: str) -> Force:
    return build_force(drafted.terms, drafted.items, choices, player, name, drafted.library)


def _notes(drafted: Drafted, force: Force, warnings: Sequence[Problem]) -> tuple[Problem, ...]:
    return notes_after_draft(
        warnings, drafted.items, force, drafted.terms, drafted.library, all_needed=drafted.all_needed
    )


def _over(terms: Terms, force: Force) -> bool:
    allowed = terms.force.points.allowed(len(force.units))
    return allowed is not None and force.pv > allowed


def _dearest(force: Force) -> int | None:
    """The dearest unit whose pilot can be greener."""
    places = [at for at, unit in enumerate(force.units) if unit.skill < GREENEST]
    return max(places, key=lambda at: force.units[at].pv.total, default=None)


# On a terminal


def _listing(found: Sequence[Option]) -> Listing:
    data = [one.as_data() for one in found]
    rows = [
        ("item", "version", "PV", "legends"),
        *(
            (option["item"], version["version"], str(version["pv"]), _legends(version["legends"]))
            for option in data
            for version in option["versions"]
        ),
    ]
    note = f"{counted(len(data), 'figure')}; write [[unit]] with item, version, pilot, skill or legendary for each."
    return Listing(data, [Table(rows, right=(2,)), note])


def _legends(found: Sequence[Mapping[str, Any]]) -> str:
    return ", ".join(f"{one['name']} (skill {one['skill']})" for one in found)


# On the page


def _choice(given: Mapping[str, Any], items: Sequence[Item]) -> dict[str, Any]:
    """A page offers a skill, a kind of pilot and the drafted legends in one list."""
    pilot = str(given.get("pilot", "")).strip()
    rest = {key: value for key, value in given.items() if key != "pilot"}
    legends = {plain(item.box.pilot.name): item.box.pilot.name for item in items if item.box.pilot}
    if pilot.isdecimal():
        return rest | {"skill": pilot}
    if plain(pilot) in legends:
        return rest | {"legendary": legends[plain(pilot)]}
    return rest | ({"pilot": pilot} if pilot else {})


def _figure_choice(
    option: Option, terms: Terms, library: Library, wanted: Mapping[str, Mapping[str, Any]], *, everything: bool
) -> FigureChoice:
    given = wanted.get(option.item.id, {})
    names = [version.card.name for version in option.versions]
    version = given.get("version") if given.get("version") in names else names[0]
    card = next(one.card for one in option.versions if one.card.name == version)
    legends = {legend.name: legend for one in option.versions for legend in one.legends}
    pilots = [(str(skill), f"{kind}, skill {skill}: {unit_pv(card, skill).total} PV") for kind, skill in _pilots(terms)]
    pilots += [
        (name, f"{name}, skill {legend.skill}: {unit_pv(card, legend.skill, legendary=True).total} PV")
        for name, legend in legends.items()
    ]
    pilot = str(given.get("pilot", ""))
    versions = tuple((one.card.name, f"{one.card.name}, {one.card.pv} PV") for one in option.versions)
    return FigureChoice(
        figure=_figure(option.item.as_data(), library),
        taken=everything or bool(given),
        fields=(
            ChoiceField("version", "Version", versions, str(version)),
            ChoiceField("pilot", "Pilot", tuple(pilots), pilot if pilot in dict(pilots) else "4"),
        ),
    )


def _pilots(terms: Terms) -> list[tuple[str, int]]:
    """Each skill with the kind of pilot that has it, the worst first: most forces begin with those."""
    kinds = [kind for kind in terms.force.pilots if not kind.legendary]
    if not kinds:
        span = terms.force.skill
        return [("Pilot", skill) for skill in (range(span.worst, span.best - 1, -1) if span else (4,))]
    ordered = sorted(kinds, key=lambda kind: -kind.worst)
    return [(kind.kind, skill) for kind in ordered for skill in range(kind.worst, kind.best - 1, -1)]


def _figure(item: Mapping[str, Any], library: Library) -> Figure:
    pilot = item.get("pilot")
    words = ""
    if pilot:
        skill = (pilot["gunnery"] + pilot["piloting"]) // 2
        words = f"Legend: {pilot['name']}, skill {skill}, for {', '.join(pilot['units'])}"
        words += f": {', '.join(pilot['abilities'])}" if pilot["abilities"] else ""
    sides = tuple(_side(version, library.get(version)) for version in item["versions"])
    return Figure(str(item["id"]), str(item["figure"]), sides, words)


def _side(version: str, card: Card | None) -> FigureFace:
    return FigureFace(version, _line(card) if card else "not in the catalogue")


def _line(card: Card) -> str:
    damage = "/".join(str(one) for one in card.damage[:3])
    return f"{card.pv} PV, Move {card.move}, {card.role or 'no role'}, {damage}, {card.armour}+{card.structure}"
