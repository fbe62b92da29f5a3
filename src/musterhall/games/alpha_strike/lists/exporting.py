"""A force written for another tool, and what that tool has no place for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from musterhall.game.lists import ListForm, ListText
from musterhall.games.alpha_strike.force.forces import Force
from musterhall.games.alpha_strike.lists import jeffs, mekbay, mekbay_writing, text_writing, tts
from musterhall.games.alpha_strike.lists.writing import EVERYTHING, no_place, without_number
from musterhall.problems import BadInput, Problem, near_names


@dataclass(frozen=True, slots=True)
class _Form:
    form: ListForm
    kept: Sequence[str]
    """What it has a place for."""
    write: Callable[[Force], tuple[str, list[Problem]]]
    by_number: bool = False
    """Whether its units go by their numbers on the Master Unit List alone."""


_FORMS: Mapping[str, _Form] = {
    one.form.name: one
    for one in (
        _Form(ListForm("text", "plain text", "txt"), EVERYTHING, lambda force: (text_writing.write(force), [])),
        _Form(ListForm("jeffs", jeffs.TITLE, "json"), jeffs.KEPT, jeffs.write),
        _Form(
            ListForm("mekbay", f"{mekbay.TITLE}, a saved force", "json"),
            mekbay_writing.KEPT_BY_FILE,
            mekbay_writing.write_saved,
        ),
        _Form(
            ListForm("mekbay-link", f"{mekbay.TITLE}, a link", "txt"),
            mekbay_writing.KEPT_BY_LINK,
            mekbay_writing.write_link,
            True,
        ),
        _Form(ListForm("tts", tts.TITLE, "txt"), (), lambda force: (tts.write(force), []), True),
    )
}

FORMS = tuple(one.form for one in _FORMS.values())


def export_list(force: Force, form: str) -> ListText:
    """The force in one of the forms."""
    known = _FORMS.get(form)
    if known is None:
        raise BadInput(f"form {form[:60]!r}: there is none of this name. {near_names(form, _FORMS)}")
    if not force.units:
        raise BadInput(f"{force.name}: has no units, so there is no list to write; add some.")
    if known.by_number and (lost := without_number(force)):
        raise BadInput(
            f"{', '.join(lost)}: without a number on the Master Unit List a unit cannot go into a list for "
            f"{known.form.title}; choose another form."
        )
    text, problems = known.write(force)
    return ListText(text, (*no_place(force, known.form.title, known.kept), *problems))
