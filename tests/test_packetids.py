"""Ids of packets: safe, telling, and never two alike."""

from __future__ import annotations

from pathlib import Path

from pipeline.packetids import unique_ids


def test_packets_of_one_name_have_ids_of_their_own(tmp_path: Path) -> None:
    names = ["Hay Day", "Hay, Day", "Hay-Day", "Hay-Day.pdf", "hay-day.eml", "Hay-Day-2", "…", "¡"]
    paths = [tmp_path / name for name in names]
    for path in paths:
        path.write_text("x") if path.suffix in (".pdf", ".eml") else path.mkdir()

    ids = unique_ids(paths)

    assert ids == ["Hay-Day-3", "Hay-Day-4", "Hay-Day", "Hay-Day-5", "hay-day-6", "Hay-Day-2", "packet", "packet-2"]
