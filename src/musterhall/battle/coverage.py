"""Which sections of a game's rulebook have a function and a worked case.

A function or class covers the sections its docstring starts with; a worked case covers those its `rule`
names. What a game says about its sections, cases, variants and readings is handed in, so this serves any
game.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from musterhall.problems import BadInput, parse_model, parse_toml

Status = Literal["rule", "text", "later"]
Named = TypeVar("Named")

NUMBER = r"\d+(?:\.\d+)*"
OPENING = re.compile(rf"\s*({NUMBER}(?:(?:,\s*(?:and\s+)?|\s+and\s+){NUMBER})*)[.:]?(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Section:
    """A numbered section: a rule in force, text with nothing to decide, or something that comes later."""

    number: str
    title: str
    status: Status
    because: str = ""
    later: str = ""

    def __str__(self) -> str:
        return f"{self.number} {self.title}"


@dataclass(frozen=True, slots=True)
class CaseTitle:
    """A worked case by its file and its title."""

    file: str
    title: str

    def __str__(self) -> str:
        return f"{self.title} ({self.file})"


@dataclass(frozen=True, slots=True)
class SectionCoverage:
    """A section with the functions and the worked cases that name it."""

    section: str
    title: str
    status: Status
    because: str
    later: str
    functions: tuple[str, ...]
    cases: tuple[CaseTitle, ...]


@dataclass(frozen=True, slots=True)
class VariantRow:
    """An open question of the rulebook, as the table of variants shows it."""

    number: str
    sections: tuple[str, ...]
    name: str
    question: str
    default: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """How a section is read where it says too little."""

    section: str
    text: str


def coverage(package: str, sections: Iterable[Section], cases: Mapping[str, str]) -> list[SectionCoverage]:
    """Every section with what covers it; `cases` are the texts of the case files by file name."""
    functions = _by_section(documented(package))
    titles = _by_section((titled, numbers) for titled, numbers in _cases(cases))
    return [
        SectionCoverage(
            section=section.number,
            title=section.title,
            status=section.status,
            because=section.because,
            later=section.later,
            functions=tuple(functions.get(section.number, ())),
            cases=tuple(titles.get(section.number, ())),
        )
        for section in sections
    ]


def missing(covered: Iterable[SectionCoverage]) -> list[str]:
    """A sentence for each section in force that lacks a function or a worked case."""
    sentences = []
    for one in covered:
        lacks = [] if one.functions else ["a function whose docstring starts with its number"]
        lacks += [] if one.cases else ["a worked case that names it"]
        if one.status == "rule" and lacks:
            sentences.append(f"{one.section} {one.title}: needs {' and '.join(lacks)}.")
    return sentences


def unknown(package: str, sections: Iterable[Section], cases: Mapping[str, str]) -> list[str]:
    """A sentence for each docstring or worked case that names a section the rulebook does not have."""
    known = {section.number for section in sections}
    sentences = [
        f"{name}: its docstring names section {number}, which the rulebook does not have."
        for name, numbers in documented(package)
        for number in numbers
        # "10 cm and less" is an amount; only a number with a dot must be a section.
        if number not in known and "." in number
    ]
    for titled, numbers in _cases(cases):
        if not numbers:
            sentences.append(f'{titled.file}: names no section; add rule = "1.2.3".')
        sentences += [
            f"{titled.file}: its rule names section {number}, which the rulebook does not have."
            for number in numbers
            if number not in known
        ]
    return sentences


def documented(package: str) -> list[tuple[str, tuple[str, ...]]]:
    """Functions, classes and methods of a package whose docstrings start with section numbers, by name."""
    found: dict[str, tuple[str, ...]] = {}
    for module in _modules(package):
        inside = module.__name__.removeprefix(package).lstrip(".")
        for thing in _defined_in(module):
            numbers = section_numbers(thing.__doc__ or "")
            if numbers:
                found[f"{inside}.{thing.__qualname__}".lstrip(".")] = numbers
    return sorted(found.items())


def said(package: str) -> dict[str, list[str]]:
    """What the docstrings of functions and classes say of each section that they start with."""
    found: dict[str, list[str]] = {}
    for module in _modules(package):
        for thing in _defined_in(module):
            text = inspect.cleandoc(thing.__doc__ or "")
            words = " ".join(OPENING.sub("", text, count=1).split("\n\n")[0].split())
            for number in section_numbers(text):
                if words and words not in found.setdefault(number, []):
                    found[number].append(words)
    return found


def read_words(text: str, file: str) -> dict[str, tuple[str, ...]]:
    """Paragraphs by section, from a table `"1.2" = ["...", "..."]`."""
    read = parse_toml(text, file)
    for number, paragraphs in read.items():
        if not isinstance(paragraphs, list) or not all(isinstance(one, str) for one in paragraphs):
            raise BadInput(f"{file}, {number}: give a list of paragraphs.")
    return {number: tuple(paragraphs) for number, paragraphs in read.items()}


def section_numbers(docstring: str) -> tuple[str, ...]:
    """The section numbers a docstring starts with: ("1.9.1", "1.9.2") for "1.9.1, 1.9.2 Shake off ..."."""
    opening = OPENING.match(docstring)
    return tuple(re.findall(NUMBER, opening[1])) if opening else ()


def read_sections(text: str, file: str) -> tuple[Section, ...]:
    """The sections of a table `"1.2" = { title, status, because }` or `{ title, later }`, in its order."""
    return tuple(_section(number, table, f"{file}, {number}") for number, table in parse_toml(text, file).items())


def read_readings(text: str, file: str) -> tuple[Reading, ...]:
    """The `[[reading]]` entries of a file, each with its section and text."""
    read = parse_model(_ReadingsTable, parse_toml(text, file), file)
    return tuple(Reading(one.section, one.text) for one in read.reading)


def coverage_markdown(
    game: str,
    covered: Sequence[SectionCoverage],
    variants: Sequence[VariantRow] = (),
    readings: Sequence[Reading] = (),
) -> str:
    """The page docs/rules-coverage.md: sections, variants, readings."""
    parts = [f"# {game}: rules coverage", _summary(covered), "## Sections", _sections_table(covered)]
    if variants:
        parts += ["## Variants", _variants_table(variants)]
    if readings:
        parts += ["## Readings", "\n".join(f"- {reading.section}: {reading.text}" for reading in readings)]
    return "\n\n".join(parts) + "\n"


class _SectionTable(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    title: str
    status: Literal["rule", "text"] | None = None
    because: str = ""
    later: str = ""


class _ReadingTable(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    section: str
    text: str


class _ReadingsTable(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    reading: list[_ReadingTable] = Field(default_factory=list)


def _section(number: str, table: Mapping[str, Any], place: str) -> Section:
    if not re.fullmatch(NUMBER, number):
        raise BadInput(f'{place}: not a section number; write it like "1.7.2".')
    read = parse_model(_SectionTable, table, place)
    if bool(read.later) == bool(read.status):
        raise BadInput(f"{place}: give it a status, or say with later what it comes with.")
    if (read.status == "text") != bool(read.because):
        raise BadInput(f"{place}: because says why a section is only text; text needs it, others have none.")
    return Section(number, read.title, read.status or "later", read.because, read.later)


def _modules(package: str) -> Iterator[ModuleType]:
    root = importlib.import_module(package)
    yield root
    for found in pkgutil.walk_packages(root.__path__, f"{package}."):
        yield importlib.import_module(found.name)


def _defined_in(module: ModuleType) -> Iterator[Any]:
    """The functions and classes written in a module, and the classes' own methods and properties."""
    for member in list(vars(module).values()):
        thing = _unwrapped(member)
        if thing is None or thing.__module__ != module.__name__:
            continue
        yield thing
        if inspect.isclass(thing):
            methods = (_unwrapped(attribute) for attribute in vars(thing).values())
            yield from (method for method in methods if inspect.isfunction(method))


