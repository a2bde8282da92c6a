"""The slots of what others vouch for: an approval that was given, an authorization that was signed, a verified statement."""

from __future__ import annotations

from pipeline.corpus import Corpus
from pipeline.records import Candidate, PassageKind, Standing, Statement
from pipeline.slots.consultation import _happened, _on_agency_paper
from pipeline.slots.filing import _paper, _signed_any, propose_oath
from pipeline.slots.statement import REFUSALS, label_fits, said
from pipeline.topics import Answer

IN_SENTENCE, ON_ITS_PAPER, NEARBY, UNDER_HEADING = 0.88, 0.85, 0.72, 0.66


def propose_act(answer: Answer, corpus: Corpus) -> list[Candidate]:
    """Statements that an agency did what is asked, such as approving, in the past and affirmed."""
    return [c for statement in corpus.statements if (c := _act(answer, corpus, statement))]


def _act(answer: Answer, corpus: Corpus, statement: Statement) -> Candidate | None:
    index = statement.index
    named = corpus.affirmed(index, *answer.agency)
    acts = [hit for hit in said(answer, corpus, index) if _happened(corpus, index, hit)]
    labelled = label_fits(answer, corpus, index)
    if statement.standing is not Standing.CONTENT and statement.standing not in answer.allows:
        if labelled or named:
            return Candidate(statement, 0.02, statement.text, f"{REFUSALS[statement.standing]}: {statement.why}.")
        return None
    if corpus.said[index].has(*answer.unless):
        return Candidate(statement, 0.05, statement.text, "It is about something else.") if named else None
    if not acts:
        return Candidate(statement, 0.08, statement.text, "It names the agency and not the act.") if named else None
    if labelled and statement.passage.kind is PassageKind.FIELD:
        return Candidate(statement, IN_SENTENCE, statement.text)
    if named:
        return Candidate(statement, IN_SENTENCE, statement.text)
    if _on_agency_paper(answer, corpus, statement):
        return Candidate(statement, ON_ITS_PAPER, statement.text)
    near = [other for other in corpus.near(index, before=2, after=1) if corpus.affirmed(other, *answer.agency)]
    if near:
        return Candidate(statement, NEARBY, statement.text, also=(corpus.statements[near[0]],))
    if any(heading.has(*answer.agency) for heading in corpus.headings[index][:2]):
        return Candidate(statement, UNDER_HEADING, statement.text)
    return None


def propose_authorization(answer: Answer, corpus: Corpus) -> list[Candidate]:
    """What is authorized or accepted in writing, with the signature of whoever does so; sworn where the answer's agency asks for it."""
    found = []
    for statement in corpus.statements:
        if not said(answer, corpus, statement.index):
            continue
        if statement.standing not in (Standing.CONTENT, *answer.allows):
            found.append(Candidate(statement, 0.02, statement.text, f"{REFUSALS[statement.standing]}: {statement.why}."))
            continue
        around = _paper(corpus, statement)
        context = any(corpus.said[i].has(*answer.about) or corpus.headings[i] and corpus.headings[i][0].has(*answer.about) for i in around)
        sworn = not answer.agency or any(
            corpus.said[i].has(*answer.agency) and corpus.statements[i].standing in (Standing.CONTENT, Standing.LAW_QUOTED) for i in around
        )
        signed = [i for i in around if i >= statement.index and _signed_any(corpus, corpus.statements[i])]
        if not context:
            continue
        if not sworn:
            found.append(Candidate(statement, 0.12, statement.text, "It is not sworn or verified."))
        elif not signed:
            found.append(Candidate(statement, 0.3, statement.text, "No signature stands below it."))
        else:
            found.append(Candidate(statement, 0.88, statement.text, also=(corpus.statements[signed[0]],)))
    return found


def propose_verification(answer: Answer, corpus: Corpus) -> list[Candidate]:
    """A petition that is verified: an oath to its contents above a signature."""
    return propose_oath(answer, corpus)
