"""The grammar of special abilities: all of them, nothing dropped, unknown ones named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from musterhall.games.alpha_strike.units.specials import (
    Special,
    gloss,
    parse_specials,
    read_specials,
    special_entries,
    specials_text,
)

UNITS = Path(__file__).resolve().parents[4] / "shared" / "data" / "mul_quicklist_units.jsonl"
NOT_KNOWN = {
    "/-SPC",
    "C3BS",
    "C81.5",
    "FLK(0*,0*,0*",
    "FLK(0*,0*,0*,TAG",
    "HT1/-/--",
    "Multi-Tasker",
    "REAR0*/-/-0",
    "Range Master (Long)",
    "SSPC",
    "Speed Demon",
}
"""Slips of the list, and pilot abilities that it prints among the specials."""


@pytest.mark.parametrize(
    ("text", "name", "values"),
    [
        ("ECM", "ECM", ()),
        ("AC2/2/-", "AC", ("2", "2", "-")),
        ("ARTAIS-2", "ARTAIS", ("2",)),
        ("ARTCM5-1", "ARTCM5", ("1",)),
        ("ARTLT-1", "ARTLT", ("1",)),
        ("ARTLTC-1", "ARTLTC", ("1",)),
        ("C3M", "C3M", ()),
        ("C3BSM2", "C3BSM", ("2",)),
        ("C3I", "C3I", ()),
        ("IF0*", "IF", ("0*",)),
        ("HT1/1/-", "HT", ("1", "1", "-")),
        ("SRM1/1", "SRM", ("1", "1")),
        ("REAR(1/1/-)", "REAR", ("1", "1", "-")),
        ("FLK0*/0*/1", "FLK", ("0*", "0*", "1")),
        ("CASEII", "CASEII", ()),
        ("CASE II", "CASEII", ()),
        ("Omni", "OMNI", ()),
        ("BOM3", "BOMB", ("3",)),
        ("FUEL 12", "FUEL", ("12",)),
        ("IT5.5", "IT", ("5.5",)),
        ("CT76D1", "CT", ("76", "1")),
        ("BIM(3a)", "BIM", ("3a",)),
        ('LAM(30"g/5a)', "LAM", ('30"g', "5a")),
        ("I-TSM", "I-TSM", ()),
        ("TSEMP-O1", "TSEMP-O", ("1",)),
        ("TSEMP2", "TSEMP", ("2",)),
        ("JMPS1", "JMPS", ("1",)),
    ],
)
def test_each_form_is_read_and_written_back(text: str, name: str, values: tuple[str, ...]) -> None:
    known, unknown = parse_specials(text)
    assert unknown == ()
    assert known == (Special(name, values, text=text),)
    assert specials_text(known) == text


def test_a_turret_holds_its_damage_and_its_own_specials() -> None:
    ((turret,), unknown) = parse_specials("TUR(2/3/1,IF1,ARTAIS-1)")
    assert (turret.name, turret.values, unknown) == ("TUR", ("2", "3", "1"), ())
    assert [inner.name for inner in turret.inside] == ["IF", "ARTAIS"]
    assert str(turret) == "TUR(2/3/1,IF1,ARTAIS-1)"


def test_a_turret_may_hold_specials_alone() -> None:
    ((turret,), _) = parse_specials("TUR2(ARTS-1)")
    assert (turret.values, [str(inner) for inner in turret.inside]) == ((), ["ARTS-1"])


def test_what_is_unknown_is_named_and_stays_in_its_place() -> None:
    known, unknown = parse_specials("CASE, XYZ7 ,TUR(1/1/-,QQ),ECM")
    assert [one.name for one in known] == ["CASE", "TUR", "ECM"]
    assert unknown == ("XYZ7", "QQ")
    assert specials_text(read_specials("CASE, XYZ7 ,TUR(1/1/-,QQ),ECM")) == "CASE,XYZ7,TUR(1/1/-,QQ),ECM"


@pytest.mark.parametrize(
    "text", ["AC", "AC2", "ECM2", "JMPS", "IF", "ART-TC1", "TUR", "TUR(", "TUR(1,TUR(2))", "ac2/2/2"]
)
def test_a_known_name_with_the_wrong_form_is_unknown(text: str) -> None:
    assert parse_specials(text) == ((), (text,))


def test_every_entry_of_the_table_has_a_gloss_in_one_sentence() -> None:
    assert all(len(entry.gloss) < 130 and entry.gloss.endswith(".") for entry in special_entries().values())
    assert gloss("ECM").startswith("Jams")
    assert gloss(Special("nothing")) == ""


@given(st.text())
def test_no_text_is_refused(text: str) -> None:
    _same_but_for_blanks(text)


_NAMES = st.sampled_from([*special_entries(), "TUR(", "REAR(", "/-SPC", "C81.5"])
_ENDS = st.sampled_from(["", "1", "0*", "2/2/1", "1/-/-", "-1", "(3a)", "(1/1/-,IF1)", ")", "4D2", "5.5", " 1/1"])


@given(st.lists(st.tuples(_NAMES, _ENDS).map("".join), max_size=12), st.sampled_from([",", ", ", " , ", ",,"]))
def test_no_ability_is_dropped_whatever_stands_beside_it(abilities: list[str], comma: str) -> None:
    _same_but_for_blanks(comma.join(abilities))


def _same_but_for_blanks(text: str) -> None:
    written = specials_text(read_specials(text))
    assert _signs(written) == _signs(text)
    assert specials_text(read_specials(written)) == written


def _signs(text: str) -> str:
    """The text without blanks, and without commas that have nothing before or behind them."""
    return ",".join(part for part in "".join(text.split()).split(",") if part)


@pytest.mark.skipif(not UNITS.exists(), reason="the Master Unit List's data is not here")
def test_every_ability_string_of_the_list_is_read_but_for_eleven_slips() -> None:
    texts = [json.loads(line)["BFAbilities"] or "" for line in UNITS.read_text(encoding="utf-8").splitlines()]
    assert len(texts) == 8605
    unknown = {name for text in texts for name in parse_specials(text)[1]}
    assert unknown == NOT_KNOWN
    for text in texts:
        _same_but_for_blanks(text)
