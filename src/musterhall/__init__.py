"""Musterhall: forces, events, referee and battles for miniature wargames.

As a library: `musterhall.set_up("the_game", seed=7).battle()` is a battle, `musterhall.ask` asks the referee, and
`musterhall.check_force` checks a force. `help("musterhall.library")` tells the rest.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from musterhall.library import (
        Agent,
        Answer,
        BadInput,
        Battle,
        BattleOutcome,
        Bot,
        Choice,
        Decision,
        ForceCheck,
        Illegal,
        Journal,
        LogLine,
        NewBattle,
        Problem,
        RandomAgent,
        Ruling,
        Trials,
        YesOrNo,
        agent,
        answers,
        ask,
        check_force,
        outcome,
        play,
        read_journal,
        replay,
        set_up,
        write_journal,
    )

__version__ = "0.1.0"

__all__ = [
    "Agent",
    "Answer",
    "BadInput",
    "Battle",
    "BattleOutcome",
    "Bot",
    "Choice",
    "Decision",
    "ForceCheck",
    "Illegal",
    "Journal",
    "LogLine",
    "NewBattle",
    "Problem",
    "RandomAgent",
    "Ruling",
    "Trials",
    "YesOrNo",
    "agent",
    "agent_seed",
    "answers",
    "ask",
    "check_force",
    "outcome",
    "play",
    "read_journal",
    "replay",
    "set_up",
    "write_journal",
]


def __getattr__(name: str) -> Any:
    """Names of the library are looked up when they are first used: commands and servers import this package too."""
    if name in __all__:
        from importlib import import_module

        return getattr(import_module("musterhall.library"), name)
    raise AttributeError(f"module 'musterhall' has no attribute {name!r}")
