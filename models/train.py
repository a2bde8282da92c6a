"""Train the model from the labelled passages in `models/data/` and write it beside them.

    python models/train.py [--score]

Each line of `data/<writer>/*.jsonl` is one passage with its label, heading, standing, and the answers that it gives.
With `--score`, nothing is written: each writer in turn is held out, and the table of what rules, model and both find
on words that neither has seen is printed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from pipeline import checklists, corpus, standing, topics  # noqa: E402
from pipeline.classifier import BUCKETS, IS_CONTENT, features  # noqa: E402
from pipeline.matching import LEARNED, UNSEEN  # noqa: E402
from pipeline.records import Box, Passage, PassageKind, Standing, Word  # noqa: E402
from pipeline.slots import SLOTS  # noqa: E402

REGULARITY = 0.5
"""Of 0.3, 1 and 3, those below 1 did best on held-out writers."""
NEARLY = 3.0
"""Weight of a passage that nearly answers, against 1: to tell these apart is what the model is for."""
LEAST = 8
"""Answers with fewer passages are left to the rules."""


def passages(data: dict[str, object]) -> list[Passage]:
    """The passage as structure would make it, its heading ahead of it."""
    text, label, heading = str(data["text"]), str(data["label"]), str(data["heading"])
    path = ("packet", heading) if heading else ("packet",)
    found = []
    if heading:
        found.append(Passage("p.pdf", 1, PassageKind.HEADING, heading, _words(heading, 50), _BOX, ("packet",)))
    if "|" in text:
        cells = [cell.strip() for cell in text.split("|")]
        heads = [head.strip() for head in label.split("|")] if "|" in label else []
        heads = (heads + [""] * len(cells))[: len(cells)]
        name = next((cell for cell in cells if any(c.isalpha() for c in cell)), cells[0])
        joined = " | ".join(cell for cell in cells if cell)
        row = tuple(zip(heads, cells, strict=True))
        found.append(
            Passage("p.pdf", 1, PassageKind.TABLE_ROW, joined, _words(joined, 100), _BOX, path, label=name, cells=row)
        )
    elif label:
        words = _words(label, 100)
        found.append(Passage("p.pdf", 1, PassageKind.FIELD, text, _words(text, 100), _BOX, path, label, words))
    else:
        kind = PassageKind.HEADING if data["standing"] == "heading" else PassageKind.PARAGRAPH
        found.append(Passage("p.pdf", 1, kind, text, _words(text, 100), _BOX, path))
    return found


_BOX = Box(72, 100, 500, 110)


def _words(text: str, top: float) -> tuple[Word, ...]:
    return tuple(Word(word, Box(72 + 9 * i, top, 80 + 9 * i, top + 10), 10) for i, word in enumerate(text.split()))


class Samples:
    """Passages of some writers, put through the same stages as a packet."""

    def __init__(self, lines: Sequence[dict[str, object]], language: topics.Topics) -> None:
        laws = [checklists.load(name).law for name in checklists.available()]
        sayings = standing.Sayings(language.vocabulary, standing.law_shingles(laws))
        self.lines = lines
        self.topics = language
        self.corpora = []
        for line in lines:
            said = standing.statements(passages(line), sayings)
            self.corpora.append(corpus.build(said, (), language))

    def matrix(self) -> csr_matrix:
        """Features of every passage, of shape (passages, BUCKETS)."""
        rows, columns, values = [], [], []
        for row, packet in enumerate(self.corpora):
            own = [s.index for s in packet.statements if s.passage.kind is not PassageKind.HEADING] or [0]
            for column, value in features(packet, own).items():
                rows.append(row)
                columns.append(column)
                values.append(value)
        return csr_matrix((values, (rows, columns)), shape=(len(self.lines), BUCKETS))

    def by_rule(self, answer: str) -> NDArray[np.float64]:
        """What the answer's slot makes of every passage; 0 where standing turned it down."""
        slot = self.topics.answers[answer]
        found = np.full(len(self.lines), UNSEEN)
        for row, packet in enumerate(self.corpora):
            content = any(s.standing is Standing.CONTENT for s in packet.statements if s.passage.text)
            proposed = [c.probability for c in SLOTS[slot.slot](slot, packet)]
            found[row] = max(proposed, default=UNSEEN if content else 0.0)
            if not content:
                found[row] = 0.0
        return found

    def answered(self, answer: str) -> NDArray[np.bool_]:
        """Which passages give the answer."""
        return np.array([answer in line["answers"] for line in self.lines])  # type: ignore[operator]

    def concerned(self, answer: str) -> NDArray[np.bool_]:
        """Which passages give the answer or nearly do: the hard ones."""
        return np.array([answer in line["answers"] or answer in line["near"] for line in self.lines])  # type: ignore[operator]


