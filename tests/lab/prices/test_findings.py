"""The first price list, as the findings keep it: still of things that have a price, and still a file that is taken."""

from __future__ import annotations

from pathlib import Path

from musterhall.game.pricing import price_of, read_costs
from musterhall.games import game_named, pricing_of

FOUND = Path(__file__).resolve().parents[3] / "docs" / "findings" / "the-game-costs.toml"


def test_the_price_list_of_the_findings_prices_all_that_has_a_price_and_the_shipped_armies_cost_1000() -> None:
    game = game_named("the-game")
    pricing = pricing_of(game)
    costs = read_costs(FOUND.read_text(encoding="utf-8"), FOUND.name, game.name).costs()
    assert costs.keys() == {one.key for one in pricing.priced()}
    shipped = [price_of(pricing.counts(game.forces.shipped_force(name)), costs) for name in pricing.measured_by]
    assert abs(sum(shipped) / len(shipped) - pricing.points) < 2


def test_the_page_prints_the_figures_of_the_file() -> None:
    game = game_named("the-game")
    found = read_costs(FOUND.read_text(encoding="utf-8"), FOUND.name, game.name)
    page = FOUND.with_name("prices.md").read_text(encoding="utf-8")
    assert found.study in page
    for one in found.price:
        assert f"| {one.of} | {one.cost:.0f} |" in page, one.of
