"""Subcommands of `muster` on reports that are there already: each from its arguments to its output."""
