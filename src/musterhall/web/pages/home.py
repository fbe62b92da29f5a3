"""The house: coming in, the list of events, beginning one, accounts, and what a phone needs to keep us at hand."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from importlib.resources import files
from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, RedirectResponse, Response

import musterhall
from musterhall.events.clock import moment, seconds_between
from musterhall.events.entries import Entry, NewEntry
from musterhall.events.fold import create
from musterhall.events.simulation import simulate
from musterhall.events.simulation.day import START
from musterhall.packs.model import Pack, load_pack, pack_problems, shipped_pack_text, shipped_packs
from musterhall.problems import BadInput, Problem, named
from musterhall.store.desk import now
from musterhall.store.ready_entries import MarkTaken
from musterhall.store.transfer import import_event
from musterhall.web import accounts as rules
from musterhall.web.accounts import Account, Accounts
from musterhall.web.doors import address_of, asker_of, doors_of, is_here
from musterhall.web.forms import form_data, read_form, safe_next, sender_mark
from musterhall.web.gate import Asking, TheHouse, account_of
from musterhall.web.hosts import is_own_host
from musterhall.web.house import Glance, House, Unknown
from musterhall.web.limits import TooOften, count_write
from musterhall.web.sessions import Visitor, let_in, sign_in, sign_out
from musterhall.web.showing import asset, page, telling
from musterhall.web.workshop import Busy

DEMO_PACK = "herocon-2025"
DEMO_PLAYERS = 16
DEMO_ROUNDS = 2
"""Are played; the third is running."""

LOOK = "look at the list of events in a minute, before you send it again"

router = APIRouter(include_in_schema=False)


class Form(BaseModel):
    """What a form of the house sends. Passwords have no limits here, so that no complaint repeats them."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class NameAndPassword(Form):
    name: str = Field(default="", max_length=200)
    password: str = ""


class FirstAccount(NameAndPassword):
    code: str = Field(default="", max_length=40)


class NewPassword(Form):
    password: str = ""
    new: str = ""
    tokens: bool = False
    """Whether the account's tokens end with the old password."""


class TokenName(Form):
    name: str = Field(default="", max_length=60)


class TokenId(Form):
    token: str = Field(max_length=40)


class NewEvent(Form):
    name: str = Field(default="", max_length=80)
    pack: str = Field(default="", max_length=80)
    text: str = Field(default="", max_length=400_000, description="A pack of one's own.")
    file: str = Field(default="", max_length=400_000)
    date: str = Field(default="", max_length=10)
    rounds: int | None = Field(default=None, ge=1, le=50)


class Import(Form):
    file: str = ""
    text: str = ""


# The start


@router.get("/")
async def start(request: Request, visitor: Asking, house: TheHouse) -> Response:
    if not house.accounts.accounts:
        return page(request, "home/first.html", {"problem": "", "name": "", "local": is_here(request)})
    listed = await run_in_threadpool(_listed, house, visitor)
    return page(request, "home/events.html", {"events": listed})


@router.post("/first-account")
async def first_account(request: Request, visitor: Asking, house: TheHouse) -> Response:
    form = read_form(FirstAccount, await form_data(await request.form()), "account")
    here, own = is_here(request), is_own_host(request)

    def command(accounts: Accounts) -> NewEntry:
        # Of two who come at once, one is first.
        if accounts.accounts:
            raise BadInput("account: somebody was here first; sign in, or ask the organiser for an account.")
        if not own:
            raise BadInput(
                "address: this is none of the names that the server knows of itself; open it by its number, or name it "
                "with --allow-host when you start the server."
            )
        if not here and not accounts.is_first_code(form.code):
            raise BadInput("code: this is not it; the terminal that the server runs in shows it.")
        return rules.make_account(accounts, form.name, form.password)

    doors, address = doors_of(request), address_of(request)
    doors.by_address.take(address)
    try:
        await doors.hashing(lambda: house.account_do(command))
    except BadInput as complaint:
        return _asked_again(request, "home/first.html", {"name": form.name, "local": is_here(request)}, complaint)
    doors.by_address.give_back(address)
    first = next(iter(house.accounts.accounts.values()))
    doors.remember(asker_of(request), first)
    await _sign_in(request, house, visitor, first)
    return _done(request, "/", "Your account is made. Begin an event, or look at the demo first.")


@router.get("/sign-in")
async def sign_in_page(request: Request, visitor: Asking, house: TheHouse, next: str = "") -> Response:
    if not house.accounts.accounts:
        return RedirectResponse("/", status_code=303)
    return page(request, "home/sign_in.html", {"problem": "", "name": "", "next": safe_next(next, "/")})


