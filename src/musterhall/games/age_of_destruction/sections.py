"""The numbers of the base rules in catalogue/sections.toml, by what they are about."""

from __future__ import annotations

from typing import Final

TURN: Final = "40.1"
ORDERS: Final = "40.2"
TOKENS: Final = "40.3"
MOVING: Final = "40.4"
BREAKING: Final = "40.5"
SEQUENCE: Final = "40.6"
DIAL: Final = "40.7"
HEAT: Final = "40.8"
ASSAULT: Final = "40.9"
ARTILLERY: Final = "40.10"
FORMATIONS: Final = "40.11"
CAPTURE: Final = "40.12"
TRANSPORT: Final = "40.13"
LEVELS: Final = "40.14"
EQUIPMENT: Final = "40.15"
SET_UP: Final = "40.16"
CARDS: Final = "40.17"
