"""What somebody probably meant by a name that is not there."""

from __future__ import annotations

from musterhall.spelling import names_like

KNOWN = ("captain", "drill", "random", "Atlas AS7-D", "Atlas AS7-K", "Archer ARC-2R")


def test_a_slip_of_the_finger_finds_the_name() -> None:
    assert names_like("captian", KNOWN) == ["captain"]
    assert names_like("drll", KNOWN) == ["drill"]


def test_the_nearest_comes_first_and_no_more_are_offered_than_asked_for() -> None:
    assert names_like("Atlas AS7K", KNOWN)[:2] == ["Atlas AS7-K", "Atlas AS7-D"]
    assert names_like("Atlas AS7K", KNOWN, 1) == ["Atlas AS7-K"]


def test_what_nothing_comes_near_to_finds_nothing() -> None:
    assert names_like("xyzzy", KNOWN) == []
    assert names_like("", KNOWN) == []
    assert names_like("captain", ()) == []
