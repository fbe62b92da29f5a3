"""Faction abilities (rules 22 to 31): each a small function at a moment. Importing this room puts them in force."""

from musterhall.games.age_of_destruction.factions import bonds as bonds
from musterhall.games.age_of_destruction.factions import falcon as falcon
from musterhall.games.age_of_destruction.factions import fox as fox
from musterhall.games.age_of_destruction.factions import liao as liao
