"""Drafts that were held at the table: what was really opened, rolled and kept."""

from __future__ import annotations

import pytest
from tests.events.day import Day, new_day

from musterhall.events import drafting
from musterhall.events.drafts import drafted
from musterhall.events.drafts.items import FIRST, ROLLED
from musterhall.events.drafts.records import record_example
from musterhall.events.players import add_player, check_in
from musterhall.games.alpha_strike.drafts.boxes import shipped_pool
from musterhall.problems import BadInput

POOL = shipped_pool("salvage-yard")
FIGURES = list(dict.fromkeys(box.figure for box in POOL.boxes))


def evening(names: tuple[str, ...] = ("Anna", "Boris")) -> Day:
    day = new_day((), pack="drafted-for-war")
    for name in names:
        day.do(add_player(day.event, name))
        day.do(check_in(day.event, day.event.find(name)))
    return day


def record(day: Day, text: str) -> None:
    day.minute += 1
    day.ledger.attempt(drafting.record_draft(day.event, text, POOL, day.now), day.now)


def figures(day: Day, name: str) -> list[str]:
    player = day.event.find(name)
    _, draft = drafting.draft_of(day.event, player)
    return [item.box.figure for item in drafted(draft, player.id)]


def seat(name: str, opened: list[str] | None = None, kept: list[str] | None = None) -> str:
    lines = [f'[[seat]]\nplayer = "{name}"', f"opened = {opened}" if opened else "", f"kept = {kept}" if kept else ""]
    return "\n".join(filter(None, lines)) + "\n"


def test_conscripts_have_what_they_really_opened() -> None:
    day = evening()
    record(day, 'method = "conscription"\n' + seat("Anna", FIGURES[:4]) + seat("Boris", FIGURES[4:8]))
    assert figures(day, "Anna") == FIGURES[:4]
    assert figures(day, "Boris") == FIGURES[4:8]
    assert day.event.drafts["d1"].finished


def test_boxes_that_were_passed_on_are_with_who_kept_them() -> None:
    day = evening()
    a, b = FIGURES[:3], FIGURES[3:6]
    kept = [a[0], b[1], a[2]], [b[0], a[1], b[2]]
    record(day, 'method = "salvage_boxes"\nunits = 3\n' + seat("Anna", a, kept[0]) + seat("Boris", b, kept[1]))
    assert (figures(day, "Anna"), figures(day, "Boris")) == kept


def test_what_cannot_have_been_kept_is_said_with_what_lay_there() -> None:
    day = evening()
    a, b = FIGURES[:3], FIGURES[3:6]
    wrong = seat("Anna", a, [b[0], a[1], a[2]]) + seat("Boris", b, b)
    with pytest.raises(BadInput, match=r"cannot have kept .* in round 1"):
        record(day, 'method = "salvage_boxes"\nunits = 3\n' + wrong)
    assert not day.event.drafts


def test_a_last_box_that_is_not_the_one_written_down_is_told() -> None:
    day = evening()
    a, b = FIGURES[:3], FIGURES[3:6]
    text = seat("Anna", a, [a[0], b[1], b[2]]) + seat("Boris", b, [b[0], a[1], b[2]])
    with pytest.raises(BadInput, match="the record says"):
        record(day, 'method = "salvage_boxes"\nunits = 3\n' + text)


def test_opened_boxes_alone_begin_a_draft_that_goes_on_here() -> None:
    day = evening()
    record(day, 'method = "salvage_boxes"\nunits = 3\n' + seat("Anna", FIGURES[:3]) + seat("Boris", FIGURES[3:6]))
    draft = day.event.drafts["d1"]
    assert draft.waiting_for() == ["p1", "p2"]
    assert [item.box.figure for item in draft.hand(0)] == FIGURES[:3]
    assert draft.setup.seconds is None


def test_the_dice_are_those_that_players_rolled() -> None:
    day = evening()
    packs = [pack.name for pack in POOL.force_packs if len(pack.figures) >= 2][:3]
    text = f'method = "force_packs"\nunits = 3\npacks = {packs}\nrolls = [4, 4, 2, 6, 1, 3]\n'
    record(day, text + seat("Anna") + seat("Boris"))
    draft = day.event.drafts["d1"]
    lines = [(line.player, line.how, line.face) for line in draft.log]
    assert lines == [("p1", ROLLED, 4), ("p2", ROLLED, 4), ("p1", ROLLED, 2), ("p2", ROLLED, 6), ("p2", FIRST, None)]
    assert draft.waiting_for() == ["p2"]


def test_too_few_dice_and_a_figure_that_nobody_knows_are_told() -> None:
    day = evening()
    packs = [pack.name for pack in POOL.force_packs if len(pack.figures) >= 2][:3]
    with pytest.raises(BadInput, match="add 1 more"):
        record(day, f'method = "force_packs"\nunits = 3\npacks = {packs}\nrolls = [4]\n' + seat("Anna") + seat("Boris"))
    with pytest.raises(BadInput, match="has no figure 'Atlass'"):
        record(day, 'method = "conscription"\n' + seat("Anna", ["Atlass"] * 3) + seat("Boris", FIGURES[:3]))


def test_a_box_that_is_not_in_the_pool_is_written_out() -> None:
    day = evening(("Anna",))
    own = '{ figure = "Own", versions = ["Atlas AS7-D"] }'
    text = f'method = "conscription"\n[[seat]]\nplayer = "Anna"\nopened = [{own}, "{FIGURES[0]}", "{FIGURES[1]}"]\n'
    record(day, text)
    assert figures(day, "Anna") == ["Own", *FIGURES[:2]]


def test_the_example_is_a_record_that_can_be_taken() -> None:
    day = evening(("Anna Karst", "Boris Lund"))
    record(day, record_example(POOL))
    assert day.event.drafts["d1"].finished
