"""Turns of phrase of the problems."""

from __future__ import annotations

from collections.abc import Iterable

from musterhall.events.cards import plain
from musterhall.problems import Problem
from musterhall.spelling import names_like


def unknown_name(where: str, word: str, name: str, known: Iterable[str], because: str) -> Problem:
    return Problem(where, f'no {word} is called "{name}"', because, near_names(name, known))


def near_names(name: str, known: Iterable[str]) -> str:
    choices = list(known)
    lower = {plain(one): one for one in choices}
    close = [lower[one] for one in names_like(plain(name), lower)]
    if close:
        return f"Perhaps {' or '.join(close)} is meant"
    return f"There is {', '.join(choices)}" if choices else "There is none"


def lower_first(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"
