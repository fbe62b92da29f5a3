"""Printing in a process that ends: what typst keeps of a large paper, gigabytes at times, goes with it.

The server prints this way. A command ends soon itself, and prints in its own process.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from musterhall.problems import BadInput

MOST_MEMORY = 6_000_000_000
"""Bytes of address space; cards for a thousand tables take less than half."""

_SECONDS: ContextVar[float | None] = ContextVar("seconds", default=None)


@contextmanager
def printing_apart(seconds: float) -> Iterator[None]:
    """Let whatever is typeset meanwhile be so in a process of its own, which has so many seconds."""
    before = _SECONDS.set(seconds)
    try:
        yield
    finally:
        _SECONDS.reset(before)


def seconds_apart() -> float | None:
    """How long a process of its own may take, none where none is wanted."""
    return _SECONDS.get()


def pressed(template: str, inputs: dict[str, str], seconds: float) -> bytes:
    """The PDF, made by a process that is gone afterwards whatever became of it."""
    order = json.dumps({"template": template, "inputs": inputs}).encode()
    try:
        made = subprocess.run(
            [sys.executable, "-m", "musterhall.printing.press"], input=order, capture_output=True, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        raise BadInput(f"paper: this takes longer than {seconds:g} seconds to print; print less at once.") from None
    if made.returncode != 0 or not made.stdout.startswith(b"%PDF"):
        raise BadInput("paper: the printing broke off; print less at once, or try again in a moment.")
    return made.stdout


def main() -> None:
    from musterhall.printing.typesetting import compiled

    _bound_memory()
    order = json.load(sys.stdin.buffer)
    sys.stdout.buffer.write(compiled(order["template"], order["inputs"]))


def _bound_memory() -> None:
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = MOST_MEMORY if hard == resource.RLIM_INFINITY else min(MOST_MEMORY, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))


if __name__ == "__main__":
    main()
