"""Benchmark of the force check: two thousand Alpha Strike forces, next to only reading their files as TOML."""

from __future__ import annotations

import tempfile
import time
import tomllib
from pathlib import Path

from musterhall.games.alpha_strike.force.check import check_force
from musterhall.games.alpha_strike.force.forces import read_force, shipped_force_text, shipped_forces
from musterhall.games.alpha_strike.units.library import starter_library
from musterhall.packs.model import load_pack

NUMBER = 2_000
AT_A_TIME = 100
"""So many files are read as TOML and then checked, by turns, so that whatever else the machine does slows down both."""


def batch(number: int = NUMBER) -> tuple[float, float, float]:
    """Seconds to read so many force files as TOML, to read and check them, and for one check of a 16-unit force."""
    texts = [text for name in shipped_forces() if 'pack = "herocon-2025"' in (text := shipped_force_text(name))]
    library, pack = starter_library(), load_pack("herocon-2025")
    for text in texts:
        report = check_force(read_force(text, "force", library), pack, library)
        assert not report.problems, "the shipped forces are legal"
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"force-{at}.toml" for at in range(number)]
        for at, file in enumerate(files):
            file.write_text(texts[at % len(texts)], encoding="utf-8")
        read = checked = 0.0
        for first in range(0, number, AT_A_TIME):
            turn = files[first : first + AT_A_TIME]
            start = time.process_time()
            for file in turn:
                tomllib.loads(file.read_text(encoding="utf-8"))
            middle = time.process_time()
            for file in turn:
                check_force(read_force(file.read_text(encoding="utf-8"), file.name, library), pack, library)
            read += middle - start
            checked += time.process_time() - middle
    force = read_force(texts[0], "force", library)
    once = time.process_time()
    check_force(force, pack, library)
    return read, checked, time.process_time() - once
