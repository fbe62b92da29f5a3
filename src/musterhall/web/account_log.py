"""What happened to the accounts, in words: who signed in and out, who was given which role, and when."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from musterhall.events.entries import Entry
from musterhall.web.devices import device_told

MOST = 500
"""Lines; the newest come first."""


@dataclass(frozen=True, slots=True)
class LogLine:
    at: str
    who: str
    what: str


def account_log(entries: Sequence[Entry]) -> list[LogLine]:
    names = {entry.data["account"]: entry.data["name"] for entry in entries if entry.kind == "account.made"}
    sessions = {entry.data["session"]: entry.data["account"] for entry in entries if entry.kind == "session.begun"}
    lines: list[LogLine] = []
    for entry in reversed(entries):
        tell = _SENTENCES.get(entry.kind)
        if tell is None:
            continue
        data = {**entry.data}
        data["name"] = names.get(data.get("account") or sessions.get(data.get("session", ""), ""), "somebody")
        lines.append(LogLine(entry.at, names.get(entry.who, entry.who), tell(data)))
        if len(lines) == MOST:
            break
    return lines


_SENTENCES: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "account.made": lambda data: f"{data['name']} has an account.",
    "account.password": lambda data: f"{data['name']} has a new password.",
    "account.disabled": lambda data: f"{data['name']} can no longer sign in.",
    "account.enabled": lambda data: f"{data['name']} can sign in again.",
    "session.begun": lambda data: f"{data['name']} signed in: {device_told(data['device'])}.",
    "session.ended": lambda data: f"{data['name']} signed out.",
    "secret.renewed": lambda _: "The secret was renewed: everybody is signed out, and every link is another.",
    "role.given": lambda data: f"{data['name']} is {data['role']} of {data['event']}.",
    "role.taken": lambda data: f"{data['name']} has no role at {data['event']} any more.",
    "token.made": lambda data: f"{data['name']} made a token.",
    "token.revoked": lambda _: "A token was revoked.",
    "link.revoked": lambda data: f"{data['player']} of {data['event']} has a new link.",
    "invitation.made": lambda data: f"A link for a {data['role']} of {data['event']} was made.",
    "invitation.revoked": lambda data: f"A link of {data['event']} was revoked.",
    "event.private": lambda data: f"{data['event']} is {'private' if data['private'] else 'open to all'}.",
    "event.removed": lambda data: f"{data['event']} was deleted.",
}
