"""What every test of paper needs: the text of a PDF."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable

import pytest


@pytest.fixture(scope="session")
def text_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[bytes], str]:
    """The text of a PDF, every run of blanks as one."""
    if shutil.which("pdftotext") is None:
        pytest.skip("no pdftotext: install poppler-utils")
    path = tmp_path_factory.mktemp("pdf") / "paper.pdf"

    def read(pdf: bytes) -> str:
        path.write_bytes(pdf)
        done = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, check=True)
        return " ".join(done.stdout.decode().split())

    return read
