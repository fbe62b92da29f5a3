"""Links that give a role: made and revoked by the owner, and opened by whoever was sent one."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, RedirectResponse, Response

from musterhall.events.entries import NewEntry
from musterhall.web import invitations as rules
from musterhall.web.accounts import Accounts
from musterhall.web.doors import LONGEST_LINK, doors_of
from musterhall.web.doors import address_of as who_asks
from musterhall.web.gate import Asking, TheHouse
from musterhall.web.house import House, Unknown
from musterhall.web.limits import count_write
from musterhall.web.pages.answering import wants_json
from musterhall.web.pages.desk.common import back_with_word, sent_text
from musterhall.web.pages.paper import address_of
from musterhall.web.sessions import invite_in

router = APIRouter(include_in_schema=False)


@router.get("/join/{token}")
async def join(request: Request, token: str, visitor: Asking, house: TheHouse) -> Response:
    """Let in whoever was sent the link."""
    found = rules.invited_by(house.accounts, token[:LONGEST_LINK])
    if found is None:
        doors_of(request).links.take(who_asks(request))
        raise Unknown("This link is not, or no longer, one of ours; ask whoever sent it for a new one.")
    invite_in(visitor.session, found)
    page = "" if found.role == rules.GUEST else "/desk"
    return RedirectResponse(f"/e/{found.event}{page}", status_code=303)


@router.post("/e/{event}/invitations")
async def invite(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    sent = await request.form()
    name, role = sent_text(sent, "name"), sent_text(sent, "role")
    count_write(house, visitor, event)

    def command(accounts: Accounts) -> NewEntry:
        return rules.invite(accounts, event, name, role)

    [entry] = await run_in_threadpool(house.account_do, command, who=visitor.name)
    if wants_json(request):
        one = house.accounts.invitations[event, entry.data["invitation"]]
        return JSONResponse({"invitation": one.id, "link": link_of(request, house, one)})
    return back_with_word(request, f"/e/{event}/desk/people#links", f"The link for {name} is made: send it to them.")


@router.post("/e/{event}/invitations/revoke")
async def revoke(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    id_ = sent_text(await request.form(), "invitation")
    count_write(house, visitor, event)

    def command(accounts: Accounts) -> NewEntry:
        return rules.revoke(accounts, event, id_)

    await run_in_threadpool(house.account_do, command, who=visitor.name)
    return back_with_word(request, f"/e/{event}/desk/people#links", "The link is revoked; it opens nothing any more.")


def link_of(request: Request, house: House, one: rules.Invitation) -> str:
    return f"{address_of(request, house)}/join/{rules.token_of(house.accounts, one)}"


def links_view(request: Request, house: House, event: str) -> dict[str, Any]:
    """The links of an event, for its owner."""
    found = rules.invitations_of(house.accounts, event)
    return {
        "invitations": [(one, link_of(request, house, one)) for one in found],
        "invited_roles": [
            ("organiser", "organiser: runs the event"),
            ("scorekeeper", "scorekeeper: check-in and cards"),
            (rules.GUEST, "guest: looks at a private event"),
        ],
    }
