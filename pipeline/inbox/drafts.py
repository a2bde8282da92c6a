"""The draft of an answer: the letter, with the report attached, in the thread of the message. Nothing is ever sent."""

from __future__ import annotations

from email import policy
from email.message import EmailMessage
from pathlib import Path

from pipeline.inbox.ledger import Ledger
from pipeline.inbox.records import Message
from pipeline.inbox.sources import Drafts

FILE = "reply.eml"
"""Beside the report: the draft for whoever's drafts Muster cannot reach."""
_POLICY = policy.SMTP.clone(max_line_length=998)
"""Shorter lines would make the library break long ids, by which mail programs know a thread."""
_ATTACHED = (
    ("letter.docx", "application", "vnd.openxmlformats-officedocument.wordprocessingml.document"),
    ("report.html", "text", "html"),
)


def draft_id(message: Message, address: str) -> str:
    """The id of the draft for a message: always the same, so that it can be known again."""
    _, _, domain = address.rpartition("@")
    return f"<muster.{message.identity[:32]}@{domain or 'muster.invalid'}>"


def draft(message: Message, folder: Path, address: str) -> bytes:
    """The draft as a message.

    Args:
        message: what is answered; it has an address to answer to.
        folder: of its report.
        address: of the office; empty if not known.

    Raises:
        OSError: the report cannot be read.
    """
    envelope = message.envelope
    mail = EmailMessage(_POLICY)
    if address:
        mail["From"] = address
    mail["To"] = envelope.reply_to
    subject = envelope.subject
    mail["Subject"] = subject if subject.lower().startswith("re:") else f"Re: {subject}"
    if envelope.message_id:
        mail["In-Reply-To"] = envelope.message_id
        mail["References"] = " ".join([*envelope.references, envelope.message_id])
    mail["Message-ID"] = draft_id(message, address)
    mail["X-Unsent"] = "1"
    mail.set_content((folder / "letter.txt").read_text(encoding="utf-8"))
    for name, kind, subkind in _ATTACHED:
        mail.add_attachment((folder / name).read_bytes(), maintype=kind, subtype=subkind, filename=name)
    mail.set_boundary(f"=_muster_{message.identity[:32]}")
    return mail.as_bytes()


def put_once(drafts: Drafts, ledger: Ledger, message: Message, content: bytes, name: str) -> tuple[Message, str]:
    """Put a draft into its folder unless it is there, or was, and a person has seen to it.

    A run may be killed after the server took the draft and before the ledger says so. So the ledger keeps how the folder
    stood before: if it still stands so, the draft never arrived.

    Returns:
        The message as it is kept, and a word on what a person should know.

    Raises:
        UnreachableError: the folder cannot be asked now.
        RefusedError: there is no such folder, or it does not take the draft.
    """
    if drafts.holds(name):
        return message, ""
    stands = drafts.state()
    if message.draft and message.draft != stands:
        return (
            message,
            f"The draft was put among the drafts and is not there any more; a copy is beside the report, {FILE}.",
        )
    message = ledger.keep(message, draft=stands)
    drafts.put(content)
    return message, ""
