"""Section 14.5: Data Extraction. Tokens are downloaded in contact or by a scan, and uploaded at the station."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from musterhall.battle.battle import Battle
from musterhall.battle.decisions import Rule, YesOrNo
from musterhall.games.alpha_strike.attacks.ranges import bracket
from musterhall.games.alpha_strike.edition.edition import Edition
from musterhall.games.alpha_strike.field.field import EAST, HOME_EDGES, WEST, Field
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position.rolls import D6
from musterhall.games.alpha_strike.position.scenario import ELECTROMAGNETIC, Action, Goal, Objectives, Zone
from musterhall.games.alpha_strike.scenarios.contact import (
    from_area,
    from_disc,
    goal_at_area,
    goal_at_disc,
    is_grounded,
    touches_area,
    touches_disc,
    under,
)
from musterhall.games.alpha_strike.scenarios.data_tokens import (
    GREEN,
    NAME,
    Data,
    Token,
    Try,
    carried_by,
    change_token,
    data_of,
    figures_of,
    first_tokens,
    may_carry,
    read_data,
    token_markers,
)
from musterhall.games.alpha_strike.scenarios.dropping import put_beside
from musterhall.games.alpha_strike.scenarios.layouts import layout, point, solid_piece, zone_about
from musterhall.games.alpha_strike.scenarios.match import Match
from musterhall.games.alpha_strike.scenarios.scan_attacks import scan_number
from musterhall.games.alpha_strike.scenarios.scanning import glimpse, is_blocked, open_probe, probe_reach, probes_of
from musterhall.geometry import SLACK
from musterhall.table import TerrainPiece

SECTION = "14.5"
OPENING, CONTESTED = 1, 6
"""To the end of which turn one unit is enough for a token, and how many are wanted for it then."""
ALL = 99
"""The station is there for every unit that holds data."""
LATE = 4
"""The turn from which the opposing data is worth the way to the other end of the table."""
SIDES = ("Red", "Blue")
DOWNLOAD, SCAN, UPLOAD = "download", "scan", "upload"


class Upload(YesOrNo):
    """14.5 Whether a unit uploads a token."""

    __slots__ = ("token", "unit", "view")
    kind = "upload"
    section = SECTION

    def __init__(self, view: Position, unit: int, token: int) -> None:
        super().__init__(view.unit(unit).side)
        self.view, self.unit, self.token = view, unit, token

    def question(self) -> str:
        return f"Does {self.view.unit(self.unit).name} upload the {data_of(self.view).tokens[self.token].name}?"

    def about(self) -> dict[str, Any]:
        return {"unit": self.unit, "token": self.token}


class DataExtraction(Match):
    """14.5 Extract as much data as possible."""

    name = NAME
    title = "Data Extraction"
    section = SECTION

    def pieces(self, edition: Edition) -> Sequence[TerrainPiece]:
        return (solid_piece("station", station(), layout(NAME)["station"]["height"], edition),)

    def objectives(self, field: Field) -> Objectives:
        return Data(first_tokens())

    def objectives_from(
        self, position: Position, said: Mapping[str, Any], numbers: Mapping[str, int], name: str
    ) -> Objectives:
        return read_data(said, numbers, name)

    def entry_edges(self, position: Position, unit: int) -> Sequence[tuple[str, float, float]]:
        """14.5 From the long edge, and from the halves of the short edges that join it."""
        side, table = position.unit(unit).side, position.field.table
        low, high = (0.0, table.depth / 2) if side == 0 else (table.depth / 2, table.depth)
        return ((HOME_EDGES[side], 0.0, table.width), (WEST, low, high), (EAST, low, high))

    def must_withdraw(self, position: Position, unit: int) -> bool:
        """14.5 Nobody withdraws while holding data."""
        return not carried_by(position, unit)

    def left(self, battle: Battle[Position], unit: int, edge: str) -> None:
        """14.5 Data does not leave the table with its carrier."""
        for number in carried_by(battle.position, unit):
            _drop(battle, number, unit, under(battle.position, unit))

    def goals(self, position: Position, unit: int) -> Sequence[Goal]:
        """14.5 The station for who holds data, else data that lies on the table."""
        worth, side = layout(NAME)["points"], position.unit(unit).side
        held = carried_by(position, unit)
        if held:
            points = worth["green_uploaded"] * len(held)
            return [goal_at_area(position, unit, station(), "to upload its data", points, ALL)]
        if not may_carry(position, unit):
            return ()
        return [
            goal_at_disc(
                position,
                unit,
                token.at,
                layout(NAME)["across"] / 2,
                f"for the {token.name} at ({token.at[0]:g}, {token.at[1]:g})",
                worth["green_uploaded" if token.kind == GREEN else "own_uploaded"],
                1 if position.turn <= OPENING else CONTESTED,
                acts=True,
            )
            for token in data_of(position).tokens
            if token.lies and not (token.kind == 1 - side and position.turn < LATE)
        ]

    def prize(self, position: Position, unit: int) -> float:
        """14.5 The data that it holds."""
        return float(layout(NAME)["points"]["green_uploaded"] * len(carried_by(position, unit)))

    # Combat

    def own_actions(self, position: Position, unit: int) -> Sequence[Action]:
        return [*_downloads(position, unit), *_upload_actions(position, unit)]

    def why_not(self, position: Position, unit: int, name: str, target: int) -> str:
        tokens = data_of(position).tokens
        if name in (DOWNLOAD, SCAN):
            if not 0 <= target < len(tokens):
                return "It names a token by number, from 0 to 7"
            return why_no_download(position, unit, target, name)
        if name == UPLOAD and 0 <= target < len(tokens):
            return why_no_upload(position, unit, target)
        return super().why_not(position, unit, name, target)

    def own_act(self, battle: Battle[Position], unit: int, action: Action) -> Rule[None]:
        position = battle.position
        data = data_of(position)
        if action.name == UPLOAD:
            position.objectives = replace(data, uploads=(*data.uploads, action.target))
        else:
            contact = action.name == DOWNLOAD
            needs = download_number(position, unit, action.target, contact=contact)
            position.objectives = replace(data, tries=(*data.tries, Try(unit, action.target, contact, needs)))
        battle.tell("data", f"{position.unit(unit).name} {action.text}", SECTION, unit=unit, token=action.target)
        return
        yield

    def hit(self, battle: Battle[Position], attacker: int, target: int, how: str) -> Rule[None]:
        """14.5 A magnetic pulse, a taser or TSEMP shakes data loose at once; the attacker puts it down."""
        position = battle.position
        held = carried_by(position, target)
        if how not in ELECTROMAGNETIC or not held:
            return
        side = position.unit(attacker).side
        at = yield from put_beside(position, side, target, "its data", layout(NAME)["across"] / 2)
        for number in held if position.field.edition.pulse_drops == "all" else held[:1]:
            _drop(battle, number, target, at)

    def end_of_combat(self, battle: Battle[Position]) -> Rule[None]:
        """14.5 Scans are rolled, and all who tried for a contested token; then uploads are declared."""
        roll_tries(battle)
        if battle.position.field.edition.upload_action == "free":
            yield from _declare_uploads(battle)

    # The End Phase

    def after_damage(self, battle: Battle[Position], lost: Sequence[int], crippled: Sequence[int]) -> Rule[None]:
        """14.5 E2 The data of a carrier that is lost lies where it stood; a crippled one keeps it."""
        yield from super().after_damage(battle, lost, crippled)
        position = battle.position
        for number, token in enumerate(data_of(position).tokens):
            if token.carrier != NOBODY and not position.conditions[token.carrier].alive:
                _drop(battle, number, token.carrier, position.at(token.carrier))

    def downloads(self, battle: Battle[Position]) -> Rule[None]:
        """14.5 E3 Tokens go to their takers; then those that were declared are uploaded."""
        position = battle.position
        for number, token in enumerate(data_of(position).tokens):
            if token.lies and (taker := _taker(battle, number)) is not None:
                change_token(position, number, carrier=taker, since=position.turn)
                battle.tell(
                    "data", f"{position.unit(taker).name} has the {token.name}", SECTION, unit=taker, token=number
                )
        for number in data_of(position).uploads:
            _upload(battle, number)
        position.objectives = replace(data_of(position), tries=(), uploads=())
        return
        yield

    def finished(self, position: Position) -> str:
        ways = ("held", "uploaded") if position.field.edition.data_extracted == "downloaded" else ("uploaded",)
        for side in (0, 1):
            if any(figures_of(position, side)[f"opposing_{way}"] for way in ways):
                return f"{SIDES[side]} has extracted the opposing data"
        return ""

    # The score

    def objective_figures(self, position: Position) -> tuple[dict[str, Any], dict[str, Any]]:
        return figures_of(position, 0), figures_of(position, 1)

    def markers(self, position: Position) -> Sequence[dict[str, Any]]:
        zone = list(station())
        here = {"kind": "station", "shape": "area", "zone": zone, "owner": NOBODY, "text": "HPG station"}
        return [here, *token_markers(position)]


def station() -> Zone:
    said = layout(NAME)["station"]
    return zone_about(point(said["at"]), said["across"], said["across"])


# Downloading


def _downloads(position: Position, unit: int) -> Iterator[Action]:
    for number, token in enumerate(data_of(position).tokens):
        if not token.lies:
            continue
        if not why_no_download(position, unit, number, DOWNLOAD):
            yield Action(DOWNLOAD, f"downloads the {token.name}", number, token.at)
        elif not why_no_download(position, unit, number, SCAN):
            yield Action(SCAN, f"scans the {token.name}", number, token.at)


def why_no_download(position: Position, unit: int, number: int, how: str) -> str:
    """14.5 Why a unit may not download a token in contact, or by a scan; empty where it may."""
    token, name = data_of(position).tokens[number], position.unit(unit).name
    if not token.lies:
        return "Data that somebody carries or has uploaded cannot be taken"
    if not may_carry(position, unit) or not is_grounded(position, unit):
        return f"{name} can take no data: only units that go on the ground do, and each so many as the event allows"
    if how == DOWNLOAD:
        return "" if _touches(position, unit, token) else f"{name} does not touch that token"
    inches = from_disc(position, unit, token.at, layout(NAME)["across"] / 2)
    if inches > probe_reach(position, unit) + SLACK:
        return f"{name} has no active probe that reaches {inches:.1f} inches"
    if not glimpse(position, unit, token.at, position.field.edition.infantry_height, 0.5).seen:
        return f"{name} does not see that token"
    return "" if open_probe(position, unit, token.at, inches) else f"Hostile ECM stops the probe of {name}"


def _touches(position: Position, unit: int, token: Token) -> bool:
    return touches_disc(position, unit, token.at, layout(NAME)["across"] / 2)


def download_number(position: Position, unit: int, number: int, *, contact: bool) -> int:
    """14.5 What a scanning attack needs: a weapon attack's number against a target with TMM 0; in contact at short."""
    token = data_of(position).tokens[number]
    edition = position.field.edition
    inches = 0.0 if contact else from_disc(position, unit, token.at, layout(NAME)["across"] / 2)
    woods = "none" if contact else glimpse(position, unit, token.at, edition.infantry_height, 0.5).woods
    range_ = bracket(inches, edition) or "long"
    return scan_number(position, unit, range_, woods, abilities=edition.scan_abilities)


