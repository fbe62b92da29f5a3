"""1.7.3, 1.9 Breaking and the end phase: breaking points, withdrawal, regrouping, rallying."""

from __future__ import annotations

from musterhall.battle.referee import Finding, Questions
from musterhall.games.the_game.basics.special_rules import leaders
from musterhall.games.the_game.phases.breaking import (
    breaking_point,
    check_for_breaking,
    combat_effective,
    fighting_strength,
    withdraw,
)
from musterhall.games.the_game.phases.end_phase import rallies, rally, rally_all, rally_test, regroup
from musterhall.games.the_game.referee.asked import Asked
from musterhall.games.the_game.referee.findings import Before, all_parts, places, sections, told

QUESTIONS = Questions()

# 1.7.3, 1.9.3 Breaking


@QUESTIONS.pure(
    "breaking_point",
    ["1.7.3", "2.3.1"],
    "With how many tokens does the formation break?",
    formation="the formation",
)
def breaks_at(asked: Asked) -> Finding:
    """1.7.3, 2.3.1 As many tokens as units, fewer for green ones."""
    formation = asked.formation()
    point = breaking_point(formation)
    result = {"breaks_at": point.total, "tokens": formation.suppression, "breaks": formation.suppression >= point.total}
    return Finding(result, [str(point)], sections(point))


@QUESTIONS.pure(
    "combat_effectiveness",
    ["1.9.3", "2.3.1"],
    "Is the formation still combat effective?",
    formation="the formation",
)
def effectiveness(asked: Asked) -> Finding:
    """1.9.3 More than a quarter of its original size, and more than one unit."""
    formation = asked.formation()
    strength = fighting_strength(formation)
    result = {
        "effective": combat_effective(formation),
        "units": formation.size,
        "counted": strength.total,
        "original": formation.original,
        "quarter": formation.original / 4,
    }
    return Finding(result, [f"{strength} of {formation.original}"], sections(strength))


@QUESTIONS.resolver(
    "break_check",
    ["1.7.3", "1.9.3", "2.3.1"],
    "Does the formation break? Its withdrawal is two answers.",
    formation="the formation",
)
def break_check(asked: Asked) -> Finding:
    """1.7.3, 3.4.4 As many tokens as units break a formation, and it withdraws; aircraft do not break."""
    formation, before = asked.formation(), Before.of(asked)
    point = breaking_point(formation)
    asked.run(check_for_breaking(asked.battle, formation))
    result = {"breaking_point": point.total, **before.change(formation)}
    if formation.flies:
        line = f"{formation.name} does not break: aircraft leave after every action (3.4.4)"
        return Finding(result | {"breaking_point": None}, [line], ("3.4.4",))
    return told(asked, result, point)


@QUESTIONS.resolver(
    "withdrawal",
    ["1.9.3"],
    "Withdraw: two moves as answers, then who is too near is lost.",
    formation="the formation",
)
def make_withdrawal(asked: Asked) -> Finding:
    """1.9.3 Combat effectiveness, two moves, losses, combat effectiveness again."""
    formation, before = asked.formation(), Before.of(asked)
    asked.run(withdraw(asked.battle, formation))
    return told(asked, {**before.change(formation), "places": places(asked, formation)})


# 1.9.1, 1.9.2 Regrouping and rallying


@QUESTIONS.resolver(
    "regroup",
    ["1.9.1", "2.2.4"],
    "Regroup: two d5, and which of them counts is an answer if they differ.",
    formation="the formation",
)
def make_regroup(asked: Asked) -> Finding:
    """1.9.1 The chosen die and one for each leader go off the tokens."""
    formation = asked.formation()
    before = formation.suppression
    asked.run(regroup(asked.battle, formation))
    result = {
        "dice": list(asked.battle.dice.record[0].faces),
        "leaders": leaders(asked.position, formation),
        "tokens_before": before,
        "tokens": formation.suppression,
        "removed": before - formation.suppression,
    }
    return told(asked, result)


@QUESTIONS.resolver(
    "rally",
    ["1.9.2", "2.3.2"],
    "Does the formation rally? A broken one that fails withdraws: two answers.",
    formation="the formation",
)
def make_rally(asked: Asked) -> Finding:
    """1.9.2 d10 + COM and modifiers against 11."""
    formation, before = asked.formation(), Before.of(asked)
    _nobody_flies(asked)
    if formation.flies and not rallies(asked.position, formation):
        raise asked.bad("formation", f"{formation.name}: aircraft do not rally; name who is on the ground")
    test, was_broken = rally_test(asked.position, formation), formation.broken
    asked.run(rally(asked.battle, formation))
    rolled = next(line.data for line in asked.battle.log if line.kind == "test")
    face, passed = rolled["face"], rolled["passed"]
    result = {
        "rallies": passed,
        "die": face,
        "modifiers": all_parts(test),
        "total": face + test.total,
        "withdraws": was_broken and not passed,
        **before.change(formation),
    }
    return told(asked, result, test)


def _nobody_flies(asked: Asked) -> None:
    """3.4.4 Aircraft leave after their action: one that is still in the air would be an enemy nearby."""
    for formation in asked.position.formations:
        if formation.airborne and asked.position.stands(formation):
            about = f"{formation.name} is in the air, and has left before anybody rallies (3.4.4)"
            raise asked.bad("formation", f"{about}; take its flight or place out")


@QUESTIONS.pure("rallies_first", ["1.9"], "Who rallies first in the end phase?")
def rallies_first(asked: Asked) -> Finding:
    """1.9 The player who won the initiative."""
    return Finding({"first": asked.side_name(max(asked.position.winner, 0))})


@QUESTIONS.resolver("end_phase", ["1.9"], "Rally everybody who needs it, in order; withdrawals are answers.")
def whole_end_phase(asked: Asked) -> Finding:
    """1.9 The winner of the initiative first."""
    _nobody_flies(asked)
    before = Before.of(asked)
    asked.run(rally_all(asked.battle))
    order = [asked.position.formations[e.data["formation"]].name for e in asked.battle.log if e.kind == "test"]
    return told(asked, {"order": order, "formations": before.all_changes()})
