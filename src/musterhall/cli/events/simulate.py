"""`muster event simulate`: a whole event with invented players, for trying out."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from musterhall.cli.events.common import LARGEST_SEED, Database, all_or_nothing, store_at
from musterhall.cli.events.showing import bar
from musterhall.cli.events.standings import show_standings
from musterhall.cli.shell import AsJson, counted, say, say_json
from musterhall.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from musterhall.events.entries import Entry
    from musterhall.events.event import Event

SHOWN = 20
"""Places on the terminal; more only where they are asked for."""


def simulate(
    pack: Annotated[str, typer.Option("--pack", metavar="PACK", help="A file, or the name of a shipped pack.")],
    players: Annotated[int, typer.Option("--players", min=2, max=5000, help="How many take part.")] = 16,
    seed: Annotated[int, typer.Option("--seed", min=0, max=LARGEST_SEED, help="The same seed, the same event.")] = 1,
    rounds: Annotated[int | None, typer.Option("--rounds", min=1, max=50, help="Else as the pack says.")] = None,
    trouble: Annotated[
        bool, typer.Option("--trouble/--no-trouble", help="Drop-outs, disputes, corrections and the like.")
    ] = True,
    everyone: Annotated[bool, typer.Option("--all", help=f"All standings, not only the first {SHOWN}.")] = False,
    keep: Annotated[str, typer.Option("--keep", metavar="ID", help="Store it under this short name.")] = "",
    db: Database = "",
    as_json: AsJson = False,
) -> None:
    """Play a whole event with invented players and plausible cards, from registration to prizes."""
    from musterhall.cli.named_files import pack_named, pack_text
    from musterhall.events.fold import fold
    from musterhall.events.simulation import simulate as command

    pack_named(pack)
    if keep:
        _require_free(keep, db)
    began = time.perf_counter()
    with all_or_nothing(), bar("simulating") as progress:
        entries = command(pack_text(pack), players, seed, rounds=rounds, trouble=trouble, progress=progress)
    seconds = time.perf_counter() - began
    event = fold(entries)
    if keep:
        _store(keep, event, entries, db)
    if as_json:
        _tell_json(event, entries, players, keep)
    else:
        say(_people(event, players))
        _tell(event, entries, seconds, keep, None if everyone else SHOWN)


def _require_free(keep: str, db: str) -> None:
    """Before the work is done."""
    from musterhall.cli.events.lifecycle import slug

    if slug(keep) != keep:
        raise BadInput(f"--keep {keep!r}: use small letters, figures and hyphens: {slug(keep) or 'trial'}.")
    with store_at(db) as store:
        if any(info.stream == keep for info in store.streams()):
            raise BadInput(f"--keep {keep!r}: there is one of this name already; choose another.")


def _store(keep: str, event: Event, entries: Sequence[Entry], db: str) -> None:
    from musterhall.store.desk import EVENT

    with store_at(db) as store:
        store.adopt(keep, EVENT, event.name, entries)


def _tell_json(event: Event, entries: Sequence[Entry], registered: int, keep: str) -> None:
    from musterhall.events.standings import standings

    data: dict[str, Any] = {"name": event.name, "kept": keep, "entries": len(entries), "counts": _counts(entries)}
    say_json(data | {"players": _head_count(event, registered)} | {"standings": standings(event).as_data()})


def _tell(event: Event, entries: Sequence[Entry], seconds: float, keep: str, most: int | None) -> None:
    from musterhall.events.standings import standings

    show_standings(event, standings(event), most)
    told = ", ".join(f"{number} {kind}" for kind, number in _counts(entries).items())
    say(f"{len(entries)} entries in {seconds:.1f} s: {told}.")
    if keep:
        say(f"Kept as {keep!r}: `muster event show --event {keep}`.")


def _head_count(event: Event, registered: int) -> dict[str, int]:
    """Who was asked for, who came and went; the last figure is what the others come to."""
    from musterhall.events.event import DISQUALIFIED, LEFT

    status = Counter(player.status for player in event.players.values())
    return {
        "registered": registered,
        "joined": len(event.players) - registered,
        "left": status[LEFT],
        "disqualified": status[DISQUALIFIED],
        "in_standings": len(event.players) - status[LEFT] - status[DISQUALIFIED],
    }


def _people(event: Event, registered: int) -> str:
    heads = _head_count(event, registered)
    words = {"joined": "joined on the day", "left": "left", "disqualified": "disqualified"}
    changes = [f"{heads[key]} {word}" for key, word in words.items() if heads[key]]
    told = ", ".join([f"{counted(registered, 'player')} registered", *changes])
    rounds = counted(len(event.rounds), "round")
    return f"{event.name}, {rounds}: {told}; {heads['in_standings']} are in the standings."


def _counts(entries: Sequence[Entry]) -> dict[str, int]:
    return dict(sorted(Counter(entry.kind for entry in entries).items()))
