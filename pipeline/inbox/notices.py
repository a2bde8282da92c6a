"""A word to the clerk by mail that a report is there, or that a message needs her."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from email import policy
from email.message import EmailMessage

from pipeline.inbox.config import Smtp
from pipeline.inbox.passwords import password
from pipeline.inbox.records import Message
from pipeline.inbox.sources import RefusedError, UnreachableError
from pipeline.inbox.tls import context

_SECONDS = 30


def notice(message: Message, sender: str, to: Sequence[str]) -> EmailMessage:
    """The notice on a message. It has always the same id, by which a mail program knows one that comes twice."""
    mail = EmailMessage(policy.SMTP)
    mail["From"] = sender
    mail["To"] = ", ".join(to)
    mail["Subject"] = f"Muster: {message.verdict or message.state}: {message.envelope.subject}"
    mail["Message-ID"] = f"<muster.notice.{message.identity[:32]}@{sender.rpartition('@')[2]}>"
    mail["Auto-Submitted"] = "auto-generated"
    told = [
        ("Message", message.envelope.subject),
        ("From", message.envelope.sender),
        ("Our server says of the sender", message.envelope.authentication),
        ("Please note", message.warning),
        ("Application", f"{message.application}, round {message.round}"),
        ("Result", message.note),
        ("Report", message.report),
    ]
    mail.set_content("".join(f"{title}: {text}\n" for title, text in told if text))
    return mail


def send(mail: EmailMessage, server: Smtp) -> None:
    """Hand a notice to the server.

    Raises:
        UnreachableError: it cannot take it now.
        RefusedError: it will not take it.
        ConfigurationError: there is no password, or no authority.
    """
    with _spoken(server) as smtp:
        smtp.send_message(mail)


def greet(server: Smtp) -> None:
    """See whether the server would take notices.

    Raises:
        As `send`.
    """
    with _spoken(server):
        pass


@contextmanager
def _spoken(server: Smtp) -> Iterator[smtplib.SMTP]:
    """A connection, logged in; what goes wrong is told."""
    try:
        with _connected(server) as smtp:
            if server.user:
                smtp.login(server.user, password(server))
            yield smtp
    except smtplib.SMTPResponseException as error:
        said = f"{server.host} says: {error.smtp_code} {error.smtp_error!r:.200}"
        raise (RefusedError if error.smtp_code >= 500 else UnreachableError)(said) from error
    except smtplib.SMTPRecipientsRefused as error:
        raise RefusedError(f"The notice was not taken for {', '.join(error.recipients)}.") from error
    except (OSError, smtplib.SMTPException) as error:
        raise UnreachableError(f"{server.host} cannot be reached: {error}.") from error


def _connected(server: Smtp) -> smtplib.SMTP:
    if server.tls and not server.starttls:
        return smtplib.SMTP_SSL(server.host, server.port, timeout=_SECONDS, context=context(server))
    smtp = smtplib.SMTP(server.host, server.port, timeout=_SECONDS)
    if server.tls:
        try:
            smtp.starttls(context=context(server))
        except (smtplib.SMTPException, ssl.SSLError):
            smtp.close()
            raise
    return smtp
