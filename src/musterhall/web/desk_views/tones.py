"""How good something is that the desk shows."""

from __future__ import annotations

GOOD = "good"
BAD = "bad"
WAIT = "wait"
PLAIN = "plain"
