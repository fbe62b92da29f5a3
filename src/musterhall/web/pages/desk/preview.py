"""Before a change is made: what it would change, and a form to do it with a reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.responses import Response

from musterhall.events.cards import read_card
from musterhall.events.entries import NewEntry, numbered
from musterhall.events.event import Event
from musterhall.events.matches import problems_at_desk
from musterhall.events.round_changes import swap_players
from musterhall.events.telling import Teller
from musterhall.store.desk import now
from musterhall.web.actions import ACTIONS
from musterhall.web.actions.action import Action, ActionContext, Form
from musterhall.web.cards import card_from_form
from musterhall.web.desk_views.compared_cards import ComparedGroup, compared, differing
from musterhall.web.forms import OWN_FIELDS, form_data, read_data, read_form, safe_next
from musterhall.web.gate import Asking, Refused, TheHouse
from musterhall.web.pages.desk.common import desk_page, sent_text
from musterhall.web.roles import DESK
from musterhall.web.sessions import Visitor

router = APIRouter(include_in_schema=False)

DO_IT = {
    "card.decide": "Change the card",
    "entry.undo": "Undo it",
    "match.absent": "Enter the no-show",
    "match.concede": "Enter the concession",
    "player.disqualify": "Disqualify",
    "round.swap": "Exchange them",
}
"""What is written on the button, for each action that is looked at first."""


@router.post("/e/{event}/desk/preview")
async def preview(request: Request, event: str, visitor: Asking, house: TheHouse) -> Response:
    """What an action would change, and a form to do it with a reason."""
    sent = await request.form()
    one = ACTIONS.get(sent_text(sent, "action"))
    if one is None or visitor.role not in one.roles:
        raise Refused(403, "This is not open to you; ask an organiser of the event.")
    state = house.event(event)
    form = await _read_action(one, state, visitor, sent)

    def new_entries(found: Event) -> list[NewEntry]:
        made = one.run(ActionContext(found, house.desk(event).ledger, visitor, house.library), form)
        return [made] if isinstance(made, NewEntry) else list(made)

    new = await run_in_threadpool(new_entries, state)
    lines = await run_in_threadpool(house.preview, event, lambda _: new, why=form.why)
    ledger = house.desk(event).ledger
    teller = Teller(ledger.entries, state, open_only=True)
    next_ = safe_next(sent_text(sent, "next"), f"/e/{event}/desk")
    context = {
        "action": one.name,
        "do_it": DO_IT.get(one.name, "Go ahead"),
        "happens": [
            *(teller.sentence(numbered(entry, ledger.last + 1, now())) for entry in new),
            *(line for entry in new for line in _new_pairs(state, entry)),
        ],
        "lines": lines,
        "against": _what_speaks_against(state, new) if visitor.role in DESK else [],
        "costs": _swap_costs(state, one, form),
        "groups": _before_and_after(state, new),
        "fields": _kept_fields(sent),
        "why": sent_text(sent, "why"),
        "why_needed": not (one.name == "round.swap" and not state.rounds[-1].published),
        "next": next_,
    }
    return await desk_page(request, house, event, "preview", context)


async def _read_action(one: Action, event: Event, visitor: Visitor, sent: FormData) -> Form:
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


def _what_speaks_against(event: Event, new: Sequence[NewEntry]) -> list[str]:
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


def _swap_costs(event: Event, one: Action, form: Any) -> Sequence[str]:
    if one.name != "round.swap":
        return ()
    return swap_players(event, form.round, form.one, form.other).costs


def _before_and_after(event: Event, new: Sequence[NewEntry]) -> list[ComparedGroup]:
    """The lines of a card that a correction changes."""
    entry = next((one for one in new if one.kind == "card.decided"), None)
    if entry is None:
        return []
    round_ = event.round(entry.data["round"])
    match = round_.match_at(entry.data["table"])
    if match.card is None:
        return []
    return differing(compared(event, round_, match, [match.card, read_card(entry.data["card"])]))
