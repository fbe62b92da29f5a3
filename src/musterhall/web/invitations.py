"""Links that give somebody without an account a role at an event, or let them look at a private one.

Like a player's link, one is worked out from the house's secret and written down nowhere; it opens nothing once it is
revoked. Whoever comes by it acts under the name that the owner gave it.
"""

from __future__ import annotations

import base64
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from musterhall.events.entries import NewEntry
from musterhall.problems import BadInput

if TYPE_CHECKING:
    from musterhall.web.accounts import Accounts

GUEST = "guest"
"""Sees a private event as everybody sees an open one."""
ROLES = ("organiser", "scorekeeper", GUEST)
BY_LINK = " (by link)"
MOST_OF_AN_EVENT = 50
LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Invitation:
    event: str
    id: str
    role: str
    name: str

    @property
    def signed(self) -> str:
        """As the journal has whoever came by it."""
        return f"{self.name}{BY_LINK}"


def invite(accounts: Accounts, event: str, name: str, role: str) -> NewEntry:
    """Make a link that gives a role."""
    clean = " ".join(name.split())
    if not 1 <= len(clean) <= LONGEST_NAME or not clean.isprintable():
        raise BadInput(f"name: say who the link is for, in 1 to {LONGEST_NAME} characters.")
    if role not in ROLES:
        raise BadInput(f"role {role[:30]!r}: is none that a link gives; choose from {', '.join(ROLES)}.")
    if (event, clean.casefold()) in accounts.invited_names:
        # The journal knows them by name, and who typed a hand in may look at it again: also once a link is revoked.
        known = {one.name.casefold() for one in invitations_of(accounts, event)}
        tense = "is" if clean.casefold() in known else "was"
        raise BadInput(f"name {clean!r}: another link {tense} for somebody of this name; add an initial or a town.")
    if len(invitations_of(accounts, event)) >= MOST_OF_AN_EVENT:
        raise BadInput(f"links: there are {MOST_OF_AN_EVENT} already; revoke one that nobody needs any more.")
    data = {"event": event, "invitation": f"i-{secrets.token_hex(5)}", "role": role, "name": clean}
    return NewEntry("invitation.made", data)


def revoke(accounts: Accounts, event: str, id_: str) -> NewEntry:
    if (event, id_) not in accounts.invitations:
        raise BadInput("link: is not one of this event, or was revoked already; load the page again.")
    return NewEntry("invitation.revoked", {"event": event, "invitation": id_})


def invitations_of(accounts: Accounts, event: str) -> list[Invitation]:
    return [one for (where, _), one in accounts.invitations.items() if where == event]


def token_of(accounts: Accounts, one: Invitation) -> str:
    """The secret part of its link; another one where an event of the same name was removed."""
    message = f"invitation\0{one.event}\0{one.id}\0{accounts.removed.get(one.event, 0)}".encode()
    return base64.b32encode(hmac.digest(accounts.secret.encode(), message, "sha256")[:20]).decode().lower()


def invited_by(accounts: Accounts, token: str) -> Invitation | None:
    """The invitation whose link this is. All are looked at, so that the time tells nothing."""
    given = token.strip().lower().encode()
    fits = [
        one for one in accounts.invitations.values() if hmac.compare_digest(token_of(accounts, one).encode(), given)
    ]
    return fits[0] if fits else None


# What it changes


def made(accounts: Accounts, data: Mapping[str, Any]) -> None:
    one = Invitation(data["event"], data["invitation"], data["role"], data["name"])
    accounts.invitations[one.event, one.id] = one
    accounts.invited_names.add((one.event, one.name.casefold()))


def revoked(accounts: Accounts, data: Mapping[str, Any]) -> None:
    accounts.invitations.pop((data["event"], data["invitation"]), None)
