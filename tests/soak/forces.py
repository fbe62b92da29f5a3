"""Forces that nobody would bring, judged in two ways that must agree."""

from __future__ import annotations

import random
from typing import Any

from tests.games.alpha_strike.test_solver import DEFAULT, KURITA, NOT_ALONE, as_modelled, may_be, units_of
from tests.soak.trials import trial

from musterhall.games.alpha_strike.formations.formations import formation_types, judge
from musterhall.games.alpha_strike.units.library import starter_library
from musterhall.games.the_game.army.armies import Army, ListedFormation, load_armies
from musterhall.games.the_game.army.datasheets import AIR, NAVAL
from musterhall.games.the_game.army.force_check import check_force
from musterhall.games.the_game.army.forces import Force, force_from_data
from musterhall.games.the_game.position.saving import force_data

ELSEWHERE = (*AIR, *NAVAL)


@trial("a force and its file are checked alike")
def force_and_file(seed: int) -> None:
    """A force of THE GAME has the same problems after it was written down and read again, and the same units."""
    luck = random.Random(seed)
    for _ in range(40):
        force = random_force(luck)
        again = force_from_data(force_data(force), "soak.toml")
        assert again == force
        assert check_force(again) == check_force(force)


@trial("solver and judge agree on a formation")
def solver_and_judge(seed: int) -> None:
    """A group of Alpha Strike units is a formation to the solver exactly where it is one to the check."""
    luck = random.Random(seed)
    cards = list(starter_library().cards)
    kinds = sorted(set(formation_types()) - NOT_ALONE)
    for _ in range(4):
        units = units_of(luck.sample(cards, luck.randint(2, 7)), commanders=luck.randint(0, 2))
        faction = luck.choice(["", KURITA])
        for kind in luck.sample(kinds, 8):
            met = judge(kind, as_modelled(units), DEFAULT, faction).met
            assert may_be(kind, units, DEFAULT, faction) is met, (kind, [unit.card.name for unit in units])


def random_force(luck: random.Random, *, ground_only: bool = False) -> Force:
    """Any formations of an army list with any options; legal or not, but everybody in it is known."""
    army = luck.choice(list(load_armies().values()))
    entries = [entry for entry in army.entries if not ground_only or _on_the_ground(entry)]
    rows = [_row(luck, army, luck.choice(entries), number) for number in range(luck.randint(2, 8))]
    if ground_only:
        rows = [row for row in rows if _all_on_the_ground(row, army)] or [{"name": "1", "entry": entries[0].name}]
    return force_from_data(_file(luck, army, rows), "soak.toml")


def _row(luck: random.Random, army: Army, entry: ListedFormation, number: int) -> dict[str, Any]:
    options = [str(option).split(" or ")[-1] for option in entry.options if luck.random() < 0.3]
    group = luck.choice(["Main body", "Flank", ""])
    return {"name": f"Formation {number}", "entry": entry.name, "options": options, "battle_group": group}


def _file(luck: random.Random, army: Army, rows: list[dict[str, Any]]) -> dict[str, Any]:
    rows[0]["commander"] = luck.random() < 0.8
    figures = {"points": luck.choice([500, 1000, 2000]), "initiative": luck.randint(1, 4)}
    return {"game": "the_game", "name": "Anybody", "army": army.name, **figures, "formation": rows}


def _on_the_ground(entry: ListedFormation) -> bool:
    return not any(sheet.type in ELSEWHERE for _, sheet in entry.units)


def _all_on_the_ground(row: dict[str, Any], army: Army) -> bool:
    """Options may bring aircraft along, which are left to trials of their own."""
    data = {"game": "the_game", "name": "x", "army": army.name, "points": 1, "initiative": 1, "formation": [row]}
    (formation,) = force_from_data(data, "soak.toml").formations
    return not any(sheet.type in ELSEWHERE for sheet in formation.units)
