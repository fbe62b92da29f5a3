"""A battle that people play, as it stands: its record, fought as far as it goes, and what each may see of it.

Whoever uses it holds its lock. It writes nothing: it says what is to be written, and takes in what was.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from musterhall.battle.battle import LogLine
from musterhall.battle.decisions import Answer, Decision, Fault, Illegal
from musterhall.board import Replay
from musterhall.events.entries import Entry, NewEntry
from musterhall.game.battles import Film, Outcome
from musterhall.games import battles_of, game_named
from musterhall.playing import record as records
from musterhall.playing.fighting import Fight, OlderRules, answers_taken, fight_of
from musterhall.playing.record import BotReplaced, Ended, OfPlayer, Rematch, RulesAgreed, Said, SeatTaken, TakenBack
from musterhall.playing.undo import Undo, Witness, needs_agreement, new_seed, undo_of
from musterhall.problems import BadInput

ONLOOKER = -1
"""Who sits at neither side, and sees what both may see."""
LONGEST_WORDS = 160
OVER = "This battle is over; ask for a rematch to go on."
NOT_ASKED = "Nothing is asked of you now; wait for the others."


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an answer would be taken, and in which words; or why not, and by which section."""

    legal: bool
    words: str
    section: str = ""
    faults: Sequence[Fault] = ()
    """The pieces on which it fails, where it can be told."""

    def as_data(self) -> dict[str, Any]:
        faults = [fault.as_data() for fault in self.faults]
        return {"legal": self.legal, "words": self.words, "section": self.section, "faults": faults}


