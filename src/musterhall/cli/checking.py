"""`muster force check`: everything that is wrong with a force of any game, at once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from musterhall.cli.packs import ForceName, PackOption, pack_named, read_small
from musterhall.cli.shell import BAD_INPUT, AsJson, chosen_variants, counted, require_game, say, say_json
from musterhall.cli.ways import with_command
from musterhall.problems import BadInput

if TYPE_CHECKING:
    from musterhall.packs.check import Report
    from musterhall.packs.force_files import Checked
    from musterhall.problems import Problem

VARIANT_HELP = "Read an open rule another way: name=value. May be given several times."
Variant = Annotated[list[str] | None, typer.Option("--variant", metavar="NAME=VALUE", help=VARIANT_HELP)]


def check(force: ForceName, variant: Variant = None, pack: PackOption = "", as_json: AsJson = False) -> None:
    """Say whether a force is legal, and if not, everything that is wrong with it."""
    from musterhall.packs.force_files import (
        ALPHA_STRIKE,
        THE_GAME,
        check_age_of_destruction,
        check_the_game,
        game_of,
        require_same_game,
    )

    data, name = force_data(force)
    game = game_of(data, name)
    if game == ALPHA_STRIKE:
        check_force(force, pack, as_json)
        return
    event = pack_named(pack) if pack else None
    if event:
        require_same_game(game, event, name)
    if game == THE_GAME:
        checked = check_the_game(data, name, variants_of(variant).as_data(), event)
    else:
        checked = check_age_of_destruction(data, name, event)
    _say(checked, as_json)


def check_force(force: ForceName, pack: PackOption = "", as_json: AsJson = False) -> None:
    """Say whether a force is legal at an event, everything that is wrong with it, and what could not be told."""
    from musterhall.cli.units import units_library
    from musterhall.games.alpha_strike.forces import force_with_mistakes
    from musterhall.packs.check import check_force as check
    from musterhall.packs.force_files import ALPHA_STRIKE, Checked, require_same_game

    library = units_library()
    data, name = force_data(force)
    found, mistakes = force_with_mistakes(data, name, library)
    if mistakes and not (found and (pack or found.pack)):
        _say(Checked(found.name if found else name, tuple(mistakes), whole=False), as_json)
        return
    assert found is not None
    event = pack_named(pack or found.pack)
    require_same_game(ALPHA_STRIKE, event, name)
    report = check(found, event, library)
    report = replace(report, problems=(*mistakes, *report.problems))
    if as_json:
        say_json(report.as_data())
    else:
        _print_report(report)
    if report.problems:
        raise typer.Exit(BAD_INPUT)


def force_data(name: str) -> tuple[dict[str, Any], str]:
    """The parsed file of a shipped force of any game, or of one that somebody wrote, and what to call it."""
    from musterhall.games.age_of_destruction import forces as age_of_destruction
    from musterhall.games.alpha_strike import forces as alpha_strike
    from musterhall.games.the_game import forces as the_game
    from musterhall.problems import parse_toml

    for game in (the_game, alpha_strike, age_of_destruction):
        if name in game.shipped_forces():
            return parse_toml(game.shipped_force_text(name), f"{name}.toml"), f"{name}.toml"
    path = Path(name)
    if not path.exists():
        known = ", ".join([*the_game.shipped_forces(), *alpha_strike.shipped_forces()])
        raise BadInput(f"force {name!r}: there is no such file; name one that exists, or a shipped force: {known}.")
    return parse_toml(read_small(path), name), name


def variants_of(given: list[str] | None) -> Any:
    """The variants that the options ask for, on top of the usual ones."""
    return chosen_variants(require_game("the_game"), given)


def _say(checked: Checked, as_json: bool) -> None:
    """What a check found; the command ends with it where the force is not legal."""
    if as_json:
        say_json(checked.as_data())
    else:
        for problem in checked.problems:
            say(with_command(problem))
        if checked.legal:
            allowed = f" of {checked.allowed}" if checked.allowed is not None else ""
            say(f"{checked.force} is legal: {checked.cost}{allowed} points.")
        else:
            rest = "" if checked.whole else " The rest is checked once that is mended."
            say(f"{checked.force} is not legal: {counted(len(checked.problems), 'problem')}.{rest}")
    if checked.problems:
        raise typer.Exit(BAD_INPUT)


def _print_report(report: Report) -> None:
    for problem in report.problems:
        say(with_command(problem))
    for warning in report.warnings:
        say(f"{'Not known' if _is_unknown(warning) else 'Note'}: {with_command(warning)}")
    totals = report.totals
    allowed = f" of {totals.allowed}" if totals.allowed is not None else ""
    share = f", {totals.mech_points} in 'Mechs" if totals.mech_points != totals.points.total else ""
    counts = f"{counted(totals.units, 'unit')}, {counted(totals.formations, 'formation')}"
    figures = f"{totals.points.total}{allowed} points{share}, {counts}"
    if report.legal:
        say(f"{report.force} is legal for {report.pack}: {figures}.")
    else:
        say(f"{report.force} is not legal for {report.pack}: {counted(len(report.problems), 'problem')}; {figures}.")


def _is_unknown(warning: Problem) -> bool:
    return "not known" in warning.what or "not in the catalogue" in warning.what or warning.what.startswith("no ")
