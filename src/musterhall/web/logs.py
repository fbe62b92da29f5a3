"""The server's log: one JSON object a line on standard error, and never a secret in it."""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Any

LEVELS = ("debug", "info", "warning", "error")
SECRETS = (
    (re.compile(r"/p/[^\s\"'?#,)]+"), "/p/..."),
    (re.compile(r"/join/[^\s\"'?#,)]+"), "/join/..."),
    (re.compile(r"muster_[\w-]{8,}"), "muster_..."),
    (re.compile(r"(?i)(bearer|authorization:?|cookie:?|muster=)\s*[\"']?[\w.=~+/-]{8,}"), r"\1 ..."),
    (re.compile(r"(?i)(password|secret|salt)([\"']?\s*[=:]\s*[\"']?)[^\s\"',}]+"), r"\1\2..."),
)
"""Links, tokens, cookies and passwords, should one ever come into a message. Anybody can put anything into an address,
so none of these may go over the same letters twice: what may run on to the end of the text begins with a fixed word."""
WORD = re.compile(r"[^\s\"']+")
LONGEST = 8_000
"""Letters of a message or a trace; the middle of a longer one is left out."""
LONGEST_ADDRESS = 200
"""Letters of an address that was asked for; ours have fewer than a hundred."""


def set_up(level: str = "info") -> None:
    """Let everything that is logged in this process go to standard error as JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
    # It logs whole addresses, and those of links are secrets; we write a line of our own for each request.
    logging.getLogger("uvicorn.access").disabled = True
    for name in ("alembic", "httpx", "httpcore", "multipart", "python_multipart", "sse_starlette", "asyncio"):
        logging.getLogger(name).setLevel(logging.WARNING)


class JsonLines(logging.Formatter):
    """A record as one line. A message that is an object itself becomes part of it."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
        }
        message = scrubbed(record.getMessage())
        line |= _object(message) or {"message": message}
        if record.exc_info:
            line["trace"] = scrubbed(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False, default=str)


def scrubbed(text: str) -> str:
    """A text without secrets, and not endless."""
    text = WORD.sub(_without_secret_address, text)
    for pattern, instead in SECRETS:
        text = pattern.sub(instead, text)
    # Not before: half a secret would not be known as one.
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} ... {text[-LONGEST // 2 :]}"


def shown_address(path: str) -> str:
    return path if len(path) <= LONGEST_ADDRESS else f"{path[:LONGEST_ADDRESS]}..."


def _without_secret_address(found: re.Match[str]) -> str:
    """A word without a hook's address, and without the password in that of a database."""
    word = found[0]
    before, colon, rest = word.partition("://")
    if not colon:
        return word
    if "/webhooks/" in rest.lower():
        return f"{before}{colon}..."
    signed_in, at, host = rest.rpartition("@")
    name, secret, _ = signed_in.partition(":")
    return f"{before}{colon}{name}:...@{host}" if at and secret else word


def _object(message: str) -> dict[str, Any] | None:
    if not message.startswith("{"):
        return None
    try:
        found = json.loads(message)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
