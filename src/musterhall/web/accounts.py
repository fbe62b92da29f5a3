"""Who may do what: organisers' accounts, their roles at events, players' links and scripts' tokens.

All of it is a journal of its own beside those of the events, so that it is as durable and as open to audit as they are.
Passwords and tokens are kept as hashes only. A player's link is worked out from the house's secret and a number that
goes up when the link is revoked, so it can be printed again and is nowhere written down.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from musterhall.events.clock import moment
from musterhall.events.entries import Entry, NewEntry
from musterhall.problems import BadInput
from musterhall.store.ready_entries import BREAK, MarkTaken
from musterhall.web import invitations

EVENT_REMOVED = "event.removed"
PUTTING_OUT = (
    *("session.ended", "account.password", "account.disabled", "secret.renewed"),
    *("role.given", "role.taken", "link.revoked", "event.private", "invitation.revoked"),
)
"""Kinds of entries after which somebody may no longer look at what they are looking at."""
STREAM = "house"
KIND = "house"

OWNER = "owner"
ORGANISER = "organiser"
SCOREKEEPER = "scorekeeper"
STAFF = (OWNER, ORGANISER, SCOREKEEPER)
"""From the one who may do everything to the one who enters cards."""

CLOCK = "the clock"
"""As whom time itself writes into journals."""

SHORTEST_PASSWORD = 8
LONGEST_PASSWORD = 200
LONGEST_DEVICE = 120
MOST_TOKENS = 50
"""Of one account."""
DAYS = 14
"""That a session lasts."""
CODE_LETTERS = "BCDFHJKMNPRSTWXYZ"
"""Of the codes on slips. None looks like another, and without vowels they make no words."""
CODE_LENGTH = 6


@dataclass(slots=True)
class Account:
    id: str
    name: str
    password: str
    """Its argon2 hash."""
    generation: int = 0
    """Goes up with the password: older sessions end."""
    master: bool = False
    """The first account: it may make others, and begin events."""
    disabled: bool = False
    """Nobody comes in by it, with whatever password, cookie or token."""


@dataclass(frozen=True, slots=True)
class SignIn:
    """A device on which an account is signed in."""

    session: str
    """Disguised."""
    account: str
    at: str
    device: str


@dataclass(slots=True)
class Token:
    id: str
    account: str
    name: str
    hash: str


@dataclass(slots=True)
class Hook:
    """Where an event's news go."""

    url: str
    kinds: tuple[str, ...]
    private: bool = False
    """Also while the event is private: whoever reads the messages may know what its people and players do."""


