"""Fit the calibration: from the best score that a packet's statements reach to the probability that an element is answered.

    python models/calibrate.py PACKETS [PACKETS ...]

Each PACKETS folder holds labelled packets (`<id>/packet/`, `<id>/gold.json`). Items called arguable are left out.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from pipeline import audit, checklists, classifier, topics  # noqa: E402
from pipeline.matching import LEARNED, Matcher  # noqa: E402


def scores(packet: Path) -> Iterator[tuple[float, bool]]:
    """The best raw score of each learned element of a packet, and whether the labels call it answered."""
    gold = json.loads((packet / "gold.json").read_text(encoding="utf-8"))
    checklist = checklists.load(gold["checklist"])
    language = topics.load()
    raw = classifier.load()
    constant, slope = raw.calibration
    corpus = audit.statements_of(packet / "packet", checklist).corpus
    matcher = Matcher(corpus, raw)
    for item in checklist.items:
        label = gold["items"][item.id]
        if item.id in gold.get("arguable", []) or label["status"] not in ("present", "partial", "missing"):
            continue
        for need in item.needs:
            answer = language.answers[need[0].answer]
            if len(need) > 1 or answer.slot not in LEARNED or answer.id not in raw.answers:
                continue
            best = max((c.probability for c in matcher.propose(answer)), default=0.001)
            best = min(max(best, 0.001), 0.999)
            answered = label["status"] != "missing" and need[0].id not in label.get("missing", [])
            yield (math.log(best / (1 - best)) - constant) / slope, answered


def main() -> int:
    """Fit on all packets and write the two numbers into the model's description."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packets", type=Path, nargs="+")
    options = parser.parse_args()
    rows = [row for folder in options.packets for gold in sorted(folder.glob("*/gold.json")) for row in scores(gold.parent)]
    values, answered = np.array([row[0] for row in rows]), np.array([row[1] for row in rows])
    fitted = LogisticRegression(C=100).fit(values[:, None], answered)
    path = HERE / "answers.json"
    meta = json.loads(path.read_text(encoding="utf-8"))
    meta["calibration"] = [round(float(fitted.intercept_[0]), 4), round(float(fitted.coef_[0][0]), 4)]
    path.write_text(json.dumps(meta, indent=1) + "\n", encoding="utf-8")
    print(f"{len(rows)} elements, {int(answered.sum())} answered; calibration {meta['calibration']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
