"""A whole event that nobody played: invented players, plausible cards, and the troubles of a real day.

Everything goes through the commands and the ledger that a real event uses, so nothing impossible is simulated. The same
seed gives the same journal, to the second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from musterhall.events import (
    drafting,
    forces,
    matches,
    notes,
    prizes,
    round_changes,
    round_clocks,
    rounds,
    scenarios,
    sealing,
)
from musterhall.events import players as people
from musterhall.events.cards import Card
from musterhall.events.clock import moment
from musterhall.events.drafts import Draft, openings
from musterhall.events.entries import Entry, NewEntry, numbered
from musterhall.events.event import DISQUALIFIED, LEFT, REGISTERED, Event, Match, Player, Round
from musterhall.events.fold import Ledger, create, live
from musterhall.events.invented import TEAMS, Luck, hand_cards, player_name
from musterhall.events.invented_forces import brought, drafted_force
from musterhall.events.plausible import Meeting, misread_card, plausible_card
from musterhall.events.views import needs_command_units
from musterhall.packs.event_rules import DraftRules
from musterhall.packs.model import load_pack
from musterhall.problems import BadInput

START = "2025-11-29T08:30:00.000Z"
"""Check-in of the simulated day, unless another hour is given."""
ORGANISER = "organiser"
FEWEST = 4
"""Nobody leaves when only so many are here."""
HALFWAY = 60
"""Of a hundred tables have their card in when an event stops in the middle of a round."""

Progress = Callable[[int, int], None]


def simulate(
    pack_text: str,
    players: int,
    seed: int,
    *,
    rounds: int | None = None,
    trouble: bool = True,
    through: int | None = None,
    progress: Progress | None = None,
    start: str = START,
) -> list[Entry]:
    """The journal of an event from the first registration to the prizes.

    With `trouble` people are late, leave, disagree, concede and are corrected. `through` stops in the middle of a
    round, after so many complete ones: the next is published, its clock runs, and part of its cards are in.
    `progress` is told how many rounds of how many are played.
    """
    if players < FEWEST:
        raise BadInput(f"players: {players} are too few for an event; simulate at least {FEWEST}.")
    name = f"{load_pack(pack_text, 'the pack').name}, simulated"
    first = replace(create(name, pack_text, seed, date=start[:10], rounds=rounds), who=ORGANISER)
    registration = moment(start) - timedelta(days=14)
    ledger = Ledger.of([numbered(first, 1, _written(registration))])
    day = _Day(pack_text, Luck(seed), registration, trouble, ledger)
    _register(day, players)
    day.until(moment(start))
    _check_in(day)
    planned = day.event.planned
    for number in range(1, planned + 1):
        _tell(progress, number - 1, planned)
        _before_round(day, number)
        _begin_round(day, number)
        if through is not None and number > through:
            _play(day, number, HALFWAY)
            return day.ledger.entries
        _play(day, number)
        _after_round(day, number)
    _honours(day)
    _tell(progress, planned, planned)
    return day.ledger.entries


def _tell(progress: Progress | None, done: int, planned: int) -> None:
    if progress:
        progress(done, planned)


@dataclass(slots=True)
class _Day:
    """A simulated event as far as it has come."""

    pack_text: str
    luck: Luck
    hour: datetime
    trouble: bool
    ledger: Ledger
    names: int = 0
    """Names given out so far."""
    first_name: int = 0
    strengths: dict[str, int] = field(default_factory=dict)
    """How well each player plays."""
    by_draft: bool = False
    """Forces are drafted on the day."""

    @property
    def event(self) -> Event:
        return self.ledger.event

    def wait(self, seconds: float) -> None:
        self.hour += timedelta(seconds=seconds)

    def until(self, hour: datetime) -> None:
        self.hour = max(self.hour, hour)

    def do(self, new: NewEntry, who: str = ORGANISER, why: str = "") -> Entry:
        """Let something happen, a few seconds after the last thing."""
        self.wait(2 + self.luck.below(6))
        (entry,) = self.ledger.attempt([replace(new, who=who, why=why)], _written(self.hour))
        return entry

    def by(self, player: Player, new: NewEntry) -> Entry:
        return self.do(new, who=player.name)

    def troubled(self, percent: int) -> bool:
        return self.trouble and self.luck.chance(percent)

    def here(self) -> list[Player]:
        return list(self.event.present())


def _written(hour: datetime) -> str:
    return hour.isoformat(timespec="milliseconds").replace("+00:00", "Z")


# Before the day


def _register(day: _Day, number: int) -> None:
    day.first_name = day.luck.below(10_000)
    day.by_draft = day.event.rules.draft is not None and day.luck.chance(70)
    everyone = [_add(day) for _ in range(number)]
    for player in everyone if not day.by_draft else ():
        _hand_in(day, player)
    if day.trouble and number >= 2 * FEWEST:
        one, other = day.luck.some(everyone, 2)
        day.do(people.keep_apart(day.event, (one, other)), why="siblings")
    day.do(notes.add_note(day.event, "All players and figures of this event are invented."))


def _add(day: _Day) -> Player:
    name = player_name(day.names, day.first_name)
    day.names += 1
    team = day.luck.pick(TEAMS) if day.luck.chance(15) else ""
    entry = day.do(people.add_player(day.event, name, team))
    player = day.event.player(entry.data["player"])
    day.strengths[player.id] = 60 + day.luck.below(80)
    return player


def _hand_in(day: _Day, player: Player) -> None:
    """A force, and the organiser's word on it; now and then it takes a second try, or is forgotten for good."""
    if day.troubled(1):
        return
    known = brought(day.pack_text)
    if known.unfit and day.troubled(6):
        day.by(player, forces.hand_in(day.event, player, day.luck.pick(known.unfit)))
        day.do(forces.return_force(day.event, player, "This cannot be played here; see what the check says."))
    day.by(player, forces.hand_in(day.event, player, day.luck.pick(known.fit)))
    if day.troubled(4):
        day.do(forces.return_force(day.event, player, "The sheet cannot be read."))
        day.by(player, forces.hand_in(day.event, player, day.luck.pick(known.fit)))
    day.do(forces.accept_force(day.event, player))


