"""What people decide on a report's findings, kept in `decisions.yaml` beside it and never in the tool's own findings.

    history = decisions.read(folder)                                   # every decision, the oldest first
    subject = decisions.Subject("item", "c12")
    decision = decisions.Decision(
        kind=decisions.Kind.OVERRULE, subject=subject, who="J. Roe", day=today, reason="It stands on the site plan.",
        status="present", seen=(decisions.Seen(file="site plan.pdf", page=2),),
        fingerprint=decisions.fingerprint(report, subject),            # of the evidence as the reviewer saw it
    )
    decision = decisions.record(folder, report, decision)              # vetted, numbered, on the disk
    review = decisions.review(report, decisions.read(folder), today)   # what each decision is worth today
    review.in_force(subject), review.of(subject)

`record` may be called by several people at once: each decision gets its own number and none is lost; of two on one
finding the later one is in force and the earlier one stays on record as superseded. A decision whose `fingerprint` is
not that of the finding's evidence is stale: it is kept and shown, and never applied.
"""

from pipeline.decisions.file import FILE, alone, read, record
from pipeline.decisions.fingerprints import fingerprint
from pipeline.decisions.records import ITEM_STATUSES, Decision, Kind, Seen, Standing, Subject, parse_subject
from pipeline.decisions.reviewing import Held, Review, review

__all__ = [
    "FILE",
    "ITEM_STATUSES",
    "Decision",
    "Held",
    "Kind",
    "Review",
    "Seen",
    "Standing",
    "Subject",
    "alone",
    "fingerprint",
    "parse_subject",
    "read",
    "record",
    "review",
]
