"""Every kind of entry: whoever imports this module has the handlers of all of them."""

# ruff: noqa: F401

from musterhall.events import (
    drafting,
    forces,
    matches,
    notes,
    players,
    prizes,
    round_changes,
    round_clocks,
    rounds,
    scenarios,
    sealing,
    table_numbers,
)
