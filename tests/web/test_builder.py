"""The force builder: what each button makes of a force, what the page shows of it, and the way to the organiser."""

from __future__ import annotations

import html
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import pytest
from httpx import Response
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser, Locator, Page, Route, expect
from tests.web.scene import EVENT, Scene, scene
from tests.web.serving import Running, running

from musterhall.games import game_named
from musterhall.games.alpha_strike.building.card_finder import PageSearch, find_cards
from musterhall.games.alpha_strike.building.workbench import workbench
from musterhall.games.alpha_strike.building.workpiece import (
    MOST_UNITS,
    blank_force,
    edited,
    proposed,
    read_work,
    with_fields,
)
from musterhall.games.alpha_strike.force.check_formations import units_to_split
from musterhall.games.alpha_strike.force.forces import Force, Group, force_toml, shipped_force, shipped_force_text
from musterhall.games.alpha_strike.units.library import starter_library
from musterhall.games.the_game.army.forces import shipped_forces as the_games_forces
from musterhall.packs.model import load_pack
from musterhall.problems import BadInput
from musterhall.web.limits import Limiter
from musterhall.web.pages import builder as pages
from musterhall.web.sessions import PLAYER, PUBLIC
from musterhall.web.settings import Settings

LIBRARY = starter_library()
PACK = load_pack("herocon-2025")
HTML = {"accept": "text/html"}
EVIL = "<img src=x onerror=alert(1)>"


def press(force: Force, *ops: str, **fields: Any) -> Force:
    """The force after these buttons, and written and read after each as on its way to the page and back."""
    for op in ops:
        force, _ = edited(force, op, fields, LIBRARY)
        force = read_work(force_toml(force, LIBRARY), LIBRARY)
    return force


def names(force: Force) -> list[str]:
    return [unit.name for unit in force.units]


# Buttons


def test_a_force_begins_empty_and_each_card_of_a_kind_gets_a_name_of_its_own() -> None:
    force = press(blank_force(PACK), *["add:Locust LCT-1V"] * 3, "add:Atlas AS7-D")
    assert names(force) == ["Locust LCT-1V", "Locust LCT-1V #2", "Locust LCT-1V #3", "Atlas AS7-D"]
    assert names(press(force, "remove:1")) == ["Locust LCT-1V", "Locust LCT-1V #3", "Atlas AS7-D"]
    assert names(press(force, "remove:1", "copy:0"))[1] == "Locust LCT-1V #2"


def test_a_unit_that_goes_leaves_its_formation_and_its_command() -> None:
    force = press(blank_force(PACK), *["add:Locust LCT-1V"] * 3, "gather:recon")
    force = with_fields(force, {"shown": "formations", **fields_of(force), "group": {"g0": {"commander": "u1"}}})
    assert force.groups[0].commander == "Locust LCT-1V #2"
    after = press(force, "remove:1")
    assert after.groups[0].units == ("Locust LCT-1V", "Locust LCT-1V #3")
    assert after.groups[0].commander == ""


def test_the_last_unit_can_go_and_what_was_chosen_for_the_force_stays() -> None:
    force = with_fields(
        press(blank_force(PACK), "add:Locust LCT-1V", "form:command"), {"shown": "command", "new_command": "Focus"}
    )
    empty = press(force, "remove:0")
    assert not empty.units
    assert [group.kind for group in empty.groups] == ["Command Lance"]
    assert [str(one) for one in empty.command_abilities] == ["Focus"]


def test_a_formation_that_becomes_another_kind_takes_its_name_unless_it_has_one_of_its_own() -> None:
    force = press(blank_force(PACK), *["add:Locust LCT-1V"] * 3, "gather:recon", "make:0:light_recon")
    assert (force.groups[0].name, force.groups[0].kind) == ("Light Recon Lance", "Light Recon Lance")
    own = with_fields(
        force, {"shown": "formations", **fields_of(force), "group": {"g0": {"name": "Eyes", "kind": "light_recon"}}}
    )
    assert press(own, "make:0:recon").groups[0].name == "Eyes"
    assert not press(own, "disband:0").groups


