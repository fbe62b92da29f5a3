"""Age of Destruction on a board: each unit a piece and a group of its own, the clicks left on its dial as a bar under
it, its order tokens as a badge, and beside it what both dials show just now.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from musterhall.board import (
    ON_THE_TABLE,
    Arc,
    Board,
    BoardWords,
    Figure,
    Group,
    GroupState,
    Key,
    KeySymbol,
    Level,
    Marker,
    Moment,
    Piece,
    PieceState,
    Profile,
    Reach,
    Ring,
    Status,
    Symbol,
)
from musterhall.game.glance import Glance, seen_piece
from musterhall.games.age_of_destruction.field.bases import RADIUS
from musterhall.games.age_of_destruction.field.field import NOBODY, Unit
from musterhall.games.age_of_destruction.field.tables import LENGTH
from musterhall.games.age_of_destruction.movement.moving import speed_of
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.position.state import State
from musterhall.games.age_of_destruction.units.dials import UnitSheet
from musterhall.games.age_of_destruction.units.showing import (
    click_words,
    dial_rows,
    extras,
    heat_rows,
    kind_words,
    range_words,
)
from musterhall.games.age_of_destruction.victory.winning import conditions_won, standing
from musterhall.tally import counted

FIGURE_SPACE = "\u2007"
"""A space as wide as a figure."""
STEADY, SHUT_DOWN, CAPTIVE, SALVAGE = range(4)
WORDS = BoardWords(
    groups="Units",
    pieces="units",
    carried="Aboard",
    badge_short="tokens",
    badge_one="token",
    turn="Round",
    states=("", "shut down", "captive", "salvage"),
    levels=(ON_THE_TABLE, Level("on high ground", "peak"), Level("cruising", "up", 1.2)),
)
NAMES: dict[Symbol, str] = {
    "walker": "'Mech",
    "tank": "vehicle",
    "gun-tracked": "artillery",
    "carrier": "transport",
    "helicopter": "VTOL",
    "infantry": "infantry",
}
KEY = Key(
    symbols=tuple(KeySymbol((symbol, symbol), words) for symbol, words in NAMES.items()),
    paths=(
        ("kill", "eliminates"),
        ("hit", "hits"),
        ("miss", "misses"),
        ("leg", "a way"),
        ("plain", "line of fire"),
    ),
    signs=(
        ("strength", "clicks left on the combat dial"),
        ("arc", "front arc of who attacks, as far as its range"),
        ("blast", "where artillery lands"),
        ("spot", "artillery on its way"),
    ),
)


# What stays


def board_of(position: Position) -> Board:
    """What stays as it is for the whole battle."""
    units = position.field.units
    return Board(
        position.field.table,
        [Piece(one.name, one.side, one.index, symbol_of(one.sheet), one.index) for one in units],
        [_profile(one) for one in units],
        [Group(one.name, one.side, len(one.sheet.dial)) for one in units],
        [],
        WORDS,
        ruler=(1, 6),
        length=LENGTH,
    )


def symbol_of(sheet: UnitSheet) -> Symbol:
    if sheet.is_mech:
        return "walker"
    if sheet.is_infantry:
        return "infantry"
    if sheet.type == "vtol":
        return "helicopter"
    return "gun-tracked" if sheet.artillery else "carrier" if sheet.places else "tank"


def _profile(unit: Unit) -> Profile:
    """What a unit's base and dials show, the dials row by row."""
    sheet = unit.sheet
    rows = [*_dial(dial_rows(sheet)), *_dial(heat_rows(sheet))]
    lines = [f"{kind_words(sheet)}, {unit.points} points", range_words(sheet), ", ".join(extras(sheet)), *rows]
    return Profile(sheet.name, tuple(filter(None, lines)))