# Check-in


def _check_in(day: _Day) -> None:
    for player in list(day.event.players.values()):
        if day.troubled(3) and len(day.event.players) > 2 * FEWEST:
            continue  # did not come, or comes for the second round
        _welcome(day, player)
    if day.by_draft and day.event.rules.draft is not None:
        _draft(day, day.event.rules.draft)
    day.do(scenarios.draw_scenarios(day.event, day.luck.seed()))


def _welcome(day: _Day, player: Player) -> None:
    day.do(people.check_in(day.event, player))
    if day.luck.chance(50):
        day.do(people.change_player(day.event, player, painted=True))
    if day.event.rules.hand is not None:
        day.by(player, forces.hand_in_cards(day.event, player, hand_cards(day.event.planned, day.luck)))


def _draft(day: _Day, rules: DraftRules) -> None:
    """Boxes are opened, figures picked, and forces built of them."""
    boxes = drafting.drafting_of(day.event)
    pool = boxes.pool(boxes.pools()[0])
    method = day.luck.pick([one for one in rules.methods if one != "volunteers"] or rules.methods)
    names = {player.id: player.name for player in day.here()}
    displays = 1 + rules.units * len(names) // max(1, len(pool.boxes))
    for data in openings("d1", method, names, rules, pool, day.luck.seed(), displays=displays):
        table = {key: value for key, value in data.items() if key != "draft"}
        name = str(day.do(drafting.open_draft(day.event, table)).data["draft"])
        while not day.event.drafts[name].finished:
            _pick(day, name, day.event.drafts[name])
        for seat in day.event.drafts[name].seats:
            _hand_in_drafted(day, day.event.player(seat.player), day.event.drafts[name])


def _pick(day: _Day, name: str, draft: Draft) -> None:
    """Whose turn it is picks something; now and then all who have not yet picked are too late."""
    if draft.setup.seconds and day.troubled(3):
        day.wait(draft.setup.seconds + draft.setup.grace + 1)
        for late in draft.waiting_for():
            day.do(drafting.expire(day.event, name, late), why="time is over")
        return
    seat = draft.picking()[0]
    player = day.event.player(draft.seats[seat].player)
    day.by(player, drafting.pick(day.event, name, player, day.luck.pick(draft.hand(seat)).id))


def _hand_in_drafted(day: _Day, player: Player, draft: Draft) -> None:
    handed_in = drafted_force(day.event, player, draft, day.luck)
    day.by(player, forces.hand_in(day.event, player, handed_in))
    day.do(forces.accept_force(day.event, player, "" if handed_in.legal else "The draft gave nothing better."))


# Between rounds


def _before_round(day: _Day, number: int) -> None:
    if not day.trouble or number == 1:
        return
    if number == 2:
        _come_late(day)
    for player in list(day.event.players.values()):
        if player.status == LEFT and day.luck.chance(40):
            day.do(people.come_back(day.event, player), why="feels better")
        elif player.here and len(day.here()) > FEWEST:
            _lose(day, player)


def _come_late(day: _Day) -> None:
    for player in list(day.event.players.values()):
        if player.status == REGISTERED and day.luck.chance(60):
            if player.force is None:
                _hand_in(day, player)
            _welcome(day, player)
    for _ in range(day.luck.below(3)):
        player = _add(day)
        _hand_in(day, player)
        _welcome(day, player)


