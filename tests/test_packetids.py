"""Ids of packets: safe, telling, and never two alike."""

from __future__ import annotations

import re
from pathlib import Path

from pipeline.packetids import packet_id, unique_ids


def test_packets_of_one_name_have_ids_of_their_own(tmp_path: Path) -> None:
    names = ["Hay Day", "Hay, Day", "Hay-Day", "Hay-Day.pdf", "hay-day.eml", "Hay-Day-2", "…", "¡"]
    paths = [tmp_path / name for name in names]
    for path in paths:
        path.write_text("x") if path.suffix in (".pdf", ".eml") else path.mkdir()

    ids = unique_ids(paths)

    assert ids[2:6] == ["Hay-Day", "Hay-Day-3", "hay-day.eml", "Hay-Day-2"]
    assert all(re.fullmatch(r"Hay-Day-[0-9a-f]{6}|packet-[0-9a-f]{6}", name) for name in (*ids[:2], *ids[6:]))
    assert len({name.casefold() for name in ids}) == len(ids)


def test_an_id_is_of_the_packet_alone(tmp_path: Path) -> None:
    """Audits made one by one know nothing of each other, and must not write over each other's report."""
    names = ("a b", "a-b", "a_b", "a  b", "á b", "a.b", "a b.eml", "a b.txt", "A b", "…", "")
    ids = {packet_id(tmp_path / name) for name in names}
    assert len(ids) == len(names)
    assert all(re.fullmatch(r"[\w.-]+", name, re.ASCII) for name in ids)
