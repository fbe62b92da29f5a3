"""Actions on rounds: scenarios, tables and pairings."""

from __future__ import annotations

from pydantic import Field

from musterhall.events import round_changes, rounds, scenarios, table_numbers
from musterhall.web.actions.action import DESK, ActionContext, Entries, Form, action
from musterhall.web.actions.common import (
    NothingButWhy,
    OneRound,
    PlayerId,
    RoundNumber,
    TableNumber,
    unforeseeable_seed,
)


class Scenarios(Form):
    rounds: list[str] = Field(min_length=1, max_length=50)


class Tables(Form):
    tables: str = Field(max_length=2000, description="Numbers and spans: 1-8, 11, 12.")


class LeadersFirst(Form):
    on: bool


class PairForm(Form):
    without_forces: bool = False


class TwoPlayers(Form):
    round: RoundNumber
    one: PlayerId
    other: PlayerId


class Move(Form):
    round: RoundNumber
    table: TableNumber
    to: TableNumber


class Publish(OneRound):
    as_it_is: bool = Field(default=False, description="Although somebody left or came since it was paired.")


@action("scenarios.draw", NothingButWhy, DESK)
def _draw(context: ActionContext, form: NothingButWhy) -> Entries:
    """Draw the scenarios by lot, or take them as the pack lists them."""
    return scenarios.draw_scenarios(context.event, unforeseeable_seed())


@action("scenarios.choose", Scenarios, DESK)
def _choose(context: ActionContext, form: Scenarios) -> Entries:
    """Choose the scenario of each round."""
    return scenarios.choose_scenarios(context.event, form.rounds)


@action("scenarios.make_known", NothingButWhy, DESK)
def _make_known(context: ActionContext, form: NothingButWhy) -> Entries:
    """Let everybody see which scenario each round has."""
    return scenarios.make_scenarios_known(context.event)


@action("tables.number", Tables, DESK)
def _tables(context: ActionContext, form: Tables) -> Entries:
    """Say which tables there are."""
    return table_numbers.number_tables(context.event, table_numbers.table_numbers(form.tables))


@action("tables.leaders_first", LeadersFirst, DESK)
def _leaders_first(context: ActionContext, form: LeadersFirst) -> Entries:
    """Let the leaders sit at the first tables, or let people change tables."""
    return table_numbers.put_leaders_first(context.event, form.on)


@action("round.pair", PairForm, DESK)
def _pair(context: ActionContext, form: PairForm) -> Entries:
    """Draft the next round's pairings, or draft them anew."""
    return rounds.pair_round(context.event, unforeseeable_seed(), without_forces=form.without_forces)


@action("round.swap", TwoPlayers, DESK)
def _swap(context: ActionContext, form: TwoPlayers) -> Entries:
    """Exchange two players of a round."""
    return round_changes.swap_players(context.event, form.round, form.one, form.other).entry


@action("round.pin", TwoPlayers, DESK)
def _pin(context: ActionContext, form: TwoPlayers) -> Entries:
    """Fix a pair of a draft, and pair the others anew around it."""
    return round_changes.pin_pair(context.event, form.round, form.one, form.other).entry


@action("round.move", Move, DESK)
def _move(context: ActionContext, form: Move) -> Entries:
    """Play a match at another table."""
    return round_changes.move_table(context.event, form.round, form.table, form.to)


@action("round.seat", TwoPlayers, DESK)
def _seat(context: ActionContext, form: TwoPlayers) -> Entries:
    """Seat two players who have no match: a late one, and perhaps the one with the bye."""
    return round_changes.add_match(context.event, form.round, form.one, form.other)


@action("round.publish", Publish, DESK)
def _publish(context: ActionContext, form: Publish) -> Entries:
    """Let everybody see a round's pairings."""
    return rounds.publish(context.event, form.round, as_it_is=form.as_it_is)