def _dial(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The rows of a dial, figures one below the other and the name behind them, where it moves none of them."""
    widest = max((len(figure) for _, *figures in rows for figure in figures), default=0)
    for name, *figures in rows:
        yield f"{' '.join(figure.rjust(widest, FIGURE_SPACE) for figure in figures)} {name}"


# What changes


def moment_of(position: Position) -> Moment:
    """Where everybody stands and what their dials show."""
    units = range(len(position.states))
    return Moment(
        [_piece(position, unit) for unit in units], [group_state(position, unit) for unit in units], _shells(position)
    )


def _piece(position: Position, unit: int) -> PieceState:
    state = position.states[unit]
    aboard = state.place == "aboard" and state.transport != NOBODY
    x, y = position.at(state.transport if aboard else unit)
    level = position.level(unit) if state.place == "table" else 0
    facing = round(position.facing(unit), 1)
    return PieceState(round(x, 2), round(y, 2), facing, _status(state, x), state.transport if aboard else None, level)


def _status(state: State, x: float) -> Status:
    if state.place == "table":
        return "on"
    if state.place == "aboard":
        return "carried"
    # Whoever was lost before coming on has no place where a wreck could lie.
    return "lost" if state.place == "eliminated" and x >= 0 else "away"


def group_state(position: Position, unit: int) -> GroupState:
    state, dial = position.states[unit], position.unit(unit).sheet.dial
    gone = state.place == "eliminated"
    note = "" if gone else ", ".join(dial_now(position, unit))
    return GroupState(state.tokens, _condition(position, unit), gone, len(dial) - state.click, 0, note)


def _condition(position: Position, unit: int) -> int:
    state = position.states[unit]
    if state.captor != NOBODY:
        return CAPTIVE
    if state.shut_down:
        return SHUT_DOWN
    return SALVAGE if position.click(unit).salvage and state.place == "table" else STEADY


def dial_now(position: Position, unit: int) -> Iterator[str]:
    """What a player reads off a unit: its click, what the slots show, its heat and its tokens."""
    state, sheet = position.states[unit], position.unit(unit).sheet
    yield f"click {state.click + 1} of {len(sheet.dial)}"
    yield click_words(position.click(unit), mech=sheet.is_mech)
    if sheet.heat:
        yield f"heat {state.heat} of {sheet.shuts_down_at}"
    if state.tokens:
        yield counted(state.tokens, "token")
    if state.captor != NOBODY:
        yield f"captive of {position.unit(state.captor).name}"
    if state.bound_to != NOBODY:
        yield f"bound to {position.unit(state.bound_to).name}"


def glance_of(position: Position) -> Glance:
    """What is left of a unit are the clicks of its dial."""
    table, moment = position.field.table, moment_of(position)
    pieces = [
        seen_piece(unit.side, unit.index, piece, 0.0 if group.gone else (group.left or 0) / len(unit.sheet.dial))
        for unit, piece, group in zip(position.field.units, moment.pieces, moment.groups, strict=True)
    ]
    return Glance(table.width, table.depth, pieces, score=score_of(position))


def _shells(position: Position) -> list[Marker]:
    return [Marker((shell.x, shell.y), position.unit(shell.by).side, "spot", "artillery") for shell in position.shells]


# Signs


def front_arc(position: Position, unit: int) -> Arc:
    """A unit's front arc as far as its range, which is measured from its base."""
    sheet = position.unit(unit).sheet
    width = float(sheet.arc or position.field.edition.front_arc)
    radius = sheet.most_range + float(position.bases[unit, RADIUS])
    return Arc(position.at(unit), position.facing(unit), min(width, 359.9), radius)


def reaches_of(position: Position, unit: int) -> tuple[Reach, ...]:
    """40.4, 40.6 How far a unit moves with what its dials show now, and how far it fires in its arc."""
    sheet = position.unit(unit).sheet
    if position.states[unit].place == "eliminated":
        return ()
    radius = float(position.bases[unit, RADIUS])
    width = float(sheet.arc or position.field.edition.front_arc)
    reaches = [Reach("move", float(speed_of(position, unit)), "move")]
    if sheet.most_range > 0:
        reaches.append(Reach("range", sheet.most_range + radius, "range", width))
    return tuple(one for one in reaches if one.radius > 0)


def score_of(position: Position) -> list[Figure]:
    """8 The conditions that each side would win if the battle ended now, and the points of what it has eliminated."""
    won = conditions_won(position)
    return [
        *(Figure(side, won[side], "conditions") for side in (0, 1)),
        *(Figure(side, standing(position, side).vc1, "points eliminated") for side in (0, 1)),
    ]


def blast(position: Position, x: float, y: float) -> Ring:
    return Ring((x, y), float(position.field.edition.artillery_radius), "blast")
