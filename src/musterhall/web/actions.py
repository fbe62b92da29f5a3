"""Everything that can be done at an event, each once: pages post a form to it, scripts post JSON, the same rules hold.

An action has a form for what it is given, the roles that may do it, and a function that turns both into entries. Adding
one here adds its address for pages and for scripts, and its line in the table of roles.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from musterhall.events import drafting, forces, matches, notes, players, prizes, rounds, sealing
from musterhall.events.entries import NewEntry
from musterhall.events.event import DISQUALIFIED, LEFT, Event, Player
from musterhall.events.fold import Ledger
from musterhall.packs.submissions import submission
from musterhall.problems import BadInput
from musterhall.web.accounts import ORGANISER, OWNER, SCOREKEEPER
from musterhall.web.library import library_of
from musterhall.web.sessions import PLAYER, Visitor

DESK = frozenset({OWNER, ORGANISER})
CARDS = frozenset({OWNER, ORGANISER, SCOREKEEPER})
OWN = frozenset({PLAYER})
ANYONE_HERE = CARDS | OWN

LONG = 4000


class Form(BaseModel):
    """What an action is given."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    why: str = Field(default="", max_length=LONG)


PlayerId = Annotated[str, Field(pattern=r"^p\d{1,6}$")]
RoundNumber = Annotated[int, Field(ge=1, le=50)]
Table = Annotated[int, Field(ge=1, le=9999)]


@dataclass(frozen=True, slots=True)
class Doing:
    """An event as it stands, who acts on it, and by what right."""

    event: Event
    ledger: Ledger
    visitor: Visitor

    def player(self, given: str | None) -> Player:
        """The player that is meant: a player only ever means himself, and does nothing once he is out."""
        if self.visitor.role == PLAYER:
            me = self.event.player(self.visitor.player)
            if me.status in (LEFT, DISQUALIFIED):
                out = "you have left the event" if me.status == LEFT else "you are out of the event"
                raise BadInput(f"{me.name}: {out}; talk to the organiser.")
            return me
        if not given:
            raise BadInput("player: nobody is named; choose one.")
        return self.event.player(given)


Entries = NewEntry | Sequence[NewEntry]
AnyForm = TypeVar("AnyForm", bound=Form)


@dataclass(frozen=True, slots=True)
class Action:
    name: str
    form: type[Form]
    roles: frozenset[str]
    run: Callable[[Doing, Any], Entries]
    help: str

    @property
    def has_card(self) -> bool:
        """Whether a form of it has a field for every figure and unit of the card."""
        field = self.form.model_fields.get("card")
        return field is not None and field.annotation is not str  # a card of a hand is but a name


ACTIONS: dict[str, Action] = {}


def action(
    name: str, form: type[AnyForm], roles: Iterable[str]
) -> Callable[[Callable[[Doing, AnyForm], Entries]], Callable[[Doing, AnyForm], Entries]]:
    """Make a function an action; its docstring is its help."""

    def register(run: Callable[[Doing, AnyForm], Entries]) -> Callable[[Doing, AnyForm], Entries]:
        ACTIONS[name] = Action(name, form, frozenset(roles), run, (run.__doc__ or "").strip())
        return run

    return register


# Players


class AddPlayers(Form):
    names: str = Field(min_length=1, max_length=20_000, description="One name on each line.")
    team: str = Field(default="", max_length=80)


class OnePlayer(Form):
    player: PlayerId


class Leaving(OnePlayer):
    match: str = Field(default="", pattern="^(conceded|absent)?$")


class ChangePlayer(OnePlayer):
    name: str | None = Field(default=None, min_length=1, max_length=80)
    team: str | None = Field(default=None, max_length=80)
    painted: bool | None = None


class Apart(Form):
    one: PlayerId
    other: PlayerId
    apart: bool = True


class Plain(Form):
    """Nothing but a reason."""


@action("player.add", AddPlayers, DESK)
def _add(doing: Doing, form: AddPlayers) -> Entries:
    """Register players, one on each line."""
    found: list[NewEntry] = []
    event = doing.event.copy()
    for line in filter(None, map(str.strip, form.names.splitlines())):
        new = players.add_player(event, line, form.team)
        found.append(new)
        # The next one gets the next number.
        event.players[str(new.data["player"])] = Player(str(new.data["player"]), str(new.data["name"]))
    if not found:
        raise BadInput("names: nobody is named; write one name on each line.")
    return found


