"""`muster rules` and `muster ask`: what the rulebook's sections come to here, and the referee."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import musterhall
from musterhall.cli.shell import AsJson, GameName, console, read_file, require_game, say, say_json

if TYPE_CHECKING:
    from musterhall.battle.coverage import Section, SectionCoverage
    from musterhall.games.the_game.coverage import CoverageReport
    from musterhall.games.the_game.variants import VariantEntry


def rules(
    game: GameName,
    variants: Annotated[bool, typer.Option("--variants", help="The open points and how they are read.")] = False,
    section: Annotated[str | None, typer.Option(metavar="N", help="All about one section, like 1.7.2.")] = None,
    coverage: Annotated[bool, typer.Option("--coverage", help="With functions and worked cases.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="The whole coverage as a Markdown page.")] = False,
    as_json: AsJson = False,
) -> None:
    """List the rulebook's sections: in force, only text, or yet to come."""
    found = require_game(game)
    if section is not None:
        _about_section(found, section, as_json=as_json)
    elif markdown:
        print(_report(found).markdown, end="")
    elif variants:
        _list_variants(as_json=as_json)
    elif coverage or as_json:
        _list_coverage(found, as_json=as_json)
    else:
        _list_sections()


def ask(
    file: Annotated[Path, typer.Argument(help="A situation and a question, as TOML.")], as_json: AsJson = False
) -> None:
    """Put a question about a table situation to the referee."""
    from musterhall.games.the_game.referee import ask as ask_referee

    ruling = ask_referee(read_file(file), str(file))
    if as_json:
        say_json(ruling.as_data())
    else:
        say(ruling.text())


# Sections


def _list_sections() -> None:
    from rich.table import Table

    from musterhall.games.the_game.coverage import the_game_sections
    from musterhall.games.the_game.variants import variant_entries

    open_points: dict[str, int] = {}
    for entry in variant_entries():
        for number in entry.sections:
            open_points[number] = open_points.get(number, 0) + 1
    table = Table(box=None, pad_edge=False)
    for head in ("section", "title", "here", "open points"):
        table.add_column(head)
    for one in the_game_sections():
        table.add_row(one.number, one.title, standing(one), str(open_points.get(one.number, "")))
    console().print(table)
    say("All about one: --section N. Functions and worked cases: --coverage. Open points: --variants.")


def _list_coverage(game: str, *, as_json: bool) -> None:
    covered = _coverage(game)
    if as_json:
        say_json([_section_data(one) for one in covered])
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for head in ("section", "title", "here", "functions", "cases"):
        table.add_column(head)
    for one in covered:
        table.add_row(one.section, one.title, standing(one), ", ".join(one.functions), str(len(one.cases) or ""))
    console().print(table)


def _about_section(game: str, number: str, *, as_json: bool) -> None:
    from musterhall.games.the_game.coverage import the_game_sections
    from musterhall.games.the_game.variants import variant_entries
    from musterhall.problems import BadInput

    if number not in {one.number for one in the_game_sections()}:
        raise BadInput(f"section {number!r}: the rulebook has none; `muster rules the-game` lists them.")
    one = next(one for one in _coverage(game) if one.section == number)
    entries = [entry for entry in variant_entries() if number in entry.sections]
    if as_json:
        say_json(_section_data(one) | {"variants": [variant_data(entry) for entry in entries]})
        return
    say(f"{one.section} {one.title}: {standing(one)}")
    for name in one.functions:
        say(f"  function {name}")
    for case in one.cases:
        say(f"  case {case.title} ({case.file})")
    for entry in entries:
        _print_variant(entry)


def standing(one: Section | SectionCoverage) -> str:
    """Whether a section is in force."""
    if one.status == "rule":
        return "in force"
    return f"text: {one.because}" if one.status == "text" else f"not yet in force, comes with the {one.later}"


def _coverage(game: str) -> tuple[SectionCoverage, ...]:
    return _report(game).sections


def _report(game: str) -> CoverageReport:
    from musterhall.games.the_game.coverage import the_game_coverage

    return the_game_coverage(worked_cases(game))


def worked_cases(game: str) -> dict[str, str]:
    """The worked cases of a checkout by file name; an installed package has none."""
    folder = Path(musterhall.__file__).resolve().parents[2] / "tests" / "cases" / game
    return {str(file.relative_to(folder)): read_file(file) for file in sorted(folder.rglob("*.toml"))}


def _section_data(one: SectionCoverage) -> dict[str, Any]:
    return {
        "section": one.section,
        "title": one.title,
        "status": one.status,
        "here": standing(one),
        "functions": list(one.functions),
        "cases": [{"file": case.file, "title": case.title} for case in one.cases],
    }


# Variants


def _list_variants(*, as_json: bool) -> None:
    from musterhall.games.the_game.variants import variant_entries

    if as_json:
        say_json([variant_data(entry) for entry in variant_entries()])
        return
    for entry in variant_entries():
        _print_variant(entry)


def variant_data(entry: VariantEntry) -> dict[str, Any]:
    """An open point as plain data."""
    from musterhall.games.the_game.variants import shown

    return {
        "number": entry.number,
        "sections": list(entry.sections),
        "name": entry.name,
        "question": entry.question,
        "in_force": None if entry.default is None else shown(entry.default),
        "values": {shown(value): text for value, text in entry.help},
        "open": entry.open,
        "because": entry.because,
        "later": entry.later,
        "note": entry.note,
    }


def _print_variant(entry: VariantEntry) -> None:
    from musterhall.games.the_game.variants import shown

    name = f" {entry.name}" if entry.name else ""
    say(f"{entry.number}{name} ({', '.join(entry.sections)}): {entry.question}")
    if entry.note:
        say(f"    {entry.note}")
    for place, (value, text) in enumerate(entry.help):
        say(f"  {'*' if place == 0 else ' '} {shown(value)}: {text}")
    if entry.because:
        say(f"    Only * is offered: {entry.because}")
    if entry.later:
        say(f"    Comes with the {entry.later}.")
