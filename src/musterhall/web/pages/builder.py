"""The force builder: cards to search and add, a force that is checked as it grows, to save, to print and to hand in.

It works with plain forms: the force travels with the page, and each button sends it back with one thing to change. For
games without a catalogue of cards here, a force file is checked instead.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from musterhall.events.drafting import draft_problems
from musterhall.events.event import RETURNED, Event, Player
from musterhall.game.builder import Builder
from musterhall.game.forces import ForceInShort, Submission
from musterhall.game.game import Game
from musterhall.game.lists import ListText
from musterhall.games import game_named
from musterhall.packs.model import Pack, load_pack, shipped_packs
from musterhall.packs.submissions import is_list, submission
from musterhall.problems import BadInput, Problem
from musterhall.store.saved_forces import SavedForce, remove_force, save_force, saved_forces
from musterhall.tally import counted
from musterhall.web.accounts import Account
from musterhall.web.actions.action import DESK
from musterhall.web.doors import network_of
from musterhall.web.forms import form_data
from musterhall.web.gate import Asking, Refused, TheHouse
from musterhall.web.house import House
from musterhall.web.limits import Limiter, count_write
from musterhall.web.sessions import PLAYER, Visitor
from musterhall.web.sessions import visitor as visitor_at
from musterhall.web.showing import game_template, page

router = APIRouter(include_in_schema=False)

USUAL_PACK = "herocon-2025"
PRINT_SECONDS = 15.0
"""A sheet of one force takes a second or two."""
PART_HEADER = "x-muster-part"
"""Sent by our script, which needs the workbench without the page around it."""

Short = Annotated[str, Query(max_length=120)]

_readied: set[str] = set()
"""Games whose builders were told to get ready."""
_proposals = Limiter(tries=10, seconds=6, name="proposals")
_solving = threading.BoundedSemaphore(2)
"""A proposal takes a core for seconds; the rest of the hall needs the others."""


@dataclass(frozen=True, slots=True)
class Place:
    """What a force is built for: a shipped pack, or an event, where a player can hand it in."""

    house: House
    pack: Pack
    shipped: str = ""
    event_id: str = ""
    event: Event | None = None
    visitor: Visitor | None = None
    account: Account | None = None
    """Whose saved forces are at hand."""
    named: str = ""
    """The player for whom the desk builds."""

    @property
    def player(self) -> Player | None:
        """Whose force it will be: one's own, or that of the player for whom the desk builds."""
        if self.event is None or self.visitor is None:
            return None
        if self.by_desk:
            return self.event.player(self.named)
        return self.event.player(self.visitor.player) if self.visitor.role == PLAYER else None

    @property
    def by_desk(self) -> bool:
        return bool(self.named) and self.visitor is not None and self.visitor.role in DESK

    @property
    def home(self) -> str:
        """Where somebody goes who has handed in."""
        event = f"/e/{quote(self.event_id)}"
        return f"{event}/desk/forces/{quote(self.named)}" if self.by_desk else f"{event}/me/force"

    @property
    def kept(self) -> str:
        """What the browser keeps the force under."""
        return ".".join(filter(None, (self.event_id or self.shipped, self.named if self.by_desk else "")))

    def saved(self) -> list[SavedForce]:
        """The account's own of this game."""
        if self.account is None:
            return []
        found = saved_forces(self.house.store, self.account.id).values()
        return [force for force in found if force.game == self.pack.game]

    @property
    def game(self) -> Game:
        return game_named(self.pack.game)

    @property
    def builder(self) -> Builder:
        builder = self.game.builder
        if builder is None:
            raise BadInput(f"{self.game.words.title}: its forces are written as files, nothing here builds them.")
        return builder

    @property
    def library(self) -> Any:
        return self.house.library(self.pack.game)

    def template(self, name: str) -> str:
        """A part of the page that is the game's own: what a force consists of, only its game knows."""
        return game_template(self.game, name)

    def in_short(self, force: Any) -> ForceInShort:
        return self.game.forces.in_short(force)

    @property
    def fixed(self) -> bool:
        """The player's force was accepted, and forces are locked; the desk may change it all the same."""
        locked = self.event and self.player and self.event.forces_locked and self.player.roster
        return bool(locked) and not self.by_desk

    @property
    def sent_back(self) -> str:
        """What the organiser said to a force that was sent back."""
        force = self.player.force if self.player else None
        return (force.note or "Look at what the check found.") if force and force.state == RETURNED else ""

    @property
    def address(self) -> str:
        return f"/builder?event={quote(self.event_id)}" if self.event_id else f"/builder?pack={self.shipped}"

    def context(self) -> dict[str, Any]:
        known: dict[str, Any] = {"place": self, "packs": _packs()}
        if self.event is not None:
            known |= {"event": self.event, "event_id": self.event_id, "visitor": self.visitor}
        return known


