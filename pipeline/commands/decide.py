"""`muster decide`: a person's decision on a finding, from the command line."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from pipeline.commands.render import made_anew
from pipeline.commands.today import DAY, TODAY_OPTION, as_date
from pipeline.errors import UsageError
from pipeline.options import EXISTING, LETTER_TEMPLATE_OPTION, LETTERHEAD_OPTION

if TYPE_CHECKING:
    from pipeline.decisions import Seen, Subject

KINDS = ("overrule", "confirm", "add", "waive", "withdraw")


@click.command()
@click.argument("report", type=EXISTING, metavar="REPORT")
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("finding", required=False)
@click.option("--who", required=True, envvar="MUSTER_REVIEWER", help="Your name.")
@click.option("--reason", required=True, help="Why: for the record, and never in the letter.")
@click.option("--status", default="", help="overrule, add: what the finding is, as in `missing`.")
@click.option("--missing", multiple=True, metavar="ELEMENT", help="overrule to partial: what lacks; may be repeated.")
@click.option(
    "--seen", multiple=True, metavar="FILE:PAGE[:QUOTE]", help="Where you saw it, as in `plan.pdf:2`; may be repeated."
)
@click.option("--expires", type=DAY, callback=as_date, metavar="YYYY-MM-DD", help="The last day on which it holds.")
@click.option("--title", default="", help="add: what it is about.")
@click.option("--cite", default="", help="add: the law.")
@click.option("--ask", default="", help="add: what to ask the applicant for, one sentence.")
@click.option("--due", type=click.Choice(["filing", "issuance"]), help="add: when it falls due.  [default: filing]")
@LETTER_TEMPLATE_OPTION
@LETTERHEAD_OPTION
@TODAY_OPTION
def decide(
    report: Path,
    kind: str,
    finding: str | None,
    *,
    seen: tuple[str, ...],
    due: Literal["filing", "issuance"] | None,
    letter_template: Path | None,
    letterhead: Path | None,
    today: date,
    **given: Any,
) -> None:
    """Record a decision on a finding of a report, and write the page, the letter and the table anew.

    REPORT is a report.json, or the folder that holds it. FINDING is `item-` or `check-` with an id that
    `muster checklist show` lists, as in `item-c12`; or `own-1` for a finding that was added. The decision goes to
    decisions.yaml beside the report: nothing there is ever changed, a later decision on the same finding counts.
    """
    from pipeline import decisions, reporting

    file = report / "report.json" if report.is_dir() else report
    form = reporting.form(letter_template, letterhead)
    read = reporting.load(file)
    subject = _subject(finding, kind)
    made = decisions.Decision(
        kind=decisions.Kind(kind),
        subject=subject,
        day=today,
        seen=tuple(_seen(text) for text in seen),
        due=due or "",
        fingerprint=_fingerprint(read, subject),
        **given,
    )
    made = decisions.record(file.parent, read, made)
    with decisions.alone(file.parent):
        page = made_anew(file, file.parent, form, today)
    click.echo(f"Decision {made.number} on {made.subject} is on record.")
    click.echo(page)


def _subject(finding: str | None, kind: str) -> Subject:
    from pipeline.decisions import Subject, parse_subject

    if finding is None:
        if kind == "add":
            return Subject("own", "")
        raise UsageError(f"To {kind} needs a finding.", remedy="Name it, as in item-c12 or check-toilets_female.")
    try:
        return parse_subject(finding)
    except ValueError:
        raise UsageError(
            f"{finding!r} names no finding.", remedy="Write item-, check- or own- before its id, as in item-c12."
        ) from None


def _fingerprint(report: dict[str, object], subject: Subject) -> str:
    """Of the evidence as it stands; nothing for a finding that is not there, which `record` refuses."""
    from pipeline import decisions

    try:
        return decisions.fingerprint(report, subject)
    except KeyError:
        return ""


def _seen(text: str) -> Seen:
    from pipeline.decisions import Seen

    file, _, rest = text.partition(":")
    page, _, quote = rest.partition(":")
    if not file or not page.isdecimal():
        raise UsageError(
            f"--seen {text} names no page.", remedy="Write the file, a colon and the page, as in plan.pdf:2."
        )
    return Seen(file=file, page=int(page), quote=quote)
