"""Alpha Strike's odds, as everybody above it asks for them: the referee's question, laid out as a table and as bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from musterhall.battle.decisions import Illegal
from musterhall.game.odds import Odds, OddsReport
from musterhall.game.odds_form import OddsForm
from musterhall.games.alpha_strike.attacks.target_number import target_number_reckoned
from musterhall.games.alpha_strike.attacks.volleys import shot_facts
from musterhall.games.alpha_strike.odds.odds import Odds as FoundOdds
from musterhall.games.alpha_strike.odds.odds import odds_of
from musterhall.games.alpha_strike.parts.odds_form import FORM, situation
from musterhall.games.alpha_strike.position.position import Position
from musterhall.games.alpha_strike.position_file.model import TableFile
from musterhall.games.alpha_strike.position_file.reading import position_from
from musterhall.games.alpha_strike.referee.odds_questions import odds_data
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

    @property
    def form(self) -> OddsForm:
        return FORM

    def unit_names(self, library: Any) -> Sequence[str]:
        return [card.name for card in library]

    def work_out_form(
        self, target: Mapping[str, Any], attackers: Sequence[Mapping[str, Any]], library: Any
    ) -> OddsReport:
        laid = situation(target, attackers, library)
        position = position_from({key: laid[key] for key in laid if key in TableFile.model_fields}, "the odds")
        by_name = {unit.name: unit.index for unit in position.field.units}
        asked = laid["ask"]["odds"]
        shots = [one if isinstance(one, dict) else {"unit": one} for one in asked["attackers"]]
        try:
            found = odds_of(
                position,
                by_name[asked["target"]],
                [(by_name[one["unit"]], {key: one[key] for key in one if key != "unit"}) for one in shots],
            )
        except Illegal as complaint:
            raise BadInput(f"{complaint.reason}.") from None
        return replace(_report(odds_data(position, found)), sums=_sums(position, found), situation=laid)


def _sums(position: Position, found: FoundOdds) -> tuple[str, ...]:
    """4 How what each attack needs is added up."""
    sums = []
    for one in found.attacks:
        facts = shot_facts(position, one.unit, one.shot)
        tally = target_number_reckoned(position, one.unit, found.target, facts).tally
        sums.append(f"{position.unit(one.unit).name}: {tally}")
    return tuple(sums)


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
