"""QR codes as shapes that a page can draw: no picture, so that they are sharp at any size."""

from __future__ import annotations

from typing import Any

import segno

from musterhall.problems import BadInput

QUIET = 4
"""Modules that stay white on each side, or a reader may not find the code."""


def code_shapes(text: str) -> dict[str, Any]:
    """The side of a code in modules, with its white edge, and its dark runs as x, y and length."""
    try:
        # Paper is folded and smudged: a quarter of the code may be unreadable at this level.
        code = segno.make_qr(text, error="q", boost_error=False)
    except segno.DataOverflowError:
        raise BadInput(
            f"link {text[:40]!r}...: has {len(text)} characters, too many for a QR code; shorten it."
        ) from None
    rows = [list(map(bool, row)) for row in code.matrix]
    runs = [[x + QUIET, y + QUIET, length] for y, row in enumerate(rows) for x, length in _dark_runs(row)]
    return {"side": len(rows) + 2 * QUIET, "runs": runs}


def _dark_runs(row: list[bool]) -> list[tuple[int, int]]:
    """Where each run of dark modules begins, and how long it is."""
    starts = [x for x, dark in enumerate(row) if dark and not (x and row[x - 1])]
    ends = [x for x, dark in enumerate(row, 1) if dark and not (x < len(row) and row[x])]
    return [(start, end - start) for start, end in zip(starts, ends, strict=True)]
