"""`muster pack`, and what `muster force` does with an Alpha Strike force: check, show, formations, build, import."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from musterhall.cli.shell import (
    BAD_INPUT,
    AsJson,
    aligned,
    counted,
    read_file,
    require_apart,
    require_writable,
    say,
    say_json,
    write_file,
)
from musterhall.cli.ways import with_command
from musterhall.problems import BadInput, near_names

if TYPE_CHECKING:
    from musterhall.games.alpha_strike.cards import Card
    from musterhall.games.alpha_strike.forces import Force, ForceUnit
    from musterhall.games.alpha_strike.formations import FormationUnit, Judgement
    from musterhall.games.alpha_strike.library import Library
    from musterhall.games.alpha_strike.solver import Split
    from musterhall.packs.building import Search
    from musterhall.packs.check import Report
    from musterhall.packs.model import Pack
    from musterhall.web.pack_words import Line, Told

MOST_BYTES = 20_000_000
"""Packs, forces and lists are texts; anything larger is a mistake, and is not even opened."""

PackName = Annotated[str, typer.Argument(metavar="PACK", help="A file, or the name of a shipped pack.")]
ForceName = Annotated[str, typer.Argument(metavar="FORCE", help="A file, or the name of a shipped force.")]
PackOption = Annotated[
    str, typer.Option("--pack", metavar="PACK", help="The event: a file or a shipped pack; else the one it names.")
]

app = typer.Typer(no_args_is_help=True)


@app.command("list")
def list_packs(as_json: AsJson = False) -> None:
    """Name the packs that come with Musterhall."""
    from musterhall.packs.model import load_pack, shipped_packs

    packs = {name: load_pack(name) for name in shipped_packs()}
    if as_json:
        say_json(
            {name: {"name": pack.name, "version": pack.version, "about": pack.about} for name, pack in packs.items()}
        )
        return
    for name, pack in packs.items():
        say(f"{name}: {pack.name} {pack.version}. {pack.about}")


@app.command("show")
def show_pack(
    pack: PackName,
    file: Annotated[bool, typer.Option("--file", help="Print the file itself, to copy and to change.")] = False,
    as_json: AsJson = False,
) -> None:
    """Print a pack's rules for forces and events, with pages, and how it reads what its papers leave open."""
    from musterhall.packs.model import readings

    found = pack_named(pack)
    if file:
        typer.echo(pack_text(pack), nl=False)
    elif as_json:
        say_json(found.model_dump(by_alias=True, exclude_none=True))
    else:
        say(f"{found.name} {found.version}. {found.about}")
        for line in _rules(found):
            say(line)
        formations = found.game == "alpha_strike" and found.force.formations.allowed
        say("Open questions, and how this event reads them:")
        for name, one in readings().items():
            if name in found.readings or (one.on == "force" and formations):
                others = "; ".join(f"{_written(value)}: {what}" for value, what in one.values.items())
                say(f"  {name} = {_written(found.reading(name))}   {one.question}. ({others})")


@app.command("check")
def check_pack(
    file: Annotated[str, typer.Argument(metavar="PACK", help="The file you wrote, or the name of a shipped pack.")],
    as_json: AsJson = False,
) -> None:
    """Say everything that is wrong with a pack."""
    from musterhall.packs.model import pack_problems

    problems = pack_problems(pack_text(file), file)
    if as_json:
        say_json({"pack": file, "usable": not problems, "problems": [one.as_data() for one in problems]})
    elif problems:
        for problem in problems:
            say(with_command(problem))
        say(f"{file} cannot be used yet: {counted(len(problems), 'problem')}.")
    else:
        say(f"{file} is a pack that can be used.")
    if problems:
        raise typer.Exit(BAD_INPUT)


# Forces


def show_force(force: ForceName, as_json: AsJson = False) -> None:
    """Print a force with its units and what they cost."""
    from musterhall.cli.units import units_library
    from musterhall.games.alpha_strike.forces import force_summary

    found = force_named(force, units_library())
    if as_json:
        say_json(force_summary(found))
        return
    about = ", ".join(part for part in (found.name, found.player, found.faction, found.era) if part)
    say(f"{about}: {found.pv} points, {counted(len(found.units), 'unit')}")
    rows: list[tuple[str, ...]] = [("unit", "card", "type", "skill", "PV", "abilities")]
    for unit in found.units:
        extra = ", ".join(_extras(unit))
        card = unit.card.name if unit.card.name != unit.name else ""
        rows.append((unit.name, card, unit.card.type, str(unit.skill), str(unit.pv.total), extra))
    for line in aligned(rows, right=(3, 4)):
        say(line)
    for group in found.groups:
        say(f"{group.name} ({group.kind}): {', '.join(group.units)}")
    if found.command_abilities:
        say(f"Command abilities: {', '.join(map(str, found.command_abilities))}")


