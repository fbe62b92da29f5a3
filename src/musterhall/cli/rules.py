"""`muster rules` and `muster ask`: what the rulebook's sections come to here, and the referee."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from musterhall.cli.fired import list_fired
from musterhall.cli.shell import AsJson, GameName, aligned, console, counted, read_file, require_game, say, say_json
from musterhall.cli.warming import told_of_compiling

if TYPE_CHECKING:
    from musterhall.battle.coverage import Section, SectionCoverage
    from musterhall.battle.referee import Questions
    from musterhall.game.game import Game
    from musterhall.game.rulebook import CoverageReport
    from musterhall.game.variants import VariantInfo

TITLE = 26
"""How much of a title the list of sections shows."""

ASIDE = ("agents.", "invariants.", "referee.", "resolvers.", "rulings.", "costs.")
"""Modules that use or watch the rules; the functions that are the rules come first."""


def rules(
    game: GameName,
    variants: Annotated[bool, typer.Option("--variants", help="The open points and how they are read.")] = False,
    section: Annotated[str | None, typer.Option(metavar="N", help="All about one section, like 1.7.2.")] = None,
    brief: Annotated[bool, typer.Option("--brief", help="Only titles and open points; reads no code.")] = False,
    edition: Annotated[bool, typer.Option("--edition", help="Figures not seen in print, how sure each is.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="The whole coverage as a Markdown page.")] = False,
    fired: Annotated[bool, typer.Option("--fired", help="How often each section acted in battles.")] = False,
    battles: Annotated[int, typer.Option(min=1, max=100_000, help="With --fired: in so many battles.")] = 40,
    agent: Annotated[str, typer.Option(metavar="NAME", help="With --fired: who plays them.")] = "drill",
    as_json: AsJson = False,
) -> None:
    """List the rulebook's sections, each with the functions and worked cases behind it."""
    found = require_game(game)
    if fired:
        list_fired(found, battles, agent, as_json=as_json)
    elif section is not None:
        _about_section(found, section.strip(), as_json=as_json)
    elif markdown:
        print(_report(found).markdown, end="")
    elif variants:
        _list_variants(found, as_json=as_json)
    elif brief:
        _list_sections(found, as_json=as_json)
    elif edition or (found.rulebook is None and found.edition):
        _list_edition(found, as_json=as_json)
    else:
        _list_coverage(found, as_json=as_json)