@pytest.mark.parametrize(
    "op", ["remove:9", "remove:x", "add:Nothing At All", "form:", "make:0", "fly:1", "copy:-1", "remove:²"]
)
def test_a_button_that_means_nothing_is_refused_in_a_sentence(op: str) -> None:
    with pytest.raises(BadInput):
        press(press(blank_force(PACK), "add:Locust LCT-1V"), op)


def test_the_builder_takes_no_more_units_than_a_page_can_show() -> None:
    force = press(blank_force(PACK), "add:Locust LCT-1V")
    full = (
        force_toml(force, LIBRARY)
        + '\n[[unit]]\nunit = "Wasp WSP-1A"\ncount = 49\n[[unit]]\nunit = "Stinger STG-3R"\ncount = 10\n'
    )
    assert len(read_work(full, LIBRARY).units) == MOST_UNITS
    with pytest.raises(BadInput, match="takes no more"):
        edited(read_work(full, LIBRARY), "add:Locust LCT-1V", {}, LIBRARY)


# Fields


def fields_of(force: Force) -> dict[str, Any]:
    """Every unit as the page would send it back, untouched."""
    groups = {name: f"g{at}" for at, group in enumerate(force.groups) for name in group.units}
    return {
        "unit": {
            f"u{at}": {"name": unit.name, "skill": str(unit.skill), "formation": groups.get(unit.name, "")}
            for at, unit in enumerate(force.units)
        }
    }


@pytest.mark.parametrize("name", ["combine-wall", "drafted-four", "lyran-picket", "sea-fox-nova"])
def test_a_shipped_force_comes_back_from_the_page_as_it_was(name: str) -> None:
    force = shipped_force(name)
    pack = load_pack("drafted-for-war" if name == "drafted-four" else "herocon-2025")
    assert with_fields(force, sent_by_the_page(force, pack)) == force


def sent_by_the_page(force: Force, pack: Any) -> dict[str, Any]:
    """What a browser sends when nothing was touched, taken from what the page shows."""
    bench = workbench(force, pack, LIBRARY)
    choices = {row.key: row.group.choices for row in bench.groups}
    return {
        "shown": bench.shown,
        "name": force.name,
        "faction": force.faction,
        "era": force.era,
        "unit": {
            row.key: {
                "name": row.unit.name,
                "skill": str(row.unit.skill),
                "formation": row.group,
                "abilities": list(row.unit.abilities),
                "legendary": row.unit.legendary,
                "munition": {keyword: chosen for keyword, chosen, _ in row.munitions},
                **({"command": "true"} if row.unit.command_unit else {}),
            }
            for row in bench.units
        },
        "group": {
            row.key: {
                "name": row.group.name,
                "kind": row.kind,
                "commander": row.commander,
                "ability": choices[row.key].get("ability", ""),
                "option": choices[row.key].get("option", ""),
                "supports": row.supported,
            }
            for row in bench.groups
        },
        "command": {key: words for key, words, _ in bench.command},
    }


def test_a_new_name_is_the_units_name_in_its_formation_too() -> None:
    force = press(blank_force(PACK), *["add:Locust LCT-1V"] * 3, "gather:recon")
    sent = fields_of(force)
    sent["unit"]["u1"] |= {"name": "Wasp's Sister", "skill": "2"}
    changed = with_fields(
        force, {"shown": "units formations", **sent, "group": {"g0": {"kind": "recon", "commander": "u1"}}}
    )
    assert changed.units[1].skill == 2
    assert changed.groups[0].units == ("Locust LCT-1V", "Wasp's Sister", "Locust LCT-1V #3")
    assert changed.groups[0].commander == "Wasp's Sister"
    renamed = with_fields(force, {"shown": "units", **sent})
    assert renamed.groups[0].units == changed.groups[0].units


def test_a_choice_that_the_page_cannot_show_stays_as_the_file_has_it() -> None:
    text = force_toml(press(blank_force(PACK), *["add:Locust LCT-1V"] * 3, "gather:recon"), LIBRARY)
    force = read_work(
        text + 'choices = { ability = ["Maneuvering Ace"], "Locust LCT-1V" = "Eagle\'s Eyes" }\n', LIBRARY
    )
    assert len(force.groups[0].choices) == 2
    sent = {"shown": "units formations", **fields_of(force), "group": {"g0": {"kind": "recon"}}}
    assert with_fields(force, sent).groups == force.groups


