"""The tournament hand: the cards a player takes through a constructed tournament, one to be played in each game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field

from musterhall.games.age_of_destruction.figures import figure
from musterhall.games.age_of_destruction.names import Name, Text, plain
from musterhall.games.age_of_destruction.package_data import FileModel
from musterhall.games.age_of_destruction.readings import USUAL, Chosen, answer
from musterhall.problems import BadInput, Problem, near_names, parse_model, parse_toml
from musterhall.tally import counted
from musterhall.toml_text import toml_text

LONGEST_FILE = 100_000
"""Characters; a hand has a few hundred."""
MOST_CARDS = 100
"""Far more than any tournament has rounds."""

CardKind = Literal["planetary_condition", "mission", "dummy"]

LIMITED_KINDS: Mapping[CardKind, str] = {"planetary_condition": "planetary condition", "mission": "mission"}
"""The kinds that the sheet counts against the rounds, as they are spoken of."""

HAND_RULE = "Constructed Tournament, Tournament Hand"
PLAY_RULE = "Constructed Tournament, 3"


@dataclass(frozen=True, slots=True)
class HandCard:
    """One card of a hand; score cards are another thing."""

    name: str
    kind: CardKind


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards of one player."""

    cards: tuple[HandCard, ...]
    player: str = ""

    def card(self, name: str) -> HandCard | None:
        wanted = plain(name)
        return next((card for card in self.cards if plain(card.name) == wanted), None)


def read_hand(text: str, name: str) -> Hand:
    """The hand in a TOML file; what is not legal in it is left for `hand_problems` to say."""
    if len(text) > LONGEST_FILE:
        raise BadInput(f"{name}: has {len(text):,} characters, and no hand needs {LONGEST_FILE:,}; check the file.")
    try:
        data = parse_toml(text, name)
    except RecursionError:
        raise BadInput(f"{name}: is nested too deeply to be a hand; make it flatter.") from None
    return hand_from_data(data, name)


def hand_from_data(data: Mapping[str, Any], name: str) -> Hand:
    """The hand in a parsed file."""
    file = parse_model(_HandFile, data, name)
    return Hand(tuple(HandCard(row.name, row.kind) for row in file.card), file.player)


def hand_toml(hand: Hand) -> str:
    """The hand as a file that `read_hand` reads."""
    player = {"player": hand.player} if hand.player else {}
    cards = [{"name": card.name, "kind": card.kind} for card in hand.cards]
    return toml_text({"game": "age_of_destruction", **player, "card": cards})


def hand_problems(cards: Sequence[HandCard], rounds: int, readings: Chosen = USUAL) -> list[Problem]:
    """Tournament Hand: what is wrong with a hand for a tournament of so many rounds."""
    return [
        *double_cards(cards, readings),
        *_too_many_cards(cards, rounds),
        *_too_many_of_a_kind(cards, rounds, readings),
    ]


def play_problems(
    hand: Hand,
    played_before: Sequence[str],
    card: str,
    *,
    this_game: Sequence[str] = (),
    readings: Chosen = USUAL,
) -> list[Problem]:
    """Set-up, 3: whether a card may be played now. `played_before` are the player's cards of earlier games,
    `this_game` those already played in this one; an empty `card` plays none."""
    left = cards_left(hand, played_before, this_game=this_game, readings=readings)
    if not card.strip():
        return _none_played(left, this_game, readings)
    problems = []
    if len(this_game) >= figure("cards_per_game"):
        what = f"a player plays {counted(figure('cards_per_game'), 'card')} a game, and {this_game[-1]} is played"
        problems.append(Problem(card, what, PLAY_RULE, "Keep it for another game."))
    known = hand.card(card)
    if known is None:
        remedy = near_names(card, (one.name for one in hand.cards))
        problems.append(Problem(card, "is not in the hand", PLAY_RULE, remedy))
    elif known.name not in {one.name for one in left}:
        problems.append(Problem(known.name, _when_played(known, this_game), PLAY_RULE, _instead(left)))
    return problems


def cards_left(
    hand: Hand, played_before: Sequence[str], *, this_game: Sequence[str] = (), readings: Chosen = USUAL
) -> list[HandCard]:
    """Set-up, 3: the cards of a hand that are not spent."""
    spent = Counter(map(plain, this_game))
    if answer("card_again", readings) == "tournament":
        spent.update(map(plain, played_before))
    return [one for one in hand.cards if spent[plain(one.name)] < _copies(hand, one, readings)]


class _CardRow(FileModel):
    name: Name
    kind: CardKind


class _HandFile(FileModel):
    game: Literal["age_of_destruction"]
    player: Text = ""
    card: list[_CardRow] = Field(max_length=MOST_CARDS)


# The hand


def double_cards(cards: Sequence[HandCard], readings: Chosen = USUAL) -> list[Problem]:
    """Tournament Hand: no card is in it twice."""
    reading = answer("dummy_doubles", readings)
    dummies = [card for card in cards if card.kind == "dummy"]
    compared = [card for card in cards if card.kind != "dummy" or reading == "by_name"]
    counts = Counter(plain(card.name) for card in compared)
    names = {plain(card.name): card.name for card in compared}
    problems = [
        Problem(names[name], f"is in the hand {count} times", HAND_RULE, "Keep one of them.")
        for name, count in counts.items()
        if count > 1
    ]
    if reading == "one" and len(dummies) > 1:
        what = f"has {len(dummies)} dummies, which count as the same card"
        problems.append(Problem("the hand", what, HAND_RULE, "Keep one of them."))
    return problems


def _too_many_cards(cards: Sequence[HandCard], rounds: int) -> list[Problem]:
    if len(cards) <= rounds:
        return []
    what = f"has {counted(len(cards), 'card')}, and the tournament has {counted(rounds, 'round')}"
    return [Problem("the hand", what, HAND_RULE, f"Take out {len(cards) - rounds} or more.")]


def _too_many_of_a_kind(cards: Sequence[HandCard], rounds: int, readings: Chosen) -> list[Problem]:
    most = rounds - 1
    if answer("kind_limit", readings) == "fewer_or_one":
        most = max(1, most)
    counts = Counter(card.kind for card in cards)
    return [
        Problem(
            "the hand",
            f"has {counted(counts[kind], word)}, and in {counted(rounds, 'round')} it may have {most or 'none'}",
            HAND_RULE,
            f"Put a card of another kind in for {counts[kind] - most} of them.",
        )
        for kind, word in LIMITED_KINDS.items()
        if counts[kind] > most
    ]


# The play


def _copies(hand: Hand, card: HandCard, readings: Chosen) -> int:
    """How often a name can be played: once, or once for each dummy where those may be alike."""
    if card.kind == "dummy" and answer("dummy_doubles", readings) == "any":
        return sum(plain(one.name) == plain(card.name) for one in hand.cards)
    return 1


def _none_played(left: Sequence[HandCard], this_game: Sequence[str], readings: Chosen) -> list[Problem]:
    if this_game or not left or answer("no_card", readings):
        return []
    return [Problem("no card", "each player plays one while the hand has one", PLAY_RULE, _instead(left))]


def _when_played(card: HandCard, this_game: Sequence[str]) -> str:
    if plain(card.name) in map(plain, this_game):
        return "was played in this game already"
    return "was played in an earlier game of this tournament"


def _instead(left: Sequence[HandCard]) -> str:
    if not left:
        return "No card is left; play none."
    return f"Left to play: {', '.join(dict.fromkeys(card.name for card in left))}."
