"""Judging of numbers: whether what a packet states meets what the law sets.

What is compared with what, and every rate, is data in the checklist. A check of the kind `function` names one of the
functions in `special.py`, which know how such a rule is reckoned and not whose rule it is.
"""

from pipeline.checks.book import EXTRA_FACTS
from pipeline.checks.judge import judge

__all__ = ["EXTRA_FACTS", "judge"]
