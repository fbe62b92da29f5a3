"""Pictures of the main pages for the documents: python -m tests.web.browser.pictures [FOLDER]

They are taken from a real server with invented events, so they show what is there and nothing else.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import cache
from itertools import count
from math import hypot
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Page, expect, sync_playwright
from tests.conftest import CHROMIUM, CHROMIUM_ARGS
from tests.web.browser import playing_pictures, sheet_pictures
from tests.web.browser.venue import LAPTOP, PROJECTOR, Venue, before, force_file, press, unfold, venue
from tests.web.test_match_fought import with_forces

from musterhall.battle.agents import play
from musterhall.events.clock import moment, seconds_between
from musterhall.events.entries import Entry
from musterhall.events.simulation import simulate
from musterhall.events.simulation.day import START
from musterhall.game.duel import Matchup, agent_seed
from musterhall.games import battles_of, game_named, tables_of
from musterhall.packs.model import shipped_pack_text
from musterhall.store.desk import now
from musterhall.web.replay_page import replay_page

FOLDER = Path("docs/images")
SEED = 1
EVENT = "/e/herocon"


def main(folder: Path = FOLDER) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(CHROMIUM_ARGS))
        with venue(browser, Path(scratch), _events()) as hall:
            for name, take in PICTURES.items():
                page = take(hall)
                path = folder / f"{name}.png"
                page.screenshot(path=path)
                page.context.close()
                print(path)
            for name, page in playing_pictures.stills(browser, hall.url):
                page.screenshot(path=folder / f"{name}.png")
                page.context.close()
                print(folder / f"{name}.png")
            print(playing_pictures.moving(browser, hall.url, folder))
        browser.close()


def _events() -> dict[str, Sequence[Entry]]:
    """One that runs at this very moment, one whose pairings wait to be published, one where figures are drafted."""
    whole = _today("herocon-2025", 14, None)
    draft = _today("drafted-for-war", 4, None)
    return {
        "herocon": _today("herocon-2025", 14, 1),
        "paired": before(whole, "round.published", 2),
        "drafting": before(draft, "draft.picked", 7),
        sheet_pictures.EVENT: with_forces("herocon-2025").ledger.entries,
    }


def _today(pack: str, players: int, through: int | None) -> list[Entry]:
    """A day that has come to this moment, so that its clock runs."""
    text = shipped_pack_text(pack)
    length = seconds_between(START, simulate(text, players, SEED, through=through, trouble=False)[-1].at)
    began = moment(now()) - timedelta(seconds=length)
    start = began.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return simulate(text, players, SEED, through=through, trouble=False, start=start)


# One function a picture: whose screen it is, and what is on it


def _start(hall: Venue) -> Page:
    return _at(hall.organiser(), "/")


def _desk(hall: Venue) -> Page:
    return _at(hall.organiser(), f"{EVENT}/desk")


def _desk_dark(hall: Venue) -> Page:
    return _at(hall.organiser(LAPTOP, "dark"), f"{EVENT}/desk")


def _pairing_draft(hall: Venue) -> Page:
    return _at(hall.organiser(), "/e/paired/desk/pairings")


def _builder(hall: Venue) -> Page:
    """With a shipped force in it, as a player has it who pasted one."""
    page = _at(hall.screen(), "/builder?pack=herocon-2025")
    fold = unfold(page, "Open a file or paste")
    fold.get_by_role("textbox").fill(force_file("lyran-picket"))
    press(fold, "Open it")
    expect(page.get_by_text("Warhammer WHM-9D").first).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    return page


def _card(hall: Venue) -> Page:
    """A player whose match has no card yet."""
    page = _at(hall.player("herocon", _free_player(hall)), f"{EVENT}/me/card")
    for _ in range(2):
        page.locator(".step button").nth(1).click()
    expect(page.locator("[data-sums-out]")).to_contain_text("wins")
    return page


def _match(hall: Venue) -> Page:
    return _at(hall.player("herocon", _free_player(hall)), f"{EVENT}/me")


def _standings(hall: Venue) -> Page:
    return _at(hall.phone(), f"{EVENT}/standings")


def _draft_room(hall: Venue) -> Page:
    return _at(hall.player("drafting", "p4"), "/e/drafting/me/draft")


def _projector(hall: Venue) -> Page:
    page = hall.screen(PROJECTOR)
    page.goto(f"{EVENT}/projector?show=pairings")
    expect(page.locator(".slide.pairings").first).to_be_visible()
    return page


def _referee(hall: Venue) -> Page:
    page = _at(hall.screen(), "/referee?example=crossfire")
    # The board comes by script, and its answer after it.
    expect(page.get_by_text("the target is caught between").first).to_be_visible()
    return page


def _replay(hall: Venue) -> Page:
    """At a volley that kills in crossfire, with every die beside it."""
    return _moment(hall, CLASH, lambda frame: _kills(frame) and "crossfire" in str(frame["detail"]))


# Moments of battles that captains fight, as `muster battle --replay` shows them


def _air_attack(hall: Venue) -> Page:
    """Aircraft fire at the ground, and kill."""
    return _moment(hall, OPEN_SKY, lambda frame: _kills(frame) and bool(frame["arcs"]) and frame["section"] == "1.7.2")


def _interception(hall: Venue) -> Page:
    return _moment(hall, OPEN_SKY, lambda frame: frame["section"] == "3.5.2" and bool(frame["arcs"]))


def _drop(hall: Venue) -> Page:
    """A marker that was blown off by so much that it can be seen."""
    return _moment(hall, AIRBORNE, lambda frame: frame["section"] == "2.3.3" and _drift(frame) > 10)


def _helicopters_land(hall: Venue) -> Page:
    """The move of the troops that they have brought."""
    return _moment(hall, AIRBORNE, lambda frame: frame["section"] == "3.2" and "out of" in frame["text"], later=1)


def _landing(hall: Venue) -> Page:
    return _moment(hall, LANDING, lambda frame: frame["section"] == "4.3.2")


def _alpha_strike_salvage(hall: Venue) -> Page:
    """Shots across the wreck, when the lances have met."""
    return _moment(hall, SALVAGE, lambda frame: frame["kind"] == "fire" and frame["turn"] == 4)


def _alpha_strike_table(hall: Venue) -> Page:
    tables = tables_of(game_named("alpha_strike"))
    page = hall.screen()
    page.set_content(f"<body style='margin:0'>{tables.picture(tables.shipped('garrison-town'))}")
    page.locator("svg").first.evaluate("svg => { svg.style.width = '100vw'; svg.style.height = '100vh'; }")
    return page


class Fight(NamedTuple):
    """Battles of shipped forces between two bots of a kind."""

    red: str
    blue: str
    setup: str = ""
    game: str = "the_game"
    agent: str = "captain"


CLASH = Fight("humanxx-1000", "orc-hegemony-1000")
OPEN_SKY = Fight("humanxx-air-1000", "orc-hegemony-air-1000")
AIRBORNE = Fight("humanxx-airborne-1000", "orc-hegemony-heli-1000")
LANDING = Fight("orc-landing", "humanxx-shore", "landing")
SALVAGE = Fight("lyran-picket", "combine-wall", "salvage", "alpha_strike", "drill")


def _moment(hall: Venue, fight: Fight, wanted: Callable[[dict[str, Any]], bool], later: int = 0) -> Page:
    """The page of the first battle, by its seed, in which there is such a moment; or so many lines later."""
    films = (_fought(fight, seed) for seed in count(1))
    data, found = next((data, at) for data in films for at, frame in enumerate(data["frames"]) if wanted(frame))
    number = found + later
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "battle.html"
        file.write_text(replay_page(data), encoding="utf-8")
        page = hall.screen()
        page.goto(f"{file.as_uri()}#{number}")
        expect(page.locator(".caption .say")).to_have_text(data["frames"][number]["text"])
    return page


@cache
def _fought(fight: Fight, seed: int) -> dict[str, Any]:
    game = game_named(fight.game)
    battles, names = battles_of(game), (fight.agent, fight.agent)
    red, blue = map(game.forces.shipped_force, (fight.red, fight.blue))
    setup = Matchup(game, red, blue, setup_name=fight.setup).setup(seed)
    film = battles.film(setup, seed, names)
    battle = battles.new_battle(setup, seed, watcher=film.watch)
    play(battle, [battles.agent(name, agent_seed(seed, side)) for side, name in enumerate(names)])
    return film.replay(battle.position).as_data()


def _drift(frame: dict[str, Any]) -> float:
    """How long the arrow is along which a drop was blown off."""
    arrows = [row for row in frame["paths"] if row[4] == "arrow" and "blown" in frame["text"]]
    return max((hypot(x2 - x1, y2 - y1) for x1, y1, x2, y2, *_ in arrows), default=0.0)


def _kills(frame: dict[str, Any]) -> bool:
    return any(path[4] == "kill" for path in frame["paths"])


PICTURES: dict[str, Callable[[Venue], Page]] = {
    "start": _start,
    "desk": _desk,
    "desk-dark": _desk_dark,
    "pairing-draft": _pairing_draft,
    "builder": _builder,
    "match-phone": _match,
    "card-phone": _card,
    "sheets-phone": sheet_pictures.damage,
    "turn-phone": sheet_pictures.turn,
    "standings-phone": _standings,
    "draft-phone": _draft_room,
    "projector": _projector,
    "referee": _referee,
    "replay": _replay,
    "air-attack": _air_attack,
    "interception": _interception,
    "drop": _drop,
    "helicopters-land": _helicopters_land,
    "landing": _landing,
    "alpha-strike-salvage": _alpha_strike_salvage,
    "alpha-strike-table": _alpha_strike_table,
}


def _at(page: Page, path: str) -> Page:
    page.goto(path)
    expect(page.locator("h1").first).to_be_visible()
    if page.locator("[data-part]").count():
        expect(page.locator("#touch")).to_have_text("Live")
    return page


def _free_player(hall: Venue) -> str:
    """Somebody who has still to send a card."""
    data = hall.browser.new_context(base_url=hall.url).request.get("/api/events/herocon/pairings").json()
    return str(next(one for one in reversed(data["matches"]) if not one["settled"])["players"][1]["player"])


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