def test_a_unit_can_be_put_into_a_formation_from_there_and_leaves_the_other() -> None:
    force = press(blank_force(PACK), *["add:Locust LCT-1V"] * 3, "gather:recon", "form:fire")
    sent = {"shown": "units formations", **fields_of(force), "group": {"g0": {}, "g1": {"join": "u1"}}}
    assert [group.units for group in with_fields(force, sent).groups] == [
        ("Locust LCT-1V", "Locust LCT-1V #3"),
        ("Locust LCT-1V #2",),
    ]


def test_two_units_never_have_one_name_whatever_is_typed() -> None:
    force = press(blank_force(PACK), *["add:Locust LCT-1V"] * 2)
    sent = {"shown": "units", "unit": {"u0": {"name": "Twin"}, "u1": {"name": "twin"}}}
    assert names(with_fields(force, sent)) == ["Twin", "twin #2"]


def test_fields_that_the_page_did_not_have_change_nothing() -> None:
    force = shipped_force("combine-wall")
    assert with_fields(force, {}) == force
    assert with_fields(force, {"unit": {"u0": {"skill": "0"}}}) == force


junk = st.recursive(
    st.text(max_size=8) | st.lists(st.text(max_size=4), max_size=2),
    lambda inner: st.dictionaries(
        st.sampled_from(["u0", "g0", "c0", "name", "skill", "munition", "abilities", "kind"]), inner
    ),
    max_leaves=6,
)


@given(
    st.fixed_dictionaries(
        {"shown": st.just("head units abilities munitions legendary command_units formations command")},
        optional=dict.fromkeys(("name", "faction", "unit", "group", "command", "new_command"), junk),
    ),
    st.sampled_from(
        ["update", "remove:0", "copy:1", "gather:recon", "drop_ability:0:0", "drop_command:0", "disband:0"]
    ),
)
def test_whatever_a_browser_sends_leaves_a_force_that_can_be_read(fields: dict[str, Any], op: str) -> None:
    force = with_fields(shipped_force("sea-fox-nova"), fields)
    try:
        force, _ = edited(force, op, fields, LIBRARY)
    except BadInput:
        return
    again = read_work(force_toml(force, LIBRARY), LIBRARY)
    assert names(again) == names(force)
    workbench(again, PACK, LIBRARY)


# What the page shows


def test_formations_are_found_as_one_goes_and_the_proposal_is_legal() -> None:
    force = press(blank_force(PACK), *["add:Locust LCT-1V"] * 3)
    bench = workbench(force, PACK, LIBRARY)
    assert "light_recon" in dict(bench.loose_could_be)
    wall = shipped_force("lyran-picket")
    alone = Force(wall.name, wall.player, wall.faction, wall.era, wall.units[:8], ())
    found, left_over = proposed(alone, PACK, seconds=5)
    placed = [name for group in found.groups for name in group.units]
    assert sorted([*placed, *(one.unit for one in left_over)]) == sorted(names(alone))
    assert found.groups
    assert not [row.problems for row in workbench(found, PACK, LIBRARY).groups if row.problems]


def test_whoever_commands_a_command_lance_may_do_so_in_the_proposal() -> None:
    wall = shipped_force("combine-wall")
    leaders = (wall.units[0].name, wall.units[1].name)
    groups = tuple(Group(name, "Command Lance", (name,), name) for name in leaders)
    led = [unit.name for unit in units_to_split(replace(wall, groups=groups)) if unit.commander]
    assert led == list(leaders)
    assert not any(unit.commander for unit in units_to_split(replace(wall, groups=())))


