"""Cards and rosters for property tests: any card of a scenario, possible or not."""

from __future__ import annotations

from hypothesis import strategies as st

from musterhall.events.cards import Card, CardHalf, Fate, FieldValue, Roster, RosterUnit
from musterhall.events.scoring import rules
from musterhall.packs.card_rules import CardField
from musterhall.packs.model import Pack, load_pack, shipped_packs
from musterhall.packs.scenarios import Scenario

TYPES = ("BM", "CV", "BA", "mech", "vehicle", "infantry")


@st.composite
def matches(draw: st.DrawFn, packs: tuple[str, ...] = shipped_packs()) -> tuple[Pack, Scenario, Card, Roster, Roster]:
    pack = load_pack(draw(st.sampled_from(packs)))
    scenario = draw(st.sampled_from(rules(pack).scenario))
    first, second = draw(rosters()), draw(rosters())
    fields = rules(pack).card_fields(scenario)
    sides = (draw(_sides(pack, fields, first)), draw(_sides(pack, fields, second)))
    shared = {one.name: draw(_counts(one)) for one in fields if one.shared}
    faces = st.integers(1, 6)
    dice = tuple(draw(st.lists(st.tuples(faces, faces), max_size=2)))
    return pack, scenario, Card(sides, shared=shared, dice=dice), first, second


@st.composite
def rosters(draw: st.DrawFn) -> Roster:
    rows = draw(st.lists(st.tuples(st.sampled_from(TYPES), st.integers(1, 90)), min_size=1, max_size=6))
    return Roster(tuple(RosterUnit(f"Unit {number}", kind, points) for number, (kind, points) in enumerate(rows)))


@st.composite
def _sides(draw: st.DrawFn, pack: Pack, fields: list[CardField], roster: Roster) -> CardHalf:
    states = st.sampled_from([state.name for state in rules(pack).scoring.state])
    units = {unit.name: Fate(draw(states)) for unit in roster.units if draw(st.booleans())}
    return CardHalf({one.name: draw(_values(one)) for one in fields if not one.shared}, units)


def _counts(one: CardField) -> st.SearchStrategy[int]:
    return st.integers(0, 1 if one.yes else one.most if one.most is not None else 6)


def _values(one: CardField) -> st.SearchStrategy[FieldValue]:
    if not one.per:
        return _counts(one)
    phases = st.lists(st.integers(0, one.most_per or 3), min_size=3, max_size=3).map(tuple)
    return st.one_of(_counts(one), phases)
