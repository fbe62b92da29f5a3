"""Every kind of entry: whoever imports this module has the handlers of all of them."""

# ruff: noqa: F401

from musterhall.events import (
    ceremony,
    cut,
    drafting,
    extras,
    forces,
    matches,
    notes,
    players,
    prizes,
    registration,
    requested_byes,
    round_changes,
    round_clocks,
    rounds,
    scenarios,
    sealing,
    table_numbers,
)