def force_formations(
    force: ForceName,
    pack: PackOption = "",
    unit: Annotated[list[str] | None, typer.Option("--unit", help="Ask of these units only; give it for each.")] = None,
    as_json: AsJson = False,
) -> None:
    """Say which formations a force's groups, or some of its units together, can form, and how it is split best."""
    from musterhall.cli.units import units_library
    from musterhall.games.alpha_strike.formations import possible
    from musterhall.packs.check import formation_settings
    from musterhall.packs.check_formations import formation_units

    found = force_named(force, units_library())
    event = pack_named(pack or found.pack or "herocon-2025")
    settings = formation_settings(event)
    groups = {group.name: formation_units(found, group) for group in found.groups}
    if unit:
        groups = {"these units": _chosen(found, unit)}
    answers = {name: possible(_commanded(units), settings, found.faction) for name, units in groups.items()}
    split = _best_split(found, event) if not unit else None
    if as_json:
        say_json({"can_form": {name: _keys(one) for name, one in answers.items()}, "best_split": _split_data(split)})
        return
    for name, judgements in answers.items():
        kinds = ", ".join(_kind_name(one.kind) for one in judgements)
        say(f"{name} ({', '.join(one.name for one in groups[name])}) can be: {kinds or 'no formation'}.")
    if split:
        _print_split(split)


def build_force(
    pack: PackOption = "herocon-2025",
    collection: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="What you own: a force file or a list, one unit a line; else the starter cards."
        ),
    ] = None,
    faction: Annotated[str, typer.Option(metavar="NAME", help="The faction to build for.")] = "",
    points: Annotated[int | None, typer.Option(min=1, help="Other points than the pack's.")] = None,
    around: Annotated[list[str] | None, typer.Option(metavar="UNIT", help="A unit it must have; several.")] = None,
    number: Annotated[int, typer.Option(min=1, max=10, help="How many different forces.")] = 3,
    skill: Annotated[str, typer.Option(metavar="FROM-TO", help="Only pilots of these skills: 4 or 3-5.")] = "",
    seconds: Annotated[float, typer.Option(min=1, max=600, help="The longest search for each force.")] = 15.0,
    save: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Write the forces there as files.")] = None,
    as_json: AsJson = False,
) -> None:
    """Build legal forces from what you own: the best formations for the points, several different ones."""
    import time

    from musterhall.cli.events.common import all_or_nothing
    from musterhall.cli.units import units_library
    from musterhall.games.alpha_strike.forces import force_summary, force_toml
    from musterhall.packs.building import faction_note, forces_for

    require_writable(save / "built-1.toml" if save else None)
    library, skills = units_library(), _skill_span(skill)
    event = pack_named(pack)
    wanted = [library.find(name).name for name in around or []]
    if event.force.faction and event.force.faction.required and not faction.strip():
        raise BadInput(f"{event.name}: a force is of one faction; name it with --faction.")
    if note := faction_note(faction, event, library):
        say(f"Note: {note}", error=True)
    began = time.monotonic()
    with all_or_nothing():
        found = forces_for(
            event,
            _owned(collection, library),
            library,
            faction=faction,
            points=points,
            around=wanted,
            number=number,
            skills=skills,
            seconds_most=seconds,
            first=_free_number(save) if save else 1,
            progress=lambda done, of: say(f"{done} of {of} forces", error=True),
        )
    _require_some(found, event, out_of_time=time.monotonic() - began >= seconds)
    if len(found.legal) < number:
        say(f"{len(found.legal)} of {number} were found; no other is different enough, or time ran out.", error=True)
    if not found.proven:
        say("Time ran out before the best was proven; --seconds gives more, and a better one may be found.", error=True)
    if as_json:
        say_json([force_summary(force) | {"check": report.as_data()} for force, report in found.legal])
    for force, report in found.legal:
        if not as_json:
            _print_built(force, report)
        if save:
            _save_new(save, force_toml(force, library))


