"""Attacks: tap a target, read what the dice need and what a hit does, and then commit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

from musterhall.battle.decisions import Answer, Illegal
from musterhall.game.gestures.attacking import Aim, Aimed, Attack
from musterhall.game.gestures.gesture import NOWHERE, Extra, Gesture, Option
from musterhall.game.gestures.sharing import Shares
from musterhall.games.age_of_destruction.agents.reckoning import SHARES
from musterhall.games.age_of_destruction.combat.attack import AIMING, SEES, damage_value, in_reach, why_not
from musterhall.games.age_of_destruction.combat.attack import Attack as Strike
from musterhall.games.age_of_destruction.combat.capture import is_on_foot
from musterhall.games.age_of_destruction.combat.formations import neighbours, sizes
from musterhall.games.age_of_destruction.combat.moments import AFTER, FURTHER, HEATING, HURTING, PREPARING
from musterhall.games.age_of_destruction.combat.sequence import FurtherAttack
from musterhall.games.age_of_destruction.combat.striking import SplitDamage
from musterhall.games.age_of_destruction.parts.gestures.arithmetic import odds
from musterhall.games.age_of_destruction.parts.gestures.registry import GESTURES, at_unit, capital, front_of
from musterhall.games.age_of_destruction.position.moments import Moment, equipment, title_of
from musterhall.games.age_of_destruction.position.position import Position
from musterhall.games.age_of_destruction.turn.able import may_be_ordered
from musterhall.games.age_of_destruction.turn.assaults import FIGHTS, AttackAfterMove
from musterhall.games.age_of_destruction.turn.fights import CLOSE, RANGED, SECONDARY, Fight
from musterhall.games.age_of_destruction.turn.orders import KINDS
from musterhall.tally import counted

PLAIN, CAPTURE = "plain", "capture"
SWEEPING = ("Anti-Personnel", "Armor Piercing")
"""What the rules of striking themselves ask for."""
OF_THE_ATTACKER: tuple[Moment[Any], ...] = (SEES, AIMING, PREPARING, HURTING, AFTER, HEATING, FURTHER)
TITLES = {"ranged": "Ranged attack", "close": "Close attack"}


class Fighting:
    """The ways in which a unit can attack from where it stands, each with those whom it can reach so."""

    def __init__(self, view: Position, unit: int, kind: Fight, heat: int, *, alone: bool = False) -> None:
        self.view, self.unit, self.kind, self.heat, self.alone = view, unit, kind, heat, alone
        self.near = in_reach(view, unit, kind.name)

    def aims(self) -> list[Aim]:
        return [aim for name, words, fields in self._ways() if (aim := self._aim(name, words, fields)) is not None]

    def fields(self, name: str, aimed: Aimed) -> dict[str, Any]:
        """What was chosen, as an order says it."""
        way = next(fields for own, _, fields in self._ways() if self._name(own) == name)
        whom = {"target": aimed.targets[0]} if len(aimed.targets) == 1 else {"targets": aimed.targets}
        others = {"with": [int(one) for one in aimed.extras["with"].split()]} if aimed.extras.get("with") else {}
        off = {"without": [aimed.extras["without"]]} if aimed.extras.get("without") else {}
        return whom | way | others | off

    def _ways(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        view, unit, ranged = self.view, self.unit, self.kind.name == "ranged"
        yield PLAIN, TITLES[self.kind.name], {}
        if view.click(unit).secondary:
            yield SECONDARY, "Second weapon", {"weapon": SECONDARY}
        for name in view.unit(unit).sheet.equipment:
            if ranged and name in equipment() and equipment()[name].chosen:
                yield name, f"With {name}", {"use": [name]}
        if not ranged and is_on_foot(view, unit):
            yield CAPTURE, "Capture", {"capture": True}

    def _name(self, own: str) -> str:
        return f"{self.kind.name} {own}"

    def _aim(self, own: str, words: str, fields: dict[str, Any]) -> Aim | None:
        found, barred = [], []
        for target in self.view.targets(self.view.unit(self.unit).side):
            try:
                attack = self.kind.check(self.view, self.unit, {"target": target} | fields)
            except Illegal as refusal:
                barred.append(Option(target, self.view.unit(target).name, at_unit(target), refusal.reason))
                continue
            told = odds(self.view, attack, 0 if attack.capture else self.heat)
            found.append((told.promise, Option(target, self.view.unit(target).name, at_unit(target), told.words)))
        if not found:
            return None
        targets = [option for _, option in sorted(found, key=lambda one: -one[0])]
        most = self._most(fields, [option.answer for option in targets])
        done = "Capture" if fields.get("capture") else "Attack"
        return Aim(self._name(own), words, targets, list(self._extras(own)), most, done=done, barred=barred)

    def _most(self, fields: dict[str, Any], targets: Sequence[int]) -> int:
        """40.6 How many it may attack at once."""
        several = self.view.field.edition.several_targets != "single"
        if self.kind.name != "ranged" or not several or "use" in fields:
            return 1
        attack = Strike(self.unit, tuple(targets[:1]), "ranged", "weapon" in fields)
        return max(1, min(len(targets), damage_value(self.view, attack, targets[0]).total))

    def _extras(self, own: str) -> Iterator[Extra]:
        view, sheet = self.view, self.view.unit(self.unit).sheet
        least, most = sizes(view, close=self.kind.name == "close")
        others = [] if self.alone else neighbours(view, self.unit, most)
        friends = [one for one in others if one != self.unit and may_be_ordered(view, one)]
        sets = [some for number in range(least - 1, most) for some in combinations(friends, number) if some]
        if sets and own != CAPTURE:
            named = [(" ".join(map(str, some)), " and ".join(view.unit(one).name for one in some)) for some in sets]
            yield Extra("with", "In formation with", [("", "nobody"), *named])
        passive = [name for name in sheet.equipment if _can_be_switched_off(name)]
        if passive:
            yield Extra("without", "Switched off", [("", "nothing"), *((name, name) for name in passive)])

    def why_nobody(self) -> str:
        """Why there is nobody to attack so."""
        view, unit = self.view, self.unit
        for target in self.near:
            if reason := why_not(view, Strike(unit, (target,), self.kind.name)):
                return capital(reason)
        if self.kind.name == "close":
            return "Nobody is in base contact in front of it"
        sheet = view.unit(unit).sheet
        gaps = [view.gap(unit, one) for one in view.targets(view.unit(unit).side)]
        nearest = min(gaps, default=0.0)
        if nearest > sheet.most_range:
            return f"The nearest enemy is {nearest:.1f}″ away, and its range is {sheet.most_range}″"
        return "Nobody within its range is in its front arc"


def _can_be_switched_off(name: str) -> bool:
    """K3: whether a piece of equipment does something in an attack of its owner's without being asked to."""
    if name not in equipment() or equipment()[name].chosen:
        return False
    return name in SWEEPING or any(any(True for _ in moment.of([name])) for moment in OF_THE_ATTACKER)


