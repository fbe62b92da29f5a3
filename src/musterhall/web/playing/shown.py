"""What is sent of a battle to one who sits there, or looks on: nothing that they may not know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import Any
from urllib.parse import quote

from musterhall.battle.decisions import Decision
from musterhall.board import Replay
from musterhall.game.gestures.gesture import Gesture
from musterhall.game.teaching import Words
from musterhall.games import game_named
from musterhall.playing.sitting import Sitting
from musterhall.playing.terminal.text_board import TextBoard
from musterhall.playing.thinking import Thought
from musterhall.store.steady import CLOCK
from musterhall.web.playing.seats import Sitter


@dataclass(frozen=True, slots=True)
class Looked:
    """A battle, who looks at it, and what the house knows beside it."""

    sitting: Sitting
    sitter: Sitter
    left: Mapping[int, float] = field(default_factory=dict)
    links: Mapping[str, str] = field(default_factory=dict)


def whole_view(looked: Looked) -> dict[str, Any]:
    """The board, all that was told so far, and how it stands."""
    sitting = looked.sitting
    if sitting.fight is None:
        kept = sitting.kept_words(looked.sitter.looking)
        return {"replay": None, "lies": 0, "kept": kept, "winning": [], **state(looked)}
    told = sitting.replay(looked.sitter.viewer)
    replay = told.as_data()
    replay["seed"] = sitting.record.begun.seed if sitting.record.over else 0
    return {"replay": replay, "lies": _lies(told), "winning": _winning(sitting), **state(looked)}


def news(looked: Looked, after: int) -> dict[str, Any]:
    """What came after so many frames. The last of them comes again: what happened since may belong to it."""
    if looked.sitting.fight is None:
        return {"begin": 0, "frames": [], "lies": 0, **state(looked)}
    replay = looked.sitting.replay(looked.sitter.viewer)
    frames = replay.frames
    begin = max(0, min(after, len(frames)) - 1)
    return {
        "begin": begin,
        "frames": [frame.as_data() for frame in frames[begin:]],
        "lies": _lies(replay),
        **state(looked),
    }


def log_lines(looked: Looked) -> list[dict[str, Any]]:
    """Every line that may be read."""
    sitting = looked.sitting
    if sitting.fight is None:
        kept = sitting.kept_words(looked.sitter.looking)
        return [{"turn": 0, "text": text, "section": "", "detail": []} for text in kept]
    frames = sitting.replay(looked.sitter.viewer).frames
    return [{"turn": one.turn, "text": one.text, "section": one.section, "detail": one.detail} for one in frames]


def text_view(looked: Looked, *, colours: bool, columns: int) -> dict[str, Any]:
    """The board in letters."""
    board = TextBoard(looked.sitting.replay(looked.sitter.viewer), columns)
    return {"game": looked.sitting.record.begun.game, **board.as_data(colours=colours)}


def state(looked: Looked) -> dict[str, Any]:
    """Everything beside the board: whose turn it is, what is asked, what can be taken back, and how it ended."""
    sitting, sitter = looked.sitting, looked.sitter
    record = sitting.record
    asked = [decision for decision in sitting.decisions if decision.player in sitter.looking]
    undos = {str(side): undo.as_data() for side in sitter.sides if (undo := sitting.undo(side)) is not None}
    return {
        "battle": sitting.name,
        "version": record.last,
        "times_back": record.times_back,
        "sides": list(sitter.sides),
        "hosts": sitter.plays(record.begun.host),
        "seats": [{"by": seat.by, "name": seat.name, "taken": seat.taken} for seat in record.seats],
        "waits_for": sorted({decision.player for decision in sitting.decisions}),
        "answers": len(record.answers),
        "where": sitting.where,
        "asked": [asked_of(sitting, decision) for decision in asked],
        "undo": undos,
        "asks_undo": record.asks_undo,
        "offers_draw": record.offers_draw,
        "clock": None if record.begun.clock is None else record.begun.clock.model_dump(),
        "left": {str(side): round(seconds, 1) for side, seconds in looked.left.items()},
        "now": CLOCK.seconds(),
        "links": dict(looked.links),
        "older_rules": sitting.fight is None,
        "agreed": sorted(record.agreed),
        "match": _match(record.begun.match),
        "rematch": record.rematch or None,
        "lesson": lesson_of(sitting, asked[0]) if asked else None,
        "over": _end(sitting) if record.over else None,
    }


def asked_of(sitting: Sitting, decision: Decision) -> dict[str, Any]:
    """The question, and how it is answered on the board."""
    data = {
        "kind": decision.kind,
        "section": decision.section,
        "rule": rule_of(sitting.record.begun.game, decision.section),
        "player": decision.player,
        "question": decision.question(),
        "secret": decision.secret,
    }
    return data | gesture_of(sitting, decision).as_data()


def asked_as_data(decision: Decision, some: int) -> dict[str, Any]:
    """The question for a program, with `some` legal answers where not all of them can be counted."""
    data = decision.as_data(aid=True)
    if some and "schema" in data:
        legal = islice(decision.options(), some)
        data["some"] = [{"answer": one, "text": decision.in_words(one)} for one in legal]
    return data


def lesson_of(sitting: Sitting, decision: Decision) -> dict[str, Any] | None:
    """What is said about a decision in a battle that teaches: all of it the first time, later less."""
    words = _words_for(sitting, decision)
    if not sitting.record.begun.lesson or words is None:
        return None
    own = [said.kind for said in sitting.record.answers if not said.by and said.player == decision.player]
    first = decision.kind not in own
    goal = _winning(sitting)[:1] if not own else []
    return {
        "title": sitting.record.begun.lesson,
        "text": [*goal, *words.paragraphs(first=first)],
        "first": first,
    }


def _winning(sitting: Sitting) -> list[str]:
    """How it is won, for whoever asks."""
    fight = sitting.fight
    return [] if fight is None else list(fight.battles.winning(fight.setup))


def _words_for(sitting: Sitting, decision: Decision) -> Words | None:
    lesson = None if sitting.fight is None else sitting.fight.battles.lesson
    return None if lesson is None else lesson.words.get(decision.kind)


def hint_of(sitting: Sitting, player: int, thought: Thought) -> dict[str, Any]:
    """What a bot would answer, and how that looks on the board."""
    decision, fight = sitting.asked(player), sitting.fight
    assert decision is not None, "a hint is about what is asked"
    assert fight is not None, "what is asked is fought"
    gesture, words = gesture_of(sitting, decision), _words_for(sitting, decision)
    return {
        "answer": thought.answer,
        "words": decision.in_words(thought.answer),
        "why": thought.why or _usual_reason(sitting, words),
        "by": fight.battles.adviser,
        "places": [[piece, *place] for piece, place in gesture.stands(thought.answer).items()],
        "lines": [[list(place) for place in line] for line in gesture.lines(thought.answer)],
    }


def _usual_reason(sitting: Sitting, words: Words | None) -> str:
    """What the bot goes by in such a case; what a player looks at stands beside the table already in a lesson."""
    if words is None:
        return ""
    return words.captain if sitting.record.begun.lesson else f"{words.captain} {words.look}"


def rule_of(game: str, section: str) -> dict[str, str] | None:
    """The section of the rulebook that a question rests on, where the game has one."""
    title = _titles(game).get(section)
    return None if title is None else {"section": section, "title": title}


@cache
def _titles(game: str) -> dict[str, str]:
    rulebook = game_named(game).rulebook
    return {} if rulebook is None else {one.number: one.title for one in rulebook.sections()}


def gesture_of(sitting: Sitting, decision: Decision) -> Gesture:
    fight = sitting.fight
    assert fight is not None, "nothing is asked where nothing is fought"
    return fight.battles.gesture(decision)


def _end(sitting: Sitting) -> dict[str, Any]:
    ended = sitting.record.ended
    assert ended is not None
    return {"by": ended.by, "sentence": ended.sentence, "winner": ended.winner}


def _match(match: Mapping[str, Any]) -> dict[str, str] | None:
    """The match of an event that is fought here, and where its players find it."""
    return {"event": match["event"], "url": f"/e/{quote(match['event'])}/me"} if match else None


def _lies(replay: Replay) -> int:
    """Terrain and objectives on the table: a page draws them once, and anew when there are more."""
    return len(replay.board.table.pieces) + len(replay.board.zones)
