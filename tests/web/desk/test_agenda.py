"""What is next at the desk, for each state that an event can be in."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from tests.events.day import NAMES, Day, force, new_day

from musterhall.events import ceremony, extras, forces, matches, players, prizes, round_clocks, rounds, scenarios
from musterhall.events.tasks import tasks
from musterhall.web.desk_views.steps import Agenda, agenda

FOUR = NAMES[:4]


def at_the_desk(day: Day) -> Agenda:
    return agenda(day.event, "x", tasks(day.event, day.now))


def first_of(day: Day) -> str:
    found = at_the_desk(day).first
    return found.what if found else ""


def known(names: tuple[str, ...] = FOUR) -> Day:
    """Everybody is here with a force, and the scenarios are known."""
    day = new_day(names, rounds_=2)
    day.do(scenarios.make_scenarios_known)
    return day


def published() -> Day:
    day = known()
    day.pair()
    return day


def running() -> Day:
    day = published()
    day.do(lambda event: round_clocks.start_clock(event, 1))
    return day


def played() -> Day:
    day = running()
    day.decide_all()
    return day


def all_played() -> Day:
    day = played()
    day.pair()
    day.decide_all()
    return day


def without_players() -> Day:
    return new_day((), rounds_=2)


def with_one_to_come() -> Day:
    day = known()
    day.do(lambda event: players.add_player(event, "Zoe"))
    return day


def with_a_force_to_look_at() -> Day:
    day = with_one_to_come()
    day.do(lambda event: players.check_in(event, event.find("Zoe")))
    day.do(lambda event: forces.hand_in(event, event.find("Zoe"), force("Zoe's Smiths")))
    return day


def with_a_force_sent_back() -> Day:
    day = with_a_force_to_look_at()
    day.do(lambda event: forces.return_force(event, event.find("Zoe"), "One unit too many."))
    return day


def without_scenarios() -> Day:
    day = new_day(FOUR, rounds_=2)
    chosen = next(entry.seq for entry in day.ledger.entries if entry.kind == "event.scenarios")
    day.undo(chosen)
    return day


def with_scenarios_unknown() -> Day:
    return new_day(FOUR, rounds_=2)


def drafted() -> Day:
    day = known()
    day.pair(published=False)
    return day


def drafted_and_stale() -> Day:
    day = drafted()
    day.do(lambda event: players.leave(event, event.find("Anna")))
    return day


def disputed() -> Day:
    day = running()
    match = day.round.matches[0]
    one, other = (day.event.player(id_) for id_ in match.players)
    day.do(lambda event: matches.send_card(event, one, {"sides": [{}, {}]}))
    day.do(lambda event: matches.send_card(event, other, {"sides": [{"fields": {"points_of_interest": 1}}, {}]}))
    return day


def with_somebody_gone() -> Day:
    day = running()
    day.do(lambda event: players.leave(event, event.find("Anna")))
    return day


def with_a_late_entry() -> Day:
    day = running()
    day.do(lambda event: players.add_player(event, "Zoe"))
    day.do(lambda event: players.check_in(event, event.find("Zoe")))
    return day


def with_an_old_card_taken_back() -> Day:
    day = played()
    decided = next(entry.seq for entry in day.ledger.entries if entry.kind == "card.decided")
    day.pair(published=False)
    day.undo(decided)
    return day


def finished() -> Day:
    day = all_played()
    day.do(prizes.finish)
    return day


def finished_with_prizes_held_back() -> Day:
    day = all_played()
    day.do(ceremony.hold_back)
    day.do(prizes.finish)
    return day


def painted(*names: str, rounds_: int = 2, through: int = 2, counts: str = "end") -> Day:
    """An event with points for painting, which some already have, after a round."""
    table = f'[[event.soft]]\nname = "painting"\ntitle = "Painting"\nto = "total"\nmost = 20\ncounts = "{counts}"\n\n'
    day = new_day(FOUR, rounds_=rounds_, changes=[("[event.conduct]", f"{table}[event.conduct]")])
    day.do(scenarios.make_scenarios_known)
    for _ in range(through):
        day.pair()
        day.decide_all()
    for name in names:
        day.do(extras.score_softly(day.event, day.event.find(name), "painting", Fraction(9)))
    return day


def all_played_and_not_all_painting_judged() -> Day:
    return painted(FOUR[0], FOUR[1])


def all_played_and_all_painting_judged() -> Day:
    return painted(*FOUR)


STATES: tuple[tuple[Callable[[], Day], str], ...] = (
    (without_players, "no_players"),
    (with_one_to_come, "not_checked_in"),
    (with_a_force_to_look_at, "force_unchecked"),
    (with_a_force_sent_back, "force_returned"),
    (without_scenarios, "draw_scenarios"),
    (with_scenarios_unknown, "make_known"),
    (known, "pair"),
    (drafted, "publish"),
    (drafted_and_stale, "pair_anew"),
    (published, "start_clock"),
    (running, "card_missing"),
    (disputed, "disagreement"),
    (with_somebody_gone, "player_gone"),
    (with_a_late_entry, "without_match"),
    (played, "pair"),
    (all_played, "finish"),
    (all_played_and_not_all_painting_judged, "soft_missing"),
    (all_played_and_all_painting_judged, "finish"),
    (finished, "finished"),
    (finished_with_prizes_held_back, "reveal"),
)


@pytest.mark.parametrize(("state", "what"), STATES, ids=[state.__name__ for state, _ in STATES])
def test_each_state_has_its_next_thing(state: Callable[[], Day], what: str) -> None:
    assert first_of(state()) == what


@pytest.mark.parametrize("state", [state for state, _ in STATES], ids=[state.__name__ for state, _ in STATES])
def test_everything_that_waits_can_be_pressed(state: Callable[[], Day]) -> None:
    found = at_the_desk(state())
    for step in filter(None, (found.first, found.onward, *found.waiting)):
        assert step.button or step.link, step.sentence


@pytest.mark.parametrize("state", [state for state, _ in STATES], ids=[state.__name__ for state, _ in STATES])
def test_pairing_and_finishing_are_never_among_what_waits(state: Callable[[], Day]) -> None:
    assert not [step for step in at_the_desk(state()).waiting if step.what in ("pair", "finish")]


def test_a_card_that_was_taken_back_comes_before_the_next_round() -> None:
    assert first_of(with_an_old_card_taken_back()) == "old_card_missing"


def test_who_is_not_here_yet_does_not_hide_the_way_to_the_first_round() -> None:
    onward = at_the_desk(with_one_to_come()).onward
    assert onward is not None
    assert onward.what == "pair"


# Soft scores


def test_a_soft_score_that_is_missing_is_asked_for_by_name_and_does_not_hide_the_end() -> None:
    found = at_the_desk(all_played_and_not_all_painting_judged())
    assert found.first is not None
    assert found.onward is not None
    assert found.first.sentence == f"Painting is not entered yet for 2 players: {FOUR[2]}, {FOUR[3]}."
    assert (found.first.href, found.onward.what) == ("/e/x/desk/scores", "finish")


def test_a_score_that_counts_at_the_end_is_asked_for_only_then_and_one_that_counts_always_waits_after_a_round() -> None:
    assert "soft_missing" not in _all(at_the_desk(painted(through=1)))
    found = at_the_desk(painted(through=1, counts="always"))
    assert [step.what for step in (found.first, *found.waiting) if step] == ["pair", "soft_missing"]


def test_who_has_left_is_judged_no_more() -> None:
    day = painted(*FOUR[:3])
    day.do(lambda event: players.leave(event, event.find(FOUR[3])))
    assert first_of(day) == "finish"


# Paired all the same


def paired_all_the_same() -> Day:
    """Zoe plays without a force, because the organiser has said so."""
    day = with_one_to_come()
    day.do(lambda event: players.check_in(event, event.find("Zoe")))
    day.do(lambda event: rounds.pair_round(event, 1, without_forces=True))
    day.do(lambda event: rounds.publish(event, 1))
    return day


def test_a_force_that_is_missing_comes_first_until_its_player_is_paired_all_the_same() -> None:
    day = with_one_to_come()
    day.do(lambda event: players.check_in(event, event.find("Zoe")))
    assert first_of(day) == "force_missing"
    assert not [step for step in _all(at_the_desk(paired_all_the_same())) if step == "force_missing"]


def test_the_next_round_is_paired_all_the_same_with_one_press() -> None:
    day = paired_all_the_same()
    day.decide_all()
    first = at_the_desk(day).first
    assert first is not None
    assert (first.what, first.action, dict(first.fields)) == ("pair", "round.pair", {"without_forces": "true"})
    day.do(lambda event: rounds.pair_round(event, 2, without_forces=True))
    assert first_of(day) == "publish"


def test_the_event_is_finished_although_a_force_is_missing() -> None:
    day = paired_all_the_same()
    day.decide_all()
    day.do(lambda event: rounds.pair_round(event, 2, without_forces=True))
    day.do(lambda event: rounds.publish(event, 2))
    day.decide_all()
    assert first_of(day) == "finish"


def test_a_newcomer_without_a_force_is_asked_about_before_the_next_round_is_paired() -> None:
    day = played()
    day.do(lambda event: players.add_player(event, "Zoe"))
    day.do(lambda event: players.check_in(event, event.find("Zoe")))
    found = at_the_desk(day)
    assert found.first is not None
    assert (found.first.what, found.first.action) == ("pair", "")
    assert "force_missing" in [step.what for step in found.waiting]


def test_nobody_asks_for_anything_of_a_player_who_has_left() -> None:
    day = with_a_force_sent_back()
    day.do(lambda event: players.leave(event, event.find("Zoe")))
    assert not [task for task in tasks(day.event, day.now) if day.player("Zoe") in task.players]
    assert first_of(day) == "pair"


def _all(found: Agenda) -> list[str]:
    return [step.what for step in filter(None, (found.first, found.onward, *found.waiting))]


def test_nothing_in_an_agenda_is_there_twice() -> None:
    for state, _ in STATES:
        whats = _all(at_the_desk(state()))
        assert len(whats) == len(set(whats)), whats
