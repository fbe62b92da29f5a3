"""A pool of boxes and force packs is read from a file, and everything that is wrong with one is said at once."""

from __future__ import annotations

import pytest

from musterhall.games.alpha_strike.drafts.boxes import (
    Box,
    Legend,
    box_from_data,
    pool_problems,
    read_pool,
    shipped_pool,
    shipped_pools,
)
from musterhall.games.alpha_strike.units.library import starter_library
from musterhall.problems import BadInput

LIBRARY = starter_library()
HEAD = 'game = "alpha_strike"\nname = "Test"\n'
LOCUST = '[[box]]\nfigure = "Locust"\nversions = ["Locust LCT-1V", "locust lct-3m"]\n'
PILOT = 'pilot = { name = "Ann Nobody", gunnery = 3, piloting = 4, units = ["Locust"], abilities = ["Dodge"] }\n'


def problems(body: str) -> str:
    return " ".join(map(str, pool_problems(HEAD + body, "test.toml", LIBRARY)))


def test_a_box_has_its_figure_both_sides_of_its_card_and_its_pilot() -> None:
    pool = read_pool(HEAD + LOCUST + PILOT, "test.toml", LIBRARY)
    legend = Legend("Ann Nobody", 3, 4, ("Locust",), ("Dodge",))
    assert pool.boxes == (Box("Locust", ("Locust LCT-1V", "Locust LCT-3M"), legend),)


def test_a_count_puts_that_many_boxes_into_the_pool() -> None:
    assert len(read_pool(HEAD + LOCUST + "count = 3\n", "test.toml", LIBRARY).boxes) == 3


@pytest.mark.parametrize(("gunnery", "piloting", "skill"), [(3, 4, 3), (2, 2, 2), (0, 1, 0), (4, 5, 4)])
def test_a_legends_skill_is_the_average_rounded_down(gunnery: int, piloting: int, skill: int) -> None:
    assert Legend("Ann Nobody", gunnery, piloting, ("Locust",)).skill == skill


@pytest.mark.parametrize("written", ["Timber Wolf", "mad cat", "Mad Cat (Timber Wolf)"])
def test_a_legend_is_qualified_by_either_name_of_a_chassis(written: str) -> None:
    legend = Legend("Ann Nobody", 3, 3, (written,))
    assert legend.qualified(LIBRARY.find("Timber Wolf Prime"))
    assert not legend.qualified(LIBRARY.find("Atlas AS7-D"))


def test_a_box_survives_the_journal() -> None:
    for box in shipped_pool("salvage-yard").boxes:
        assert box_from_data(box.as_data()) == box


@pytest.mark.parametrize("name", shipped_pools())
def test_a_shipped_pool_has_boxes_for_six_players_and_packs_for_five_rounds(name: str) -> None:
    pool = shipped_pool(name)
    assert len(pool.boxes) >= 24
    assert len(pool.force_packs) >= 5
    assert all(4 <= len(pack.figures) <= 5 for pack in pool.force_packs)
    assert any(box.pilot for box in pool.boxes)


@pytest.mark.parametrize("name", shipped_pools())
def test_every_legend_in_a_shipped_pool_is_qualified_for_a_figure_in_it(name: str) -> None:
    pool = shipped_pool(name)
    boxes = [*pool.boxes, *(figure for pack in pool.force_packs for figure in pack.figures)]
    cards = [LIBRARY.find(version) for box in boxes for version in box.versions]
    for box in boxes:
        assert box.pilot is None or any(box.pilot.qualified(card) for card in cards)


@pytest.mark.parametrize(
    ("body", "part"),
    [
        ("", "neither boxes nor force packs"),
        (LOCUST.replace("LCT-1V", "LCT-9Z"), "no card is called 'Locust LCT-9Z'"),
        (LOCUST.replace("lct-3m", "lct-1v"), "on both sides"),
        (LOCUST + PILOT.replace('"Locust"', '"Lokust"'), "no card has the chassis 'Lokust'. Perhaps Locust"),
        (LOCUST + PILOT.replace("Dodge", "Dogde"), "no special pilot ability is called 'Dogde'"),
        (LOCUST + PILOT.replace("gunnery = 3", "gunnery = 9"), "gunnery"),
        (LOCUST + "colour = 3\n", "colour is not a field it knows"),
        (LOCUST.replace('"Locust LCT-1V", "locust lct-3m"', ""), "versions"),
        ('[[force_pack]]\nname = "A"\nfigure = []\n', "figure"),
        ("x = " + "[" * 5000, "nested too deeply"),
        ("name = ", "not readable as TOML"),
    ],
)
def test_what_is_wrong_with_a_pool_is_said_and_keeps_it_from_being_read(body: str, part: str) -> None:
    assert part in problems(body)
    with pytest.raises(BadInput):
        read_pool(HEAD + body, "test.toml", LIBRARY)


def test_all_problems_are_said_at_once_each_with_its_box() -> None:
    said = problems(LOCUST.replace("LCT-1V", "LCT-9Z") + PILOT.replace("Dodge", "Dogde"))
    assert "test.toml, box Locust: no card is called" in said
    assert "test.toml, box Locust, pilot Ann Nobody: no special pilot ability" in said


def test_two_force_packs_of_one_name_are_refused() -> None:
    pack = '[[force_pack]]\nname = "A"\n[[force_pack.figure]]\nfigure = "Locust"\nversions = ["Locust LCT-1V"]\n'
    assert "is there twice" in problems(pack + pack)


def test_a_pool_that_is_not_shipped_is_refused_with_a_near_name() -> None:
    with pytest.raises(BadInput, match="salvage-yard"):
        shipped_pool("salvage-yrad")
