"""The same for scripts: JSON under /api with the same rules of who may do what.

A script sends a token of an account as `Authorization: Bearer ...`; a page of ours sends its cookie and the token of
its forms as the header `x-muster-form-token`. Bodies are strict JSON: a text is no number.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, Header, Query, Request
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse

import musterhall
from musterhall.events.drafting import draft_named
from musterhall.events.drafts.views import ORGANISER, view_of
from musterhall.events.entries import Entry
from musterhall.events.event import Event, Match, Player, Round
from musterhall.events.fold import create
from musterhall.events.hidden import open_data
from musterhall.events.public import last_public
from musterhall.events.standings import standings
from musterhall.events.tasks import tasks
from musterhall.events.views import player_view
from musterhall.packs.model import load_pack, shipped_pack_text, shipped_packs
from musterhall.problems import BadInput, wrong_value
from musterhall.store.desk import now
from musterhall.web import api_forms as form
from musterhall.web.actions import ACTIONS
from musterhall.web.actions.action import Action, ActionContext
from musterhall.web.forms import LONGEST_KEY, sender_mark
from musterhall.web.gate import Asking, Refused, TheHouse, account_of
from musterhall.web.house import Unknown
from musterhall.web.limits import count_write
from musterhall.web.pages.actions import perform
from musterhall.web.roles import DESK, STAFF
from musterhall.web.sessions import Visitor
from musterhall.web.told import require_told_to, told_to

MOST_ENTRIES = 1000

SAID = {
    400: "It cannot be done as it was sent.",
    401: "Nobody known asks.",
    403: "It is not open to who asks.",
    404: "There is no such thing here.",
    409: "Its mark came with something else before.",
    413: "It is too large.",
    429: "Too often; the header Retry-After says how many seconds to wait.",
}
ANSWERS: dict[int | str, dict[str, Any]] = {
    status: {"model": form.Error, "description": sentence} for status, sentence in SAID.items()
}

PARTS: dict[str, Any] = {}
"""What stands inside bodies, by name."""

Model = TypeVar("Model", bound=BaseModel)


async def require_known_token(visitor: Asking) -> None:
    """A token that was revoked is told so, even where nobody needs one."""
    if visitor.by_token and visitor.account is None:
        raise Refused(401, "The token is not known or was revoked; make a new one on the page of your account.")


router = APIRouter(prefix="/api", responses=ANSWERS, dependencies=[Depends(require_known_token)])

RoundAsked = Annotated[int | None, Query(ge=1, le=50)]
KeyHeader = Annotated[str, Header(alias="idempotency-key", max_length=LONGEST_KEY)]


# The house


@router.get("/openapi.json", include_in_schema=False)
async def description(visitor: Asking) -> JSONResponse:
    """This description."""
    return JSONResponse(openapi())


@router.get("/packs")
async def packs(visitor: Asking) -> list[form.ShippedPack]:
    """The packs that come with Musterhall."""
    found = {name: load_pack(name, name) for name in shipped_packs()}
    return [
        form.ShippedPack(pack=name, name=one.name, version=one.version, game=one.game, rounds=one.event.rounds)
        for name, one in found.items()
        if one.event is not None
    ]


@router.get("/events")
async def events(visitor: Asking, house: TheHouse) -> list[form.ListedEvent]:
    """All events."""
    found = await run_in_threadpool(lambda: [(info, house.changed(info)) for info in house.events_for(visitor)])
    return [
        form.ListedEvent(event=info.stream, name=info.title, began=info.first_at, changed=changed)
        for info, changed in found
    ]


def json_body(model: type[BaseModel]) -> dict[str, Any]:
    """Bodies are read by us, after the gate, so we say ourselves what they are."""
    schema = model.model_json_schema(ref_template="#/components/schemas/{model}")
    PARTS.update(schema.pop("$defs", {}))
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


@router.post("/events", status_code=201, openapi_extra=json_body(form.NewEvent))
async def begin(request: Request, visitor: Asking, house: TheHouse, idempotency_key: KeyHeader = "") -> form.Begun:
    """Begin an event; it is yours."""
    count_write(house, visitor, "")
    body = await read_body(request, form.NewEvent)
    owner, mark = account_of(visitor), sender_mark(idempotency_key or body.key)

    def begin(key: str) -> str:
        text = body.pack_text or shipped_pack_text(body.pack)
        seed = secrets.randbelow(1 << 48)
        return house.begin(create(body.name, text, seed, date=body.date, rounds=body.rounds), owner, key=key)

    def begun() -> str:
        return house.once(owner, mark, body.model_dump_json(exclude={"key"}), begin)

    return form.Begun(event=await house.intake.do(begun, "look at the list of events before you send it again"))


# An event


@router.get("/events/{event}")
async def one_event(event: str, visitor: Asking, house: TheHouse) -> form.EventPage:
    """What anybody may know of an event."""
    ledger = house.desk(event).ledger
    state = ledger.event
    return form.EventPage(
        event=event,
        name=state.name,
        date=state.date,
        pack=state.pack.name,
        pack_version=state.pack.version,
        game=state.pack.game,
        planned=state.planned,
        players=len(state.players),
        finished=state.finished,
        rounds=[_round_line(state, one) for one in state.rounds if one.published],
        event_seq=ledger.last if visitor.role in STAFF else last_public(ledger.entries).seq,
    )


@router.get("/events/{event}/pairings")
async def pairings(event: str, visitor: Asking, house: TheHouse, round: RoundAsked = None) -> form.Pairings:
    """Who plays whom in a round, the last one if none is named; drafts only for organisers."""
    state = house.event(event)
    found = _round(state, visitor, round)
    return form.Pairings(
        round=found.number,
        scenario=found.scenario,
        title=state.scenario_of(found).title,
        published=found.published,
        matches=[_match_line(state, match, told=found in told_to(state, visitor).rounds) for match in found.matches],
        byes=[_named(state, id_) for id_ in found.byes],
    )


@router.get("/events/{event}/standings")
async def standings_page(event: str, visitor: Asking, house: TheHouse, round: RoundAsked = None) -> form.StandingsPage:
    """The standings now, or as they were after a round."""
    state = house.event(event)
    if round is not None:
        _published(state, round)
        require_told_to(state, visitor, round)
    found = await run_in_threadpool(standings, told_to(state, visitor), round)
    return form.StandingsPage.model_validate(found.as_data())


@router.get("/events/{event}/drafts/{draft}")
async def draft_page(event: str, draft: str, visitor: Asking, house: TheHouse) -> dict[str, Any]:
    """A draft as far as you may see it."""
    state = house.event(event)
    if draft not in state.drafts:
        raise Unknown(f"draft {draft!r}: is not open at this event; look at the list of drafts.")
    who = ORGANISER if visitor.role in DESK else visitor.player or None
    return view_of(draft_named(state, draft), who, now())


@router.get("/events/{event}/players")
async def players(event: str, visitor: Asking, house: TheHouse) -> list[form.RegisteredPlayer]:
    """Everybody, with the state of the forces."""
    state = house.event(event)
    whole = visitor.role in DESK or state.finished
    return [_player_line(one, whole=whole) for one in state.players.values()]


@router.get("/events/{event}/me")
async def me(event: str, visitor: Asking, house: TheHouse) -> dict[str, Any]:
    """What a player may know: the match, the force, the results."""
    state = house.event(event)
    return await run_in_threadpool(player_view, state, state.player(visitor.player), now())


@router.get("/events/{event}/journal")
async def journal(
    event: str,
    visitor: Asking,
    house: TheHouse,
    after: Annotated[int, Query(ge=0, le=10_000_000)] = 0,
    most: Annotated[int, Query(ge=1, le=MOST_ENTRIES)] = 100,
) -> form.JournalPage:
    """What was written down, from the entry after a number on."""
    ledger = house.desk(event).ledger
    sheets = visitor.role in DESK
    shown = [_journal_line(ledger.event, entry, sheets=sheets) for entry in ledger.entries[after : after + most]]
    return form.JournalPage(entries=shown, event_seq=ledger.last)


@router.get("/events/{event}/tasks")
async def what_to_do(event: str, visitor: Asking, house: TheHouse) -> list[form.WaitingTask]:
    """What to do next, the most pressing first."""
    found = await run_in_threadpool(tasks, house.event(event), now(), secrets=visitor.role in DESK)
    return [form.WaitingTask.model_validate(one.as_data()) for one in found]


ANY_FORM = {"requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}}


@router.post("/events/{event}/preview/{name}", openapi_extra=ANY_FORM)
async def preview(request: Request, event: str, name: str, visitor: Asking, house: TheHouse) -> form.Changes:
    """What an action would change in the standings, without doing it; the body is that of the action."""
    one = ACTIONS.get(name)
    if one is None:
        raise Unknown(f"action {name!r}: there is none of this name; the description lists them under do.")
    if visitor.role not in one.roles:
        raise Refused(403, "This is not open to you; sign in, or come by your own link.")
    body = await read_body(request, form.body_of(one))

    def command(state: Event) -> Any:
        return one.run(ActionContext(state, house.desk(event).ledger, visitor, house.library), body)

    return form.Changes(changes=await run_in_threadpool(house.preview, event, command, why=body.why))


def _doer(one: Action) -> Callable[..., Awaitable[form.Done]]:
    async def do(
        request: Request, event: str, visitor: Asking, house: TheHouse, idempotency_key: KeyHeader = ""
    ) -> form.Done:
        body = await read_body(request, form.body_of(one))
        key = sender_mark(idempotency_key or getattr(body, "key", ""))
        entries = await perform(house, event, one, body, visitor, key)
        return form.Done(entries=[entry.seq for entry in entries], event_seq=house.desk(event).ledger.last)

    return do


for _name, _action in ACTIONS.items():
    router.add_api_route(
        f"/events/{{event}}/do/{_name}",
        _doer(_action),
        methods=["POST"],
        name=f"do {_name}",
        description=_action.help,
        response_model=form.Done,
        openapi_extra=json_body(form.body_of(_action)),
    )


@cache
def openapi() -> dict[str, Any]:
    """The description of everything under /api, and of nothing else."""
    from musterhall.web.playing import api as battles
    from musterhall.web.playing import rules

    found = get_openapi(
        title="Musterhall",
        version=musterhall.__version__,
        description="Everything the pages can do, for scripts. Send a token as `Authorization: Bearer ...`; "
        "at a battle, the token of your seat as `Muster-Seat`.",
        routes=[*router.routes, *battles.router.routes, *rules.router.routes],
    )
    found["components"]["schemas"] |= PARTS
    found["components"].setdefault("securitySchemes", {})["token"] = {"type": "http", "scheme": "bearer"}
    found["components"]["securitySchemes"]["seat"] = {"type": "apiKey", "in": "header", "name": "Muster-Seat"}
    found["security"] = [{"token": []}, {"seat": []}, {}]
    for name in ("HTTPValidationError", "ValidationError"):
        found["components"]["schemas"].pop(name, None)
    for operations in found["paths"].values():
        for operation in operations.values():
            # What does not fit is answered with 400 here.
            operation["responses"].pop("422", None)
    return found


async def read_body(request: Request, model: type[Model]) -> Model:
    """The body of a request, as strict JSON."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise BadInput("the body: is not said to be JSON; send it with `Content-Type: application/json`.")
    try:
        return model.model_validate_json(await request.body())
    except ClientDisconnect:
        # The limit of bodies ends one that does not say how long it is.
        raise Refused(413, "The body is too large; send less.") from None
    except ValidationError as error:
        raise BadInput(f"the body: {_complaints(error)}.") from None


