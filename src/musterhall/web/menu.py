"""The one menu of an event: where each visitor can go from every page of it."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from musterhall.events.event import Event
from musterhall.web import accounts as rules
from musterhall.web.sessions import PLAYER, Visitor

AT_THE_DESK = (
    ("/desk", "Desk"),
    ("/desk/players", "Players"),
    ("/desk/forces", "Forces"),
    ("/desk/pairings", "Pairings"),
    ("/desk/cards", "Results"),
    ("/standings", "Standings"),
    ("/desk/awards", "Prizes"),
    ("/desk/paper", "Print"),
    ("/desk/journal", "Journal"),
)
DRAFTS = ("/desk/drafts", "Drafts")
STATISTICS = ("/statistics", "Factions")
BRACKET = ("/bracket", "Bracket")
SCORES = ("/desk/scores", "Scores")
SETTINGS = ("/desk/set-up", "Settings")
UNDER = {"/desk/people": "/desk/set-up"}
"""Pages that another one leads to."""
PUBLIC_PAGE = ("", "Public page")
IN_PUBLIC = (("/pairings", "Pairings"), ("/standings", "Standings"), ("/results", "Results"), ("/rules", "Rules"))
OF_A_PLAYER = (("/me", "My match"),)


@dataclass(frozen=True, slots=True)
class MenuItem:
    href: str
    text: str
    current: str = ""
    """What it is to the page that is shown, as aria-current says it: "page", "true" for a page above it, or nothing."""


def event_menu(event: Event, event_id: str, visitor: Visitor, path: str) -> list[MenuItem]:
    """The same on every page of the event, so that nothing moves under the hand."""
    home = f"/e/{quote(event_id, safe='')}"
    pages = [(f"{home}{page}", text) for page, text in _pages(event, visitor)]
    path = home + UNDER.get(path.removeprefix(home), path.removeprefix(home))
    # The longest address that leads to this page: the desk's own leads to all of the desk's pages.
    above = max((href for href, _ in pages if f"{path}/".startswith(f"{href}/")), key=len, default="")
    return [MenuItem(href, text, ("page" if path == href else "true") if href == above else "") for href, text in pages]


def _pages(event: Event, visitor: Visitor) -> list[tuple[str, str]]:
    bracket = [*([BRACKET] if event.cut else []), *([STATISTICS] if event.lists_published else [])]
    if visitor.role not in rules.STAFF:
        return [*(OF_A_PLAYER if visitor.role == PLAYER else ()), *IN_PUBLIC[:2], *bracket, *IN_PUBLIC[2:]]
    pages = [*AT_THE_DESK[:6], *bracket, *AT_THE_DESK[6:]]
    if event.rules.draft is not None:
        pages.insert(3, DRAFTS)
    if visitor.role in (rules.OWNER, rules.ORGANISER):
        pages += [SCORES, SETTINGS] if any(one.by == "organiser" for one in event.rules.soft) else [SETTINGS]
    return [*pages, PUBLIC_PAGE]