def roll_tries(battle: Battle[Position]) -> None:
    """14.5 Every scan rolls once; a download in contact only where the token is contested."""
    position = battle.position
    data = data_of(position)
    rolled = []
    for one in data.tries:
        if one.contact and not _contested(position, one.token):
            rolled.append(one)
            continue
        total = sum(battle.roll(2, D6, "scan"))
        failed = total == 2 and position.field.edition.natural_two_misses
        margin = -1 if failed else total - one.needs
        rolled.append(replace(one, margin=margin))
        verdict = f"succeeds by {margin}" if margin >= 0 else "fails"
        name, token = position.unit(one.unit).name, data.tokens[one.token].name
        text = f"{name} scans the {token}: {total} against {one.needs}, {verdict}"
        battle.tell("scan", text, SECTION, unit=one.unit, token=one.token, total=total, needs=one.needs)
    position.objectives = replace(data, tries=tuple(rolled))


def _contested(position: Position, number: int) -> bool:
    """14.5 Whether both sides try for a token, or by the other reading any two units."""
    units = [one.unit for one in data_of(position).tries if one.token == number]
    if position.field.edition.friendly_contest:
        return len(units) > 1
    return len({position.unit(unit).side for unit in units}) > 1


def _taker(battle: Battle[Position], number: int) -> int | None:
    """14.5 Who gets a token: of those that succeeded and live, the one with the highest margin."""
    position = battle.position
    tries = [
        one
        for one in data_of(position).tries
        if one.token == number and position.conditions[one.unit].on_table and (one.margin is None or one.margin >= 0)
    ]
    if not tries:
        return None
    if not _contested(position, number):
        return tries[0].unit
    best = max(one.margin or 0 for one in tries)
    first = [one for one in tries if (one.margin or 0) == best]
    while len(first) > 1:
        if position.field.edition.margin_tie == "nobody":
            return None
        first = _roll_again(battle, first)
    return first[0].unit


