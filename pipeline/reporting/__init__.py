"""Stage 8: an Audit becomes report.json, and from that alone the page, the letter and the tables."""

from pipeline.reporting.comparison import comparison_text, in_short
from pipeline.reporting.decided import as_decided
from pipeline.reporting.document import Report, to_json
from pipeline.reporting.html import render
from pipeline.reporting.letter import DEFAULT_FORM, Form, form
from pipeline.reporting.loading import load
from pipeline.reporting.overview import inbox_page, overview
from pipeline.reporting.spreadsheet import defused
from pipeline.reporting.terminal import summary_table
from pipeline.reporting.writing import (
    MARKED,
    REPORT,
    decided,
    dumps,
    location,
    prepare,
    rewrite,
    unwritable,
    withdraw,
    write,
    write_comparison,
)
from pipeline.wholefile import whole

__all__ = [
    "DEFAULT_FORM",
    "MARKED",
    "REPORT",
    "Form",
    "Report",
    "as_decided",
    "comparison_text",
    "decided",
    "defused",
    "dumps",
    "form",
    "in_short",
    "inbox_page",
    "load",
    "location",
    "overview",
    "prepare",
    "render",
    "rewrite",
    "summary_table",
    "to_json",
    "unwritable",
    "whole",
    "withdraw",
    "write",
    "write_comparison",
]
