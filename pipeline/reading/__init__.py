"""Reading: from one member of a packet to its pages of lines with boxes, tables and problems."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.reading.parts import Options, Part, gathered
from pipeline.records import Document, Kind, Member

__all__ = ["Options", "Part", "gathered", "parts", "read"]


def read(member: Member, options: Options | None = None) -> Document:
    """Read one member in this process.

    What cannot be read becomes a `Problem` of the document, and a page of `PageText.UNREADABLE` where there is a page;
    a member that is unreadable by its kind has no pages, and intake has told of it. Nothing is raised for bad content.
    """
    return gathered(member, parts(member, options or Options()))


def parts(member: Member, options: Options, *, first: int = 1, ahead: bool = True) -> Iterator[Part]:
    """Read one member step by step, from its page `first` on.

    Args:
        ahead: pages may be begun before those in front of them are done; without, what fails is the page not yet given.
    """
    if member.kind is Kind.PDF:
        from pipeline.reading.pdf import pdf_parts

        yield from pdf_parts(member, options, first=first, ahead=ahead)
    elif member.kind is Kind.IMAGE:
        from pipeline.reading.image import image_parts

        yield from image_parts(member, options, first=first)
    elif member.kind is Kind.WORD:
        from pipeline.reading.office import docx_parts

        yield from docx_parts(member, first=first)
    elif member.kind is not Kind.UNREADABLE:
        from pipeline.reading.plain import text_parts

        yield from text_parts(member, first=first)
