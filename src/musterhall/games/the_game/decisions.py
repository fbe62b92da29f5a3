"""Every decision that THE GAME puts to players, for whoever writes an agent: import them from here."""

from __future__ import annotations

from musterhall.games.the_game.air.air_orders import FirstAirCommands
from musterhall.games.the_game.air.drops import Land, MoveMarker, PlaceMarker
from musterhall.games.the_game.air.flak import FireAtAircraft
from musterhall.games.the_game.air.flying import Approach, Enter, LeaveTable
from musterhall.games.the_game.air.helicopters import PopUp
from musterhall.games.the_game.air.insertion import LandHelicopters
from musterhall.games.the_game.air.interception import Intercept, InterceptNow, NextSection, PatrolHeight
from musterhall.games.the_game.assault.charging import AssaultTarget, ChargeMove
from musterhall.games.the_game.assault.melee import Attack, Support
from musterhall.games.the_game.assault.response import CounterCharge, Response
from musterhall.games.the_game.fire.prepared_fire import React
from musterhall.games.the_game.fire.shooting import Fire
from musterhall.games.the_game.movement.hiding import HideBehind
from musterhall.games.the_game.movement.moving import Consolidation, Move, Withdrawal
from musterhall.games.the_game.phases.action_tests import RerollActionTest
from musterhall.games.the_game.phases.command_phase import GiveCommands
from musterhall.games.the_game.phases.end_phase import Regroup
from musterhall.games.the_game.phases.turn import (
    Activate,
    CarryOut,
    KeepInitiative,
    LocalOrder,
    ReformFirst,
    RerollInitiative,
    WhoActsFirst,
)
from musterhall.games.the_game.scenario.deployment import Deploy, Dismount, PreparedFireInstead
from musterhall.games.the_game.scenario.entering import ComeOn
from musterhall.games.the_game.scenario.landing import TakeStation
from musterhall.games.the_game.scenario.latecomers import EntryCommand, EntryPoint
from musterhall.games.the_game.scenario.maps import DrawMap, PutObjective
from musterhall.games.the_game.scenario.pre_battle import FirstCommand, March

__all__ = [
    "Activate",
    "Approach",
    "AssaultTarget",
    "Attack",
    "CarryOut",
    "ChargeMove",
    "ComeOn",
    "Consolidation",
    "CounterCharge",
    "Deploy",
    "Dismount",
    "DrawMap",
    "Enter",
    "EntryCommand",
    "EntryPoint",
    "Fire",
    "FireAtAircraft",
    "FirstAirCommands",
    "FirstCommand",
    "GiveCommands",
    "HideBehind",
    "Intercept",
    "InterceptNow",
    "KeepInitiative",
    "Land",
    "LandHelicopters",
    "LeaveTable",
    "LocalOrder",
    "March",
    "Move",
    "MoveMarker",
    "NextSection",
    "PatrolHeight",
    "PlaceMarker",
    "PopUp",
    "PreparedFireInstead",
    "PutObjective",
    "React",
    "ReformFirst",
    "Regroup",
    "RerollActionTest",
    "RerollInitiative",
    "Response",
    "Support",
    "TakeStation",
    "WhoActsFirst",
    "Withdrawal",
]