@dataclass(frozen=True, slots=True)
class Work:
    """A force after one press of a button."""

    force: Any
    before: str = ""
    """The force file before the last change, to go back to."""
    said: str = ""
    refused: str = ""
    unread: tuple[Problem, ...] = ()
    """What of a list could not be read."""
    left_over: tuple[Any, ...] = ()
    search: Any = None
    """What is looked for among the cards."""
    exported: ListText | None = None
    """The force as a list for another tool."""
    export_as: str = ""


@router.get("/builder")
async def builder(
    request: Request, visitor: Asking, house: TheHouse, pack: Short = "", event: Short = "", player: Short = ""
) -> Response:
    place = await _place(request, house, pack, event, player)
    answer = await house.works.do(lambda: _first_page(request, place))
    _get_ready(place)
    return answer


@router.post("/builder")
async def build(request: Request, visitor: Asking, house: TheHouse) -> Response:
    data = await form_data(await request.form())
    place = await _place(request, house, _sent(data, "pack"), _sent(data, "event"), _sent(data, "player"))
    if place.game.builder is None:
        return await house.works.do(lambda: _checked_page(request, place, data))
    pressed = _sent(data, "op") or "update"
    if pressed.partition(":")[0] in ("keep", "forget"):
        count_write(house, visitor, "")
    if pressed == "propose":
        _proposals.take(network_of(request))
        # It takes seconds and has places of its own, so that nobody else waits for it.
        return await run_in_threadpool(_worked, request, place, pressed, data)
    return await house.works.do(lambda: _worked(request, place, pressed, data))


@router.get("/builder/cards")
async def find(
    request: Request,
    visitor: Asking,
    house: TheHouse,
    pack: Short = "",
    event: Short = "",
) -> Response:
    """One page of cards, for the script; without it the whole page brings them."""
    place = await _place(request, house, pack, event)
    asked = {name: value[:120] for name, value in request.query_params.items()}
    builder = place.builder
    search = builder.search({name.removeprefix("find."): value for name, value in asked.items()})
    found = await house.works.do(lambda: builder.find(place.library, search, place.pack, asked))
    return page(request, place.template("cards"), {"found": found})


@router.post("/builder/force.pdf")
async def print_force(request: Request, visitor: Asking, house: TheHouse) -> Response:
    data = await form_data(await request.form())
    place = await _place(request, house, _sent(data, "pack"), _sent(data, "event"))
    return await house.works.do(lambda: _printed(place, data), "print a smaller force")


def _get_ready(place: Place) -> None:
    """Once for each game, aside, while whoever came has to choose units first."""
    if place.game.builder is not None and place.game.name not in _readied:
        _readied.add(place.game.name)
        threading.Thread(target=place.builder.get_ready, name="musterhall-ready", daemon=True).start()


# The pages


def _first_page(request: Request, place: Place) -> Response:
    player = place.player
    handed_in = player.force.text if player and player.force else ""
    if place.game.builder is None:
        return page(request, "builder/paste.html", {**place.context(), "text": handed_in, "found": None, "refused": ""})
    force = place.builder.read(handed_in, place.library) if handed_in else _blank(place)
    return _work_page(request, place, Work(force), fresh=True)


def _worked(request: Request, place: Place, pressed: str, data: Mapping[str, Any]) -> Response:
    work = _pressed(place, pressed, data)
    return _file(place, work.force) if pressed == "save" else _work_page(request, place, work)


