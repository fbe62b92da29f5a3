"""What is answered to requests about battles, where it is always of the same form."""

from __future__ import annotations

from pydantic import BaseModel, Field


class Begun(BaseModel):
    """The tokens of seats, by their side: "0" is red's, "1" is blue's, "01" that of two people at one screen."""

    battle: str
    seats: dict[str, str]


class Written(BaseModel):
    """On the disk: the number of the battle's last entry, and how many answers stand."""

    version: int
    answers: int


class AtFault(BaseModel):
    """A piece on which an answer fails, and why."""

    piece: int
    words: str
    section: str


class Judged(BaseModel):
    """Whether an answer would be taken, and in which words; or why not, by which section, and who is at fault."""

    legal: bool
    words: str
    section: str
    faults: list[AtFault] = Field(default_factory=list)


class Line(BaseModel):
    """Of the log."""

    turn: int
    text: str
    section: str
    detail: list[str] = Field(default_factory=list)


class Hinted(BaseModel):
    """What a bot would answer; `places` are pieces with where they would stand, `lines` are drawn on the table."""

    answer: object
    words: str
    why: str
    by: str
    places: list[list[float]]
    lines: list[list[list[float]]]


class Link(BaseModel):
    """The path of a seat's link; its last part is the seat's token."""

    link: str


class Removed(BaseModel):
    """The names of the battles that were removed."""

    removed: list[str]