def _roll_again(battle: Battle[Position], tied: list[Try]) -> list[Try]:
    """14.5 Those with equal margins roll again."""
    margins = [sum(battle.roll(2, D6, "scan")) - one.needs for one in tied]
    names = ", ".join(
        f"{battle.position.unit(one.unit).name} {margin:+d}" for one, margin in zip(tied, margins, strict=True)
    )
    battle.tell("scan", f"Equal margins are rolled again: {names}", SECTION)
    return [one for one, margin in zip(tied, margins, strict=True) if margin == max(margins)]


def _drop(battle: Battle[Position], number: int, unit: int, at: Any) -> None:
    position = battle.position
    name = data_of(position).tokens[number].name
    change_token(position, number, carrier=NOBODY, since=0, at=at)
    battle.tell("data", f"{position.unit(unit).name} drops the {name}", SECTION, unit=unit, token=number)


# Uploading


def _upload_actions(position: Position, unit: int) -> Iterator[Action]:
    """14.5 By the other reading uploading is a unit's action."""
    if position.field.edition.upload_action == "its_attack":
        for number in carried_by(position, unit):
            if not why_no_upload(position, unit, number):
                yield Action(UPLOAD, f"uploads the {data_of(position).tokens[number].name}", number)


def _declare_uploads(battle: Battle[Position]) -> Rule[None]:
    position = battle.position
    for side in (position.first, 1 - position.first):
        for unit in position.on_table(side):
            for number in carried_by(position, unit):
                if why_no_upload(position, unit, number):
                    continue
                wanted = yield Upload(position.seen_by(side), unit, number)
                if wanted:
                    data = data_of(position)
                    position.objectives = replace(data, uploads=(*data.uploads, number))