def _work_page(request: Request, place: Place, work: Work, *, fresh: bool = False) -> Response:
    builder, library = place.builder, place.library
    text = builder.write(work.force, library)
    search = builder.search({}) if work.search is None else work.search
    context = {
        **place.context(),
        "work": work,
        "workbench": place.template("work"),
        "bench": builder.workbench(work.force, place.pack, library, _not_drafted(place, work.force, text)),
        "text": text,
        "found": builder.find_for(library, search, place.pack, work.force),
        "sorts": builder.sorts,
        "forms": [(form.name, form.title) for form in place.game.lists.forms] if place.game.lists else [],
        "fresh": fresh,
        "saved": place.saved(),
    }
    template = "builder/work.html" if PART_HEADER in request.headers else "builder/page.html"
    return page(request, template, context, 400 if work.refused else 200)


def _checked_page(request: Request, place: Place, data: Mapping[str, Any]) -> Response:
    """A force of a game without cards here: its file, and what the check says of it."""
    text = _sent(data, "file") or _sent(data, "text")
    found: Submission | None = None
    refused = ""
    try:
        found = submission(place.pack, text, "the force", place.library)
    except BadInput as refusal:
        refused = str(refusal)
    context = {**place.context(), "text": text, "found": found, "refused": refused}
    return page(request, "builder/paste.html", context, 400 if refused else 200)


def _file(place: Place, force: Any) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{_file_name(place, force)}.toml"'}
    text = place.builder.write(force, place.library)
    return Response(text, media_type="application/toml; charset=utf-8", headers=headers)


def _printed(place: Place, data: Mapping[str, Any]) -> Response:
    from musterhall.printing.force_sheet import force_pdf
    from musterhall.printing.press import printing_apart

    force = _pressed(place, "update", data).force if place.game.builder else _pasted(place, data)
    line = place.in_short(force)
    if not line.count:
        raise BadInput(f"{line.name}: has no units, so there is nothing to print; add some.")
    with printing_apart(PRINT_SECONDS):
        content = force_pdf(place.game.forces.sheet(force, place.pack, place.library))
    headers = {"Content-Disposition": f'inline; filename="{_file_name(place, force)}.pdf"'}
    return Response(content, media_type="application/pdf", headers=headers)


def _pasted(place: Place, data: Mapping[str, Any]) -> Any:
    """The force of a game without a builder: its file as it was typed or chosen."""
    return place.game.forces.read(_sent(data, "file") or _sent(data, "text"), "the force", place.library)


# One press of a button


def _pressed(place: Place, pressed: str, data: Mapping[str, Any]) -> Work:
    builder, library = place.builder, place.library
    text = _sent(data, "force")
    force = builder.read(text, library) if text else _blank(place)
    given = data.get("find")
    search = builder.search(given if isinstance(given, Mapping) else {})
    if pressed.startswith("page:"):
        search = builder.turned(search, pressed.removeprefix("page:"))
    work = replace(_changed(place, force, pressed, data), search=search)
    changed = builder.write(work.force, library) != builder.write(force, library)
    before = text if changed else _sent(data, "before")
    player = place.player.name if place.player else ""
    labelled = builder.labelled(work.force, place.pack, player)
    return replace(work, force=labelled, before=before, export_as=_sent(data, "export_as"))


def _changed(place: Place, force: Any, pressed: str, data: Mapping[str, Any]) -> Work:
    builder, library = place.builder, place.library
    typed = builder.with_fields(force, data)
    try:
        if pressed == "undo":
            return Work(builder.read(_sent(data, "before"), library), said="The last change is undone.")
        if pressed == "new":
            return Work(_blank(place), said="An empty force. Undo brings the other one back.")
        if pressed == "load":
            return _loaded(place, _sent(data, "file") or _sent(data, "paste"))
        if pressed == "propose":
            return _proposed(place, typed)
        if pressed == "save":
            return Work(typed)
        if pressed == "keep":
            return _kept(place, typed)
        if pressed.startswith("open:"):
            return _opened(place, pressed.removeprefix("open:"))
        if pressed.startswith("forget:"):
            return _forgotten(place, typed, pressed.removeprefix("forget:"))
        if pressed == "export":
            return _exported(place, typed, _sent(data, "export_as"))
        new, said = builder.edited(typed, pressed, data, library)
        return Work(new, said=said)
    except BadInput as refusal:
        return Work(typed, refused=str(refusal))


