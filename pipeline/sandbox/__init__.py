"""The contained process in which everything that touches a packet's bytes runs: see SECURITY.md for what it holds.

`Cell` is a process that answers requests, killed with all that it started when it exceeds its limits. `Reader` reads
members in one, takes nothing that it says on trust, and goes on after what kills it.
"""

from pipeline.sandbox.reader import Reader

__all__ = ["Reader"]