@action("player.check_in", OnePlayer, CARDS)
def _check_in(doing: Doing, form: OnePlayer) -> Entries:
    """Note that a player is here."""
    return players.check_in(doing.event, doing.event.player(form.player))


@action("player.check_in_all", Plain, DESK)
def _check_in_all(doing: Doing, form: Plain) -> Entries:
    """Note that everybody is here who has registered."""
    waiting = [one for one in doing.event.players.values() if one.status == "registered"]
    if not waiting:
        raise BadInput("players: everybody is checked in; nothing to do.")
    return [players.check_in(doing.event, one) for one in waiting]


@action("player.leave", Leaving, DESK)
def _leave(doing: Doing, form: Leaving) -> Entries:
    """Take a player out, and say what becomes of the running match."""
    player = doing.event.player(form.player)
    left = [players.leave(doing.event, player)]
    if form.match:
        _require_open_match(doing.event, player, None)
    if form.match == "conceded":
        return [*left, matches.concede(doing.event, player)]
    if form.match == "absent":
        return [*left, matches.mark_absent(doing.event, player)]
    return left


@action("player.return", OnePlayer, DESK)
def _return(doing: Doing, form: OnePlayer) -> Entries:
    """Take a player back."""
    return players.come_back(doing.event, doing.event.player(form.player))


@action("player.change", ChangePlayer, DESK)
def _change(doing: Doing, form: ChangePlayer) -> Entries:
    """Change a player's name or team, or note that the force is painted."""
    player = doing.event.player(form.player)
    return players.change_player(doing.event, player, name=form.name, team=form.team, painted=form.painted)


@action("player.warn", OnePlayer, DESK)
def _warn(doing: Doing, form: OnePlayer) -> Entries:
    """Warn a player; as many warnings as the pack says put him out."""
    _require_why(form)
    return players.warn(doing.event, doing.event.player(form.player))


@action("player.disqualify", OnePlayer, DESK)
def _disqualify(doing: Doing, form: OnePlayer) -> Entries:
    """Put a player out at once."""
    _require_why(form)
    return players.disqualify(doing.event, doing.event.player(form.player))


@action("players.apart", Apart, DESK)
def _apart(doing: Doing, form: Apart) -> Entries:
    """Keep two players from being paired, or let them be again."""
    pair = [doing.event.player(form.one), doing.event.player(form.other)]
    return players.keep_apart(doing.event, pair, apart=form.apart)


# Forces


class HandIn(Form):
    player: PlayerId | None = None
    text: str = Field(min_length=1, max_length=500_000, description="A force file, or a list to be imported.")
    although_locked: bool = False


class Judge(OnePlayer):
    note: str = Field(default="", max_length=LONG)


