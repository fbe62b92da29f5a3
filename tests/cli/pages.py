"""What a document prints for its reader to type: commands in blocks, files, and commands named in sentences."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from musterhall.cli import events
from musterhall.cli.main import app

ROOT = Path(__file__).resolve().parents[2]
PAGES = [str(page.relative_to(ROOT)) for folder in (ROOT, ROOT / "docs") for page in sorted(folder.glob("*.md"))]

_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_FILE = re.compile(
    r"[Pp]ut this into\s+`([\w.-]+)`[^`]*(?:`[^`\n]+`[^`]*)*?```(?:toml|python)\n(.*?)^```", re.MULTILINE | re.DOTALL
)
_NAMED = re.compile(r"`((?:muster|make) [^`]+)`")
_LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")
_COMMAND = re.compile(r"^(?:\.venv/bin/)?(?:muster|make|cp) ", re.MULTILINE)


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(page: str, *kinds: str) -> list[str]:
    return [text for kind, text in _BLOCK.findall(text_of(page)) if kind in kinds]


def commands(page: str) -> list[list[str]]:
    """The commands of a page in their order; a block with one of them is a block of commands."""
    found = [block for block in blocks(page, "", "sh") if _COMMAND.search(block)]
    lines = [shlex.split(line, comments=True) for block in found for line in block.replace("\\\n", " ").splitlines()]
    return [[word.removeprefix(".venv/bin/") for word in line] for line in lines if line]


def lines_like_commands(page: str) -> int:
    return len(_COMMAND.findall(text_of(page)))


def files(page: str) -> dict[str, str]:
    """What the reader is asked to put into files, by their names."""
    return dict(_FILE.findall(text_of(page)))


def links(page: str) -> list[Path]:
    """Where a page leads to within the house."""
    return [(ROOT / page).parent / link for link in _LINK.findall(text_of(page))]


def named_commands(text: str) -> list[str]:
    """The commands that a text names between backticks, on one line each."""
    return [" ".join(found.split()) for found in _NAMED.findall(text)]


def make_targets() -> set[str]:
    return set(re.findall(r"^([\w.-]+):(?!=)", text_of("Makefile"), re.MULTILINE))


def mistakes(command: str) -> Iterator[str]:
    """What is wrong with a command as a text names it: a word that is no command, an option that it does not take."""
    program, *words = command.split()
    if program == "make":
        yield from (f"no target {word}" for word in words if word not in make_targets())
        return
    node: Any = typer.main.get_command(app)
    all_events: Any = typer.main.get_command(events.app)
    lazy = {"event": all_events, "print": all_events.commands["print"]}
    for at, word in enumerate(words):
        known = getattr(node, "commands", {})
        if word not in known and hasattr(node, "usual"):
            node, known = known[node.usual], {}
        options = {option for one in node.params for option in (*one.opts, *one.secondary_opts)} | {"--help"}
        if word.startswith("-"):
            option = word.strip(".,;:").partition("=")[0]
            if option not in options:
                yield f"no option {option}"
        elif "|" in word and all(one in known for one in word.split("|")):
            node = known[word.split("|")[-1]]
        elif word in known:
            node = lazy.get(word, known[word]) if at == 0 else known[word]
        elif known and word.islower() and word.isalpha():
            yield f"no command {word}"
