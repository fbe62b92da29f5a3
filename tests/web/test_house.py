"""What the server's requests share: events that go and come again, many events, and many who look at once."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request
from tests.apart import apart
from tests.web.scene import EVENT, OTHER, STRANGER, Scene, day, scene
from typer.testing import CliRunner

from musterhall.cli.main import app as muster
from musterhall.events.players import add_player
from musterhall.problems import BadInput
from musterhall.store.desk import Desk
from musterhall.store.journals import Store
from musterhall.store.opening import open_store
from musterhall.web import accounts as rules
from musterhall.web import house as houses
from musterhall.web import live
from musterhall.web.accounts import ORGANISER, OWNER
from musterhall.web.house import House, remove_event
from musterhall.web.hub import Hub
from musterhall.web.live import asked_of, part_html
from musterhall.web.sessions import COOKIE, PLAYER, PUBLIC, Session, Visitor, read_session
from musterhall.web.settings import Settings

SECONDS = 30.0


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Scene]:
    with scene(Settings(db=str(tmp_path / "house.db"))) as found:
        yield found


def wait_until(fits: Callable[[], bool]) -> None:
    until = time.monotonic() + SECONDS
    while not fits():
        assert time.monotonic() < until, "it never came to that"
        time.sleep(0.02)


# Events that go, and others of the same name


def test_an_event_deleted_at_the_terminal_leaves_no_rights_behind(made: Scene, tmp_path: Path) -> None:
    hook = "https://discord.example/api/webhooks/1/x"
    made.house.account_do(lambda _: rules.set_hook(EVENT, hook, ()))
    link = made.house.accounts.link_token(EVENT, "p1")
    deleted = CliRunner().invoke(muster, ["event", "delete", "-e", EVENT, "--yes", "--db", str(tmp_path / "house.db")])
    assert deleted.exit_code == 0, deleted.output
    wait_until(lambda: made.get(f"/api/events/{EVENT}/tasks", OWNER).status_code == 404)
    made.house.adopt(EVENT, "Herocon", day(), made.account(STRANGER).id)
    for role, status in ((OWNER, 403), (ORGANISER, 403), (STRANGER, 200)):
        assert made.get(f"/api/events/{EVENT}/tasks", role).status_code == status
    assert made.get(f"/e/{EVENT}/me", PLAYER).status_code == 401 or made.get(f"/e/{EVENT}/me", PLAYER).is_redirect
    assert made.client.get(f"/p/{link}", follow_redirects=False).status_code == 404
    assert not made.house.accounts.hooks


def test_an_event_deleted_through_another_process_is_gone_here(made: Scene, tmp_path: Path) -> None:
    assert made.get(f"/e/{EVENT}").status_code == 200
    with open_store(str(tmp_path / "house.db")) as other:
        remove_event(other, EVENT)
    wait_until(lambda: made.get(f"/e/{EVENT}").status_code == 404)


@pytest.mark.parametrize("players", [6, 8, 14])
def test_another_journal_of_the_same_name_is_read_from_its_beginning(made: Scene, tmp_path: Path, players: int) -> None:
    before, after = made.event, day(players=players, through=0)
    with open_store(str(tmp_path / "house.db")) as other:
        remove_event(other, EVENT)
        other.adopt(EVENT, "event", "Another day", after)
    made.house.do(EVENT, lambda event: add_player(event, "Nina Newcomer"), who="Olga")
    assert len(made.event.players) == players + 1
    assert made.house.desk(EVENT).ledger.last == len(after) + 1
    assert before is not made.event


def test_a_journal_that_cannot_be_read_keeps_nobody_from_hearing_of_the_others(
    made: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = made.house.store.entries

    def broken(stream: str, after: int = 0, verify: bool = True) -> Any:
        if stream == EVENT:
            raise BadInput("herocon: is damaged; restore a backup.")
        return read(stream, after, verify)

    assert made.get(f"/e/{EVENT}").status_code == made.get(f"/e/{OTHER}").status_code == 200
    monkeypatch.setattr(made.house.store, "entries", broken)
    with closing(House(Settings(db=str(tmp_path / "house.db")))) as other:
        for stream in (EVENT, OTHER):
            other.do(stream, lambda event: add_player(event, "Nina Newcomer"), who="Olga")
        last = other.desk(OTHER).ledger.last
    wait_until(lambda: made.house.desk(OTHER).ledger.last == last)


# Many events


def test_a_list_of_events_keeps_none_of_them_open(made: Scene) -> None:
    for number in range(5):
        made.house.adopt(f"old-{number}", f"Old {number}", day(), made.account(OWNER).id)
    was_open = list(made.house.open_events())
    answer = made.get("/", OWNER)
    assert answer.text.count("round 2 of 3") >= 5
    made.client.get("/p/nobodyslink", follow_redirects=False)
    assert list(made.house.open_events()) == was_open


def test_only_so_many_events_are_kept_open_and_those_that_draft(made: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(houses, "MOST_OPEN", 3)
    drafting = day("drafted-for-war", 8, 0)
    first = next(place for place, entry in enumerate(drafting) if entry.kind == "draft.picked")
    made.house.adopt("drafting", "Drafting", drafting[:first], made.account(OWNER).id)
    made.house.event("drafting")
    for number in range(5):
        made.house.adopt(f"old-{number}", f"Old {number}", day(), made.account(OWNER).id)
        made.house.event(f"old-{number}")
    # In any order: the draft's own clock may have asked for its event last.
    assert set(made.house.open_events()) == {"drafting", "old-3", "old-4"}
    assert made.get(f"/e/{EVENT}").status_code == 200


def test_whoever_has_written_reads_it_also_from_another_process(made: Scene, tmp_path: Path) -> None:
    settings = Settings(db=str(tmp_path / "house.db"))
    with closing(House(settings)) as other:
        last = other.desk(EVENT).ledger.last  # it hears nothing: nobody has told it to listen
        made.do("event.note", OWNER, text="tea is served")
        session = Session(seen=(EVENT, last + 1))
        apart(lambda: asyncio.run(other.opened(EVENT, Visitor(Session()))))
        assert other.desk(EVENT).ledger.last == last
        apart(lambda: asyncio.run(other.opened(EVENT, Visitor(session))))
        assert other.desk(EVENT).ledger.last == last + 1


# Pages that are open in another process


class Ears(Hub):
    """A hub that notes for which event it was rung."""

    def __init__(self) -> None:
        super().__init__()
        self.rung: list[str] = []

    def tell(self, event: str) -> None:
        self.rung.append(event)


def _reads_in_passing(other: House, last: int) -> None:
    asyncio.run(other.opened(EVENT, Visitor(Session(seen=(EVENT, last)))))


def _is_refused(other: House, last: int) -> None:
    with pytest.raises(BadInput):
        other.do(EVENT, lambda event: add_player(event, ""), who="Olga")


def _tries_out(other: House, last: int) -> None:
    other.preview(EVENT, lambda event: add_player(event, "Tom Tryout"))


def _lets_go(other: House, last: int) -> None:
    del other._desks[EVENT]


def _lets_go_and_reopens(other: House, last: int) -> None:
    _lets_go(other, last)
    other.event(EVENT)


def _does_nothing(other: House, last: int) -> None:
    pass


@pytest.mark.parametrize(
    "meanwhile", [_does_nothing, _reads_in_passing, _is_refused, _tries_out, _lets_go, _lets_go_and_reopens]
)
def test_what_another_process_wrote_is_told_whatever_was_done_before_its_call_came(
    made: Scene, tmp_path: Path, meanwhile: Callable[[House, int], None]
) -> None:
    with closing(House(Settings(db=str(tmp_path / "house.db")))) as other:
        other.event(EVENT)
        other.hub = ears = Ears()
        made.house.do(EVENT, lambda event: add_player(event, "Nina Newcomer"), who="Olga")
        last = made.house.desk(EVENT).ledger.last
        apart(lambda: meanwhile(other, last))
        assert ears.rung == []
        other._heard(EVENT, last)
        assert ears.rung == [EVENT]
        assert len(other.event(EVENT).players) == len(made.event.players)


def test_what_was_written_while_a_desk_was_being_opened_is_on_it(
    made: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = len(made.event.players)
    with closing(House(Settings(db=str(tmp_path / "house.db")))) as other:

        def opened_slowly(store: Store, stream: str) -> Desk:
            desk = Desk(store, stream)
            made.house.do(EVENT, lambda event: add_player(event, "Nina Newcomer"), who="Olga")
            # Its call comes before the desk that was read without it is at hand.
            other._heard(EVENT, made.house.desk(EVENT).ledger.last)
            return desk

        monkeypatch.setattr(houses, "Desk", opened_slowly)
        assert len(other.event(EVENT).players) == before + 1


def test_what_was_told_is_not_told_again_when_calls_come_late(made: Scene, tmp_path: Path) -> None:
    with closing(House(Settings(db=str(tmp_path / "house.db")))) as other:
        other.hub = ears = Ears()
        for name in ("Nina Newcomer", "Sid Slow"):
            other.do(EVENT, lambda event, name=name: add_player(event, name), who="Olga")  # type: ignore[misc]
        last = other.desk(EVENT).ledger.last
        assert ears.rung == [EVENT, EVENT]
        for seq in (last - 1, last, last):
            other._heard(EVENT, seq)
        assert ears.rung == [EVENT, EVENT]


def test_another_journal_as_long_as_the_last_is_told_though_it_was_read_in_passing(made: Scene, tmp_path: Path) -> None:
    with closing(House(Settings(db=str(tmp_path / "house.db")))) as other:
        other._heard(EVENT, other.desk(EVENT).ledger.last)
        before = other.event(EVENT)
        other.hub = ears = Ears()
        with open_store(str(tmp_path / "house.db")) as store:
            entries = store.entries(EVENT)
            remove_event(store, EVENT)
            store.adopt(EVENT, "event", "Another day", [*entries[:-1], replace(entries[-1], who="Nina")])
        _tries_out(other, 0)
        other._heard(EVENT, len(entries))
        assert ears.rung == [EVENT]
        assert before is not other.event(EVENT)


def test_a_session_remembers_how_far_it_has_written(made: Scene) -> None:
    answer = made.post(f"/e/{EVENT}/do/event.note", OWNER, data={"text": "tea is served"})
    cookie = answer.headers["set-cookie"].partition("=")[2].partition(";")[0]
    kept = read_session(_with_cookie(cookie), made.house.accounts)
    assert kept.seen == (EVENT, made.house.desk(EVENT).ledger.last)


def _with_cookie(cookie: str) -> Request:
    return Request({"type": "http", "headers": [(b"cookie", f"{COOKIE}={cookie}".encode())]})


# Many who look at once


def test_no_request_reads_the_store_on_the_event_loop(made: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    on_loop: list[str] = []

    def watched(name: str) -> Callable[..., Any]:
        asked = getattr(made.house.store, name)

        def ask(*given: Any, **more: Any) -> Any:
            try:
                asyncio.get_running_loop()
            except RuntimeError:
                return asked(*given, **more)
            on_loop.append(name)
            return asked(*given, **more)

        return ask

    for name in ("streams", "entries", "append"):
        monkeypatch.setattr(made.house.store, name, watched(name))
    for path in ("/builder?event=another", "/", "/e/nowhere", f"/e/{EVENT}", f"/e/{OTHER}", "/p/nobodys"):
        made.get(path, OWNER)
    made.get(f"/e/{EVENT}/desk/pairings", OWNER)
    made.do("event.note", OWNER, text="tea is served")
    assert on_loop == []


def test_a_slow_change_of_one_event_keeps_nobody_waiting_at_another(made: Scene) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slow(event: Any) -> Any:
        begun.set()
        assert go_on.wait(SECONDS)
        return add_player(event, "Sid Slow")

    working = threading.Thread(target=lambda: made.house.do(EVENT, slow, who="Olga"))
    working.start()
    assert begun.wait(SECONDS)
    made.house.do(OTHER, lambda event: add_player(event, "Quentin Quick"), who="Olga")
    made.house.account_do(lambda _: rules.set_hook(OTHER, "https://discord.example/x", ()))
    assert made.get(f"/e/{EVENT}").status_code == 200
    go_on.set()
    working.join(SECONDS)
    assert any(one.name == "Sid Slow" for one in made.event.players.values())


def test_a_part_is_made_once_however_many_ask_at_once(made: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = asked_of(made.house, EVENT, Visitor(made.people[PUBLIC].session))
    made_parts: list[str] = []
    render = live._rendered

    def slow(one: live.Part, of: live.Asked) -> str:
        made_parts.append(one.name)
        time.sleep(0.05)
        return render(one, of)

    monkeypatch.setattr(live, "_rendered", slow)
    with ThreadPoolExecutor(8) as phones:
        found = set(phones.map(lambda _: part_html("standings", asked), range(8)))
    assert len(found) == 1
    assert made_parts == ["standings"]