def _lose(day: _Day, player: Player) -> None:
    if day.luck.chance(4):
        day.do(people.leave(day.event, player), why="has to catch a train")
    elif day.luck.chance(3):
        day.do(people.warn(day.event, player), why="slow play")
    elif day.luck.chance(1):
        day.do(people.disqualify(day.event, player), why="loaded dice")


# A round begins


def _begin_round(day: _Day, number: int) -> None:
    day.wait(600)
    # Who has forgotten the force plays all the same, and writes down points.
    day.do(rounds.pair_round(day.event, day.luck.seed(), without_forces=True))
    if day.troubled(15):
        day.do(rounds.pair_round(day.event, day.luck.seed(), without_forces=True), why="drawn again")
    round_ = day.event.round(number)
    if len(round_.matches) > 1:
        _change_by_hand(day, round_)
    day.do(rounds.publish(day.event, number))
    day.wait(300)
    if needs_command_units(day.event, day.event.round(number)):
        _seal_units(day, number)
    day.do(round_clocks.start_clock(day.event, number))
    if day.event.rules.hand is not None:
        _play_hands(day, number)


def _seal_units(day: _Day, number: int) -> None:
    """Most seal their command units here, and some write them on paper."""
    most = day.event.pack.force.concealed.most or 0
    for match in day.event.round(number).matches:
        for player in _players(day, match):
            must = sealing.must_command(day.event, player)[:most]
            others = [unit.name for unit in sealing.may_command(day.event, player) if unit.name not in must]
            units = [*must, *day.luck.some(others, most - len(must))]
            if len(units) == most and day.luck.chance(75):
                salt = f"{day.luck.seed():032x}"
                day.by(player, sealing.seal_units(day.event, player, units, salt, number))


def _change_by_hand(day: _Day, round_: Round) -> None:
    """A draft of pairings that the organiser does not leave as it is."""
    one, other = day.luck.some(round_.matches, 2)
    if day.troubled(15):
        change = round_changes.swap_players(day.event, round_.number, one.players[0], other.players[1])
        day.do(change.entry, why="they came in one car")
    elif day.troubled(10):
        wanted = one.players[0], other.players[0]
        change = round_changes.pin_pair(day.event, round_.number, *wanted)
        day.do(change.entry, why="asked for by both")
    elif day.troubled(10):
        entry = round_changes.move_table(day.event, round_.number, one.table, other.table)
        day.do(entry, why="needs a table near the door")


def _play_hands(day: _Day, number: int) -> None:
    for match in day.event.round(number).matches:
        for id_ in match.players:
            player = day.event.player(id_)
            left = [card["name"] for card in player.hand if card["name"] not in player.played.values()]
            if left:
                day.by(player, forces.play_card(day.event, player, number, day.luck.pick(left)))


# A round is played


