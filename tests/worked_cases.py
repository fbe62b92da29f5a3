"""What is claimed of every game's worked cases."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from musterhall.battle.referee import Questions
from musterhall.problems import parse_toml


def titles(cases: Iterable[Path]) -> list[str]:
    return [parse_toml(path.read_text(encoding="utf-8"), path.name)["title"] for path in cases]


def unasked(questions: Questions, cases: Iterable[Path]) -> set[str]:
    """The questions that no case asks."""
    asked = set()
    for path in cases:
        said = parse_toml(path.read_text(encoding="utf-8"), path.name)["ask"]
        words = [said] if isinstance(said, str) else list(said)
        asked |= {questions.find(word, path.name).name for word in words if questions.knows(word)}
    return {question.name for question in questions} - asked