def read(writers: Sequence[str]) -> list[dict[str, object]]:
    """The lines of those writers."""
    return [
        {**json.loads(line), "writer": writer}
        for writer in writers
        for path in sorted((HERE / "data" / writer).glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.strip()
    ]


def fit(samples: Samples, answers: Sequence[str]) -> Iterator[tuple[str, LogisticRegression]]:
    """One regression per answer that has enough passages, and one that tells content from the rest.

    A writer who never labeled an answer says nothing of it, so his passages are left out of its regression.
    """
    matrix = samples.matrix()
    content = np.array([line["standing"] == "content" for line in samples.lines])
    writers = np.array([line["writer"] for line in samples.lines])
    for answer, wanted in [(IS_CONTENT, content), *((answer, samples.answered(answer)) for answer in answers)]:
        if wanted.sum() >= LEAST:
            labeled = np.flatnonzero(
                np.isin(writers, [w for w in set(writers) if wanted[writers == w].sum() >= LEAST // 2])
            )
            weights = np.where(samples.concerned(answer) & ~wanted, NEARLY, 1.0)[labeled]
            model = LogisticRegression(C=REGULARITY, class_weight="balanced", max_iter=500)
            yield answer, model.fit(matrix[labeled], wanted[labeled], weights)


def log_odds(probabilities: NDArray[np.float64]) -> NDArray[np.float64]:
    """Log odds of probabilities kept off 0 and 1."""
    bounded = np.clip(probabilities, 0.01, 0.99)
    return np.log(bounded / (1 - bounded))


def held_out(writers: Sequence[str], language: topics.Topics) -> NDArray[np.float64]:
    """Rows (right, rule, model, content) for every hard passage and answer, each writer judged by a model of the others."""
    rows = []
    for writer in writers:
        others = [w for w in writers if w != writer]
        training, testing = Samples(read(others), language), Samples(read([writer]), language)
        matrix = testing.matrix()
        models = dict(fit(training, _learned(language)))
        content = models.pop(IS_CONTENT).predict_proba(matrix)[:, 1]
        for answer, model in models.items():
            concerned = testing.concerned(answer)
            if concerned.any():
                learned = model.predict_proba(matrix[np.flatnonzero(concerned)])[:, 1]
                rule = testing.by_rule(answer)[concerned]
                rows.append(np.column_stack([testing.answered(answer)[concerned], rule, learned, content[concerned]]))
    return np.vstack(rows)


def _learned(language: topics.Topics) -> list[str]:
    return sorted(name for name, answer in language.answers.items() if answer.slot in LEARNED)


def table(rows: NDArray[np.float64]) -> str:
    """Share of the answers found where that share of the near misses is taken for answers: rules, model, both."""
    right = rows[:, 0] == 1
    together = LogisticRegression(C=10).fit(log_odds(rows[:, 1:]), rows[:, 0])
    scores = {
        "rules only": rows[:, 1],
        "model only": rows[:, 2],
        "both": together.decision_function(log_odds(rows[:, 1:])),
    }
    lines = [
        f"{len(rows)} pairs of passage and answer, {int(right.sum())} of them answers; found at near misses taken:"
    ]
    for name, score in scores.items():
        open_ = np.where(rows[:, 1] > 0, score, -np.inf)
        worst = np.sort(open_[~right])[::-1]
        shares = (0.04, 0.06, 0.08, 0.10, 0.13)
        lines.append(
            f"{name:12}"
            + "".join(
                f"  {share:.2f}: {(open_[right] > worst[int(share * len(worst))]).mean():.3f}" for share in shares
            )
        )
    return "\n".join(lines)


def main() -> int:
    """Train, or with `--score` only measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--score", action="store_true", help="measure on held-out writers and write nothing")
    options = parser.parse_args()
    language = topics.load()
    writers = sorted(path.name for path in (HERE / "data").iterdir() if path.is_dir())
    if options.score:
        print(table(held_out(writers, language)))
        return 0
    fitted = dict(fit(Samples(read(writers), language), _learned(language)))
    weights = np.vstack([model.coef_[0] for model in fitted.values()]).astype(np.float16)
    bias = np.array([model.intercept_[0] for model in fitted.values()], dtype=np.float16)
    np.savez_compressed(HERE / "answers.npz", weights=weights, bias=bias)
    description = HERE / "answers.json"
    kept = json.loads(description.read_text(encoding="utf-8")) if description.exists() else {}
    meta = {"answers": list(fitted), "weighing": kept.get("weighing", {}), "writers": writers}
    description.write_text(json.dumps(meta, indent=1) + "\n", encoding="utf-8")
    print(f"{len(fitted)} answers from {len(read(writers))} passages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
