"""The organiser's desk: what to do next, players, forces, pairings, cards, awards, journal, and who may sit here."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any
from urllib.parse import quote

import segno
from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from musterhall.events.cards import read_card
from musterhall.events.changes import stale_pairings, tasks
from musterhall.events.contradictions import WHAT_TO_DO, contradictions_at
from musterhall.events.entries import NewEntry, numbered
from musterhall.events.event import Event, HandedIn, Player, Round
from musterhall.events.matches import match_for, problems_at_desk
from musterhall.events.prizes import prizes, votes_for
from musterhall.events.rounds import swap_players
from musterhall.events.telling import Teller
from musterhall.packs.event_rules import AwardRule
from musterhall.problems import BadInput
from musterhall.store.desk import now
from musterhall.store.transfer import SHEETS
from musterhall.web import accounts as rules
from musterhall.web import desk_views as views
from musterhall.web.actions import ACTIONS
from musterhall.web.actions.action import CARDS, Action, ActionContext, Form
from musterhall.web.cards import card_from_form
from musterhall.web.forms import OWN_FIELDS, form_data, read_data, read_form, safe_next
from musterhall.web.gate import Asking, Refused, TheHouse
from musterhall.web.hooks import FINAL, PAIRINGS, ROUND_OVER, check_hook
from musterhall.web.house import House, Unknown
from musterhall.web.live import Asked, event_page, part
from musterhall.web.pages.paper import address_of, is_only_here
from musterhall.web.roles import DESK
from musterhall.web.rosters import Row, hand_form, open_rows, own_rows, word_for
from musterhall.web.sessions import Visitor
from musterhall.web.showing import telling

router = APIRouter(include_in_schema=False)

PAGE = 40
"""Entries of the journal that are shown at once."""
TABS = (
    ("", "Next"),
    ("players", "Players"),
    ("forces", "Forces"),
    ("pairings", "Pairings"),
    ("cards", "Cards"),
    ("awards", "Awards"),
    ("journal", "Journal"),
    ("paper", "Print"),
)

Short = Annotated[str, Query(max_length=120)]


# The desk itself


@router.get("/e/{event}/desk")
async def desk(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    return await _show(request, house, event, "desk", "", {})


@part("desk_tasks", roles=CARDS, personal=True)
def _tasks_part(asked: Asked) -> Mapping[str, Any]:
    found = views.steps(asked.event, asked.event_id, tasks(asked.event, now(), secrets=asked.visitor.role in DESK))
    return {"steps": found, **_known(asked.visitor, asked.event_id)}


@part("desk_clock", roles=CARDS, personal=True)
def _clock_part(asked: Asked) -> Mapping[str, Any]:
    round_ = asked.event.current
    minutes = asked.event.rules.round_minutes(round_.number) if round_ else 0
    return {"round": round_, "minutes": minutes, **_known(asked.visitor, asked.event_id)}


@part("desk_round", roles=CARDS, personal=True)
def _round_part(asked: Asked) -> Mapping[str, Any]:
    return {**_round_context(asked.event, asked.event.current), **_known(asked.visitor, asked.event_id)}


# Players


@router.get("/e/{event}/desk/players")
async def players_page(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    everyone = house.event(event).players.values()
    choices = [(one.id, f"{one.name} ({one.id})") for one in everyone if one.status in ("registered", "present")]
    return await _show(request, house, event, "players", "players", {"choices": choices})


@part("desk_players", roles=CARDS, personal=True)
def _players_part(asked: Asked) -> Mapping[str, Any]:
    everyone = sorted(asked.event.players.values(), key=lambda one: one.name.casefold())
    return {
        "waiting": [one for one in everyone if one.status == "registered"],
        "rows": [(one, views.force_word(one)) for one in everyone],
        "apart": [sorted(map(asked.event.player, pair), key=lambda one: one.name) for pair in asked.event.apart],
        **_known(asked.visitor, asked.event_id),
    }


@router.get("/e/{event}/desk/players/{player}")
async def player_page(request: Request, event: str, player: str, visitor: Asking, house: TheHouse) -> Response:
    found = _player(house.event(event), player)
    context: dict[str, Any] = {
        "player": found,
        "running": _running_table(house.event(event), found),
        "force_word": views.force_word(found),
    }
    if visitor.role in ACTIONS["hand.submit"].roles:
        context |= hand_form(house.event(event), found)
    if visitor.role in ACTIONS["player.add"].roles:
        # A link lets in whoever has it, so only those see it who may hand it out.
        link = f"{address_of(request, house)}/p/{house.accounts.link_token(event, found.id)}"
        context |= {"link": link, "code": _code(link), "only_here": is_only_here(link)}
    return await _show(request, house, event, "player", "players", context)


@router.post("/e/{event}/links/revoke")
async def revoke(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    sent = await request.form()
    player = _player(house.event(event), _text(sent, "player"))
    await run_in_threadpool(house.account_do, lambda _: rules.revoke_link(event, player.id), who=visitor.name)
    return _back(
        request, f"/e/{event}/desk/players/{player.id}", f"{player.name} has a new link; the old one opens nothing."
    )


# Forces


@router.get("/e/{event}/desk/forces")
async def forces_page(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    return await _show(request, house, event, "forces", "forces", {})


@part("desk_forces", roles=CARDS, personal=True)
def _forces_part(asked: Asked) -> Mapping[str, Any]:
    legal = sum(one.force is not None and one.force.clear for one in asked.event.players.values())
    groups = views.force_groups(asked.event)
    return {"groups": groups, "legal": legal, **_known(asked.visitor, asked.event_id)}


@router.get("/e/{event}/desk/forces/{player}")
async def force_page(request: Request, event: str, player: str, visitor: Asking, house: TheHouse) -> Response:
    state = house.event(event)
    found = _player(state, player)
    waiting = [
        one
        for one in state.players.values()
        if one.force and one.force.state == "submitted" and one.status in ("registered", "present") and one != found
    ]
    # Who commands a formation stands on the sheet, and a scorekeeper may play.
    whole = visitor.role in DESK or state.finished
    force = found.force
    context = {
        "player": found,
        "force": force,
        "whole": whole,
        "word": views.force_word(found),
        "following": waiting[0] if waiting else None,
        "locked": _locked_lines(found) if whole else [],
        "rows": _rows(state.pack.game, force, whole=whole) if force else [],
        "unit_word": word_for(state.pack.game, 1),
        "unit_words": word_for(state.pack.game),
    }
    return await _show(request, house, event, "force", "forces", context)


def _rows(game: str, force: HandedIn, *, whole: bool) -> list[Row]:
    return own_rows(game, force) if whole else open_rows(game, force.roster, force)


# Pairings


@router.get("/e/{event}/desk/pairings")
async def pairings_page(
    request: Request, event: str, visitor: Asking, house: TheHouse, round: Annotated[int | None, Query()] = None
) -> Response:
    context = await run_in_threadpool(_pairings_context, house.event(event), round)
    return await _show(request, house, event, "pairings", "pairings", context)


def _pairings_context(state: Event, number: int | None) -> dict[str, Any]:
    last = state.rounds[-1] if state.rounds else None
    shown = state.round(number) if number is not None else last
    return {
        "shown": shown,
        "is_last": shown is last,
        "next_number": _next_round(state),
        "lacking": [one for one in state.present() if one.roster is None],
        "scenarios": [(one.name, one.title) for one in state.rules.scenario],
        "stale": stale_pairings(state),
        **_pairing_context(state, shown),
    }


@part("desk_pairing", roles=CARDS, personal=True)
def _pairing_part(asked: Asked) -> Mapping[str, Any]:
    last = asked.event.rounds[-1] if asked.event.rounds else None
    return {**_pairing_context(asked.event, last), **_known(asked.visitor, asked.event_id)}


# Cards


@router.get("/e/{event}/desk/cards")
async def cards_page(
    request: Request, event: str, visitor: Asking, house: TheHouse, round: Annotated[int | None, Query()] = None
) -> Response:
    state = house.event(event)
    shown = state.round(round) if round is not None else state.current
    if shown is not None and not shown.published:
        raise BadInput(f"round {shown.number}: is a draft, so there are no cards yet; publish it first.")
    context = {"is_current": shown is state.current, **_round_context(state, shown)}
    return await _show(request, house, event, "cards", "cards", context)


@router.get("/e/{event}/desk/cards/{number}/{table}")
async def card_page(
    request: Request, event: str, number: int, table: int, visitor: Asking, house: TheHouse
) -> Response:
    state = house.event(event)
    round_ = state.round(number)
    if not round_.published:
        raise BadInput(f"round {number}: is a draft, so there are no cards yet; publish it first.")
    match = round_.match_at(table)
    named = [(f"What {state.player(id_).name} says", card) for id_, card in match.sent.items()]
    cards = [("What counts", match.card)] if match.card is not None else []
    # A card that both agree on is the one that counts; it is not shown three times.
    cards += [one for one in named if match.card is None or one[1].as_data() != match.card.as_data()]
    groups = views.compared(state, round_, match, [card for _, card in cards]) if cards else []
    context = {
        "round": round_,
        "match": match,
        "row": views.table_row(state, match),
        "heads": [head for head, _ in cards],
        "groups": groups,
        "differing": views.differing(groups),
        "outcomes": [views.outcome(state, round_, match, card) for card in match.sent.values()],
        "senders": [state.player(id_) for id_ in match.sent],
        "side_names": [state.player(id_).name for id_ in match.players],
        "card": match.card or next(iter(match.sent.values()), None),
        "contradictions": list(contradictions_at(state, round_, match)) if visitor.role in DESK else [],
        "what_to_do": WHAT_TO_DO,
        "stands": json.dumps(match.card.as_data()) if match.card else "",
        "around": _neighbours(round_, table),
    }
    return await _show(request, house, event, "card", "cards", context)


# Before a change is made


@router.post("/e/{event}/desk/preview")
async def preview(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    """What an action would change, and a form to do it with a reason."""
    sent = await request.form()
    one = ACTIONS.get(_text(sent, "action"))
    if one is None or visitor.role not in one.roles:
        raise Refused(403, "This is not open to you; ask an organiser of the event.")
    state = house.event(event)
    form = await _read(one, state, visitor, sent)

    def new_entries(found: Event) -> list[NewEntry]:
        made = one.run(ActionContext(found, house.desk(event).ledger, visitor), form)
        return [made] if isinstance(made, NewEntry) else list(made)

    new = await run_in_threadpool(new_entries, state)
    lines = await run_in_threadpool(house.preview, event, lambda _: new, why=form.why)
    ledger = house.desk(event).ledger
    teller = Teller(ledger.entries, state, open_only=True)
    next_ = safe_next(_text(sent, "next"), f"/e/{event}/desk")
    context = {
        "action": one.name,
        "happens": [
            *(teller.sentence(numbered(entry, ledger.last + 1, now())) for entry in new),
            *(line for entry in new for line in _new_pairs(state, entry)),
        ],
        "lines": lines,
        "against": _against(state, new) if visitor.role in DESK else [],
        "costs": _swap_costs(state, one, form),
        "groups": _before_and_after(state, new),
        "fields": _kept_fields(sent),
        "why": _text(sent, "why"),
        "why_needed": not (one.name == "round.swap" and not state.rounds[-1].published),
        "next": next_,
    }
    return await _show(request, house, event, "preview", "", context)


def _against(event: Event, new: Sequence[NewEntry]) -> list[str]:
    """What speaks against a card that would count, going by what players conceal."""
    found: list[str] = []
    for entry in new:
        if entry.data.get("card") is not None:
            round_ = event.round(entry.data["round"])
            match = round_.match_at(entry.data["table"])
            found += map(str, problems_at_desk(event, round_, match, read_card(entry.data["card"])))
    return found


def _new_pairs(event: Event, entry: NewEntry) -> list[str]:
    """Who would play whom, where a round is changed by hand."""
    if entry.kind != "round.changed":
        return []
    before = {match.players for match in event.round(entry.data["round"]).matches}
    rows = [row for row in entry.data["matches"] if tuple(row["players"]) not in before]
    return [
        f"Table {row['table']}: {' against '.join(event.player(id_).name for id_ in row['players'])}." for row in rows
    ]


# Awards and the journal


@router.get("/e/{event}/desk/awards")
async def awards_page(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    context = await run_in_threadpool(_awards_context, house.event(event))
    return await _show(request, house, event, "awards", "awards", context)


def _awards_context(state: Event) -> dict[str, Any]:
    by = {rule.name: rule for rule in state.rules.award}
    return {
        "rows": [(prize, by[prize.award], _votes(state, prize.award)) for prize in prizes(state)],
        "choices": {name: _may_have(state, rule) for name, rule in by.items()},
        "complete": not state.rounds or state.rounds[-1].complete,
    }


def _may_have(state: Event, rule: AwardRule) -> list[tuple[str, str]]:
    """Who can be given a prize."""
    here = [one for one in state.players.values() if one.status != "disqualified"]
    found = [one for one in here if one.painted or not rule.painted]
    return [(one.id, one.name) for one in sorted(found, key=lambda one: one.name.casefold())]


@router.get("/e/{event}/desk/journal")
async def journal_page(
    request: Request,
    event: str,
    visitor: Asking,
    house: TheHouse,
    who: Short = "",
    kind: Short = "",
    player: Short = "",
    text: Short = "",
    before: Annotated[int | None, Query(ge=1)] = None,
) -> Response:
    ledger = house.desk(event).ledger
    wanted = views.Wanted(who.strip(), kind, player, text.strip(), before)
    rows, older = await run_in_threadpool(views.told, ledger.event, ledger.entries, wanted, PAGE)
    kept = {"who": who, "kind": kind, "player": player, "text": text}
    asked = "&".join(f"{name}={quote(value)}" for name, value in kept.items() if value)
    context = {
        "rows": rows,
        "wanted": wanted,
        "kinds": [(one, one.replace("_", " ")) for one in views.kinds_in(ledger.entries)],
        "writers": views.people_in(ledger.event, ledger.entries),
        "choices": [(one.id, one.name) for one in ledger.event.players.values()],
        "older": f"?{asked}{'&' if asked else ''}before={rows[-1].seq}" if older else "",
        "newest": f"?{asked}" if before is not None else "",
    }
    return await _show(request, house, event, "journal", "journal", context)


@router.get("/e/{event}/desk/paper")
async def paper_page(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    state = house.event(event)
    address = address_of(request, house)
    context = {
        "published": [one for one in state.rounds if one.published],
        "draft": state.rounds[-1] if state.rounds and not state.rounds[-1].published else None,
        "scenarios": state.rules.scenario,
        "sheets": SHEETS,
        "address": address,
        "only_here": is_only_here(address),
    }
    return await _show(request, house, event, "paper", "paper", context)


# Who may sit here


@router.get("/e/{event}/desk/people")
async def people_page(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    accounts = house.accounts
    roles = [(accounts.accounts[who], role) for (where, who), role in accounts.roles.items() if where == event]
    context = {
        "people": sorted(roles, key=lambda one: (rules.STAFF.index(one[1]), one[0].name.casefold())),
        "roles": [(role, ROLES[role]) for role in reversed(rules.STAFF)],
        "hook": accounts.hooks.get(event),
        "news": NEWS,
    }
    return await _show(request, house, event, "people", "people", context)


ROLES = {
    rules.OWNER: "owner: everything, also people and deleting",
    rules.ORGANISER: "organiser: runs the event",
    rules.SCOREKEEPER: "scorekeeper: check-in and cards",
}
NEWS = {PAIRINGS: "Pairings are published", ROUND_OVER: "A round is over", FINAL: "The final standings"}


@router.post("/e/{event}/people")
async def people(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    """Give somebody a role, or take it."""
    sent = await request.form()
    name, role = _text(sent, "account"), _text(sent, "role")

    def change(accounts: rules.Accounts) -> NewEntry:
        account = accounts.account_named(name)
        if account is None:
            raise BadInput(f"account {name!r}: there is none of this name; the master of the house makes accounts.")
        if role:
            return rules.give_role(accounts, event, account, role)
        return rules.take_role(accounts, event, account)

    await run_in_threadpool(house.account_do, change, who=visitor.name)
    return _back(
        request, f"/e/{event}/desk/people", f"{name} is {role} now." if role else f"{name} has no role here any more."
    )


@router.post("/e/{event}/hook")
async def hook(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    """Where the event's news are sent, or nowhere."""
    sent = await request.form()
    url = _text(sent, "url")
    kinds = [str(one) for one in sent.getlist("kinds") if one in NEWS]
    if url:
        await run_in_threadpool(check_hook, url, private=house.settings.private_hooks)

    def change(accounts: rules.Accounts) -> NewEntry:
        return rules.set_hook(event, url, kinds) if url else rules.remove_hook(event)

    await run_in_threadpool(house.account_do, change, who=visitor.name)
    return _back(request, f"/e/{event}/desk/people", "News go to that address." if url else "News go nowhere.")


