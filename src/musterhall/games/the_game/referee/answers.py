"""Answers to decisions as people write them in a file, with names where the rules use numbers.

docs/referee.md lists the forms. What is no such form is handed on as it is, for the decision to refuse.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from musterhall.battle.decisions import Answer, Choice, Decision
from musterhall.games.the_game.air.air_orders import FirstAirCommands, usual_mark
from musterhall.games.the_game.air.drops import Land
from musterhall.games.the_game.air.flak import FireAtAircraft
from musterhall.games.the_game.air.flying import Approach, Enter
from musterhall.games.the_game.air.interception import Intercept
from musterhall.games.the_game.army.datasheets import weapons_of
from musterhall.games.the_game.assault.charging import ChargeMove
from musterhall.games.the_game.assault.melee import Attack
from musterhall.games.the_game.assault.response import CounterCharge
from musterhall.games.the_game.basics.sides import SIDES
from musterhall.games.the_game.fire.artillery import CONCENTRATED, SPREAD, best_place
from musterhall.games.the_game.fire.shooting import Fire
from musterhall.games.the_game.movement.hiding import HideBehind
from musterhall.games.the_game.movement.marching import all_aboard, all_out, charge_at, go_by, go_to
from musterhall.games.the_game.movement.moving import Move
from musterhall.games.the_game.phases.command_phase import GiveCommands
from musterhall.games.the_game.phases.commands import AIR_PATROL
from musterhall.games.the_game.position.position import Formation, Position
from musterhall.games.the_game.readings.slips import plain
from musterhall.games.the_game.scenario.deployment import Deploy, Dismount

if TYPE_CHECKING:
    from musterhall.games.the_game.referee.asked import Asked

NOTHING = ("none", "no", "stay", "hold")
"""Words for leaving something undone: TOML has no null."""
BY_FORMATION = ("activate", "prepared fire", "assault")
BY_SIDE = ("who acts first",)
"""Kinds of choices that are between formations, and between sides."""


def spoken(asked: Asked, decision: Decision, answer: Answer) -> Answer:
    """The answer in the form the rules use."""
    if isinstance(decision, CounterCharge):
        return _counter_charge(asked, decision, answer)
    if isinstance(decision, Intercept):
        return [] if _is_nothing(answer) else _group(asked, answer)
    if isinstance(decision, FireAtAircraft) and plain(str(answer)) == "all":
        return decision.units
    if isinstance(decision, HideBehind | FireAtAircraft):
        return _units_named(asked, answer)
    if isinstance(decision, Choice):
        return _choice(asked, decision, answer)
    if isinstance(decision, Attack):
        return _attack(asked, answer)
    if isinstance(decision, Land) and isinstance(answer, str) and plain(answer) == "about the marker":
        return next(iter(decision.options()))
    if isinstance(decision, Land):
        return _rows(asked, answer)
    if _is_nothing(answer):
        return None
    if isinstance(decision, Enter) and isinstance(answer, dict) and "beside" in answer:
        return {**answer, "beside": _rows(asked, answer["beside"])}
    if isinstance(decision, Approach) and isinstance(answer, dict) and "own" in answer:
        return {**answer, "own": _own_paths(asked, answer["own"])}
    if isinstance(decision, Fire):
        return _fire(asked, decision, answer)
    if isinstance(decision, Move):
        return _move(asked, decision, answer)
    if isinstance(decision, GiveCommands):
        return _commands(asked, answer)
    if isinstance(decision, FirstAirCommands):
        return _first_air_commands(asked, answer)
    if isinstance(decision, Dismount):
        return _dismount(asked, decision, answer)
    if isinstance(decision, Deploy) and isinstance(answer, dict):
        return {key: _rows(asked, rows) for key, rows in answer.items()}
    return answer


def said(asked: Asked, decision: Decision, answer: Answer) -> str:
    """A legal answer as it could stand in a file."""
    formations = asked.position.formations
    if answer is None:
        return '"none"'
    if isinstance(decision, Choice) and decision.kind in BY_FORMATION:
        indices = answer if isinstance(answer, list) else [answer]
        return " and ".join(repr(formations[index].name) for index in indices)
    if isinstance(decision, Choice) and decision.kind in BY_SIDE:
        return repr(SIDES[answer])
    if isinstance(decision, Intercept):
        return str([formations[index].name for index in answer])
    if isinstance(decision, HideBehind | FireAtAircraft):
        return str(asked.labels(answer))
    if isinstance(decision, CounterCharge):
        return str([_stretch_said(asked, row) for row in answer])
    if isinstance(decision, Attack):
        return _attack_said(asked, answer)
    if isinstance(decision, Fire):
        return str(_fire_said(asked, answer))
    if isinstance(decision, Move | Dismount | Deploy):
        ways = {key: {asked.label(row[0]): row[1:] for row in rows} for key, rows in answer.items() if key != "in"}
        aboard = {asked.label(unit): asked.label(into) for unit, into in answer.get("in", [])}
        return str(ways | ({"in": aboard} if aboard else {}))
    return repr(answer)


def barrage_order(asked: Asked, order: str | Mapping[str, Any]) -> dict[str, Any]:
    """A barrage falls where it covers the most, and concentrated, unless it is said otherwise."""
    said = {"mode": CONCENTRATED, **({"target": order} if isinstance(order, str) else order)}
    target, formations = _formation(asked, said.get("target")), asked.position.formations
    if target is not None:
        said["target"] = target
    known = type(target) is int and 0 <= target < len(formations) and said["mode"] in (CONCENTRATED, SPREAD)
    if "at" not in said and known and asked.position.stands(formations[target]):
        said["at"] = list(best_place(asked.position, target, said["mode"], [])[0])
    return said


def _is_nothing(answer: Answer) -> bool:
    return isinstance(answer, str) and plain(answer) in NOTHING


def _formation(asked: Asked, one: Any) -> Any:
    return asked.formation_called(one, "answers").index if isinstance(one, str) else one


def _unit(asked: Asked, one: Any) -> Any:
    return asked.unit_called(one, "answers") if isinstance(one, str) else one


def _units_named(asked: Asked, answer: Answer) -> Answer:
    if _is_nothing(answer):
        return []
    return [_unit(asked, one) for one in answer] if isinstance(answer, list) else answer


# One of several


def _choice(asked: Asked, decision: Choice[Any], answer: Answer) -> Answer:
    if decision.choices and all(isinstance(choice, bool) for choice in decision.choices):
        return {"yes": True, "no": False}.get(answer, answer) if isinstance(answer, str) else answer
    if _is_nothing(answer) and None in decision.choices:
        return None
    if decision.kind in BY_SIDE and isinstance(answer, str):
        return asked.side_called(answer, "answers")
    if decision.kind in BY_FORMATION:
        words = answer if isinstance(answer, list) else [answer]
        if all(isinstance(word, str) for word in words):
            found = [_formation(asked, word) for word in words]
            return found if decision.kind == "assault" else found[0] if len(found) == 1 else answer
    if isinstance(answer, str):
        words = [choice for choice in decision.choices if isinstance(choice, str) and plain(choice) == plain(answer)]
        return words[0] if words else answer
    return answer


def _commands(asked: Asked, answer: Answer) -> Answer:
    """By formation, the next command or a table of now and next."""
    if not isinstance(answer, dict):
        return answer
    rows: list[list[Any]] = []
    for word, order in answer.items():
        order = {"next": order} if isinstance(order, str) else order
        if not isinstance(order, dict) or set(order) - {"now", "next"}:
            raise asked.bad("answers", f"{word}: commands are now and next; give those")
        index = _formation(asked, word)
        formation = asked.position.formations[index] if type(index) is int else None
        if formation is not None and formation.flies:
            rows.append(
                [index, *(air_order_said(asked.position, formation, order.get(key)) for key in ("now", "next"))]
            )
            continue
        now = order.get("now")
        rows.append([index, now and plain(str(now)), plain(str(order.get("next")))])
    return rows


def _first_air_commands(asked: Asked, answer: Answer) -> Answer:
    if not isinstance(answer, dict):
        return answer
    named = [(asked.formation_called(word, "answers"), order) for word, order in answer.items()]
    return [[one.index, air_order_said(asked.position, one, order)] for one, order in named]


def air_order_said(position: Position, formation: Formation, order: Any) -> Any:
    """A command of aircraft as it was written; a patrol without a mark comes in the middle of its own edge."""
    if isinstance(order, list) and order and isinstance(order[0], str):
        return [plain(order[0]), *order[1:]]
    if not isinstance(order, str):
        return order
    return [AIR_PATROL, *usual_mark(position, formation.side)] if plain(order) == AIR_PATROL else plain(order)


# Moves


def _counter_charge(asked: Asked, decision: CounterCharge, answer: Answer) -> Answer:
    if isinstance(answer, str) and plain(answer) == "all":
        return list(decision.units)
    if _is_nothing(answer):
        return []
    if isinstance(answer, dict):
        return [[_unit(asked, one), length] for one, length in answer.items()]
    return [_unit(asked, one) for one in answer] if isinstance(answer, list) else answer


def _stretch_said(asked: Asked, row: Any) -> Any:
    return [asked.label(row[0]), row[1]] if isinstance(row, list) else asked.label(row)


def _dismount(asked: Asked, decision: Dismount, answer: Answer) -> Answer:
    """Everybody, or units by name, who are found room; or units with places."""
    if isinstance(answer, str) and plain(answer) == "all out":
        return decision.everybody()
    if isinstance(answer, list):
        named = [_unit(asked, one) for one in answer]
        rooms = {row[0]: row for row in (all_out(decision.move) or {"out": []})["out"]}
        return {"out": [rooms.get(unit, [unit]) for unit in named]}
    return {key: _rows(asked, rows) for key, rows in answer.items()} if isinstance(answer, dict) else answer


def _move(asked: Asked, decision: Move, answer: Answer) -> Answer:
    if isinstance(answer, str):
        return _named_move(asked, decision, answer)
    if not isinstance(answer, dict):
        return answer
    if set(answer) == {"by"}:
        return go_by(decision, *asked.point_in(answer["by"], "answers"))
    if set(answer) == {"to"}:
        return go_to(decision, asked.point_in(answer["to"], "answers"))
    return {key: _rows(asked, rows) for key, rows in answer.items()}


def _named_move(asked: Asked, decision: Move, word: str) -> Answer:
    name = plain(word)
    if name == "charge" and isinstance(decision, ChargeMove):
        return charge_at(decision, decision.targets)
    if name == "all out":
        return all_out(decision)
    if name == "all aboard":
        return all_aboard(decision)
    raise asked.bad(
        "answers", f"{word!r} is no move here; say stay, all out, all aboard, in an assault charge, or give go"
    )


def _rows(asked: Asked, rows: Any) -> Any:
    """Units with places, or with the transport they board."""
    if isinstance(rows, dict):
        rows = [[unit, *(_flat(goal) if isinstance(goal, list) else [goal])] for unit, goal in rows.items()]
    if not isinstance(rows, list):
        return rows
    return [[_unit(asked, one) for one in row] if isinstance(row, list) else row for row in rows]


def _own_paths(asked: Asked, own: Any) -> Any:
    """3.4.1 Aircraft with the paths they fly of their own."""
    rows = [list(row) for row in own.items()] if isinstance(own, dict) else own
    if not isinstance(rows, list):
        return rows
    return [[_unit(asked, row[0]), *row[1:]] if isinstance(row, list) and row else row for row in rows]


def _flat(goal: list[Any]) -> list[Any]:
    return [one for pair in goal for one in (pair if isinstance(pair, list) else [pair])]


# Attacks


def _attack(asked: Asked, answer: Answer) -> Answer:
    """Units with what they attack with, "NF AT", and the order of the volleys."""
    if isinstance(answer, str) and plain(answer) == "strongest first":
        return {}
    if not isinstance(answer, dict) or not isinstance(answer.get("profiles"), dict):
        return answer
    rows = [[_unit(asked, one), *str(profile).upper().split()] for one, profile in answer["profiles"].items()]
    return {**answer, "profiles": rows}


def _attack_said(asked: Asked, answer: Mapping[str, Any]) -> str:
    if not answer:
        return '"strongest first"'
    named = {asked.label(unit): f"{kind} {name}" for unit, kind, name in answer.get("profiles", [])}
    return str({**answer, "profiles": named} if named else dict(answer))


# Fire


def _fire(asked: Asked, decision: Fire, answer: Answer) -> Answer:
    if isinstance(answer, str | list):
        answer = {"targets": answer}
    if not isinstance(answer, dict):
        return answer
    order = dict(answer)
    if "targets" in order:
        order["targets"] = _targets(asked, decision, order["targets"])
    if isinstance(order.get("cover"), dict):
        order["cover"] = [[_formation(asked, one), into] for one, into in order["cover"].items()]
    if isinstance(order.get("hold"), list):
        order["hold"] = [_unit(asked, one) for one in order["hold"]]
    if isinstance(order.get("lines"), dict):
        order["lines"] = [_line(asked, unit, weapon) for unit, weapon in order["lines"].items()]
    if isinstance(order.get("barrage"), str | dict):
        order["barrage"] = barrage_order(asked, order["barrage"])
    return order


def _targets(asked: Asked, decision: Fire, targets: Any) -> Any:
    """By weapon type; a formation alone, or two, stand for every type that has a target there."""
    if isinstance(targets, dict):
        return {kind: _group(asked, group) for kind, group in targets.items()}
    group, kinds = _group(asked, targets), decision.gunnery.weapon_types()
    if not isinstance(group, list) or not group or not all(index in decision.enemies() for index in group):
        return dict.fromkeys(kinds, group)
    able = [kind for kind in kinds if decision.gunnery.can_target(kind, tuple(group))]
    return dict.fromkeys(able or kinds, group)


def _group(asked: Asked, group: Any) -> Any:
    group = [group] if isinstance(group, str) else group
    return [_formation(asked, one) for one in group] if isinstance(group, list) else group


def _line(asked: Asked, word: str, weapon: Any) -> list[Any]:
    unit = asked.unit_called(word, "answers")
    names = [plain(one.name) for one in weapons_of(asked.position.unit(unit).sheet)]
    known = isinstance(weapon, str) and plain(weapon) in names
    return [unit, names.index(plain(weapon)) if known else weapon]


def _fire_said(asked: Asked, answer: Mapping[str, Any]) -> dict[str, Any]:
    formations, named = asked.position.formations, dict(answer)
    if "targets" in named:
        named["targets"] = {
            kind: [formations[index].name for index in group] for kind, group in named["targets"].items()
        }
    if isinstance(named.get("cover"), list):
        named["cover"] = {formations[index].name: into for index, into in named["cover"]}
    if "barrage" in named:
        named["barrage"] = {**named["barrage"], "target": formations[named["barrage"]["target"]].name}
    return named