@router.post("/sign-in")
async def signed_in(request: Request, visitor: Asking, house: TheHouse) -> Response:
    sent = await request.form()
    form = read_form(NameAndPassword, await form_data(sent), "sign-in")
    next_ = safe_next(str(sent.get("next", "")), "/")
    account = await doors_of(request).account(house, asker_of(request), form.name, form.password)
    if account is None:
        complaint = BadInput("name and password: they do not fit together; try again.")
        return _asked_again(request, "home/sign_in.html", {"name": form.name, "next": next_}, complaint)
    await _sign_in(request, house, visitor, account)
    return _done(request, next_)


@router.post("/sign-out")
async def signed_out(request: Request, visitor: Asking, house: TheHouse) -> Response:
    """Also a phone forgets who plays with it: the next to hold it may be somebody else."""
    ended = rules.end_session(visitor.session.id)
    if visitor.session.account or visitor.session.players:
        # Whoever does so all day is signed out, and no longer written down.
        with suppress(TooOften):
            count_write(house, visitor, "")
            await run_in_threadpool(house.account_do, lambda _: ended)
    sign_out(visitor.session)
    return _done(request, "/", "You are signed out.")


async def _sign_in(request: Request, house: House, visitor: Visitor, account: Account) -> None:
    """Written down, so that whose account it is can see it and end it elsewhere."""
    count_write(house, replace(visitor, account=account), "")
    sign_in(visitor.session, account)
    begun = rules.begin_session(visitor.session.id, account, request.headers.get("user-agent", ""))
    await run_in_threadpool(house.account_do, lambda _: begun, who=account.name)


@router.get("/p/{token}")
async def by_link(request: Request, token: str, visitor: Asking, house: TheHouse) -> Response:
    found = await doors_of(request).link(house, address_of(request), token)
    if found is None:
        raise Unknown("This link is not, or no longer, one of ours; ask at the desk for a new one.")
    event, player = found
    let_in(visitor.session, house.accounts, event, player)
    return RedirectResponse(f"/e/{event}/me", status_code=303)


# Accounts


@router.get("/account")
async def account_page(request: Request, visitor: Asking, house: TheHouse) -> Response:
    return account_page_of(request, house, account_of(visitor))


@router.post("/account/password")
async def new_password(request: Request, visitor: Asking, house: TheHouse) -> Response:
    account, doors = account_of(visitor), doors_of(request)
    form = read_form(NewPassword, await form_data(await request.form()), "password")
    if await doors.account(house, asker_of(request), account.name, form.password) is None:
        raise BadInput("password: the one you have now is another; type it again.")

    def command(accounts: Accounts) -> list[NewEntry]:
        revoked = rules.revoke_tokens(accounts, account) if form.tokens else []
        return [rules.change_password(account, form.new), *revoked]

    await doors.hashing(lambda: house.account_do(command, who=account.name))
    # Every other session of the account has just ended.
    changed = house.accounts.accounts[account.id]
    await _sign_in(request, house, visitor, changed)
    doors.remember(asker_of(request), changed)
    tokens = ", and your tokens are revoked" if form.tokens else ""
    return _done(request, "/account", f"Your password is changed; everywhere else you are signed out{tokens}.")


@router.post("/account/tokens")
async def new_token(request: Request, visitor: Asking, house: TheHouse) -> Response:
    account = account_of(visitor)
    form = read_form(TokenName, await form_data(await request.form()), "token")
    count_write(house, visitor, "")
    token = rules.new_token()
    await run_in_threadpool(
        house.account_do, lambda accounts: rules.make_token(accounts, account, form.name, token), who=account.name
    )
    if _wants_json(request):
        return JSONResponse({"token": token})
    return account_page_of(request, house, account, token)


@router.post("/account/tokens/revoke")
async def revoked_token(request: Request, visitor: Asking, house: TheHouse) -> Response:
    account = account_of(visitor)
    form = read_form(TokenId, await form_data(await request.form()), "token")
    count_write(house, visitor, "")

    def command(accounts: Accounts) -> NewEntry:
        return rules.revoke_token(accounts, account, form.token)

    await run_in_threadpool(house.account_do, command, who=account.name)
    return _done(request, "/account", "The token is revoked; whoever uses it is refused.")


@router.post("/accounts")
async def another_account(request: Request, visitor: Asking, house: TheHouse) -> Response:
    form = read_form(NameAndPassword, await form_data(await request.form()), "account")
    count_write(house, visitor, "")

    def command(accounts: Accounts) -> NewEntry:
        return rules.make_account(accounts, form.name, form.password)

    await doors_of(request).hashing(lambda: house.account_do(command, who=visitor.name))
    told = f"{' '.join(form.name.split())} has an account now; give a role at an event under its people."
    return _done(request, "/account", told)


