"""Every open question that a pack may answer: the other answer changes a number or a verdict, as it is written."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest
from tests.events.day import NAMES, Day, before_the_third_round, enter
from tests.events.test_averages import ROUND, match, totals
from tests.games.alpha_strike.test_force_check import checked, unit
from tests.games.alpha_strike.test_formations import (
    BOAT,
    HORDE,
    LIGHT_STRIKER,
    SCOUT,
    SNIPER,
    STRIKER,
    but,
    group,
    tank,
    u,
)

from musterhall.events import fold, forces, matches, players, scenarios
from musterhall.events.averages import bye_figures
from musterhall.events.cards import Card, CardHalf, Fate, Roster, RosterUnit
from musterhall.events.entries import NewEntry, numbered
from musterhall.events.scoring import needs_die, rules, score
from musterhall.events.standings import standings
from musterhall.game.forces import Submission
from musterhall.game.terms import Setting
from musterhall.games.age_of_destruction.forces import shipped_force_text
from musterhall.games.alpha_strike.force.check_formations import formation_settings
from musterhall.games.alpha_strike.formations.formations import FormationUnit, formation_types, judge
from musterhall.packs.model import Pack, load_pack, open_questions, shipped_pack_text
from musterhall.packs.submissions import submission
from musterhall.problems import BadInput

OPENED = "2025-11-29T08:00:00.000Z"
HEROCON, DRAFTED, AGE = "herocon-2025", "drafted-for-war", "age-of-destruction-constructed"


@dataclass(frozen=True)
class Chosen:
    """A pack in which an organiser has answered a question."""

    text: str

    @property
    def pack(self) -> Pack:
        return load_pack(self.text, "my.toml")


Probe = Callable[[Chosen], object]
PROBES: dict[tuple[str, str], tuple[Probe, dict[Setting, object]]] = {}
"""By setting and pack: what is asked of the pack, and the answer with each value of the setting."""


def probe(name: str, pack: str, expected: dict[Setting, object]) -> Callable[[Probe], Probe]:
    def register(function: Probe) -> Probe:
        PROBES[name, pack] = (function, expected)
        return function

    return register


def day_of(chosen: Chosen, names: Sequence[str], scenario: str = "", rounds_: int = 3) -> Day:
    """An event with this pack, everybody checked in with a force."""
    day = Day()
    day.ledger.extend([numbered(fold.create("A day", chosen.text, 7, rounds=rounds_), 1, OPENED)])
    for name in names:
        enter(day, name)
    if rules(chosen.pack).choice.pick == "draw":
        day.do(lambda event: scenarios.choose_scenarios(event, [scenario or "domination"] * rounds_))
    return day


def three_players(chosen: Chosen) -> Day:
    """Two have played, and one of them has lost a unit of 25 points; the third had the bye."""
    day = day_of(chosen, ["Anna", "Boris", "Cleo"])
    day.pair()
    gone = next(state.name for state in rules(chosen.pack).scoring.state if state.gone)
    day.decide(day.round.matches[0], {"units": {"Tongs": gone}}, {})
    return day


def result(pack: Pack, scenario: str, card: Card) -> int | None:
    """Who wins."""
    played = rules(pack).scenario_named(scenario)
    assert played is not None
    return score(pack, played, card, (None, None)).winner


def card(name: str, kind: str) -> dict[str, str]:
    return {"name": name, "kind": kind}


def taken(day: Day, command: Callable[[], NewEntry]) -> bool:
    try:
        day.do(command())
    except BadInput:
        return False
    return True


def hand_taken(chosen: Chosen, *cards: dict[str, str], rounds_: int = 3) -> bool:
    day = day_of(chosen, ["Anna", "Boris"], rounds_=rounds_)
    return taken(day, lambda: forces.hand_in_cards(day.event, day.event.find("Anna"), list(cards)))


# Forces


def formation(kind: str, units: list[FormationUnit]) -> Probe:
    return lambda chosen: judge(kind, units, formation_settings(chosen.pack)).met


OTHER_IS_KINDER: dict[str, tuple[str, list[FormationUnit]]] = {
    "percent_rounding": ("fire", group(BOAT, SNIPER, u())),
    "ideal_role": ("battle", group(*[u(role="Brawler", size=1)] * 3)),
    "matched_pair": ("medium_battle", group(tank(), tank(), tank(variant="B"), tank(variant="C"))),
    "horde_size": ("horde", group(*[HORDE] * 10)),
    "vehicle_command_all_vehicles": (
        "vehicle_command",
        group(tank(role="Sniper", commander=True), tank(role="Sniper"), u()),
    ),
}
OTHER_IS_STRICTER: dict[str, tuple[str, list[FormationUnit]]] = {
    "any_move": ("recon", group(but(SCOUT, move=8, jump=10), SCOUT, SCOUT)),
    "vtol_ground_move": ("striker", group(STRIKER, STRIKER, u(type="CV", mode="v", move=18))),
    "minimal_damage": ("light_striker", group(*[but(LIGHT_STRIKER, damage=(1, 1, "0*"))] * 3)),
}
for _name, (_kind, _units) in (OTHER_IS_KINDER | OTHER_IS_STRICTER).items():
    _usual, _other = open_questions()[_name].values
    _kinder = _name in OTHER_IS_KINDER
    probe(_name, HEROCON, {_usual: not _kinder, _other: _kinder})(formation(_kind, _units))


@probe("bonus_share_rounding", HEROCON, {"normal": [2, 1], "up": [3, 2]})
def _bonus(chosen: Chosen) -> object:
    """How many of three units the Striker's 75 and the Hunter's 50 percent reach."""
    settings = formation_settings(chosen.pack)
    return [formation_types()[kind].bonus[0].reach(3, settings) for kind in ("striker", "hunter")]


@probe("munition_scope", HEROCON, {"unit": 0, "force": 1})
def _munitions(chosen: Chosen) -> object:
    two = [
        unit("Atlas AS7-D", alternate_munitions=("LRM: Swarm",)),
        unit("LRM Carrier", alternate_munitions=("LRM: Semi-Guided",)),
    ]
    return sum("for LRM" in str(problem) for problem in checked(two, pack=chosen.pack).problems)


# Averages


@probe("modified_win_vp", HEROCON, {"average_plus_100": "1281/4", "average_alone": "881/4"})
@probe("average_rounding", HEROCON, {"none": "1281/4", "nearest": "320"})
def _bye_total(chosen: Chosen) -> object:
    return totals(bye_figures(chosen.pack, ROUND, 0))["total"]


@probe("conceded_in_average", HEROCON, {True: "110", False: "0"})
def _with_a_concession(chosen: Chosen) -> object:
    """Of two matches one was conceded by a player with 400 points against 440."""
    return totals(bye_figures(chosen.pack, [match((0, 0), (0, 0)), match((400, 0), (440, 0), conceded=0)], 0))[
        "objective"
    ]


@probe("byes_in_average", HEROCON, {False: "200", True: "400/3"})
def _with_another_bye(chosen: Chosen) -> object:
    return totals(bye_figures(chosen.pack, [match((400, 0), (0, 0))], 1))["objective"]


@probe("bye", DRAFTED, {"average_win": ("1", "12"), "no_points": ("0", "0")})
@probe("bye", AGE, {"average_win": ("1", "12"), "no_points": ("0", "0")})
def _odd_field(chosen: Chosen) -> object:
    """A bye beside one match in which 25 points were destroyed: 12.5 on average, rounded down."""
    day = three_players(chosen)
    (alone,) = day.round.byes
    row = next(row for row in standings(day.event).rows if row.player == alone)
    return str(row.figures["wins"]), str(row.figures["vc1"])


# Matches


@probe("cap_before_winner", HEROCON, {True: None, False: 0})
def _over_the_cap(chosen: Chosen) -> object:
    card = Card((CardHalf({"in_yard": 5, "carried": 1}), CardHalf({"in_yard": 5})))
    return result(chosen.pack, "salvage", card)


@probe("data_extracted", HEROCON, {"uploaded": False, "downloaded": True})
def _downloaded(chosen: Chosen) -> object:
    """Whether a match may end early with the opposing token downloaded and not uploaded."""
    day = day_of(chosen, ["Anna", "Boris"], "data_extraction")
    day.pair()
    sides = [{"fields": {"opposing_held": 1}}, {}]
    return taken(day, lambda: matches.decide_card(day.event, 1, 1, {"sides": sides, "ended": "early"}))


@probe("majority", DRAFTED, {"more": 0, "two": 1})
@probe("majority", AGE, {"more": 0, "two": 1})
def _one_to_nil(chosen: Chosen) -> object:
    """Condition 3 is won by the first player, and the tie-breakers are the other's by a die."""
    state = "standing" if chosen.pack.game == "alpha_strike" else "able"
    assert rules(chosen.pack).scoring.state[0].name == state
    field = rules(chosen.pack).scoring.field[0].name
    card = Card((CardHalf({field: 1}), CardHalf()), dice=((1, 6),))
    return result(chosen.pack, rules(chosen.pack).scenario[0].name, card)


