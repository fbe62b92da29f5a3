"""Hearing of what others append."""

from __future__ import annotations

import multiprocessing
import threading
from queue import Queue

from musterhall.events.entries import NewEntry
from musterhall.store.journals import Store
from musterhall.store.listening import Change, changes
from musterhall.store.opening import open_store

FORK = multiprocessing.get_context("fork")


class Listener:
    """Collects changes in a thread of its own."""

    def __init__(self, store: Store) -> None:
        self.stop = threading.Event()
        self._heard: Queue[Change] = Queue()
        self._thread = threading.Thread(target=self._listen, args=(store,))
        self._thread.start()

    def next(self) -> Change:
        return self._heard.get(timeout=60)

    def until(self, wanted: Change) -> None:
        while self.next() != wanted:
            pass

    def end(self) -> None:
        self.stop.set()
        self._thread.join(60)
        assert not self._thread.is_alive()

    def _listen(self, store: Store) -> None:
        for change in changes(store, self.stop):
            self._heard.put(change)


def test_a_listener_hears_first_how_things_stand_and_then_what_changes(address: str) -> None:
    with open_store(address) as store:
        store.create("a b", "event", "A", [NewEntry("card")] * 3)
        store.create("empty", "event", "E", [])
        listener = Listener(store)
        try:
            assert {listener.next(), listener.next()} == {Change("a b", 3), Change("empty", 0)}
            store.append("a b", [NewEntry("card")] * 2)
            assert listener.next() == Change("a b", 5)
            store.create("new", "event", "N", [NewEntry("card")])
            assert listener.next() == Change("new", 1)
            store.remove("a b")
            assert listener.next() == Change("a b", 0)
        finally:
            listener.end()


def test_what_another_process_appends_is_heard(address: str) -> None:
    with open_store(address) as store:
        store.create("herocon", "event", "Herocon", [])
    # Before there is a second thread: a fork copies its locks but not the thread that would open them again.
    go = FORK.Event()
    other = FORK.Process(target=_append, args=(address, go))
    other.start()
    with open_store(address) as store:
        listener = Listener(store)
        try:
            assert listener.next() == Change("herocon", 0)
            go.set()
            listener.until(Change("herocon", 20))
        finally:
            go.set()
            other.join(60)
            listener.end()


def test_an_append_that_was_refused_is_not_heard(address: str) -> None:
    with open_store(address) as store:
        store.create("herocon", "event", "Herocon", [NewEntry("card", {"n": 1}, key="mark")])
        listener = Listener(store)
        try:
            assert listener.next() == Change("herocon", 1)
            store.append("herocon", [NewEntry("card", {"n": 1}, key="mark")])
            store.create("later", "event", "L", [])
            store.append("later", [NewEntry("card")])
            listener.until(Change("later", 1))
        finally:
            listener.end()


def _append(address: str, go: object) -> None:
    go.wait(60)  # type: ignore[attr-defined]
    with open_store(address) as store:
        for _ in range(20):
            store.append("herocon", [NewEntry("card")])
