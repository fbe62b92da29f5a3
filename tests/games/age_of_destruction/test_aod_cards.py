"""Cards of a player's own: in a force file, checked, played, saved and fought again."""

from __future__ import annotations

import pytest

from musterhall.battle.agents import play
from musterhall.battle.battle import Battle
from musterhall.games.age_of_destruction.agents import agent_named
from musterhall.games.age_of_destruction.cards.cards import Card, Effect, read_card, sample_cards
from musterhall.games.age_of_destruction.edition import Edition
from musterhall.games.age_of_destruction.field.tables import shipped_tables
from musterhall.games.age_of_destruction.forces import Force, force_toml, read_force, shipped_force
from musterhall.games.age_of_destruction.game_object import GAME
from musterhall.games.age_of_destruction.parts.saving import setup_data, setup_from_data
from musterhall.games.age_of_destruction.position.conditions import changes
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.problems import BadInput, parse_toml

FORCE = """
game = "age_of_destruction"
name = "Own cards"
faction = "House Liao"
unit = [{ name = "Thornless Rose" }]
"""
OWN = """
[[card]]
name = "Soup Fog"

[[card]]
name = "Hold the Bridge"
kind = "mission"
effect = [{ does = "score_middle", by = 2, within = 6 }]

[[card]]
name = "Gravel Rain"
kind = "planetary_condition"
text = "Stones fall from a clear sky."
effect = [{ does = "gravity", by = 2, types = ["mech"] }]
"""


def own_force(cards: str = OWN) -> Force:
    return read_force(FORCE + cards, "own.toml")


def checked(cards: str) -> list[str]:
    found = GAME.forces.check(parse_toml(FORCE + cards, "own.toml"), "own.toml", variants={})
    return [str(problem) for problem in found.problems]


def begun(red: Force, blue: Force) -> Battle[Position]:
    edition = Edition.of({"round_limit": 3})
    return GAME.battles.new_battle(GAME.battles.setup(red, blue, shipped_tables()["customs-yard"], edition), 7)


def test_a_force_names_a_card_that_ships_or_writes_down_its_own() -> None:
    fog, bridge, gravel = own_force().cards
    assert fog == sample_cards().known("Soup Fog")
    assert bridge.effects == (Effect("score_middle", 2, (), 6),)
    assert (gravel.effects, gravel.idle) == ((), (Effect("gravity", 2, ("mech",)),))


def test_a_written_force_has_the_same_cards_whatever_ships() -> None:
    force = own_force(OWN + '\n[[card]]\nname = "Nobody Knows"\nkind = "mission"\n')
    assert read_force(force_toml(force), "again.toml").cards == force.cards


def test_a_card_that_does_nothing_is_said_to_and_is_legal() -> None:
    found = GAME.forces.check(parse_toml(FORCE + OWN, "own.toml"), "own.toml", variants={})
    assert found.legal
    [warning] = map(str, found.warnings)
    assert warning.startswith("Gravel Rain: does nothing here, for no planetary condition has gravity")
    assert [one["where"] for one in found.as_data()["warnings"]] == ["Gravel Rain"]


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ('name = "Sopu Fog"', "Sopu Fog: no card of this name is known here. Perhaps Soup Fog is meant."),
        ('name = "Rain"\nkind = "weather"', "own.toml: card.0.kind: should be 'planetary_condition', 'mission'"),
        ('name = "Soup Fog"\nkind = "weather"', "own.toml: card.0.kind: should be 'planetary_condition', 'mission'"),
        ('name = "Soup Fog"\nkind = "mission"', "Soup Fog: is a planetary condition among the sample cards"),
        ('name = "Soup Fog"\n[[card]]\nname = "soup  FOG"', "Soup Fog: is in the hand 2 times. Keep one of them."),
        ('name = "Soup Fog"\npower = 3', "own.toml: card.0.power is not a field it knows"),
        (
            'name = "Rain"\nkind = "mission"\neffect = [{ does = "score_zone", types = ["tank"] }]',
            "own.toml: card.0.effect.0.types.0: should be 'infantry', 'vehicle', 'vtol', 'mech', 'foot'",
        ),
    ],
)
def test_what_is_wrong_with_a_card_is_one_sentence(row: str, told: str) -> None:
    [problem] = checked(f"[[card]]\n{row}\n")
    assert problem.startswith(told)


@pytest.mark.parametrize(
    ("effect", "told"),
    [
        ({"does": "speed", "by": 1, "types": ["tank"]}, "types"),
        ({"does": "score_middle", "by": 1}, "within so many inches"),
        ({"does": "speed", "by": "lots"}, "by"),
    ],
)
def test_an_effect_that_would_silently_miss_is_refused(effect: dict[str, object], told: str) -> None:
    with pytest.raises(BadInput, match=told):
        read_card({"name": "Fog", "kind": "mission", "effect": [effect]}, "cards.toml")


@pytest.mark.parametrize(
    ("kind", "does", "remark"),
    [
        ("planetary_condition", ("speed",), ""),
        ("planetary_condition", (), "does nothing here, for nobody has written down what it does"),
        ("planetary_condition", ("score_zone",), "does nothing here, for no planetary condition has score_zone"),
        ("mission", ("speed",), "does nothing here, for no mission has speed"),
        ("mission", ("score_zone", "gravity"), "does not all that it says, for no mission has gravity"),
        ("dummy", ("gravity",), ""),
    ],
)
def test_a_card_tells_what_of_it_does_nothing(kind: str, does: tuple[str, ...], remark: str) -> None:
    card = read_card({"name": "Fog", "kind": kind, "effect": [{"does": word, "by": 1} for word in does]}, "cards.toml")
    assert card.remark.startswith(remark)
    assert bool(card.remark) == bool(remark)


def test_a_battle_has_the_cards_of_both_forces_and_its_journal_keeps_them() -> None:
    battles = GAME.battles
    red, blue = own_force(), shipped_force("mercenary-nowhere")
    setup = battles.setup(red, blue, shipped_tables()["customs-yard"], Edition.of({"round_limit": 3}))
    again = setup_from_data(setup_data(setup), "saved")
    assert (again.red.cards, again.blue.cards) == (red.cards, ())
    fought = [battles.new_battle(one, 7) for one in (setup, again)]
    for battle in fought:
        play(battle, [agent_named("captain", 1), agent_named("drill", 2)])
    first, second = fought
    assert first.position.fingerprint() == second.position.fingerprint()
    assert first.position.sides[0].card == red.cards[1]
    assert "Red plays Hold the Bridge" in [line.text for line in second.log]


def test_nobody_is_asked_for_a_card_where_no_force_has_one() -> None:
    battle = begun(shipped_force("liao-inkstone"), shipped_force("falcon-straw"))
    battle.answer(0)
    assert battle.asked().kind == "deploy"


def test_two_cards_of_one_name_that_say_different_things_both_count() -> None:
    one, other = (Card("Fog", "planetary_condition", "", (Effect("range", by),)) for by in (-1, -2))
    battle = begun(_with(one), _with(other))
    battle.answer(0)
    for player in (0, 1):
        battle.answer("Fog", player)
    assert changes(battle.position, "range") == [("Fog", -1), ("Fog", -2)]


def _with(card: Card) -> Force:
    force = shipped_force("liao-inkstone")
    return Force(force.name, force.player, force.faction, force.units, cards=(card,))
