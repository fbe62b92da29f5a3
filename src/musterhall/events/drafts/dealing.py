"""Before a draft: who sits with whom, and who picks which sealed boxes. All of it is by lot, from dice handed in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from musterhall.dice import Dice, Die
from musterhall.events.drafts.opening import BOX_METHODS, PACK_METHODS
from musterhall.events.drafts.rolls import shuffled
from musterhall.game.drafting import Pack, Pool
from musterhall.packs.event_rules import DraftMethod, DraftRules
from musterhall.problems import BadInput
from musterhall.tally import counted

SEEDS = Die("seed", 2**31)


def groups(players: Sequence[str], size: int, dice: Dice) -> list[list[str]]:
    """Drafted for War, Initial Force Formation: groups of four, in the order in which they sit, each left of the last.

    Where the number does not come out even, groups are smaller, never larger, and as even as can be: a force pack may
    have no more than four figures. Five players are three and two, six twice three, nine three times three.
    """
    order = shuffled(players, dice, "seats")
    number = -(-len(order) // size)
    return [order[len(order) * at // number : len(order) * (at + 1) // number] for at in range(number)]


def deal_boxes(pool: Pool, players: Sequence[str], each: int, dice: Dice, *, displays: int = 1) -> dict[str, list[Any]]:
    """Everybody in turn takes one sealed box by lot, until all have their number."""
    needed, there = each * len(players), [*pool.boxes] * displays
    if len(there) < needed:
        raise BadInput(
            f"{pool.name}: has {counted(len(there), 'box', 'boxes')}, and {len(players)} players need {needed}; "
            "add boxes, or open more displays of it.",
            way="displays",
        )
    boxes = shuffled(there, dice, "sealed boxes")[:needed]
    return {player: boxes[at :: len(players)] for at, player in enumerate(players)}


def openings(
    draft: str,
    method: DraftMethod,
    players: Mapping[str, str],
    rules: DraftRules,
    pool: Pool,
    seed: int,
    *,
    packs: int | None = None,
    displays: int = 1,
) -> list[dict[str, Any]]:
    """The data of "draft.opened" for each group, from the players' ids and names.

    `packs` is the number of rounds with a force pack where boxes follow them, half of the units unless it is given;
    `displays` how many of the pool's displays of boxes are opened.
    """
    if method not in rules.methods:
        raise BadInput(f"draft {draft}: this event has no {method}; choose from {', '.join(rules.methods)}.")
    dice = Dice(seed, recording=False)
    with_packs = pack_rounds(method, rules.units, packs)
    box_rounds = rules.units - with_packs if method in BOX_METHODS else 0
    tables = groups(list(players), rules.group, dice)
    boxes = deal_boxes(pool, list(players), box_rounds, dice, displays=displays)
    largest = max((len(table) for table in tables), default=0)
    open_packs = [pack.as_data() for pack in _draw_packs(pool, with_packs, largest, dice)]
    return [
        {
            "draft": draft,
            "method": method,
            "group": number,
            "seats": table,
            "names": {player: players[player] for player in table},
            "units": rules.units,
            "seconds": rules.seconds,
            "grace": rules.grace,
            "seed": dice.one(SEEDS, "seed of a group"),
            "boxes": {player: [box.as_data() for box in boxes[player]] for player in table} if box_rounds else {},
            "packs": open_packs,
        }
        for number, table in enumerate(tables, 1)
    ]


def pack_rounds(method: str, units: int, packs: int | None = None) -> int:
    """In how many rounds a force pack is opened."""
    if method not in PACK_METHODS:
        return 0
    if method == "force_packs":
        return units
    return units // 2 if packs is None else packs


def _draw_packs(pool: Pool, number: int, players: int, dice: Dice) -> list[Pack]:
    """A new pack for each round, large enough for the largest group."""
    fitting = [pack for pack in pool.force_packs if len(pack.figures) >= players]
    if len(fitting) < number:
        raise BadInput(
            f"{pool.name}: has {counted(len(fitting), 'force pack')} for groups of {players}, and the rounds need "
            f"{number}; add some."
        )
    return shuffled(fitting, dice, "force packs")[:number]
