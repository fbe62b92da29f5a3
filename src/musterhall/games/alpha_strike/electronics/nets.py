"""C3 nets: who belongs to which, and who of them is linked just now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from musterhall.games.alpha_strike.electronics.equipment import NetKind, equipment, stoppers
from musterhall.games.alpha_strike.electronics.jamming import is_jammed, is_link_jammed
from musterhall.games.alpha_strike.field.field import Field
from musterhall.games.alpha_strike.field.unit import Unit
from musterhall.games.alpha_strike.position.position import Position


class Net(NamedTuple):
    """9 Units that share ranges."""

    masters: tuple[int, ...]
    """Whoever leads it, in the order in which they take over; nobody leads a net of equals."""
    members: tuple[int, ...]
    stopped_by: frozenset[str]


def nets(field: Field) -> dict[int, Net]:
    """9 The net of each unit that has one. Nets are made of units in the order of their force."""
    if "nets" not in field.memo:
        found: dict[int, Net] = {}
        for side in (0, 1):
            units = [field.units[unit] for unit in field.of_side[side]]
            for kind in equipment().nets.values():
                for net in _led(units, kind) if kind.masters else _of_equals(units, kind):
                    found.update(dict.fromkeys((unit for unit in net.members if unit not in found), net))
        field.memo["nets"] = found
    return field.memo["nets"]  # type: ignore[no-any-return]


def _led(units: Sequence[Unit], kind: NetKind) -> Iterator[Net]:
    """9 A master with three others for each C3 master that it carries."""
    members = [one for one in units if any(map(one.has, kind.members))]
    for master in (one for one in units if any(map(one.has, kind.masters))):
        most = kind.joins * _how_many(master, kind.masters)
        own = tuple(one.index for one in members[:most])
        heirs = tuple(one.index for one in members[:most] if one.has("C3EM"))
        del members[:most]
        yield Net((master.index, *heirs), (master.index, *own), stoppers(kind.stopped_by))


def _how_many(unit: Unit, specials: Sequence[str]) -> int:
    held = [unit.card.special(name) for name in specials]
    return max((int(one.values[0]) if one.values else 1 for one in held if one is not None), default=1)


def _of_equals(units: Sequence[Unit], kind: NetKind) -> Iterator[Net]:
    members = [one.index for one in units if any(map(one.has, kind.members))]
    for first in range(0, len(members), kind.most):
        yield Net((), tuple(members[first : first + kind.most]), stoppers(kind.stopped_by))


def linked(position: Position, unit: int) -> tuple[int, ...]:
    """9 The units whose range this one may use, itself among them; nobody where its net does not reach it."""
    net = nets(position.field).get(unit)
    if net is None or len(net.members) < 2:
        return ()
    running = [one for one in net.members if _runs(position, one)]
    if unit not in running:
        return ()
    return _linked_to_master(position, net, unit, running) if net.masters else _linked(position, net, unit, running)


def _runs(position: Position, unit: int) -> bool:
    condition = position.conditions[unit]
    return condition.on_table and not condition.shut_down


def _linked_to_master(position: Position, net: Net, unit: int, running: Sequence[int]) -> tuple[int, ...]:
    """9 A jammed master ends the whole net; a link through a field cuts off that member."""
    master = next((one for one in net.masters if one in running), None)
    if master is None or is_jammed(position, master, net.stopped_by):
        return ()
    reached = [one for one in running if one == master or not is_link_jammed(position, one, master, net.stopped_by)]
    return tuple(reached) if unit in reached and len(reached) > 1 else ()


def _linked(position: Position, net: Net, unit: int, running: Sequence[int]) -> tuple[int, ...]:
    """9 Of equals, one alone is cut off: inside a field, or with every link through one."""
    others = [one for one in running if one != unit and not is_link_jammed(position, unit, one, net.stopped_by)]
    return (unit, *others) if others else ()


def gap_through_net(position: Position, unit: int, target: int) -> float:
    """4, 9 The inches that count for the range modifier: those of the linked unit nearest to the target."""
    own = position.gap(unit, target)
    if unit not in nets(position.field):
        return own
    return min((position.gap(one, target) for one in linked(position, unit)), default=own)