def test_cards_are_found_by_all_that_is_asked_and_come_in_pages() -> None:
    everything = find_cards(LIBRARY, PageSearch(), PACK, "", "")
    assert everything.total == len(LIBRARY)
    assert len(everything.rows) == 20
    last = find_cards(LIBRARY, PageSearch(page=99), PACK, "", "")
    assert last.page == last.pages == 5
    some = find_cards(LIBRARY, PageSearch(type="BM", role="Scout", most="25", sort="cheap"), PACK, "", "")
    assert some.rows
    assert all(row.card.type == "BM" and row.card.role == "Scout" and row.card.pv <= 25 for row in some.rows)
    assert [row.card.pv for row in some.rows] == sorted(row.card.pv for row in some.rows)
    ecm = find_cards(LIBRARY, PageSearch(specials="ecm, prb"), PACK, "", "")
    assert all(row.card.has("ECM") and row.card.has("PRB") for row in ecm.rows)


# The page


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    folder = tmp_path_factory.mktemp("builder")
    with pytest.MonkeyPatch.context() as patch, scene(Settings(db=str(folder / "hall.db"))) as made:
        patch.setenv("MUSTER_HOME", str(folder))
        yield made


def post(hall: Scene, who: str = PUBLIC, path: str = "/builder", **fields: Any) -> Response:
    return hall.post(path, who, data=fields, headers=HTML)


def force_in(answer: Response) -> str:
    found = re.search(r'name="force" value="([^"]*)"', answer.text)
    assert found, answer.text
    return html.unescape(found[1])


def test_a_force_is_built_by_plain_forms_alone(hall: Scene) -> None:
    page = hall.get("/builder", headers=HTML)
    assert 'value="add:Archer ARC-2R"' in page.text
    page = post(hall, force=force_in(page), op="add:Archer ARC-2R")
    page = post(hall, force=force_in(page), op="add:Atlas AS7-D")
    sent = {"shown": "head units", "name": "Two", "faction": "Draconis Combine", "unit.u0.skill": "2"}
    page = post(hall, force=force_in(page), op="update", **sent)
    data = tomllib.loads(force_in(page))
    assert [unit["skill"] for unit in data["unit"]] == [2, 4]
    assert (data["name"], data["faction"], data["pack"], data["era"]) == (
        "Two",
        "Draconis Combine",
        PACK.name,
        "ilClan",
    )
    saved = post(hall, force=force_in(page), op="save")
    assert saved.headers["content-disposition"] == 'attachment; filename="two.toml"'
    assert saved.text == force_in(page)
    printed = post(hall, path="/builder/force.pdf", force=force_in(page))
    assert printed.content.startswith(b"%PDF")


def test_a_force_is_taken_to_another_tool_and_back(hall: Scene) -> None:
    force = shipped_force_text("combine-wall")
    page = post(hall, force=force, op="export", export_as="jeffs")
    assert "has no place for the faction: Draconis Combine" in page.text
    listed = re.search(r"<textarea[^>]*name=\"exported\"[^>]*>(.*?)</textarea>", page.text, re.DOTALL)
    assert listed
    page = post(hall, op="load", paste=html.unescape(listed[1]))
    assert tomllib.loads(force_in(page))["formation"]
    assert post(hall, force=force, op="export", export_as="clay").status_code == 400


def test_a_link_of_mekbay_can_be_pasted(hall: Scene) -> None:
    page = post(hall, op="load", paste="https://mekbay.com/?gs=as&units=;battle-lance~BMAtlas_AS7D:3,BMNosuch_X")
    assert tomllib.loads(force_in(page))["unit"][0]["unit"] == "Atlas AS7-D"
    assert "BMNosuch_X" in page.text


def test_the_search_asks_for_every_figure_and_says_what_is_not_known(hall: Scene) -> None:
    asked = {"find.tech": "Clan", "find.move": "10", "find.tmm": "2", "find.damage": "3", "find.armour": "6"}
    asked |= {"find.since": "2800", "find.until": "3070", "find.sort": "damage", "faction": "Clan Wolf"}
    page = hall.get("/builder/cards?" + urlencode(asked), headers=HTML).text
    assert "Add Ryoken (Stormcrow) Prime" in page
    assert "Add Atlas AS7-D" not in page
    assert "What Clan Wolf has in the ilClan era is not known here" in page


