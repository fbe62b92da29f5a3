"""Who may ask for what: every address of the server with the roles that are let in.

A page or a script that is not in this table is let in nowhere, and a test walks through it: every address times every
role. What can be done at an event is listed with the actions themselves.
"""

from __future__ import annotations

from musterhall.web.accounts import ORGANISER, OWNER, SCOREKEEPER
from musterhall.web.actions import ACTIONS
from musterhall.web.sessions import MASTER, PLAYER, PUBLIC, SIGNED_IN

EVERYBODY = frozenset({PUBLIC, PLAYER, SCOREKEEPER, ORGANISER, OWNER, SIGNED_IN, MASTER})
ACCOUNTS = frozenset({SIGNED_IN, MASTER, OWNER, ORGANISER, SCOREKEEPER})
STAFF = frozenset({OWNER, ORGANISER, SCOREKEEPER})
DESK = frozenset({OWNER, ORGANISER})
OWNERS = frozenset({OWNER})
MASTERS = frozenset({MASTER})
PLAYERS = frozenset({PLAYER})

Address = tuple[str, str]
"""A method and a path, as the routes have them."""

ADDRESSES: dict[Address, frozenset[str]] = {
    # The house
    ("GET", "/"): EVERYBODY,
    ("GET", "/healthz"): EVERYBODY,
    ("GET", "/manifest.webmanifest"): EVERYBODY,
    ("GET", "/worker.js"): EVERYBODY,
    ("GET", "/sign-in"): EVERYBODY,
    ("POST", "/sign-in"): EVERYBODY,
    ("POST", "/sign-out"): EVERYBODY,
    ("POST", "/first-account"): EVERYBODY,
    ("GET", "/account"): ACCOUNTS,
    ("POST", "/account/password"): ACCOUNTS,
    ("POST", "/account/tokens"): ACCOUNTS,
    ("POST", "/account/tokens/revoke"): ACCOUNTS,
    ("POST", "/account/sign-ins/end"): ACCOUNTS,
    ("POST", "/accounts"): MASTERS,
    ("POST", "/accounts/password"): MASTERS,
    ("POST", "/accounts/disable"): MASTERS,
    ("GET", "/accounts/log"): MASTERS,
    ("GET", "/new"): ACCOUNTS,
    ("GET", "/new/{pack}"): ACCOUNTS,
    ("POST", "/new/{pack}"): ACCOUNTS,
    ("GET", "/packs/{name}"): EVERYBODY,
    ("POST", "/events"): ACCOUNTS,
    ("POST", "/demo"): ACCOUNTS,
    ("POST", "/import"): ACCOUNTS,
    ("GET", "/p/{token}"): EVERYBODY,
    ("GET", "/join/{token}"): EVERYBODY,
    ("POST", "/code"): EVERYBODY,
    # Tools for everybody
    ("GET", "/builder"): EVERYBODY,
    ("POST", "/builder"): EVERYBODY,
    ("GET", "/builder/cards"): EVERYBODY,
    ("POST", "/builder/force.pdf"): EVERYBODY,
    ("GET", "/referee"): EVERYBODY,
    ("POST", "/referee"): EVERYBODY,
    ("GET", "/referee/kit/{game}"): EVERYBODY,
    ("POST", "/referee/board"): EVERYBODY,
    ("POST", "/referee/answer"): EVERYBODY,
    ("GET", "/odds"): EVERYBODY,
    ("GET", "/replays"): EVERYBODY,
    ("POST", "/replays"): EVERYBODY,
    ("GET", "/board/{name}"): EVERYBODY,
    # Units of the hall's own: whoever has an account may begin an event, and so is an organiser
    ("GET", "/own-units/{game}"): ACCOUNTS,
    ("POST", "/own-units/{game}"): ACCOUNTS,
    ("GET", "/own-units/{game}/new"): ACCOUNTS,
    ("POST", "/own-units/{game}/check"): ACCOUNTS,
    ("POST", "/own-units/{game}/file"): ACCOUNTS,
    ("POST", "/own-units/{game}/remove"): ACCOUNTS,
    ("GET", "/own-units/{game}/export.toml"): ACCOUNTS,
    # The lab takes the machine's time, so it is its owner's
    ("GET", "/lab"): MASTERS,
    ("POST", "/lab"): MASTERS,
    ("GET", "/lab/{study}"): MASTERS,
    ("GET", "/lab/{study}/now"): MASTERS,
    ("POST", "/lab/{study}/go-on"): MASTERS,
    ("POST", "/lab/{study}/stop"): MASTERS,
    ("GET", "/lab/{study}/report"): MASTERS,
    ("GET", "/lab/{study}/{file}"): MASTERS,
    # Battles: whoever plays shows the token of a seat
    ("GET", "/play"): EVERYBODY,
    ("POST", "/play"): EVERYBODY,
    ("GET", "/battles"): EVERYBODY,
    ("GET", "/battles/result"): EVERYBODY,
    ("GET", "/pictures/battles/{battle}"): EVERYBODY,
    ("GET", "/pictures/examples"): EVERYBODY,
    ("GET", "/pictures/tables/{game}"): EVERYBODY,
    ("GET", "/play/{battle}"): EVERYBODY,
    ("GET", "/play/{battle}/rematch"): EVERYBODY,
    ("GET", "/play/{battle}/replay"): EVERYBODY,
    ("GET", "/play/{battle}/{token}"): EVERYBODY,
    ("GET", "/rules/{game}"): EVERYBODY,
    ("GET", "/rules/{game}/{section}"): EVERYBODY,
    ("GET", "/api/rules/{game}/{section}"): EVERYBODY,
    ("POST", "/api/battles"): EVERYBODY,
    ("POST", "/api/battles/forget"): MASTERS,
    ("POST", "/api/battles/{battle}/join"): EVERYBODY,
    ("GET", "/api/battles/{battle}"): EVERYBODY,
    ("GET", "/api/battles/{battle}/news"): EVERYBODY,
    ("GET", "/api/battles/{battle}/decisions"): EVERYBODY,
    ("GET", "/api/battles/{battle}/log"): EVERYBODY,
    ("GET", "/api/battles/{battle}/text"): EVERYBODY,
    ("GET", "/api/battles/{battle}/stream"): EVERYBODY,
    ("POST", "/api/battles/{battle}/sketch"): EVERYBODY,
    ("POST", "/api/battles/{battle}/check"): EVERYBODY,
    ("POST", "/api/battles/{battle}/answer"): EVERYBODY,
    ("POST", "/api/battles/{battle}/undo"): EVERYBODY,
    ("POST", "/api/battles/{battle}/resign"): EVERYBODY,
    ("POST", "/api/battles/{battle}/draw"): EVERYBODY,
    ("GET", "/api/battles/{battle}/hint"): EVERYBODY,
    ("GET", "/api/battles/{battle}/journal"): EVERYBODY,
    ("POST", "/api/battles/{battle}/rules"): EVERYBODY,
    ("POST", "/api/battles/{battle}/rematch"): EVERYBODY,
    ("POST", "/api/battles/{battle}/links"): EVERYBODY,
    # An event, in public
    ("GET", "/e/{event}"): EVERYBODY,
    ("GET", "/e/{event}/register"): EVERYBODY,
    ("POST", "/e/{event}/register"): EVERYBODY,
    ("GET", "/e/{event}/pairings"): EVERYBODY,
    ("GET", "/e/{event}/standings"): EVERYBODY,
    ("GET", "/e/{event}/bracket"): EVERYBODY,
    ("GET", "/e/{event}/statistics"): EVERYBODY,
    ("GET", "/e/{event}/statistics.svg"): EVERYBODY,
    ("GET", "/e/{event}/results"): EVERYBODY,
    ("GET", "/e/{event}/players/{player}"): EVERYBODY,
    ("GET", "/e/{event}/rules"): EVERYBODY,
    ("GET", "/e/{event}/pack.toml"): EVERYBODY,
    ("GET", "/e/{event}/projector"): EVERYBODY,
    ("GET", "/e/{event}/stream"): EVERYBODY,
    ("GET", "/e/{event}/drafts/{draft}"): EVERYBODY,
    # A player
    ("GET", "/e/{event}/me"): PLAYERS,
    ("GET", "/e/{event}/me/link"): PLAYERS,
    ("GET", "/e/{event}/me/card"): PLAYERS,
    ("GET", "/e/{event}/me/battle"): PLAYERS,
    ("POST", "/e/{event}/me/battle"): PLAYERS,
    ("GET", "/e/{event}/me/sheets"): PLAYERS,
    ("POST", "/e/{event}/me/sheets"): PLAYERS,
    ("POST", "/e/{event}/me/sheets/marks"): PLAYERS,
    ("GET", "/e/{event}/me/sheets/stream"): PLAYERS,
    ("GET", "/e/{event}/me/force"): PLAYERS,
    ("POST", "/e/{event}/me/force"): PLAYERS,
    ("GET", "/e/{event}/me/draft"): PLAYERS,
    ("GET", "/e/{event}/me/draft/force"): PLAYERS,
    ("POST", "/e/{event}/me/draft/force"): PLAYERS,
    ("GET", "/e/{event}/me/scenario"): PLAYERS,
    ("POST", "/e/{event}/me/card/sums"): PLAYERS | STAFF,
    # The desk
    ("GET", "/e/{event}/desk"): STAFF,
    ("GET", "/e/{event}/desk/set-up"): DESK,
    ("GET", "/e/{event}/desk/scores"): DESK,
    ("GET", "/e/{event}/desk/players"): STAFF,
    ("GET", "/e/{event}/desk/players/{player}"): STAFF,
    ("GET", "/e/{event}/desk/forces"): STAFF,
    ("GET", "/e/{event}/desk/forces/{player}"): STAFF,
    ("GET", "/e/{event}/desk/pairings"): STAFF,
    ("GET", "/e/{event}/desk/cards"): STAFF,
    ("GET", "/e/{event}/desk/cards/{number}/{table}"): STAFF,
    ("POST", "/e/{event}/desk/preview"): STAFF,
    ("GET", "/e/{event}/desk/awards"): STAFF,
    ("GET", "/e/{event}/desk/journal"): STAFF,
    ("GET", "/e/{event}/desk/drafts"): STAFF,
    ("GET", "/e/{event}/desk/drafts/{draft}/pick/{player}"): DESK,
    ("GET", "/e/{event}/desk/paper"): STAFF,
    ("GET", "/e/{event}/paper/{what}"): STAFF,
    ("GET", "/e/{event}/desk/people"): OWNERS,
    ("POST", "/e/{event}/people"): OWNERS,
    ("POST", "/e/{event}/links/revoke"): DESK,
    ("POST", "/e/{event}/invitations"): OWNERS,
    ("POST", "/e/{event}/invitations/revoke"): OWNERS,
    ("POST", "/e/{event}/hook"): OWNERS,
    ("POST", "/e/{event}/private"): OWNERS,
    ("POST", "/e/{event}/delete"): OWNERS,
    ("GET", "/e/{event}/export.json"): DESK,
    ("GET", "/e/{event}/csv/{what}"): STAFF,
    # Scripts
    ("GET", "/api/openapi.json"): EVERYBODY,
    ("GET", "/api/packs"): EVERYBODY,
    ("GET", "/api/events"): EVERYBODY,
    ("POST", "/api/events"): ACCOUNTS,
    ("GET", "/api/events/{event}"): EVERYBODY,
    ("GET", "/api/events/{event}/pairings"): EVERYBODY,
    ("GET", "/api/events/{event}/standings"): EVERYBODY,
    ("GET", "/api/events/{event}/drafts/{draft}"): EVERYBODY,
    ("GET", "/api/events/{event}/players"): STAFF,
    ("GET", "/api/events/{event}/me"): PLAYERS,
    ("GET", "/api/events/{event}/journal"): STAFF,
    ("GET", "/api/events/{event}/tasks"): STAFF,
    ("POST", "/api/events/{event}/preview/{name}"): STAFF,
}

ADDRESSES |= {("POST", f"/e/{{event}}/do/{name}"): one.roles for name, one in ACTIONS.items()}
ADDRESSES |= {("POST", f"/api/events/{{event}}/do/{name}"): one.roles for name, one in ACTIONS.items()}


def admitted(method: str, path: str, role: str) -> bool:
    """Whether somebody in this role is let in to an address."""
    return role in ADDRESSES.get(("GET" if method == "HEAD" else method, path), frozenset())
