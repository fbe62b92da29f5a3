"""The house: coming in, the list of events, and one's own account."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, RedirectResponse, Response

from musterhall.events.entries import NewEntry
from musterhall.games import all_games
from musterhall.problems import BadInput
from musterhall.web import accounts as rules
from musterhall.web.accounts import Account, Accounts
from musterhall.web.doors import address_of, asker_of, doors_of, is_here
from musterhall.web.forms import form_data, read_form, safe_next
from musterhall.web.gate import Asking, TheHouse, account_of
from musterhall.web.hosts import is_own_host
from musterhall.web.house import Glance, House, Unknown
from musterhall.web.limits import TooOften, count_write
from musterhall.web.pages.answering import Form, asked_again, done, wants_json
from musterhall.web.sessions import Visitor, let_in, sign_in, sign_out
from musterhall.web.showing import page

router = APIRouter(include_in_schema=False)


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


# The start


@router.get("/")
async def start(request: Request, visitor: Asking, house: TheHouse) -> Response:
    if not house.accounts.accounts:
        return page(request, "home/first.html", {"problem": "", "name": "", "local": is_here(request)})
    return await _start_page(request, house, visitor, {"code": "", "code_problem": ""})


async def _start_page(
    request: Request, house: House, visitor: Visitor, context: Mapping[str, Any], status: int = 200
) -> Response:
    listed = await run_in_threadpool(_listed, house, visitor)
    making = [game for game in all_games() if game.units and game.units.making]
    return page(request, "home/events.html", {"events": listed, "making": making, **context}, status)


@router.post("/first-account")
async def first_account(request: Request, visitor: Asking, house: TheHouse) -> Response:
    form = read_form(FirstAccount, await form_data(await request.form()), "account")
    here, own = is_here(request), is_own_host(request)

    def command(accounts: Accounts) -> NewEntry:
        # Of two who come at once, one is first.
        if accounts.accounts:
            raise BadInput("account: somebody else was first; sign in, or ask the owner of this hall for an account.")
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
        return asked_again(request, "home/first.html", {"name": form.name, "local": is_here(request)}, complaint)
    doors.by_address.give_back(address)
    first = next(iter(house.accounts.accounts.values()))
    doors.remember(asker_of(request), first)
    await _sign_in(request, house, visitor, first)
    return done(request, "/", "Your account is ready. Begin an event, or look at the demo first.")


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
        complaint = BadInput("sign-in: the name or the password is wrong; try again.")
        return asked_again(request, "home/sign_in.html", {"name": form.name, "next": next_}, complaint)
    await _sign_in(request, house, visitor, account)
    return done(request, next_)


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
    return done(request, "/", "You are signed out.")


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
        raise Unknown("This link does not work any more; ask at the desk for a new one.")
    event, player = found
    let_in(visitor.session, house.accounts, event, player)
    return RedirectResponse(f"/e/{event}/me", status_code=303)


class SlipCode(Form):
    code: str = Field(default="", max_length=200)


@router.post("/code")
async def by_code(request: Request, visitor: Asking, house: TheHouse) -> Response:
    """The six letters on a slip, typed on the start page."""
    form = read_form(SlipCode, await form_data(await request.form()), "code")
    try:
        found = await doors_of(request).code(house, address_of(request), form.code)
        if found is None:
            raise BadInput("code: no slip has this one; compare it letter by letter, or ask at the desk.")
    except TooOften as error:
        refusal = BadInput(
            "code: too many wrong ones came from here; scan the picture on your slip, or ask at the desk."
        )
        answer = await _start_again(request, house, visitor, form.code, refusal, 429)
        answer.headers["Retry-After"] = str(int(error.seconds) + 1)
        return answer
    except BadInput as refusal:
        return await _start_again(request, house, visitor, form.code, refusal, 400)
    event, player = found
    let_in(visitor.session, house.accounts, event, player)
    return done(request, f"/e/{event}/me")


async def _start_again(
    request: Request, house: House, visitor: Visitor, code: str, refusal: BadInput, status: int
) -> Response:
    if wants_json(request):
        return JSONResponse({"error": str(refusal)}, status_code=status)
    return await _start_page(request, house, visitor, {"code": code, "code_problem": str(refusal)}, status)


# Accounts


@router.get("/account")
async def account_page(request: Request, visitor: Asking, house: TheHouse) -> Response:
    return account_page_of(request, house, account_of(visitor))


@router.post("/account/password")
async def new_password(request: Request, visitor: Asking, house: TheHouse) -> Response:
    account, doors = account_of(visitor), doors_of(request)
    form = read_form(NewPassword, await form_data(await request.form()), "password")
    if await doors.account(house, asker_of(request), account.name, form.password) is None:
        raise BadInput("password: that is not your current password; type it again.")

    def command(accounts: Accounts) -> list[NewEntry]:
        revoked = rules.revoke_tokens(accounts, account) if form.tokens else []
        return [rules.change_password(account, form.new), *revoked]

    await doors.hashing(lambda: house.account_do(command, who=account.name))
    # Every other session of the account has just ended.
    changed = house.accounts.accounts[account.id]
    await _sign_in(request, house, visitor, changed)
    doors.remember(asker_of(request), changed)
    tokens = ", and your tokens are revoked" if form.tokens else ""
    return done(request, "/account", f"Your password is changed; everywhere else you are signed out{tokens}.")


@router.post("/account/tokens")
async def new_token(request: Request, visitor: Asking, house: TheHouse) -> Response:
    account = account_of(visitor)
    form = read_form(TokenName, await form_data(await request.form()), "token")
    count_write(house, visitor, "")
    token = rules.new_token()
    await run_in_threadpool(
        house.account_do, lambda accounts: rules.make_token(accounts, account, form.name, token), who=account.name
    )
    if wants_json(request):
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
    return done(request, "/account", "The token is revoked. Whoever uses it is refused.")


@router.post("/accounts")
async def another_account(request: Request, visitor: Asking, house: TheHouse) -> Response:
    form = read_form(NameAndPassword, await form_data(await request.form()), "account")
    count_write(house, visitor, "")

    def command(accounts: Accounts) -> NewEntry:
        return rules.make_account(accounts, form.name, form.password)

    await doors_of(request).hashing(lambda: house.account_do(command, who=visitor.name))
    told = f"{' '.join(form.name.split())} has an account now. Give them a role on the settings page of an event."
    return done(request, "/account", told)


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
