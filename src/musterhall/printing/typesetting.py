"""From data and a template to a PDF: the one place that talks to typst.

Data travels as JSON in an input, never as markup, so that whatever stands in a name is printed as it is.
Nothing about the machine or the hour goes in: the same data gives the same bytes.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from musterhall.printing.press import pressed, seconds_apart
from musterhall.problems import BadInput

if TYPE_CHECKING:
    import typst

TEMPLATES = Path(__file__).parent
PAPERS = {"a4": "a4", "letter": "us-letter"}

LONGEST_TEXT = 600
LONGEST_WORD = 40

# They would turn the rest of the line around.
_DIRECTION_MARKS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def typeset(template: str, data: dict[str, Any], *, paper: str = "a4", pictures: Sequence[str] = ()) -> bytes:
    """The PDF that `template`, a file of ours or a text, makes of `data`, with pictures of our own as SVG."""
    if paper not in PAPERS:
        raise BadInput(f"paper {paper!r}: is not known; choose from {', '.join(PAPERS)}.")
    inputs = {
        "data": json.dumps(printable(data)),
        "paper": PAPERS[paper],
        "pictures": json.dumps(list(pictures)),
    }
    seconds = seconds_apart()
    return compiled(template, inputs) if seconds is None else pressed(template, inputs, seconds)


def compiled(template: str, inputs: dict[str, str]) -> bytes:
    import typst

    source: Any = TEMPLATES / template if template.endswith(".typ") else template.encode()
    return typst.compile(source, root=TEMPLATES, font_paths=_fonts(), sys_inputs=inputs)


def printable(data: Any) -> Any:
    """`data` with every text in it made fit for a line of print."""
    if isinstance(data, str):
        return plain_text(data)
    if isinstance(data, dict):
        return {key: printable(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [printable(value) for value in data]
    return data


def plain_text(text: str) -> str:
    """One line without control characters, not endless, and with places where a monstrous word may break."""
    kept = "".join(" " if unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") else sign for sign in text)
    words = "".join(sign for sign in kept if sign not in _DIRECTION_MARKS).split()
    line = " ".join(words)
    if len(line) > LONGEST_TEXT:
        line = f"{line[:LONGEST_TEXT].rstrip()} …"
    return " ".join(_breakable(word) for word in line.split(" "))


def _breakable(word: str) -> str:
    if len(word) <= LONGEST_WORD:
        return word
    return "\u200b".join(word[start : start + LONGEST_WORD // 2] for start in range(0, len(word), LONGEST_WORD // 2))


@lru_cache(maxsize=1)
def _fonts() -> typst.Fonts:
    # The pages use only fonts that typst brings; the machine's own step in for signs which those lack.
    import typst

    return typst.Fonts(include_system_fonts=True)