@probe("round_winner", DRAFTED, {"conditions": (1, 0), "most_pv": (0, 0), "most_units": (0, 1)})
def _left_on_the_map(chosen: Chosen) -> object:
    """Once more is left of both, some of it crippled; once one has more points and the other more units."""
    scenario = rules(chosen.pack).scenario[0]
    smiths = Roster((RosterUnit("Hammer", "BM", 51), RosterUnit("Anvil", "BM", 40), RosterUnit("Tongs", "BM", 25)))
    limping = Card(
        (CardHalf(units={"Hammer": Fate("crippled")}), CardHalf({"home_edge": 1}, units={"Tongs": Fate("destroyed")}))
    )
    giant = Roster((RosterUnit("Giant", "BM", 60), RosterUnit("Wasp", "BM", 20)))
    pair = Roster((RosterUnit("Hound", "BM", 25), RosterUnit("Fox", "BM", 25)))
    alone = Card((CardHalf(units={"Wasp": Fate("destroyed")}), CardHalf()))
    return (
        score(chosen.pack, scenario, limping, (smiths, smiths)).winner,
        score(chosen.pack, scenario, alone, (giant, pair)).winner,
    )


def test_no_die_is_rolled_where_what_is_left_on_the_map_decides() -> None:
    text = shipped_pack_text(DRAFTED).replace('round_winner = "conditions"', 'round_winner = "most_units"')
    pack = load_pack(text, "my.toml")
    three = Roster((RosterUnit("Hound", "BM", 25), RosterUnit("Fox", "BM", 25), RosterUnit("Owl", "BM", 50)))
    two = Roster((RosterUnit("Bear", "BM", 50), RosterUnit("Wolf", "BM", 50)))
    nothing = Card((CardHalf(), CardHalf()))
    scenario = rules(pack).scenario[0]
    assert not needs_die(pack, scenario, nothing, (three, two))
    assert needs_die(pack, scenario, nothing, (two, two))
    told = score(pack, scenario, nothing, (three, two))
    assert told.because == "3 to 2 Units on the map."


