"""The way in: choosing a battle, sitting down at it, and the gallery of battles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from httpx import Response
from tests.play.rooms import GAMES
from tests.web.test_home import HTML, Visit, stranger

from musterhall.board import PieceState
from musterhall.events.entries import Entry
from musterhall.games import game_named
from musterhall.playing.sitting import ONLOOKER
from musterhall.store.troubles import Damaged
from musterhall.web.app import create_app
from musterhall.web.battles import bot_battle, offers
from musterhall.web.playing.choices import choices_of
from musterhall.web.playing.gallery import EXAMPLE
from musterhall.web.settings import Settings

GAME = "age_of_destruction"
AGAINST_A_FRIEND = {"game": GAME, "against": "friend", "name": "Ann"}


@pytest.fixture
def visit(tmp_path: Path) -> Iterator[Visit]:
    with Visit(create_app(Settings(db=str(tmp_path / "home.db"))), headers=HTML, follow_redirects=False) as found:
        yield found


def sent(visit: Visit, fields: dict[str, str]) -> Response:
    answer: Response = visit.fill("/play", None, None, **(AGAINST_A_FRIEND | fields))
    return answer


def begun(visit: Visit, **fields: str) -> str:
    """The name of the battle that the form began."""
    answer = sent(visit, fields)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removeprefix("/play/")


def refused(visit: Visit, **fields: str) -> Response:
    answer = sent(visit, fields)
    assert answer.status_code == 400
    return answer


def problem(answer: Response) -> str:
    found = re.search(r'id="problem">(.*?)</p>', answer.text)
    assert found, answer.text
    return found[1]


# Choosing


def test_the_start_page_leads_to_play(visit: Visit) -> None:
    assert 'href="/play"' in visit.get("/").text
    visit.sign_up()
    assert 'href="/play"' in visit.get("/").text


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_chosen_with_its_tables_forces_and_bots(visit: Visit, game: str) -> None:
    page = visit.get(f"/play?game={game}").text
    offered = choices_of(game, "")
    for one in (*offered.tables, *offered.forces[0], *offered.opponents):
        assert f'value="{one.value}"' in page
    assert offered.opponents[0].title == "Captain"
    assert all(one.words and one.tag for one in (*offered.opponents, *offered.forces[0]))
    assert "First battle, ten minutes" in page


def test_every_picture_on_the_page_is_there(visit: Visit) -> None:
    page = visit.get("/play?game=alpha_strike&setup=bunkers").text
    pictures = {one.replace("&amp;", "&") for one in re.findall(r'src="(/pictures/[^"]+)"', page)}
    assert len(pictures) > 8
    for one in pictures:
        answer = visit.get(one)
        assert answer.headers["content-type"].startswith("image/svg+xml"), one
        assert answer.text.startswith("<svg"), one


def test_a_table_that_is_not_there_is_told(visit: Visit) -> None:
    assert "there is none of this name" in visit.get(f"/pictures/tables/{GAME}?table=nowhere").text


def test_other_tables_can_be_looked_at(visit: Visit) -> None:
    assert 'value="4"' in visit.get(f"/play?game={GAME}&tables=4").text


# Beginning


def test_whoever_begins_sits_on_the_side_that_they_chose(visit: Visit) -> None:
    record = visit.house.room.look(begun(visit, side="1")).record
    assert [seat.name for seat in record.seats] == ["", "Ann"]


def test_the_table_the_clock_and_the_forces_are_those_that_were_chosen(visit: Visit) -> None:
    battle = begun(visit, table="twin-hills", clock="300 turn", red="falcon-straw", blue="liao-inkstone")
    begun_with = visit.house.room.look(battle).record.begun
    assert begun_with.title == "Straw talons against Inkstone court"
    assert begun_with.clock is not None
    assert (begun_with.clock.seconds, begun_with.clock.each) == (300, "turn")
    assert "Twin hills" in str(begun_with.setup)


def test_a_table_by_chance_is_the_one_that_was_shown(visit: Visit) -> None:
    sitting = visit.house.room.look(begun(visit, table="5"))
    assert sitting.glance().board.table.name == choices_of(GAME, "", 5).tables[-3].title


def test_a_pasted_force_fights(visit: Visit) -> None:
    text = game_named(GAME).forces.shipped_text("falcon-straw")
    battle = begun(visit, red="own", red_text=text.replace("Straw talons", "Night watch"))
    assert visit.house.room.look(battle).record.begun.title.startswith("Night watch against")


@pytest.mark.parametrize("game", GAMES)
def test_a_first_battle_is_one_button(visit: Visit, game: str) -> None:
    answer = visit.fill("/play", game=game, lesson="true")
    record = visit.house.room.look(answer.headers["location"].removeprefix("/play/")).record
    assert record.begun.lesson
    assert record.people == [0]


def test_two_bots_fight_for_whoever_just_watches(visit: Visit) -> None:
    battle = begun(visit, against="watch")
    assert visit.house.room.look(battle).record.bots == {0: "captain", 1: "captain"}
    assert 'data-seat=""' in visit.get(f"/play/{battle}").text


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"red": "own"}, "Paste the file of red"),
        ({"red_text": "nonsense"}, "is not among those"),
        ({"red_text": "name = ="}, "force"),
        ({"against": "nobody-knows"}, "there is none of this name"),
        ({"red": "cat-patrol"}, "has no dials here"),
        ({"table": "nowhere"}, "there is none"),
        ({"clock": "soon"}, "clock"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence_and_the_form_stays_filled_in(
    visit: Visit, fields: dict[str, str], told: str
) -> None:
    answer = refused(visit, name="Annabel", blue="liao-inkstone", side="1", **fields)
    assert told in problem(answer)
    assert 'value="Annabel"' in answer.text
    for chosen in ('name="blue" value="liao-inkstone"', 'name="side" value="1"'):
        assert f"{chosen} checked" in answer.text
    assert fields.get("red_text", "").strip() in answer.text
    assert not visit.house.room.known()


# The gallery


def test_a_battle_is_in_nobodys_list_unless_its_players_let_anyone_watch(visit: Visit) -> None:
    private, shown = begun(visit), begun(visit, watched="true")
    page = stranger(visit).get("/battles").text
    assert private not in page
    assert shown in page


def test_whoever_has_a_seat_finds_their_battle_and_whether_it_waits_for_them(visit: Visit) -> None:
    battle = begun(visit, against="both")
    assert "Go on: your turn" in visit.get("/battles").text
    assert f"/play/{battle}" in visit.get("/play").text
    assert "Go on: your turn" not in stranger(visit).get("/play").text


def test_the_gallery_says_how_a_battle_ended(visit: Visit) -> None:
    battle = begun(visit, against="both", watched="true")
    visit.house.room.do(battle, lambda sitting: sitting.resigned(0))
    assert "Ann resigned." in stranger(visit).get("/battles").text


def test_an_example_is_shown_as_the_table_was_when_it_ended_with_its_result(visit: Visit) -> None:
    page = visit.get("/battles").text
    assert "both played by captain" in page
    pictures, results = (
        [unescape(found) for found in re.findall(f'{kind}="([^"]*seed[^"]*)"', page)] for kind in ("src", "data-later")
    )
    assert len(pictures) == len(results) == len(offers())
    shown = visit.get(pictures[-1])
    assert shown.text.startswith("<svg")
    game, setup = offers()[-1].game.name, offers()[-1].setup
    watched = bot_battle(game, "", "", EXAMPLE + len(offers()) - 1, "", "", setup.name if setup is not None else "")
    assert visit.get(results[-1]).text == watched["result"]


def test_a_battles_picture_shows_what_an_onlooker_may_see(visit: Visit) -> None:
    battle = begun(visit, game="alpha_strike", against="both")
    sitting = visit.house.room.look(battle)
    glance, told = sitting.glance(), sitting.replay(ONLOOKER)
    last: dict[int, PieceState] = {}
    for frame in told.frames:
        last |= frame.pieces
    assert glance.frames[-1].pieces == last
    assert visit.get(f"/pictures/battles/{battle}").text.startswith("<svg")


def test_a_picture_is_kept_for_good_only_under_its_own_version(visit: Visit) -> None:
    battle = begun(visit, against="both")
    last = visit.house.room.look(battle).record.last
    assert "max-age" in visit.get(f"/pictures/battles/{battle}?version={last}").headers["cache-control"]
    assert visit.get(f"/pictures/battles/{battle}?version={last - 1}").headers["cache-control"] == "no-store"


def test_a_battle_whose_journal_is_damaged_keeps_nobody_from_the_others(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, whole = begun(visit, watched="true"), begun(visit, watched="true")
    entries = visit.house.store.entries

    def read(stream: str, after: int = 0, verify: bool = True) -> list[Entry]:
        if stream == broken:
            raise Damaged("entry 1: is not as it was written; take it from a backup.")
        return entries(stream, after, verify)

    monkeypatch.setattr(visit.house.store, "entries", read)
    for who in (visit, stranger(visit)):
        page = who.get("/battles")
        assert page.status_code == 200
        assert whole in page.text
        assert broken not in page.text
