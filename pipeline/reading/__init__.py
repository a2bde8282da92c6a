"""Reading: from one member of a packet to its pages of lines with boxes, tables and problems."""

from __future__ import annotations

from pipeline.records import Document, Kind, Member


def read(member: Member, *, ocr: bool = True) -> Document:
    """Read one member.

    What cannot be read becomes a `Problem` of the document, and a page of `PageText.UNREADABLE` where there is a page;
    a member that is unreadable by its kind has no pages, and intake has told of it. Nothing is raised for bad content.
    """
    if member.kind is Kind.PDF:
        from pipeline.reading.pdf import pdf_document

        return pdf_document(member, with_ocr=ocr)
    if member.kind is Kind.IMAGE:
        from pipeline.reading.image import image_document

        return image_document(member, with_ocr=ocr)
    if member.kind is Kind.UNREADABLE:
        return Document(member.name, member.sha256, ())
    from pipeline.reading.plain import text_document

    return text_document(member)