class HandRow(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    name: str = Field(default="", max_length=120, description="A row without one is no card, but for a dummy.")
    kind: str = Field(max_length=40)


class HandCards(Form):
    player: PlayerId | None = None
    cards: list[HandRow] = Field(default=[], max_length=100)
    text: str = Field(default="", max_length=20_000, description="A hand file, in place of the cards.")
    although_locked: bool = False


class PlayCard(Form):
    player: PlayerId | None = None
    card: str = Field(default="", max_length=80, description="Its name; none is played where it is left out.")
    round: RoundNumber | None = None


@action("force.submit", HandIn, DESK | OWN)
def _hand_in(doing: Doing, form: HandIn) -> Entries:
    """Hand in a force; its check is written down with it."""
    player = doing.player(form.player)
    library = library_of(doing.event.pack.game)
    handed_in = submission(doing.event.pack, form.text, f"{player.name}'s force", library)
    allowed = form.although_locked and doing.visitor.role != PLAYER
    return forces.hand_in(doing.event, player, handed_in, although_locked=allowed, library=library)


@action("force.accept", Judge, DESK)
def _accept(doing: Doing, form: Judge) -> Entries:
    """Accept a force; with problems it needs a note."""
    return forces.accept_force(doing.event, doing.event.player(form.player), form.note)


@action("force.accept_legal", Plain, DESK)
def _accept_legal(doing: Doing, form: Plain) -> Entries:
    """Accept every force that came in time and in which the check found nothing."""
    legal = [one for one in doing.event.players.values() if one.force and one.force.clear]
    if not legal:
        raise BadInput("forces: none waits that is in time and without problems; look at the others one by one.")
    return [forces.accept_force(doing.event, one) for one in legal]


@action("force.return", Judge, DESK)
def _send_back(doing: Doing, form: Judge) -> Entries:
    """Send a force back with a note."""
    return forces.return_force(doing.event, doing.event.player(form.player), form.note)


@action("forces.lock", Plain, DESK)
def _lock(doing: Doing, form: Plain) -> Entries:
    """Lock all forces; the first published round does so, too."""
    return forces.lock_forces(doing.event)


@action("hand.submit", HandCards, DESK | OWN)
def _hand(doing: Doing, form: HandCards) -> Entries:
    """Hand in the tournament hand."""
    player = doing.player(form.player)
    allowed = form.although_locked and doing.visitor.role != PLAYER
    if form.text.strip():
        named = forces.hands_of(doing.event.pack.game).read(form.text, f"{player.name}'s hand")
    else:
        named = [{"name": card.name, "kind": card.kind} for card in _named(form.cards)]
    return forces.hand_in_cards(doing.event, player, named, although_locked=allowed)


def _named(rows: Sequence[HandRow]) -> list[HandRow]:
    """The rows in which there is a card; a dummy needs no name."""
    usual = {"dummy": "Dummy"}
    told = [HandRow(name=row.name.strip() or usual.get(row.kind, ""), kind=row.kind) for row in rows]
    if not any(row.name for row in told):
        raise BadInput("hand: no card is named; write the name of each card beside its kind.")
    return [row for row in told if row.name]


@action("hand.play", PlayCard, ANYONE_HERE)
def _play(doing: Doing, form: PlayCard) -> Entries:
    """Play a card of the hand in a round; of a match that is settled only the desk notes one."""
    player, number = doing.player(form.player), _round(doing, form.round)
    if doing.visitor.role == PLAYER:
        _require_open_match(doing.event, player, number)
    return forces.play_card(doing.event, player, number, form.card)


# Rounds


class Scenarios(Form):
    rounds: list[str] = Field(min_length=1, max_length=50)


class Tables(Form):
    tables: str = Field(max_length=2000, description="Numbers and spans: 1-8, 11, 12.")


class PairForm(Form):
    without_forces: bool = False


class TwoPlayers(Form):
    round: RoundNumber
    one: PlayerId
    other: PlayerId


class Move(Form):
    round: RoundNumber
    table: Table
    to: Table


class OneRound(Form):
    round: RoundNumber


class Publish(OneRound):
    as_it_is: bool = Field(default=False, description="Although somebody left or came since it was paired.")


class Minutes(OneRound):
    minutes: int | None = Field(default=None, ge=-600, le=1440)


@action("scenarios.draw", Plain, DESK)
def _draw(doing: Doing, form: Plain) -> Entries:
    """Draw the scenarios by lot, or take them as the pack lists them."""
    return rounds.draw_scenarios(doing.event, _seed())


@action("scenarios.choose", Scenarios, DESK)
def _choose(doing: Doing, form: Scenarios) -> Entries:
    """Choose the scenario of each round."""
    return rounds.choose_scenarios(doing.event, form.rounds)


@action("scenarios.make_known", Plain, DESK)
def _make_known(doing: Doing, form: Plain) -> Entries:
    """Let everybody see which scenario each round has."""
    return rounds.make_scenarios_known(doing.event)


@action("tables.number", Tables, DESK)
def _tables(doing: Doing, form: Tables) -> Entries:
    """Say which tables there are."""
    return rounds.number_tables(doing.event, rounds.table_numbers(form.tables))


@action("round.pair", PairForm, DESK)
def _pair(doing: Doing, form: PairForm) -> Entries:
    """Draft the next round's pairings, or draft them anew."""
    return rounds.pair_round(doing.event, _seed(), without_forces=form.without_forces)


@action("round.swap", TwoPlayers, DESK)
def _swap(doing: Doing, form: TwoPlayers) -> Entries:
    """Exchange two players of a round."""
    return rounds.swap_players(doing.event, form.round, form.one, form.other).entry


@action("round.pin", TwoPlayers, DESK)
def _pin(doing: Doing, form: TwoPlayers) -> Entries:
    """Fix a pair of a draft, and pair the others anew around it."""
    return rounds.pin_pair(doing.event, form.round, form.one, form.other).entry


@action("round.move", Move, DESK)
def _move(doing: Doing, form: Move) -> Entries:
    """Play a match at another table."""
    return rounds.move_table(doing.event, form.round, form.table, form.to)


@action("round.seat", TwoPlayers, DESK)
def _seat(doing: Doing, form: TwoPlayers) -> Entries:
    """Seat two players who have no match: a late one, and perhaps the one with the bye."""
    return rounds.add_match(doing.event, form.round, form.one, form.other)


@action("round.publish", Publish, DESK)
def _publish(doing: Doing, form: Publish) -> Entries:
    """Let everybody see a round's pairings."""
    return rounds.publish(doing.event, form.round, as_it_is=form.as_it_is)


@action("clock.start", Minutes, DESK)
def _start(doing: Doing, form: Minutes) -> Entries:
    """Start a round's clock."""
    return rounds.start_clock(doing.event, form.round, form.minutes)


@action("clock.pause", OneRound, DESK)
def _pause(doing: Doing, form: OneRound) -> Entries:
    """Pause a round's clock."""
    return rounds.pause_clock(doing.event, form.round)


@action("clock.resume", OneRound, DESK)
def _resume(doing: Doing, form: OneRound) -> Entries:
    """Let a round's clock go on."""
    return rounds.resume_clock(doing.event, form.round)


@action("clock.extend", Minutes, DESK)
def _extend(doing: Doing, form: Minutes) -> Entries:
    """Give a round more minutes, or fewer."""
    return rounds.extend_clock(doing.event, form.round, form.minutes or 0)


@action("clock.end", OneRound, DESK)
def _end(doing: Doing, form: OneRound) -> Entries:
    """Call time."""
    return rounds.end_clock(doing.event, form.round)


# Cards


class SendCard(Form):
    player: PlayerId | None = None
    round: RoundNumber | None = None
    card: dict[str, Any]


class ConfirmCard(Form):
    player: PlayerId | None = None
    round: RoundNumber | None = None
    card: dict[str, Any] | None = Field(
        default=None,
        description="The card that you confirm, as `theirs` of your match has it. A player has to name it: if another "
        "was sent meanwhile, nothing is confirmed.",
    )


class DecideCard(Form):
    round: RoundNumber
    table: Table
    card: dict[str, Any]


class TakeCard(Form):
    round: RoundNumber
    table: Table
    player: PlayerId


class InMatch(Form):
    round: RoundNumber | None = None


class Concede(InMatch):
    player: PlayerId | None = None
    card: dict[str, Any] | None = None


class Absent(InMatch):
    player: PlayerId


@action("card.send", SendCard, ANYONE_HERE)
def _send(doing: Doing, form: SendCard) -> Entries:
    """Send a player's card; it counts when the opponent sends the same or confirms it."""
    return matches.send_card(doing.event, doing.player(form.player), form.card, form.round)


@action("card.confirm", ConfirmCard, ANYONE_HERE)
def _confirm(doing: Doing, form: ConfirmCard) -> Entries:
    """Agree with the card that the opponent sent; a player names it, so that nothing is confirmed unseen."""
    player = doing.player(form.player)
    if form.card is None and doing.visitor.role == PLAYER:
        raise BadInput("card: say which one you confirm; send it as you were shown it.")
    return matches.confirm_card(doing.event, player, form.round, form.card)


@action("card.decide", DecideCard, CARDS)
def _decide(doing: Doing, form: DecideCard) -> Entries:
    """Enter a card from paper, settle a dispute, or correct a card; a change of a settled one needs a reason."""
    if doing.event.round(form.round).match_at(form.table).settled:
        _require_why(form)
    by = doing.visitor.role == SCOREKEEPER
    return matches.decide_card(doing.event, form.round, form.table, form.card, by_scorekeeper=by)


@action("card.take", TakeCard, CARDS)
def _take(doing: Doing, form: TakeCard) -> Entries:
    """Let the card count that one of the players sent; where another counts already it needs a reason."""
    match = doing.event.round(form.round).match_at(form.table)
    if match.settled:
        _require_why(form)
    card = match.sent.get(form.player)
    if card is None:
        name = doing.event.player(form.player).name
        raise BadInput(f"table {form.table}: {name} has sent no card; take another, or enter one.")
    by = doing.visitor.role == SCOREKEEPER
    return matches.decide_card(doing.event, form.round, form.table, card.as_data(), by_scorekeeper=by)


@action("match.concede", Concede, ANYONE_HERE)
def _concede(doing: Doing, form: Concede) -> Entries:
    """Give up the running match; at the desk a change of a settled one needs a reason."""
    player, by_desk = doing.player(form.player), doing.visitor.role != PLAYER
    if by_desk:
        _require_why_if_settled(doing.event, player, form)
    by = doing.visitor.role == SCOREKEEPER
    return matches.concede(doing.event, player, form.card, form.round, correcting=by_desk, by_scorekeeper=by)


@action("match.absent", Absent, CARDS)
def _absent(doing: Doing, form: Absent) -> Entries:
    """Note that a player never came to the table; a change of a settled match needs a reason."""
    player = doing.event.player(form.player)
    _require_why_if_settled(doing.event, player, form)
    return matches.mark_absent(doing.event, player, form.round)


class Seal(Form):
    player: PlayerId | None = None
    units: list[str] = Field(min_length=1, max_length=20)


@action("units.seal", Seal, OWN)
def _seal(doing: Doing, form: Seal) -> Entries:
    """Choose command units in secret; the opponent sees a seal only."""
    return sealing.seal_units(doing.event, doing.player(form.player), form.units, secrets.token_hex(16))


@action("units.reveal", Plain, OWN)
def _reveal(doing: Doing, form: Plain) -> Entries:
    """Show the opponent which units were sealed."""
    return sealing.reveal_units(doing.event, doing.player(None))


# Prizes, notes and the journal


class Vote(Form):
    player: PlayerId | None = None
    award: str = Field(min_length=1, max_length=60)
    choice: PlayerId


class Give(Form):
    award: str = Field(min_length=1, max_length=60)
    player: PlayerId


class Note(Form):
    text: str = Field(min_length=1, max_length=LONG)


class Plan(Form):
    rounds: RoundNumber


class Undo(Form):
    seq: int = Field(ge=2)


@action("award.vote", Vote, ANYONE_HERE)
def _vote(doing: Doing, form: Vote) -> Entries:
    """Vote for another player."""
    return prizes.vote(doing.event, doing.player(form.player), form.award, doing.event.player(form.choice))


@action("award.give", Give, DESK)
def _give(doing: Doing, form: Give) -> Entries:
    """Give an award."""
    return prizes.give(doing.event, form.award, doing.event.player(form.player))


@action("event.finish", Plain, DESK)
def _finish(doing: Doing, form: Plain) -> Entries:
    """Close the event; its standings are final."""
    return prizes.finish(doing.event)


@action("event.note", Note, CARDS)
def _note(doing: Doing, form: Note) -> Entries:
    """Write something into the journal."""
    return notes.add_note(doing.event, form.text)


@action("event.plan", Plan, DESK)
def _plan(doing: Doing, form: Plan) -> Entries:
    """Play more or fewer rounds than the pack says."""
    return notes.plan_rounds(doing.event, form.rounds)


@action("entry.undo", Undo, DESK)
def _undo(doing: Doing, form: Undo) -> Entries:
    """Undo an entry, if nothing later rests on it."""
    return doing.ledger.undo(form.seq)


# Drafts


class OpenDraft(Form):
    method: str = Field(pattern="^(conscription|salvage_boxes|force_packs|packs_then_boxes|volunteers)$")
    pool: str = Field(default="salvage-yard", max_length=200_000, description="A shipped pool's name, or a pool file.")
    units: int | None = Field(default=None, ge=1, le=12)
    seconds: int | None = Field(default=None, ge=0, le=3600, description="For a pick; 0 is without limit.")
    displays: int = Field(default=1, ge=1, le=50, description="How many times the pool's boxes are on the table.")


class Pick(Form):
    draft: str = Field(min_length=1, max_length=40)
    player: PlayerId | None = None
    item: str = Field(min_length=1, max_length=60)


class OneDraft(Form):
    draft: str = Field(min_length=1, max_length=40)


class LotPicks(OneDraft):
    player: PlayerId


class CloseDraft(OneDraft):
    why: str = Field(min_length=1, max_length=LONG, description="Why all its picks go.")


class DraftSeat(OneDraft):
    player: PlayerId
    to: PlayerId | None = Field(default=None, description="Who takes over; nobody, if the player just leaves.")


class DraftForce(Form):
    player: PlayerId | None = None
    name: str = Field(min_length=1, max_length=120)
    choices: list[dict[str, Any]] = Field(min_length=1, max_length=20)


@action("draft.open", OpenDraft, DESK)
def _open_draft(doing: Doing, form: OpenDraft) -> Entries:
    """Seat everybody who is present at tables, and deal."""
    from musterhall.web.drafts import draft_openings

    return draft_openings(doing.event, form.method, form.pool, form.units, form.seconds, form.displays, _seed())


@action("draft.pick", Pick, DESK | OWN)
def _pick(doing: Doing, form: Pick) -> Entries:
    """Pick a box or a figure; the desk picks for a player who cannot."""
    player, by_organiser = doing.player(form.player), doing.visitor.role != PLAYER
    return drafting.pick(doing.event, form.draft, player, form.item, by_organiser=by_organiser)


@action("draft.lot", LotPicks, DESK)
def _lot_picks(doing: Doing, form: LotPicks) -> Entries:
    """Let the lot pick for a player, whether time is over or not."""
    return drafting.expire(doing.event, form.draft, doing.event.player(form.player).id, by_organiser=True)


@action("draft.close", CloseDraft, DESK)
def _close_draft(doing: Doing, form: CloseDraft) -> Entries:
    """End a draft with all its picks, so that its players can draft anew."""
    return drafting.close_draft(doing.event, form.draft, form.why)


@action("draft.pause", OneDraft, DESK)
def _pause_draft(doing: Doing, form: OneDraft) -> Entries:
    """Stop a draft's clock."""
    return drafting.pause_draft(doing.event, form.draft)


@action("draft.resume", OneDraft, DESK)
def _resume_draft(doing: Doing, form: OneDraft) -> Entries:
    """Let a draft go on."""
    return drafting.resume_draft(doing.event, form.draft)


@action("draft.seat", DraftSeat, DESK)
def _draft_seat(doing: Doing, form: DraftSeat) -> Entries:
    """Take a player out of a draft, or let another have the seat."""
    from musterhall.web.drafts import change_seat

    to = doing.event.player(form.to) if form.to else None
    return change_seat(doing.event, form.draft, doing.event.player(form.player), to)


@action("draft.force", DraftForce, DESK | OWN)
def _draft_force(doing: Doing, form: DraftForce) -> Entries:
    """Build a force from what was drafted, and hand it in."""
    from musterhall.web.drafts import drafted_force

    return drafted_force(doing.event, doing.player(form.player), form.name, form.choices)


def _seed() -> int:
    """A lot that nobody can foresee; it is written down with what was drawn by it."""
    return secrets.randbelow(1 << 48)


def _round(doing: Doing, given: int | None) -> int:
    if given is not None:
        return given
    if doing.event.current is None:
        raise BadInput("round: none is running; say which one is meant.")
    return doing.event.current.number


def _require_why(form: Form) -> None:
    if not form.why.strip():
        raise BadInput("why: a word is needed for the journal; say the reason.")


def _require_why_if_settled(event: Event, player: Player, form: InMatch) -> None:
    if matches.match_for(event, player, form.round)[1].settled:
        _require_why(form)


def _require_open_match(event: Event, player: Player, number: int | None) -> None:
    match = matches.match_for(event, player, number)[1]
    if match.settled:
        raise BadInput(f"{player.name}: the match at table {match.table} is settled and stays as it is.")
