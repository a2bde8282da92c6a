"""Fit how the signals of the slots and of the model are weighed, on whole labelled packets.

    python models/calibrate.py PACKETS [PACKETS ...] [--only GLOB]

Each PACKETS folder holds packets (`<id>/packet/`, `<id>/gold.json`). For each element the statement that scores best
stands for the packet; weights and best statements are fitted in turns until they settle. Arguable items are left out.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from pipeline import audit, checklists, classifier, topics  # noqa: E402
from pipeline.matching import LEARNED, Matcher  # noqa: E402
from pipeline.readers import InProcess  # noqa: E402
from pipeline.slots import SLOTS  # noqa: E402

ROUNDS = 4
START = (0.5, 0.5, 0.4, 0.25, 0.5, 0.1)
"""The constant and the weights from which the fit sets out."""
NEARNESS = 20.0
"""How strongly the weights of one slot are held to those of all: as much as so many elements."""
WRONG_PRESENT = 2.0
"""A wrong "present" costs as much as so many wrong "missing"."""
NOTHING = (-4.6, -4.6, -4.6, 0.0, -4.6)
"""The signals of an element for which no statement was proposed."""


@dataclasses.dataclass(frozen=True)
class Labeled:
    """One learned element of a packet."""

    slot: str
    signals: NDArray[np.float64]
    """Of every statement proposed for it, of shape (statements, 5)."""
    answered: bool
    """What the labels say."""


def elements(packet: Path) -> Iterator[Labeled]:
    """Each element on which the model has a say; alternatives and elements under a condition have no label of their own."""
    gold = json.loads((packet / "gold.json").read_text(encoding="utf-8"))
    checklist = checklists.load(gold["checklist"])
    language = topics.load()
    with audit.read(packet / "packet", InProcess()) as read:
        matcher = Matcher(audit.understand(read, checklist), classifier.load())
    for item in checklist.items:
        label = gold["items"][item.id]
        if item.id in gold.get("arguable", []) or label["status"] not in ("present", "partial", "missing"):
            continue
        for need in item.needs:
            answer = language.answers[need[0].answer]
            row = matcher.classifier.answers.get(answer.id)
            signals = (
                None
                if len(need) > 1 or need[0].when or row is None
                else list(matcher.weighed(answer, SLOTS[answer.slot](answer, matcher.corpus)))
            )
            if signals is not None and answer.slot in LEARNED:
                found = np.array([signal for _, signal in signals] or [NOTHING])
                yield Labeled(
                    answer.slot, found, label["status"] != "missing" and need[0].id not in label.get("missing", [])
                )


def main() -> int:
    """Fit on all packets and write the weights into the model's description."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packets", type=Path, nargs="+")
    parser.add_argument("--only", default="*", help="glob of packet ids")
    options = parser.parse_args()
    found = [
        element
        for folder in options.packets
        for gold in sorted(folder.glob(f"{options.only}/gold.json"))
        for element in elements(gold.parent)
    ]
    path = HERE / "answers.json"
    meta = json.loads(path.read_text(encoding="utf-8"))
    meta["weighing"] = dict.fromkeys(LEARNED, START)
    for _ in range(ROUNDS):
        meta["weighing"] = weighing(found, meta["weighing"])
    path.write_text(json.dumps(meta, indent=1) + "\n", encoding="utf-8")
    print(f"{len(found)} elements, {sum(element.answered for element in found)} answered")
    for slot, numbers in meta["weighing"].items():
        print(f"{slot:14}{numbers}")
    return 0


def weighing(found: list[Labeled], current: Mapping[str, Sequence[float]]) -> dict[str, list[float]]:
    """Weights by slot, given the statements that are best by the current ones."""
    signals: dict[str, list[NDArray[np.float64]]] = {slot: [] for slot in LEARNED}
    answered: dict[str, list[bool]] = {slot: [] for slot in LEARNED}
    for element in found:
        scores = element.signals @ np.array(current[element.slot][1:])
        signals[element.slot].append(element.signals[int(np.argmax(scores))])
        answered[element.slot].append(element.answered)
    every = np.array([signal for slot in signals.values() for signal in slot])
    together = _fit(every, np.array([a for slot in answered.values() for a in slot]), np.array(START), 1.0)
    return {
        slot: [
            round(float(number), 4)
            for number in _fit(np.array(signals[slot]), np.array(answered[slot]), together, NEARNESS)
        ]
        for slot in sorted(LEARNED)
    }


def _fit(
    signals: NDArray[np.float64], answered: NDArray[np.bool_], near: NDArray[np.float64], nearness: float
) -> NDArray[np.float64]:
    """Constant and weights, none of them negative, that make the labels likely and stay near the ones given."""
    matrix = np.column_stack([np.ones(len(answered)), signals])
    signs = np.where(answered, 1.0, -1.0)
    costs = np.where(answered, 1.0, WRONG_PRESENT)

    def loss(weights: NDArray[np.float64]) -> float:
        likelihood = costs * np.logaddexp(0, -signs * (matrix @ weights))
        return float(likelihood.sum() + nearness * ((weights - near) ** 2).sum())

    bounds = [(None, None), *[(0, None)] * signals.shape[1]]
    return minimize(loss, near, bounds=bounds, method="L-BFGS-B").x


if __name__ == "__main__":
    sys.exit(main())
