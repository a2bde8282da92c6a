"""Digests that tell whether a report still holds: of a packet, of a checklist, and of Muster itself."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path

from pipeline import audit, checklists, classifier, limits
from pipeline.limits import Limits
from pipeline.options import AUTO
from pipeline.publishing import Wishes
from pipeline.reading import Options, ocr

_CODE = Path(__file__).parent.parent
_SOURCES = (".py", ".j2", ".css", ".js", ".json")


def combined(parts: Iterable[str]) -> str:
    """One digest of several texts, in their order."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.encode("utf-8", "surrogateescape") + b"\0")
    return digest.hexdigest()


@cache
def engine() -> str:
    """Of the code, what it knows of language and law, the trained model, the libraries that read, and the OCR program."""
    code = [_file(file) for file in sorted(_CODE.rglob("*")) if file.suffix in _SOURCES]
    model = [_file(classifier.folder() / name) for name in ("answers.json", "answers.npz")]
    libraries = [f"{name} {version(name)}" for name in ("numpy", "pdfplumber", "pypdfium2", "spacy")]
    return combined([*code, *_files(checklists.folder()), *model, *libraries, ocr.version()])


def basis(checklist: str, options: Options, reading: Limits, wishes: Wishes) -> str:
    """Of all that findings come from but the packet.

    Raises:
        ConfigurationError: the checklist has a fault.
    """
    names = checklists.available() if checklist == AUTO else [checklist]
    return combined(
        [engine(), f"{checklist == AUTO} {options} {reading} {wishes}", *(audit.filing(name).sha256 for name in names)]
    )


def content(packet: Path) -> str:
    """Of a packet's files, by name and content. What cannot be read is told as such."""
    return combined([packet.name, _file(packet)] if packet.is_file() else _files(packet))


def _files(folder: Path) -> Iterator[str]:
    """The names and the digests of all files below a folder that intake takes, in one order; links are not followed."""
    for path, folders, names in os.walk(folder):
        folders[:] = sorted(folders) if len(Path(path).relative_to(folder).parts) < limits.MAX_FOLDERS else []
        for name in sorted(names):
            file = Path(path, name)
            yield str(file.relative_to(folder))
            yield _file(file)


def _file(file: Path) -> str:
    try:
        status = file.lstat()
        if not file.is_file() or file.is_symlink():
            return "no file"
        if status.st_size > limits.MAX_FILE_BYTES:
            return f"unread {status.st_size} {status.st_mtime_ns}"
        with file.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        return f"closed {error.errno}"
