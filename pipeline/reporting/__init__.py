"""Stage 8: an Audit becomes report.json, and from that alone report.html and the table on the terminal."""

from pipeline.reporting.document import Report, to_json
from pipeline.reporting.html import render
from pipeline.reporting.terminal import summary_table
from pipeline.reporting.writing import dumps, location, prepare, unwritable, whole, write

__all__ = [
    "Report",
    "dumps",
    "location",
    "prepare",
    "render",
    "summary_table",
    "to_json",
    "unwritable",
    "whole",
    "write",
]