def fight_order(view: Position, unit: int, kind: Fight, heat: int) -> Gesture:
    """A ranged or close attack as an order."""
    fighting = Fighting(view, unit, kind, heat)

    def made(chosen: dict[str, Aimed]) -> Answer:
        name, aimed = next(iter(chosen.items()))
        return {"order": kind.name, "unit": unit, **fighting.fields(name, aimed)}

    return Attack(at_unit(unit), fighting.aims(), made, front=front_of(view, unit))


def best_from(moved: Position, unit: int) -> str:
    """Whom a unit could attack where it stands, the best first."""
    heat = moved.field.edition.heat_assault
    kind = CLOSE if moved.touching_enemies(unit) else RANGED
    aims = Fighting(moved, unit, kind, heat, alone=True).aims()
    if not aims:
        return "From there it could attack nobody, as it faces."
    first, *others = aims[0].targets
    more = f" Also {', '.join(option.words for option in others)}." if others else ""
    return f"From there {first.words}: {first.help}.{more}"


@GESTURES.of(AttackAfterMove)
def after_an_assault(decision: AttackAfterMove) -> Gesture:
    view, unit = decision.view, decision.unit
    heat = view.field.edition.heat_assault
    fights: dict[str, Fighting] = {name: Fighting(view, unit, kind, heat, alone=True) for name, kind in FIGHTS.items()}

    def made(chosen: dict[str, Aimed]) -> Answer:
        name, aimed = next(iter(chosen.items()))
        kind = name.split()[0]
        return {"attack": kind, **fights[kind].fields(name, aimed)}

    aims = [aim for fighting in fights.values() for aim in fighting.aims()]
    return Attack(at_unit(unit), aims, made, instead=[Option({}, "Attack nobody")], front=front_of(view, unit))


