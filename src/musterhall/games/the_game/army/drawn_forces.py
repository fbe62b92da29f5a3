"""6.2, 6.3 Forces drawn by chance, legal and as near to a price as a few tries bring them."""

from __future__ import annotations

from typing import Any

from musterhall.game.pricing import Chance, Costs, price_of
from musterhall.games.the_game.army.armies import Army, ListedFormation, find_army
from musterhall.games.the_game.army.force_check import (
    COMPANIES_PER_AIR_ASSET,
    SUPPORT_GROUPS_PER_COMPANY,
    UPGRADES_PER_FORMATION,
    check_force,
)
from musterhall.games.the_game.army.forces import force_from_data
from musterhall.games.the_game.army.pricing import formation_counts, option_texts, priced_entries, with_costs
from musterhall.problems import BadInput

TRIES = 300
NEAR = 0.01
"""How far from its price a force may be to be taken at once."""
MOST_FORMATIONS = 12
TAKEN = 0.4
"""The chance that an option is taken."""
INITIATIVE = 2

Row = dict[str, Any]


def draw_force(name: str, costs: Costs, points: int, chance: Chance, called: str) -> dict[str, Any]:
    """The best of some drawn forces: legal, never dearer than `points`, and close to it."""
    army = find_army(name)
    assert army is not None, "armies are those of the lists"
    best: tuple[float, dict[str, Any]] | None = None
    for _ in range(TRIES):
        rows = _drawn_rows(army, costs, points, chance)
        short = points - sum(_cost(army, row, costs) for row in rows)
        if short < 0 or (best is not None and short >= best[0]):
            continue
        data = _force(army, rows, points, chance, called, costs)
        if data is not None:
            best = short, data
            if short <= NEAR * points:
                break
    if best is None:
        raise BadInput(f"no force of {army.name} could be drawn at {points} points; allow more points.")
    return best[1]


def _drawn_rows(army: Army, costs: Costs, points: int, chance: Chance) -> list[Row]:
    """Formations one after the other, for as long as there are points and the list allows another."""
    entries = priced_entries(army)
    by_group = {group: [one for one in entries if one.group == group] for group in ("company", "support", "air")}
    rows = [_row(chance.choice(by_group["company"]), chance)]
    left = points - _cost(army, rows[0], costs)
    numbers = {"company": 1, "support": 0, "air": 0}
    for _ in range(2 * MOST_FORMATIONS):
        open_groups = ["company"]
        if numbers["support"] < SUPPORT_GROUPS_PER_COMPANY * numbers["company"]:
            open_groups += ["support", "support"]
        if numbers["air"] < numbers["company"] // COMPANIES_PER_AIR_ASSET:
            open_groups.append("air")
        group = chance.choice(open_groups)
        row = _row(chance.choice(by_group[group]), chance)
        cost = _cost(army, row, costs)
        if cost <= left and len(rows) < MOST_FORMATIONS:
            rows.append(row)
            left -= cost
            numbers[group] += 1
    return rows


def _row(entry: ListedFormation, chance: Chance) -> Row:
    taken = [chance.choice(option_texts(one)) for one in entry.options if chance.random() < TAKEN]
    return {"entry": entry.name, "options": taken[:UPGRADES_PER_FORMATION], "group": entry.group}


def _cost(army: Army, row: Row, costs: Costs) -> int:
    """As a force file with these costs has it."""
    return max(0, round(price_of(formation_counts(army, row["entry"], row["options"]), costs)))


def _force(
    army: Army, rows: list[Row], points: int, chance: Chance, called: str, costs: Costs
) -> dict[str, Any] | None:
    """The rows in battle groups, if that makes a legal force."""
    formations = [
        {"name": f"{row['entry']} {number}", "entry": row["entry"], "options": row["options"]}
        for number, row in enumerate(rows, 1)
    ]
    ground = [at for at, row in enumerate(rows) if row["group"] != "air"]
    companies = [at for at in ground if rows[at]["group"] == "company"]
    allowed = max(1, army.groups_per_1000_points * points // 1000)
    groups = max(1, min(allowed, len(companies), len(ground) // max(1, army.least_formations_per_group)))
    others = [at for at in ground if at not in companies]
    chance.shuffle(companies)
    chance.shuffle(others)
    for place, at in enumerate([*companies, *others]):
        formations[at]["battle_group"] = f"Group {1 + place % groups}"
    if leader := next((one for one in formations if _may_lead(army, str(one["entry"]))), None):
        leader["commander"] = True
    data, _ = with_costs(
        {"game": "the_game", "name": called, "army": army.name, "points": points, "initiative": INITIATIVE}
        | {"formation": formations},
        costs,
    )
    return None if check_force(force_from_data(data, called)) else data


def _may_lead(army: Army, name: str) -> bool:
    entry = army.entry(name)
    return entry is not None and any(sheet.name in army.commanders for _, sheet in entry.units)
