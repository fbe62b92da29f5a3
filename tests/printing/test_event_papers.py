"""Paper for an event: what hangs on the wall, lies on the table and goes into players' pockets."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import segno

from musterhall.events.cards import Card, CardHalf, Fate, Roster, RosterUnit
from musterhall.events.drafts import Draft, opened
from musterhall.events.event import ACCEPTED, DISQUALIFIED, LEFT, PRESENT, Event, HandedIn, Match, Player, Round
from musterhall.events.scoring import score
from musterhall.games.alpha_strike.drafts.boxes import box_from_data
from musterhall.packs.model import load_pack, shipped_pack_text, shipped_packs
from musterhall.printing.codes import QUIET, code_shapes
from musterhall.printing.draft_sheets import METHODS, draft_sheets_data, draft_sheets_pdf
from musterhall.printing.pairings import pairings_data, pairings_pdf
from musterhall.printing.score_cards import MOST_LINES, score_cards_data, score_cards_pdf
from musterhall.printing.slips import slips_data, slips_pdf
from musterhall.printing.standings_sheet import standings_data, standings_pdf
from musterhall.problems import BadInput

HOSTILE = ('#import "x": *', "$x^2$", "<b>bold</b>", "*_`raw`_*", "#panic()", "\\u{41} @ref <label>", "{{7*7}} %s")
PACKS = shipped_packs()
TYPES = {"alpha_strike": "BM", "the_game": "formation", "age_of_destruction": "mech"}
LINK = "https://muster.example/northmoor/p/k7Qz1xw9Tgh2LmN0pQrStUv"
NOW = "2025-11-29T08:30:00.000Z"


def event(
    players: int = 5, pack: str = "herocon-2025", *, units: int = 3, scenario: str | None = None, published: bool = True
) -> Event:
    """One round, paired as players were added; the last has the bye where the number is odd."""
    rules = load_pack(pack)
    made = Event("Northmoor Open", rules, shipped_pack_text(pack), 7, "2025-11-29", planned=3)
    for number in range(1, players + 1):
        mine = tuple(RosterUnit(f"Unit {number}.{at}", TYPES[rules.game], 20 + at) for at in range(1, units + 1))
        force = HandedIn("Force", "", sum(unit.points for unit in mine), Roster(mine), state=ACCEPTED)
        made.players[f"p{number}"] = Player(f"p{number}", f"Player {number:03}", status=PRESENT, force=force)
    ids = list(made.players)
    pairs = zip(ids[::2], ids[1::2], strict=False)
    matches = [Match(table, pair, _rosters(made, pair)) for table, pair in enumerate(pairs, 1)]
    name = scenario or made.rules.scenario[0].name
    made.rounds = [Round(1, name, matches, [ids[-1]] if players % 2 else [], published)]
    return made


def played(players: int = 5, **settings: object) -> Event:
    """The same with a card from every table: the first player of each destroyed one unit."""
    made = event(players, **settings)  # type: ignore[arg-type]
    for match in made.rounds[0].matches:
        assert match.rosters[1] is not None
        match.card = Card((CardHalf(), CardHalf(units={match.rosters[1].units[0].name: Fate("destroyed")})))
        match.result = score(made.pack, made.scenario_of(made.rounds[0]), match.card, match.rosters)
    return made


def drafting(seats: int = 2) -> Event:
    """Salvage boxes at one table, everybody with two boxes whose figures tell whose they were."""
    made = event(seats, "drafted-for-war")
    made.drafts["d1"] = _draft(list(made.players))
    return made


def _draft(ids: list[str]) -> Draft:
    boxes = {id_: [{"figure": f"Box {id_}{at}", "versions": ["Locust LCT-1V"]} for at in "ab"] for id_ in ids}
    data = {"draft": "d1", "method": "salvage_boxes", "seats": ids, "units": 2, "seed": 3, "boxes": boxes}
    return opened(data, NOW, box_from_data)


def _rosters(made: Event, pair: tuple[str, str]) -> tuple[Roster | None, Roster | None]:
    return made.players[pair[0]].roster, made.players[pair[1]].roster


def papers(made: Event, paper: str = "a4") -> dict[str, bytes]:
    """Everything that can be printed of an event."""
    return {
        "by table": pairings_pdf(made, 1, by="table", draft=True, paper=paper),
        "by name": pairings_pdf(made, 1, by="name", draft=True, paper=paper),
        "cards": score_cards_pdf(made, 1, draft=True, paper=paper),
        "standings": standings_pdf(made, paper=paper),
        "slips": slips_pdf(made, "https://muster.example/northmoor", {"p1": LINK}, paper=paper),
    }


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.fixture(scope="session")
def words_on(tmp_path_factory: pytest.TempPathFactory) -> Callable[[bytes], list[list[tuple[str, float, float]]]]:
    """The words of each page, with where each begins and ends from the top."""
    if shutil.which("pdftotext") is None:
        pytest.skip("no pdftotext: install poppler-utils")
    path = tmp_path_factory.mktemp("pdf") / "paper.pdf"
    word = re.compile(r'<word .*?yMin="([\d.]+)" .*?yMax="([\d.]+)">(.*?)</word>')

    def read(pdf: bytes) -> list[list[tuple[str, float, float]]]:
        path.write_bytes(pdf)
        done = subprocess.run(["pdftotext", "-bbox", path, "-"], capture_output=True, check=True)
        sheets = done.stdout.decode().split("<page ")[1:]
        return [[(text, float(top), float(end)) for top, end, text in word.findall(sheet)] for sheet in sheets]

    return read


# All papers


def test_every_paper_names_event_pack_version_and_page_and_says_that_it_is_unofficial(
    text_of: Callable[[bytes], str],
) -> None:
    for pdf in [*papers(played()).values(), draft_sheets_pdf(drafting())]:
        text = text_of(pdf)
        for words in ("Northmoor Open", ", version ", "Page 1 of", "unofficial"):
            assert words in text


@pytest.mark.parametrize("name", HOSTILE)
def test_markup_in_a_name_stays_text_on_every_paper(name: str, text_of: Callable[[bytes], str]) -> None:
    made = played(4)
    made.name = made.players["p1"].name = name
    for pdf in papers(made).values():
        assert text_of(pdf).count(" ".join(name.split())) >= 2


def test_names_of_any_length_and_script_take_no_more_pages_than_short_ones() -> None:
    plain, odd = played(8), played(8)
    names = (
        "W" * 600,
        "Ann-Kathrin " * 30,
        "דוד אבן \u202eשלום",
        "🐆 Волк 鬼",
        "x" * 100,
        "\u0627\u0644\u0639\u0631\u0628",
    )
    for player, name in zip(odd.players.values(), names, strict=False):
        player.name = name
    for paper in ("a4", "letter"):
        usual, strange = papers(plain, paper), papers(odd, paper)
        assert {what: pages(pdf) for what, pdf in strange.items()} == {what: pages(pdf) for what, pdf in usual.items()}


def test_two_hundred_players_flow_over_pages_and_none_is_lost(text_of: Callable[[bytes], str]) -> None:
    made = played(200, units=1)
    printed = {what: pdf for what, pdf in papers(made).items() if what != "cards"}
    for pdf in printed.values():
        text = text_of(pdf)
        assert all(player.name in text for player in made.players.values())
    most = {"by table": 5, "by name": 5, "standings": 8, "slips": 25}
    assert all(pages(pdf) <= most[what] for what, pdf in printed.items())


def test_the_same_event_gives_the_same_bytes_in_every_process() -> None:
    code = "from tests.printing.test_event_papers import digests; print(digests())"
    prints = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            cwd=Path(__file__).parents[2],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(["src", "."])},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(prints) == 1


def digests() -> list[str]:
    printed = [*papers(played()).values(), draft_sheets_pdf(drafting())]
    return [hashlib.sha256(pdf).hexdigest() for pdf in printed]


# Pairings


def test_the_sheet_by_table_has_round_scenario_start_length_tables_and_the_bye(text_of: Callable[[bytes], str]) -> None:
    text = text_of(pairings_pdf(event(), 1, by="table"))
    for words in ("Round 1 of 3", "Assassination", "09:00", "150 minutes", "Bye", "Player 005 no opponent"):
        assert words in text
    assert re.search(r"\b2 Player 003 – Player 004", text)


def test_the_sheet_by_name_has_every_player_with_table_and_opponent() -> None:
    rows = pairings_data(event(), 1, by="name")["rows"]
    assert [(row["name"], row["table"], row["opponent"]) for row in rows] == [
        ("Player 001", 1, "Player 002"),
        ("Player 002", 1, "Player 001"),
        ("Player 003", 2, "Player 004"),
        ("Player 004", 2, "Player 003"),
        ("Player 005", None, ""),
    ]


def test_an_accented_name_stands_where_people_look_for_it() -> None:
    made = event(4)
    for player, name in zip(made.players.values(), ("Zoe", "Émile", "Eva", "öde"), strict=True):
        player.name = name
    assert [row["name"] for row in pairings_data(made, 1, by="name")["rows"]] == ["Émile", "Eva", "öde", "Zoe"]


def test_twenty_tables_and_a_bye_hang_on_one_page() -> None:
    made = event(41)
    assert pages(pairings_pdf(made, 1, by="table")) == pages(pairings_pdf(made, 1, by="name")) == 1


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_player_is_printed_over_the_foot_of_a_page(
    paper: str, words_on: Callable[[bytes], list[list[tuple[str, float, float]]]]
) -> None:
    made = event(201)
    for pdf in (pairings_pdf(made, 1, by="table", paper=paper), pairings_pdf(made, 1, by="name", paper=paper)):
        for words in words_on(pdf):
            foot = next(top for text, top, _ in words if text == "Page")
            assert max(end for text, _, end in words if text == "Player") < foot


def test_tables_stand_in_their_order_however_they_were_paired() -> None:
    made = event(6)
    made.rounds[0].matches.reverse()
    assert [row["table"] for row in pairings_data(made, 1, by="table")["rows"]] == [1, 2, 3]


def test_an_unpublished_round_is_refused_unless_a_draft_is_asked_for(text_of: Callable[[bytes], str]) -> None:
    made = event(published=False)
    with pytest.raises(BadInput, match="publish it"):
        pairings_pdf(made, 1, by="table")
    with pytest.raises(BadInput, match="publish it"):
        score_cards_pdf(made, 1)
    for pdf in (pairings_pdf(made, 1, by="name", draft=True), score_cards_pdf(made, 1, draft=True)):
        assert "DRAFT, not published" in text_of(pdf)


def test_a_published_round_is_never_marked_as_a_draft(text_of: Callable[[bytes], str]) -> None:
    assert "DRAFT" not in text_of(pairings_pdf(event(), 1, by="table", draft=True))


def test_pairings_in_another_order_are_refused_with_those_there_are() -> None:
    with pytest.raises(BadInput, match="table, name"):
        pairings_pdf(event(), 1, by="rank")  # type: ignore[arg-type]


# Score cards


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("pack", PACKS)
def test_every_scenario_with_sixteen_units_a_side_fits_one_page_a_match(pack: str, paper: str) -> None:
    for scenario in load_pack(pack).event.scenario:  # type: ignore[union-attr]
        made = event(4, pack, units=16, scenario=scenario.name)
        assert pages(score_cards_pdf(made, 1, paper=paper)) == 2


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("scenario", [one.name for one in load_pack("herocon-2025").event.scenario])  # type: ignore[union-attr]
def test_the_lines_of_sixteen_units_end_above_the_result(
    scenario: str, paper: str, words_on: Callable[[bytes], list[list[tuple[str, float, float]]]]
) -> None:
    (words,) = words_on(score_cards_pdf(event(2, units=16, scenario=scenario), 1, paper=paper))
    result = next(top for text, top, _ in words if text == "RESULT")
    units = [end for text, _, end in words if text == "Unit"]
    assert len(units) == 32
    assert max(units) < result


@pytest.mark.parametrize("pack", PACKS)
def test_a_blank_card_has_every_field_and_step_of_its_scenario(pack: str, text_of: Callable[[bytes], str]) -> None:
    made = event(0, pack)
    for scenario in made.rules.scenario:
        text = text_of(score_cards_pdf(made, None, scenario=scenario.name, blank=True))
        assert "Player 0" not in text
        first_words = [" ".join(field.title.split()[:2]) for field in made.rules.card_fields(scenario)]
        for words in (scenario.title, *first_words, *made.rules.scoring.titles().values(), "Signature"):
            assert words in text


def test_blank_cards_without_a_name_are_one_for_each_scenario() -> None:
    assert pages(score_cards_pdf(event(0), None, blank=True)) == 6


def test_a_card_shows_what_each_field_gives_and_the_boxes_for_phases() -> None:
    form = score_cards_data(event(2, scenario="king_of_the_hill"), 1)["forms"][0]
    assert [(field["each"], field["phases"]) for field in form["fields"]] == [("100", 10)]
    assert form["fields"][0]["note"] == "1 at most in each End Phase; at most 4 in all"


def test_a_players_half_lists_the_opponents_units_with_their_points() -> None:
    one, other = score_cards_data(event(2), 1)["cards"][0]["sides"]
    assert (one["name"], [unit["name"] for unit in one["units"]]) == (
        "Player 001",
        ["Unit 2.1", "Unit 2.2", "Unit 2.3"],
    )
    assert (other["name"], [unit["points"] for unit in other["units"]]) == ("Player 002", [21, 22, 23])
    assert (one["units_of"], other["units_of"]) == ("Player 002's units", "Player 001's units")


def test_a_card_goes_through_the_steps_of_its_pack() -> None:
    steps = score_cards_data(event(2), 1)["forms"][0]["steps"]
    assert [step["title"] for step in steps] == [
        "Objective Points",
        "Destruction Points",
        "Winner",
        "Victory Points",
        "Total Points",
    ]
    assert steps[1]["note"] == "opposing units destroyed ×1, crippled ×½; at most 400"


def test_only_a_pack_that_breaks_ties_by_a_die_has_boxes_for_it() -> None:
    kinds = {
        pack: [step["kind"] for step in score_cards_data(event(2, pack), 1)["forms"][0]["steps"]] for pack in PACKS
    }
    assert {pack for pack in PACKS if "dice" in kinds[pack]} == {"drafted-for-war", "age-of-destruction-constructed"}


def test_an_early_end_is_offered_as_the_pack_reads_it() -> None:
    ends = score_cards_data(event(2, scenario="data_extraction"), 1)["forms"][0]["ends"]
    assert ends == ["Time was called", "Early: The opposing token was uploaded.", "One side had nobody left"]


def test_a_card_offers_the_ends_that_its_pack_knows() -> None:
    ends = {pack: score_cards_data(event(2, pack), 1)["forms"][0]["ends"] for pack in PACKS}
    agreed, full = "Both players agreed to end it", "It was played to its last turn"
    assert [pack for pack in PACKS if agreed in ends[pack]] == ["age-of-destruction-constructed"]
    assert [pack for pack in PACKS if full in ends[pack]] == ["meeting-engagement"]
    assert not any(end.startswith("Early") for end in ends["age-of-destruction-constructed"])


def test_a_unit_has_no_box_for_a_state_that_its_type_cannot_come_to() -> None:
    made = event(2, "age-of-destruction-constructed")
    data = score_cards_data(made, 1)
    heads = [state["head"] for state in data["forms"][0]["states"]]
    can = data["cards"][0]["sides"][0]["units"][0]["can"]
    assert [head for head, possible in zip(heads, can, strict=True) if not possible] == ["passenger"]


def test_a_player_without_a_force_on_file_has_lines_to_write_on() -> None:
    made = event(2)
    made.rounds[0].matches[0].rosters = (None, made.players["p2"].roster)
    one, other = score_cards_data(made, 1)["cards"][0]["sides"]
    assert (one["lines"], other["lines"]) == (0, 16)


def test_a_horde_stays_on_one_page_and_the_card_says_how_many_are_missing() -> None:
    made = event(2, units=60)
    side = score_cards_data(made, 1)["cards"][0]["sides"][0]
    assert len(side["units"]) + 1 == MOST_LINES
    assert len(side["units"]) + side["more"] == 60
    assert pages(score_cards_pdf(made, 1)) == 1


def test_a_card_without_a_round_or_of_another_scenario_is_refused() -> None:
    with pytest.raises(BadInput, match="name the round"):
        score_cards_pdf(event(), None)
    with pytest.raises(BadInput, match="blank cards of bunkers"):
        score_cards_pdf(event(), 1, scenario="bunkers")
    with pytest.raises(BadInput, match="choose from assassination"):
        score_cards_pdf(event(), None, scenario="chess", blank=True)
    with pytest.raises(BadInput, match="draw the scenarios"):
        score_cards_pdf(event(), 2, blank=True)


# Standings


def test_standings_show_places_with_the_figures_behind_them() -> None:
    data = standings_data(played(4))
    assert [column["title"] for column in data["columns"]] == [
        "Total Points",
        "Objective Points",
        "Victory Points",
        "Destruction Points",
    ]
    first = data["rows"][0]
    assert (first["place"], first["name"], first["figures"]) == ("1=", "Player 001", ["121", "0", "100", "21"])


def test_what_parts_equals_is_said() -> None:
    made = event(4, "drafted-for-war")
    first, second = made.rounds[0].matches
    for match, lost in ((first, 1), (second, 2)):
        assert match.rosters[1] is not None
        fates = {unit.name: Fate("destroyed") for unit in match.rosters[1].units[:lost]}
        match.card = Card((CardHalf(), CardHalf(units=fates)))
        match.result = score(made.pack, made.scenario_of(made.rounds[0]), match.card, match.rosters)
    rows = standings_data(made)["rows"]
    assert rows[0]["parted"].startswith("Victory Condition 1")


def test_who_left_stands_apart_and_has_no_place(text_of: Callable[[bytes], str]) -> None:
    made = played(6)
    made.players["p1"].status, made.players["p2"].status = LEFT, DISQUALIFIED
    data = standings_data(made)
    assert [(row["name"], row["place"], row["status"]) for row in data["apart"]] == [
        ("Player 001", "", ""),
        ("Player 002", "", "disqualified"),
    ]
    assert "Not in the running any more" in text_of(standings_pdf(made))


def test_standings_say_how_the_papers_are_read(text_of: Callable[[bytes], str]) -> None:
    made = played(5)
    told = " ".join(text_of(standings_pdf(made)).split())
    assert "Does a Modified Win include 100 Victory Points: the average and 100" in told
    assert "How the papers are read" not in text_of(standings_pdf(played(2)))


def test_standings_say_what_is_open(text_of: Callable[[bytes], str]) -> None:
    made = played(4)
    made.rounds[0].matches[1].card = made.rounds[0].matches[1].result = None
    assert "Not final Round 1: no card yet from table 2." in text_of(standings_pdf(made))
    assert "Not final" not in text_of(standings_pdf(played(4)))


def test_prizes_are_printed_only_when_the_event_is_over(text_of: Callable[[bytes], str]) -> None:
    made = played(4)
    made.votes = {("sportsmanship", "p1"): "p4"}
    assert "Best sportsmanship" not in text_of(standings_pdf(made))
    made.finished = True
    text = text_of(standings_pdf(made))
    for words in ("Final standings", "First place", "Best sportsmanship", "1 of 1 votes"):
        assert words in text
    assert "no force is noted as wholly painted" in text


def test_standings_after_a_round_that_is_not_published_are_refused() -> None:
    with pytest.raises(BadInput, match="none is published"):
        standings_pdf(event(published=False), 1)
    with pytest.raises(BadInput, match="rounds 1 to 1 are published"):
        standings_pdf(played(), 2)


# Slips


def test_eight_slips_are_on_a_page_and_the_ninth_begins_another() -> None:
    for paper in ("a4", "letter"):
        assert [pages(slips_pdf(event(number), paper=paper)) for number in (8, 9)] == [1, 2]


def test_a_slip_without_a_link_keeps_a_place_for_it(text_of: Callable[[bytes], str]) -> None:
    text = text_of(slips_pdf(event(2), None, {"p1": LINK}))
    assert text.count("link follows") == 1
    assert text.count("keep it to yourself") == 1
    assert "Number p2" in text


def test_a_slip_has_the_letters_and_says_where_to_type_them(text_of: Callable[[bytes], str]) -> None:
    text = text_of(slips_pdf(event(2), "http://192.0.2.7:8000/e/x", {"p1": LINK}, {"p1": "BCD FHJ"}))
    assert "BCD FHJ" in text
    assert "type the code at 192.0.2.7:8000" in " ".join(text.split())


def test_who_left_gets_no_slip() -> None:
    made = event(3)
    made.players["p2"].status = LEFT
    assert [slip["number"] for slip in slips_data(made)["slips"]] == ["p1", "p3"]


def test_links_of_strangers_and_slips_for_nobody_are_refused() -> None:
    with pytest.raises(BadInput, match="p9 is no player"):
        slips_pdf(event(2), None, {"p9": LINK})
    with pytest.raises(BadInput, match="has no players"):
        slips_pdf(event(0))


def test_a_code_has_just_the_dark_modules_of_its_link_inside_a_white_edge() -> None:
    shapes = code_shapes(LINK)
    dark = {(x + step, y) for x, y, length in shapes["runs"] for step in range(length)}
    matrix = segno.make_qr(LINK, error="q", boost_error=False).matrix
    assert dark == {(x + QUIET, y + QUIET) for y, row in enumerate(matrix) for x, module in enumerate(row) if module}
    assert shapes["side"] == len(matrix) + 2 * QUIET


def test_a_code_on_paper_is_dark_where_its_link_is_dark(tmp_path: Path) -> None:
    if shutil.which("pdftoppm") is None:
        pytest.skip("no pdftoppm: install poppler-utils")
    (tmp_path / "slips.pdf").write_bytes(slips_pdf(event(1), None, {"p1": LINK}))
    picture = subprocess.run(
        ["pdftoppm", "-r", "300", "-gray", tmp_path / "slips.pdf"], capture_output=True, check=True
    ).stdout
    _, size, _, points = picture.split(b"\n", 3)
    width = int(size.split()[0])
    side = code_shapes(LINK)["side"]
    # On A4 the first slip is 105 mm wide; its code of 39 mm ends 9 mm from that, and begins 8 mm from the top.
    module, left, top = 39 / side, 105 - 9 - 39, 8

    def dark(x: int, y: int) -> bool:
        across, down = (round((edge + (at + 0.5) * module) / 25.4 * 300) for edge, at in ((left, x), (top, y)))
        shade: int = points[down * width + across]
        return shade < 128

    wanted = {(x + step, y) for x, y, length in code_shapes(LINK)["runs"] for step in range(length)}
    assert {(x, y) for x in range(side) for y in range(side) if dark(x, y)} == wanted


def test_a_link_that_no_code_can_hold_is_refused() -> None:
    with pytest.raises(BadInput, match="too many for a QR code"):
        code_shapes("https://muster.example/" + "x" * 3000)


# Draft sheets


def test_a_draft_sheet_has_seats_and_picks_and_lines_for_the_rest() -> None:
    made = drafting()
    for player, item in (("p1", "b1.1"), ("p2", "b2.2")):
        made.drafts["d1"].apply("draft.picked", {"player": player, "item": item}, NOW)
    sheet = draft_sheets_data(made)["sheets"][0]
    assert sheet["seats"] == ["Player 001", "Player 002"]
    assert [cell["figure"] for cell in sheet["rounds"][0]["cells"]] == ["Box p1a", "Box p2b"]


def test_a_draft_sheet_tells_no_hand_and_no_hidden_pick() -> None:
    made = drafting()
    made.drafts["d1"].apply("draft.picked", {"player": "p1", "item": "b1.1"}, NOW)
    assert "Box" not in json.dumps(draft_sheets_data(made))


def test_a_force_pack_that_is_not_open_yet_is_not_named_and_rolls_are_shown() -> None:
    made = event(2, "drafted-for-war")
    packs = [
        {"name": f"Pack {at}", "figures": [{"figure": f"Fig {at}{one}", "versions": ["Locust LCT-1V"]} for one in "ab"]}
        for at in (1, 2)
    ]
    data = {"draft": "d1", "method": "force_packs", "seats": ["p1", "p2"], "units": 2, "seed": 3, "packs": packs}
    made.drafts["d1"] = opened(data, NOW, box_from_data)
    first, second = draft_sheets_data(made)["sheets"][0]["rounds"]
    assert (first["pack"], second["pack"]) == ("Pack 1", "")
    assert all(cell["rolls"] for cell in first["cells"])
    assert sum(cell["first"] for cell in first["cells"]) == 1


def test_each_group_has_a_page_and_nine_seats_still_have_a_line(text_of: Callable[[bytes], str]) -> None:
    made = drafting(9)
    made.drafts["d2"] = _draft(["p1", "p2"])
    text = text_of(draft_sheets_pdf(made, paper="letter"))
    assert "Player 009" in text
    assert pages(draft_sheets_pdf(made)) == 2


def test_a_blank_draft_sheet_needs_a_pack_with_drafts() -> None:
    blank = event(0, "drafted-for-war")
    sheet = draft_sheets_data(blank, blank=True, method="force_packs")["sheets"][0]
    assert (len(sheet["seats"]), len(sheet["rounds"]), sheet["rounds"][0]["rolls"]) == (4, 4, True)
    for refused, words in ((event(0), "has no drafts"), (blank, "choose from conscription")):
        with pytest.raises(BadInput, match=words):
            draft_sheets_pdf(refused, blank=True, method="cards")
    with pytest.raises(BadInput, match="ask for a blank one"):
        draft_sheets_pdf(blank)


def test_a_blank_sheet_is_there_for_each_way_to_come_by_figures() -> None:
    made = event(4, "drafted-for-war")
    rules = made.rules.draft
    assert rules is not None
    sheets = draft_sheets_data(made, blank=True)["sheets"]
    assert [one["method"] for one in sheets] == [METHODS[name][0] for name in rules.methods]
    by_way = dict(zip(rules.methods, sheets, strict=True))
    assert all(round_["rolls"] for round_ in by_way["force_packs"]["rounds"])
    assert [round_["rolls"] for round_ in by_way["packs_then_boxes"]["rounds"]] == [True, True, False, False]
    assert not any(round_["rolls"] for round_ in by_way["salvage_boxes"]["rounds"])
    (only,) = draft_sheets_data(made, blank=True, method="volunteers")["sheets"]
    assert only["method"] == "Volunteers"
    assert all(one["notes"] for one in sheets), "each has lines for version, pilot and PV"
    assert draft_sheets_pdf(made, blank=True).startswith(b"%PDF")
