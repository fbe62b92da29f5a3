"""Who is asking: a signed cookie with an account, the events a phone plays at, and a token against forged forms."""

from __future__ import annotations

import hmac
import json
import math
import secrets
from dataclasses import dataclass, field
from typing import Any

from itsdangerous import BadSignature, SignatureExpired, TimestampSigner, URLSafeTimedSerializer
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response

from musterhall.store.steady import CLOCK
from musterhall.web.accounts import DAYS, STAFF, Account, Accounts
from musterhall.web.invitations import Invitation

COOKIE = "muster"
SAFE_COOKIE = f"__Host-{COOKIE}"
"""Over https: browsers take it from this very host alone, so that nobody beside us can put another in its place."""
IDLE_SECONDS = 12 * 3600
"""After which an account is signed out on a device that nobody has used; a player's phone stays let in."""
FRESH_SECONDS = 600
"""After which the cookie of somebody who is still here is written anew."""
TOLD_SECONDS = 120
"""How long a sentence may be on its way to the next page; whoever comes back to that address later reads it no more."""
SKEW = 120
"""Seconds that a signature may be from the future: the clock may have been set back before the server was started."""
TOKEN_PREFIX = "Bearer "

PUBLIC = "public"
PLAYER = "player"
MASTER = "master"
SIGNED_IN = "signed_in"


@dataclass(slots=True)
class Session:
    """What the cookie says, once its signature was checked."""

    id: str = field(default_factory=lambda: secrets.token_urlsafe(18))
    """Random; forms must show something made from it."""
    account: str = ""
    generation: int = 0
    players: dict[str, tuple[str, int]] = field(default_factory=dict)
    """The player's number at each event that this phone was let in to, and the generation of the link."""
    invited: dict[str, str] = field(default_factory=dict)
    """The invitation by which this browser was let in to an event."""
    seen: tuple[str, int] = ("", 0)
    """The event at which this session wrote last, and how far its journal went then."""
    known: dict[str, int] = field(default_factory=dict)
    """The accounts that were signed in to on this device, with the generation of each; signing out leaves them."""
    began: int = field(default_factory=lambda: int(CLOCK.seconds()))
    """When it began, or was last signed in: however often it is used, it ends so many days later."""
    used: int = field(default_factory=lambda: int(CLOCK.seconds()))
    """When its cookie was written, which is done anew while somebody is here."""
    changed: bool = True
    shade: str = field(default_factory=lambda: secrets.token_hex(8), compare=False)
    """Random for each request, so that the tokens on two pages differ: see `form_token`."""

    @property
    def identity(self) -> str:
        """Who would act here: this browser as this account and as these players, and as nobody who came before."""
        return json.dumps(
            [self.id, self.account, self.generation, sorted(self.players.items()), sorted(self.invited.items())]
        )

    def as_data(self) -> dict[str, Any]:
        return {
            "m": self.id,
            "a": self.account,
            "g": self.generation,
            "p": self.players,
            "i": self.invited,
            "s": self.seen,
            "k": self.known,
            "b": self.began,
        }


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks, at the event that is asked about."""

    session: Session
    account: Account | None = None
    player: str = ""
    """The player's number at this event."""
    role: str = PUBLIC
    """At this event: owner, organiser, scorekeeper, player or public; elsewhere master, signed_in or public."""
    by_token: bool = False
    invitation: Invitation | None = None
    """The link by which they came."""

    @property
    def name(self) -> str:
        """As the journal has it."""
        if self.account:
            return self.account.name
        if self.invitation is not None and self.role in STAFF:
            return self.invitation.signed
        return self.player or "somebody"

    @property
    def is_stranger(self) -> bool:
        """Somebody who has no part in the event, not even as a guest."""
        return self.role == PUBLIC and self.invitation is None


