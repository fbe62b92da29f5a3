"""News for the outside: what is told, once, in order, and only where it may go."""

from __future__ import annotations

import asyncio
import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.apart import apart
from tests.web.scene import EVENT, Scene, day, scene

from musterhall.events.entries import Entry
from musterhall.events.fold import fold
from musterhall.problems import BadInput
from musterhall.web import accounts as rules
from musterhall.web import hooks
from musterhall.web.accounts import OWNER
from musterhall.web.hooks import Courier, News, check_hook, is_public, message, news_of
from musterhall.web.house import House
from musterhall.web.settings import Settings


@dataclass
class Receiver:
    """Takes messages as Discord does, and answers as it is told."""

    answers: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    got: list[dict[str, Any]] = field(default_factory=list)
    ids: list[str | None] = field(default_factory=list)
    at: list[float] = field(default_factory=list)
    url: str = ""
    open: threading.Event = field(default_factory=threading.Event)
    """While it is not set the one who asks is kept waiting."""
    holding: bool = False

    def wait_for(self, number: int) -> bool:
        return until(lambda: len(self.got) >= number)

    def settle(self) -> None:
        """Requests are taken one after the other: when this one is answered, all that were under way are counted."""
        assert httpx.get(self.url, timeout=60, trust_env=False).is_success

    def texts(self) -> list[str]:
        return [str(one["content"]) for one in self.got]