@GESTURES.of(FurtherAttack)
def once_more(decision: FurtherAttack) -> Gesture:
    """Each thing that gives another attack is an aim."""
    view = decision.view
    aims: dict[str, list[Option]] = {}
    for answer, (offer, further) in decision.offers.items():
        target, told = further.target, odds(view, further, offer.heat).words
        aims.setdefault(offer.by, []).append(Option(answer, view.unit(target).name, at_unit(target), told))
    unit = next(iter(decision.offers.values()))[1].attacker
    return Attack(
        at_unit(unit),
        [Aim(by, f"By {title_of(by)}", targets) for by, targets in aims.items()],
        lambda chosen: next(iter(chosen.values())).targets[0],
        instead=[Option(None, "No more attacks")],
        front=front_of(view, unit),
    )


@GESTURES.of(SplitDamage)
def who_takes_how_much(decision: SplitDamage) -> Gesture:
    takers = [Option(None, name, at_unit(unit)) for unit, name in zip(decision.hit, decision.names, strict=True)]
    return Shares(takers, decision.clicks, decision.least, lambda shares: {"damage": shares}, "clicks", "Deal it")


# Into contact, from afar, and for a friend


def run_into_order(view: Position, unit: int, name: str) -> tuple[Gesture | None, str]:
    """40.9 A charge, a ram or death from above; nothing, and why, where there is nobody to run into."""
    kind, edition = KINDS[name], view.field.edition
    heat = 0 if name == "ram" else edition.heat_charge
    targets, barred = [], []
    for target in view.targets(view.unit(unit).side):
        try:
            _, way = kind.check(view, unit, {"target": target})
        except Illegal as refusal:
            barred.append(Option(target, view.unit(target).name, at_unit(target), refusal.reason))
            continue
        moved = view.copy()
        moved.put(unit, way.end, way.facing)
        told = odds(moved, Strike(unit, (target,), name), heat)  # type: ignore[arg-type]
        words = f"{way.inches:.1f}″ away; {told.words}"
        targets.append((told.promise, Option(target, view.unit(target).name, at_unit(target), words)))
    if not targets:
        nearest = min(barred, key=lambda option: view.gap(unit, option.answer), default=None)
        return None, nearest.help if nearest is not None else "There is nobody left to run into"
    best = [option for _, option in sorted(targets, key=lambda one: -one[0])]
    aim = Aim(name, capital(name), best, done=capital(name), barred=barred)
    return Attack(at_unit(unit), [aim], _one_target(unit, name)), ""


def _one_target(unit: int, name: str) -> Callable[[dict[str, Aimed]], Answer]:
    return lambda chosen: {"order": name, "unit": unit, "target": chosen[name].targets[0]}


def shell_order(view: Position, unit: int) -> Gesture:
    """40.10 A marker on an enemy or on any place in range; the shell lands in the next command stage."""
    kind = KINDS["artillery"]
    near = [one for one in view.targets(view.unit(unit).side) if kind.is_legal(view, unit, {"at": list(view.at(one))})]
    told = _shell_odds(view, unit)
    targets = [Option(one, f"Where {view.unit(one).name} stands", at_unit(one), told) for one in near]
    targets.append(Option(None, "A place on the table", NOWHERE, f"Tap where it is to land. {told}"))

    def made(chosen: dict[str, Aimed]) -> Answer:
        aimed = chosen["artillery"]
        if aimed.at is not None:
            return {"order": "artillery", "unit": unit, "at": list(aimed.at)}
        if aimed.targets[0] is None:
            raise Illegal("Tap the place on the table where it is to land", "40.10")
        return {"order": "artillery", "unit": unit, "at": list(view.at(aimed.targets[0]))}

    return Attack(at_unit(unit), [Aim("artillery", "Artillery", targets, place=True, done="Fire")], made)


def _shell_odds(view: Position, unit: int) -> str:
    edition = view.field.edition
    needs = edition.artillery_needs - view.click(unit).attack
    chance = sum(share for total, share in SHARES.items() if total >= needs)
    damage = damage_value(view, Strike(unit, (), "ranged"), unit).total
    radius = edition.artillery_radius
    return (
        f"It lands in your next command stage: {chance:.0%} on its marker, else it drifts. "
        f"{counted(damage, 'click')} to everybody within {radius}″, friends too."
    )


def repair_order(view: Position, unit: int) -> Gesture | None:
    """40.15 A friend in contact; nothing where nobody needs it."""
    friends = [answer["target"] for answer in KINDS["repair"].options(view, unit)]
    if not friends:
        return None
    clicks = counted(view.field.edition.repair_clicks, "click")
    targets = [Option(one, view.unit(one).name, at_unit(one), f"{clicks} back") for one in friends]
    return Attack(at_unit(unit), [Aim("repair", "Repair", targets, done="Repair")], _one_target(unit, "repair"))
