"""What a battle leaves behind: its journal and the page that plays it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, TextIO

from musterhall.cli.shell import make_folder, write_file

if TYPE_CHECKING:
    from musterhall.battle.journal import Header, JournalWriter
    from musterhall.board import Replay
    from musterhall.game.battles import Battles


@contextmanager
def opened_for_writing(path: Path) -> Iterator[TextIO]:
    make_folder(path)
    try:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            yield file
    except OSError as error:
        # A disk that fills up while a line is written does not say which file it was.
        error.filename = error.filename or str(path)
        raise


def journal_writer(file: TextIO, header: Header, battles: Battles) -> JournalWriter:
    from musterhall.battle.journal import JournalWriter

    def sync() -> None:
        # A pipe or a device has no disk behind it.
        if S_ISREG(os.fstat(file.fileno()).st_mode):
            os.fsync(file.fileno())

    return JournalWriter(file, header, battles.place, sync)


def write_page(path: Path, replay: Replay) -> None:
    from musterhall.web.replay_page import replay_page

    write_file(path, replay_page(replay.as_data()))
