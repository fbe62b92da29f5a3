"""A battle as it is wanted, made into one that can be fought; what cannot be is told in a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from musterhall.game.battles import Battles, Setup, require_agent, require_setup
from musterhall.game.bounds import require_small
from musterhall.game.game import Game
from musterhall.games import battles_of, game_named, gestures_of
from musterhall.playing.record import PERSON, ClockTerms, Seat
from musterhall.playing.room import Room
from musterhall.problems import BadInput
from musterhall.table import Table
from musterhall.web.playing.forms import NewBattle, SeatWanted


@dataclass(frozen=True, slots=True)
class Wanted:
    """Ready to begin."""

    game: Game
    setup: Setup
    title: str
    seats: tuple[Seat, Seat]
    clock: ClockTerms | None
    watched: bool = False
    lesson: str = ""

    def of_account(self, account: str, sides: Iterable[int]) -> Wanted:
        """The same, with seats that belong to an account."""
        mine = set(sides)
        red, blue = (
            seat.model_copy(update={"account": account}) if side in mine else seat
            for side, seat in enumerate(self.seats)
        )
        return replace(self, seats=(red, blue))

    def begin(self, room: Room, who: str) -> str:
        """Begin it; its name."""
        return room.begin(
            self.game.name,
            self.setup,
            self.title,
            self.seats,
            clock=self.clock,
            who=who,
            watched=self.watched,
            host=self.host,
            lesson=self.lesson,
        )

    @property
    def host(self) -> int:
        """The side of whoever begins it: the first person who has a name, or the first at all."""
        people = [side for side, seat in enumerate(self.seats) if seat.by == PERSON]
        return next((side for side in people if self.seats[side].name), people[0] if people else 0)


def wanted(form: NewBattle, table_seed: int) -> Wanted:
    """What the form asks for; `table_seed` is for a table by chance where none is named."""
    game = game_named(form.game)
    battles = battles_of(game)
    if form.one_screen and any(seat.by != PERSON for seat in form.seats):
        raise BadInput("one_screen: is for two people who share a screen; leave it out against a bot.")
    if any(seat.by == PERSON for seat in form.seats):
        gestures_of(game)
    if form.lesson:
        return _lesson(game, battles, form)
    info = require_setup(form.setup, battles.setups)
    usual = info.forces if info is not None else battles.small_forces
    red, blue = (_force(game, battles, text or name) for text, name in zip((form.red, form.blue), usual, strict=True))
    variants = game.variants.chosen({}) if game.variants is not None else None
    table = _table(game, form, table_seed)
    setup = battles.setup_named(form.setup, red, blue, table, variants)
    require_small(battles.bounds(setup), "the battle", "bring smaller forces")
    red_seat, blue_seat = (_seat(battles, one) for one in form.seats)
    clock = None if form.clock is None else ClockTerms(seconds=form.clock.seconds, each=form.clock.each)
    return Wanted(game, setup, f"{red.name} against {blue.name}", (red_seat, blue_seat), clock, form.watched)


def readable_name(text: str) -> str:
    """A person's name as others read it; what a screen obeys, or cannot show, is refused."""
    name = text.strip()
    if not name.isprintable():
        raise BadInput("name: has characters that cannot be shown, such as a line break; leave them out.")
    return name


def _lesson(game: Game, battles: Battles, form: NewBattle) -> Wanted:
    """A first battle against a bot, with forces and a table of its own."""
    lesson = battles.lesson
    if lesson is None:
        raise BadInput(f"lesson: {game.words.title} has none yet; begin an ordinary battle.")
    red, blue = game.forces.read(lesson.red, "the lesson"), game.forces.read(lesson.blue, "the lesson")
    variants = game.variants.chosen({}) if game.variants is not None else None
    table = game.tables.shipped(lesson.table) if game.tables is not None else None
    setup = battles.setup(red, blue, table, variants)
    pupil = next((readable_name(seat.name) for seat in form.seats if seat.by == PERSON), "")
    seats = (Seat(name=pupil or "You"), Seat(by="bot", name=battles.stand_in))
    return Wanted(game, setup, lesson.title, seats, None, lesson=lesson.title)


def _force(game: Game, battles: Battles, text: str) -> Any:
    force = _force_read(game, text)
    problems = battles.cannot_fight(force)
    if problems:
        raise BadInput(str(problems[0]))
    return force


def _force_read(game: Game, text: str) -> Any:
    if text in game.forces.shipped():
        return game.forces.shipped_force(text)
    if "=" not in text:
        known = ", ".join(game.forces.shipped())
        raise BadInput(f"force {text!r:.60}: is not among those that come with the game; take one of {known}.")
    return game.forces.read(text, "the force")


def _table(game: Game, form: NewBattle, seed: int) -> Table | None:
    tables = game.tables
    if tables is None:
        return None
    if not form.table:
        return tables.of_setup(form.setup, seed if form.table_seed is None else form.table_seed)
    if form.table not in tables.names():
        raise BadInput(f"table {form.table!r:.60}: there is none; take one of {', '.join(tables.names())}.")
    return tables.shipped(form.table)


def _seat(battles: Battles, seat: SeatWanted) -> Seat:
    if seat.by == "person":
        return Seat(by="person", name=readable_name(seat.name))
    name = seat.name or battles.agents[0].name
    require_agent(name, battles.agents)
    return Seat(by="bot", name=name)