def read_session(request: Request, accounts: Accounts, *, secure: bool = False) -> Session:
    """The session of a request; a new one where there is none, or where it was tampered with or has run out."""
    cookie = request.cookies.get(cookie_name(secure=secure))
    if not cookie:
        return Session()
    try:
        data, age = _read(_signer(accounts), cookie, DAYS * 86400)
        began = int(data.get("b", 0)) or int(CLOCK.seconds()) - age
        if CLOCK.seconds() - began > DAYS * 86400:
            return Session()
        players = {str(event): (str(one), int(number)) for event, (one, number) in data["p"].items()}
        if accounts.has_ended(str(data["m"])):
            return Session()
        invited = {str(event): str(one) for event, one in data.get("i", {}).items()}
        event, seq = data.get("s", ("", 0))
        known = {str(account): int(number) for account, number in data.get("k", {}).items()}
        seen = (str(event), int(seq))
        found = Session(
            str(data["m"]),
            str(data["a"]),
            int(data["g"]),
            players,
            invited,
            seen,
            known,
            began,
            int(CLOCK.seconds()) - age,
        )
        found.changed = False
        if found.account and age > IDLE_SECONDS:
            found.account, found.generation, found.changed = "", 0, True
        found.changed |= bool(found.account) and age > FRESH_SECONDS
        return found
    except (BadSignature, KeyError, TypeError, ValueError, AttributeError):
        return Session()


def cookie_name(*, secure: bool) -> str:
    return SAFE_COOKIE if secure else COOKIE


def write_session(headers: MutableHeaders, session: Session, accounts: Accounts, *, secure: bool) -> None:
    """Send the session along with an answer that has these headers, if it is not the one that came."""
    if session.changed:
        value = _signer(accounts).dumps(session.as_data())
        answer = Response()
        answer.set_cookie(
            cookie_name(secure=secure),
            str(value),
            max_age=DAYS * 86400,
            httponly=True,
            samesite="lax",
            secure=secure,
            path="/",
        )
        headers.append("set-cookie", answer.headers["set-cookie"])


def form_token(session: Session, accounts: Accounts) -> str:
    """What every form carries that is printed for whoever this session is now; nobody else can make it.

    It is another one on each page. Pages are compressed, and the length of one that is always the same could be made
    to tell, sign by sign, what is in it.
    """
    return _shaded(session, accounts, session.shade)


def form_token_fits(session: Session, accounts: Accounts, given: str) -> bool:
    shade = given.partition("-")[0][:64]
    return hmac.compare_digest(_shaded(session, accounts, shade).encode(), given.encode(errors="replace"))


def _shaded(session: Session, accounts: Accounts, shade: str) -> str:
    made = hmac.new(accounts.secret.encode(), f"form\0{shade}\0{session.identity}".encode(errors="replace"), "sha256")
    return f"{shade}-{made.hexdigest()}"


def signed_words(session: Session, accounts: Accounts, words: str) -> str:
    """A sentence for an address, in a form that only this session's pages read: a link puts no words into them."""
    return str(_words_signer(session, accounts).dumps(words))


def read_words(session: Session, accounts: Accounts, given: str) -> str:
    """The sentence that we put into an address; nothing, where it is not ours, not for this session, or old."""
    try:
        return str(_read(_words_signer(session, accounts), given, TOLD_SECONDS)[0])
    except BadSignature:
        return ""


def visitor(request: Request, accounts: Accounts, event: str = "") -> Visitor:
    """The one who asks, with the role at this event."""
    session: Session = request.state.session
    account, by_token = _account(request, accounts, session)
    # Who sends a token speaks for its account alone, whatever cookies come along.
    player = "" if by_token else _player(accounts, session, event)
    if account is not None and event and (role := accounts.role(event, account.id)):
        return Visitor(session, account, player, role, by_token)
    invited = None if by_token else _invitation(accounts, session, event)
    if invited is not None and invited.role in STAFF:
        return Visitor(session, account, player, invited.role, by_token, invited)
    if player:
        return Visitor(session, account, player, PLAYER, by_token)
    if account is not None and not event:
        return Visitor(session, account, "", MASTER if account.master else SIGNED_IN, by_token)
    return Visitor(session, account, "", PUBLIC, by_token, invited)


