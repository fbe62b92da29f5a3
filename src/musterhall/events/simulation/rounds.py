"""Before the matches of a round: who comes late or leaves, pairings, seals and hands."""

from __future__ import annotations

from musterhall.events import forces, round_changes, round_clocks, rounds, sealing
from musterhall.events import players as people
from musterhall.events.event import LEFT, REGISTERED, Player, Round
from musterhall.events.simulation.arrivals import add_one, hand_in_force, welcome
from musterhall.events.simulation.day import FEWEST, SimulatedDay
from musterhall.events.simulation.matches import both_players
from musterhall.events.views import needs_command_units


def before_round(day: SimulatedDay, number: int) -> None:
    if not day.trouble or number == 1:
        return
    if number == 2:
        _come_late(day)
    for player in list(day.event.players.values()):
        if player.status == LEFT and day.luck.chance(40):
            day.do(people.come_back(day.event, player), why="feels better")
        elif player.here and len(day.here()) > FEWEST:
            _say_goodbye(day, player)


def _come_late(day: SimulatedDay) -> None:
    for player in list(day.event.players.values()):
        if player.status == REGISTERED and day.luck.chance(60):
            if player.force is None:
                hand_in_force(day, player)
            welcome(day, player)
    for _ in range(day.luck.below(3)):
        player = add_one(day)
        hand_in_force(day, player)
        welcome(day, player)


def _say_goodbye(day: SimulatedDay, player: Player) -> None:
    if day.luck.chance(4):
        day.do(people.leave(day.event, player), why="has to catch a train")
    elif day.luck.chance(3):
        day.do(people.warn(day.event, player), why="slow play")
    elif day.luck.chance(1):
        day.do(people.disqualify(day.event, player), why="loaded dice")


def begin_round(day: SimulatedDay, number: int) -> None:
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


def _seal_units(day: SimulatedDay, number: int) -> None:
    """Most seal their command units here, and some write them on paper."""
    most = sealing.secret_choice(day.event.pack).number or 0
    for match in day.event.round(number).matches:
        for player in both_players(day, match):
            must = sealing.must_command(day.event, player)[:most]
            others = [unit.name for unit in sealing.may_command(day.event, player) if unit.name not in must]
            units = [*must, *day.luck.some(others, most - len(must))]
            if len(units) == most and day.luck.chance(75):
                salt = f"{day.luck.seed():032x}"
                day.by(player, sealing.seal_units(day.event, player, units, salt, number))


def _change_by_hand(day: SimulatedDay, round_: Round) -> None:
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


def _play_hands(day: SimulatedDay, number: int) -> None:
    for match in day.event.round(number).matches:
        for id_ in match.players:
            player = day.event.player(id_)
            left = [card["name"] for card in player.hand if card["name"] not in player.played.values()]
            if left:
                day.by(player, forces.play_card(day.event, player, number, day.luck.pick(left)))
