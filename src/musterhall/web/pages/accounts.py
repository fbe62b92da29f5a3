"""The accounts of the hall, for its owner: forgotten passwords, who may no longer come in, and what happened when.

Beside that everybody's own sign-ins.
"""

from __future__ import annotations

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response

from musterhall.events.entries import NewEntry
from musterhall.web import accounts as rules
from musterhall.web.account_log import account_log
from musterhall.web.accounts import Account, Accounts
from musterhall.web.doors import doors_of
from musterhall.web.forms import form_data, read_form
from musterhall.web.gate import Asking, TheHouse, account_of
from musterhall.web.house import Unknown
from musterhall.web.limits import count_write
from musterhall.web.pages.answering import Form, done, wants_json
from musterhall.web.pages.home import account_page_of
from musterhall.web.showing import page

router = APIRouter(include_in_schema=False)


class OneSignIn(Form):
    session: str = Field(max_length=80)


class OneAccount(Form):
    account: str = Field(max_length=20)


class Disabling(OneAccount):
    disabled: bool = False


@router.post("/account/sign-ins/end")
async def end_sign_in(request: Request, visitor: Asking, house: TheHouse) -> Response:
    account = account_of(visitor)
    form = read_form(OneSignIn, await form_data(await request.form()), "sign-in")
    count_write(house, visitor, "")

    def command(accounts: Accounts) -> NewEntry:
        return rules.end_sign_in(accounts, account, form.session)

    await run_in_threadpool(house.account_do, command, who=account.name)
    return done(request, "/account", "That device is signed out.")


@router.post("/accounts/password")
async def reset_password(request: Request, visitor: Asking, house: TheHouse) -> Response:
    """A new password for somebody who has forgotten theirs; it is shown this once."""
    form = read_form(OneAccount, await form_data(await request.form()), "account")
    count_write(house, visitor, "")
    password, found = rules.new_password(), _account(house.accounts, form.account)

    def command(accounts: Accounts) -> list[NewEntry]:
        return rules.reset_password(accounts, found, password)

    await doors_of(request).hashing(lambda: house.account_do(command, who=visitor.name))
    if wants_json(request):
        return JSONResponse({"name": found.name, "password": password})
    return account_page_of(request, house, account_of(visitor), reset=(found.name, password))


@router.post("/accounts/disable")
async def disable(request: Request, visitor: Asking, house: TheHouse) -> Response:
    form = read_form(Disabling, await form_data(await request.form()), "account")
    count_write(house, visitor, "")

    def command(accounts: Accounts) -> NewEntry:
        found = _account(accounts, form.account)
        return rules.disable_account(found) if form.disabled else rules.enable_account(found)

    await run_in_threadpool(house.account_do, command, who=visitor.name)
    name = _account(house.accounts, form.account).name
    return done(request, "/account", f"{name} can {'no longer' if form.disabled else 'now'} sign in.")


@router.get("/accounts/log")
async def log_page(request: Request, visitor: Asking, house: TheHouse) -> Response:
    lines = await run_in_threadpool(lambda: account_log(house.store.entries(rules.STREAM)))
    return page(request, "home/log.html", {"lines": lines})


def _account(accounts: Accounts, id_: str) -> Account:
    found = accounts.accounts.get(id_)
    if found is None:
        raise Unknown("account: there is none of this number; load the page again.")
    return found
