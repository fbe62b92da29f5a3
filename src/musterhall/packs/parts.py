"""Names, figures and lines as the tables of a pack write them."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, PlainSerializer

from musterhall.game.terms import PackModel, Setting

Key = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$", max_length=40)]
"""What a pack calls something by."""


class ConditionalLine(PackModel):
    """Something that is told only where the pack reads these open questions so."""

    says: str = Field(min_length=1)
    readings: dict[str, Setting] = Field(min_length=1)


def _exact(value: Any) -> Fraction:
    """A figure as it is written: 400, 0.5 and "1/3" are all exact."""
    if isinstance(value, bool) or not isinstance(value, int | float | str | Fraction):
        raise ValueError(f'{value!r} is no figure; write 400, 0.5 or "1/3"')
    try:
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        raise ValueError(f'{value!r} is no figure; write 400, 0.5 or "1/3"') from None


def written(value: Fraction) -> int | str:
    """A figure as a pack has it: 400, or "1/2"."""
    return value.numerator if value.denominator == 1 else str(value)


Exact = Annotated[Fraction, BeforeValidator(_exact), PlainSerializer(written)]
"""Points are never rounded unless a rule says so."""
