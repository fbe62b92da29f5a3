"""The settings of an event: its name and day, who may sit at the desk, who sees it, where its news go, and its end."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from musterhall.events.entries import NewEntry
from musterhall.problems import BadInput
from musterhall.web import accounts as rules
from musterhall.web.gate import Asking, TheHouse
from musterhall.web.hooks import FINAL, PAIRINGS, ROUND_OVER, check_hook
from musterhall.web.limits import count_write
from musterhall.web.pages.desk.common import back_with_word, desk_page, sent_text
from musterhall.web.pages.invitations import links_view

router = APIRouter(include_in_schema=False)

ROLES = {
    rules.OWNER: "owner: everything, also people and deleting",
    rules.ORGANISER: "organiser: runs the event",
    rules.SCOREKEEPER: "scorekeeper: check-in and cards",
}
NEWS = {PAIRINGS: "Pairings are published", ROUND_OVER: "A round is over", FINAL: "The final standings"}


@router.get("/e/{event}/desk/people")
async def people_page(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    accounts = house.accounts
    roles = [(accounts.accounts[who], role) for (where, who), role in accounts.roles.items() if where == event]
    context = {
        "people": sorted(roles, key=lambda one: (rules.STAFF.index(one[1]), one[0].name.casefold())),
        "roles": [(role, ROLES[role]) for role in reversed(rules.STAFF)],
        "hook": accounts.hooks.get(event),
        "news": NEWS,
        "private": event in accounts.private,
        "may_add_accounts": visitor.account is not None and visitor.account.master,
        **links_view(request, house, event),
    }
    return await desk_page(request, house, event, "people", context)


@router.post("/e/{event}/people")
async def people(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    """Give somebody a role, or take it."""
    sent = await request.form()
    name, role = sent_text(sent, "account"), sent_text(sent, "role")
    count_write(house, visitor, event)

    def change(accounts: rules.Accounts) -> NewEntry:
        account = accounts.account_named(name)
        if account is None:
            raise BadInput(f"account {name!r}: there is no account with this name; add it first, under Account.")
        if role:
            return rules.give_role(accounts, event, account, role)
        return rules.take_role(accounts, event, account)

    await run_in_threadpool(house.account_do, change, who=visitor.name)
    return back_with_word(
        request, f"/e/{event}/desk/people", f"{name} is now {role}." if role else f"{name} no longer has a role here."
    )


@router.post("/e/{event}/hook")
async def hook(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    """Where the event's news are sent, or nowhere."""
    sent = await request.form()
    url = sent_text(sent, "url")
    kinds = [str(one) for one in sent.getlist("kinds") if one in NEWS]
    private = sent_text(sent, "private") == "true"
    count_write(house, visitor, event)
    if url:
        await run_in_threadpool(check_hook, url, private=house.settings.private_hooks)

    def change(accounts: rules.Accounts) -> NewEntry:
        return rules.set_hook(event, url, kinds, private=private) if url else rules.remove_hook(event)

    await run_in_threadpool(house.account_do, change, who=visitor.name)
    return back_with_word(
        request, f"/e/{event}/desk/people", "News will be sent to that address." if url else "No news will be sent."
    )


@router.post("/e/{event}/private")
async def private(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    """Whether only those see the event who belong to it."""
    wanted = sent_text(await request.form(), "private") == "true"
    count_write(house, visitor, event)
    await run_in_threadpool(house.account_do, lambda _: rules.make_private(event, private=wanted), who=visitor.name)
    told = "Only its organisers and players can see the event now." if wanted else "Everybody can see the event now."
    return back_with_word(request, f"/e/{event}/desk/people", told)


@router.post("/e/{event}/delete")
async def delete(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    """Remove the event for good, when its name was typed."""
    sent = await request.form()
    name = house.event(event).name
    if sent_text(sent, "name") != name:
        raise BadInput(f"name: type {name!r} exactly, so that no event goes by mistake.")
    await run_in_threadpool(house.remove, event)
    return back_with_word(request, "/", f"{name} is deleted.")
