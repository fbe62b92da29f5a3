"""What to do next at the desk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from musterhall.events.event import Event
from musterhall.events.tasks import Task


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


def steps(event: Event, event_id: str, tasks: Sequence[Task]) -> list[Step]:
    """The tasks of an event as steps, the most pressing first."""
    desk = f"/e/{event_id}/desk"
    found = [step for task in tasks if (step := _step(event, desk, task)) is not None]
    if not event.players and not event.finished:
        nobody = Step("Nobody is registered yet.", href=f"{desk}/players", link="Add players")
        return [nobody, *(step for step in found if step.action != "round.pair")]
    return found


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
            return Step(task.sentence, href=f"{desk}/cards", link="Look at the cards")
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
            return Step(task.sentence, href=f"{desk}/cards", link="Look at the cards")
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
        case "pair" | "pair_anew" if _somebody_lacks_a_force(event):
            # Paired at once it would be refused; that page asks what becomes of those without a force.
            return Step(task.sentence, href=f"{desk}/pairings", link="Go to the pairings")
        case "pair":
            return Step(task.sentence, "round.pair", button=task.sentence.rstrip("."), href=f"{desk}/pairings")
        case "finish":
            return Step(
                task.sentence,
                "event.finish",
                button="Finish the event",
                href=f"{desk}/awards",
                link="Look at the prizes",
                look_first=True,
            )
        case "without_match":
            return Step(task.sentence, href=f"{desk}/pairings#seat", link="Seat them")
        case "pair_anew":
            return Step(
                task.sentence, "round.pair", button="Pair it anew", href=f"{desk}/pairings", link="Look at the pairings"
            )
        case "old_card_missing":
            return Step(task.sentence, href=f"{desk}/cards", link="Look at the cards")
        case "open_draft" | "draft_waits":
            return Step(task.sentence, href=f"{desk}/drafts", link="Go to the draft")
        case "build_forces":
            return Step(task.sentence, href=f"{desk}/forces", link="Look at the forces")
        case "finished":
            return Step(task.sentence, href=f"{desk}/paper", link="Print the standings")
        case _:
            return Step(task.sentence, href=f"{desk}/journal", link="Look at the journal")


def _somebody_lacks_a_force(event: Event) -> bool:
    """Whether somebody is here who cannot be paired for want of a force."""
    return event.rules.registration.force_needed and any(one.roster is None for one in event.present())


def _look_at_forces(event: Event, desk: str, task: Task) -> Step:
    legal = [one for one in map(event.player, task.players) if one.force and one.force.clear]
    look = f"{desk}/forces"
    if not legal:
        return Step(task.sentence, href=f"{look}/{task.players[0]}", link="Look at the first")
    what = "Accept the one without problems" if len(legal) == 1 else f"Accept the {len(legal)} without problems"
    return Step(task.sentence, "force.accept_legal", button=what, href=look, link="Look at the forces")
