"""The score card as a form: read as it was meant, worked out, refused with a sentence; and pictures of scenarios."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from typing import Any

import pytest
from tests.events.day import Day, new_day

from musterhall.events import forces, scenarios
from musterhall.events.cards import Card, read_card
from musterhall.events.simulation import simulate
from musterhall.packs.layouts import Layout
from musterhall.packs.model import load_pack, shipped_pack_text, shipped_packs
from musterhall.packs.pictures import scenario_svg
from musterhall.problems import BadInput
from musterhall.web.cards import card_from_form, card_sheet, is_in_doubt, sums
from musterhall.web.forms import nested
from musterhall.web.sessions import PLAYER, Session, Visitor
from musterhall.web.showing import templates

MARKUP = "<script>alert(1)</script>"


def playing(scenario: str, pack: str = "herocon-2025") -> Day:
    day = new_day(("Anna", "Boris"), pack=pack)
    if pack == "herocon-2025":
        day.do(lambda event: scenarios.choose_scenarios(event, [scenario] * 3))
    day.pair()
    return day


def phone(day: Day) -> Visitor:
    return Visitor(Session(), player=day.round.matches[0].players[0], role=PLAYER)


def read(day: Day, **flat: str) -> Card:
    """The card in a form with these fields; __ stands for the dots in their names."""
    fields = {
        "sides.0.side": "1",
        "sides.1.side": "1",
        **{name.replace("__", "."): value for name, value in flat.items()},
    }
    return read_card(card_from_form(day.event, phone(day), nested(fields))["card"])


# Reading


def test_figures_come_to_the_side_they_were_written_for() -> None:
    card = read(playing("domination"), sides__1__fields__points_of_interest="3")
    assert card.as_data()["sides"] == [{}, {"fields": {"points_of_interest": 3}}]


def test_a_form_with_one_half_is_refused_since_nobody_knows_whose_it_is() -> None:
    day = playing("domination")
    with pytest.raises(BadInput, match="half is missing"):
        card_from_form(day.event, phone(day), nested({"sides.1.fields.points_of_interest": "3"}))


def test_units_in_their_usual_state_are_left_out() -> None:
    states = {f"sides__0__units__{place}": state for place, state in enumerate(["standing", "destroyed", "crippled"])}
    assert read(playing("domination"), **states).as_data()["sides"][0] == {
        "units": {"Anvil": "destroyed", "Tongs": "crippled"}
    }


def test_a_form_that_lacks_a_unit_is_refused_and_not_read_as_another() -> None:
    with pytest.raises(BadInput, match="not those of the force"):
        read(playing("domination"), sides__0__units__2="destroyed")


def test_phases_at_the_end_in_which_nobody_wrote_anything_are_none() -> None:
    rows = {f"sides__{side}__tally__hill__{at}": "0" for side in (0, 1) for at in range(6)}
    card = read(
        playing("king_of_the_hill"), **{**rows, "sides__0__tally__hill__0": "1", "sides__1__tally__hill__2": "1"}
    )
    assert [side.fields["hill"] for side in card.sides] == [(1, 0, 0), (0, 0, 1)]


def test_a_tally_of_nothing_is_no_figure() -> None:
    rows = {f"sides__{side}__tally__hill__{at}": "0" for side in (0, 1) for at in range(6)}
    assert read(playing("king_of_the_hill"), **rows).as_data() == {"sides": [{}, {}]}


@pytest.mark.parametrize("text", ["three", "1.5", "99999999", "٣", "1e3"])
def test_what_is_no_whole_number_is_refused_by_its_title(text: str) -> None:
    with pytest.raises(BadInput, match="Points of Interest controlled"):
        read(playing("domination"), sides__0__fields__points_of_interest=text)


def test_a_roll_needs_both_faces() -> None:
    with pytest.raises(BadInput, match="roll 1"):
        read(playing("", "drafted-for-war"), dice__0__1="4")


def test_a_whole_card_may_come_as_text() -> None:
    day = playing("domination")
    card = {"sides": [{"fields": {"points_of_interest": 2}}, {}]}
    assert card_from_form(day.event, phone(day), {"card": json.dumps(card), "round": "1"}) == {"card": card, "round": 1}
    for broken in ("[]", "{", "[" * 5000, '{"sides": 3}'):
        with pytest.raises(BadInput):
            card_from_form(day.event, phone(day), {"card": broken})


def test_a_form_without_a_card_gives_none() -> None:
    day = playing("domination")
    assert card_from_form(day.event, phone(day), {"why": "tired", "sure": "true"}) == {"why": "tired"}


# Showing


def _fields(html: str) -> dict[str, str]:
    """What a browser would send for this form, the last of several with one name."""
    found: dict[str, str] = {}
    for tag in re.findall(r"<input[^>]*>", html):
        given = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        ticks = given.get("type") in ("checkbox", "radio")
        if given.get("value", "") and (not ticks or re.search(r"\schecked", tag)):
            found[given["name"]] = given["value"]
    for name, options in re.findall(r'<select name="([^"]+)".*?>(.*?)</select>', html, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options) or re.search(r'value="([^"]*)"', options)
        assert chosen is not None
        found[name] = chosen[1]
    return found


@pytest.mark.parametrize("pack", shipped_packs())
def test_what_a_form_shows_of_a_card_is_read_back_as_the_same_card(pack: str) -> None:
    if load_pack(pack).event is None:
        pytest.skip("has no event")
    from musterhall.events.fold import fold

    event = fold(simulate(shipped_pack_text(pack), 8, 11, trouble=False))
    form = templates().get_template("player/card_form.html").make_module({"event_id": "x"})
    seen = 0
    for round_ in event.rounds:
        for match in round_.matches:
            if match.card is None:
                continue
            html = str(form.card_form(event, round_, match, match.card))  # type: ignore[attr-defined]
            visitor = Visitor(Session(), player=match.players[0], role=PLAYER)
            data = nested({**_fields(html), "round": str(round_.number)})
            again = read_card(card_from_form(event, visitor, data)["card"])
            assert sums(event, round_, match, again).result == match.result
            assert not sums(event, round_, match, again).problems
            seen += 1
    assert seen > 5


def test_a_forms_own_side_comes_first() -> None:
    day = playing("domination")
    sheet = card_sheet(day.event, day.round, day.round.matches[0], None, own=1)
    assert sheet.order == (1, 0)


def test_a_form_offers_the_ends_that_its_scenario_has() -> None:
    offered = {
        (pack, scenario): [end for end, _ in card_sheet(day.event, day.round, day.round.matches[0], None).ends]
        for pack, scenario in (
            ("herocon-2025", "assassination"),
            ("herocon-2025", "king_of_the_hill"),
            ("age-of-destruction-constructed", ""),
            ("meeting-engagement", ""),
            ("drafted-for-war", ""),
        )
        for day in [playing(scenario, pack)]
    }
    assert list(offered.values()) == [
        ["time", "early", "no_opponent"],
        ["time", "early", "no_opponent"],
        ["time", "no_opponent", "agreed"],
        ["time", "early", "no_opponent", "full"],
        ["time", "no_opponent"],
    ]


def test_without_a_force_captives_are_asked_for_by_type() -> None:
    day = playing("", "age-of-destruction-constructed")
    match = replace(day.round.matches[0], rosters=(None, None))
    asked = [row.name for row in card_sheet(day.event, day.round, match, None).points[0]]
    in_zone = [f"captured_in_zone:{type_}" for type_ in ("infantry", "vehicle", "mech")]
    assert asked == ["able", "salvage_outside", "captured:mech", *in_zone, "eliminated"]
    card = read(day, **{"sides__1__points__captured:mech": "60"})
    worked = sums(day.event, day.round, match, card)
    assert not worked.problems
    assert worked.result.total(0, "vc2") == 120


def test_the_box_for_a_mission_is_ticked_by_the_cards_played_and_is_nothing_written() -> None:
    day = new_day(("Anna", "Boris"), pack="age-of-destruction-constructed")
    cards = [{"name": "Fog", "kind": "planetary_condition"}, {"name": "Hold the pass", "kind": "mission"}]
    for name in ("Anna", "Boris"):
        day.do(forces.hand_in_cards(day.event, day.event.find(name), cards))
    day.pair()
    assert _mission_ticked(day) == 0
    day.do(lambda event: forces.play_card(event, event.find("Anna"), 1, "Hold the pass"))
    assert _mission_ticked(day) == 0, "Boris must not learn Anna's card before he has played"
    day.do(lambda event: forces.play_card(event, event.find("Boris"), 1, "Fog"))
    assert _mission_ticked(day) == 1
    flat = {"sides.0.side": "1", "sides.1.side": "1", "shared.mission_card": "1"}
    data = nested(flat)
    card = card_from_form(day.event, phone(day), data)["card"]
    assert is_in_doubt(day.event, phone(day), data, card)
    assert not is_in_doubt(day.event, phone(day), nested({**flat, "empty": "yes"}), card)


def _mission_ticked(day: Day) -> int:
    (row,) = (one for one in card_sheet(day.event, day.round, day.round.matches[0], None).shared)
    return row.values[0][0]


def test_sums_name_their_parts_and_what_cannot_be() -> None:
    day = playing("domination")
    match = day.round.matches[0]
    card = read_card({"sides": [{"fields": {"points_of_interest": 4}}, {"fields": {"points_of_interest": 3}}]})
    worked = sums(day.event, day.round, match, card)
    assert "five points of interest" in str(worked.problems[0])
    assert worked.over
    assert worked.result.total(0, "objective") == 400


# Pictures


def _layouts() -> list[tuple[str, Layout]]:
    packs = [load_pack(name).event for name in shipped_packs()]
    return [(one.title, one.layout) for event in packs if event for one in event.scenario if one.layout]


def test_every_scenario_of_a_shipped_pack_has_a_picture() -> None:
    packs = [load_pack(name).event for name in shipped_packs()]
    assert all(one.layout is not None for event in packs if event for one in event.scenario)


@pytest.mark.parametrize(("title", "layout"), _layouts())
def test_a_picture_is_whole_and_tells_what_it_shows(title: str, layout: Layout) -> None:
    root = ElementTree.fromstring(scenario_svg(layout, title))
    space = "{http://www.w3.org/2000/svg}"
    found = root.find(f"{space}title"), root.find(f"{space}desc")
    assert [one.text is not None and one.get("id") for one in found if one is not None] == root.get(
        "aria-labelledby", ""
    ).split()
    assert found[0] is not None
    assert found[0].text == title
    texts = {one.text for one in root.iter(f"{space}text")}
    assert {place.text for place in layout.place if place.text} <= texts


def test_markup_in_a_layout_comes_out_as_text() -> None:
    place: dict[str, Any] = {"shape": "token", "at": [1, 1], "text": MARKUP}
    layout = Layout.model_validate({"size": [10, 10], "note": MARKUP, "place": [place]})
    assert "<script" not in scenario_svg(layout, MARKUP)


def test_nothing_may_lie_beside_the_table() -> None:
    with pytest.raises(ValueError, match="lies beside the table"):
        Layout.model_validate({"size": [10, 10], "place": [{"shape": "token", "at": [11, 1], "text": "Lost"}]})


def test_bunkers_lie_as_the_scenario_says() -> None:
    layout = dict(_layouts())["Bunkers"]
    for role in ("red", "blue"):
        areas = [one for one in layout.place if one.shape == "area" and one.role == role]
        assert len(areas) == 3
        edge = 0.0 if role == "red" else layout.size[1]
        nearest = min(areas, key=lambda one: abs(one.at[1] - edge))
        assert nearest.text == "Home bunker"
