"""`import musterhall` as a library: every name it promises does what it says, and importing it costs nothing."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import musterhall
from musterhall import library
from musterhall.packs.force_files import shipped_forces

small = partial(musterhall.set_up, red="humanxx-500", blue="orc-hegemony-500")
QUESTION = """
ask = { rally = "company" }
dice = [7]

[[formation]]
name = "company"
side = "red"
tokens = 2
units = [{ type = "infantry", com = 7, count = 3, place = [50, 50] }]
"""


def fought(seed: int = 3) -> tuple[musterhall.NewBattle, musterhall.Battle[Any]]:
    setup = small("the-game", seed=seed)
    return setup, setup.fight([musterhall.RandomAgent(seed), musterhall.RandomAgent(seed + 1)])


def test_importing_it_loads_nothing_that_takes_time() -> None:
    script = "import sys, musterhall; print(*sorted(name for name in sys.modules if name.split('.')[0] in HEAVY))"
    heavy = "HEAVY = {'numpy', 'numba', 'pydantic', 'shapely', 'fastapi', 'typer'}\n"
    done = subprocess.run([sys.executable, "-c", heavy + script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
    script = "import sys, musterhall; print(*(name for name in sys.modules if name.startswith('musterhall.')))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_every_name_of_the_library_is_there_and_no_other() -> None:
    assert all(getattr(musterhall, name) is getattr(library, name) for name in musterhall.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'frobnicate'"):
        musterhall.frobnicate  # noqa: B018


def test_its_types_are_told_to_type_checkers() -> None:
    assert (Path(musterhall.__file__).parent / "py.typed").exists()


def test_a_battle_is_answered_decision_by_decision() -> None:
    battle = small("the_game", seed=1).battle()
    decision = battle.asked()
    assert decision.question().endswith(("?", "."))
    with pytest.raises(musterhall.Illegal):
        battle.answer("anything")
    answer = next(iter(decision.options()))
    twin = battle.fork()
    battle.answer(answer, decision.player)
    twin.answer(answer, decision.player)
    assert twin.position.fingerprint() == battle.position.fingerprint()
    player = battle.asked().player
    assert battle.trial(player, 1).asked(player).as_data() == battle.asked(player).as_data()


def test_the_log_has_typed_lines_and_the_outcome_says_who_won() -> None:
    _, battle = fought()
    line = next(one for one in battle.log if one.kind == "phase" and "turn" in one.data)
    assert (line.text, line.section, line.data) == ("Turn 1", "1.2", {"turn": 1})
    end = musterhall.outcome(battle)
    assert end.over
    assert end.winner in (0, 1, None)
    assert end.sentence == musterhall.outcome(fought()[1]).sentence
    assert len(end.figures["sides"]) == 2
    begun = musterhall.outcome(small("the_game").battle())
    assert not begun.over
    assert begun.winner is None


def test_a_battle_is_written_read_and_fought_again(tmp_path: Path) -> None:
    setup, battle = fought()
    musterhall.write_journal(tmp_path / "one.journal", setup, battle, ("random", "random"))
    setup.fight([musterhall.RandomAgent(3), musterhall.RandomAgent(4)], tmp_path / "other.journal")
    for name in ("one", "other"):
        journal = musterhall.read_journal(tmp_path / f"{name}.journal")
        assert journal.whole
        assert musterhall.replay(journal).activations == battle.activations


def test_a_battle_that_goes_on_is_written_as_far_as_it_went(tmp_path: Path) -> None:
    setup = small("the_game")
    musterhall.write_journal(tmp_path / "begun.journal", setup, setup.battle())
    assert not musterhall.read_journal(tmp_path / "begun.journal", partial=True).whole


def test_agents_that_come_with_the_game_play_by_name() -> None:
    setup = small("the_game", seed=2, table="crossroads", variants={"commander_reroll": "own_formation"})
    battle = setup.battle(recording=False)
    musterhall.play(battle, [musterhall.agent("the_game", "drill"), musterhall.agent("the_game", "random", 5)])
    assert battle.over
    assert battle.log == []


def test_the_referee_answers_text_files_and_data(tmp_path: Path) -> None:
    (tmp_path / "rally.toml").write_text(QUESTION, encoding="utf-8")
    rulings = [musterhall.ask(QUESTION), musterhall.ask(tmp_path / "rally.toml")]
    assert [ruling.result["total"] for ruling in rulings] == [14, 14]
    assert rulings[0].sections
    card = {"game": "alpha_strike", "ask": "nothing there is"}
    with pytest.raises(musterhall.BadInput, match="the referee has no question"):
        musterhall.ask(card)


def test_a_force_of_any_game_is_checked_with_all_its_problems() -> None:
    assert musterhall.check_force("humanxx-1000").legal
    assert musterhall.check_force("humanxx-1000", pack="meeting-engagement").legal
    assert musterhall.check_force("combine-wall", pack="herocon-2025").legal
    rows = [{"name": "Guns", "entry": "Mortar Batery"}, {"name": "Guns", "entry": "Infantry company"}]
    data = {"game": "the_game", "name": "x", "army": "HumanXX", "points": 10, "initiative": 2, "formation": rows}
    found = musterhall.check_force(data)
    assert not found.legal
    assert len(found.problems) > 2


def test_a_force_is_checked_by_the_event_that_it_names_and_read_from_a_path_in_words(tmp_path: Path) -> None:
    text = shipped_forces()["combine-wall"].forces.shipped_text("combine-wall")
    lines = [line for line in text.splitlines() if not line.startswith("faction")]
    file = tmp_path / "no-faction.toml"
    file.write_text("\n".join(lines), encoding="utf-8")
    assert not musterhall.check_force(str(file)).legal
    file.write_text("\n".join(line for line in text.splitlines() if not line.startswith("pack")), encoding="utf-8")
    with pytest.raises(musterhall.BadInput, match="only an event can say"):
        musterhall.check_force(file)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: musterhall.set_up("chess"), "choose from the-game"),
        (lambda: musterhall.set_up("the_game", red="humanxx-100"), "Perhaps humanxx-1000"),
        (lambda: musterhall.set_up("the_game", red=Path("nowhere.toml")), "nowhere.toml: cannot be read"),
        (lambda: musterhall.set_up("the_game", table="crossroad"), "Perhaps crossroads is meant"),
        (lambda: musterhall.agent("the_game", "captian"), "did you mean captain?"),
        (lambda: musterhall.ask({"game": "chess"}), "choose from the-game, alpha-strike"),
        (lambda: musterhall.check_force("nobody-9"), "no shipped force of this name"),
        (lambda: musterhall.read_journal("nowhere.journal"), "check the name"),
    ],
)
def test_what_cannot_be_used_is_told_in_a_sentence(call: object, said: str) -> None:
    assert callable(call)
    with pytest.raises(musterhall.BadInput, match=said.replace("?", r"\?")):
        call()


def test_no_module_takes_the_name_of_something_in_the_library() -> None:
    """A module that is imported anywhere would stand in its place."""
    modules = {module.name for module in pkgutil.iter_modules(musterhall.__path__)}
    assert not modules & set(musterhall.__all__)
