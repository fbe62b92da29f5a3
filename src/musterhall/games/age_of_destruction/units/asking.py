"""A unit by questions: its base, then its dial click by click, each answer judged at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from musterhall.game.units import Question
from musterhall.game.words import in_words
from musterhall.games.age_of_destruction.units.own_units import known_equipment, unit_flaws
from musterhall.games.age_of_destruction.units.sheet_check import DIAL_ROWS, HEAT_ROWS, MODES, MOST_CLICKS, MOST_STEPS
from musterhall.problems import BadInput, near_names

Said = Mapping[str, str]
"""The answers as they were typed, by the keys of their questions."""

EXTRAS = ("artillery", "jump jets", "infiltrator")
AMMUNITION, WEAPONS = ("explosion", "critical"), ("ballistic", "energy", "melee")


def next_question(said: Said) -> Question | None:
    """The first question that has no answer; none when the unit is whole."""
    return next((question for question in _questions(said) if question.key not in said), None)


def require_answer(said: Said, question: Question, answer: str) -> None:
    """Refuse an answer that this question cannot have, with what would do."""
    wrong = _flaw(unit_data({**said, question.key: answer}), question.key)
    if wrong:
        raise BadInput(wrong)


def unit_data(said: Said) -> dict[str, Any]:
    """The figures as far as they were said, in the form of a file."""
    data: dict[str, Any] = {}
    for one in _FIELDS:
        if one.key in said:
            data |= one.read(said[one.key])
    data |= _dial(said, data.get("type") == "mech")
    if data.get("type") == "mech":
        data["heat"] = _heat(said)
    return data


def _questions(said: Said) -> Iterator[Question]:
    mech = _is_mech(said)
    yield from (_asked(one, said) for one in _FIELDS if not one.after and one.fits(said))
    rows = ", ".join((*DIAL_ROWS, "secondary damage") if mech else DIAL_ROWS)
    yield from _until_empty(said, "click", MOST_CLICKS, f"Click {{}}: {rows}", "nothing ends the dial", first=1)
    if mech:
        text = "Heat step {}: off speed, damage and secondary damage, as in 0 -1 0, perhaps with critical or jam energy"
        yield from _until_empty(said, "step", MOST_STEPS, text, "nothing ends it", first=0)
    yield from (_asked(one, said) for one in _FIELDS if one.after and one.fits(said))


def _asked(one: _Field, said: Said) -> Question:
    modes = MODES.get(_type(said), ("",))  # type: ignore[call-overload]
    usual = modes[0] if one.key == "speed_mode" else one.usual
    return Question(one.key, one.text.format(modes=in_words(modes, "or")), usual)


def _until_empty(said: Said, key: str, most: int, text: str, hint: str, *, first: int) -> Iterator[Question]:
    """One after the other until one is left empty; the first cannot be."""
    for number in range(most):
        yield Question(f"{key}.{number}", f"{text.format(number + first)}{f' ({hint})' if number else ''}", "")
        if number and said.get(f"{key}.{number}") == "":
            return


def _flaw(data: Mapping[str, Any], key: str) -> str:
    """What is wrong with what was just said; the rest may still be missing."""
    about = _places(key)
    return next((f"{flaw.what[0].upper()}{flaw.what[1:]}." for flaw in unit_flaws(data) if flaw.at in about), "")


def _places(key: str) -> set[str]:
    """The fields that an answer speaks of."""
    kind, _, number = key.partition(".")
    if kind == "click":
        return {f"{row}.{number}" for row in (*DIAL_ROWS, "secondary")} | {"speed"}
    if kind == "step":
        return {f"heat.{row}.{number}" for row in (*HEAT_ROWS, "ammunition", "jam")} | {"heat"}
    one = next(field for field in _FIELDS if field.key == key)
    return {one.key, f"{one.key}.0", f"{one.key}.1"}


# The answers


@dataclass(frozen=True, slots=True)
class _Field:
    """A question that is asked once."""

    key: str
    text: str
    usual: str
    read: Callable[[str], dict[str, Any]]
    fits: Callable[[Said], bool] = lambda _: True
    after: bool = False
    """Asked after the dials."""


def _type(said: Said) -> str:
    return str(_word("type")(said.get("type", ""))["type"])


def _is_mech(said: Said) -> bool:
    return _type(said) == "mech"


def _number(text: str) -> int | str:
    """A whole number, or the text as it is, which the check refuses."""
    try:
        return int(text)
    except ValueError:
        return text.strip()


def _word(key: str) -> Callable[[str], dict[str, Any]]:
    return lambda text: {key: text.strip().lower().strip("'")}


def _figure(key: str) -> Callable[[str], dict[str, Any]]:
    return lambda text: {key: _number(text)}


def _names(text: str) -> list[str]:
    """Names between commas, in the catalogue's spelling where it knows them."""
    known = {one.casefold(): one for one in known_equipment()}
    given = [one.strip() for one in text.split(",") if one.strip()]
    return [known.get(one.casefold(), one) for one in given]


