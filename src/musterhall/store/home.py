"""Musterhall's own folder, and files in it that are written whole or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from musterhall.problems import BadInput


def home_folder() -> Path:
    """Where Musterhall keeps what it was given: MUSTER_HOME, or the platform's place for such data."""
    if given := os.environ.get("MUSTER_HOME"):
        return Path(given).expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "musterhall"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "musterhall"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "musterhall"


def read_kept(path: Path) -> str:
    """The text of a file in Musterhall's folder."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadInput(f"{path}: is not UTF-8 text; save it as UTF-8 and try again.") from None
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror}); see to it and try again.") from None


def write_whole(path: Path, text: str) -> None:
    """Write a file so that whoever looks, even after a crash, finds the old one or the new one."""
    import tempfile

    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    sync_folder(path.parent)


def reading(path: Path) -> str:
    """How SQLite opens a file that is only read. On a disk that takes nothing it cannot even make the files that it
    keeps beside one, and needs none unless there is a log whose entries are not in the database yet."""
    log = path.with_name(f"{path.name}-wal")
    alone = not os.access(path.absolute().parent, os.W_OK) and not (log.exists() and log.stat().st_size)
    return f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' if alone else ''}"


def keep_private(path: Path) -> None:
    """Let nobody but its owner read a file. One that is somebody else's is theirs to guard."""
    if os.name == "posix":
        with suppress(OSError):
            path.chmod(0o600)


def create_private(path: Path) -> None:
    """An empty file that nobody but its owner can ever have opened, where there is none yet."""
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def sync_file(path: Path) -> None:
    """Bring a finished file to the disk."""
    handle = os.open(path, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_folder(folder: Path) -> None:
    """Bring a rename to the disk; not every platform lets a folder be opened."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Two writers of a file wait for each other, where the platform has such locks."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with (path.parent / f".{path.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
