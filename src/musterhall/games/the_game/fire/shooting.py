"""1.7 Shooting: targets, who fires, volleys, and the token for having been fired at.

A `Fire` answer is `{"targets": {"AP": [formation], "AT": [formation, formation]}, "cover": true, "order": [...],
"lines": [[unit, weapon], ...], "hold": [unit, ...], "barrage": {...}}`. Only targets (or a barrage) must be given;
None holds fire. `cover` may also be `[[formation, true or false], ...]`, for each target by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from musterhall.battle import schemas
from musterhall.battle.battle import Battle, kept
from musterhall.battle.decisions import Answer, Illegal, Rule, Schema
from musterhall.games.the_game.basics.choices import FormationDecision
from musterhall.games.the_game.fire.artillery import RADIUS, barrage_options, bombard, plan_barrage
from musterhall.games.the_game.fire.fire_plan import FirePlan, plan_fire
from musterhall.games.the_game.fire.gunnery import Gunnery, one_target
from musterhall.games.the_game.fire.volleys import (
    DieResult,
    Volley,
    any_kill,
    extra_tokens,
    result_data,
    roll_volley,
    shots_in_words,
)
from musterhall.games.the_game.movement.hiding import take_cover
from musterhall.games.the_game.movement.ways import enemy_near
from musterhall.games.the_game.phases.breaking import check_for_breaking
from musterhall.games.the_game.position.position import Formation, Position, names_of
from musterhall.tally import and_list, does, does_it


class Fire(FormationDecision):
    """1.7.1, 1.7 Does the formation fire, at whom, and in which order?"""

    __slots__ = (
        "_plan",
        "attack",
        "attack_at",
        "beside",
        "command",
        "defensive",
        "explain",
        "gunnery",
        "limit",
    )
    kind = "fire"
    section = "1.7.1"

    def __init__(
        self,
        position: Position,
        formation: Formation,
        command: str,
        *,
        limit: tuple[int, ...] | None = None,
        defensive: bool = False,
        beside: tuple[Formation, ...] = (),
        shooters: Sequence[int] | None = None,
        attack: tuple[tuple[str, int, str], ...] = (),
        attack_at: tuple[int, ...] | None = None,
        explain: bool = True,
    ) -> None:
        super().__init__(position, formation)
        self.command = command
        self.beside = beside
        """1.8.1 Other formations that fire as one with it, being assaulted as one."""
        self.limit = limit
        """The only formations that may be fired at, if not all."""
        self.defensive = defensive
        self.attack = attack
        """Modifiers beside those of the command: name, value, section."""
        self.attack_at = attack_at
        """The formations they are for, if not all."""
        self.explain = explain
        self.gunnery = Gunnery(position, formation, command, defensive=defensive, shooters=shooters, beside=beside)
        self._plan: tuple[Answer, Answer, FirePlan] | None = None
        """The last order that was found good, which is usually asked about once more, and what it said then."""

    # What is on offer

    def anything_to_do(self) -> bool:
        """Is it worth asking? Some enemy is near enough, or there are guns that reach across the table."""
        if self.gunnery.artillery and not self.defensive:
            return True
        return bool(self.gunnery.batteries and self.enemies())

    def enemies(self) -> list[int]:
        near = self.gunnery.enemies()
        return near if self.limit is None else [index for index in near if index in self.limit]

    def groups(self) -> list[tuple[int, ...]]:
        """1.7.1 What may be fired at as one target: a formation, or two that stand close together."""
        enemies = self.enemies()
        pairs = [(a, b) for a, b in product(enemies, enemies) if a < b and one_target(self.position, a, b)]
        return [*((index,) for index in enemies), *pairs]

    @property
    def formations(self) -> tuple[Formation, ...]:
        return (self.formation, *self.beside)

    @property
    def tokens(self) -> int:
        """1.7, 1.8.1 How many units keep their heads down; who fires as one is suppressed as one.

        Tokens that aircraft take on the way count for their next test, or as a variant silence them at once.
        """
        if self.formation.airborne and self.position.field.variants.flyer_suppression == "next_test":
            return 0
        return sum(formation.suppression for formation in self.formations)

    def question(self) -> str:
        return f"At whom {does_it(names_of(self.formations))} fire?"

    def about(self) -> dict[str, Any]:
        together = {"formations": [one.index for one in self.formations]} if self.beside else {}
        return super().about() | together

    def schema(self) -> Schema:
        members = [unit for one in self.formations for unit in one.units]
        units, enemies = schemas.one_of(members), schemas.whole(0, len(self.position.formations) - 1)
        table = self.position.field.table
        place = schemas.row(schemas.number(0, table.width), schemas.number(0, table.depth))
        targets = schemas.fields(dict.fromkeys(self.gunnery.weapon_types(), schemas.many(enemies, 1, 2)))
        barrage = {"target": enemies, "at": place, "mode": schemas.one_of(tuple(RADIUS))}
        order = {
            "targets": targets,
            "barrage": schemas.fields(barrage, tuple(barrage)),
            "cover": schemas.either({"type": "boolean"}, schemas.many(schemas.row(enemies, {"type": "boolean"}))),
            "order": schemas.many(schemas.whole(0, len(members))),
            "lines": schemas.many(schemas.row(units, schemas.whole(0, 20))),
            "hold": schemas.many(units),
        }
        return schemas.either(schemas.NOTHING, schemas.fields(order))

    def in_words(self, answer: Answer) -> str:
        if answer is None:
            return "hold fire"
        formations = self.position.formations
        parts = [
            f"{kind} at {' and '.join(formations[index].name for index in group)}"
            for kind, group in answer.get("targets", {}).items()
        ]
        if "barrage" in answer:
            barrage = answer["barrage"]
            parts.append(f"a {barrage['mode']} barrage on {formations[barrage['target']].name}")
        return ", ".join(parts)

    def aid(self) -> dict[str, Any]:
        """For each weapon type, the formations it can be fired at, alone or two together."""
        gunnery, groups = self.gunnery, self.groups()
        able = {
            kind: [list(group) for group in groups if gunnery.can_target(kind, group)]
            for kind in gunnery.weapon_types()
        }
        return {"targets": able, "artillery": bool(gunnery.artillery)}

    def options(self) -> Iterable[Answer]:
        yield None
        yield from self._direct_options()
        if self.gunnery.artillery:
            yield from barrage_options(self)

    def _direct_options(self) -> Iterator[Answer]:
        types, groups = self.gunnery.weapon_types(), self.groups()
        choices = [[g for g in groups if self.gunnery.can_target(kind, g)] for kind in types]
        single = self.position.field.variants.split_targets == "single_target"
        for picks in product(*([None, *options] for options in choices)):
            targets = {kind: list(pick) for kind, pick in zip(types, picks, strict=True) if pick}
            if not targets or (single and len({tuple(pick) for pick in targets.values()}) > 1):
                continue
            answer = {"targets": targets}
            if self.legal(answer):
                yield answer
                yield from self._without_cover(answer, dict.fromkeys(pick for pick in picks if pick))

    def _without_cover(self, answer: dict[str, Any], groups: Iterable[tuple[int, ...]]) -> Iterator[Answer]:
        """1.7.1 The same order with the units in cover left out: of all targets, or of some of them."""
        mixed = [group for group in groups if self.gunnery.mixed_cover(group)]
        for spared in product((False, True), repeat=len(mixed)):
            if all(spared):
                continue
            rows = [[index, into] for group, into in zip(mixed, spared, strict=True) for index in group]
            bare = {**answer, "cover": False if not any(spared) else rows}
            if self.legal(bare):
                yield bare

    def modifiers(self, group: tuple[int, ...]) -> tuple[tuple[str, int, str], ...]:
        """What is added to fire at this target beside what the command does."""
        meant = self.attack_at is None or any(index in self.attack_at for index in group)
        return self.attack if meant else ()

    # What is asked for

    def check(self, answer: Answer) -> FirePlan | None:
        """1.7.1 The plan of fire, or why it cannot be."""
        if answer is None:
            return None
        if self._plan is None or self._plan[0] is not answer or self._plan[1] != answer:
            self._plan = (answer, kept(answer), self._check(answer))
        return self._plan[2]

    def _check(self, answer: Answer) -> FirePlan:
        if not isinstance(answer, dict) or set(answer) - {"targets", "cover", "order", "lines", "hold", "barrage"}:
            raise Illegal(
                f"an order to fire has targets, cover, order, lines, hold or barrage, not {answer!r:.60}", "1.7.1"
            )
        targets = self._targets(answer.get("targets", {}))
        bare = self._bare(answer.get("cover", True), targets)
        plan = plan_fire(self, targets, bare, _lines(answer.get("lines", [])), self._hold(answer.get("hold", [])))
        if answer.get("barrage") is not None:
            plan.barrage = plan_barrage(self, answer["barrage"], plan)
        if not plan.volleys and plan.barrage is None:
            raise Illegal(f"{names_of(self.formations)} has nobody who could fire at that", "1.7.1")
        _sort_volleys(plan.volleys, answer.get("order"))
        return plan

    def _targets(self, given: Any) -> dict[str, tuple[int, ...]]:
        if not isinstance(given, dict):
            raise Illegal("targets are formations by weapon type", "1.7.1")
        targets: dict[str, tuple[int, ...]] = {}
        for kind, group in given.items():
            targets[self._weapon_type(kind)] = self._group(group)
            if not self.gunnery.can_target(kind, targets[kind]):
                raise Illegal(f"{kind} has no valid target there", "1.7.1")
        if self.position.field.variants.split_targets == "single_target" and len(set(targets.values())) > 1:
            raise Illegal("all weapons fire at one target", "1.7.1")
        return targets

    def _bare(self, cover: Any, targets: dict[str, tuple[int, ...]]) -> list[tuple[int, ...]]:
        """1.7.1 The targets of which units in cover are left alone."""
        groups = dict.fromkeys(targets.values())
        if isinstance(cover, bool):
            return [] if cover else list(groups)
        if not isinstance(cover, list) or not all(_is_cover_row(row) for row in cover):
            raise Illegal("cover is true or false, or that for each target", "1.7.1")
        said = {row[0]: row[1] for row in cover}
        for index in said:
            if not any(index in group for group in groups):
                raise Illegal("cover is for formations that are fired at", "1.7.1")
        found = {group: {said[index] for index in group if index in said} for group in groups}
        if any(len(words) > 1 for words in found.values()):
            raise Illegal("two formations fired at as one have one answer on cover", "1.7.1")
        return [group for group, words in found.items() if False in words]

    def _hold(self, given: Any) -> set[int]:
        if not isinstance(given, list) or any(type(unit) is not int for unit in given):
            raise Illegal("hold lists the units that do not fire", "1.7.1")
        return set(given)

    def _weapon_type(self, kind: Any) -> str:
        if kind not in self.gunnery.weapon_types():
            raise Illegal(f"{names_of(self.formations)} has no {kind!r} to fire", "1.7.1")
        return str(kind)

    def _group(self, group: Any) -> tuple[int, ...]:
        enemies = self.enemies()
        if not isinstance(group, list) or not 1 <= len(group) <= 2 or any(type(index) is not int for index in group):
            raise Illegal("a target is one formation, or two that stand within 10 cm of each other", "1.7.1")
        if any(index not in enemies for index in group):
            raise Illegal("no such enemy formation in range", "1.7.1")
        if len(group) == 2 and not one_target(self.position, *group):
            raise Illegal("two formations are one target only within 10 cm of each other", "1.7.1")
        return tuple(group)


def _lines(given: Any) -> dict[int, int]:
    if not isinstance(given, list) or not all(isinstance(row, list) and len(row) == 2 for row in given):
        raise Illegal("lines are pairs of unit and weapon number", "1.7")
    return {row[0]: row[1] for row in given}


def _is_cover_row(row: Any) -> bool:
    return isinstance(row, list) and len(row) == 2 and type(row[0]) is int and isinstance(row[1], bool)


def _sort_volleys(volleys: list[Volley], order: Any) -> None:
    """1.7.2 The shooter's order of volleys; without one the strongest first."""
    volleys.sort(key=lambda volley: -volley.attack.total)
    if order is None:
        return
    if not isinstance(order, list) or sorted(map(str, order)) != sorted(map(str, range(len(volleys)))):
        raise Illegal(f"order numbers the {len(volleys)} volleys from 0", "1.7.2")
    volleys[:] = [volleys[index] for index in order]


