"""Any legal answer over HTTP is taken; any other is refused in a sentence, and changes nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from tests.play.rooms import GAMES
from tests.soak.trials import trial
from tests.web.table import Table, table

from musterhall.battle.decisions import Decision
from musterhall.games import battles_of, game_named
from musterhall.problems import BadInput

ANSWERS = 40
"""Of each kind in one trial: twenty-five trials are a thousand legal ones and a thousand illegal ones."""
NONSENSE: tuple[Any, ...] = (
    None,
    True,
    -1,
    10**12,
    0.5,
    "",
    "nothing of the kind",
    "\ud7ff" * 50,
    [],
    {},
    [None],
    [[]],
    [[-1, -1, -1]],
    {"": None},
    {"at": ["x", None], "facing": []},
    {"go": [[0]]},
    {"unit": {"unit": {}}},
    [[[[[[[[1]]]]]]]],
)


@trial("answers over HTTP", sample=3)
def answers_over_http(seed: int) -> Counter[str]:
    """One battle of two people who answer by lot, and try something else before each answer."""
    lot, tried = Random(seed), Counter[str]()
    with TemporaryDirectory() as folder, table(str(Path(folder) / "hall.db")) as at:
        _begin(at, GAMES[seed % len(GAMES)])
        while not at.sitting.record.over and tried["legal"] < ANSWERS:
            decision = lot.choice(at.sitting.decisions)
            tried["illegal"] += _refused(at, decision, lot)
            answer = decision.sample(lot.randrange)
            told = at.post("answer", str(decision.player), answer=answer)
            assert told.status_code == 200, f"{decision.kind}: {answer!r} {told.text}"
            tried["legal"] += 1
    return tried


def _begin(at: Table, game: str) -> None:
    lesson = battles_of(game_named(game)).lesson
    assert lesson is not None
    people = [{"by": "person", "name": "Ann"}, {"by": "person", "name": "Ben"}]
    told = at.begin(game, red=lesson.red, blue=lesson.blue, table=lesson.table, seats=people)
    assert told.status_code == 201, told.text


def _refused(at: Table, decision: Decision, lot: Random) -> int:
    """Something that is no answer, from the seat that is asked, from the other one, and from nobody."""
    before, answers = at.house.store.last(at.battle), list(at.sitting.record.answers)
    wrong = next(_illegal(decision, lot))
    told = at.post("answer", str(decision.player), answer=wrong)
    assert 400 <= told.status_code < 500, f"{decision.kind}: {wrong!r} {told.status_code} {told.text[:300]}"
    _require_sentence(told.json()["error"])
    judged = at.post("check", str(decision.player), answer=wrong).json()
    assert judged["legal"] is False
    assert at.post("answer", "", answer=wrong).status_code == 403
    assert at.post("answer", str(1 - decision.player), side=decision.player, answer=wrong).status_code == 403
    assert at.house.store.last(at.battle) == before
    assert at.sitting.record.answers == answers
    return 1


def _illegal(decision: Decision, lot: Random) -> Iterator[Any]:
    """What the decision itself does not take: nonsense, and legal answers that were spoiled."""
    while True:
        found = lot.choice(NONSENSE) if lot.random() < 0.5 else _spoiled(decision.sample(lot.randrange), lot)
        try:
            decision.check(found)
        except BadInput:
            yield found


def _spoiled(answer: Any, lot: Random) -> Any:
    if isinstance(answer, dict) and answer:
        key = lot.choice(sorted(answer))
        return {**answer, key: _spoiled(answer[key], lot)} if lot.random() < 0.7 else {**answer, "besides": 1}
    if isinstance(answer, list) and answer:
        place = lot.randrange(len(answer))
        return [*answer[:place], _spoiled(answer[place], lot), *answer[place + 1 :]]
    return lot.choice(NONSENSE)


def _require_sentence(text: str) -> None:
    assert " " in text.strip(), f"{text!r} is no sentence"
    assert "Traceback" not in text