def _extras(text: str) -> dict[str, Any]:
    said = [" ".join(one.split()).casefold() for one in text.split(",") if one.strip()]
    for one in said:
        if one not in EXTRAS:
            remedy = near_names(one, EXTRAS, f"Say {in_words(EXTRAS, 'or')}.")
            raise BadInput(f"{one!r:.40}: is none of these. {remedy}")
    return {one.replace(" ", "_"): True for one in said}


def _range(text: str) -> dict[str, Any]:
    return {"range": [_number(one) for one in text.replace("-", " ").replace(" to ", " ").split()]}


_FIELDS = (
    _Field("name", "What is it called?", "", lambda text: {"name": text.strip()}),
    _Field("type", "What is it: infantry, vehicle, vtol or mech?", "", _word("type")),
    _Field("rank", "Its rank: green, veteran, elite or unique?", "", _word("rank")),
    _Field("points", "What does it cost, in points?", "", _figure("points")),
    _Field("faction", "Its faction? (nothing for a mercenary)", "", lambda text: {"faction": text.strip()}),
    _Field("speed_mode", "How does it go: {modes}?", "", _word("speed_mode")),
    _Field("range", "Its least and most range in inches, as in 0 8?", "", _range),
    _Field("weapon", "Its weapon: ballistic, energy or melee?", "ballistic", _word("weapon")),
    _Field(
        "secondary_weapon", "Its second weapon: ballistic, energy or melee?", "ballistic", _word("secondary_weapon"),
        _is_mech,
    ),
    _Field("vent", "How much heat does it vent?", "1", _figure("vent"), _is_mech),
    _Field("salvage", "How many of its last clicks show salvage?", "0", _figure("salvage"), after=True),
    _Field(
        "equipment", "Special equipment, with commas between? (nothing for none)", "",
        lambda text: {"equipment": _names(text)}, after=True,
    ),
    _Field("places", "Places for passengers?", "0", _figure("places"), lambda said: not _is_mech(said), after=True),
    _Field("extras", f"Does it have any of {', '.join(EXTRAS)}? (nothing for none)", "", _extras, after=True),
)  # fmt: skip


def _dial(said: Said, mech: bool) -> dict[str, Any]:
    rows = (*DIAL_ROWS, "secondary") if mech else DIAL_ROWS
    clicks = [answer.split() for key, answer in _numbered(said, "click")]
    for click, words in enumerate(clicks, 1):
        if len(words) > len(rows):
            raise BadInput(f"Click {click} has {len(words)} figures, and a click has {len(rows)}: {', '.join(rows)}.")
    return {row: [_number(words[at]) if at < len(words) else None for words in clicks] for at, row in enumerate(rows)}


def _heat(said: Said) -> dict[str, Any]:
    heat: dict[str, Any] = {row: [] for row in (*HEAT_ROWS, "ammunition", "jam")}
    for _, answer in _numbered(said, "step"):
        words = answer.replace(",", " ").replace("/", " ").lower().split()
        figures, marks = words[:3], words[3:]
        for at, row in enumerate(HEAT_ROWS):
            heat[row].append(_number(figures[at]) if at < len(figures) else None)
        heat["ammunition"].append(next((one for one in marks if one in AMMUNITION), ""))
        heat["jam"].append(next((one for one in marks if one in WEAPONS), ""))
        for one in marks:
            if one not in (*AMMUNITION, *WEAPONS, "jam"):
                raise BadInput(f"{one!r:.40}: is not on a heat dial; say explosion, critical or jam with a weapon.")
    return {row: values for row, values in heat.items() if row in HEAT_ROWS or any(values)}


def _numbered(said: Said, key: str) -> list[tuple[str, str]]:
    found = ((f"{key}.{number}", said.get(f"{key}.{number}", "")) for number in range(len(said)))
    return [(one, answer) for one, answer in found if answer]
