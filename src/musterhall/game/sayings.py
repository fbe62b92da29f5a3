"""A ruling said in a sentence: "No: the wood blocks it." Which sentence it is, a game's data says for each question.

A saying is a condition and a sentence. The condition names words of the ruling's result: `sees`, `!sees`,
`winner=red`, several joined by ` and `; an empty one always holds. The sentence has names of the result, or of what was
asked with, in braces: `{to}`, `{cover.armour}`, behind a bar what stands there for nothing: `{lost|nobody}`, and behind
a star what is counted: `{tokens * token}`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from musterhall.tally import and_list

Saying = Annotated[list[str], Field(min_length=2, max_length=2)]

SIDES = ("red", "blue")

_PLACE = re.compile(r"\{([^{}|]+)(?:\|([^{}]*))?\}")
_SECTION = re.compile(r" \((?=[^()]*\d|[^()]*pack|[^()]*Attachment)[^()]*\)$")
"""Sections stand apart from the sentence, below it."""


def headline(
    sayings: Sequence[Saying], result: Mapping[str, Any], given: Mapping[str, Any], lines: Sequence[str]
) -> str:
    """The first sentence whose condition holds and whose words are all there; else what the arithmetic says last."""
    known = {**given, **result}
    for condition, sentence in sayings:
        if all(_holds(part, known) for part in filter(None, condition.split(" and "))):
            said = _filled(sentence, known)
            if said is not None:
                return _capital(_SECTION.sub("", said))
    return _capital(_ended(_SECTION.sub("", lines[-1]))) if lines else ""


def in_words(value: Any) -> str:
    """A value as it stands in a sentence."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    if isinstance(value, Mapping):
        return and_list([f"{str(key).replace('_', ' ')} {in_words(one)}".strip() for key, one in value.items()])
    if isinstance(value, list | tuple):
        return and_list([in_words(one) for one in value])
    return str(value).capitalize() if value in SIDES else str(value)


def _holds(condition: str, known: Mapping[str, Any]) -> bool:
    if condition.startswith("!"):
        return not _holds(condition[1:], known)
    name, equals, wanted = condition.partition("=")
    value = _value(name, known)
    return in_words(value) == wanted if equals else bool(value)


def _filled(sentence: str, known: Mapping[str, Any]) -> str | None:
    missing = False

    def word(found: re.Match[str]) -> str:
        nonlocal missing
        name, star, what = found[1].partition(" * ")
        value = _value(name, known)
        if star:
            return _counted(value, what)
        said = in_words(value)
        missing = missing or (not said and found[2] is None)
        return said or (found[2] or "")

    text = _PLACE.sub(word, sentence)
    return None if missing else text


def _value(name: str, known: Mapping[str, Any]) -> Any:
    value: Any = known
    for part in name.strip().split("."):
        if isinstance(value, list | tuple) and part.isdecimal():
            value = value[int(part)] if int(part) < len(value) else None
        elif isinstance(value, Mapping):
            value = value.get(part)
        else:
            return None
    return value


def _counted(value: Any, what: str) -> str:
    plural = f"{what}es" if what.endswith("ch") else f"{what}s"
    number = value or 0
    return f"{in_words(number) if number else 'no'} {what if number == 1 else plural}"


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
