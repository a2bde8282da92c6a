"""The slots of what others vouch for: an approval that was given, an authorization signed, a statement verified."""

from __future__ import annotations

import re

from pipeline import dates
from pipeline.corpus import Corpus
from pipeline.language import Analysis, Hit
from pipeline.records import Candidate, PassageKind, Standing, Statement
from pipeline.slots.consultation import _on_agency_paper
from pipeline.slots.filing import _paper, _signed_any
from pipeline.slots.statement import ANOTHER_MATTER, label_fits, refused, said
from pipeline.topics import Answer

AHEAD = frozenset(
    "will shall would should must may might can could going wants expects expect intend intends hope hopes plans "
    "plan".split()
)
"""Words shortly before an act that put it in the future."""
REACH = 4
"""Words before an act among which they are looked for."""
SAME_EVENT = 330
"""Days before an event within which what was done was done for it."""
LETTER, LETTERHEAD = 14, 14
"""Statements above among which a letterhead is looked for, and words of it at most."""
SALUTATION = re.compile(
    r"\b(?:dear|hon\.|re:|to:|subject:|notice of|to whom|to the (?:board|town|clerk|selectm\w+))|^re$", re.IGNORECASE
)
MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w*\.?"
SUBSCRIBED = re.compile(
    rf"^(?:[A-Z][\w’'-]*\.?\s+){{1,3}}[A-Z][\w’'-]+\.?,?\s+(?:{MONTH}\s+\d|\d{{1,2}}/\d|[Ff]or the"
    r"|(?i:owner|president|trustee|lessee|tenant|agent)\b)"
    r"|\b(?:[Aa]greed|[Ss]igned|[Ff]or|[Bb]y)\b[^.]{0,30}[,:]\s*(?:[A-Z][\w’'-]*\.?\s+){1,3}[A-Z][\w’'-]+"
    r"|\(signed\)|^(?:[Oo]wner|[Aa]gent|[Tt]enant|[Ll]essee)\W+[A-Z]"
)
"""A name set under a paper with a date, a role or the word "signed"."""
IN_SENTENCE, ON_ITS_PAPER, NEARBY, UNDER_HEADING = 0.88, 0.85, 0.72, 0.66


def propose_act(answer: Answer, corpus: Corpus) -> list[Candidate]:
    """Statements that an agency did what is asked, such as approving, in the past and affirmed."""
    return [c for statement in corpus.statements if (c := _act(answer, corpus, statement))]


def _act(answer: Answer, corpus: Corpus, statement: Statement) -> Candidate | None:
    index = statement.index
    named = corpus.affirmed(index, *answer.agency) or corpus.labels[index].of(*answer.agency)
    acts = [hit for hit in said(answer, corpus, index) if done(corpus.said[index], hit)]
    labelled = label_fits(answer, corpus, index)
    if statement.standing is not Standing.CONTENT and statement.standing not in answer.allows:
        if labelled or named:
            return refused(statement)
        return None
    if corpus.said[index].has(*answer.unless):
        return Candidate(statement, 0.05, statement.text, ANOTHER_MATTER) if named else None
    if acts and long_past(corpus, statement.text):
        return Candidate(statement, 0.05, statement.text, "It was long before this event.")
    if not acts:
        return (
            Candidate(
                statement, 0.08, statement.text, "It names the agency, but not that it did what the law asks of it."
            )
            if named
            else None
        )
    if labelled and statement.passage.kind is PassageKind.FIELD:
        return Candidate(statement, IN_SENTENCE, statement.text)
    if named:
        return Candidate(statement, IN_SENTENCE, statement.text)
    if _on_agency_paper(answer, corpus, statement) or _headed_by(answer, corpus, statement):
        return Candidate(statement, ON_ITS_PAPER, statement.text)
    near = [other for other in corpus.near(index, before=2, after=1) if corpus.affirmed(other, *answer.agency)]
    if near:
        return Candidate(statement, NEARBY, statement.text, also=(corpus.statements[near[0]],))
    if any(heading.has(*answer.agency) for heading in corpus.headings[index][:2]):
        return Candidate(statement, UNDER_HEADING, statement.text)
    return None


def done(analysis: Analysis, hit: Hit) -> bool:
    """Whether nothing right before the act puts it in the future: "will be approved", "to post a bond"."""
    before = [token.text.lower().replace("’", "'") for token in analysis.tokens[max(0, hit.first - REACH) : hit.first]]
    return not any(word in AHEAD or word.endswith("'ll") for word in before) and before[-1:] != ["to"]


def long_past(corpus: Corpus, text: str) -> bool:
    """Whether the text dates itself to the better part of a year before the event, and so to an earlier one."""
    event = next((fact.value for fact in corpus.facts if fact.name == "event_dates"), None)
    days = [span.last for span in dates.find(text) if span.year_given]
    return isinstance(event, tuple) and bool(event and days) and (min(event) - max(days)).days > SAME_EVENT


def _headed_by(answer: Answer, corpus: Corpus, statement: Statement) -> bool:
    """Whether the agency's name stands as a letterhead above, on the same page."""
    first = max(0, statement.index - LETTER)
    above = [
        s
        for s in corpus.statements[first : statement.index + 1]
        if s.passage.page == statement.passage.page and s.passage.file == statement.passage.file
    ]
    heads = [
        s
        for s in above
        if len(s.text.split()) <= LETTERHEAD
        and s.passage.kind in (PassageKind.HEADING, PassageKind.PARAGRAPH)
        and corpus.said[s.index].has(*answer.agency)
    ]
    return bool(heads) and any(
        SALUTATION.search(f"{s.passage.label} {s.text}") for s in above if s.index >= heads[-1].index
    )


def _subscribed(statement: Statement) -> bool:
    """Whether this is a name set under a paper: "E. Brown, June 2, 2027", "Agreed for the tenant, J. Fox"."""
    if len(statement.text.split()) > 9 or statement.standing is not Standing.CONTENT:
        return False
    by_role = re.match(
        r"\W*(?:owner|agent|tenant|lessee|licensee|signed|signature)\b", statement.passage.label, re.IGNORECASE
    )
    return bool(by_role and re.search(r"[A-Z][a-z]+", statement.text) or SUBSCRIBED.search(statement.text))


def propose_authorization(answer: Answer, corpus: Corpus) -> list[Candidate]:
    """What is authorized or accepted over a signature, and sworn, where the answer's `agency` has words of an oath."""
    found = []
    for statement in corpus.statements:
        if not said(answer, corpus, statement.index):
            continue
        if statement.standing not in (Standing.CONTENT, *answer.allows):
            found.append(refused(statement))
            continue
        around = _paper(corpus, statement)
        context = any(
            corpus.said[i].has(*answer.about) or corpus.headings[i] and corpus.headings[i][0].has(*answer.about)
            for i in around
        )
        sworn = not answer.agency or any(
            corpus.said[i].has(*answer.agency)
            and corpus.statements[i].standing in (Standing.CONTENT, Standing.LAW_QUOTED)
            for i in around
        )
        signed = [
            i
            for i in around
            if i >= statement.index and (_signed_any(corpus, corpus.statements[i]) or _subscribed(corpus.statements[i]))
        ]
        if not context:
            continue
        if not sworn:
            found.append(Candidate(statement, 0.12, statement.text, "It is not sworn or verified."))
        elif not signed:
            found.append(Candidate(statement, 0.3, statement.text, "No signature stands below it."))
        else:
            found.append(Candidate(statement, 0.88, statement.text, also=(corpus.statements[signed[0]],)))
    return found
