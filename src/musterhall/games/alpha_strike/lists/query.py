"""The query of a link: fields with their values, as browsers write them."""

from __future__ import annotations

import re
from collections.abc import Mapping

_PLAIN = re.compile(r"[A-Za-z0-9_.~;:,|-]")


def read_query(text: str) -> dict[str, str]:
    """gs=as&name=First%20company; of a field that is there twice the last one holds."""
    pairs = (part.partition("=") for part in text.partition("#")[0].split("&") if part)
    return {_unquoted(name): _unquoted(value) for name, _, value in pairs}


def write_query(fields: Mapping[str, object]) -> str:
    return "&".join(f"{name}={_quoted(str(value))}" for name, value in fields.items())


def _quoted(text: str) -> str:
    return "".join(sign if _PLAIN.fullmatch(sign) else _percent(sign) for sign in text)


def _percent(sign: str) -> str:
    return "".join(f"%{byte:02X}" for byte in sign.encode("utf-8", "replace"))


def _unquoted(text: str) -> str:
    def letters(found: re.Match[str]) -> str:
        return bytes.fromhex(found[0].replace("%", "")).decode("utf-8", "replace")

    return re.sub(r"(?:%[0-9A-Fa-f]{2})+", letters, text.replace("+", " "))