# Standings and pairing


@probe("ties", HEROCON, {"shared": ([1, 1], True), "vp_then_op": ([1, 2], True), "head_to_head": ([1, 2], False)})
def _equals(chosen: Chosen) -> object:
    """310 points by a bunker and the win, against 310 in a destroyed unit; and whether no die or match parted them."""
    day = day_of(chosen, ["Anna", "Boris"], "bunkers")
    giant = [{"name": "Giant", "type": "BM", "points": 310}]
    for name in ("Anna", "Boris"):
        one = Submission(force="Giants", text="", roster=giant, points=310)
        day.do(forces.hand_in(day.event, day.event.find(name), one))
        day.do(forces.accept_force(day.event, day.event.find(name)))
    day.pair()
    day.decide(day.round.matches[0], {"fields": {"forward_bunkers": 1}, "units": {"Giant": "destroyed"}}, {})
    rows = standings(day.event).rows
    assert [row.figures["total"] for row in rows] == [310, 310]
    assert rows[0].shared or rows[0].player == day.round.matches[0].players[0]
    return [row.place for row in rows], rows[0].broken_by != "their own match"


@probe("dropped_in_standings", HEROCON, {"listed_apart": (1, 1), "left_out": (1, 0)})
@probe("dropped_in_standings", DRAFTED, {"listed_apart": (1, 1), "left_out": (1, 0)})
def _left(chosen: Chosen) -> object:
    day = day_of(chosen, ["Anna", "Boris"])
    day.do(lambda event: players.leave(event, event.find("Boris")))
    found = standings(day.event)
    return len(found.rows), len(found.apart)


@probe("bye_choice", HEROCON, {"lowest": 1, "random": 2})
def _who_sits_out(chosen: Chosen) -> object:
    """How many different players have the bye of round 2 over many lots, of those who have had none."""
    day = three_players(chosen)
    found = set()
    for seed in range(40):
        day.pair(seed, published=False)
        found.update(day.round.byes)
    return len(found)


