"""A played battle as the journal that every battle has: a file that is fought again and watched anywhere."""

from __future__ import annotations

import io

from musterhall.battle.battle import THOUGHT
from musterhall.battle.journal import JournalWriter
from musterhall.dice import Dice
from musterhall.game.saving import header_of
from musterhall.playing.fighting import Fight
from musterhall.playing.sitting import Sitting
from musterhall.problems import BadInput


def journal_text(sitting: Sitting) -> str:
    """The journal of a battle that is over; one that was given up breaks off where that was."""
    record = sitting.record
    if not record.over:
        raise BadInput("The battle is not over; its journal, which tells everything, comes after it.")
    if sitting.fight is None:
        raise BadInput("This battle was fought by older rules; it can be read here, and not fought again.")
    fight = Fight(sitting.name, record.begun)
    battles, battle = fight.battles, fight.battle
    names = tuple(seat.name for seat in record.seats)
    stream = io.StringIO()
    writer = JournalWriter(stream, header_of(fight.game, battles, fight.setup, record.begun.seed, names), battles.place)
    writer.follow(battle)
    for number, said in enumerate(record.answers):
        if (seed := record.new_dice.get(number)) is not None:
            battle.dice = Dice(seed)
            writer.change_dice(seed)
        why = "; ".join(filter(None, (record.stood_in(said.player, said.by) if said.by else "", said.why)))
        if why:
            battle.tell(THOUGHT, why, battle.asked(said.player).section, player=said.player)
        battle.answer(said.answer, said.player)
        writer.follow(battle)
    if battle.over:
        writer.finish(battle, battles.outcome(battle.position).figures)
    return stream.getvalue()
