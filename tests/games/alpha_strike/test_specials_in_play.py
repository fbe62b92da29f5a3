"""Every special of the catalogue acts in battles, or the file says why it does not; the rules and the file agree."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import musterhall.games.alpha_strike
from musterhall.games.alpha_strike.units.library import starter_library
from musterhall.games.alpha_strike.units.specials import special_entries
from musterhall.games.alpha_strike.units.specials_in_play import specials_in_play

PACKAGE = Path(musterhall.games.alpha_strike.__file__).parent
ROOMS = [
    "field",
    "position",
    "movement",
    "transport",
    "harm",
    "electronics",
    "attacks",
    "aerospace",
    "scenarios",
    "turn",
]
DATA = ("catalogue/electronics.toml", "catalogue/artillery.toml")
NOT_CARRIED = "no unit that a pack allows carries it"
BARRED = ("DS", "DA", "JS", "WS", "SS", "SV", "BD")
"""Types of units that no pack allows."""
OF_ANOTHER_PLACE = ("no battle is in", "every battle is in")


@cache
def _words_of_the_rules() -> frozenset[str]:
    """Every word in quotes, or key of a data file, that the rules of battles use."""
    files = [path for room in ROOMS for path in (PACKAGE / room).glob("*.py")]
    files += [PACKAGE / name for name in DATA if (PACKAGE / name).exists()]
    words: set[str] = set()
    for path in files:
        text = path.read_text(encoding="utf-8")
        words.update(re.findall(r'"([A-Z0-9-]+)"', text))
        words.update(re.findall(r"^([A-Z0-9-]+) = ", text, re.MULTILINE) if path.suffix == ".toml" else ())
    cards = (PACKAGE / "units" / "cards.py").read_text(encoding="utf-8")
    return frozenset(words | set(re.findall(r'_rating\(card, "([A-Z]+)"\)', cards)))


def test_every_special_is_in_one_of_the_two_tables() -> None:
    played = specials_in_play()
    assert sorted([*played.in_force, *played.without_effect]) == sorted(special_entries())


@pytest.mark.parametrize("name", specials_in_play().in_force)
def test_a_special_in_force_is_known_to_the_rules(name: str) -> None:
    assert name in _words_of_the_rules()


@pytest.mark.parametrize("name", specials_in_play().without_effect)
def test_a_special_without_effect_is_unknown_to_the_rules(name: str) -> None:
    assert name not in _words_of_the_rules()


@pytest.mark.parametrize(("name", "reason"), specials_in_play().without_effect.items())
def test_a_special_has_no_effect_only_for_want_of_a_unit_a_place_or_a_source(name: str, reason: str) -> None:
    assert reason == NOT_CARRIED or reason.startswith(OF_ANOTHER_PLACE) or "no source seen here prints" in reason


def test_no_card_of_the_library_that_a_pack_allows_carries_what_none_is_said_to_carry() -> None:
    allowed = [card for card in starter_library() if card.type not in BARRED]
    carried = {name for card in allowed for name in card.special_names}
    without = [name for name, why in specials_in_play().without_effect.items() if why == NOT_CARRIED]
    assert carried.isdisjoint(without)