# Rolling


def fire(
    battle: Battle[Position],
    formation: Formation,
    command: str,
    *,
    limit: tuple[int, ...] | None = None,
    attack: tuple[tuple[str, int, str], ...] = (),
) -> Rule[tuple[int, ...]]:
    """1.7 A formation shoots: targets, volleys, breaking. Gives the formations it fired at."""
    position = battle.position
    if not enemy_near(position, formation, position.field.longest.get(formation.index, 0.0)):
        return ()
    view = battle.view(formation.side)
    decision = Fire(view, formation, command, limit=limit, attack=attack, explain=battle.recording)
    plan = yield from order_to_fire(battle, decision)
    if plan is None:
        return ()
    shoot(battle, plan)
    hit = plan.targets if plan.barrage is None else tuple(dict.fromkeys((*plan.targets, *plan.barrage.formations)))
    for index in hit:
        yield from check_for_breaking(battle, battle.position.formations[index])
    return hit


def order_to_fire(battle: Battle[Position], decision: Fire) -> Rule[FirePlan | None]:
    """1.7.1, 1.6.2 Who may be fired at takes what cover there is, then the shooter chooses."""
    if not decision.anything_to_do():
        return None
    yield from cover_taken(battle, decision)
    plan: FirePlan | None = yield decision
    return plan


