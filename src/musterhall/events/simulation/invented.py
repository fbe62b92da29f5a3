"""Plainly invented people, clubs and cards for events that nobody played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import gcd
from typing import TypeVar

from musterhall.dice import Dice, Die

Thing = TypeVar("Thing")


class Luck:
    """Dice as a simulated day needs them; the same seed gives the same day."""

    __slots__ = ("dice",)

    def __init__(self, seed: int) -> None:
        self.dice = Dice(seed, recording=False)

    def below(self, number: int) -> int:
        """0, 1, ... up to one less than the number."""
        return self.dice.one(Die(f"d{number}", number), "simulated") - 1

    def chance(self, percent: int) -> bool:
        return self.below(100) < percent

    def pick(self, things: Sequence[Thing]) -> Thing:
        return things[self.below(len(things))]

    def some(self, things: Sequence[Thing], number: int) -> list[Thing]:
        """So many different ones, or all if there are fewer."""
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in range(min(number, len(left)))]

    def seed(self) -> int:
        """For a lot that the journal records."""
        return self.below(1_000_000_000)


def player_name(number: int, first: int = 0) -> str:
    """The name of the player with this number, from 0 on: no two numbers have the same.

    Another `first` gives another order of the same names.
    """
    many = len(FIRST_NAMES) * len(LAST_NAMES)
    again, place = divmod(number, many)
    # A stride that shares no factor with the number of names visits each of them once.
    stride = next(step for step in range(many * 5 // 13, many) if gcd(step, many) == 1)
    at = (first + place * stride) % many
    name = f"{FIRST_NAMES[at % len(FIRST_NAMES)]} {LAST_NAMES[at // len(FIRST_NAMES)]}"
    return f"{name} {again + 1}" if again else name


def hand_cards(rounds: int, luck: Luck) -> list[dict[str, str]]:
    """A tournament hand for so many rounds: a dummy, and planetary conditions and missions by turns."""
    conditions, missions = (luck.some(HAND_CARDS[kind], rounds) for kind in ("planetary_condition", "mission"))
    pairs = zip(conditions, missions, strict=False)
    others = [
        card
        for condition, mission in pairs
        for card in (
            {"name": condition, "kind": "planetary_condition"},
            {"name": mission, "kind": "mission"},
        )
    ]
    return [{"name": luck.pick(HAND_CARDS["dummy"]), "kind": "dummy"}, *others[: rounds - 1]]


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


FIRST_NAMES = _words(
    """
    Aldo Bramble Cressida Dodo Elmo Fenella Gundo Hesper Iggy Jolanda Kasimir Lotte Mungo Nettle Orlo Pippa Quill
    Rosalba Sorrel Tansy Ulfo Vesper Wendel Xanthe Yorick Zelda Ambrose Briony Caspar Damson Egbert Fern Godric
    Hazel Inigo Juniper Kestrel Linnet Marigold Nimrod Olive Peregrine Quentin Rowan Saffron Thistle Ursel Violet
    """
)

LAST_NAMES = _words(
    """
    Quickmarch Ironkettle Longstride Mudguard Dicewell Greenfelt Hexley Tapemeasure Rollfair Lastword Paintpot
    Drybrush Flocker Basecoat Superglue Cardstack Sixes Boxcars Snakeyes Reroll Opengate Farshot Hillholder
    Bridgeford Marshlight Copperpot Brasswheel Tinhelm Woodway Stonebarrow Applegarth Bellweather Candlewick
    Dovecote Eiderdown Foxglove Gooseberry Hobnail Inkhorn Jackdaw Kingfisher Lanternhill Millrace Nightjar Oxbow
    Pennyfarthing Quillfeather Rushlight
    """
)

TEAMS = ("The Rusty Rivets", "Table Nine", "Late Again", "The Grey Primers")

FORCE_NAMES = (
    "First of the line",
    "Grey wardens",
    "Morning watch",
    "Old guard",
    "Red pennant",
    "River guard",
    "Second wind",
    "Thunder road",
)

HAND_CARDS: Mapping[str, Sequence[str]] = {
    "planetary_condition": ("Ash fall", "Dust storm", "Hard frost", "Heavy air", "Light gravity", "Long night"),
    "mission": ("Burn the depot", "Escort the envoy", "Hold the ford", "Raid the yard", "Scout the ridge"),
    "dummy": ("Blank card", "Empty crate", "False report"),
}
