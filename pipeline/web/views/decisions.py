"""Decisions: the form for one, and what is done with it when it comes back."""

from __future__ import annotations

from collections import defaultdict

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from pipeline.decisions import Decision, Kind, Review, Standing, Subject, parse_subject
from pipeline.errors import ConfigurationError, UsageError
from pipeline.reporting import Report
from pipeline.reporting.wording import STATUS_WORDS, sentence
from pipeline.web.deciding import Act, Matter, decision, following, matter
from pipeline.web.pages import desk, page, say, who
from pipeline.web.trail import Deed

views = Blueprint("decisions", __name__, url_prefix="/packets/<packet>/decide")

_UNPROCESSABLE = 422


@views.get("/<subject>/<act>")
def form(packet: str, subject: str, act: str) -> str:
    """The form for one act on one finding."""
    report, found, chosen = _asked(packet, subject, act)
    return _form(packet, report, found, chosen, dict(request.args))


@views.post("/<subject>/<act>")
def decide(packet: str, subject: str, act: str) -> ResponseReturnValue:
    """Put it on record, and go to what is still undecided."""
    report, found, chosen = _asked(packet, subject, act)
    try:
        made = decision(found.subject, chosen, request.form, who=who(), day=desk().docket.today)
        recorded, before = desk().docket.record(packet, report, made)
    except UsageError as fault:
        # What was typed is not lost.
        again = _form(packet, report, found, chosen, request.form.to_dict(), fault=f"{fault} {fault.remedy}")
        return again, _UNPROCESSABLE
    desk().trail.add(who(), Deed.DECIDED, packet, _told(recorded))
    try:
        desk().docket.rewrite(packet, report)
    except ConfigurationError as fault:
        say(
            f"The decision is on record, but the report's files do not follow it yet: {fault} {fault.remedy}",
            grave=True,
        )
    _say(packet, report, recorded, before, known=request.form.get("known", 0, int))
    anchor = following(report, desk().docket.review(packet, report), recorded.subject)
    return redirect(url_for("review.packet", packet=packet, _anchor=str(anchor)))


def _asked(packet: str, subject: str, act: str) -> tuple[Report, Matter, Act]:
    report = desk().shelf.report(packet)
    if report is None:
        abort(404)
    try:
        asked = Subject("own", "") if subject == "own" else parse_subject(subject)
        found, chosen = matter(report, asked, desk().docket.review(packet, report)), Act(act)
    except (KeyError, ValueError):
        abort(404)
    return report, found, chosen


def _form(packet: str, report: Report, found: Matter, act: Act, given: dict[str, str], *, fault: str = "") -> str:
    return page(
        "decide",
        packet=packet,
        matter=found,
        act=act,
        files=[file for file in report["packet"]["files"] if file["pages"]],
        given=defaultdict(str, given),
        missing=request.form.getlist("missing"),
        fault=fault,
        today=desk().docket.today,
    )


def _say(packet: str, report: Report, recorded: Decision, before: Review, *, known: int) -> None:
    """Tell what was recorded, and if somebody else was quicker, or the report is not what it was."""
    say(f"Recorded as decision {recorded.number}.")
    for held in before.of(recorded.subject):
        other = held.decision
        if other.number > known:
            say(
                f"{other.who} decided on this finding while you did: {_told(other)} Both are on record; yours came "
                "later and counts. See whether you agree.",
                grave=True,
            )
    if desk().docket.review(packet, report).of(recorded.subject)[0].standing is Standing.STALE:
        say(
            "The report has changed since you opened it: your decision is on record, but it does not apply. Look again.",
            grave=True,
        )


def _told(made: Decision) -> str:
    """A decision in a line."""
    what = {
        Kind.CONFIRM: "accepted",
        Kind.OVERRULE: f"overruled to “{STATUS_WORDS.get(made.status, made.status)}”",
        Kind.WAIVE: "waived",
        Kind.WITHDRAW: "decision withdrawn",
        Kind.ADD: f"added, “{made.title}”",
    }[made.kind]
    return f"{made.subject} {what}. {sentence(made.reason)}"
