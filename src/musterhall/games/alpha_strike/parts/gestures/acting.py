"""What a unit does in the Combat Phase: tap a target, read the arithmetic and the odds, and then commit."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from musterhall.battle.decisions import Answer, Illegal
from musterhall.game.gestures.attacking import Aim, Aimed, Attack
from musterhall.game.gestures.gesture import NOWHERE, Extra, Gesture, Option, Place, Spot
from musterhall.games.alpha_strike.aerospace.paths import start_of
from musterhall.games.alpha_strike.attacks.artillery import why_not_spotted
from musterhall.games.alpha_strike.attacks.attacking import KINDS, NOTHING, SCENARIO, Act
from musterhall.games.alpha_strike.attacks.extras import NOTHING as NOTHING_BESIDES
from musterhall.games.alpha_strike.attacks.extras import SENSOR, UseExtra
from musterhall.games.alpha_strike.command.acting import ActTogether
from musterhall.games.alpha_strike.command.meeting import MeetReturner
from musterhall.games.alpha_strike.field.unit import NOBODY
from musterhall.games.alpha_strike.parts.gestures.arithmetic import help_for, odds_of_extra
from musterhall.games.alpha_strike.parts.gestures.registry import GESTURES, at_unit, capital
from musterhall.games.alpha_strike.position.position import Position
from musterhall.geometry import Point, towards

BESIDE = ("overheat", "aim", "special", "munition", "bombs", "second")
"""What an answer says beside whom it is aimed at."""
BLOWS = {
    "standard": "Strike",
    "melee": "Melee weapon",
    "charge": "Charge",
    "dfa": "Death from above",
    "anti mech": "Swarm",
}
WITHOUT_TARGET = (NOTHING, "booby trap", "dig")
POINT = "point"
"""The target that is a place on the table."""


@GESTURES.of(Act, ActTogether, MeetReturner)
def what_it_does(decision: Act) -> Gesture:
    """Weapons, blows, guns and what the scenario offers, each aimed by a tap."""
    answers = list(decision.options())
    instead = [
        Option(answer, capital(decision.in_words(answer))) for answer in answers if answer["attack"] in WITHOUT_TARGET
    ]
    aims = [_Aiming(decision, name, given) for name, given in _by_aim(answers).items()]

    def made(chosen: dict[str, Aimed]) -> Answer:
        name, aimed = next(iter(chosen.items()))
        return next(one for one in aims if one.name == name).answer(aimed)

    return Attack(
        at_unit(decision.unit),
        [one.as_aim() for one in aims],
        made,
        instead=instead,
        barred=list(_out_of_reach(decision, answers)),
    )


def _out_of_reach(decision: Act, answers: Sequence[Answer]) -> Iterator[Option]:
    """The enemies on the table that it can attack in no way, each with what keeps its weapons from it."""
    view, unit = decision.view, decision.unit
    reached = {answer.get("target") for answer in answers}
    for enemy in view.on_table(1 - view.unit(unit).side):
        if enemy in reached:
            continue
        told = help_for(view, unit, {"attack": "weapons", "target": enemy})
        yield Option(enemy, view.unit(enemy).name, at_unit(enemy), told.words)


def _by_aim(answers: Sequence[Answer]) -> dict[str, list[Answer]]:
    found: dict[str, list[Answer]] = {}
    for answer in answers:
        if answer["attack"] not in WITHOUT_TARGET:
            way = answer.get("how") or answer.get("gun") or answer.get("action") or ""
            at = "at a building" if "structure" in answer else ""
            found.setdefault(" ".join(filter(None, (answer["attack"], way, at))), []).append(answer)
    return found


class _Aiming:
    """All answers of one way to attack, taken apart into targets and what is chosen beside."""

    def __init__(self, decision: Act, name: str, answers: Sequence[dict[str, Any]]) -> None:
        self.decision, self.name = decision, name
        self.view: Position = decision.view
        self.first = answers[0]
        self.bare: dict[str, dict[str, Any]] = {}
        """Each target once, without anything beside, by what it says."""
        self.beside: dict[str, list[Any]] = {}
        """What may be said beside, in the order in which it is offered."""
        self.special: dict[tuple[str, str], dict[str, int]] = {}
        """The dice that stand for a special against each target."""
        for answer in answers:
            self._take_apart(answer)

    def _take_apart(self, answer: dict[str, Any]) -> None:
        bare = {key: value for key, value in answer.items() if key not in BESIDE}
        said = self.bare.setdefault(json.dumps(bare), bare)
        for key in BESIDE:
            if key in answer and answer[key] not in self.beside.setdefault(key, []):
                self.beside[key].append(answer[key])
        for name in answer.get("special", ()):
            self.special[json.dumps(said), name] = answer["special"]

    # To the page

    def as_aim(self) -> Aim:
        told = {key: help_for(self.view, self.decision.unit, bare) for key, bare in self.bare.items()}
        best_first = sorted(self.bare, key=lambda key: -told[key].promise)
        targets = [self._target(self.bare[key], told[key].words) for key in best_first]
        takes_points = self.first["attack"] == "artillery"
        if takes_points:
            targets.append(
                Option({**self._gun(), POINT: None}, "A place on the table", NOWHERE, "Tap where it is to fall")
            )
        return Aim(
            self.name,
            self._words(),
            targets,
            list(self._extras(max(one.dice for one in told.values()))),
            place=takes_points,
            done=self._done(),
        )

    def _gun(self) -> dict[str, Any]:
        return {"attack": "artillery", "gun": self.first["gun"]}

    def _words(self) -> str:
        return f"{self._way()} at a building" if "structure" in self.first else self._way()

    def _way(self) -> str:
        attack = self.first["attack"]
        if attack == "physical":
            return BLOWS[self.first["how"]]
        if attack == "artillery":
            return f"Artillery {self.first['gun']}"
        return capital(self.first["action"] if attack == SCENARIO else attack)

    def _done(self) -> str:
        return {SCENARIO: "Do it", "weapons": "Fire", "artillery": "Fire"}.get(self.first["attack"], "Attack")

    def _target(self, bare: dict[str, Any], told: str) -> Option:
        words = capital(self.decision.in_words(bare))
        if bare["attack"] in ("weapons", "physical"):
            words = self._name(bare)
        if bare.get("spotter", NOBODY) != NOBODY and bare["attack"] == "weapons":
            words += f", {self.view.unit(bare['spotter']).name} spotting"
        return Option(bare, words, self._spot(bare), told)

    def _name(self, bare: Mapping[str, Any]) -> str:
        if "structure" in bare:
            return capital(self.view.field.ground.pieces[bare["structure"]].name)
        return self.view.unit(bare["target"]).name

    def _spot(self, bare: Mapping[str, Any]) -> Spot:
        view, unit = self.view, self.decision.unit
        if bare["attack"] == SCENARIO:
            return next(
                (
                    Spot(at=action.at)
                    for action in view.scenario.actions(view, unit)
                    if (action.name, action.target) == (bare["action"], bare["target"]) and action.at is not None
                ),
                NOWHERE,
            )
        if "target" in bare:
            return at_unit(bare["target"])
        if "structure" in bare:
            return Spot(at=view.field.ground.middle(bare["structure"])[0])
        if "point" in bare:
            return Spot(at=tuple(bare["point"]))
        if "begins" in bare:
            return Spot(at=towards(start_of(view, unit), view.at(unit), bare["begins"]))
        return NOWHERE

    @property
    def _fires_twice(self) -> bool:
        """17 Whether it may fire a second time, each for half of the damage."""
        return self.first["attack"] == "weapons" and "second" in self.beside

    @property
    def _may_split(self) -> bool:
        """4 Whether some of the dice may go at a second target."""
        edition = self.view.field.edition
        plain = type(self.decision) is Act and edition.split_fire and edition.attack_dice == "each_point"
        return self.first["attack"] == "weapons" and plain and not self._fires_twice

    def _extras(self, dice: int) -> Iterator[Extra]:
        if "overheat" in self.beside:
            yield Extra("overheat", "Overheat by", [(0, "0"), *((one, str(one)) for one in self.beside["overheat"])])
        if "aim" in self.beside:
            yield Extra("aim", "Take aim, for half of the damage")
        if "special" in self.beside:
            names = list(dict.fromkeys(name for one in self.beside["special"] for name in one))
            yield Extra("special", "Rounds", [("", "standard"), *((name, f"alternate for {name}") for name in names)])
        if "munition" in self.beside:
            yield Extra("munition", "Alternate rounds")
        if "bombs" in self.beside:
            yield Extra("bombs", "Bombs", [(one, str(one)) for one in self.beside["bombs"]])
        if "second" in self.beside and not self._fires_twice:
            yield Extra("second", "Attack twice")
        yield from self._second_targets(dice)

    def _second_targets(self, dice: int) -> Iterator[Extra]:
        """4, 17 Who else is fired at: with some of the dice, or by some pilots a second time."""
        seconds = [(one["target"], self.view.unit(one["target"]).name) for one in self._seen_targets()]
        splits = self._may_split and dice > 1
        if not (self._fires_twice or splits) or len(seconds) < 2:
            return
        yield Extra("also", "Fire also at", [(NOBODY, "nobody else"), *seconds])
        if splits:
            yield Extra("dice", "Dice there", [(one, str(one)) for one in range(1, dice)])

    def _seen_targets(self) -> list[dict[str, Any]]:
        return [one for one in self.bare.values() if "target" in one and not {"spotter", "indirect"} & set(one)]

    # From the page

    def answer(self, aimed: Aimed) -> Answer:
        bare, chosen = dict(aimed.targets[0]), dict(aimed.extras)
        if POINT in bare and bare[POINT] is None:
            bare = self._at_point(aimed.at)
        answer = {**bare, **{key: chosen[key] for key in ("overheat", "aim", "munition") if key in chosen}}
        if "bombs" in self.beside:
            answer["bombs"] = chosen.get("bombs", self.beside["bombs"][0])
        if chosen.get("special"):
            answer["special"] = self.special.get(
                (json.dumps(aimed.targets[0]), chosen["special"]), {chosen["special"]: 1}
            )
        if chosen.get("second"):
            answer["second"] = {key: value for key, value in bare.items() if key != "attack"}
        if "also" in chosen:
            second = {"target": chosen["also"]}
            answer |= {"second": second} if self._fires_twice else {"split": {**second, "dice": chosen.get("dice", 1)}}
        return answer

    def _at_point(self, at: Place | None) -> dict[str, Any]:
        """8 A shell on a place: over the first who can spot for it, where the gun does not see that itself."""
        if at is None:
            raise Illegal("Tap the place on the table where it is to fall", "8")
        answer = {**self._gun(), "point": list(at)}
        try:
            KINDS["artillery"].check(self.view, self.decision.unit, answer)
        except Illegal:
            spotter = self._spotter(at)
            return answer if spotter == NOBODY else {**answer, "spotter": spotter}
        return answer

    def _spotter(self, at: Point) -> int:
        view, unit = self.view, self.decision.unit
        friends = view.on_table(view.unit(unit).side)
        return next((one for one in friends if not why_not_spotted(view, unit, NOBODY, at, one)), NOBODY)


@GESTURES.of(UseExtra)
def what_it_fires_besides(decision: UseExtra) -> Gesture:
    """TAG, Narc and the like: each is an aim of its own."""
    aims: dict[str, list[Option]] = {}
    instead = []
    for answer in decision.options():
        if answer["use"] in (NOTHING_BESIDES, SENSOR):
            instead.append(Option(answer, capital(decision.in_words(answer))))
        else:
            known = odds_of_extra(decision.view, decision.unit, answer["target"])
            name = decision.view.unit(answer["target"]).name
            aims.setdefault(answer["use"], []).append(Option(answer, name, at_unit(answer["target"]), known))
    return Attack(
        at_unit(decision.unit),
        [Aim(use, use, targets, done="Fire") for use, targets in aims.items()],
        lambda chosen: next(iter(chosen.values())).targets[0],
        instead=instead,
    )
