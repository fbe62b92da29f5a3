"""A room with a battle in it, whose bots think in this process and at once."""

from __future__ import annotations

from collections.abc import Callable

from musterhall.battle.decisions import Answer
from musterhall.game.duel import Matchup
from musterhall.games import game_named
from musterhall.playing.record import BOT, ClockTerms, Seat
from musterhall.playing.room import Room
from musterhall.playing.sitting import Sitting
from musterhall.playing.thinking import Mind, NoAnswer, Question, Thinkers, Thought
from musterhall.store.journals import Store

GAMES = ("the_game", "alpha_strike", "age_of_destruction")
ANN, BEN = Seat(name="Ann"), Seat(name="Ben")
DRILL = Seat(by=BOT, name="drill")


class AtOnce(Thinkers):
    """Bots that are asked when somebody says so, so that no test waits for another thread."""

    def __init__(self) -> None:
        self.mind = Mind()
        self.waiting: list[tuple[Question, Callable[[Thought | NoAnswer], None]]] = []

    def ask(self, question: Question, then: Callable[[Thought | NoAnswer], None]) -> None:
        self.waiting.append((question, then))

    def think(self) -> int:
        """Let everybody who was asked answer, and whoever is asked after that; how many answered."""
        thought = 0
        while self.waiting:
            question, then = self.waiting.pop(0)
            then(self.mind.answer(question))
            thought += 1
        return thought

    def close(self) -> None:
        pass


class Played:
    """One battle in a room of its own."""

    def __init__(
        self,
        store: Store,
        seats: tuple[Seat, Seat] = (ANN, DRILL),
        game: str = "the_game",
        clock: ClockTerms | None = None,
        seed: int = 7,
    ) -> None:
        self.thinkers = AtOnce()
        self.told: list[str] = []
        self.room = Room(store, self.thinkers, self.told.append)
        found = game_named(game)
        assert found.battles is not None
        red, blue = map(found.forces.shipped_force, found.battles.small_forces)
        variants = found.variants.chosen({}) if found.variants is not None else None
        setup = Matchup(found, red, blue, variants).setup(seed)
        self.name = self.room.begin(game, setup, "A battle", seats, clock=clock)

    @property
    def sitting(self) -> Sitting:
        return self.room.look(self.name)

    def answer_as_drill(self, player: int) -> bool:
        """Give the answer that drill would give; whether there was a question."""
        sitting = self.sitting
        if sitting.asked(player) is None or sitting.fight is None:
            return False
        self.room.answer(self.name, player, self.drills_answer(player))
        return True

    def drills_answer(self, player: int) -> Answer:
        record = self.sitting.record
        question = Question(self.name, record.begun, tuple(record.answers), record.new_dice, player, "drill")
        return self.thinkers.mind.answer(question).answer

    def play_on(self, answers: int) -> None:
        """Until so many answers were given, or the battle is over."""
        while len(self.sitting.record.answers) < answers and not self.sitting.record.over:
            if not any(self.answer_as_drill(player) for player in self.sitting.record.people):
                assert self.thinkers.think(), "nobody is asked, and nobody thinks"
