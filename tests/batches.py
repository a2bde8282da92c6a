"""Batches whose packets are audited by a stand-in, in this process and in one of their own.

python -c "import batches; batches.main()" FOLDER OUT [STORE [DASK]]
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pipeline import limits
from pipeline.batch import session
from pipeline.batch.progress import Lines, Silence
from pipeline.batch.summary import Tally
from pipeline.exits import EXIT_INTERRUPTED

COMMAND = (sys.executable, str(Path(__file__).parent / "hostile" / "batch_worker.py"))


def run(
    folder: Path, out: Path, *, listener: Callable[[int], Silence] = lambda _: Silence(), **options: Any
) -> tuple[Tally, bool]:
    """One run, against a checklist that no stand-in looks at."""
    order = session.Order(folder, out, "ct-19a-438", **{"jobs": 2, **options})
    return session.batch(order, listener, command=COMMAND)


def main() -> None:
    """One run with claims that lapse soon after it is killed; it tells of each packet on stderr."""
    limits.LEASE_SECONDS = 1
    folder, out, store, dask = (*sys.argv[1:], "", "")[:4]
    tally, cancelled = run(Path(folder), Path(out), listener=Lines, store=store or None, dask=dask or None)
    sys.exit(EXIT_INTERRUPTED if cancelled else tally.exit_code(strict=False))