# Helpers


def _complaints(error: ValidationError) -> str:
    told = [
        f"{'.'.join(map(str, one['loc'])) or 'it'} {wrong_value(one)}" for one in error.errors(include_url=False)[:20]
    ]
    return "; ".join(told)[:900].rstrip(".")


def _published(state: Event, number: int) -> Round:
    """A round that everybody may see; nobody learns here whether there is a draft of another one."""
    found = next((one for one in state.rounds if one.published and one.number == number), None)
    if found is None:
        raise Unknown(f"round {number}: is not published; look at the rounds of the event.")
    return found


def _round(state: Event, visitor: Visitor, number: int | None) -> Round:
    if number is not None and visitor.role in STAFF and number <= len(state.rounds):
        return state.round(number)
    if number is not None:
        return _published(state, number)
    if state.current is None:
        raise Unknown("round: none is published yet; wait for the pairings.")
    return state.current


def _round_line(state: Event, one: Round) -> form.PublishedRound:
    clock = form.ClockState(state=one.clock.state, seconds_left=one.clock.left(now()))
    title = state.scenario_of(one).title
    return form.PublishedRound(round=one.number, scenario=one.scenario, title=title, complete=one.complete, clock=clock)


def _match_line(state: Event, match: Match, *, told: bool) -> form.PairedMatch:
    return form.PairedMatch(
        table=match.table,
        players=[_named(state, id_) for id_ in match.players],
        settled=match.settled,
        result=match.result.as_data() if match.result and told else None,
    )


