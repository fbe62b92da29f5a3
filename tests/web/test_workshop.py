"""Heavy work: so much at once, so many who wait, and a place is free only when its work is done."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest
from tests.apart import apart
from tests.web.scene import OTHER, scene
from tests.web.serving import SECONDS_TO_START, until

from musterhall.problems import BadInput
from musterhall.web.accounts import OWNER
from musterhall.web.bounds import Bounds
from musterhall.web.sessions import PUBLIC
from musterhall.web.settings import Settings
from musterhall.web.workshop import Busy, Workshop


def test_only_so_many_are_worked_on_and_only_so_many_wait() -> None:
    go, at_once, most = threading.Event(), 0, 0
    lock = threading.Lock()

    def work() -> int:
        nonlocal at_once, most
        with lock:
            at_once += 1
            most = max(most, at_once)
        assert go.wait(SECONDS_TO_START)
        with lock:
            at_once -= 1
        return 1

    async def ask() -> None:
        shop = Workshop("forces", hands=2, waiting=3, seconds=SECONDS_TO_START)
        asking = [asyncio.create_task(shop.do(work)) for _ in range(5)]
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="too many are waiting"):
            await shop.do(work)
        go.set()
        assert sum(await asyncio.gather(*asking)) == 5
        assert await shop.do(lambda: 7) == 7
        shop.close()

    apart(lambda: asyncio.run(ask()))
    assert most <= 2


def test_who_waits_too_long_is_sent_away_and_the_place_stays_taken_until_the_work_is_done() -> None:
    go, done = threading.Event(), threading.Event()

    def endless() -> None:
        assert go.wait(SECONDS_TO_START)
        done.set()

    async def ask() -> None:
        shop = Workshop("forces", hands=1, waiting=0, seconds=0.1)
        with pytest.raises(Busy, match=r"longer than 0\.1 seconds; send something smaller"):
            await shop.do(endless)
        with pytest.raises(Busy, match="too many are waiting"):
            await shop.do(endless)
        go.set()
        assert done.wait(SECONDS_TO_START)
        await asyncio.to_thread(until, lambda: not shop._taken)
        shop.seconds = SECONDS_TO_START
        assert await shop.do(lambda: 7) == 7
        shop.close()

    apart(lambda: asyncio.run(ask()))


def test_what_goes_wrong_in_the_work_is_told_as_it_is() -> None:
    def wrong() -> None:
        raise BadInput("the force: is torn.")

    async def ask() -> None:
        shop = Workshop("forces", hands=1, waiting=0, seconds=SECONDS_TO_START)
        for _ in range(3):
            with pytest.raises(BadInput, match="is torn"):
                await shop.do(wrong)
        shop.close()

    apart(lambda: asyncio.run(ask()))


def test_building_and_printing_wait_their_turn_and_the_desk_goes_on(tmp_path: Path) -> None:
    bounds = Bounds(works=1, works_waiting=0)
    with scene(Settings(db=str(tmp_path / "house.db"), bounds=bounds)) as made:
        go = threading.Event()
        holding = threading.Thread(target=lambda: asyncio.run(made.house.works.do(lambda: go.wait(SECONDS_TO_START))))
        holding.start()
        until(lambda: made.house.works._taken == 1)
        try:
            for path in ("/builder", "/builder/cards"):
                answer = made.get(path, PUBLIC)
                assert answer.status_code == 503, path
                assert answer.headers["retry-after"]
            for path in ("/builder", "/builder/force.pdf"):
                assert made.post(path, PUBLIC, data={}).status_code == 503, path
            assert made.get(f"/e/{OTHER}", PUBLIC).status_code == 200
            assert made.post("/demo", OWNER).status_code < 400
        finally:
            go.set()
            holding.join(SECONDS_TO_START)
        until(lambda: made.get("/builder", PUBLIC).status_code == 200)


def test_taking_in_events_and_packs_waits_its_turn(tmp_path: Path) -> None:
    with scene(Settings(db=str(tmp_path / "house.db"), bounds=Bounds(works=1, works_waiting=0))) as made:
        go = threading.Event()
        holding = threading.Thread(target=lambda: asyncio.run(made.house.intake.do(lambda: go.wait(SECONDS_TO_START))))
        holding.start()
        until(lambda: made.house.intake._taken == 1)
        try:
            assert made.post("/import", OWNER, data={"text": "{}"}).status_code == 503
            assert made.post("/demo", OWNER).status_code == 503
            assert made.post("/events", OWNER, data={"name": "x", "pack": "herocon-2025"}).status_code == 503
            answer = made.post("/api/events", OWNER, json={"name": "x", "pack": "herocon-2025"})
            assert answer.status_code == 503
        finally:
            go.set()
            holding.join(SECONDS_TO_START)
