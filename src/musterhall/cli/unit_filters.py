"""Options that say which units are meant: those that the games' own searches have."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from musterhall.cli.options import option_parameters, shown_as
from musterhall.problems import BadInput

if TYPE_CHECKING:
    from musterhall.game.units import Search, SearchField

SPAN = "FROM-TO"


def searching(command: Callable[..., None], fields: Iterable[SearchField]) -> Any:
    """The command whose parameter `search` is a search: its user sees an option for each of these fields."""
    known = {field.name: field for field in fields}
    options = {name: _option(field) for name, field in known.items()}
    own = list(inspect.signature(command, eval_str=True).parameters.values())
    place = next(number for number, one in enumerate(own) if one.name == "search")

    def run(**given: Any) -> None:
        said = {name: given.pop(name) for name in options}
        command(search=_search(list(known.values()), said), **given)

    one_command = typer.Typer(add_completion=False)
    one_command.command()(shown_as(run, command, [*own[:place], *option_parameters(options), *own[place + 1 :]]))
    return typer.main.get_command(one_command)


def require_fields(search: Search, fields: Iterable[SearchField], title: str) -> None:
    """Refuse what the units of this game cannot be searched by."""
    known = [field.name for field in fields]
    for name in search:
        if name not in known:
            raise BadInput(f"--{name}: the units of {title} are searched by {', '.join(known)}; take one of these.")


def _option(field: SearchField) -> tuple[Any, Any]:
    metavar = field.example or (SPAN if field.form == "span" else None)
    told = typer.Option(f"--{field.name}", metavar=metavar, help=field.help)
    if field.form == "several":
        return Annotated[list[str] | None, told], None
    if field.form == "number":
        return Annotated[int | None, told], None
    return Annotated[str, told], ""


def _search(fields: Sequence[SearchField], said: dict[str, Any]) -> Search:
    """What was asked for; what was left out is not in it."""
    found = {}
    for field in fields:
        value = said[field.name]
        if value is None or value == "" or value == []:
            continue
        found[field.name] = span(value, field.name) if field.form == "span" else value
    return found


def span(text: str, what: str) -> tuple[int, int]:
    """30, 25-35, -20 or 50-, as a span."""
    match = re.fullmatch(r"\s*([0-9]{0,4})\s*(?:(-)\s*([0-9]{0,4}))?\s*", text)
    if match is None or not (match[1] or match[3]):
        raise BadInput(f"{what} {text!r}: is no span of figures; write it as 25-35.")
    low = int(match[1] or 0)
    high = int(match[3] or 9999) if match[2] else low
    if high < low:
        raise BadInput(f"{what} {text!r}: ends before it begins; write it as {high}-{low}.")
    return low, high