def until(so: Callable[[], bool], seconds: float = 60.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if so():
            return True
        time.sleep(0.02)
    return so()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    found = Receiver()
    found.open.set()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(204)
            self.end_headers()

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            found.at.append(time.monotonic())
            found.got.append(json.loads(body))
            found.ids.append(self.headers["webhook-id"])
            found.holding = True
            found.open.wait(60)
            found.holding = False
            status, headers = found.answers.pop(0) if found.answers else (204, {})
            self.send_response(status)
            for name, value in {"content-length": "0", **headers}.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    found.url = f"http://127.0.0.1:{server.server_address[1]}/hook"
    yield found
    found.open.set()
    server.shutdown()
    server.server_close()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    def courier(house: House) -> Courier:
        return Courier(house, look=0.05, first_wait=0.1)

    async def deliver(house: House) -> None:
        await courier(house).work()

    monkeypatch.setattr(hooks, "deliver_news", deliver)


@contextmanager
def event_with_hook(db: str, url: str, kinds: tuple[str, ...] = hooks.KINDS) -> Iterator[Scene]:
    with scene(Settings(db=db, private_hooks=True)) as made:
        give(made, url, kinds)
        yield made


def give(made: Scene, url: str, kinds: tuple[str, ...] = hooks.KINDS) -> None:
    made.house.account_do(lambda _: rules.set_hook(EVENT, url, kinds))


def test_a_private_event_sends_no_news_unless_its_owner_says_so_for_that_address(
    tmp_path: Path, receiver: Receiver
) -> None:
    with event_with_hook(str(tmp_path / "a.db"), receiver.url) as made:
        made.house.account_do(lambda _: rules.make_private(EVENT, private=True))
        settle(made)
        publish_next(made)
        courier = Courier(made.house)
        assert courier.first_pending(EVENT) is None
        receiver.settle()
        assert receiver.got == []
        fields = {"url": receiver.url, "kinds": list(hooks.KINDS), "private": "true"}
        assert made.post(f"/e/{EVENT}/hook", OWNER, data=fields).status_code == 303
        settle(made)
        assert receiver.wait_for(1)


def test_a_message_that_waits_is_not_sent_once_the_event_is_private(tmp_path: Path, receiver: Receiver) -> None:
    receiver.answers = [(503, {"retry-after": "0"})]
    receiver.open.clear()
    with event_with_hook(str(tmp_path / "a.db"), receiver.url) as made:
        settle(made)
        assert receiver.wait_for(1)
        made.house.account_do(lambda _: rules.make_private(EVENT, private=True))
        receiver.open.set()
        asyncio.run(_looked_twice(made.house))
        receiver.settle()
        assert len(receiver.got) == 1


async def _looked_twice(house: House) -> None:
    for _ in range(2):
        await Courier(house)._deliver_next(EVENT)


def settle(made: Scene) -> None:
    current = made.event.current
    assert current is not None
    for match in current.matches:
        if not match.settled:
            assert made.do("match.concede", OWNER, player=match.players[0]).status_code == 200


def undo_last(made: Scene) -> None:
    assert made.do("entry.undo", OWNER, seq=made.house.desk(EVENT).ledger.last, why="a mistake").status_code == 200


def publish_next(made: Scene) -> None:
    assert made.do("round.pair", OWNER, without_forces=True).status_code == 200
    assert made.do("round.publish", OWNER, round=len(made.event.rounds)).status_code == 200


def test_a_round_over_the_next_pairings_and_the_end_are_told_in_order(address: str, receiver: Receiver) -> None:
    with event_with_hook(address, receiver.url) as made:
        settle(made)
        publish_next(made)
        settle(made)
        assert made.do("event.finish", OWNER).status_code == 200
        assert receiver.wait_for(4)
        assert until(lambda: len(made.house.accounts.told) == 4)
    texts = receiver.texts()
    assert "round 2 of 3 is over" in texts[0]
    assert "round 3 is paired" in texts[1]
    assert "Table 1: " in texts[1]
    assert "round 3 of 3 is over" in texts[2]
    assert "final standings" in texts[3]
    assert len(texts) == 4
    assert all(one["allowed_mentions"] == {"parse": []} for one in receiver.got)
    assert all(len(text) < 2000 for text in texts)


def test_a_restart_neither_repeats_nor_loses_news(tmp_path: Path, receiver: Receiver) -> None:
    db = str(tmp_path / "house.db")
    with event_with_hook(db, receiver.url) as made:
        settle(made)
        assert receiver.wait_for(1)
        assert until(lambda: len(made.house.accounts.told) == 1)
    house = House(Settings(db=db))
    # While no server runs somebody goes on at the command line.
    house.do(EVENT, lambda event: _paired(house), who="organiser")
    house.do(EVENT, lambda event: _published(house), who="organiser")
    house.close()
    receiver.answers = [(503, {})] * 50
    with _again(db):
        assert receiver.wait_for(2)
    # A request that was under way when the server stopped is one that was tried.
    receiver.settle()
    receiver.answers = []
    tried = len(receiver.got)
    with _again(db) as house_again:
        assert receiver.wait_for(tried + 1)
        assert until(lambda: len(house_again.accounts.told) == 2)
        time.sleep(0.3)
    assert len(receiver.got) == tried + 1
    assert sum("is over" in text for text in receiver.texts()) == 1


def test_what_happened_before_the_address_was_given_is_no_news(tmp_path: Path, receiver: Receiver) -> None:
    with event_with_hook(str(tmp_path / "house.db"), receiver.url) as made:
        assert len(news_of(made.event)) >= 3
        time.sleep(0.4)
        assert receiver.got == []
        settle(made)
        assert receiver.wait_for(1)
        assert "round 2" in receiver.texts()[0]


def test_only_what_was_asked_for_is_told(tmp_path: Path, receiver: Receiver) -> None:
    with event_with_hook(str(tmp_path / "house.db"), receiver.url, (hooks.PAIRINGS,)) as made:
        settle(made)
        publish_next(made)
        assert receiver.wait_for(1)
        time.sleep(0.3)
    assert len(receiver.got) == 1
    assert "paired" in receiver.texts()[0]


def test_what_was_undone_and_happens_again_is_told_again(tmp_path: Path, receiver: Receiver) -> None:
    with event_with_hook(str(tmp_path / "house.db"), receiver.url) as made:
        settle(made)
        undo_last(made)
        settle(made)
        publish_next(made)
        assert until(lambda: any("round 3 is paired" in text for text in receiver.texts()))
        undo_last(made)
        assert made.do("round.publish", OWNER, round=3).status_code == 200
        settle(made)
        assert made.do("event.finish", OWNER).status_code == 200
        assert until(lambda: any("final standings" in text for text in receiver.texts()))
        undo_last(made)
        assert made.do("event.finish", OWNER).status_code == 200
        assert until(lambda: sum("final standings" in text for text in receiver.texts()) == 2)
    assert sum("round 3 is paired" in text for text in receiver.texts()) == 2


def test_a_card_that_is_corrected_does_not_end_its_round_again(tmp_path: Path, receiver: Receiver) -> None:
    with event_with_hook(str(tmp_path / "house.db"), receiver.url) as made:
        settle(made)
        current = made.event.current
        assert current is not None
        other = current.matches[0].players[1]
        assert made.do("match.concede", OWNER, player=other, why="the wrong way round").status_code == 200
        assert receiver.wait_for(1)
        time.sleep(0.3)
    assert len(receiver.got) == 1


def test_news_that_an_older_version_told_are_not_told_again(tmp_path: Path) -> None:
    with event_with_hook(str(tmp_path / "house.db"), "http://127.0.0.1:9/hook") as made:
        settle(made)
        courier = Courier(made.house)
        assert courier.first_pending(EVENT) is not None
        # As they were marked before an entry's number was part of it.
        made.house.account_do(lambda _: rules.mark_told(EVENT, "round_over 2", "taken"))
        assert courier.first_pending(EVENT) is None


def test_drafts_of_pairings_are_not_told(tmp_path: Path, receiver: Receiver) -> None:
    with event_with_hook(str(tmp_path / "house.db"), receiver.url, (hooks.PAIRINGS,)) as made:
        settle(made)
        assert made.do("round.pair", OWNER, without_forces=True).status_code == 200
        time.sleep(0.4)
    assert receiver.got == []


def test_a_server_in_trouble_is_asked_again_and_its_wish_to_wait_is_kept(tmp_path: Path, receiver: Receiver) -> None:
    receiver.answers = [(500, {}), (429, {"Retry-After": "0.7"}), (204, {})]
    with event_with_hook(str(tmp_path / "house.db"), receiver.url) as made:
        settle(made)
        assert receiver.wait_for(3)
        assert until(lambda: len(made.house.accounts.told) == 1)
    assert receiver.at[2] - receiver.at[1] >= 0.7
    assert len(receiver.got) == 3


def test_a_message_that_comes_again_has_the_id_it_had_and_another_message_another(
    tmp_path: Path, receiver: Receiver
) -> None:
    receiver.answers = [(503, {}), (204, {}), (204, {})]
    with event_with_hook(str(tmp_path / "house.db"), receiver.url) as made:
        settle(made)
        publish_next(made)
        assert receiver.wait_for(3)
    first, again, other = receiver.ids
    assert receiver.got[0] == receiver.got[1]
    assert first == again != other
    assert first is not None
    assert re.fullmatch(r"[0-9a-f]{32}", first)


def test_news_of_another_event_under_the_same_name_have_other_ids(tmp_path: Path) -> None:
    news = News(hooks.PAIRINGS, 1, 20)
    assert hooks.message_id(EVENT, "2025-11-29T08:00:00.000Z", news) != hooks.message_id(
        EVENT, "2026-11-28T08:00:00.000Z", news
    )


def test_a_message_that_is_refused_is_not_sent_again(tmp_path: Path, receiver: Receiver) -> None:
    receiver.answers = [(404, {})]
    with event_with_hook(str(tmp_path / "house.db"), receiver.url) as made:
        settle(made)
        assert until(lambda: len(made.house.accounts.told) == 1)
        time.sleep(0.4)
        told = [entry for entry in made.house.store.entries(rules.STREAM) if entry.kind == "hook.told"]
    assert len(receiver.got) == 1
    assert told[0].data["outcome"] == "refused: 404"


def test_a_redirect_is_not_followed(tmp_path: Path, receiver: Receiver) -> None:
    receiver.answers = [(307, {"Location": receiver.url})]
    with event_with_hook(str(tmp_path / "house.db"), receiver.url) as made:
        settle(made)
        assert until(lambda: len(made.house.accounts.told) == 1)
    assert len(receiver.got) == 1


def test_a_message_that_nobody_takes_is_given_up_in_the_end(tmp_path: Path) -> None:
    with scene(Settings(db=str(tmp_path / "house.db"), private_hooks=True)) as made:
        courier = Courier(made.house, patience=100.0, clock=lambda: hour[0])
        hour = [0.0]
        waiting = hooks.Waiting("final", 0.0, 0.0)
        for _ in range(3):
            waiting.tries += 1
            assert courier._later(waiting, None) is None
            assert waiting.next > hour[0]
        hour[0] = 101.0
        assert courier._later(waiting, None) == "given up after 3 tries"


def test_requests_are_answered_while_a_message_waits_for_its_answer(
    tmp_path: Path, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hooks, "TIMEOUT", 120.0)
    receiver.open.clear()
    with event_with_hook(str(tmp_path / "house.db"), receiver.url) as made:
        settle(made)
        assert until(lambda: receiver.holding)
        assert made.get("/api/packs").status_code == 200
        assert receiver.holding
        assert made.house.accounts.told == set()


def test_nobody_listens_and_the_message_waits(tmp_path: Path) -> None:
    with event_with_hook(str(tmp_path / "house.db"), "http://127.0.0.1:9/hook") as made:
        settle(made)
        assert made.get("/api/packs").status_code == 200
        assert made.house.accounts.told == set()


def test_of_two_servers_one_delivers_and_the_other_takes_over(address: str, receiver: Receiver) -> None:
    with event_with_hook(address, receiver.url) as made:
        second = House(made.house.settings)

        async def both() -> None:
            loop = asyncio.get_running_loop()
            second.listen(loop)
            work = asyncio.create_task(Courier(second, look=0.05).work())
            await loop.run_in_executor(None, settle, made)
            assert await loop.run_in_executor(None, receiver.wait_for, 1)
            await asyncio.sleep(0.5)
            assert len(receiver.got) == 1
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)

        apart(lambda: asyncio.run(both()))
        second.close()
    with _again(address) as house:
        house.do(EVENT, lambda event: _paired(house), who="organiser")
        house.do(EVENT, lambda event: _published(house), who="organiser")
        assert receiver.wait_for(2)


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.com/x",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "http://",
        "http:///x",
        "https://example.com:0/",
        "https://example.com:99999/",
        "https://exa mple.com/",
        "https://example.com/\n",
        "http://[::1",
        "https://" + "a" * 600,
        "http://127.0.0.1/",
        "http://127.1/",
        "http://2130706433/",
        "http://0x7f000001/",
        "http://localhost:8000/",
        "http://10.0.0.1/",
        "http://192.168.1.1/",
        "http://172.16.0.1/",
        "http://169.254.169.254/latest/meta-data",
        "http://100.64.0.1/",
        "http://0.0.0.0/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[fe80::1]/",
        "http://[fd00::1]/",
        "http://[64:ff9b::7f00:1]/",
        "http://[2002:7f00:1::]/",
        "http://224.0.0.1/",
        "http://255.255.255.255/",
        "http://user@127.0.0.1/",
    ],
)
def test_an_address_that_is_none_or_leads_inside_is_refused(url: str) -> None:
    with pytest.raises(BadInput):
        check_hook(url)