def ask(
    file: Annotated[
        Path | None, typer.Argument(help="A situation and a question, as TOML; with --questions a game.")
    ] = None,
    questions: Annotated[
        bool, typer.Option("--questions", help="All that can be asked of a game, or of all, and with which words.")
    ] = False,
    pack: Annotated[
        str, typer.Option("--pack", metavar="PACK", help="The event by whose readings it is answered.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Put a question about a table situation to the referee."""
    from musterhall.games import game_of, referee_of
    from musterhall.problems import BadInput, parse_toml
    from musterhall.store.units import units_library

    if questions:
        _list_questions(str(file) if file is not None else "", as_json=as_json)
        return
    if file is None:
        raise BadInput("ask: no file is named; write a question into one, or see what there is with --questions.")
    data = parse_toml(read_file(file), str(file))
    game = game_of(data, str(file))
    referee = referee_of(game).knowing(units_library(game))
    if pack:
        data = _by_readings_of(pack, game, data)
    with told_of_compiling(game):
        ruling = referee.ask(data, str(file))
    if as_json:
        say_json(ruling.as_data())
    else:
        say(ruling.text())


def _by_readings_of(pack: str, game: Game, data: dict[str, Any]) -> dict[str, Any]:
    """A question with an event's readings; what it says itself of variants goes before them."""
    from musterhall.cli.named_files import pack_of

    readings, own = pack_of(game, pack).chosen_variants(), data.get("variants", {})
    return {**data, "variants": {**readings, **own} if isinstance(own, dict) else own}


def _list_questions(game: str, *, as_json: bool) -> None:
    """Those of one game, or of every game under its title."""
    from musterhall.games import all_games, referee_of

    if game:
        known = referee_of(require_game(game)).questions
        if as_json:
            say_json([question.as_data() for question in known])
        else:
            _print_questions(known)
        return
    every = {one: one.referee.questions for one in all_games() if one.referee is not None}
    if as_json:
        say_json({one.name: [question.as_data() for question in known] for one, known in every.items()})
        return
    for one, known in every.items():
        say(f"# {one.words.title}")
        _print_questions(known)


def _print_questions(known: Questions) -> None:
    for question in known:
        dice = ", with dice" if question.resolver else ""
        say(f"{question.name} ({', '.join(question.sections)}{dice}): {question.help}")
        for word, meaning in question.given.items():
            say(f"    {word}: {meaning}")


# Sections


def _list_sections(game: Game, *, as_json: bool) -> None:
    """Titles only: this reads no code and is there at once."""
    from musterhall.games import rulebook_of

    sections = rulebook_of(game).sections()
    points: dict[str, int] = {}
    for entry in _variants(game):
        for number in entry.sections:
            points[number] = points.get(number, 0) + 1
    if as_json:
        say_json([_title_data(one) | {"open_points": points.get(one.number, 0)} for one in sections])
        return
    rows = [(one.number, one.title, _short_standing(one), str(points.get(one.number, ""))) for one in sections]
    for line in aligned([("section", "title", "here", "open points"), *rows]):
        say(line)
    say("All about one: --section N. Open points: --variants.")


def _list_coverage(game: Game, *, as_json: bool) -> None:
    """A line for each section; function names lose their modules, and those that find no room are counted."""
    covered = _coverage(game)
    if as_json:
        say_json([_section_data(one) for one in covered])
        return
    rows = [(one.section, shortened(one.title, TITLE), str(len(one.cases) or "")) for one in covered]
    head, *lines = aligned([("section", "title", "cases"), *rows], right=(2,))
    width = len(head) + 2
    room = max(console().width - width, 20)
    say(f"{head.ljust(width)}functions")
    for line, one in zip(lines, covered, strict=True):
        behind = short_names(one.functions, room) if one.status == "rule" else _short_standing(one)
        say(f"{line.ljust(width)}{behind}".rstrip())
    cases = len({case.file for one in covered for case in one.cases})
    rules = sum(one.status == "rule" for one in covered)
    say(f"{rules} sections in force, {counted(cases, 'worked case')}.")
    figures = " Figures not seen in print: --edition." if game.edition else ""
    say(f"All about one: --section N. Titles only: --brief. Open points: --variants.{figures}")


def shortened(text: str, room: int) -> str:
    return text if len(text) <= room else f"{text[: room - 1].rstrip()}…"


def short_names(names: tuple[str, ...], room: int) -> str:
    """As many bare names as there is room for, the rules' own first, and how many more there are."""
    ordered = sorted(names, key=_aside)
    bare = list(dict.fromkeys(name.rpartition(".")[2] for name in ordered))
    for kept in range(len(bare), 0, -1):
        text = ", ".join(bare[:kept]) + (f" +{len(bare) - kept}" if kept < len(bare) else "")
        if len(text) <= room:
            return text
    return counted(len(bare), "function") if bare else ""


def _aside(name: str) -> tuple[bool, bool, bool]:
    """Last what only uses the rules; before it what they keep to themselves, and the decisions that they ask for."""
    bare = name.rpartition(".")[2]
    return name.startswith(ASIDE), bare.startswith("_"), bare[:1].isupper()


def _about_section(game: Game, number: str, *, as_json: bool) -> None:
    from musterhall.games import rulebook_of, written
    from musterhall.problems import BadInput

    if number not in {one.number for one in rulebook_of(game).sections()}:
        listed = f"`muster rules {written(game.name)}` lists them"
        raise BadInput(f"section {number!r}: the rulebook has none; {listed}.")
    one = next(one for one in _coverage(game) if one.section == number)
    entries = [entry for entry in _variants(game) if number in entry.sections]
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


def _short_standing(one: Section | SectionCoverage) -> str:
    return {"rule": "in force", "text": "text"}.get(one.status, f"later, with the {one.later}")


def _coverage(game: Game) -> tuple[SectionCoverage, ...]:
    return _report(game).sections


def _report(game: Game) -> CoverageReport:
    from musterhall.games import rulebook_of
    from musterhall.worked_cases import worked_cases

    return rulebook_of(game).coverage(worked_cases(game))


def _title_data(one: Section) -> dict[str, Any]:
    return {"section": one.number, "title": one.title, "status": one.status, "here": standing(one)}


def _section_data(one: SectionCoverage) -> dict[str, Any]:
    return {
        "section": one.section,
        "title": one.title,
        "status": one.status,
        "here": standing(one),
        "functions": list(one.functions),
        "cases": [{"file": case.file, "title": case.title} for case in one.cases],
    }


# Figures


def _list_edition(game: Game, *, as_json: bool) -> None:
    from musterhall.game.variants import shown

    if as_json:
        say_json([asdict(one) for one in game.edition])
        return
    for one in game.edition:
        value = "not known" if one.value is None else shown(one.value)
        others = f", or {' or '.join(map(shown, one.alternatives))}" if one.alternatives else ""
        say(f"{one.name}: {value}{others} ({one.certainty}; {one.source})")
        say(f"    {one.about}")
    if not game.edition:
        say(f"{game.words.title}: every figure here is the rulebook's own.")


# Variants


def _variants(game: Game) -> Sequence[VariantInfo]:
    return game.variants.entries() if game.variants is not None else ()


def _list_variants(game: Game, *, as_json: bool) -> None:
    from musterhall.problems import BadInput

    if game.variants is None:
        raise BadInput(f"{game.words.title}: it has no variants here; its rules are read one way.")
    if as_json:
        say_json([variant_data(entry) for entry in _variants(game)])
        return
    for entry in _variants(game):
        _print_variant(entry)


def variant_data(entry: VariantInfo) -> dict[str, Any]:
    """An open point as plain data."""
    from musterhall.game.variants import shown

    return {
        "number": entry.number,
        "sections": list(entry.sections),
        "name": entry.name,
        "question": entry.question,
        "in_force": None if entry.default is None else shown(entry.default),
        "values": {shown(value): text for value, text in entry.help},
        "open": entry.open,
        "because": entry.because,
        "note": entry.note,
    }


def _print_variant(entry: VariantInfo) -> None:
    from musterhall.game.variants import shown

    name = f" {entry.name}" if entry.name else ""
    say(f"{entry.number}{name} ({', '.join(entry.sections)}): {entry.question}")
    if entry.note:
        say(f"    {entry.note}")
    for place, (value, text) in enumerate(entry.help):
        say(f"  {'*' if place == 0 else ' '} {shown(value)}: {text}")
    if entry.because:
        say(f"    Only * is offered: {entry.because}")
