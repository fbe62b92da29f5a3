"""What to do next at the desk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from musterhall.events.ceremony import prizes_to_reveal
from musterhall.events.event import Event
from musterhall.events.tasks import Task, plays_without_force, without_force


@dataclass(frozen=True, slots=True)
class Step:
    """Something that waits, and how it is done: with one click, by looking somewhere, or either."""

    sentence: str
    action: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    button: str = ""
    href: str = ""
    link: str = ""
    look_first: bool = False
    """The link is what most want; the click is for those who are sure."""
    what: str = ""
    """The task that it is for."""


@dataclass(frozen=True, slots=True)
class Agenda:
    """What the desk shows: the one next thing, the way on where that may be skipped, and whatever else waits."""

    first: Step | None
    onward: Step | None
    """Pairing or finishing, which must never have to be looked for."""
    waiting: tuple[Step, ...]


GOES_ON = ("pair", "cut", "finish")
"""What takes the event to its next round, or to its end."""
IN_SIGHT = ("card_missing",)
"""What the list of tables beside it shows anyway, unless nothing else is to be done."""


def agenda(event: Event, event_id: str, tasks: Sequence[Task]) -> Agenda:
    """What is next at an event, and what can wait."""
    found = steps(event, event_id, tasks)
    if not found:
        return Agenda(None, None, ())
    first, *others = found
    onward = next((step for step in others if step.what in GOES_ON), None)
    return Agenda(first, onward, tuple(one for one in others if one is not onward and one.what not in IN_SIGHT))


def steps(event: Event, event_id: str, tasks: Sequence[Task]) -> list[Step]:
    """The tasks of an event as steps, the most pressing first."""
    desk = f"/e/{event_id}/desk"
    found = [(task, step) for task in tasks if (step := _step(event, desk, task)) is not None]
    return [replace(step, what=task.what) for task, step in found]


def _step(event: Event, desk: str, task: Task) -> Step | None:
    number = str(event.rounds[-1].number) if event.rounds else "1"
    first = f"{desk}/cards/{number}/{task.tables[0]}" if task.tables else f"{desk}/cards"
    match task.what:
        case "publish":
            return Step(
                task.sentence,
                "round.publish",
                {"round": number},
                f"Publish round {number}",
                f"{desk}/pairings",
                "Look at the pairings",
                look_first=True,
            )
        case "no_players":
            return Step(task.sentence, href=f"{desk}/players#add", link="Add players")
        case "disagreement" | "player_gone":
            return Step(task.sentence, href=first, link=f"Decide table {task.tables[0]}")
        case "contradiction":
            where = f"{desk}/cards/{task.round}/{task.tables[0]}"
            return Step(task.sentence, href=where, link=f"Look at table {task.tables[0]}")
        case "start_clock":
            return Step(task.sentence, "clock.start", {"round": number}, "Start the clock")
        case "clock":
            # The clock stands beside the list and ticks; a sentence would be old at once.
            return None
        case "card_missing":
            return Step(task.sentence, href=f"{desk}/cards", link="Look at the results")
        case "stale_pairing":
            return Step(task.sentence, href=f"{desk}/pairings", link="Look at the pairings")
        case "not_checked_in":
            return Step(
                task.sentence,
                "player.check_in_all",
                button="Check everybody in",
                href=f"{desk}/players",
                link="Check players in",
                look_first=True,
            )
        case "force_unchecked":
            return _look_at_forces(event, desk, task)
        case "force_missing" if event.rules.draft is not None and not event.drafts:
            return Step(task.sentence, href=f"{desk}/drafts", link="Hold the draft")
        case "force_missing" | "force_returned":
            return Step(task.sentence, href=f"{desk}/forces", link="Look at the forces")
        case "hand_missing" | "hand_too_large":
            return Step(task.sentence, href=f"{desk}/players", link="Look at the players")
        case "hand_unplayed":
            return Step(task.sentence, href=f"{desk}/cards", link="Look at the results")
        case "draw_scenarios":
            return Step(
                task.sentence,
                "scenarios.draw",
                button="Draw the scenarios",
                href=f"{desk}/pairings#scenarios",
                link="Choose them",
            )
        case "make_known":
            return Step(
                task.sentence,
                "scenarios.make_known",
                button="Make them known",
                href=f"{desk}/pairings#scenarios",
                link="Look at them",
            )
        case "pair" | "pair_anew" if _undecided(event):
            # Paired at once it would be refused; that page asks what becomes of those without a force.
            return Step(task.sentence, href=f"{desk}/pairings", link="Go to the pairings")
        case "pair":
            return Step(task.sentence, "round.pair", _as_before(event), task.sentence.rstrip("."), f"{desk}/pairings")
        case "bye_asked":
            return Step(task.sentence, href=f"{desk}/players/{task.players[0]}#byes", link="Answer")
        case "cut":
            href, link = f"{desk}/set-up#cut", "Another number"
            return Step(task.sentence, "cut.make", button="Make the cut", href=href, link=link)
        case "soft_missing":
            return Step(task.sentence, href=f"{desk}/scores", link="Enter the scores")
        case "advance":
            return Step(task.sentence, href=f"{desk}/set-up#cut", link="Say who goes on")
        case "finish":
            return Step(
                task.sentence,
                "event.finish",
                button="Finish the event",
                href=f"{desk}/awards",
                link="Look at the prizes",
                look_first=True,
            )
        case "reveal":
            award = prizes_to_reveal(event)[0].award
            return Step(task.sentence, "award.reveal", {"award": award}, "Reveal it", f"{desk}/awards", "All prizes")
        case "without_match":
            return Step(task.sentence, href=f"{desk}/pairings#seat", link="Seat them")
        case "pair_anew":
            return Step(
                task.sentence,
                "round.pair",
                _as_before(event),
                "Pair it again",
                f"{desk}/pairings",
                "Look at the pairings",
            )
        case "old_card_missing":
            return Step(task.sentence, href=f"{desk}/cards", link="Look at the results")
        case "open_draft" | "draft_waits":
            return Step(task.sentence, href=f"{desk}/drafts", link="Go to the draft")
        case "build_forces":
            return Step(task.sentence, href=f"{desk}/forces", link="Look at the forces")
        case "finished":
            return Step(task.sentence, href=f"{desk}/paper", link="Print the standings")
        case _:
            return Step(task.sentence, href=f"{desk}/journal", link="Look at the journal")


def _undecided(event: Event) -> bool:
    """Whether somebody is here without a force of whom the organiser has not said that they play all the same."""
    return any(not plays_without_force(event, one) for one in without_force(event))


def _as_before(event: Event) -> dict[str, str]:
    """Who has played without a force is paired without one again, and nobody asks twice."""
    return {"without_forces": "true"} if without_force(event) else {}


def _look_at_forces(event: Event, desk: str, task: Task) -> Step:
    legal = [one for one in map(event.player, task.players) if one.force and one.force.clear]
    look = f"{desk}/forces"
    if not legal:
        return Step(task.sentence, href=f"{look}/{task.players[0]}", link="Look at the first")
    what = "Accept the one without problems" if len(legal) == 1 else f"Accept the {len(legal)} without problems"
    return Step(task.sentence, "force.accept_legal", button=what, href=look, link="Look at the forces")