def _named(state: Event, id_: str) -> form.Named:
    return form.Named(player=id_, name=state.player(id_).name)


def _player_line(one: Player, *, whole: bool) -> form.RegisteredPlayer:
    def findings(found: Sequence[Mapping[str, str]]) -> list[dict[str, str]]:
        return [dict(one) if whole else {"what": UNTOLD} for one in found]

    force = one.force and form.HandedInForce(
        force=one.force.force,
        points=one.force.points,
        state=one.force.state,
        late=one.force.late,
        problems=findings(one.force.problems),
        warnings=findings(one.force.warnings),
        note=one.force.note,
    )
    return form.RegisteredPlayer(
        player=one.id,
        name=one.name,
        team=one.team,
        status=one.status,
        late=one.late,
        painted=one.painted,
        warnings=list(one.warnings),
        force=force,
    )


def _journal_line(state: Event, entry: Entry, *, sheets: bool) -> form.JournalEntry:
    data = open_data(state, entry)
    if not sheets and not state.finished:
        data = {name: value for name, value in data.items() if (entry.kind, name) not in ON_THE_SHEET}
    return form.JournalEntry(seq=entry.seq, at=entry.at, kind=entry.kind, data=data, who=entry.who, why=entry.why)


UNTOLD = "the organiser knows what the check found here"
ON_THE_SHEET = frozenset(("force.submitted", name) for name in ("text", "locked", "problems", "warnings"))
"""Who commands a formation stands there, which a scorekeeper who plays as well may not know."""