# Events begin


@router.get("/new")
async def new_event(request: Request, visitor: Asking, house: TheHouse, pack: str = "") -> Response:
    return _new_page(request, NewEvent(pack=pack[:80]))


@router.post("/events")
async def begun(request: Request, visitor: Asking, house: TheHouse) -> Response:
    count_write(house, visitor, "")
    sent = await request.form()
    form, mark = read_form(NewEvent, await form_data(sent), "event"), sender_mark(sent.get("key"))
    owner = account_of(visitor)

    def begin() -> str:
        return house.once(owner, mark, form.model_dump_json(), lambda key: _begin(house, form, owner, key))

    try:
        problems = await house.intake.do(lambda: _pack_problems(form))
        stream = "" if problems else await house.intake.do(begin, LOOK)
    except (Busy, MarkTaken):
        raise
    except BadInput as complaint:
        if _wants_json(request):
            raise
        return _new_page(request, form, str(complaint))
    if problems:
        if _wants_json(request):
            raise BadInput(named(problems))
        return _new_page(request, form, "The pack cannot be used yet. All that is wrong with it:", problems)
    return _done(request, f"/e/{stream}/desk", "The event has begun. Add its players.")


@router.post("/demo")
async def demo(request: Request, visitor: Asking, house: TheHouse) -> Response:
    count_write(house, visitor, "")
    owner, mark = account_of(visitor), sender_mark((await request.form()).get("key"))

    def begin() -> str:
        return house.once(owner, mark, "demo", lambda key: _demo(house, owner, key))

    stream = await house.intake.do(begin, LOOK)
    return _done(
        request, f"/e/{stream}/desk", "This is the demo: invented players, two rounds played, the third running."
    )


@router.post("/import")
async def imported(request: Request, visitor: Asking, house: TheHouse) -> Response:
    count_write(house, visitor, "")
    sent = await request.form()
    form, mark = read_form(Import, await form_data(sent), "import"), sender_mark(sent.get("key"))
    owner, text = account_of(visitor), form.file or form.text

    def take_in() -> str:
        return house.once(owner, mark, text, lambda key: _import(house, text, owner, key))

    stream = await house.intake.do(take_in, LOOK)
    return _done(request, f"/e/{stream}/desk", "The event is here, with its whole journal.")


# For machines


@router.get("/healthz")
async def health(request: Request, visitor: Asking, house: TheHouse) -> Response:
    try:
        await run_in_threadpool(house.store.streams, rules.KIND)
        reachable = True
        writable = await run_in_threadpool(house.takes_entries)
    except Exception:
        # Whatever keeps the store away, the answer is the same.
        reachable = writable = False
    found = {
        "ok": reachable and writable,
        "version": musterhall.__version__,
        "store": reachable,
        "writable": writable,
        "listeners": house.hub.listeners(),
    }
    return JSONResponse(found, status_code=200 if found["ok"] else 503)


