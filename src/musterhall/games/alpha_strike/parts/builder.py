"""Alpha Strike's force builder as commands and pages ask for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from importlib import import_module

from musterhall.game.builder import Builder, Fields, Grouped, Proposal, Proposals, Split, Wanted
from musterhall.game.showing import Shown
from musterhall.game.units import EVERYTHING, Search, SearchField
from musterhall.games.alpha_strike.building import workpiece
from musterhall.games.alpha_strike.building.building import faction_note, forces_for
from musterhall.games.alpha_strike.building.card_finder import ORDERS, Found, PageSearch, find_cards, read_search
from musterhall.games.alpha_strike.building.splitting import split_of
from musterhall.games.alpha_strike.building.workbench import Workbench, workbench
from musterhall.games.alpha_strike.force.check import Report
from musterhall.games.alpha_strike.force.force_rules import Terms
from musterhall.games.alpha_strike.force.forces import Force, force_summary, force_toml, is_force, read_force
from musterhall.games.alpha_strike.lists.importing import import_list
from musterhall.games.alpha_strike.package_data import package_text
from musterhall.games.alpha_strike.units.cards import Card
from musterhall.games.alpha_strike.units.library import Library
from musterhall.games.alpha_strike.units.searching import WHICH_CARDS, CardSearch, search_cards
from musterhall.problems import BadInput, Problem
from musterhall.tally import counted


class AlphaStrikeBuilder(Builder):
    # From what somebody owns

    filters = WHICH_CARDS
    wishes = (
        SearchField("faction", "The faction to build for.", example="NAME"),
        SearchField("skill", "Only pilots of these skills: 4 or 3-5.", "span"),
    )

    def split(self, force: Force, terms: Terms, units: Sequence[str]) -> Split:
        return split_of(force, terms, units)

    def owned(
        self,
        text: str | None,
        name: str,
        library: Library,
        search: Search = EVERYTHING,
        around: Sequence[str] = (),
    ) -> tuple[list[Card], tuple[Problem, ...]]:
        cards, problems = self._written(text, name, library)
        fitting = {*around, *(card.name for card in search_cards(Library(cards), CardSearch(**search)))}
        return [card for card in cards if card.name in fitting], problems

    def _written(self, text: str | None, name: str, library: Library) -> tuple[list[Card], tuple[Problem, ...]]:
        if text is None:
            return list(library.cards), ()
        if is_force(text):
            return [unit.card for unit in read_force(text, name, library).units], ()
        found = import_list(text, name, library)
        return [unit.card for unit in found.force.units], found.problems

    def propose(
        self,
        terms: Terms,
        owned: Sequence[Card],
        library: Library,
        wanted: Wanted,
        progress: Callable[[int, int], None] | None = None,
    ) -> Proposals:
        found = forces_for(
            terms,
            owned,
            library,
            faction=wanted.wishes.get("faction", ""),
            points=wanted.points,
            around=wanted.around,
            number=wanted.number,
            skills=wanted.wishes.get("skill"),
            seconds_most=wanted.seconds,
            first=wanted.first,
            progress=progress,
        )
        return Proposals(
            legal=tuple(_proposal(force, report, library) for force, report in found.legal),
            refused=tuple(_proposal(force, report, library) for force, report in found.refused),
            obstacles=found.obstacles,
            proven=found.proven,
            tried=found.tried,
            of=found.of,
        )

    def names(self, written: Sequence[str], library: Library) -> list[str]:
        return [library.find(name).name for name in written]

    def notes_on(self, wishes: Search, terms: Terms, library: Library) -> tuple[str, ...]:
        faction, rule = wishes.get("faction", ""), terms.force.faction
        if rule and rule.required and not faction.strip():
            raise BadInput(f"{terms.name}: a force is of one faction; name the faction.")
        note = faction_note(faction, terms, library)
        return (note,) if note else ()

    # On the page

    def template(self, name: str) -> str:
        return package_text("pages", f"{name}.html")

    def blank(self, terms: Terms, player: str = "") -> Force:
        return workpiece.blank_force(terms, player)

    def read(self, text: str, library: Library) -> Force:
        return workpiece.read_work(text, library)

    def write(self, force: Force, library: Library) -> str:
        return force_toml(force, library)

    def labelled(self, force: Force, terms: Terms, player: str) -> Force:
        era = terms.force.era.name if terms.force.era else force.era
        return replace(force, player=player or force.player, pack=terms.name, era=era)

    def with_fields(self, force: Force, fields: Fields) -> Force:
        return workpiece.with_fields(force, fields)

    def edited(self, force: Force, pressed: str, fields: Fields, library: Library) -> tuple[Force, str]:
        return workpiece.edited(force, pressed, fields, library)

    def grouped(self, force: Force, terms: Terms) -> Grouped:
        found, left_over = workpiece.proposed(force, terms)
        return Grouped(found, len(found.groups), left_over)

    def get_ready(self) -> None:
        # The solver takes seconds to import.
        import_module("ortools.sat.python.cp_model")

    def workbench(self, force: Force, terms: Terms, library: Library, further: Iterable[Problem] = ()) -> Workbench:
        return workbench(force, terms, library, further)

    # The cards to add

    @property
    def sorts(self) -> list[tuple[str, str]]:
        return list(ORDERS.items())

    def search(self, fields: Fields) -> PageSearch:
        return read_search(fields)

    def turned(self, search: PageSearch, page: str) -> PageSearch:
        return replace(search, page=read_search({"page": page}).page)

    def find(self, library: Library, search: PageSearch, terms: Terms, fields: Fields) -> Found:
        return find_cards(library, search, terms, str(fields.get("faction", "")), str(fields.get("era", "")))

    def find_for(self, library: Library, search: PageSearch, terms: Terms, force: Force) -> Found:
        return find_cards(library, search, terms, force.faction, force.era)


BUILDER = AlphaStrikeBuilder()


def _proposal(force: Force, report: Report, library: Library) -> Proposal:
    data = force_summary(force) | {"check": report.as_data()}
    return Proposal(force.name, force_toml(force, library), _shown(force, report), data, report.problems)


def _shown(force: Force, report: Report) -> Shown:
    lines: Shown = [f"{force.name}: {report.totals.points.total} points, {counted(len(force.units), 'unit')}"]
    inside = {name for group in force.groups for name in group.units}
    for group in force.groups:
        led = f", commanded by {group.commander}" if group.commander else ""
        lines.append(f"  {group.kind}: {_with_skills(force, group.units)}{led}")
    alone = [unit.name for unit in force.units if unit.name not in inside]
    lines += [f"  in no formation: {_with_skills(force, alone)}"] if alone else []
    return [*lines, *(f"  not known for sure: {warning.what}" for warning in report.warnings)]


def _with_skills(force: Force, names: Iterable[str]) -> str:
    skills = {unit.name: unit.skill for unit in force.units}
    return ", ".join(f"{name} ({skills[name]})" for name in names)
