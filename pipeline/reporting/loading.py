"""A report.json that is whole, as the schema that comes with Muster tells."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

from pipeline.errors import UsageError
from pipeline.reporting.document import Report

_REMEDY = "Give a report.json that `muster audit` wrote."


def load(file: Path) -> Report:
    """The report in a file.

    Raises:
        UsageError: it is none.
    """
    from jsonschema import Draft202012Validator

    schema = json.loads((files("pipeline.reporting") / "report.schema.json").read_text(encoding="utf-8"))
    try:
        report: Report = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}.", remedy=_REMEDY) from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{file} is not a report of Muster's: no JSON.", remedy=_REMEDY) from error
    validator = Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)
    fault = next(validator.iter_errors(report), None)
    if fault:
        raise UsageError(f"{file} is not a report of Muster's: {fault.message[:200]}.", remedy=_REMEDY)
    return report
