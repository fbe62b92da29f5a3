"""Every decision that Alpha Strike puts to players, for whoever writes an agent: import them from here."""

from __future__ import annotations

from musterhall.games.alpha_strike.aerospace.flight import Fly
from musterhall.games.alpha_strike.attacks.attacking import Act
from musterhall.games.alpha_strike.attacks.extras import UseExtra
from musterhall.games.alpha_strike.command.acting import ActTogether, FireTogether, PreferBlows
from musterhall.games.alpha_strike.command.activating import NameVictim
from musterhall.games.alpha_strike.command.blows import Cut
from musterhall.games.alpha_strike.command.hidden import ComeOut, PlaceHidden
from musterhall.games.alpha_strike.command.laying_out import PutUpBuilding, Rearrange
from musterhall.games.alpha_strike.command.meeting import MeetReturner
from musterhall.games.alpha_strike.command.off_map import WriteOrder
from musterhall.games.alpha_strike.command.rerolls import ThrowAgain
from musterhall.games.alpha_strike.command.targeting import WhoIsTheTarget
from musterhall.games.alpha_strike.electronics.modes import Electronics
from musterhall.games.alpha_strike.movement.move_decision import Move
from musterhall.games.alpha_strike.pilots.hits import KnowsWhereItHurts
from musterhall.games.alpha_strike.pilots.luck import FloatAway
from musterhall.games.alpha_strike.pilots.slugger import PickUpClub
from musterhall.games.alpha_strike.pilots.street_fighter import StrikeFirst
from musterhall.games.alpha_strike.scenarios.assassination import WhoTakesTrophy
from musterhall.games.alpha_strike.scenarios.bunkers import GetClear, GoInside
from musterhall.games.alpha_strike.scenarios.data_extraction import Upload
from musterhall.games.alpha_strike.scenarios.domination import Claim
from musterhall.games.alpha_strike.scenarios.drafted_terrain import PlaceTerrain, TakeEdge
from musterhall.games.alpha_strike.scenarios.dropping import PutBeside
from musterhall.games.alpha_strike.scenarios.salvage import DropBeforeMove, PickUpMore
from musterhall.games.alpha_strike.transport.boarding import Boarding
from musterhall.games.alpha_strike.transport.dismounting import Dismount
from musterhall.games.alpha_strike.turn.at_once import AttackNow, WhoOverruns
from musterhall.games.alpha_strike.turn.choices import PreGameChoices, SetUpChoices, TurnChoices
from musterhall.games.alpha_strike.turn.deployment import PlaceUnit
from musterhall.games.alpha_strike.turn.initiative import RollAgain
from musterhall.games.alpha_strike.turn.phases import WhoActs, WhoMoves
from musterhall.games.alpha_strike.turn.round import CommandUnits

__all__ = [
    "Act",
    "ActTogether",
    "AttackNow",
    "Boarding",
    "Claim",
    "ComeOut",
    "CommandUnits",
    "Cut",
    "Dismount",
    "DropBeforeMove",
    "Electronics",
    "FireTogether",
    "FloatAway",
    "Fly",
    "GetClear",
    "GoInside",
    "KnowsWhereItHurts",
    "MeetReturner",
    "Move",
    "NameVictim",
    "PickUpClub",
    "PickUpMore",
    "PlaceHidden",
    "PlaceTerrain",
    "PlaceUnit",
    "PreGameChoices",
    "PreferBlows",
    "PutBeside",
    "PutUpBuilding",
    "Rearrange",
    "RollAgain",
    "SetUpChoices",
    "StrikeFirst",
    "TakeEdge",
    "ThrowAgain",
    "TurnChoices",
    "Upload",
    "UseExtra",
    "WhoActs",
    "WhoIsTheTarget",
    "WhoMoves",
    "WhoOverruns",
    "WhoTakesTrophy",
    "WriteOrder",
]
