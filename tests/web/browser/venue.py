"""A venue for trials in a real browser: a server in a process of its own, and everybody's screens.

Every screen is a browser context of its own, as every phone is a phone of its own. Whatever a page complains about on
the console, and every request that fails, is noted; a trial ends with nothing noted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request, Response, expect
from tests.web.serving import Running, end, start

from musterhall.data_files import DataFiles
from musterhall.events.entries import Entry
from musterhall.events.simulation import simulate
from musterhall.packs.model import shipped_pack_text
from musterhall.web import accounts as rules
from musterhall.web.house import House
from musterhall.web.settings import Settings

LAPTOP = (1280, 800)
PHONE = (360, 740)
PROJECTOR = (1920, 1080)

NAME = "Olga"
PASSWORD = "correct horse"

PATIENCE = 60_000
"""Milliseconds after which something that should have shown is taken to be missing; machines of others are busy."""

Scheme = Literal["light", "dark"]


@dataclass(slots=True)
class Venue:
    browser: Browser
    server: Running
    links: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """Players' links by event and player, of events that were there from the start."""
    complaints: list[str] = field(default_factory=list)
    contexts: list[BrowserContext] = field(default_factory=list)

    @property
    def url(self) -> str:
        return self.server.url

    def screen(self, size: tuple[int, int] = LAPTOP, scheme: Scheme = "light", **options: Any) -> Page:
        """A screen of somebody's own; the browser keeps its cookies apart from all others."""
        width, height = size
        phone = size == PHONE
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            has_touch=phone,
            base_url=self.url,
            reduced_motion="reduce",
            **options,
        )
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        page = context.new_page()
        self._watch(page)
        return page

    def phone(self, link: str = "", scheme: Scheme = "light", **options: Any) -> Page:
        """A phone; with a link it is a player's, who has opened it."""
        page = self.screen(PHONE, scheme, **options)
        if link:
            page.goto(link)
        return page

    def player(self, event: str, player: str, scheme: Scheme = "light", **options: Any) -> Page:
        return self.phone(self.links[event, player], scheme, **options)

    def organiser(self, size: tuple[int, int] = LAPTOP, scheme: Scheme = "light", **options: Any) -> Page:
        """Somebody with the account of the house, signed in."""
        page = self.screen(size, scheme, **options)
        page.goto("/sign-in")
        page.get_by_label("Name").fill(NAME)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url(self.url + "/")
        return page

    @contextmanager
    def trouble(self) -> Iterator[None]:
        """While the network is meant to fail, its failing is no complaint."""
        before = list(self.complaints)
        yield
        self.complaints[:] = before + [one for one in self.complaints[len(before) :] if "net::ERR" not in one]

    def require_quiet(self) -> None:
        assert not self.complaints, "\n".join(self.complaints)

    def close(self) -> None:
        for context in self.contexts:
            context.close()

    def _watch(self, page: Page) -> None:
        def said(message: ConsoleMessage) -> None:
            ours = "blocked by Playwright" in message.text
            if message.type in ("error", "warning") and not ours:
                self.complaints.append(f"{page.url}: console: {message.text}")

        def failed(request: Request) -> None:
            # Leaving a page ends what it was still loading.
            if request.failure != "net::ERR_ABORTED":
                self.complaints.append(f"{page.url}: {request.method} {request.url}: {request.failure}")

        def answered(response: Response) -> None:
            if response.status >= 400:
                self.complaints.append(f"{page.url}: {response.request.method} {response.url}: {response.status}")

        page.on("console", said)
        page.on("pageerror", lambda error: self.complaints.append(f"{page.url}: {error}"))
        page.on("requestfailed", failed)
        page.on("response", answered)


@contextmanager
def venue(browser: Browser, folder: Path, events: Mapping[str, Sequence[Entry]] | None = None) -> Iterator[Venue]:
    """A server with these events in it, owned by the one account; without any it has no account either."""
    folder.mkdir(parents=True, exist_ok=True)
    db = str(folder / "house.db")
    tokens = _adopted(db, events) if events else {}
    server = start(folder, db)
    links = {player: f"{server.url}/p/{token}" for player, token in tokens.items()}
    found = Venue(browser, server, links)
    try:
        yield found
    finally:
        found.close()
        end(found.server)


def _adopted(db: str, events: Mapping[str, Sequence[Entry]]) -> dict[tuple[str, str], str]:
    house = House(Settings(db=db))
    try:
        house.account_do(lambda accounts: rules.make_account(accounts, NAME, PASSWORD))
        for stream, entries in events.items():
            house.adopt(stream, str(entries[0].data["name"]), entries, "a1")
        return {
            (stream, player): house.accounts.link_token(stream, player)
            for stream in events
            for player in house.event(stream).players
        }
    finally:
        house.close()


@cache
def day(
    pack: str = "herocon-2025", players: int = 8, seed: int = 5, through: int | None = 1, trouble: bool = True
) -> tuple[Entry, ...]:
    """The journal of a simulated event; it stands in the middle of a round, or is over."""
    return tuple(simulate(shipped_pack_text(pack), players, seed, through=through, trouble=trouble))


def before(entries: Sequence[Entry], kind: str, number: int = 1) -> tuple[Entry, ...]:
    """An event as it stood before something happened for the first, second or third time."""
    places = [place for place, entry in enumerate(entries) if entry.kind == kind]
    return tuple(entries[: places[number - 1]])


def second_round() -> tuple[Entry, ...]:
    """A quiet event whose second round has begun: Domination, and no card is in."""
    return before(day(seed=1, trouble=False, through=None), "card.sent", _cards_of_first_round() + 1)


def _cards_of_first_round() -> int:
    entries = day(seed=1, trouble=False, through=None)
    return sum(entry.kind == "card.sent" for entry in before(entries, "round.published", 2))


def force_file(name: str) -> str:
    """A shipped force, as a player would paste it."""
    return DataFiles("musterhall.games.alpha_strike").text("forces", f"{name}.toml")


# What people do on every page


def press(place: Page | Locator, name: str | re.Pattern[str], sure: bool = False) -> None:
    """Press a button, and once more where the page asks whether one is sure."""
    button = place.get_by_role("button", name=name, exact=isinstance(name, str)).locator("visible=true").first
    button.click()
    if sure:
        page = place if isinstance(place, Page) else place.page
        dialog = page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        dialog.locator("button[value=yes]").click()


def unfold(place: Page | Locator, title: str | re.Pattern[str]) -> Locator:
    """Open what is one tap away."""
    page = place if isinstance(place, Page) else place.page
    details = place.locator("details").filter(has=page.locator("summary", has_text=title)).first
    if details.get_attribute("open") is None:
        details.locator("summary").first.click()
    return details


def heading(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.locator("h1").first).to_have_text(text)


def journal(page: Page, event: str) -> list[dict[str, Any]]:
    """The entries of an event, as the organiser's scripts read them."""
    answer = page.request.get(f"/api/events/{event}/journal?most=1000")
    assert answer.ok, answer.text()
    entries: list[dict[str, Any]] = answer.json()["entries"]
    return entries


def entries_of(page: Page, event: str, kind: str) -> list[dict[str, Any]]:
    return [one for one in journal(page, event) if one["kind"] == kind]


def turn_to(page: Page, name: str) -> None:
    """One of the pages that the top of every page leads to."""
    page.get_by_role("navigation", name="Pages").get_by_role("link", name=name, exact=True).click()