@probe("pairing", HEROCON, {"least_gaps": "Cleo", "top_first": "Boris"})
def _who_meets_the_leader(chosen: Chosen) -> object:
    day = day_of(chosen, NAMES[:6])
    before_the_third_round(day)
    day.pair(published=False)
    match = day.round.match_of(day.player("Anna"))
    assert match is not None
    return day.event.player(match.other(day.player("Anna"))).name


# The constructed tournament


@probe("card_again", AGE, {"tournament": False, "game": True})
def _again(chosen: Chosen) -> object:
    day = day_of(chosen, ["Anna", "Boris"])
    day.do(lambda event: forces.hand_in_cards(event, event.find("Anna"), [card("Fog", "mission")]))
    for number in (1, 2):
        day.pair(number)
        day.decide(day.round.matches[0], {"units": {"Tongs": "eliminated"}}, {})
    day.do(lambda event: forces.play_card(event, event.find("Anna"), 1, "Fog"))
    return taken(day, lambda: forces.play_card(day.event, day.event.find("Anna"), 2, "Fog"))


@probe("no_card", AGE, {False: False, True: True})
def _none(chosen: Chosen) -> object:
    day = day_of(chosen, ["Anna", "Boris"])
    day.do(lambda event: forces.hand_in_cards(event, event.find("Anna"), [card("Fog", "mission")]))
    day.pair()
    return taken(day, lambda: forces.play_card(day.event, day.event.find("Anna"), 1, ""))


@probe("dummy_doubles", AGE, {"by_name": [True, False], "one": [False, False], "any": [True, True]})
def _dummies(chosen: Chosen) -> object:
    """Two dummies of different names, and two of one name."""
    return [hand_taken(chosen, card("One", "dummy"), card(other, "dummy")) for other in ("Two", "One")]


@probe("kind_limit", AGE, {"fewer": False, "fewer_or_one": True})
def _single_round(chosen: Chosen) -> object:
    return hand_taken(chosen, card("Fog", "mission"), rounds_=1)


@probe("terrain_pieces", AGE, {"each": 1, "together": 0})
def _terrain(chosen: Chosen) -> object:
    return sum("six in all" in line for line in chosen.pack.told(rules(chosen.pack).setup))


@probe("grand_alliance", AGE, {"named": 1, "houses": 0})
def _allies(chosen: Chosen) -> object:
    """A Dragon's Fury unit in a Spirit Cats force: Kurita and Nova Cat stand together, and their houses perhaps."""
    strict = chosen.pack.model_copy(update={"readings": {**chosen.pack.readings, "one_faction": True}})
    text = shipped_force_text("cat-patrol")
    own = re.search(r'(?m)^faction = "(.*)"', text)
    assert own is not None
    assert own[1] == "Spirit Cats"
    odd = text.replace("[[unit]]\n", '[[unit]]\nfaction = "Dragon\'s Fury"\n', 1)
    return sum(problem.rule == "one faction" for problem in submission(strict, odd, "force.toml").problems)


@probe("one_faction", AGE, {False: 0, True: 1})
def _stranger(chosen: Chosen) -> object:
    odd = shipped_force_text("cat-patrol").replace("[[unit]]\n", '[[unit]]\nfaction = "House Liao"\n', 1)
    return sum(problem.rule == "one faction" for problem in submission(chosen.pack, odd, "force.toml").problems)


# The proof


@pytest.mark.parametrize(
    ("name", "pack", "value"), [(name, pack, value) for (name, pack), (_, told) in PROBES.items() for value in told]
)
def test_an_answer_gives_what_is_written_of_it(name: str, pack: str, value: Setting) -> None:
    asked, expected = PROBES[name, pack]
    written = str(value).lower() if isinstance(value, bool) else f'"{value}"'
    text, number = re.subn(rf"(?m)^{name} = .*$", f"{name} = {written}", shipped_pack_text(pack))
    assert number == 1
    assert asked(Chosen(text)) == expected[value]


def test_every_open_question_is_asked_with_each_of_its_answers_and_none_is_like_another() -> None:
    assert {name for name, _ in PROBES} == set(open_questions())
    for (name, _), (_, expected) in PROBES.items():
        assert set(expected) == set(open_questions()[name].values), name
        told = [repr(answer) for answer in expected.values()]
        assert len(set(told)) == len(told), name