class Sitting:
    """Built from a journal's entries; `take_in` what was written since."""

    def __init__(self, name: str, entries: list[Entry]) -> None:
        self.name = name
        self.record = records.opened(entries[0])
        self.marks: dict[str, Answer] = {}
        """The senders' marks on what was written, and the answer that each stands for."""
        for entry in entries[1:]:
            self._apply(entry)
        self._films: dict[int, Film] = {}
        self.fight: Fight | None = None
        """None where the rules have changed since; such a battle waits for its players to agree."""
        self._fight_again()

    # What is written, and what was

    def take_in(self, entries: list[Entry]) -> None:
        """Follow the journal; the battle goes along."""
        names = self._names
        for entry in entries:
            self._apply(entry)
        if names != self._names:
            self._films = {}  # a film says who plays
        if self.fight is None:
            self._fight_again()
        else:
            record = self.record
            self.fight.catch_up(record.answers, record.new_dice, record.remarks, self._empty_films)

    def answered(
        self, player: int, answer: Answer, *, why: str = "", by: str = "", left: float | None = None
    ) -> list[NewEntry]:
        """Give an answer. The battle goes on at once: whoever cannot write it down drops this sitting."""
        fight, decision = self._going_on(), self._question(player)
        answer = json.loads(json.dumps(answer))  # as the journal gives it back
        decision.check(answer)
        words = _retold(decision, answer)
        person = player in self.record.people and not by
        witness = Witness(fight.battle, player) if person else None
        said = Said(
            player=player,
            answer=answer,
            why=why,
            by=by,
            kind=decision.kind,
            words=words,
            left=left,
            turn=None if left is None else self.turn,
            secret=decision.secret,
        )
        if by:
            told = self.record.remarks.get(len(self.record.answers), [])
            fight.remark([*told, self.record.stood_in(player, by)])
        fight.hear(said)
        if witness is not None and witness.is_final(fight.battle, answer):
            said = said.model_copy(update={"final": True})
        fight.note(said)
        new = [records.new(records.ANSWERED, said)]
        if fight.battle.over:
            end = self.outcome()
            ended = Ended(by="rules", figures=end.figures, sentence=end.sentence, winner=end.winner)
            new.append(records.new(records.ENDED, ended))
        return new

    def taken_back(self, player: int, *, agreed: bool = False) -> list[NewEntry]:
        """What taking back writes: it happens, or the other is asked first."""
        undo = undo_of(self.record, player)
        self._going_on()
        if undo is None:
            raise BadInput("There is nothing of yours to take back.")
        if needs_agreement(self.record, player, undo) and not agreed:
            asked = self.record.asks_undo == player
            return [] if asked else [records.new(records.UNDO_ASKED, OfPlayer(player=player))]
        seed = None if undo.free else new_seed(self.record)
        return [records.new(records.TAKEN_BACK, TakenBack(player=player, answers=undo.answers, seed=seed))]

    def undo_answered(self, player: int, *, yes: bool) -> list[NewEntry]:
        """What the other says to somebody who asked to take something back."""
        if self.record.asks_undo != 1 - player:
            raise BadInput("Nobody asks you to take anything back.")
        if yes:
            return self.taken_back(1 - player, agreed=True)
        return [records.new(records.UNDO_REFUSED, OfPlayer(player=player))]

    def resigned(self, player: int) -> list[NewEntry]:
        self._going_on()
        sentence = f"{self.record.named(player)} resigned."
        return [records.new(records.ENDED, Ended(by="resigned", player=player, sentence=sentence, winner=1 - player))]

    def draw(self, player: int, *, yes: bool = True) -> list[NewEntry]:
        """Offer a draw, or answer the other's offer. A bot takes one that is no worse than how it stands."""
        self._going_on()
        offered = self.record.offers_draw == 1 - player
        if not yes:
            if not offered:
                raise BadInput("Nobody offers you a draw.")
            return [records.new(records.DRAW_REFUSED, OfPlayer(player=player))]
        offer = records.new(records.DRAW_OFFERED, OfPlayer(player=player))
        end = records.new(records.ENDED, Ended(by="agreed", sentence="Both agreed on a draw."))
        if offered:
            return [end]
        if 1 - player not in self.record.bots:
            return [] if self.record.offers_draw == player else [offer]
        bots_view = self._fought().battle.view(1 - player)  # what the player conceals is not the bot's to know
        if self._fought().battles.outcome(bots_view).winner == 1 - player:
            return [offer, records.new(records.DRAW_REFUSED, OfPlayer(player=1 - player))]
        return [offer, end]

    def seated(self, player: int, name: str, account: str = "") -> list[NewEntry]:
        if self.record.over:
            raise BadInput(OVER)
        seat = self.record.seats[player]
        if seat.name == name and seat.account == account:
            return []
        return [records.new(records.SEAT_TAKEN, SeatTaken(player=player, name=name, account=account))]

    def bot_replaced(self, player: int, name: str, why: str) -> list[NewEntry]:
        return [records.new(records.BOT_REPLACED, BotReplaced(player=player, name=name, why=why))]

    def rules_agreed(self, player: int) -> list[NewEntry]:
        """A player agrees to newer rules. When both have, what these no longer allow is taken back."""
        if self.fight is not None or self.record.over:
            raise BadInput("This battle goes on by the rules as they are; there is nothing to agree to.")
        version, taken = answers_taken(self.name, self.record)
        agreed = [records.new(records.RULES_AGREED, RulesAgreed(player=player, rules=version))]
        if self.record.agreed | {player} >= set(self.record.people) and taken < len(self.record.answers):
            agreed.append(records.new(records.TAKEN_BACK, TakenBack(player=player, answers=taken)))
        return agreed

    def rematch_begun(self, battle: str) -> list[NewEntry]:
        return [records.new(records.REMATCH, Rematch(battle=battle))]

    @property
    def follows_its_record(self) -> bool:
        """Whether the battle has heard what was written down and nothing else."""
        return self.fight is None or len(self.fight.battle.answers) == len(self.record.answers)

    # What is asked

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Every open question; none once it is over, or while it waits for its players to agree to newer rules."""
        return () if self.fight is None or self.record.over else self.fight.battle.decisions

    def asked(self, player: int) -> Decision | None:
        return next((decision for decision in self.decisions if decision.player == player), None)

    def check(self, player: int, answer: Answer) -> Verdict:
        """Judge an answer without giving it."""
        decision = self._question(player)
        try:
            decision.check(answer)
            return Verdict(True, decision.in_words(answer))
        except Illegal as refusal:
            return _refused(refusal, decision.faults(answer))

    def undo(self, player: int) -> Undo | None:
        return undo_of(self.record, player)

    def bots_asked(self) -> dict[int, str]:
        """The bots that are to answer now, by their side."""
        bots = self.record.bots
        return {one.player: bots[one.player] for one in self.decisions if one.player in bots}

    @property
    def stand_in(self) -> str:
        return battles_of(game_named(self.record.begun.game)).stand_in

    @property
    def turn(self) -> int:
        """How many turns are over."""
        return 0 if self.fight is None else self.fight.battles.progress(self.fight.battle.position).turns

    @property
    def where(self) -> str:
        """Where it stands, as everybody may know: turn 3, combat phase."""
        fight = self.fight
        return "" if fight is None else fight.battles.place(self._seen(fight.battle.position, ONLOOKER))

    def outcome(self) -> Outcome:
        fight = self._fought()
        return fight.battles.outcome(fight.battle.position)

    # What is seen

    def replay(self, viewer: int) -> Replay:
        """The battle so far as one of the players, or an onlooker, may see it. Once it is over all is shown."""
        fight = self._fought()
        if viewer not in self._films:
            self._films[viewer] = self._film_of(fight, viewer)
        return self._films[viewer].replay(self._seen(fight.battle.position, viewer))

    def glance(self) -> Replay:
        """How it stands, as an onlooker may see it, without what led there."""
        fight = self._fought()
        return self._new_film(fight).replay(self._seen(fight.battle.position, ONLOOKER))

    def _film_of(self, fight: Fight, viewer: int) -> Film:
        """A film of all that was, for somebody who has just come to look."""
        film = self._new_film(fight)
        Fight(
            self.name, self.record.begun, lambda line, position: film.watch(line, self._seen(position, viewer))
        ).catch_up(self.record.answers, self.record.new_dice, self.record.remarks)
        return film

    def _new_film(self, fight: Fight) -> Film:
        return fight.battles.film(fight.setup, 0, self._names)

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(seat.name or "nobody yet" for seat in self.record.seats)

    def _watch(self, line: LogLine, position: Any) -> None:
        for viewer, film in self._films.items():
            film.watch(line, self._seen(position, viewer))

    def _seen(self, position: Any, viewer: int) -> Any:
        if self.record.over:
            return position
        return position.seen_by(0).seen_by(1) if viewer == ONLOOKER else position.seen_by(viewer)

    def kept_words(self, sides: tuple[int, ...]) -> list[str]:
        """What was answered, in the words that were kept: all that is left of a battle that cannot be fought again."""
        return [
            f"{self.record.named(said.player)}: {said.words}"
            for said in self.record.answers
            if said.words and (self.record.over or not said.secret or said.player in sides)
        ]

    # Helpers

    def _apply(self, entry: Entry) -> None:
        self.record.apply(entry)
        if entry.key:
            self.marks[entry.key] = entry.data.get("answer")

    def _fight_again(self) -> None:
        try:
            self.fight = fight_of(self.name, self.record, self._watch)
        except OlderRules:
            self.fight = None

    def _empty_films(self) -> None:
        """What was seen is told anew, in the same pictures, while the battle is fought again."""
        self._films = {viewer: self._new_film(self._fought()) for viewer in self._films}

    def _fought(self) -> Fight:
        if self.fight is None:
            raise OlderRules("This battle was begun under other rules; it goes on when both players agree to these.")
        return self.fight

    def _question(self, player: int) -> Decision:
        """What a player is asked, where anything is."""
        self._going_on()
        decision = self.asked(player)
        if decision is None:
            raise BadInput(NOT_ASKED)
        return decision

    def _going_on(self) -> Fight:
        if self.record.over:
            raise BadInput(OVER)
        return self._fought()


def _refused(refusal: Illegal, faults: Sequence[Fault]) -> Verdict:
    """Who stands in the way and why; of several with reasons of their own the first, and how many more there are."""
    others = len({fault.reason for fault in faults} - {refusal.reason})
    more = f". {others} more cannot either" if others > 1 else ". One more cannot either" if others else ""
    return Verdict(False, refusal.reason + more, refusal.section, faults)


def _retold(decision: Decision, answer: Answer) -> str:
    """An answer in words that still mean something when its question is gone: a bare yes does not."""
    words = decision.in_words(answer)
    return (words if " " in words else f"{words} ({decision.question()})")[:LONGEST_WORDS]