def _play(day: _Day, number: int, share: int = 100) -> None:
    """The cards of a round come in, or those of so many tables in a hundred."""
    begun = day.hour
    minutes = day.event.rules.round_minutes(number)
    if day.troubled(30):
        _stop_the_clock(day, number)
    day.until(begun + timedelta(minutes=minutes * 3 // 4))
    tables = [match.table for match in day.event.round(number).matches]
    done = max(1, len(tables) * share // 100)
    for table in tables[:done]:
        _finish_match(day, number, table)
    if done < len(tables):
        _leave_open(day, number, tables[done:])
    else:
        day.until(begun + timedelta(minutes=minutes))
        day.do(round_clocks.end_clock(day.event, number))


def _leave_open(day: _Day, number: int, tables: Sequence[int]) -> None:
    """Of the tables that are not done yet, one has sent half of what is needed, and one disagrees."""
    for place, table in enumerate(tables[:2]):
        match = day.event.round(number).match_at(table)
        card = _card(day, number, match)
        one, other = _players(day, match)
        day.by(one, matches.send_card(day.event, one, card.as_data()))
        if place == 1:
            day.by(other, matches.send_card(day.event, other, _misread(day, number, match, card).as_data()))


def _stop_the_clock(day: _Day, number: int) -> None:
    day.wait(900)
    day.do(round_clocks.pause_clock(day.event, number), why="fire alarm")
    day.wait(420)
    day.do(round_clocks.resume_clock(day.event, number))
    day.do(round_clocks.extend_clock(day.event, number, 5), why="everybody was outside")


def _finish_match(day: _Day, number: int, table: int) -> None:
    match = day.event.round(number).match_at(table)
    _reveal_units(day, number, match)
    if day.troubled(10):
        _give_up(day, number, match)
    elif day.troubled(14):
        _disagree(day, number, match)
    else:
        _agree(day, number, match)


def _reveal_units(day: _Day, number: int, match: Match) -> None:
    sealed = day.event.round(number).sealed
    for player in _players(day, match):
        if player.id in sealed and day.luck.chance(80):
            day.by(player, sealing.reveal_units(day.event, player, number))


def _agree(day: _Day, number: int, match: Match) -> None:
    """Both send the same card, or one confirms the other's, or the organiser types in what is on paper."""
    card = _card(day, number, match)
    one, other = _players(day, match)
    if day.luck.chance(8):
        day.do(matches.decide_card(day.event, number, match.table, card.as_data()), why="from paper")
        return
    if day.troubled(5):
        slip = _misread(day, number, match, card)
        day.by(one, matches.send_card(day.event, one, slip.as_data()))
    day.by(one, matches.send_card(day.event, one, card.as_data()))
    if day.troubled(6):
        day.do(matches.decide_card(day.event, number, match.table, card.as_data()), why="the other has gone to lunch")
    elif day.luck.chance(60):
        day.by(other, matches.confirm_card(day.event, other))
    else:
        day.by(other, matches.send_card(day.event, other, card.as_data()))


def _disagree(day: _Day, number: int, match: Match) -> None:
    card = _card(day, number, match)
    other_card = _misread(day, number, match, card)
    one, other = _players(day, match)
    day.by(one, matches.send_card(day.event, one, card.as_data()))
    day.by(other, matches.send_card(day.event, other, other_card.as_data()))
    if match.disputed:
        right = day.luck.pick((card, other_card))
        day.do(matches.decide_card(day.event, number, match.table, right.as_data()), why="looked at the table")


def _give_up(day: _Day, number: int, match: Match) -> None:
    """A match that is not played to its end, or not at all."""
    player = day.luck.pick(_players(day, match))
    if day.luck.chance(40):
        card = _card(day, number, match)
        day.by(player, matches.concede(day.event, player, card.as_data()))
    elif day.luck.chance(50):
        day.by(player, matches.concede(day.event, player))
    else:
        day.do(matches.mark_absent(day.event, player), why="nobody at the table")
    if player.here and len(day.here()) > FEWEST and day.luck.chance(40):
        day.do(people.leave(day.event, player), why="has gone home")


def _card(day: _Day, number: int, match: Match) -> Card:
    return plausible_card(_meeting(day, number, match), day.luck)


def _misread(day: _Day, number: int, match: Match, card: Card) -> Card:
    return misread_card(_meeting(day, number, match), card, day.luck)


def _meeting(day: _Day, number: int, match: Match) -> Meeting:
    event = day.event
    first, second = (day.strengths[id_] for id_ in match.players)
    round_ = event.round(number)
    known = matches.known_at_desk(event, round_, match)
    return Meeting(event.pack, event.scenario_of(round_), match.rosters, (first, second), known)


def _players(day: _Day, match: Match) -> tuple[Player, Player]:
    first, second = (day.event.player(id_) for id_ in match.players)
    return first, second


# After a round


def _after_round(day: _Day, number: int) -> None:
    if day.troubled(35):
        _correct(day, day.event.round(1 + day.luck.below(number)))
    if day.troubled(20):
        _undo_and_redo(day)


def _correct(day: _Day, round_: Round) -> None:
    """Somebody has found an old card that was wrong."""
    match = day.luck.pick(round_.matches)
    if day.luck.chance(20):
        loser = day.luck.pick(_players(day, match))
        day.do(matches.concede(day.event, loser, None, round_.number, correcting=True), why="it was a concession")
    else:
        card = _card(day, round_.number, match)
        day.do(matches.decide_card(day.event, round_.number, match.table, card.as_data()), why="the card was wrong")


def _undo_and_redo(day: _Day) -> None:
    """The last card is taken back; mostly it was right after all, else the players send another."""
    last = next(entry for entry in reversed(live(day.ledger.entries)) if entry.kind.startswith(("card.", "match.")))
    undone = day.do(day.ledger.undo(last.seq), why="wrong button")
    if day.luck.chance(70):
        day.do(day.ledger.undo(undone.seq), why="it was right")
        return
    number = last.data["round"]
    match = day.event.round(number).match_at(last.data["table"])
    if not match.settled:
        one, other = _players(day, match)
        card = _card(day, number, match).as_data()
        day.by(one, matches.send_card(day.event, one, card, number))
        day.by(other, matches.confirm_card(day.event, other, number))


# Prizes


def _honours(day: _Day) -> None:
    for rule in day.event.rules.award:
        choices = [one for one in day.event.players.values() if one.status != DISQUALIFIED]
        choices = [one for one in choices if one.painted or not rule.painted]
        if rule.by == "vote":
            for voter in day.here():
                others = [one for one in choices if one is not voter]
                if others and day.luck.chance(80):
                    day.by(voter, prizes.vote(day.event, voter, rule.name, day.luck.pick(others)))
        elif rule.by == "organiser" and choices:
            day.do(prizes.give(day.event, rule.name, day.luck.pick(choices)))
    day.do(prizes.finish(day.event))
