"""How people answer Alpha Strike's decisions on the table: a module for each group of them."""

from musterhall.games.alpha_strike.parts.gestures import acting, asking, flying, moving, placing, writing
from musterhall.games.alpha_strike.parts.gestures.registry import GESTURES

__all__ = ["GESTURES", "acting", "asking", "flying", "moving", "placing", "writing"]
