"""How people answer Age of Destruction's decisions on the table: a module for each group of them."""

from musterhall.games.age_of_destruction.parts.gestures import asking, fighting, ordering, setting_up
from musterhall.games.age_of_destruction.parts.gestures.registry import GESTURES

__all__ = ["GESTURES", "asking", "fighting", "ordering", "setting_up"]
