"""Alpha Strike's odds, as everybody above it asks for them: the referee's question, laid out as a table and as bars."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from musterhall.game.odds import Odds, OddsReport
from musterhall.games.alpha_strike.referee.referee import ask
from musterhall.problems import BadInput

HEADS = ("attacker", "range", "overheat", "needs", "dice", "damage")


class AlphaStrikeOdds(Odds):
    def work_out(self, data: Mapping[str, Any], name: str) -> OddsReport:
        said = data.get("ask")
        if not (isinstance(said, Mapping) and list(said) == ["odds"]):
            raise BadInput(
                f'{name}: ask: odds are asked for with ask = {{ odds = {{ attackers = ["name"], target = "name" }} }}.'
            )
        return _report(ask(data, name).result)


def _report(found: Mapping[str, Any]) -> OddsReport:
    names = [one["unit"] for one in found["attacks"]]
    fire = "fires" if len(names) == 1 else "fire"
    listed = " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else names[0]
    return OddsReport(
        title=f"{listed} {fire} at {found['target']}: {found['expected']:.2f} damage on average",
        heads=HEADS,
        attacks=tuple(
            (
                one["unit"],
                one["range"],
                str(one["overheat"] or ""),
                f"{one['target_number']}+",
                str(one["dice"]),
                f"{one['expected']:.2f}",
            )
            for one in found["attacks"]
        ),
        chances=(
            ("destroyed", found["destroyed"]),
            ("destroyed by damage alone", found["destroyed_by_damage"]),
            ("crippled", found["crippled"]),
            *found["criticals"].items(),
        ),
        bars=tuple(found["damage"].items()),
        bars_of="points of damage",
        data=dict(found),
    )


ODDS = AlphaStrikeOdds()