def lasts_until(visitor: Visitor) -> float:
    """When somebody who asks for nothing more is no longer the one who they are now."""
    if visitor.by_token:
        return math.inf
    session = visitor.session
    end = session.began + DAYS * 86400
    return min(end, session.used + IDLE_SECONDS) if visitor.account else end


def signed_in(request: Request, accounts: Accounts, *, secure: bool) -> Account | None:
    """The account behind a request that has not been let in yet, by its cookie or its token."""
    return _account(request, accounts, read_session(request, accounts, secure=secure))[0]


def has_desk_role(request: Request, accounts: Accounts, *, secure: bool) -> bool:
    """Whether somebody, not let in yet, works at some event's desk by a link that gives a role there."""
    session = read_session(request, accounts, secure=secure)
    invited = (_invitation(accounts, session, event) for event in session.invited)
    return any(one is not None and one.role in STAFF for one in invited)


def sign_in(session: Session, account: Account) -> None:
    session.id = secrets.token_urlsafe(18)
    session.account, session.generation, session.changed = account.id, account.generation, True
    session.known[account.id] = account.generation
    session.began = int(CLOCK.seconds())


def knows(session: Session, account: Account) -> bool:
    """Whether the account was signed in to on this device with the password that it has now."""
    return session.known.get(account.id) == account.generation


def sign_out(session: Session) -> None:
    session.id = secrets.token_urlsafe(18)
    session.account, session.generation, session.changed = "", 0, True
    session.players.clear()
    session.invited.clear()


def has_written(session: Session, event: str, seq: int) -> None:
    session.seen, session.changed = (event, seq), True


def let_in(session: Session, accounts: Accounts, event: str, player: str) -> None:
    """A phone that came by a player's link."""
    if not session.account and event not in session.players:
        session.id = secrets.token_urlsafe(18)
    session.players[event] = (player, accounts.generation(event, player))
    session.changed = True


def invite_in(session: Session, invitation: Invitation) -> None:
    """A browser that came by a link which gives a role."""
    if not session.account:
        session.id = secrets.token_urlsafe(18)
    session.invited[invitation.event] = invitation.id
    session.changed = True


def _account(request: Request, accounts: Accounts, session: Session) -> tuple[Account | None, bool]:
    header = request.headers.get("authorization", "")
    if header.startswith(TOKEN_PREFIX):
        return accounts.token_account(header.removeprefix(TOKEN_PREFIX).strip()), True
    account = accounts.accounts.get(session.account)
    fits = account is not None and account.generation == session.generation and not account.disabled
    return (account if fits else None), False


def has_come_in(accounts: Accounts, session: Session, event: str) -> bool:
    """Whether this phone was let in to an event by a link that is still good."""
    return bool(_player(accounts, session, event)) or _invitation(accounts, session, event) is not None


def _invitation(accounts: Accounts, session: Session, event: str) -> Invitation | None:
    return accounts.invitations.get((event, session.invited.get(event, "")))


def _player(accounts: Accounts, session: Session, event: str) -> str:
    player, generation = session.players.get(event, ("", 0))
    return player if player and accounts.generation(event, player) == generation else ""


def _signer(accounts: Accounts) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(accounts.secret, salt="session", signer=_SteadySigner)


def _words_signer(session: Session, accounts: Accounts) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(accounts.secret, salt=f"words\0{session.identity}", signer=_SteadySigner)


class _SteadySigner(TimestampSigner):
    """Writes the time by the clock that nobody sets."""

    def get_timestamp(self) -> int:
        return int(CLOCK.seconds())


def _read(signer: URLSafeTimedSerializer, given: str, seconds: int) -> tuple[Any, int]:
    """What was signed and its age, if it is not older than this, nor from further in the future than clocks differ."""
    found, signed = signer.loads(given, return_timestamp=True)
    age = int(CLOCK.seconds()) - int(signed.timestamp())
    if not -SKEW <= age <= seconds:
        raise SignatureExpired(f"signed {age} seconds ago")
    return found, age