@dataclass(slots=True)
class Accounts:
    """Everything the house's journal comes to."""

    secret: str = ""
    accounts: dict[str, Account] = field(default_factory=dict)
    roles: dict[tuple[str, str], str] = field(default_factory=dict)
    """By event and account."""
    links: dict[tuple[str, str], int] = field(default_factory=dict)
    """How often the link of a player was revoked, by event and player."""
    tokens: dict[str, Token] = field(default_factory=dict)
    removed: dict[str, int] = field(default_factory=dict)
    """How often an event of this name was removed: links to the old one open no new one."""
    hooks: dict[str, Hook] = field(default_factory=dict)
    told: set[tuple[str, str]] = field(default_factory=set)
    """News that were delivered or given up, by event and what they were about."""
    begun: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The fingerprint of what was sent and the event that began with it, by account and sender's mark."""
    ended: dict[str, str] = field(default_factory=dict)
    """Sessions that were signed out, disguised, with the hour: a cookie that somebody has copied opens nothing after.
    Those that would have run out by now are forgotten."""
    sign_ins: dict[str, SignIn] = field(default_factory=dict)
    """Those that have not ended, by their disguised sessions, the oldest first."""
    invitations: dict[tuple[str, str], invitations.Invitation] = field(default_factory=dict)
    """Links that give a role, by event and id."""
    invited_names: set[tuple[str, str]] = field(default_factory=set)
    """By event, in small letters: whom there was a link for, also one that is revoked."""
    private: set[str] = field(default_factory=set)
    """Events that only those see who belong to them."""
    at: str = ""
    """The hour of the last entry."""

    def account_named(self, name: str) -> Account | None:
        wanted = name.casefold().strip()
        return next((one for one in self.accounts.values() if one.name.casefold() == wanted), None)

    def role(self, event: str, account: str) -> str | None:
        """What an account may do at an event; one that was begun at the command line is the hall's owner's."""
        known = self.accounts.get(account)
        if known is not None and known.master and not self.has_owner(event):
            return OWNER
        return self.roles.get((event, account))

    def has_owner(self, event: str) -> bool:
        return any(where == event and role == OWNER for (where, _), role in self.roles.items())

    def generation(self, event: str, player: str) -> int:
        """Another number after each revocation of a player's link."""
        return self.removed.get(event, 0) * 1_000_000 + self.links.get((event, player), 0)

    def link_token(self, event: str, player: str) -> str:
        """The secret part of a player's link; another one after each revocation."""
        message = f"link\0{event}\0{player}\0{self.generation(event, player)}".encode()
        digest = hmac.digest(self.secret.encode(), message, "sha256")[:20]
        return base64.b32encode(digest).decode().lower()

    def link_is(self, event: str, player: str, token: str) -> bool:
        return hmac.compare_digest(self.link_token(event, player).encode(), token.strip().lower().encode())

    def link_code(self, event: str, player: str) -> str:
        """Six letters that open the same as the link, and end with it."""
        message = f"code\0{event}\0{player}\0{self.generation(event, player)}".encode()
        number = int.from_bytes(hmac.digest(self.secret.encode(), message, "sha256")[:16])
        places = range(CODE_LENGTH)
        return "".join(CODE_LETTERS[number // len(CODE_LETTERS) ** place % len(CODE_LETTERS)] for place in places)

    def first_code(self) -> str:
        """What whoever makes the first account from another machine has to know; the server's own terminal shows it."""
        digest = hmac.digest(self.secret.encode(), b"first account", "sha256")
        return f"{int.from_bytes(digest[:8]) % 10**8:08d}"

    def is_first_code(self, given: str) -> bool:
        return hmac.compare_digest(self.first_code().encode(), given.strip().encode())

    def has_ended(self, session: str) -> bool:
        return token_hash(session) in self.ended

    def begun_with(self, key: str) -> str:
        """The event that began with a mark, nothing where it is new; with something else it was taken."""
        mark, _, content = key.partition(BREAK)
        then, event = self.begun.get(mark, (content, ""))
        if then != content:
            raise MarkTaken(
                f"mark {mark.partition(' ')[2]!r}: something else was sent with it before; load the page again, or use "
                "a new mark."
            )
        return event

    def token_account(self, token: str) -> Account | None:
        """The account for which a script speaks."""
        found = self.tokens.get(token_hash(token))
        account = self.accounts.get(found.account) if found else None
        return account if account and not account.disabled else None

    def apply(self, entry: Entry) -> None:
        handler = _HANDLERS.get(entry.kind)
        if handler is None:
            raise BadInput(f"entry {entry.seq}: {entry.kind!r} is of a kind that this version does not know; update.")
        self.at = entry.at
        handler(self, entry.data)
        if entry.key and "event" in entry.data:
            mark, _, content = entry.key.partition(BREAK)
            self.begun[mark] = (content, entry.data["event"])


# What can be done


def open_house() -> NewEntry:
    """The first entry: a secret from which sessions and links are signed."""
    return NewEntry("house.opened", {"secret": secrets.token_urlsafe(32)})


def make_account(accounts: Accounts, name: str, password: str) -> NewEntry:
    """The first one is the master of the house."""
    name = " ".join(name.split())
    if not 2 <= len(name) <= 60 or not name.isprintable():
        raise BadInput("name: write 2 to 60 characters that can be read.")
    called = name.casefold()
    if re.fullmatch(r"p\d+", called) or called in (CLOCK, ORGANISER) or called.endswith(invitations.BY_LINK):
        raise BadInput(f"name {name!r}: the journal calls somebody else so; choose another.")
    if accounts.account_named(name):
        raise BadInput(f"name {name!r}: is taken; choose another.")
    number = 1 + max((int(id_[1:]) for id_ in accounts.accounts), default=0)
    data = {"account": f"a{number}", "name": name, "password": hash_password(password)}
    return NewEntry("account.made", data | ({"master": True} if not accounts.accounts else {}))


def renew_secret() -> NewEntry:
    """Another secret: everybody is signed out, and every player has another link."""
    return NewEntry("secret.renewed", {"secret": secrets.token_urlsafe(32)})


def reset_password(accounts: Accounts, account: Account, password: str) -> list[NewEntry]:
    """For somebody who has forgotten it, or lost a device: nothing that opened the account before does so any more."""
    return [change_password(account, password), *revoke_tokens(accounts, account)]


def new_password() -> str:
    """One to be told to somebody, who changes it."""
    return "-".join(secrets.token_hex(2) for _ in range(4))


def disable_account(account: Account) -> NewEntry:
    if account.master:
        raise BadInput(f"{account.name}: owns this hall, and nobody could enable them again; disable others only.")
    return NewEntry("account.disabled", {"account": account.id})


def enable_account(account: Account) -> NewEntry:
    return NewEntry("account.enabled", {"account": account.id})


def begin_session(session: str, account: Account, device: str) -> NewEntry:
    shown = " ".join(device.split())[:LONGEST_DEVICE]
    return NewEntry("session.begun", {"session": token_hash(session), "account": account.id, "device": shown})


def end_sign_in(accounts: Accounts, account: Account, disguised: str) -> NewEntry:
    """One of an account's own, on another device."""
    found = accounts.sign_ins.get(disguised)
    if found is None or found.account != account.id:
        raise BadInput("sign-in: is none of yours, or has ended already; load the page again.")
    return NewEntry("session.ended", {"session": disguised})


def make_private(event: str, *, private: bool) -> NewEntry:
    return NewEntry("event.private", {"event": event, "private": private})


def change_password(account: Account, password: str) -> NewEntry:
    return NewEntry("account.password", {"account": account.id, "password": hash_password(password)})


def give_role(accounts: Accounts, event: str, account: Account, role: str) -> NewEntry:
    if role not in STAFF:
        raise BadInput(f"role {role!r}: is not one of {', '.join(STAFF)}; choose one of them.")
    _require_another_owner(accounts, event, account, role)
    return NewEntry("role.given", {"event": event, "account": account.id, "role": role})


def take_role(accounts: Accounts, event: str, account: Account) -> NewEntry:
    if accounts.role(event, account.id) is None:
        raise BadInput(f"{account.name}: has no role at this event; nothing to take.")
    _require_another_owner(accounts, event, account, "")
    return NewEntry("role.taken", {"event": event, "account": account.id})


def revoke_link(event: str, player: str) -> NewEntry:
    return NewEntry("link.revoked", {"event": event, "player": player})


def forget_event(event: str) -> NewEntry:
    """Nobody has a role, a link or a hook at an event that is no more."""
    return NewEntry(EVENT_REMOVED, {"event": event})


def new_token() -> str:
    """Shown once and never again."""
    return f"muster_{secrets.token_urlsafe(32)}"


def make_token(accounts: Accounts, account: Account, name: str, token: str) -> NewEntry:
    if sum(one.account == account.id for one in accounts.tokens.values()) >= MOST_TOKENS:
        raise BadInput(f"token: you have {MOST_TOKENS} already; revoke one that you no longer need.")
    id_ = f"t-{secrets.token_hex(5)}"
    clean = " ".join(name.split())[:60] or "a script"
    data = {"token": id_, "account": account.id, "name": clean, "hash": token_hash(token)}
    return NewEntry("token.made", data)


def revoke_token(accounts: Accounts, account: Account, id_: str) -> NewEntry:
    if not any(one.id == id_ and one.account == account.id for one in accounts.tokens.values()):
        raise BadInput(f"token {id_!r}: is none of yours; the list of tokens has their names.")
    return NewEntry("token.revoked", {"token": id_})


def revoke_tokens(accounts: Accounts, account: Account) -> list[NewEntry]:
    """All that an account has."""
    own = [one.id for one in accounts.tokens.values() if one.account == account.id]
    return [NewEntry("token.revoked", {"token": id_}) for id_ in own]


def set_hook(event: str, url: str, kinds: Iterable[str], *, private: bool = False) -> NewEntry:
    return NewEntry("hook.set", {"event": event, "url": url, "kinds": list(kinds), "private": private})


def end_session(session: str) -> NewEntry:
    return NewEntry("session.ended", {"session": token_hash(session)})


def remove_hook(event: str) -> NewEntry:
    return NewEntry("hook.removed", {"event": event})


def mark_told(event: str, news: str, outcome: str) -> NewEntry:
    return NewEntry("hook.told", {"event": event, "news": news, "outcome": outcome})


def hash_password(password: str) -> str:
    from argon2 import PasswordHasher

    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise BadInput(f"password: write {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters.")
    return PasswordHasher().hash(password)


def password_fits(account: Account | None, password: str) -> bool:
    """Takes as long for a name that nobody has, so that the time tells nothing."""
    from argon2 import PasswordHasher
    from argon2.exceptions import Argon2Error, InvalidHashError

    known = account.password if account else _nobody()
    try:
        return PasswordHasher().verify(known, password[: LONGEST_PASSWORD + 1]) and account is not None
    except (Argon2Error, InvalidHashError):
        return False


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


_NOBODY: list[str] = []


def _nobody() -> str:
    if not _NOBODY:
        _NOBODY.append(hash_password(secrets.token_urlsafe(16)))
    return _NOBODY[0]


def _require_another_owner(accounts: Accounts, event: str, account: Account, role: str) -> None:
    owners = [who for (where, who), has in accounts.roles.items() if where == event and has == OWNER]
    if owners == [account.id] and role != OWNER:
        raise BadInput(f"{account.name}: is the only owner of this event; make another one first.")


# What it changes


def _opened(accounts: Accounts, data: Mapping[str, Any]) -> None:
    accounts.secret = data["secret"]


def _made(accounts: Accounts, data: Mapping[str, Any]) -> None:
    accounts.accounts[data["account"]] = Account(
        data["account"], data["name"], data["password"], master=data.get("master", False)
    )


def _password(accounts: Accounts, data: Mapping[str, Any]) -> None:
    account = accounts.accounts[data["account"]]
    account.password, account.generation = data["password"], account.generation + 1
    accounts.sign_ins = {key: one for key, one in accounts.sign_ins.items() if one.account != account.id}


def _disabled(accounts: Accounts, data: Mapping[str, Any]) -> None:
    """What opened the account before does so no more, also once it is enabled again."""
    account = accounts.accounts[data["account"]]
    account.disabled, account.generation = True, account.generation + 1
    accounts.sign_ins = {key: one for key, one in accounts.sign_ins.items() if one.account != account.id}
    accounts.tokens = {hash_: one for hash_, one in accounts.tokens.items() if one.account != account.id}


def _enabled(accounts: Accounts, data: Mapping[str, Any]) -> None:
    accounts.accounts[data["account"]].disabled = False


def _renewed(accounts: Accounts, data: Mapping[str, Any]) -> None:
    accounts.secret = data["secret"]
    accounts.sign_ins.clear()
    accounts.ended.clear()


def _begun(accounts: Accounts, data: Mapping[str, Any]) -> None:
    key = data["session"]
    accounts.sign_ins[key] = SignIn(key, data["account"], accounts.at, data["device"])
    oldest = moment(accounts.at) - timedelta(days=DAYS)
    accounts.sign_ins = {key: one for key, one in accounts.sign_ins.items() if moment(one.at) >= oldest}


def _private(accounts: Accounts, data: Mapping[str, Any]) -> None:
    (accounts.private.add if data["private"] else accounts.private.discard)(data["event"])


def _role(accounts: Accounts, data: Mapping[str, Any]) -> None:
    accounts.roles[data["event"], data["account"]] = data["role"]


def _no_role(accounts: Accounts, data: Mapping[str, Any]) -> None:
    accounts.roles.pop((data["event"], data["account"]), None)


def _revoked(accounts: Accounts, data: Mapping[str, Any]) -> None:
    key = data["event"], data["player"]
    accounts.links[key] = accounts.links.get(key, 0) + 1


def _removed(accounts: Accounts, data: Mapping[str, Any]) -> None:
    gone = data["event"]
    accounts.removed[gone] = accounts.removed.get(gone, 0) + 1
    accounts.roles = {key: role for key, role in accounts.roles.items() if key[0] != gone}
    accounts.told = {key for key in accounts.told if key[0] != gone}
    accounts.hooks.pop(gone, None)
    accounts.private.discard(gone)
    accounts.invitations = {key: one for key, one in accounts.invitations.items() if key[0] != gone}
    accounts.invited_names = {key for key in accounts.invited_names if key[0] != gone}


def _token(accounts: Accounts, data: Mapping[str, Any]) -> None:
    accounts.tokens[data["hash"]] = Token(data["token"], data["account"], data["name"], data["hash"])


def _no_token(accounts: Accounts, data: Mapping[str, Any]) -> None:
    accounts.tokens = {hash_: one for hash_, one in accounts.tokens.items() if one.id != data["token"]}


def _hook(accounts: Accounts, data: Mapping[str, Any]) -> None:
    accounts.hooks[data["event"]] = Hook(data["url"], tuple(data["kinds"]), data.get("private", False))


def _no_hook(accounts: Accounts, data: Mapping[str, Any]) -> None:
    accounts.hooks.pop(data["event"], None)


def _told(accounts: Accounts, data: Mapping[str, Any]) -> None:
    accounts.told.add((data["event"], data["news"]))


def _ended(accounts: Accounts, data: Mapping[str, Any]) -> None:
    accounts.sign_ins.pop(data["session"], None)
    accounts.ended[data["session"]] = accounts.at
    oldest = moment(accounts.at) - timedelta(days=DAYS)
    for session, at in list(accounts.ended.items()):
        if moment(at) >= oldest:
            break
        del accounts.ended[session]


_HANDLERS: Mapping[str, Callable[[Accounts, Mapping[str, Any]], None]] = {
    "house.opened": _opened,
    "account.made": _made,
    "account.password": _password,
    "role.given": _role,
    "role.taken": _no_role,
    "link.revoked": _revoked,
    EVENT_REMOVED: _removed,
    "token.made": _token,
    "token.revoked": _no_token,
    "hook.set": _hook,
    "hook.removed": _no_hook,
    "hook.told": _told,
    "session.begun": _begun,
    "session.ended": _ended,
    "account.disabled": _disabled,
    "account.enabled": _enabled,
    "secret.renewed": _renewed,
    "event.private": _private,
    "invitation.made": invitations.made,
    "invitation.revoked": invitations.revoked,
}
