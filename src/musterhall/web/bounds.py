"""How much the server takes on, so that nobody can take all of it: one table, which docs/security.md explains."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields, replace

from musterhall.problems import BadInput, near_names

MOST = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Bounds:
    """Each is set with `muster serve --limit NAME=NUMBER`, its name written with hyphens."""

    connections: int = 2_000
    """In all, those for the desk among them."""
    desk_connections: int = 50
    """Kept for whoever is signed in to an account, works at a desk by a link, or sits at the server's own machine."""
    address_connections: int = 800
    """From one address; also the requests at one time that a trusted proxy brings from one."""
    address_streams: int = 400
    """Live pages open at one address: a venue's phones may share one."""
    head_seconds: float = 10.0
    """From a connection, or the first byte of a further request, to the end of its head."""
    body_seconds: float = 30.0
    """For a request's body, and a second more for every 10,000 bytes that came."""
    answer_seconds: float = 60.0
    """Until somebody takes what was sent, once nothing more goes out."""
    idle_seconds: int = 5
    """Between two requests on one connection."""
    url_bytes: int = 8_000
    head_bytes: int = 32_000
    body_bytes: int = 1_000_000
    """A force or a card has a few thousand."""
    import_bytes: int = 100_000_000
    """Of an exported event; one of a thousand players and nine rounds has about ten million, and what thirty players
    can fill it with fits in as well."""
    player_writes: int = 200
    """That one player sends in an hour: cards, forces, picks, votes."""
    player_bytes: int = 1_000_000
    """That one player hands in within an hour; a force has a few thousand."""
    player_total_bytes: int = 3_000_000
    """Of what one player has written into the journal of an event."""
    address_registrations: int = 30
    """People who enter an event by its page, from one address in an hour."""
    address_battles: int = 30
    """Battles that are begun from one address in an hour."""
    battles: int = 5_000
    """That the hall keeps; the owner removes those that nobody has touched for long."""
    bot_seconds: float = 30.0
    """That a bot may think about one decision; then another answers."""
    address_tries: int = 10
    """Wrong passwords from one address, and then one every 30 seconds."""
    name_tries: int = 50
    """Wrong passwords for one name from addresses where it is not known, and then one every 20 seconds."""
    link_tries: int = 20
    """Wrong links from one address, and then one every 15 seconds."""
    code_tries: int = 10
    """Wrong codes of slips from one address in an hour; then codes wait, and links open as ever."""
    all_code_tries: int = 200
    """Wrong codes of slips from all addresses together in an hour."""
    works: int = 2
    """Pieces of heavy work that are done at once: building, checking and printing forces, and taking in events."""
    works_waiting: int = 40
    print_seconds: float = 60.0
    """That an event's paper may take; a process of its own prints it, as many at once as there are works."""
    work_seconds: float = 20.0
    """That anybody waits for heavy work."""

    @property
    def open_to_all(self) -> int:
        return self.connections - self.desk_connections


USUAL = Bounds()


def read_bounds(given: Iterable[str]) -> Bounds:
    """The usual limits with those that were given as NAME=NUMBER."""
    changed: dict[str, float] = {}
    for one in given:
        name, equals, number = (part.strip() for part in one.partition("="))
        if name not in NAMES:
            raise BadInput(f"limit {name[:60]!r}: is none. {near_names(name, NAMES, f'There is {_list()}.')}")
        if not equals:
            raise BadInput(f"limit {name}: has no number; write --limit {name}={NAMES[name]:g}.")
        changed[name.replace("-", "_")] = _number(name, number)
    bounds = replace(USUAL, **changed)  # type: ignore[arg-type]
    if not 0 <= bounds.desk_connections < bounds.connections:
        raise BadInput(
            f"limit desk-connections: of {bounds.connections} connections {bounds.desk_connections} cannot be kept for "
            "the desk; keep fewer."
        )
    return bounds


def bounds_text(bounds: Bounds) -> str:
    return json.dumps(asdict(bounds))


def bounds_from_text(text: str) -> Bounds:
    return Bounds(**json.loads(text)) if text else USUAL


NAMES: dict[str, float] = {field.name.replace("_", "-"): getattr(USUAL, field.name) for field in fields(Bounds)}
"""The limits as one types them, with what is usual."""


def _number(name: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1
    whole = isinstance(NAMES[name], int)
    # None at all makes sense for what is kept apart and for who may wait, and for nothing else.
    least = 0 if name in ("desk-connections", "works-waiting") else 1 if whole else 0.01
    if not least <= number <= MOST or (whole and not number.is_integer()):
        kind = "whole number" if whole else "number"
        raise BadInput(f"limit {name}: {text[:40]!r} cannot be; give a {kind} from {least:g} to {MOST:,}.")
    return int(number) if whole else number


def _list() -> str:
    return ", ".join(NAMES)