def test_public_addresses_are_taken_as_they_were_checked() -> None:
    check_hook("https://1.1.1.1/api/webhooks/1/x")
    found = hooks.resolved("https://user@1.1.1.1:8443/a?b=c")
    assert found == hooks.Target("https://1.1.1.1:8443/a?b=c", "1.1.1.1:8443", "1.1.1.1")
    assert is_public("2606:4700:4700::1111")


def test_a_name_that_leads_inside_as_well_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [(0, 0, 0, "", ("1.1.1.1", 443)), (0, 0, 0, "", ("10.0.0.1", 443))]
    monkeypatch.setattr("socket.getaddrinfo", lambda *given, **more: rows)
    with pytest.raises(BadInput, match="private"):
        check_hook("https://example.com/")


def test_news_for_an_inside_address_never_leave(tmp_path: Path, receiver: Receiver) -> None:
    with scene(Settings(db=str(tmp_path / "house.db"))) as made:
        give(made, receiver.url)
        settle(made)
        assert until(lambda: len(made.house.accounts.told) == 1)
    assert receiver.got == []


def test_names_in_a_message_are_text_and_call_nobody() -> None:
    nasty = "@everyone **bold** [x](https://evil.example) <@123> `code`"
    entries = [_renamed(entry, nasty) for entry in day()]
    event = fold(entries)
    content = message(event, News(hooks.PAIRINGS, 1))["content"]
    for markup in (" @everyone", "[x](", "<@", "**bold", "https://evil", " `"):
        assert markup not in content
    assert "everyone" in content


