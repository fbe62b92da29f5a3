"""The printed force: what it shows, what it keeps from the opponent, and that names stay names."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from musterhall.cli.printing import print_force
from musterhall.game.sheets import Sheet
from musterhall.games.alpha_strike.force.check import Report, force_totals
from musterhall.games.alpha_strike.force.forces import (
    Choice,
    CommandChoice,
    Force,
    ForceUnit,
    Group,
    shipped_force_text,
    shipped_forces,
)
from musterhall.games.alpha_strike.force.sheet import force_sheet_data, without_secrets
from musterhall.games.alpha_strike.package_data import package_text
from musterhall.games.alpha_strike.units.cards import Card, Damage
from musterhall.games.alpha_strike.units.specials import read_specials
from musterhall.packs.model import Pack, load_pack
from musterhall.printing import force_sheet
from musterhall.printing.typesetting import plain_text
from musterhall.problems import BadInput, Problem

PAPER = package_text("paper", "force_sheet.typ")

COMMANDER = "Marigold"
HOSTILE = ('#import "x": *', "$x^2$", "<b>bold</b>", "*_`raw`_*", "#panic()", "\\u{41} @ref <label>", "{{7*7}} %s")


def card(name: str = "Atlas AS7-D", **changes: object) -> Card:
    chassis, _, variant = name.partition(" ")
    plain = Card(
        name=name,
        chassis=chassis,
        variant=variant,
        type="BM",
        size=4,
        moves={"": 6},
        damage=(Damage(5), Damage(5), Damage(2), Damage(0, minimal=True)),
        armour=10,
        structure=8,
        pv=52,
        role="Juggernaut",
        specials=read_specials("AC2/2/-,IF1,LRM1/1/1,REAR1/1/-"),
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def force(*units: ForceUnit) -> Force:
    """A force with two secrets: its command units, and who commands the first formation."""
    units = units or (
        ForceUnit(COMMANDER, card(), skill=3, command_unit=True, abilities=("Iron Will",)),
        ForceUnit("Griffin GRF-6S", card("Griffin GRF-6S", size=2, pv=37, moves={"": 10, "j": 10}), command_unit=True),
        ForceUnit("Locust LCT-1V", card("Locust LCT-1V", size=1, pv=18), skill=5, alternate_munitions=("AC: Flak",)),
    )
    choices: dict[str, Choice] = {
        "commander_ability": "Tactical Genius of secrets",
        "tactical_genius": COMMANDER,
        "sniper": ["Griffin"],
    }
    groups = (Group("Alpha", "Battle Lance", tuple(unit.name for unit in units), units[0].name, choices),)
    abilities = (
        CommandChoice("Adjusting Fire"),
        CommandChoice("Tactical Experts (Physical)"),
        CommandChoice("Nobody Knows This One"),
    )
    return Force("Third Regulars", "Player One", "Draconis Combine", "ilClan", units, groups, abilities, "herocon-2025")


def pack() -> Pack:
    return load_pack("herocon-2025")


def report(force: Force, *problems: Problem, warnings: tuple[Problem, ...] = ()) -> Report:
    return Report(force.name, pack().name, problems, warnings, force_totals(force, pack()))


def force_pdf(
    force: Force, pack: Pack | None, report: Report | None, *, for_opponent: bool = False, paper: str = "a4"
) -> bytes:
    data = force_sheet_data(force, pack, report, for_opponent=for_opponent)
    return force_sheet.force_pdf(Sheet(PAPER, data), paper=paper)


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


# What it shows


def test_the_registry_names_player_faction_era_pack_and_units(text_of: Callable[[bytes], str]) -> None:
    mine = force()
    text = text_of(force_pdf(mine, pack(), report(mine)))
    for words in ("Third Regulars", "Player One", "Draconis Combine", "ilClan", "Herocon 2025, version", "of 400 PV"):
        assert words in text
    for words in ("Atlas AS7-D", COMMANDER, "Griffin GRF-6S", "Locust LCT-1V", "Iron Will", "AC: Flak"):
        assert words in text
    for words in (
        "Battle Lance",
        "Adjusting Fire",
        "Legal for Herocon 2025",
        "Checked by the organiser",
        "unofficial",
    ):
        assert words in text


def test_totals_add_up_by_parts() -> None:
    cells = {cell["name"]: cell["value"] for cell in force_sheet_data(force(), pack(), None)["totals"]["cells"]}
    base, skill, total = (int(cells[name].replace("−", "-")) for name in ("Base PV", "Skill", "Total PV"))
    assert base == 52 + 37 + 18
    assert base + skill == total == force().pv
    assert cells["’Mechs"] == f"{total} PV, 100%"


def test_a_share_just_below_a_half_is_not_shown_as_half() -> None:
    tank = ForceUnit("Tank", card("Tank", type="CV", moves={"t": 6}, pv=5001))
    cells = force_sheet_data(force(ForceUnit("Mech", card(pv=4999)), tank), None, None)["totals"]["cells"]
    assert cells[-1]["value"] == "4999 PV, 49.9%"


def test_a_card_has_a_box_for_each_point_and_minimal_damage_as_printed() -> None:
    unit = force_sheet_data(force(), None, None)["units"][0]
    assert (unit["armour"], unit["structure"], unit["damage"]) == (10, 8, ["5", "5", "2", "0*"])
    assert [crit["name"] for crit in unit["crits"]] == ["Engine", "Fire control", "MP", "Weapons"]


def test_each_way_of_moving_has_its_own_tmm() -> None:
    moves = force_sheet_data(force(), None, None)["units"][1]["moves"]
    assert [(move["mode"], move["far"], move["tmm"]) for move in moves] == [
        ("Move", '10"', "TMM 2"),
        ("Jump", '10"', "TMM 3"),
    ]


@pytest.mark.parametrize(
    ("type_", "moves", "crits", "heat"),
    [
        ("CV", {"t": 6}, 6, False),
        ("BA", {"f": 4}, 0, False),
        ("PM", {"": 8}, 3, False),
        ("AF", {"a": 7}, 3, True),
        ("IM", {"": 6}, 4, True),
    ],
)
def test_a_card_has_the_boxes_of_its_type(type_: str, moves: dict[str, int], crits: int, heat: bool) -> None:
    data = force_sheet_data(force(ForceUnit("X", card("X", type=type_, moves=moves, threshold=2))), None, None)
    assert (len(data["units"][0]["crits"]), data["units"][0]["heat"]) == (crits, heat)
    assert force_sheet.force_pdf(Sheet(PAPER, data)).startswith(b"%PDF")


def test_every_special_has_its_gloss_also_one_in_a_turret() -> None:
    tank = ForceUnit("Tank", card("Tank", type="CV", moves={"t": 6}, specials=read_specials("SRCH,TUR(2/3/1,ECM)")))
    specials = force_sheet_data(force(tank), None, None)["units"][0]["specials"]
    assert [special["name"] for special in specials] == ["SRCH", "TUR(2/3/1,ECM)", "ECM"]
    assert all(special["gloss"] for special in specials)


def test_what_the_catalogue_does_not_know_is_said_to_be_unknown() -> None:
    abilities = {one["name"]: one["gloss"] for one in force_sheet_data(force(), None, None)["command_abilities"]}
    assert abilities["Nobody Knows This One"].startswith("Not in the catalogue")
    assert not abilities["Adjusting Fire"].startswith("Not in the catalogue")
    assert not abilities["Tactical Experts (Physical)"].startswith("Not in the catalogue")


def test_a_banner_counts_the_problems_and_names_them(text_of: Callable[[bytes], str]) -> None:
    mine = force()
    problems = (Problem("Force", "has 412 PV"), Problem("Locust LCT-1V", "has skill 7"))
    text = text_of(force_pdf(mine, pack(), report(mine, *problems, warnings=(Problem("Atlas", "is unknown"),))))
    assert "Not legal: 2 problems" in text
    assert "Force: has 412 PV." in text
    assert "Locust LCT-1V: has skill 7." in text
    assert "Atlas: is unknown." in text


def test_without_a_pack_it_says_that_nobody_checked_it(text_of: Callable[[bytes], str]) -> None:
    assert "Not checked against an event pack" in text_of(force_pdf(force(), None, None))


# What it keeps


def test_the_opponents_copy_holds_no_secret(text_of: Callable[[bytes], str]) -> None:
    mine = force()
    found = report(mine, Problem(COMMANDER, "hush, a command unit"), warnings=(Problem("Griffin", "hush, another"),))
    own, copy = (force_pdf(mine, pack(), found, for_opponent=opponent) for opponent in (False, True))
    secrets = ("★", "command unit", "Commander:", "Tactical Genius of secrets", "hush")
    for secret in secrets:
        assert secret in text_of(own)
        assert secret not in text_of(copy)
    assert "opponent’s copy" in text_of(copy)
    assert "Not legal: 1 problem" in text_of(copy)


def test_the_opponents_data_is_the_same_whoever_commands() -> None:
    mine = force()
    others = tuple(replace(unit, command_unit=not unit.command_unit) for unit in mine.units)
    moved = replace(
        mine, units=others, groups=(replace(mine.groups[0], commander="", choices={"sniper": ["Griffin"]}),)
    )
    data = [
        force_sheet_data(one, pack(), report(one, Problem(what, "hush")), for_opponent=True)
        for one, what in ((mine, "this"), (moved, "that"))
    ]
    assert data[0] == data[1]
    assert "hush" not in json.dumps(data[0])
    assert force_sheet_data(mine, None, None) != force_sheet_data(moved, None, None)


def test_choices_stay_open_unless_they_tell_the_commander() -> None:
    assert dict(without_secrets(force()).groups[0].choices) == {"sniper": ["Griffin"]}


def test_tactical_genius_gives_the_commander_of_a_command_lance_away(text_of: Callable[[bytes], str]) -> None:
    mine = force()
    led = replace(mine, groups=(replace(mine.groups[0], kind="Command Lance", choices={}),))
    copy = text_of(force_pdf(led, pack(), report(led), for_opponent=True))
    assert f"Commander: {COMMANDER}, Tactical Genius" in copy
    assert "★" not in copy
    assert not any(unit.command_unit for unit in without_secrets(led).units)


@pytest.mark.parametrize(("ability", "told"), [("Tactical Genius", True), ("Sniper", False)])
def test_an_order_lances_commander_is_given_away_by_that_ability_alone(ability: str, told: bool) -> None:
    mine = force()
    ordered = replace(mine.groups[0], kind="Order Lance", choices={"ability": [ability, "Iron Will"]})
    assert bool(without_secrets(replace(mine, groups=(ordered,))).groups[0].commander) is told


def test_pilot_abilities_are_open() -> None:
    assert without_secrets(force()).units[0].abilities == ("Iron Will",)


# Names are names


@pytest.mark.parametrize("name", HOSTILE)
def test_markup_in_a_name_stays_text(name: str, text_of: Callable[[bytes], str]) -> None:
    unit = ForceUnit(name, card(name, role=name, specials=read_specials(name)), abilities=(name,), legendary=name)
    odd = Force(name, name, name, name, (unit,), (Group(name, name, (name,), name, {name: name}),), (), name)
    text = text_of(force_pdf(odd, None, report(force(), Problem(name, name))))
    assert text.count(" ".join(name.split())) >= 8


def test_emoji_and_other_scripts_reach_the_page_unchanged() -> None:
    for name in ("Panther 🐆", "Волк", "鬼 Oni", "👩‍🚀", "Şoarece"):
        assert plain_text(name) == name
        assert force_pdf(replace(force(), name=name, player=name), None, None).startswith(b"%PDF")


def test_control_characters_and_turned_lines_are_dropped() -> None:
    assert plain_text("At\x00las\n\x1b[31m \u202eDCBA\ud800") == "At las [31m DCBA"


def test_an_endless_name_is_cut_and_may_break() -> None:
    unit = ForceUnit("W" * 5000, card("W" * 5000))
    assert max(map(len, plain_text("W" * 5000).split("\u200b"))) <= 40
    assert len(plain_text("W" * 5000)) < 700
    assert pages(force_pdf(Force("W" * 5000, "W" * 5000, "", "", (unit,), ()), None, None)) <= 4


# The pages


def test_sixteen_units_with_long_names_take_a_registry_and_two_pages_of_cards() -> None:
    name = "Schiltron Mobile Fire-Support Platform E"
    specials = read_specials("AC2/2/-,C3M,ECM,IF2,LRM-/1/2,MHQ5,OMNI,SRCH,SRM3/1,TAG,PRB,TUR(2/2/-,AC2/2/-)")
    units = tuple(
        ForceUnit(f"{name} #{number}", card(name, specials=specials), abilities=("Iron Will", "Sniper"))
        for number in range(1, 17)
    )
    for paper in ("a4", "letter"):
        assert pages(force_pdf(force(*units), pack(), None, paper=paper)) == 3


def test_a_unit_with_hundreds_of_points_of_armour_still_has_a_card() -> None:
    assert pages(force_pdf(force(ForceUnit("X", card("X", armour=900, structure=59))), None, None)) == 2


def test_an_unknown_paper_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadInput, match="a4, letter"):
        force_pdf(force(), None, None, paper="a5")


def test_the_same_force_gives_the_same_bytes_in_every_process() -> None:
    code = (
        "import sys; from tests.printing.test_force_sheet import force, force_pdf, pack, report; import hashlib; "
        "print(hashlib.sha256(force_pdf(force(), pack(), report(force()))).hexdigest())"
    )
    root = Path(__file__).parents[2]
    prints = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            cwd=root,
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(["src", "."])},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(prints) == 1


# The command


def test_the_command_writes_a_pdf_for_every_shipped_force(tmp_path: Path) -> None:
    for name in shipped_forces():
        print_force(name, tmp_path / f"{name}.pdf", opponent=True, paper="Letter")
        assert (tmp_path / f"{name}.pdf").read_bytes().startswith(b"%PDF")


def test_the_command_never_writes_over_the_force_it_reads(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(shipped_force_text(shipped_forces()[0]), encoding="utf-8")
    with pytest.raises(BadInput, match="a file of its own"):
        print_force(str(file), file)
