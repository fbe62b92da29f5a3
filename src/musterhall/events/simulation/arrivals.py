"""Before the first round: players register, hand in forces, check in and draft."""

from __future__ import annotations

from musterhall.events import drafting, forces, notes, scenarios
from musterhall.events import players as people
from musterhall.events.drafts import Draft, openings
from musterhall.events.event import Player
from musterhall.events.simulation.day import FEWEST, SimulatedDay
from musterhall.events.simulation.invented import TEAMS, hand_cards, player_name
from musterhall.events.simulation.invented_forces import brought, drafted_force
from musterhall.packs.event_rules import DraftRules


def register(day: SimulatedDay, number: int) -> None:
    day.first_name = day.luck.below(10_000)
    day.by_draft = day.event.rules.draft is not None and day.luck.chance(70)
    everyone = [add_one(day) for _ in range(number)]
    for player in everyone if not day.by_draft else ():
        hand_in_force(day, player)
    if day.trouble and number >= 2 * FEWEST:
        one, other = day.luck.some(everyone, 2)
        day.do(people.keep_apart(day.event, (one, other)), why="siblings")
    day.do(notes.add_note(day.event, "All players and figures of this event are invented."))


def add_one(day: SimulatedDay) -> Player:
    name = player_name(day.names, day.first_name)
    day.names += 1
    team = day.luck.pick(TEAMS) if day.luck.chance(15) else ""
    entry = day.do(people.add_player(day.event, name, team))
    player = day.event.player(entry.data["player"])
    day.strengths[player.id] = 60 + day.luck.below(80)
    return player


def hand_in_force(day: SimulatedDay, player: Player) -> None:
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


def check_in(day: SimulatedDay) -> None:
    for player in list(day.event.players.values()):
        if day.troubled(3) and len(day.event.players) > 2 * FEWEST:
            continue  # did not come, or comes for the second round
        welcome(day, player)
    if day.by_draft and day.event.rules.draft is not None:
        _draft(day, day.event.rules.draft)
    day.do(scenarios.draw_scenarios(day.event, day.luck.seed()))


def welcome(day: SimulatedDay, player: Player) -> None:
    day.do(people.check_in(day.event, player))
    if day.luck.chance(50):
        day.do(people.change_player(day.event, player, painted=True))
    if day.event.rules.hand is not None:
        day.by(player, forces.hand_in_cards(day.event, player, hand_cards(day.event.planned, day.luck)))


def _draft(day: SimulatedDay, rules: DraftRules) -> None:
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


def _pick(day: SimulatedDay, name: str, draft: Draft) -> None:
    """Whose turn it is picks something; now and then all who have not yet picked are too late."""
    if draft.setup.seconds and day.troubled(3):
        day.wait(draft.setup.seconds + draft.setup.grace + 1)
        for late in draft.waiting_for():
            day.do(drafting.expire(day.event, name, late), why="time is over")
        return
    seat = draft.picking()[0]
    player = day.event.player(draft.seats[seat].player)
    day.by(player, drafting.pick(day.event, name, player, day.luck.pick(draft.hand(seat)).id))


def _hand_in_drafted(day: SimulatedDay, player: Player, draft: Draft) -> None:
    handed_in = drafted_force(day.event, player, draft, day.luck)
    day.by(player, forces.hand_in(day.event, player, handed_in))
    day.do(forces.accept_force(day.event, player, "" if handed_in.legal else "The draft gave nothing better."))
