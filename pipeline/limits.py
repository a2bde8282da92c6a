"""The only place for numbers that bound what Muster takes on; what goes beyond is told as a `Problem`."""

from __future__ import annotations

from dataclasses import dataclass

MAX_FILE_BYTES = 300_000_000
"""Of one submitted file; larger ones are named and left unread."""
MAX_PACKET_BYTES = 1_000_000_000
"""Of all files of one packet together, unpacked."""
MAX_MEMBERS = 500
"""Files in one packet, those within other files counted."""
MAX_NESTING = 5
"""Files within files within files."""
MAX_FOLDERS = 50
"""Folders within folders within folders."""
MAX_NAME = 120
"""Characters of one part of a name."""

MAX_PAGES = 2_000
"""Pages read of one document."""
MAX_CHARACTERS = 60_000
"""Characters read of one page; a page of close print has about 6,000."""
MAX_PATHS = 20_000
"""Drawn objects looked at on one page, in the search for rules and boxes."""
MAX_RULES = 1_500
"""Rules on a page beyond which it is a drawing and not a table."""
MAX_TEXT = 1_000_000
"""Characters read of a plain text or of a message."""

SEEN_PIXELS = 8_000_000
"""Of a page as it is rendered to see which words show; above it the scale is lowered."""

OCR_DPI = 200
"""Dots per inch at which a page without text is rendered."""
OCR_PIXELS = 40_000_000
"""Of one rendered page; above it the scale is lowered."""
OCR_THREADS = 2
"""Pages of one document in the OCR engine at once."""
OCR_SECONDS = 60
"""For one page in the OCR engine."""
OCR_CONFIDENCE = 0.45
"""Mean confidence of a page's words below which the page counts as unreadable."""
PICTURE_DPI = 110
"""Dots per inch of the pictures that show evidence."""
SHEET_DPI = 120
"""Dots per inch of a whole page as the review in a browser shows it."""
SHEET_PIXELS = 4_000_000
"""Of such a page; above it the scale is lowered."""
PICTURE_BYTES = 3_000_000
"""Of all pictures of one report: with them it can still be sent by mail."""
MIN_TEXT_SIZE = 1.0
"""Points; smaller text is not meant to be seen."""

UPLOAD_BYTES = 300_000_000
"""Of all files together that are handed in on the page at once."""
FORM_BYTES = 100_000
"""Of any other form on the page."""
SHEET_SECONDS = 30
"""For drawing one page, or opening one file, while a person waits for it."""

PACKET_SECONDS = 600
"""For one packet of a batch, by the clock on the wall."""
MAX_PACKET_SECONDS = 1_000_000
"""To which it can be set."""
PACKET_MEMORY = 4_000
"""Megabytes of address space of the process that audits one packet of a batch; an ordinary one takes a tenth of it."""
WORKER_MEMORY = 600_000_000
"""Bytes of memory above which that process is replaced before the next packet; after hundreds of packets it has 250 MB."""
LEASE_SECONDS = 15
"""For which a packet is claimed by a run of a batch, and from which it renews the claim in good time."""
INDEX_ROWS = 5_000
"""Packets shown in the page over a batch, the worst first; a browser is slow to sort more. The table has them all."""

MAX_PART = 100_000_000
"""Bytes of one message from the contained process; a page of `MAX_CHARACTERS` words of one letter has about 9 million."""
MAX_ANSWER = 1_000_000_000
"""Bytes of all messages that answer one request, such as `MAX_PAGES` pages; of close print these are some 200 million."""
MAX_PARTS = 10_000
"""Messages that answer one request: more than a file has pages, files within it, or places to be drawn."""
LOST_PAGES = 3
"""Pages of one file that may fail, each twice, before the rest of the file is left unread."""


@dataclass(frozen=True)
class Limits:
    """What the contained process may use that reads the files of a packet; each can be set on the command line."""

    seconds: int = 120
    """By the clock, for one page, or for opening one file."""
    file_seconds: int = 3600
    """By the clock, for one file."""
    cpu_seconds: int = 300
    """Of the processor, for one page; for each run of the OCR engine too."""
    memory: int = 2000
    """Megabytes of address space, for the process and for each run of the OCR engine."""
    written: int = 300
    """Megabytes of one file that it takes out of another."""
    open_files: int = 128
    """At one time."""