def _loaded(place: Place, text: str) -> Work:
    """A force file, or a list from another tool."""
    builder, library, lists = place.builder, place.library, place.game.lists
    if not text.strip():
        raise BadInput("load: there is nothing in it; choose a file, or paste a force or a list.")
    if lists is None or not is_list(text):
        return Work(builder.read(text, library), said="The force is loaded.")
    found = lists.read(text, "the list", library)
    # Reading it back tells at once whether the builder can take it.
    force = builder.read(found.text, library)
    return Work(force, said=f"From the list: {counted(place.in_short(force).count, 'unit')}.", unread=found.problems)


def _kept(place: Place, force: Any) -> Work:
    account, short = _owner(place), place.in_short(force)
    if not short.count:
        raise BadInput("saved forces: this one has no units yet; add some first.")
    text = place.builder.write(force, place.library)
    saved: dict[str, str | int] = {"name": short.name, "game": place.pack.game, "text": text, "points": short.cost}
    replaced = save_force(place.house.store, account.id, saved)
    return Work(force, said=f"{short.name} is saved{', in place of the one before' if replaced else ''}.")


def _opened(place: Place, name: str) -> Work:
    _owner(place)
    found = next((force for force in place.saved() if force.name == name), None)
    if found is None:
        raise BadInput("saved forces: there is none of this name any more; load the page again.")
    return Work(
        place.builder.read(found.text, place.library), said=f"{found.name} is open. Undo brings back the other."
    )


def _forgotten(place: Place, force: Any, name: str) -> Work:
    return Work(force, said=f"{remove_force(place.house.store, _owner(place).id, name)} is removed.")


def _owner(place: Place) -> Account:
    if place.account is None:
        raise BadInput("saved forces: sign in to an account to save them here; a browser keeps them, too.")
    return place.account


def _exported(place: Place, force: Any, form: str) -> Work:
    if place.game.lists is None:
        raise BadInput(f"{place.game.words.title}: its forces go into no list of another tool.")
    return Work(force, exported=place.game.lists.write(force, form))


def _proposed(place: Place, force: Any) -> Work:
    if not place.in_short(force).count:
        raise BadInput("formations: there are no units to put into them; add some first.")
    if not _solving.acquire(blocking=False):
        raise BadInput("formations: others are waiting for theirs; press again in a few seconds.")
    try:
        found = place.builder.grouped(force, place.pack)
    finally:
        _solving.release()
    if not found.groups:
        return Work(force, said="These units make no formation of this event.", left_over=found.left_over)
    said = f"Proposed: {counted(found.groups, 'formation')}. Change them as you like, or undo."
    return Work(found.force, said=said, left_over=found.left_over)


# Small things


async def _place(request: Request, house: House, pack: str, event: str, player: str = "") -> Place:
    visitor = visitor_at(request, house.accounts, event)
    if event:
        state = await house.opened(event, visitor)
        if player and (visitor.role not in DESK or player not in state.players):
            raise Refused(403, "Only the desk builds a force for a player; open the builder from the player's page.")
        place = Place(house, state.pack, event_id=event, event=state, visitor=visitor, named=player)
        return replace(place, account=visitor.account)
    name = pack or USUAL_PACK
    if name not in shipped_packs():
        raise BadInput(f"pack {name[:60]!r}: there is none of this name; choose from {', '.join(shipped_packs())}.")
    return Place(house, load_pack(name), shipped=name, account=visitor.account)


def _packs() -> list[tuple[str, str]]:
    return [(name, load_pack(name).name) for name in shipped_packs()]


def _not_drafted(place: Place, force: Any, text: str) -> list[Problem]:
    """What will be found when a player hands in at an event with a draft."""
    if place.event is None or place.player is None or not place.in_short(force).count:
        return []
    return draft_problems(place.event, place.player, text, place.library)


def _blank(place: Place) -> Any:
    return place.builder.blank(place.pack, place.player.name if place.player else "")


def _sent(data: Mapping[str, Any], name: str) -> str:
    found = data.get(name)
    return found if isinstance(found, str) else ""


def _file_name(place: Place, force: Any) -> str:
    return re.sub(r"[^a-z0-9]+", "-", place.in_short(force).name.casefold()).strip("-")[:60] or "force"