def _unwrapped(member: Any) -> Any:
    """The function or class behind a decorator, a property or a class method; None for anything else."""
    if isinstance(member, property):
        member = member.fget
    elif isinstance(member, staticmethod | classmethod):
        member = member.__func__
    elif callable(member) and not inspect.isclass(member):
        member = inspect.unwrap(member)
    return member if inspect.isfunction(member) or inspect.isclass(member) else None


def _cases(cases: Mapping[str, str]) -> Iterator[tuple[CaseTitle, tuple[str, ...]]]:
    for file, text in sorted(cases.items()):
        case = parse_toml(text, file)
        rule = case.get("rule", [])
        numbers = rule if isinstance(rule, list) else [rule]
        yield CaseTitle(file, str(case.get("title", ""))), tuple(str(number) for number in numbers)


def _by_section(named: Iterable[tuple[Named, tuple[str, ...]]]) -> dict[str, list[Named]]:
    found: dict[str, list[Named]] = {}
    for thing, numbers in named:
        for number in dict.fromkeys(numbers):
            found.setdefault(number, []).append(thing)
    return found


def _summary(covered: Sequence[SectionCoverage]) -> str:
    rules = [one for one in covered if one.status == "rule"]
    whole = sum(1 for one in rules if one.functions and one.cases)
    return f"{whole} of {len(rules)} sections in force have a function and a worked case."


def _sections_table(covered: Sequence[SectionCoverage]) -> str:
    rows = [
        (
            one.section,
            one.title,
            _standing(one),
            "<br>".join(f"`{name}`" for name in one.functions),
            "<br>".join(f"{case.title} (`{case.file}`)" for case in one.cases),
        )
        for one in covered
    ]
    return _table(("section", "title", "status", "functions", "worked cases"), rows)


def _standing(one: SectionCoverage) -> str:
    if one.status == "rule":
        return "in force"
    return f"text: {one.because}" if one.status == "text" else f"later, with the {one.later}"


def _variants_table(variants: Sequence[VariantRow]) -> str:
    rows = [
        (
            row.number,
            ", ".join(row.sections),
            f"`{row.name}`" if row.name else "",
            row.question,
            row.default,
            "<br>".join(row.others),
        )
        for row in variants
    ]
    return _table(("number", "section", "variant", "question", "here", "others"), rows)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