def why_no_upload(position: Position, unit: int, number: int) -> str:
    """14.5 Why a unit may not upload a token; empty where it may.

    It has held it since an earlier turn, and touches the station or reaches it with a probe that sees it.
    """
    data, condition, name = data_of(position), position.conditions[unit], position.unit(unit).name
    if data.tokens[number].carrier != unit:
        return f"{name} does not hold that data"
    if data.tokens[number].since >= position.turn:
        return "Data is not uploaded in the turn in which it was downloaded"
    if condition.shut_down or condition.stunned_until >= position.turn:
        return f"{name} can do nothing this turn"
    most = position.field.edition.uploads_per_turn
    if most and sum(data.tokens[one].carrier == unit for one in data.uploads) >= most:
        return f"{name} uploads no more than {most} in a turn"
    if touches_area(position, unit, station()) or _reaches_station(position, unit):
        return ""
    return f"{name} neither touches the station nor reaches it with a probe"


def _reaches_station(position: Position, unit: int) -> bool:
    zone, only_prb = station(), position.field.edition.upload_probe == "prb"
    inches, at = from_area(position, unit, zone), point(layout(NAME)["station"]["at"])
    probes = [
        probe
        for probe, reach in probes_of(position, unit).items()
        if inches <= reach + SLACK and (probe == "PRB" or not only_prb)
    ]
    height = layout(NAME)["station"]["height"]
    return any(not is_blocked(position, unit, probe, at) for probe in probes) and (
        glimpse(position, unit, at, height, (zone.right - zone.left) / 2).seen
    )


def _upload(battle: Battle[Position], number: int) -> None:
    """14.5 E3 A token is uploaded if its carrier has lived to do it."""
    position = battle.position
    token = data_of(position).tokens[number]
    if token.carrier == NOBODY or not position.conditions[token.carrier].on_table:
        return
    side = position.unit(token.carrier).side
    change_token(position, number, carrier=NOBODY, uploaded=side)
    battle.tell(
        "data",
        f"{position.unit(token.carrier).name} uploads the {token.name}",
        SECTION,
        unit=token.carrier,
        token=number,
    )
