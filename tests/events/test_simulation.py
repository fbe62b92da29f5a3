"""Simulated events: the same for the same seed, nothing impossible, and nothing that looks made up by a machine."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from tests.soak.seasons import AGE, DRAFTED, HEROCON, MEETING, PACKS

from musterhall.events.card_check import card_problems
from musterhall.events.cards import Card, CardHalf, Roster, roster_from
from musterhall.events.drafts import drafted
from musterhall.events.event import Event, Match
from musterhall.events.fold import fold
from musterhall.events.matches import problems_of
from musterhall.events.scoring import measures, score
from musterhall.events.scoring import rules as scoring_rules
from musterhall.events.simulation import simulate
from musterhall.events.simulation.invented import Luck, hand_cards, player_name
from musterhall.events.simulation.invented_forces import brought
from musterhall.events.simulation.plausible_cards import Meeting, misread_card, plausible_card
from musterhall.games.age_of_destruction.hands import hand_from_data, hand_problems
from musterhall.packs.model import load_pack, shipped_pack_text
from musterhall.problems import BadInput

SCENARIOS = [
    (pack, scenario.name)
    for pack in PACKS
    if (rules := load_pack(pack).event) is not None
    for scenario in rules.scenario
]


@pytest.mark.parametrize("pack", PACKS)
def test_the_same_seed_gives_the_same_journal_to_the_second(pack: str) -> None:
    text = shipped_pack_text(pack)
    assert simulate(text, 12, 3) == simulate(text, 12, 3)
    assert simulate(text, 12, 3) != simulate(text, 12, 4)


@pytest.mark.parametrize("pack", PACKS)
def test_an_event_is_played_to_its_end(pack: str) -> None:
    event = simulated(pack, 16, 2)
    assert event.finished
    assert [one.number for one in event.rounds] == list(range(1, event.planned + 1))
    assert all(one.complete and one.clock.state == "over" for one in event.rounds)


@pytest.mark.parametrize("pack", PACKS)
def test_entries_are_numbered_signed_and_in_the_order_of_their_hours(pack: str) -> None:
    entries = simulate(shipped_pack_text(pack), 12, 1)
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    assert all(before.at <= after.at for before, after in pairwise(entries))
    assert all(entry.who for entry in entries)


def test_the_number_of_rounds_can_be_chosen() -> None:
    assert len(fold(simulate(shipped_pack_text(HEROCON), 12, 1, rounds=5)).rounds) == 5


def test_without_trouble_nobody_leaves_gives_up_or_disagrees() -> None:
    for pack in PACKS:
        entries = simulate(shipped_pack_text(pack), 13, 6, trouble=False)
        kinds = {entry.kind for entry in entries}
        assert not kinds & {"player.left", "match.conceded", "match.absent", "entry.undone", "round.changed"}
        assert sum(entry.kind == "player.added" for entry in entries) == 13


@pytest.mark.parametrize("pack", PACKS)
def test_an_event_can_stop_in_the_middle_of_a_round(pack: str) -> None:
    event = fold(simulate(shipped_pack_text(pack), 20, 4, through=2))
    assert [one.complete for one in event.rounds] == [True, True, False]
    running = event.rounds[-1]
    assert running.published
    assert running.clock.state == "running"
    settled = sum(match.settled for match in running.matches)
    assert 0 < settled < len(running.matches)
    assert any(len(match.sent) == 1 and not match.settled for match in running.matches)
    assert any(match.disputed for match in running.matches)
    assert not event.finished


def test_progress_is_told_round_by_round() -> None:
    told: list[tuple[int, int]] = []
    simulate(shipped_pack_text(HEROCON), 8, 1, progress=lambda done, all_: told.append((done, all_)))
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_the_day_begins_when_it_is_told_to() -> None:
    entries = simulate(shipped_pack_text(HEROCON), 8, 1, start="2031-05-03T07:00:00.000Z")
    first = next(entry for entry in entries if entry.kind == "player.checked_in")
    assert first.at.startswith("2031-05-03T07:00")


def test_an_event_needs_players() -> None:
    with pytest.raises(BadInput, match="3 are too few"):
        simulate(shipped_pack_text(HEROCON), 3, 1)


def test_a_pack_that_no_shipped_force_fits_cannot_be_simulated() -> None:
    text = shipped_pack_text(HEROCON).replace("points = { most = 400,", "points = { most = 20,")
    with pytest.raises(BadInput, match="no force that comes with alpha_strike is legal"):
        simulate(text, 8, 1)


# Names and forces


def test_thousands_of_players_have_names_of_their_own() -> None:
    names = [player_name(number, 17) for number in range(5000)]
    assert len(set(names)) == 5000
    assert len({name.casefold() for name in names}) == 5000


@pytest.mark.parametrize("pack", PACKS)
def test_forces_that_players_bring_are_legal_and_several(pack: str) -> None:
    known = brought(shipped_pack_text(pack))
    assert len(known.fit) >= 8
    assert all(one.legal for one in known.fit)
    assert not any(one.legal for one in known.unfit)


def test_drafted_forces_are_made_of_what_was_drafted() -> None:
    event = next(event for seed in range(20) if (event := simulated(DRAFTED, 10, seed)).drafts)
    seats = [(draft, seat.player) for draft in event.drafts.values() for seat in draft.seats]
    assert seats
    for draft, player in seats:
        force = event.player(player).force
        assert force is not None
        versions = [version for item in drafted(draft, player) for version in item.box.versions]
        assert len(force.roster.units) == 4
        assert all(unit.name.split(" #")[0] in versions for unit in force.roster.units)


@pytest.mark.parametrize("rounds", [1, 2, 3, 5, 9])
def test_a_simulated_hand_is_legal(rounds: int) -> None:
    for seed in range(20):
        rows = hand_cards(rounds, Luck(seed))
        hand = hand_from_data({"game": "age_of_destruction", "card": rows}, "hand")
        assert not hand_problems(hand.cards, rounds)


@pytest.mark.parametrize("pack", PACKS)
def test_every_card_agrees_with_seals_and_cards_played(pack: str) -> None:
    revealed = 0
    for seed in range(4):
        event = simulated(pack, 14, seed)
        for round_ in event.rounds:
            revealed += sum(one.revealed for one in round_.sealed.values())
            for match in round_.matches:
                assert match.card is None or not problems_of(event, round_, match, match.card)
    assert bool(revealed) == (pack == HEROCON)


def test_a_mission_scores_only_where_somebody_played_one() -> None:
    event = simulated(AGE, 12, 3)
    for round_ in event.rounds:
        for match in round_.matches:
            if match.card is not None:
                assert bool(match.card.shared.get("mission_card")) == mission_played(event, round_.number, match)


# Cards


@pytest.mark.parametrize(("pack", "scenario"), SCENARIOS)
def test_made_up_cards_can_be(pack: str, scenario: str) -> None:
    meeting, luck = meeting_of(pack, scenario), Luck(1)
    for _ in range(60):
        card = plausible_card(meeting, luck)
        other = misread_card(meeting, card, luck)
        assert not problems(meeting, card)
        assert not problems(meeting, other)
        assert card.sides != (CardHalf(), CardHalf()), "something has happened in every match"


@pytest.mark.parametrize(("pack", "scenario"), SCENARIOS)
def test_the_totals_of_a_card_that_can_be_can_be_too(pack: str, scenario: str) -> None:
    meeting, luck = meeting_of(pack, scenario), Luck(2)
    for _ in range(20):
        card = plausible_card(meeting, luck)
        figures = score(meeting.pack, meeting.scenario, card, meeting.rosters).figures
        counted = {step.name for step in measures(scoring_rules(meeting.pack), card.shared)}
        halves = [CardHalf(totals={name: one[name].total for name in counted}) for one in figures]
        told = problems(meeting, replace(card, sides=(halves[0], halves[1])))
        assert not told, (card, told)


@pytest.mark.parametrize(("pack", "scenario"), SCENARIOS)
def test_neither_seat_wins_more_than_its_share(pack: str, scenario: str) -> None:
    won = winners(meeting_of(pack, scenario), 200)
    assert won[0] > 50
    assert won[1] > 50


@pytest.mark.parametrize(("pack", "scenario"), SCENARIOS)
def test_the_stronger_player_wins_more_often(pack: str, scenario: str) -> None:
    won = winners(meeting_of(pack, scenario, (120, 60)), 200)
    assert won[0] > won[1] + 20


def test_a_player_without_a_force_on_file_writes_down_points() -> None:
    pack = load_pack(HEROCON)
    assert pack.event is not None
    (roster, _) = rosters(HEROCON)
    meeting, luck = Meeting(pack, pack.event.scenario[0], (roster, None)), Luck(3)
    cards = [plausible_card(meeting, luck) for _ in range(30)]
    assert any(card.sides[1].points for card in cards)
    assert not any(card.sides[1].units for card in cards)


@pytest.mark.parametrize("pack", [HEROCON, MEETING])
def test_early_ends_and_times_up_both_happen(pack: str) -> None:
    ended = Counter(card.ended for seed in range(4) for card in cards_of(simulated(pack, 20, seed)))
    assert ended["time"] > 5
    assert ended["early"] > 5


def simulated(pack: str, players: int, seed: int) -> Event:
    return fold(simulate(shipped_pack_text(pack), players, seed))


def cards_of(event: Event) -> list[Card]:
    return [match.card for round_ in event.rounds for match in round_.matches if match.card is not None]


def mission_played(event: Event, number: int, match: Match) -> bool:
    hands = [event.player(id_) for id_ in match.players]
    kinds = [card["kind"] for one in hands for card in one.hand if card["name"] == one.played.get(number)]
    return "mission" in kinds


def rosters(pack: str) -> tuple[Roster, Roster]:
    fit = brought(shipped_pack_text(pack)).fit
    return roster_from(fit[0].roster), roster_from(fit[0].roster)


def meeting_of(pack_name: str, name: str, strengths: tuple[int, int] = (100, 100)) -> Meeting:
    pack = load_pack(pack_name)
    assert pack.event is not None
    scenario = pack.event.scenario_named(name)
    assert scenario is not None
    return Meeting(pack, scenario, rosters(pack_name), strengths)


def problems(meeting: Meeting, card: Card) -> list[str]:
    found = card_problems(meeting.pack, meeting.scenario, card, ("Ann", "Ben"), meeting.rosters, meeting.known)
    return [str(one) for one in found]


def winners(meeting: Meeting, number: int) -> Counter[int | None]:
    luck = Luck(7)
    cards = [plausible_card(meeting, luck) for _ in range(number)]
    return Counter(score(meeting.pack, meeting.scenario, card, meeting.rosters).winner for card in cards)
