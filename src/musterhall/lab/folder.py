"""The folder of one study: its file, what it rests on, and all that was fought, on the disk before it counts."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any, BinaryIO

from musterhall.lab.fighting import Done
from musterhall.lab.findings import LeftOut
from musterhall.lab.plan import Plan
from musterhall.lab.versions import Versions
from musterhall.problems import BadInput
from musterhall.store.home import home_folder, read_kept, sync_folder, write_whole

STUDY, ABOUT, BATCHES = "study.toml", "about.json", "batches.jsonl"
COMPARES, PRICES = "compares", "prices"
"""The kinds of studies: one that compares arms, and one that finds prices."""


@dataclass(frozen=True, slots=True)
class About:
    """What the results in a folder rest on."""

    name: str
    question: str
    game: str
    digest: str
    """Of the plan: the study with all forces, variants and tables."""
    versions: Versions
    beside: str
    """The folder in which the study's own files lie; empty where it names none."""
    most: int = 0
    """How many battles there are if nothing ends it early."""
    kind: str = COMPARES

    def as_data(self) -> dict[str, Any]:
        return asdict(self)


def studies_folder() -> Path:
    """Where studies are kept unless somebody names another place."""
    return home_folder() / "studies"


def prices_folder() -> Path:
    """The same for studies of prices."""
    return home_folder() / "prices"


def folder_name(name: str, digest: str) -> str:
    """The name of the study's file, and a part of its digest, so that another study gets another folder."""
    plain = re.sub(r"[^a-z0-9]+", "-", Path(name).stem.lower()).strip("-")[:40] or "study"
    return f"{plain}-{digest[:8]}"


class StudyFolder:
    """What is kept of one study."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def there(self) -> bool:
        return (self.path / ABOUT).is_file()

    def begin(self, text: str, about: About) -> None:
        """Write down what will be fought; the batches come after it."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            write_whole(self.path / STUDY, text)
            write_whole(self.path / ABOUT, json.dumps(about.as_data(), indent=2, ensure_ascii=False) + "\n")
        except OSError as error:
            raise BadInput(f"{self.path}: cannot be written ({error.strerror}); choose another place.") from None

    def clear(self) -> None:
        """Forget what was fought, and what was made of it."""
        for file in self.path.iterdir():
            if file.is_file():
                file.unlink()

    def text(self) -> str:
        return read_kept(self.path / STUDY)

    def file_hash(self) -> str:
        return sha256(self.text().encode()).hexdigest()

    def about(self) -> About:
        if not self.there:
            raise BadInput(f"{self.path}: holds no study; check the name.")
        try:
            data = json.loads(read_kept(self.path / ABOUT))
            return About(**{**data, "versions": Versions(**data["versions"])})
        except (ValueError, TypeError, KeyError):
            raise BadInput(f"{self.path / ABOUT}: is damaged; take it from a backup, or run the study anew.") from None

    # Batches

    def batches(self) -> dict[str, Done | LeftOut]:
        """Everything that was fought, by key. A last line that breaks off was never counted, and is cut off."""
        found: dict[str, Done | LeftOut] = {}
        file = self.path / BATCHES
        if not file.exists():
            return found
        lines = file.read_bytes().split(b"\n")
        for number, line in enumerate(lines[:-1], 1):
            data = _checked(line)
            if data is None:
                raise BadInput(f"{file}, line {number}: is damaged; take the file from a backup, or run it anew.")
            found[data["key"]] = _batch(data)
        return found

    def battles(self) -> int:
        """How many battles were fought, with those of its stages where it has any."""
        own = sum(len(one.rows) for one in self.batches().values() if isinstance(one, Done))
        return own + sum(stage.battles() for stage in studies_in(self.path))

    @contextmanager
    def writing(self) -> Iterator[BatchWriter]:
        """Let one process at a time add batches."""
        with (self.path / ".running").open("w") as lock:
            _lock(lock.fileno(), self.path)
            with (self.path / BATCHES).open("ab+") as file:
                _cut_broken_end(file)
                sync_folder(self.path)
                yield BatchWriter(file)


class BatchWriter:
    """Adds batches to a folder; whoever was told of one finds it on the disk."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def keep(self, batch: Done | LeftOut) -> None:
        data = batch.as_data() if isinstance(batch, Done) else {"key": batch.key, "left_out": batch.why}
        self._file.write(_line(data))
        self._file.flush()
        os.fsync(self._file.fileno())


def studies_in(folder: Path) -> list[StudyFolder]:
    """The studies that are kept in a folder, by name."""
    found = [StudyFolder(one) for one in folder.iterdir()] if folder.is_dir() else []
    return sorted((one for one in found if one.there), key=lambda one: one.path.name)


def kept_studies() -> list[StudyFolder]:
    """All studies that are kept here, those of prices last."""
    return [*studies_in(studies_folder()), *studies_in(prices_folder())]


def require_same_plan(about: About, plan: Plan, where: Path) -> None:
    if about.digest != plan.digest:
        raise BadInput(
            f"{where}: its study file, forces, tables or units have changed since it was begun; run the study anew."
        )


def _batch(data: dict[str, Any]) -> Done | LeftOut:
    return LeftOut(data["key"], data["left_out"]) if "left_out" in data else Done.of(data)


def _line(data: Mapping[str, Any]) -> bytes:
    body = json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode()
    return blake2b(body, digest_size=8).hexdigest().encode() + b" " + body + b"\n"


def _checked(line: bytes) -> dict[str, Any] | None:
    check, _, body = line.partition(b" ")
    if blake2b(body, digest_size=8).hexdigest().encode() != check:
        return None
    data: dict[str, Any] = json.loads(body)
    return data


def _cut_broken_end(file: BinaryIO) -> None:
    """What a killed writer began and did not end was acknowledged to nobody."""
    file.seek(0)
    content = file.read()
    whole = content.rfind(b"\n") + 1
    if whole != len(content):
        file.truncate(whole)
    file.seek(whole)


def _lock(handle: int, path: Path) -> None:
    try:
        import fcntl
    except ImportError:  # a platform without such locks
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise BadInput(f"{path}: is being run by another process; wait for it, or end it first.") from None