def test_a_force_of_a_game_without_a_builder_is_checked_and_printed(hall: Scene) -> None:
    for pack, game, name in (
        ("meeting-engagement", "the_game", "humanxx-1000"),
        ("age-of-destruction-constructed", "age_of_destruction", "cat-patrol"),
    ):
        text = game_named(game).forces.shipped_text(name)
        checked = post(hall, pack=pack, text=text)
        assert "legal" in checked.text
        assert 'action="/builder/force.pdf"' in checked.text
        assert post(hall, path="/builder/force.pdf", pack=pack, text=text).content.startswith(b"%PDF")
        refused = post(hall, path="/builder/force.pdf", pack=pack, text="name = 3")
        assert refused.status_code == 400
        assert hall.get(f"/builder/cards?pack={pack}", headers=HTML).status_code == 400


def test_the_last_change_can_be_undone_and_a_new_force_as_well(hall: Scene) -> None:
    text = shipped_force_text("combine-wall")
    page = post(hall, force=text, op="remove:0")
    before = re.search(r'name="before" value="([^"]*)"', page.text)
    assert before
    undone = post(hall, force=force_in(page), before=html.unescape(before[1]), op="undo")
    assert len(tomllib.loads(force_in(undone))["unit"]) == len(read_work(text, LIBRARY).units)
    assert "unit" not in tomllib.loads(force_in(post(hall, force=text, op="new")))


def test_a_list_from_another_tool_is_read_and_what_is_not_understood_is_told(hall: Scene) -> None:
    page = post(hall, op="load", paste="Atlas AS7-D 4 52\nLocust LCT-1V 3\nGlorious Nonsense 4 99\n")
    assert [unit["unit"] for unit in tomllib.loads(force_in(page))["unit"]] == ["Atlas AS7-D", "Locust LCT-1V"]
    assert "Glorious Nonsense" in page.text
    file = {"file": ("wall.toml", shipped_force_text("combine-wall"), "application/toml")}
    page = hall.post("/builder", PUBLIC, data={"op": "load"}, files=file, headers=HTML)
    assert tomllib.loads(force_in(page))["name"] == "Combine wall"


@pytest.mark.parametrize("text", ["", "game = [", 'game = "the_game"\nname = "x"', "{" * 5000, "\x00", "[[" * 3000])
def test_what_cannot_be_loaded_is_told_and_the_force_stays(hall: Scene, text: str) -> None:
    page = post(hall, force=shipped_force_text("combine-wall"), op="load", paste=text)
    assert page.status_code == 400
    assert 'role="alert"' in page.text
    assert tomllib.loads(force_in(page))["name"] == "Combine wall"


def test_a_force_that_is_none_is_refused_in_a_sentence(hall: Scene) -> None:
    for text in (
        "game = [",
        "a" * 600_000,
        "x = " + "[" * 5000,
        'game = "alpha_strike"\nname = "x"\n[[unit]]\nunit = "?"',
    ):
        answer = post(hall, force=text, op="update")
        assert answer.status_code == 400
        assert "<h1" in answer.text


def test_an_unknown_pack_or_event_is_told(hall: Scene) -> None:
    assert hall.get("/builder?pack=nothing", headers=HTML).status_code == 400
    assert hall.get("/builder?pack=a%3D1", headers=HTML).status_code == 400
    assert hall.get("/builder?event=nothing", headers=HTML).status_code == 404


def test_markup_in_any_name_comes_out_as_text(hall: Scene) -> None:
    sent = {"shown": "head units", "name": EVIL, "faction": EVIL, "unit.u0.name": EVIL}
    page = post(hall, force=shipped_force_text("combine-wall"), op="update", **sent)
    assert "<img src=x" not in page.text
    assert "&lt;img src=x" in page.text


def test_no_page_has_inline_script_or_style_and_a_full_force_stays_under_100_kb(hall: Scene) -> None:
    page = post(hall, force=shipped_force_text("combine-wall"), op="update").text
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert not re.search(r"\s(?:style|on\w+)=", re.sub(r">[^<]*<", "><", re.sub(r'value="[^"]*"', "", page)))
    assert page.count("<h1") == 1
    assert len(page.encode()) < 100_000


