"""Packs on the web: their files, and an event with a pack that was changed by clicks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from tests.web.scene import EVENT, Scene, scene

from musterhall.packs.model import load_pack, shipped_pack_text, shipped_packs
from musterhall.web.accounts import OWNER
from musterhall.web.sessions import PUBLIC
from musterhall.web.settings import Settings

PAGE = "/new/herocon-2025"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    folder: Path = tmp_path_factory.mktemp("packs")
    with scene(Settings(db=str(folder / "house.db"))) as found:
        yield found


def as_sent(html: str) -> dict[str, list[str] | str]:
    """The form as a browser would send it without a change."""
    form: dict[str, list[str] | str] = {}
    for name, value in re.findall(r'<input type="(?:number|text)"[^>]* name="([\w.]+)" value="([^"]*)"', html):
        form[name] = value
    for name, options in re.findall(r'<select name="([\w.]+)">(.*?)</select>', html, re.S):
        chosen = re.search(r'value="([^"]*)" selected', options)
        assert chosen is not None, name
        form[name] = chosen[1]
    form["awards[]"] = re.findall(r'name="awards\[\]" value="(\w+)" checked', html)
    return form


def test_a_pack_is_changed_by_clicks_alone(made: Scene) -> None:
    form = as_sent(made.get(PAGE, OWNER).text)
    wishes = {"name": "Small Herocon", "points": "300", "rounds": "2", "minutes": "100, 90"}
    chosen = {"readings.ties": "head_to_head", "awards[]": ["first", "best_painted"]}
    answer = made.post(PAGE, OWNER, data={**form, **wishes, **chosen})
    assert answer.headers["location"] == "/e/small-herocon/desk"
    event = made.house.event("small-herocon")
    assert (event.planned, event.rules.minutes) == (2, [100, 90])
    assert event.pack.force.points is not None
    assert event.pack.force.points.most == 300
    assert event.pack.reading("ties") == "head_to_head"
    assert [one.name for one in event.rules.award] == ["first", "best_painted"]
    assert made.house.desk("small-herocon").ledger.entries[0].who == OWNER


def test_the_settings_of_the_day_are_changed_by_clicks_too(made: Scene) -> None:
    form = as_sent(made.get(PAGE, OWNER).text)
    chosen = {
        "name": "Big Herocon",
        "day.places": "24",
        "day.venue": "Town Hall",
        "day.byes": "like_a_bye",
        "day.tables": "by_standing",
        "day.strength": "average",
        "day.cut": "4",
        "day.soft.0.title": "Painting",
        "day.soft.0.most": "12,5",
        "day.categories": "Juniors, Newcomers",
    }
    answer = made.post(PAGE, OWNER, data={**form, **chosen})
    assert answer.status_code == 303, answer.text
    event = made.house.event("big-herocon")
    rules = event.rules
    assert (event.capacity, event.venue, rules.bye.on_request) == (24, "Town Hall", "like_a_bye")
    assert rules.pairing.tables == "by_standing"
    assert rules.cut is not None
    assert rules.standings.strength is not None
    assert [(one.title, one.most) for one in rules.soft] == [("Painting", Fraction(25, 2))]
    assert [one.title for one in rules.category] == ["Juniors", "Newcomers"]
    assert "# Midnight is read as the end of the day" in event.pack_text


def test_a_pack_that_was_left_as_it_is_is_the_shipped_one(made: Scene) -> None:
    for name in (one for one in shipped_packs() if load_pack(one).event):
        form = as_sent(made.get(f"/new/{name}", OWNER).text)
        answer = made.post(f"/new/{name}", OWNER, data={**form, "name": f"As it is {name}"})
        assert answer.status_code == 303, answer.text
        made_of = made.house.event(answer.headers["location"].split("/")[2]).pack
        assert made_of == load_pack(name)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"name": ""}, "name: the event has none"),
        ({"minutes": "soon"}, "minutes &#39;soon&#39;: write whole numbers"),
        ({"readings.ties": "cake"}, "is no answer to it"),
        ({"date": "2025-99-99"}, "is no day"),
        ({"day.forces_by": "soon"}, "&#39;soon&#39; is no day"),
        ({"day.soft.0.title": "Painting"}, "Painting: say how many points it gives at most"),
        ({"day.soft.0.title": "Painting", "day.soft.0.most": "many"}, "is no number"),
    ],
)
def test_what_is_wrong_is_told_on_the_page_and_what_was_typed_stays(
    made: Scene, wrong: dict[str, str], said: str
) -> None:
    form = as_sent(made.get(PAGE, OWNER).text)
    answer = made.post(PAGE, OWNER, data={**form, "name": "Wrong", "points": "321", **wrong})
    assert answer.status_code == 400
    assert said in answer.text
    assert 'value="321"' in answer.text


@pytest.mark.parametrize(
    ("pack", "units", "said"),
    [
        ("meeting-engagement", "5", "units: this pack has no such limit"),
        ("drafted-for-war", "8", "choose 5 or fewer"),
    ],
)
def test_a_limit_that_the_pack_cannot_have_is_told_on_the_page(made: Scene, pack: str, units: str, said: str) -> None:
    form = as_sent(made.get(f"/new/{pack}", OWNER).text)
    answer = made.post(f"/new/{pack}", OWNER, data={**form, "name": "Too many", "units": units})
    assert answer.status_code == 400
    assert said in answer.text


def test_the_file_of_a_pack_is_everybodys(made: Scene) -> None:
    answer = made.get("/packs/herocon-2025.toml", PUBLIC)
    assert answer.text == shipped_pack_text("herocon-2025")
    assert 'filename="herocon-2025.toml"' in answer.headers["content-disposition"]
    assert made.get(f"/e/{EVENT}/pack.toml", PUBLIC).text == made.event.pack_text
    for name in ("nothing.toml", "..%2f..%2fmodel.py", "readings.toml"):
        assert made.get(f"/packs/{name}", PUBLIC).status_code == 404
    assert made.get("/new/nothing", OWNER).status_code == 404
