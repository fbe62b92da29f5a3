"""Events travel whole, or not at all; and spreadsheets get what is public."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from tests.events.day import Day, enter, new_day

from musterhall.events import forces, prizes, sealing
from musterhall.events.entries import NewEntry
from musterhall.events.event import Event
from musterhall.events.simulation import simulate
from musterhall.packs.model import shipped_pack_text
from musterhall.problems import BadInput
from musterhall.store import transfer
from musterhall.store.backup import backup, restore
from musterhall.store.desk import EVENT, Desk
from musterhall.store.opening import open_store
from musterhall.store.transfer import SHEETS, csv_text, export_event, import_event


def test_export_then_import_is_the_identity(address: str, tmp_path: Path) -> None:
    day = _played()
    with open_store(address) as here, open_store(tmp_path / "there.db") as there:
        here.adopt("day", EVENT, day.event.name, day.ledger.entries)
        exported = json.loads(json.dumps(export_event(here, "day")))
        assert import_event(there, exported) == "day"
        assert there.entries("day") == here.entries("day") == day.ledger.entries
        assert Desk(there, "day").event == day.event
        assert export_event(there, "day") == exported


def test_an_event_can_be_taken_in_under_another_name_but_not_over_one_that_is_there(tmp_path: Path) -> None:
    day = _played()
    with open_store(tmp_path / "here.db") as store:
        store.adopt("day", EVENT, day.event.name, day.ledger.entries)
        exported = export_event(store, "day")
        with pytest.raises(BadInput, match="there is one of this name already"):
            import_event(store, exported)
        assert import_event(store, exported, "day-2") == "day-2"


def test_a_file_that_was_edited_cut_or_written_by_a_newer_version_is_refused(tmp_path: Path) -> None:
    day = _played()
    with open_store(tmp_path / "here.db") as store:
        store.adopt("day", EVENT, day.event.name, day.ledger.entries)
        exported = json.loads(json.dumps(export_event(store, "day")))
        edited = json.loads(json.dumps(exported))
        edited["entries"][3]["who"] = "nobody"
        with pytest.raises(BadInput, match="was changed after it was exported"):
            import_event(store, edited, "new")
        cut = exported | {"entries": exported["entries"][:-1]}
        with pytest.raises(BadInput, match="was changed after it was exported"):
            import_event(store, cut, "new")
        with pytest.raises(BadInput, match="newer Musterhall"):
            import_event(store, exported | {"form": 2}, "new")
        with pytest.raises(BadInput, match="entries"):
            import_event(store, {"form": 1, "event": "x", "check": ""}, "new")
        assert [info.stream for info in store.streams()] == ["day"]


@pytest.mark.parametrize(
    ("undone", "told"),
    [
        ([7], "does not come before it"),
        ([8], "does not come before it"),
        ([6, 6], "was undone already"),
        ([6, 7, 7], "was undone already"),
        ([6, 7, 6, 8], "was undone already"),
        ([6, *range(7, 1207)], "is an undo of undos without end"),
    ],
)
def test_a_file_with_an_undo_that_the_hall_would_refuse_is_not_taken_in(
    tmp_path: Path, undone: list[int], told: str
) -> None:
    entries = [entry.as_data() for entry in new_day(["Anna"]).ledger.entries]
    assert len(entries) == 6
    entries += [
        entries[-1] | {"seq": 7 + place, "kind": "entry.undone", "data": {"seq": seq}}
        for place, seq in enumerate(undone)
    ]
    file = {"form": 1, "event": "day", "entries": entries, "check": transfer._check(entries)}
    with open_store(tmp_path / "here.db") as store:
        with pytest.raises(BadInput, match=told):
            import_event(store, file)
        assert not store.streams()


def test_spreadsheets_have_a_line_for_everyone_and_the_same_figures_as_the_standings() -> None:
    day = _played()
    rows = {what: list(csv.DictReader(io.StringIO(csv_text(day.event, what)))) for what in SHEETS}
    assert len(rows["players"]) == len(day.event.players)
    assert len(rows["pairings"]) == 4
    assert {row["Total Points"] for row in rows["cards"] if row["result"] == "win"}
    assert rows["standings"][0]["place"] == "1"


def test_a_draft_pairing_is_not_in_a_spreadsheet() -> None:
    day = new_day()
    day.pair(published=False)
    assert csv_text(day.event, "pairings").count("\n") == 1


def test_a_name_that_looks_like_a_formula_stays_a_name() -> None:
    day = new_day(["Anna"])
    enter(day, "=HYPERLINK(1)")
    assert "'=HYPERLINK(1)" in csv_text(day.event, "players")


def _played() -> Day:
    day = new_day(["Anna", "Boris", "Cleo"])
    for _ in range(2):
        day.pair()
        day.decide_all({"Anna": 2, "Boris": 1})
    day.pair(published=False)
    day.undo(day.ledger.last)
    enter(day, "Dora")
    return day


@pytest.mark.parametrize("figure", ["-3", "-12.5", "0", "7"])
def test_a_negative_figure_stays_a_number(figure: str) -> None:
    assert transfer.harmless(figure) == figure


@pytest.mark.parametrize("text", ["-3+4", "-A1", "=1", "+49 30", "-", "@x", "-1\n"])
def test_what_only_begins_like_a_number_stays_a_text(text: str) -> None:
    assert transfer.harmless(text) == f"'{text}"


# Hands


def test_hands_leave_the_hall_sealed_and_are_opened_by_its_own_key_alone(tmp_path: Path) -> None:
    entries = simulate(shipped_pack_text("age-of-destruction-constructed"), 8, 3, through=1)
    hidden = [entry.data["cards"] for entry in entries if entry.kind == "hand.submitted"]
    assert hidden
    with open_store(tmp_path / "here.db") as here, open_store(tmp_path / "there.db") as there:
        here.adopt("day", "event", "Day", entries)
        exported = json.loads(json.dumps(export_event(here, "day")))
        for entry in exported["entries"]:
            if entry["kind"] == "hand.submitted":
                assert set(entry["data"]) & {"cards", "card"} == set()
        assert export_event(here, "day") == exported
        assert import_event(here, exported, "again") == "again"
        assert [one.data for one in here.entries("again")] == [one.data for one in here.entries("day")]
        with pytest.raises(BadInput, match="only the hall which exported it can open"):
            import_event(there, exported)
        assert there.streams() == []
        backup(here, tmp_path / "a.backup")
    restore(tmp_path / "a.backup", tmp_path / "new.db")
    with open_store(tmp_path / "new.db") as new:
        assert import_event(new, exported, "moved") == "moved"


def test_a_finished_event_leaves_with_open_hands(tmp_path: Path) -> None:
    entries = simulate(shipped_pack_text("age-of-destruction-constructed"), 8, 3)
    with open_store(tmp_path / "here.db") as here, open_store(tmp_path / "there.db") as there:
        here.adopt("day", "event", "Day", entries)
        assert import_event(there, json.loads(json.dumps(export_event(here, "day")))) == "day"


def test_command_units_that_were_never_revealed_leave_sealed_until_the_event_is_finished(tmp_path: Path) -> None:
    day = new_day(["Anna", "Boris"])
    day.pair()
    day.do(lambda event: sealing.seal_units(event, event.find("Anna"), ["Anvil", "Hammer"], "a salt of some length"))
    day.do(lambda event: sealing.seal_units(event, event.find("Boris"), ["Anvil", "Hammer"], "another long salt"))
    day.do(lambda event: sealing.reveal_units(event, event.find("Boris")))
    day.decide_all()
    assert day.round.complete
    day.pair(seed=2)
    with open_store(tmp_path / "here.db") as here:
        here.adopt("day", EVENT, day.event.name, day.ledger.entries)
        exported = json.loads(json.dumps(export_event(here, "day")))
        anna, boris = (one["data"] for one in exported["entries"] if one["kind"] == "command_units.sealed")
        assert set(anna) == {"round", "player", "sealed"}
        assert boris["units"] == ["Anvil", "Hammer"]
        import_event(here, exported, "again")
        assert [one.data for one in here.entries("again")] == [one.data for one in here.entries("day")]
        day.decide_all()
        day.pair(seed=3)
        day.decide_all()
        day.do(prizes.finish)
        here.adopt("finished", EVENT, day.event.name, day.ledger.entries)
        assert not any("sealed" in one["data"] for one in export_event(here, "finished")["entries"])


def test_no_mark_beside_sealed_command_units_lets_them_be_guessed(tmp_path: Path) -> None:
    day = new_day(["Anna", "Boris"])
    day.pair()
    with open_store(tmp_path / "here.db") as here:
        here.adopt("day", EVENT, day.event.name, day.ledger.entries)

        def seal(event: Event) -> NewEntry:
            return sealing.seal_units(event, event.find("Anna"), ["Anvil", "Hammer"], "a salt of some length")

        Desk(here, "day").do(seal, who="p1", key="mark", content="Anvil, Hammer")
        assert export_event(here, "day")["entries"][-1]["key"] == "mark"


def test_the_length_of_a_seal_tells_no_card_from_another(tmp_path: Path) -> None:
    lengths = set()
    for number, card in enumerate(("Fog", "A planetary condition with a long name")):
        day = new_day(["Anna"], pack="age-of-destruction-constructed")
        cards = [{"name": card, "kind": "planetary_condition"}]
        day.do(forces.hand_in_cards(day.event, day.event.find("Anna"), cards))
        with open_store(tmp_path / f"{number}.db") as here:
            here.adopt("day", EVENT, day.event.name, day.ledger.entries)
            lengths.add(len(export_event(here, "day")["entries"][-1]["data"]["sealed"]))
    assert len(lengths) == 1