def cover_taken(battle: Battle[Position], decision: Fire) -> Rule[None]:
    """1.6.2 Whoever this formation might fire at says who hides behind his vehicles."""
    anybody = decision.gunnery.artillery and decision.limit is None
    yield from take_cover(battle, 1 - decision.formation.side, None if anybody else decision.enemies())


def shoot(battle: Battle[Position], plan: FirePlan) -> list[DieResult]:
    """1.7.2 Roll the volleys and hand out what they do: tokens, kills, and a token for having been fired at."""
    position = battle.position
    involved = (*plan.targets, *(() if plan.barrage is None else (plan.barrage.target,)))
    before = {index: position.formations[index].suppression for index in involved}
    results: list[DieResult] = []
    killed: set[tuple[int, ...]] = set()
    go_on = position.field.variants.volley_restart == "after_last"
    for volley in plan.volleys:
        after = results[-1].target if go_on and results else None
        extra = volley.crossfire and volley.group not in killed
        rolled = roll_volley(battle, volley, extra_on_first_kill=extra, after=after)
        if any_kill(rolled):
            killed.add(volley.group)
        results += rolled
    fired = sum(volley.shots for volley in plan.volleys)
    if plan.barrage is not None:
        fresh = not any(plan.barrage.target in group for group in killed)
        shells = bombard(battle, plan.barrage, first_kill_counts=fresh)
        results += shells
        fired += len(shells)
    _always_one_token(position, plan, before)
    if battle.recording:
        tell_fire(battle, plan, fired, results)
    return results