@router.get("/manifest.webmanifest")
async def manifest(request: Request, visitor: Asking) -> Response:
    sizes = ("192", "512")
    icons = [{"src": asset(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"} for size in sizes]
    scalable = {"src": asset("icon.svg"), "sizes": "any", "type": "image/svg+xml"}
    found = {
        "name": "Musterhall",
        "short_name": "Musterhall",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f6f5f1",
        "theme_color": "#1f4e5f",
        "icons": [*icons, scalable],
    }
    return JSONResponse(found, media_type="application/manifest+json")


@router.get("/worker.js")
async def worker(request: Request, visitor: Asking) -> Response:
    needed = json.dumps([asset(name) for name in ("style.css", "live.js", "icon.svg")])
    source = (files("musterhall.web") / "static" / "worker.js").read_text(encoding="utf-8")
    text = source.replace("/* assets */ []", needed)
    return Response(text, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


# Helpers


@dataclass(frozen=True, slots=True)
class Listed:
    """An event in the list."""

    id: str
    name: str
    date: str
    state: str
    running: bool
    players: int
    role: str
    """Of the one who looks: owner, organiser, scorekeeper, player or none."""


def _listed(house: House, visitor: Visitor) -> list[Listed]:
    """One's own first, then the newest."""
    found, account, session = [], visitor.account, visitor.session
    for info in sorted(house.events_for(visitor), key=house.changed, reverse=True):
        role = house.accounts.role(info.stream, account.id) if account else None
        plays = "player" if info.stream in session.players else ""
        try:
            found.append(_row(info.stream, house.glance(info), role or plays))
        except BadInput:
            # One journal that cannot be read must not hide the others.
            found.append(Listed(info.stream, info.title, "", "cannot be read", False, 0, role or plays))
    return sorted(found, key=lambda one: not one.role)


def _row(id_: str, event: Glance, role: str) -> Listed:
    running = event.round > 0 and not event.finished
    return Listed(id_, event.name, event.date, _state(event), running, len(event.players), role)


def _state(event: Glance) -> str:
    if event.finished:
        return "finished"
    return f"round {event.round} of {event.planned}" if event.round else "registration"


def account_page_of(
    request: Request, house: House, account: Account, token: str = "", reset: tuple[str, str] | None = None
) -> Response:
    """The page of one's own account; a new token, or somebody's new password, is shown on it once."""
    tokens = [one for one in house.accounts.tokens.values() if one.account == account.id]
    everybody = list(house.accounts.accounts.values()) if account.master else []
    context: dict[str, Any] = {
        "account": account,
        "tokens": tokens,
        "token": token,
        "everybody": everybody,
        "reset": reset,
    }
    context["sign_ins"] = [one for one in house.accounts.sign_ins.values() if one.account == account.id]
    context["this_one"] = rules.token_hash(request.state.session.id)
    return page(request, "home/account.html", context)


def _new_page(request: Request, form: NewEvent, problem: str = "", problems: list[Problem] | None = None) -> Response:
    context = {"packs": _packs(), "form": form, "problem": problem, "problems": problems or []}
    return page(request, "home/new.html", context, 400 if problem else 200)


def _packs() -> list[tuple[str, Pack]]:
    """The shipped packs that an event can be run with; what needs least explaining first."""
    packs = [(name, load_pack(name)) for name in shipped_packs()]
    return sorted((one for one in packs if one[1].event), key=lambda one: one[0] != DEMO_PACK)


def _pack_problems(form: NewEvent) -> list[Problem]:
    text = form.file or form.text
    return pack_problems(text, "your pack") if text else []


def _begin(house: House, form: NewEvent, account: Account, key: str) -> str:
    text = form.file or form.text or shipped_pack_text(form.pack)
    seed = secrets.randbelow(1 << 48)
    return house.begin(create(form.name, text, seed, date=form.date, rounds=form.rounds), account, key=key)


def _demo(house: House, account: Account, key: str) -> str:
    entries = _demo_entries(secrets.randbelow(1 << 30))
    title = str(entries[0].data["name"])
    stream = house.free_name("demo")
    house.adopt(stream, title, entries, account.id, key=key)
    return stream


def _demo_entries(seed: int) -> list[Entry]:
    """A day that has come to this very moment, so that its clock is running."""
    text = shipped_pack_text(DEMO_PACK)
    length = seconds_between(START, simulate(text, DEMO_PLAYERS, seed, through=DEMO_ROUNDS)[-1].at)
    began = moment(now()) - timedelta(seconds=length)
    start = began.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return simulate(text, DEMO_PLAYERS, seed, through=DEMO_ROUNDS, start=start)


def _import(house: House, text: str, account: Account, key: str) -> str:
    data = _exported(text)
    stream = house.free_name(str(data.get("event", "")))
    try:
        import_event(house.store, data, stream, "the file")
    except (KeyError, TypeError, ValueError, AttributeError, AssertionError, LookupError):
        raise BadInput("the file: its journal makes no sense to this version; export it again.") from None
    house.own(stream, account.id, key)
    return stream


def _exported(text: str) -> Mapping[str, Any]:
    if not text:
        raise BadInput("the file: none was chosen; choose the JSON file that an event was exported to.")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadInput("the file: is not JSON; choose the file that an event was exported to.") from None
    if not isinstance(data, dict):
        raise BadInput("the file: is not an exported event; choose the file that an event was exported to.")
    return data


def _asked_again(request: Request, template: str, context: Mapping[str, Any], complaint: BadInput) -> Response:
    """The same page with what was wrong, and with what was typed."""
    if _wants_json(request):
        raise complaint
    return page(request, template, {**context, "problem": str(complaint)}, 400)


def _done(request: Request, next_: str, told: str = "") -> Response:
    address = telling(request, next_, told) if told else next_
    if _wants_json(request):
        return JSONResponse({"next": address})
    return RedirectResponse(address, status_code=303)


def _wants_json(request: Request) -> bool:
    return "application/json" in request.headers.get("accept", "")