def test_cards_alone_are_for_the_script(hall: Scene) -> None:
    answer = hall.get("/builder/cards?find.text=atlas&find.sort=cheap", headers=HTML)
    assert answer.text.count('name="op" value="add:Atlas') == 2
    assert "<html" not in answer.text


def test_proposals_are_bounded(hall: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "_proposals", Limiter(tries=1, seconds=60))
    text = force_toml(press(blank_force(PACK), *["add:Locust LCT-1V"] * 3), LIBRARY)
    page = post(hall, force=text, op="propose")
    assert page.status_code == 200
    assert len(tomllib.loads(force_in(page))["formation"]) == 1
    assert post(hall, force=text, op="propose").status_code == 429


@pytest.mark.parametrize("pack", ["meeting-engagement", "age-of-destruction-constructed"])
def test_a_force_of_another_game_is_checked_from_its_file(hall: Scene, pack: str) -> None:
    assert "Your force file" in hall.get(f"/builder?pack={pack}", headers=HTML).text
    answer = post(hall, pack=pack, text=shipped_force_text("combine-wall"))
    assert answer.status_code == 400
    assert "is a force of alpha_strike" in answer.text


def test_a_force_of_the_game_is_shown_with_its_formations(hall: Scene) -> None:
    from musterhall.games.the_game.army.forces import shipped_force_text as the_games_text

    answer = post(hall, pack="meeting-engagement", text=the_games_text(the_games_forces()[0]))
    assert answer.status_code == 200
    assert "points" in answer.text


# At an event


def test_a_player_begins_with_the_own_force_and_keeps_it_once_it_is_locked(hall: Scene) -> None:
    page = hall.get(f"/builder?event={EVENT}", PLAYER, headers=HTML)
    own = hall.event.player("p1").force
    assert own is not None
    assert tomllib.loads(force_in(page))["name"] == own.force
    assert "Forces are locked, and yours stays as it is" in page.text
    assert "force.submit" not in page.text


def test_others_may_build_for_the_event_but_see_nobodys_force_and_hand_nothing_in(hall: Scene) -> None:
    for who in (PUBLIC, "owner", "stranger"):
        page = hall.get(f"/builder?event={EVENT}", who, headers=HTML)
        assert "unit" not in tomllib.loads(force_in(page))
        page = post(hall, who, event=EVENT, op="add:Atlas AS7-D")
        assert "force.submit" not in page.text


# In a browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("served")
    with running(folder, str(folder / "served.db"), MUSTER_HOME=str(folder)) as found:
        yield found


def open_page(browser: Browser, server: Running, errors: list[str], **more: Any) -> Page:
    page = browser.new_context(viewport={"width": 360, "height": 740}, **more).new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    page.goto(f"{server.url}/builder")
    return page


def test_a_force_is_built_on_a_phone_and_is_still_there_after_a_reload(browser: Browser, server: Running) -> None:
    errors: list[str] = []
    page = open_page(browser, server, errors)
    page.get_by_label("Name", exact=True).last.fill("locust")
    for _ in range(3):
        page.get_by_role("button", name="Add Locust LCT-1V").click()
    expect(page.locator(".totals")).to_contain_text("54 of 400 PV")
    expect(page.locator("details.unit")).to_have_count(3)
    page.locator("details.unit summary").first.click()
    page.get_by_label("Skill").first.select_option("2")
    expect(page.locator(".totals")).not_to_contain_text("54 of 400 PV")
    expect(page.locator("details.unit").first).to_have_attribute("open", "")
    page.get_by_role("button", name="Light Recon Lance").click()
    expect(page.locator("#group-g0")).to_contain_text("3 units")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#group-g0")).to_have_count(0)
    page.reload()
    expect(page.locator("details.unit")).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert not errors


def moved(tapped: Locator, act: Callable[[], object], done: Callable[[], object]) -> float:
    """How far something moves on the screen under the finger that taps it."""
    tapped.click(trial=True)
    before = tapped.bounding_box()
    act()
    done()
    after = tapped.bounding_box()
    assert before
    assert after
    return abs(after["y"] - before["y"])