def _always_one_token(position: Position, plan: FirePlan, before: dict[int, int]) -> None:
    """1.7.2 Being fired at costs a token even if nothing hits; of two formations the nearest unit's takes it."""
    nearest = {volley.group: position.unit(volley.targets[0]).formation for volley in reversed(plan.volleys)}
    if plan.barrage is not None and not any(plan.barrage.target in group for group in nearest):
        nearest[(plan.barrage.target,)] = plan.barrage.target
    additional = position.field.variants.always_one_st == "additional"
    for group, index in nearest.items():
        gained = any(position.formations[one].suppression > before[one] for one in group)
        formation = position.formations[index]
        if additional or not gained:
            formation.suppression += 1
        rules = tuple({rule for volley in plan.volleys if volley.group == group for rule in volley.rules})
        formation.suppression += extra_tokens(position, rules)


# Telling


def tell_fire(battle: Battle[Position], plan: FirePlan, fired: int, results: list[DieResult]) -> None:
    """One line for the whole shooting, with the sum behind every die."""
    position = battle.position
    names = and_list([position.formations[index].name for index in plan.targets])
    if plan.barrage is not None and not plan.volleys:
        names = position.formations[plan.barrage.target].name
    who = does(names_of(plan.formations), "fires", "fire")
    battle.tell(
        "barrage" if plan.barrage is not None else "fire",
        f"{who} at {names}: {shots_in_words(fired, results)}",
        "1.7.2",
        formation=plan.formations[0].index,
        dice=[result_data(position, result) for result in results],
        suppressed=list(plan.suppressed),
        crossfire=list(plan.crossfire) if plan.crossfire else None,
        attacks=[volley.attack.as_data() for volley in plan.volleys],
        barrage=plan.barrage.as_data() if plan.barrage is not None else None,
    )