@router.post("/e/{event}/delete")
async def delete(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    """Remove the event for good, when its name was typed."""
    sent = await request.form()
    name = house.event(event).name
    if _text(sent, "name") != name:
        raise BadInput(f"name: type {name!r} exactly, so that no event goes by mistake.")
    await run_in_threadpool(house.remove, event)
    return _back(request, "/", f"{name} is deleted.")


# Helpers


async def _show(
    request: Request, house: House, event: str, template: str, tab: str, context: Mapping[str, Any]
) -> Response:
    visitor: Visitor = request.state.visitor
    known = {**_known(visitor, event), "tabs": desk_tabs(house.event(event), event, visitor, tab)}
    return await event_page(request, house, event, f"desk/{template}.html", {**known, **context})


def _known(visitor: Visitor, event_id: str) -> dict[str, Any]:
    """What every template of the desk may ask: what this visitor may do, and where the desk is."""

    def may(action: str) -> bool:
        return visitor.role in ACTIONS[action].roles

    return {"may": may, "desk": f"/e/{event_id}/desk"}


def desk_tabs(event: Event, event_id: str, visitor: Visitor, current: str) -> list[tuple[str, str, bool]]:
    pages = list(TABS)
    if event.rules.draft is not None:
        pages.insert(3, ("drafts", "Drafts"))
    if visitor.role == rules.OWNER:
        pages.append(("people", "People"))
    return [(f"/e/{event_id}/desk{'/' if page else ''}{page}", text, page == current) for page, text in pages]


def _round_context(event: Event, round_: Round | None) -> dict[str, Any]:
    if round_ is None:
        return {"round": None, "rows": [], "byes": [], "settled": 0, "title": ""}
    return {
        "round": round_,
        "rows": views.table_rows(event, round_),
        "byes": [event.player(id_) for id_ in round_.byes],
        "settled": sum(match.settled for match in round_.matches),
        "title": event.scenario_of(round_).title,
    }


def _pairing_context(event: Event, round_: Round | None) -> dict[str, Any]:
    view = views.round_view(event, round_) if round_ is not None else None
    return {"view": view, "title": event.scenario_of(round_).title if round_ is not None else ""}


def _next_round(event: Event) -> int | None:
    """The round that can be paired now: the one after a complete one, or a draft anew."""
    last = event.rounds[-1] if event.rounds else None
    if event.finished or (last is not None and last.published and not last.complete):
        return None
    number = 1 if last is None else last.number + last.published
    return number if number <= event.planned else None


def _running_table(event: Event, player: Player) -> int | None:
    """The table where a player's match is not settled."""
    try:
        match = match_for(event, player)[1]
    except BadInput:
        return None
    return None if match.settled else match.table


def _neighbours(round_: Round, table: int) -> list[tuple[int, str]]:
    """The tables beside this one that wait for a card."""
    waiting = [match.table for match in round_.matches if not match.settled and match.table != table]
    after = [one for one in waiting if one > table] or waiting
    return [(after[0], f"On to table {after[0]}")] if after else []


def _locked_lines(player: Player) -> list[tuple[str, list[str]]]:
    """Formations, abilities and munitions of a force, as words."""
    if player.force is None:
        return []
    return [(key.replace("_", " ").capitalize(), _words(value)) for key, value in player.force.locked.items() if value]


def _words(value: Any) -> list[str]:
    """Data of a force as lines: a mapping of mappings or a list has one for each."""
    if isinstance(value, Mapping):
        return [f"{key}: {_phrase(inner)}" for key, inner in value.items() if inner]
    return [_phrase(inner) for inner in value] if isinstance(value, list | tuple) else [str(value)]


def _phrase(value: Any) -> str:
    if isinstance(value, Mapping):
        said = {key: _phrase(inner) for key, inner in value.items() if inner}
        head = " ".join(said.pop(key) for key in ("name", "kind") if key in said)
        rest = ", ".join(text if key in ("units", "abilities") else f"{key} {text}" for key, text in said.items())
        return f"{head}: {rest}" if head and rest else head or rest
    return ", ".join(map(_phrase, value)) if isinstance(value, list | tuple) else str(value)


def _votes(event: Event, award: str) -> list[tuple[str, int]]:
    return [(event.player(id_).name, number) for id_, number in votes_for(event, award).most_common()]


def _player(event: Event, id_: str) -> Player:
    found = event.players.get(id_)
    if found is None:
        raise Unknown(f"player {id_!r}: nobody here has this number; look at the list of players.")
    return found


def _code(link: str) -> str:
    """The link as a picture to be scanned, white around it also where the page is dark."""
    uri: str = segno.make_qr(link, error="m").svg_data_uri(scale=5, border=4, dark="#000", light="#fff")
    return uri


async def _read(one: Action, event: Event, visitor: Visitor, sent: FormData) -> Form:
    data: dict[str, Any] = await form_data(sent)
    data.pop("action", None)
    # The reason is asked for after the change was looked at.
    data.setdefault("why", "not given yet")
    if one.has_card:
        return read_data(one.form, card_from_form(event, visitor, data), one.name)
    return read_form(one.form, data, one.name)


def _kept_fields(sent: FormData) -> list[tuple[str, str]]:
    """What the form held, to be sent again when it is confirmed."""
    left_out = (*OWN_FIELDS, "action", "why")
    return [(name, value) for name, value in sent.multi_items() if name not in left_out and isinstance(value, str)]


def _swap_costs(event: Event, one: Action, form: Any) -> Sequence[str]:
    if one.name != "round.swap":
        return ()
    return swap_players(event, form.round, form.one, form.other).costs


def _before_and_after(event: Event, new: Sequence[NewEntry]) -> list[views.LineGroup]:
    """The lines of a card that a correction changes."""
    entry = next((one for one in new if one.kind == "card.decided"), None)
    if entry is None:
        return []
    round_ = event.round(entry.data["round"])
    match = round_.match_at(entry.data["table"])
    if match.card is None:
        return []
    return views.differing(views.compared(event, round_, match, [match.card, read_card(entry.data["card"])]))


def _text(sent: FormData, name: str) -> str:
    value = sent.get(name, "")
    return value.strip() if isinstance(value, str) else ""


def _back(request: Request, address: str, told: str) -> RedirectResponse:
    return RedirectResponse(telling(request, address, told), status_code=303)