def import_force(
    file: Annotated[Path, typer.Argument(help="A list from another tool: JSON, text or a table.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="The force file to write; else it is printed.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a force file from a list of another tool, and name what was not understood."""
    from musterhall.cli.units import units_library
    from musterhall.games.alpha_strike.forces import force_summary, force_toml
    from musterhall.games.alpha_strike.list_imports import import_list

    require_writable(output)
    require_apart({"the force": output}, {"the list": file})
    library = units_library()
    found = import_list(read_small(file), str(file), library)
    text = force_toml(found.force, library)
    for problem in () if as_json else found.problems:
        say(with_command(problem), error=True)
    if output:
        write_file(output, text)
    if as_json:
        say_json({"force": force_summary(found.force), "problems": [one.as_data() for one in found.problems]})
    elif output:
        say(f"{output}: {counted(len(found.force.units), 'unit')}, {found.force.pv} points.")
    else:
        typer.echo(text, nl=False)


# Finding things


def force_named(name: str, library: Library) -> Force:
    """A shipped force by name, or the one in a file."""
    from musterhall.games.alpha_strike.forces import read_force, shipped_force_text, shipped_forces

    if name in shipped_forces():
        return read_force(shipped_force_text(name), f"{name}.toml", library)
    path = Path(name)
    if not path.exists():
        known = ", ".join(shipped_forces())
        raise BadInput(f"force {name!r}: there is no such file; name one that exists, or a shipped force: {known}.")
    return read_force(read_small(path), name, library)


def is_alpha_strike_force(name: str) -> bool:
    """Whether a shipped force or a file is one of Alpha Strike; a file that cannot be read is left to its reader."""
    import re

    from musterhall.games.alpha_strike.forces import shipped_forces

    if name in shipped_forces():
        return True
    path = Path(name)
    if not path.is_file():
        return False
    return re.search(r"""^\s*game\s*=\s*["']alpha_strike["']""", read_small(path), re.MULTILINE) is not None


def pack_named(name: str) -> Pack:
    """A shipped pack by name, or the one in a file."""
    from musterhall.packs.model import load_pack, shipped_packs

    if not name:
        raise BadInput(f"no pack is named; give --pack with a file or one of {', '.join(shipped_packs())}.")
    if name in shipped_packs() or not Path(name).exists():
        return load_pack(name)
    return load_pack(f"{read_small(Path(name))}\n", name)


def pack_text(name: str) -> str:
    from musterhall.packs.model import shipped_pack_text, shipped_packs

    return shipped_pack_text(name) if name in shipped_packs() else read_small(Path(name))


def read_small(path: Path) -> str:
    """The text of a file that ought to be small; a large one is refused before it is read."""
    try:
        size = path.stat().st_size
    except OSError:
        size = 0  # reading it says what is wrong
    if size > MOST_BYTES:
        most = MOST_BYTES // 1_000_000
        raise BadInput(
            f"{path}: has {size / 1e6:,.0f} MB, and no such file has more than {most}; check that it is the right one."
        )
    return read_file(path)


def _owned(collection: Path | None, library: Library) -> list[Card]:
    """The cards of a collection; a force file is one, too."""
    from musterhall.games.alpha_strike.forces import read_force
    from musterhall.games.alpha_strike.library import starter_library
    from musterhall.games.alpha_strike.list_imports import import_list

    if collection is None:
        return list(starter_library().cards)
    if is_alpha_strike_force(str(collection)):
        return [unit.card for unit in read_force(read_small(collection), str(collection), library).units]
    found = import_list(read_small(collection), str(collection), library)
    for problem in found.problems:
        say(with_command(problem), error=True)
    return [unit.card for unit in found.force.units]


def _require_some(found: Search, pack: Pack, *, out_of_time: bool) -> None:
    """End the command where nothing legal was found, and say what is in the way."""
    for force, report in found.refused:
        told = " ".join(map(str, report.problems))
        say(f"{force.name} was left out, because it is not legal for {pack.name}: {told}", error=True)
    if found.legal:
        return
    if found.refused:
        raise typer.Exit(BAD_INPUT)
    if found.obstacles:
        raise BadInput(f"no force of these units is legal for {pack.name}: {'; '.join(found.obstacles)}.")
    if out_of_time:
        raise BadInput(f"no force for {pack.name} was found before the time ran out; give more with --seconds.")
    raise BadInput(
        f"no force of these units is legal for {pack.name}, whichever are chosen; own more, or ask for less with "
        "--around and --skill."
    )


def _free_number(folder: Path) -> int:
    """The number after the last force that was built into a folder."""
    taken = [one.stem.removeprefix("built-") for one in folder.glob("built-*.toml")]
    return 1 + max((int(number) for number in taken if number.isdecimal()), default=0)


def _save_new(folder: Path, text: str) -> None:
    """Write a force under the next free number; what is there already stays."""
    path = folder / f"built-{_free_number(folder)}.toml"
    write_file(path, text)
    say(f"{path}: written.", error=True)


def _skill_span(text: str) -> tuple[int, int] | None:
    if not text:
        return None
    first, _, last = text.partition("-")
    if not (first.isdecimal() and (last or first).isdecimal()):
        raise BadInput(f"skill {text!r}: is no span of skills; write 4 or 3-5.")
    return int(first), int(last or first)


# On the terminal


def _print_built(force: Force, report: Report) -> None:
    say(f"{force.name}: {report.totals.points.total} points, {counted(len(force.units), 'unit')}")
    inside = {name for group in force.groups for name in group.units}
    for group in force.groups:
        led = f", commanded by {group.commander}" if group.commander else ""
        say(f"  {group.kind}: {_with_skills(force, group.units)}{led}")
    alone = [unit.name for unit in force.units if unit.name not in inside]
    if alone:
        say(f"  in no formation: {_with_skills(force, alone)}")
    for problem in report.problems:
        say(f"  {with_command(problem)}")


def _with_skills(force: Force, names: Iterable[str]) -> str:
    skills = {unit.name: unit.skill for unit in force.units}
    return ", ".join(f"{name} ({skills[name]})" for name in names)


def _extras(unit: ForceUnit) -> Iterator[str]:
    yield from unit.abilities
    yield from unit.alternate_munitions
    if unit.legendary:
        yield f"legendary pilot {unit.legendary}"
    if unit.command_unit:
        yield "command unit"


def _rules(pack: Pack) -> Iterator[str]:
    """What the page of rules has, line by line; each scenario's own rules are on its card and in the file."""
    from musterhall.web import pack_words as words

    yield "Forces:"
    yield from map(_line, words.force_lines(pack.force))
    event = pack.event
    if event is None:
        return
    yield from map(_line, words.own_lines(pack, event, event.rounds))
    yield from _told(words.told_rules(pack, event, "force"))
    yield "The day:"
    yield from map(_line, words.day_lines(pack, event, event.rounds))
    yield from (f"  {slot}" for slot in words.schedule_lines(event.schedule))
    yield from _told(words.told_rules(pack, event, "day"))
    if event.setup:
        yield "A match, step by step:"
        yield from (f"  {step}. {line}" for step, line in enumerate(pack.told(event.setup), 1))
    if play := words.told_rules(pack, event, "play"):
        yield "Rules of play:"
        yield from _told(play)
    yield "Scoring:"
    yield from map(_line, words.scoring_lines(pack, event))
    yield "Scenarios:"
    yield from (f"  {one.title}: {one.objective}" if one.objective else f"  {one.title}" for one in event.scenario)


def _line(line: Line) -> str:
    return f"  {line.title}: {line.text}{_page(line.page)}"


def _told(rules: Iterable[Told]) -> Iterator[str]:
    return (f"  {rule.title}: {' '.join(rule.sentences)}{_page(rule.page)}" for rule in rules)


def _page(because: str) -> str:
    return f" ({because})" if because else ""


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _chosen(force: Force, named: list[str]) -> list[FormationUnit]:
    from musterhall.games.alpha_strike.formations import FormationUnit

    chosen = []
    for name in named:
        unit = force.unit(name)
        if unit is None:
            raise BadInput(
                f"unit {name!r}: is not in this force. {near_names(name, (one.name for one in force.units))}"
            )
        chosen.append(FormationUnit(unit.name, unit.card, unit.skill))
    return chosen


def _commanded(units: list[FormationUnit]) -> list[FormationUnit]:
    """The units with a commander among them; any of them may be it, so the first will do where none is named."""
    if not units or any(unit.commander for unit in units):
        return units
    return [replace(units[0], commander=True), *units[1:]]


def _best_split(force: Force, pack: Pack) -> Split:
    from musterhall.games.alpha_strike.formations import FormationUnit
    from musterhall.games.alpha_strike.solver import best_split
    from musterhall.packs.check import formation_settings

    units = [FormationUnit(unit.name, unit.card, unit.skill) for unit in force.units]
    return best_split(units, formation_settings(pack), force.faction)


def _print_split(split: Split) -> None:
    proven = "no split is worth more" if split.optimal else "the best that was found in time"
    say(f"The best split ({proven}):")
    for group in split.groups:
        led = f", commanded by {group.commander}" if group.commander else ""
        say(f"  {_kind_name(group.kind)}: {', '.join(group.units)}{led}")
    for one in split.left_over:
        say(f"  left over: {one.unit}, {one.reason}")


def _split_data(split: Split | None) -> dict[str, Any] | None:
    if split is None:
        return None
    return {
        "value": split.value,
        "optimal": split.optimal,
        "formations": [
            {"kind": one.kind, "units": list(one.units), "commander": one.commander} for one in split.groups
        ],
        "left_over": {one.unit: one.reason for one in split.left_over},
    }


def _keys(judgements: list[Judgement]) -> list[str]:
    return [one.kind for one in judgements]


def _kind_name(key: str) -> str:
    from musterhall.games.alpha_strike.formations import formation_types

    return formation_types()[key].name
