"""Agents that somebody wrote: `my_bot.py:Gunner` wherever a command takes an agent's name.

Only commands load them, because to load a file is to run it: nothing that comes by way of a browser gets here. What
goes wrong in such a file is told with its line, and an answer that the rules refuse with the question it was given to.
"""

from __future__ import annotations

import importlib.util
import inspect
import json
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from musterhall.battle.agents import Agent, MakesAgents, Trials
from musterhall.battle.decisions import Answer, Decision, Illegal
from musterhall.problems import BadInput, near_names

Result = TypeVar("Result")


def own_or_named(named: MakesAgents, name: str, seed: int, *, explain: bool = True) -> Agent:
    """A new agent: the game's own of this name, or the class that is written as FILE.py:CLASS."""
    file, colon, word = name.rpartition(":")
    if colon:
        return _own(name, Path(file), word, seed)
    if name.endswith(".py"):
        raise BadInput(f"agent {name!r}: names no class in this file; write {name}:{_an_agent_in(Path(name))}.")
    return named(name, seed, explain=explain)


class OwnAgent:
    """Somebody's agent, whose mistakes are told as sentences."""

    def __init__(self, name: str, file: Path, agent: Any) -> None:
        self.name = name
        self._file = file
        self._agent = agent
        self.why = ""

    def answer(self, decision: Decision, view: Any) -> Answer:
        return self._checked(decision, view, lambda: self._agent.answer(decision, view))

    def _checked(self, decision: Decision, view: Any, ask: Callable[[], Answer]) -> Answer:
        shown = view.fingerprint()
        with told_with_its_line(self._file):
            answer = ask()
            self.why = str(getattr(self._agent, "why", ""))
        if view.fingerprint() != shown:
            raise BadInput(f"agent {self.name} changed what it was shown; let it change a copy of its own.")
        asked = f"agent {self.name} was asked {decision.question()!r} and answered {_short(answer)}"
        try:
            json.dumps(answer, allow_nan=False)
        except (TypeError, ValueError):
            raise BadInput(f"{asked}, which is not plain data; give numbers, words, lists or tables of them.") from None
        try:
            decision.check(answer)
        except Illegal as refusal:
            raise BadInput(f"{asked}: {refusal}") from None
        return answer


class OwnSearcher(OwnAgent):
    """One that tries things out before it answers."""

    def answer_after_trials(self, decision: Decision, view: Any, trials: Trials) -> Answer:
        return self._checked(decision, view, lambda: self._agent.answer_after_trials(decision, view, trials))


@contextmanager
def told_with_its_line(file: Path) -> Iterator[None]:
    """Whatever goes wrong in this file ends in a sentence that names the line."""
    try:
        yield
    except SyntaxError as error:
        raise BadInput(f"{error.filename}, line {error.lineno}: {error.msg}; mend it and try again.") from error
    except Exception as error:
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise BadInput(f"{_line(error, file)}: {what}; mend it and try again.") from error


def _own(name: str, file: Path, word: str, seed: int) -> Agent:
    module = _loaded(file)
    made = getattr(module, word, None)
    if not inspect.isclass(made):
        known = _agents_in(module)
        listed = f"It has {', '.join(known)}." if known else "It has no class with a method `answer`."
        remedy = near_names(word, known, listed)
        raise BadInput(f"agent {name!r}: {file} has no class {word!r}. {remedy}")
    if not _answers(made):
        raise BadInput(f"agent {name!r}: {word} is no agent; give it a method `answer(self, decision, view)`.")
    with told_with_its_line(file):
        agent = _made(made, seed)
    looks_ahead = callable(getattr(agent, "answer_after_trials", None))
    return (OwnSearcher if looks_ahead else OwnAgent)(name, file, agent)


def _made(kind: Any, seed: int) -> Any:
    """A new agent, which is handed the seed if it takes one."""
    return kind(seed=seed) if "seed" in inspect.signature(kind).parameters else kind()


@cache
def _loaded(file: Path) -> ModuleType:
    """The file as a module. It finds what lies beside it, as a script does."""
    if not file.is_file():
        raise BadInput(f"agent file {file}: there is no such file; check the name and try again.")
    name = f"own_agents_{file.stem}"
    spec = importlib.util.spec_from_file_location(name, file.resolve())
    if spec is None or spec.loader is None:
        raise BadInput(f"agent file {file}: is no Python file; its name ends in .py.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(file.resolve().parent))
    with told_with_its_line(file):
        spec.loader.exec_module(module)
    return module


def _an_agent_in(file: Path) -> str:
    return next(iter(_agents_in(_loaded(file))), "CLASS")


def _agents_in(module: ModuleType) -> list[str]:
    """The agents that are written in the module, not those that it imports."""
    classes = inspect.getmembers(module, inspect.isclass)
    return [name for name, one in classes if one.__module__ == module.__name__ and _answers(one)]


def _answers(made: type) -> bool:
    return callable(getattr(made, "answer", None)) or callable(getattr(made, "answer_after_trials", None))


def _line(error: Exception, file: Path) -> str:
    """The last line of the file that the error went through; where there is none, the file."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if Path(frame.filename) == file.resolve()]
    return f"{file}, line {lines[-1]}" if lines else str(file)


def _short(answer: Answer) -> str:
    text = repr(answer)
    return text if len(text) <= 120 else f"{text[:120]}..."
