"""`muster duel`: two agents over many seeds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from musterhall.cli.battle_orders import BattleOrder, BlueForce, EventPack, RedForce, SetupName, require_known_agent
from musterhall.cli.checking import Variant
from musterhall.cli.shell import AsJson, console, counted, require_game, say, say_json
from musterhall.cli.warming import machine_code_is_kept, told_of_compiling

if TYPE_CHECKING:
    from musterhall.game.duel import Fought, Matchup, Pairing, Score


MOST_SEEDS = 1_000_000
MOST_JOBS = 256


def duel(
    first: Annotated[str, typer.Argument(metavar="A", help="An agent of the game, like drill, or FILE.py:CLASS.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Its opponent.")],
    seeds: Annotated[
        int, typer.Option(min=1, max=MOST_SEEDS, help="How many seeds; each is fought from both sides.")
    ] = 10,
    start: Annotated[int, typer.Option(help="The first seed.")] = 1,
    game: Annotated[str, typer.Option(help="The game they play.")] = "the-game",
    red: RedForce = "",
    blue: BlueForce = "",
    setup_name: SetupName = "",
    pack: EventPack = "",
    variant: Variant = None,
    jobs: Annotated[int, typer.Option(min=1, max=MOST_JOBS, help="How many processes share the work.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Let two agents fight over many seeds, each seed twice with sides and armies swapped.

    An agent against itself compares the two armies. In a set-up in which each side has its own part, as in a landing,
    armies keep their sides.
    """
    from musterhall.game.duel import Matchup, Score, pairings, running_score
    from musterhall.games import battles_of

    found = require_game(game)
    battles = battles_of(found)
    for name in (first, second):
        require_known_agent(name, battles)
    order = BattleOrder(found, battles, red, blue, variant, setup_name, pack)
    forces = order.legal_forces("Mend that, and begin the duel again.")
    matchup = Matchup(found, forces["red"], forces["blue"], order.variants, order.setup_name)
    wanted = list(pairings(first, second, range(start, start + seeds), matchup))
    counted_for = _counted_for(first, second, matchup)
    score = Score()
    with (
        told_of_compiling(found),
        _duel_progress(len(wanted), counted_for, quiet=as_json) as advance,
        _fighters(wanted, jobs) as fought,
    ):
        for score in running_score(fought):
            advance(score)
    if as_json:
        data = {"first": first, "second": second, "seeds": seeds, "start": start, "setup": order.setup_name}
        say_json(data | {"red": matchup.red.name, "blue": matchup.blue.name, "score_of": counted_for} | score.as_data())
        return
    low, high = score.interval()
    result = f"{score.wins} won, {score.draws} drawn, {score.losses} lost"
    say(f"{_duel_title(first, second, matchup)}, {counted(seeds, 'seed')}: {result}.")
    say(f"{counted_for} wins {score.rate:.1%} (95% interval {low:.1%} to {high:.1%}; a draw counts half).")
    say(f"Red's side won {score.by_side[0]}, Blue's {score.by_side[1]}.")


def _counted_for(first: str, second: str, matchup: Matchup) -> str:
    """Whose wins are counted: an agent's, an army's, or a side's."""
    if first != second:
        return first
    return matchup.red.name if matchup.red != matchup.blue else "Red"


def _duel_title(first: str, second: str, matchup: Matchup) -> str:
    if first != second:
        return f"{first} against {second}, each with both armies"
    if matchup.red != matchup.blue and not matchup.armies_change_sides:
        return f"{matchup.red.name} as Red against {matchup.blue.name} as Blue, both led by {first}"
    if matchup.red != matchup.blue:
        return f"{matchup.red.name} against {matchup.blue.name}, both led by {first} from both sides"
    return f"Red against Blue, both {matchup.red.name} led by {first}"


@contextmanager
def _fighters(wanted: list[Pairing], jobs: int) -> Iterator[Iterator[Fought]]:
    """The battles' ends in the order asked for, however many processes fight them."""
    from musterhall.cli.own_agents import own_or_named
    from musterhall.game.duel import fight as fight_with

    fight = partial(fight_with, own_or=own_or_named)
    if jobs == 1:
        yield map(fight, wanted)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    game = wanted[0].matchup.game
    if not machine_code_is_kept([game]):
        game.warm_up()  # or every process would compile the same
    with ProcessPoolExecutor(min(jobs, len(wanted)), mp_context=get_context("spawn")) as pool:
        try:
            yield pool.map(fight, wanted, chunksize=max(1, min(8, len(wanted) // (4 * jobs))))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


@contextmanager
def _duel_progress(total: int, first: str, *, quiet: bool) -> Iterator[Callable[[Score], None]]:
    screen = console(error=True)
    if quiet or not screen.is_terminal:
        yield lambda score: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=screen) as progress:
        task = progress.add_task("battles", total=total)
        yield lambda score: progress.update(task, advance=1, description=f"{first} {score.rate:.0%}")
