"""Tournament hands at an event, and the set-up of its matches as the pack reads it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.events.day import Day, enter, new_day

from musterhall.events import forces, notes, rounds, views
from musterhall.events.fold import Ledger, fold
from musterhall.events.forces import ticks_known, ticks_open
from musterhall.events.tasks import tasks
from musterhall.events.telling import Teller
from musterhall.packs.model import load_pack, pack_problems, shipped_pack_text
from musterhall.problems import BadInput

PACK = "age-of-destruction-constructed"
CARDS = [{"name": "Fog", "kind": "planetary_condition"}, {"name": "Hold the pass", "kind": "mission"}]
NO_CARD_ALLOWED = ("no_card = false\ndummy", "no_card = true\ndummy")


def day_with_hands(*changes: tuple[str, str], cards: list[dict[str, str]] = CARDS) -> Day:
    day = new_day(["Anna", "Boris"], pack=PACK, changes=changes)
    for name in ("Anna", "Boris"):
        day.do(forces.hand_in_cards(day.event, day.event.find(name), cards))
    day.pair()
    return day


def play(day: Day, card: str, name: str = "Anna") -> None:
    day.do(lambda event: forces.play_card(event, event.find(name), 1, card))


def hand_of(day: Day, name: str) -> dict[str, Any]:
    found = views.hand_data(day.event, day.event.find(name), day.round.matches[0])
    assert found is not None
    return found


def told(day: Day, what: str) -> list[str]:
    return [task.sentence for task in tasks(day.event, day.now) if task.what == what]


def next_of(day: Day, name: str = "Anna") -> tuple[str, str]:
    found = views.next_thing(day.event, day.event.find(name))
    return found.what, found.sentence


def test_who_has_a_card_left_cannot_play_none() -> None:
    day = day_with_hands()
    with pytest.raises(BadInput, match="each player plays one while the hand has one"):
        play(day, "")
    assert next_of(day) == ("hand", "Play one card of your hand before you deploy.")


def test_where_the_pack_allows_it_a_player_may_play_none() -> None:
    day = day_with_hands(NO_CARD_ALLOWED)
    assert next_of(day) == ("hand", "Play one card of your hand, or say that you play none, before you deploy.")
    play(day, "")
    assert next_of(day)[0] == "card"
    assert Teller(day.ledger.entries, day.event).sentence(day.ledger.entries[-1]) == (
        "Anna plays no card of the hand in round 1."
    )
    with pytest.raises(BadInput, match="has played in round 1 already"):
        play(day, "Fog")


def test_the_players_view_offers_what_is_left_and_whether_none_may_be_played() -> None:
    day = day_with_hands()
    anna = day.event.find("Anna")
    view = views.hand_data(day.event, anna, day.round.matches[0])
    assert view is not None
    assert (view["left"], view["may_play_none"], view["chosen"]) == (["Fog", "Hold the pass"], False, False)
    play(day, "fog")
    view = views.hand_data(day.event, day.event.find("Anna"), day.round.matches[0])
    assert view is not None
    assert (view["left"], view["now"], view["chosen"]) == (["Hold the pass"], "Fog", True)
    assert [card["round"] for card in view["cards"]] == [1, None]


def test_who_has_played_all_cards_of_a_small_hand_is_not_asked_for_another() -> None:
    day = day_with_hands(cards=CARDS[:1])
    play(day, "Fog")
    day.do(lambda event: forces.play_card(event, event.find("Boris"), 1, "Fog"))
    day.decide(day.round.matches[0], {"units": {"Hammer": "eliminated"}}, {})
    day.pair(seed=2)
    assert next_of(day)[0] == "card"
    day.do(lambda event: forces.play_card(event, event.find("Anna"), 2, ""))


def test_a_hand_is_locked_with_the_forces_and_only_the_organiser_changes_it() -> None:
    day = day_with_hands()
    other = [{"name": "Rain", "kind": "planetary_condition"}]
    with pytest.raises(BadInput, match="hands are locked with the forces"):
        day.do(lambda event: forces.hand_in_cards(event, event.find("Anna"), other))
    assert not hand_of(day, "Anna")["can_change"]
    day.do(lambda event: forces.hand_in_cards(event, event.find("Anna"), other, although_locked=True))
    assert day.event.find("Anna").hand == tuple(other)


def test_an_old_journal_with_a_hand_changed_after_the_lock_is_still_read() -> None:
    day = day_with_hands()
    anna = day.event.find("Anna")
    day.do(lambda event: forces.hand_in_cards(event, anna, CARDS[:1], although_locked=True))
    *before, changed = day.ledger.entries
    data = {name: value for name, value in changed.data.items() if name != "although_locked"}
    assert fold([*before, replace(changed, data=data)]).player(anna.id).hand == tuple(CARDS[:1])


def test_who_comes_late_hands_in_a_first_hand() -> None:
    day = day_with_hands()
    enter(day, "Cleo")
    day.do(lambda event: forces.hand_in_cards(event, event.find("Cleo"), CARDS))
    assert day.event.find("Cleo").hand


def test_the_opponents_card_is_seen_only_when_both_have_played() -> None:
    day = day_with_hands()
    play(day, "Fog")
    assert hand_of(day, "Boris")["theirs"] == ""
    play(day, "Hold the pass", "Boris")
    assert (hand_of(day, "Boris")["theirs"], hand_of(day, "Anna")["theirs"]) == ("Fog", "Hold the pass")


def test_the_cards_played_settle_whether_a_mission_was_in_play() -> None:
    day = day_with_hands()
    match = day.round.matches[0]
    assert forces.ticks_known(day.event, 1, match) == {}
    play(day, "Hold the pass")
    assert forces.ticks_known(day.event, 1, day.round.matches[0]) == {}, "a check must not tell a card that is hidden"
    play(day, "Fog", "Boris")
    assert forces.ticks_known(day.event, 1, day.round.matches[0]) == {"mission_card": True}
    with pytest.raises(BadInput, match="A mission card was in play: is not ticked"):
        day.decide(match, {"units": {"Hammer": "eliminated"}}, {})
    day.decide(match, {"units": {"Hammer": "eliminated"}}, {}, shared={"mission_card": 1})


def test_who_has_no_card_left_is_known_to_have_played_none() -> None:
    day = day_with_hands(cards=CARDS[:1])
    for name in ("Anna", "Boris"):
        play(day, "Fog", name)
    day.decide(day.round.matches[0], {"units": {"Hammer": "eliminated"}}, {})
    day.pair(seed=2)
    assert forces.ticks_known(day.event, 2, day.round.matches[0]) == {"mission_card": False}
    with pytest.raises(BadInput, match="is ticked, and the cards played say no"):
        day.decide(day.round.matches[0], {"units": {"Hammer": "eliminated"}}, {}, shared={"mission_card": 1})


def test_the_organiser_is_told_who_has_no_hand_and_where_no_card_is_noted() -> None:
    day = new_day(["Anna", "Boris"], pack=PACK)
    assert told(day, "hand_missing") == ["2 players have no tournament hand yet: Anna, Boris."]
    for name in ("Anna", "Boris"):
        day.do(forces.hand_in_cards(day.event, day.event.find(name), CARDS))
    assert told(day, "hand_missing") == []
    day.pair()
    assert told(day, "hand_unplayed") == ["No card of the hand is noted yet at table 1."]
    play(day, "Fog")
    assert told(day, "hand_unplayed") == ["No card of the hand is noted yet at table 1."]
    play(day, "Fog", "Boris")
    assert told(day, "hand_unplayed") == []


@pytest.mark.parametrize(
    ("setting", "told", "components"),
    [
        (
            "each",
            "Each of you puts three pieces of terrain to the side, six in all.",
            "3 pieces of terrain from each player",
        ),
        ("together", "Put three pieces of terrain to the side, for both of you together.", "3 pieces of terrain"),
    ],
)
def test_the_set_up_tells_whose_the_terrain_is(setting: str, told: str, components: str) -> None:
    text = shipped_pack_text(PACK).replace('terrain_pieces = "each"\ngrand', f'terrain_pieces = "{setting}"\ngrand')
    pack = load_pack(text, "my.toml")
    assert pack.event is not None
    assert pack.told(pack.event.setup)[0] == told
    assert pack.told(pack.event.scenario[0].components)[0] == components


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("no_card = false\nd", "no_card = true\nd", "Each of you may play one card of your tournament hand"),
        ('card_again = "tournament"\nno', 'card_again = "game"\nno', "may be played again"),
    ],
)
def test_the_set_up_tells_how_the_hand_is_read(old: str, new: str, told: str) -> None:
    usual = shipped_pack_text(PACK)
    assert old in usual
    for text, is_told in ((usual, False), (usual.replace(old, new), True)):
        pack = load_pack(text, "my.toml")
        assert pack.event is not None
        assert any(told in line for line in pack.told(pack.event.setup)) == is_told
        assert len(pack.told(pack.event.setup)) == 7


def test_a_line_that_hangs_on_an_unknown_question_or_answer_is_a_problem_of_the_pack() -> None:
    text = shipped_pack_text(PACK)
    wrong = text.replace('{ terrain_pieces = "each" } },\n    { says = "P', '{ terrain = "each" } },\n    { says = "P')
    assert [problem.where for problem in pack_problems(wrong, "my.toml")] == ["my.toml, event, readings.terrain"]
    wrong = text.replace("{ no_card = true }", '{ no_card = "yes" }')
    assert [problem.what for problem in pack_problems(wrong, "my.toml")] == ['cannot be "yes"']


# When a card is played, and by whom


def test_no_card_is_played_before_the_pairings_are_out_nor_are_they_taken_back_under_one() -> None:
    day = new_day(["Anna", "Boris", "Cleo"], pack=PACK)
    for name in ("Anna", "Boris", "Cleo"):
        day.do(forces.hand_in_cards(day.event, day.event.find(name), CARDS))
    day.pair(published=False)
    said = set()
    for name in ("Anna", "Boris", "Cleo"):
        with pytest.raises(BadInput) as refused:
            play(day, "Fog", name)
        said.add(str(refused.value))
    assert said == {"round 1: is not published yet; play a card when the pairings are out."}
    published = day.do(rounds.publish(day.event, 1))
    play(day, "Fog", day.event.player(day.round.matches[0].players[0]).name)
    with pytest.raises(BadInput, match="rests on it"):
        day.undo(published.seq)


def test_who_has_no_hand_plays_none_and_can_still_hand_one_in() -> None:
    day = new_day(["Anna", "Boris"], pack=PACK)
    day.pair()
    with pytest.raises(BadInput, match="has handed in no tournament hand"):
        play(day, "")
    day.do(forces.hand_in_cards(day.event, day.event.find("Anna"), CARDS))
    play(day, "Fog")


def test_of_two_dummies_one_is_spent_and_one_in_hand() -> None:
    doubles = ('dummy_doubles = "by_name"', 'dummy_doubles = "any"')
    day = day_with_hands(doubles, cards=[{"name": "Dummy", "kind": "dummy"}] * 2)
    play(day, "Dummy")
    assert [card["round"] for card in hand_of(day, "Anna")["cards"]] == [1, None]


def test_a_card_that_may_be_played_again_is_in_hand_in_the_next_round() -> None:
    day = day_with_hands(('card_again = "tournament"\nno', 'card_again = "game"\nno'))
    play(day, "Fog")
    assert [card["round"] for card in hand_of(day, "Anna")["cards"]] == [1, None]
    day.decide(day.round.matches[0], {}, {}, dice=[[6, 1]])
    day.pair()
    assert [card["round"] for card in hand_of(day, "Anna")["cards"]] == [None, None]


def test_the_organiser_is_told_of_hands_that_are_too_large_for_fewer_rounds() -> None:
    day = new_day(["Anna", "Boris"], pack=PACK)
    day.do(forces.hand_in_cards(day.event, day.event.find("Anna"), CARDS))
    assert not told(day, "hand_too_large")
    day.do(notes.plan_rounds(day.event, 1))
    assert told(day, "hand_too_large") == ["1 player has more cards in hand than rounds are planned: Anna."]


# What others note


def own_hand_day() -> Day:
    """Anna and Boris have handed in their hands themselves."""
    day = day_with_hands()
    entries = [
        replace(one, who=one.data["player"]) if one.kind.startswith("hand.") else one for one in day.ledger.entries
    ]
    return Day(Ledger.of(entries), day.minute)


@pytest.mark.parametrize("card", ["", "Fog", "A card that nobody has"])
def test_a_card_that_somebody_notes_who_does_not_know_the_hand_is_kept_as_it_was_told(card: str) -> None:
    day = own_hand_day()
    play(day, card)
    assert day.event.find("Anna").played == {1: card}
    assert hand_of(day, "Anna")["noted"]
    with pytest.raises(BadInput, match="has played in round 1 already"):
        play(day, "Fog")


def test_a_card_that_was_only_noted_settles_no_box_of_the_score_card() -> None:
    day = own_hand_day()
    play(day, "Fog")
    play(day, "Fog", "Boris")
    assert ticks_open(day.event, 1, day.round.matches[0]) == ticks_known(day.event, 1, day.round.matches[0]) == {}
