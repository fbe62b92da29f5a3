"""The gate before every address: who is asking, is he let in, and did he mean to send that form."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from starlette.routing import Route

from musterhall.web.accounts import Account
from musterhall.web.house import House
from musterhall.web.roles import admitted
from musterhall.web.sessions import PUBLIC, Session, Visitor, form_token_fits, read_session, visitor

SAFE = ("GET", "HEAD", "OPTIONS")
TOKEN_FIELD = "form_token"
TOKEN_HEADER = "x-muster-form-token"
SEAT_HEADER = "muster-seat"
"""The token of a seat at a battle. No browser sends it unasked, so like a form's token it shows that it was meant."""


class Refused(Exception):
    """Not let in: to be asked to sign in, or told that it is not his."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


def house_of(request: Request) -> House:
    house: House = request.app.state.house
    return house


async def _the_house(request: Request) -> House:
    # A plain function that a route depends on would be called in a thread, for every request.
    return house_of(request)


async def admit(request: Request) -> Visitor:
    """Let a request in, or refuse it. Every route depends on this."""
    house = house_of(request)
    session_of(request)
    event = request.path_params.get("event", "")
    found = visitor(request, house.accounts, event)
    if event:
        await house.opened(event, found)
    route = request.scope.get("route")
    path = route.path if isinstance(route, Route) else request.url.path
    if not admitted(request.method, path, found.role):
        status = 401 if found.role == PUBLIC and found.account is None else 403
        raise Refused(status, "This page is not open to you; sign in, or open your own link.")
    meant = (found.by_token and found.account) or SEAT_HEADER in request.headers
    if request.method not in SAFE and not meant:
        await _require_form_token(request, house, found.session)
    request.state.visitor = found
    return found


async def _require_form_token(request: Request, house: House, session: Session) -> None:
    """A form must come from one of our own pages: it shows what only they can have."""
    given = request.headers.get(TOKEN_HEADER, "")
    if not given and "form" in request.headers.get("content-type", ""):
        value = (await request.form()).get(TOKEN_FIELD, "")
        given = value if isinstance(value, str) else ""
    if not form_token_fits(session, house.accounts, given):
        raise Refused(403, "This page was open for too long; load it again and send the form once more.")


def session_of(request: Request) -> Session:
    """The session of a request, read once."""
    if not hasattr(request.state, "session"):
        house = house_of(request)
        request.state.session = read_session(request, house.accounts, secure=house.settings.secure_cookies)
    session: Session = request.state.session
    return session


def account_of(found: Visitor) -> Account:
    if found.account is None:
        raise Refused(401, "Sign in first.")
    return found.account


Asking = Annotated[Visitor, Depends(admit)]
TheHouse = Annotated[House, Depends(_the_house)]