def test_nothing_jumps_under_the_thumb_on_a_phone(browser: Browser, server: Running) -> None:
    errors: list[str] = []
    page = open_page(browser, server, errors, service_workers="block")
    page.locator("[name='find.text']").fill("locust")
    expect(page.locator("button[value^='add:']").nth(1)).to_have_attribute("value", re.compile("Locust"))
    units = page.locator("details.unit")
    for count, name in enumerate(("Locust LCT-1V", "Locust LCT-3M", "Locust LCT-1V", "Locust LCT-1V"), 1):
        add = page.get_by_role("button", name=f"Add {name}", exact=True)
        assert moved(add, add.click, lambda: expect(units).to_have_count(count)) < 2, name  # noqa: B023
    page.locator("details.unit summary").nth(1).click()
    skill = page.locator("[name='unit.u1.skill']")
    better = lambda: expect(units.nth(1)).to_contain_text("skill 2")  # noqa: E731
    assert moved(skill, lambda: skill.select_option("2"), better) < 2
    undo, group = page.get_by_role("button", name="Undo"), page.locator("#group-g0")
    gather = page.locator("button[value^='gather:']").first
    gather.scroll_into_view_if_needed()
    assert moved(undo, gather.click, lambda: expect(group).to_have_count(1)) < 2
    assert moved(undo, undo.click, lambda: expect(group).to_have_count(0)) < 2
    copy = page.locator("#unit-u1").get_by_role("button", name="Add another")
    assert moved(copy, copy.click, lambda: expect(units).to_have_count(5)) < 2
    held: list[Route] = []
    page.route("**/builder", lambda route: held.append(route))
    with page.expect_request("**/builder"):
        page.get_by_role("button", name="Propose formations").click()
    expect(page.locator("#told")).to_contain_text("Looking for the best formations")
    held[0].continue_()
    expect(page.locator("#told")).to_contain_text("Proposed: 1 formation", timeout=60_000)
    assert not errors


def test_a_force_is_saved_on_the_device_and_opened_again(browser: Browser, server: Running) -> None:
    errors: list[str] = []
    page = open_page(browser, server, errors)
    page.locator("[name='find.text']").fill("locust")
    page.get_by_role("button", name="Add Locust LCT-1V").click()
    expect(page.locator("details.unit")).to_have_count(1)
    page.get_by_text("Saved forces").click()
    page.get_by_role("button", name="Save this force").click()
    expect(page.locator("#told")).to_contain_text("is saved on this device")
    page.get_by_role("button", name="Start over").click()
    expect(page.locator("details.unit")).to_have_count(0)
    page.reload()
    page.get_by_text("Saved forces").click()
    page.get_by_role("button", name="Open My force").click()
    expect(page.locator("details.unit")).to_have_count(1)
    page.get_by_role("button", name="Remove My force").click()
    expect(page.locator("#saved li")).to_have_count(0)
    assert not errors


def test_a_list_for_another_tool_is_shown_and_the_tool_stays_chosen(browser: Browser, server: Running) -> None:
    errors: list[str] = []
    page = open_page(browser, server, errors)
    page.get_by_label("Name", exact=True).last.fill("timber wolf")
    page.get_by_role("button", name="Add Mad Cat (Timber Wolf) Prime").click()
    page.get_by_text("Take it to another tool").click()
    page.get_by_label("As a list for").select_option("mekbay-link")
    page.get_by_role("button", name="Show the list").click()
    expect(page.get_by_label("Copy it from here")).to_have_value(re.compile("https://mekbay.com/\\?gs=as&mul_ids="))
    expect(page.get_by_label("As a list for")).to_have_value("mekbay-link")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert not errors


def test_it_works_without_script(browser: Browser, server: Running) -> None:
    page = open_page(browser, server, [], java_script_enabled=False)
    page.get_by_label("Name", exact=True).last.fill("atlas")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("button", name="Add Atlas AS7-D").click()
    page.locator("details.unit summary").first.click()
    page.get_by_label("Skill").first.select_option("3")
    page.get_by_role("button", name="Update", exact=True).last.click()
    expect(page.locator("details.unit summary")).to_contain_text("skill 3")