def test_a_message_of_a_hundred_tables_says_how_many_more_there_are() -> None:
    text = hooks.fitted("Head", [f"Table {number}: somebody against another" for number in range(100)], "http://x/e/y")
    assert len(text) < 2000
    assert text.endswith("\nhttp://x/e/y")
    shown = text.count("Table ")
    assert f"and {100 - shown} more" in text


def _renamed(entry: Entry, name: str) -> Entry:
    if entry.kind != "player.added" or entry.data["player"] not in ("p1", "p2", "p3"):
        return entry
    data = {**entry.data, "name": f"{name[:70]} {entry.data['player']}"}
    return Entry(entry.seq, entry.at, entry.kind, data, entry.who, entry.why, entry.key)


@contextmanager
def _again(db: str) -> Iterator[House]:
    """The server, started once more."""
    from starlette.testclient import TestClient

    from musterhall.web.app import create_app

    app = create_app(Settings(db=db, private_hooks=True))
    with TestClient(app):
        house: House = app.state.house
        yield house


def _paired(house: House) -> Any:
    from musterhall.events.rounds import pair_round

    return pair_round(house.event(EVENT), 7, without_forces=True)


def _published(house: House) -> Any:
    from musterhall.events.rounds import publish

    return publish(house.event(EVENT), len(house.event(EVENT).rounds))
