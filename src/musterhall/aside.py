"""Work that a process of its own does aside: silent, at the lowest priority, and no longer than whoever began it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time

LOWEST_PRIORITY = 19


def start_aside(module: str, *words: str) -> subprocess.Popen[bytes]:
    """Run a module of ours, which is to say `stay_aside()` first.

    In a session of its own, because Ctrl-C at the terminal is meant for whoever started it.
    """
    nowhere = subprocess.DEVNULL
    command = [sys.executable, "-m", module, *words]
    return subprocess.Popen(command, stdin=nowhere, stdout=nowhere, stderr=nowhere, start_new_session=True)


def stay_aside() -> None:
    """Be in nobody's way, and end when the one that started this process is gone: nobody needs it any more."""
    if hasattr(os, "nice"):
        os.nice(LOWEST_PRIORITY)
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
