"""`muster inbox`: from the arguments to the exit code."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pipeline.errors import ConfigurationError, UsageError
from pipeline.exits import EXIT_UNCHECKED

if TYPE_CHECKING:
    from pipeline.inbox.config import Config
    from pipeline.inbox.ledger import Ledger
    from pipeline.inbox.records import Message

EXIT_UNREACHED = ConfigurationError.exit_code
"""A source could not be looked at."""

_CONFIG = click.option(
    "--config",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("inbox.toml"),
    show_default=True,
    metavar="FILE",
    help="Sources and rules.",
)
_ID = click.argument("packet", metavar="ID")


@click.group(invoke_without_command=True)
@_CONFIG
@click.option("--once", is_flag=True, help="Look once, do all that is to be done, and end.")
@click.option("--watch", is_flag=True, help="Look again and again, until stopped.")
@click.option("--dry-run", is_flag=True, help="Say what would be done, and change nothing.")
@click.pass_context
def inbox(context: click.Context, config: Path, *, once: bool, watch: bool, dry_run: bool) -> int | None:
    """Audit what comes in by mail or into a folder, and file it, with a draft of the answer.

    Each message is a packet; an answer in its thread is the next round of the same application. Nothing is ever sent to
    an applicant, and no message is ever deleted. The last line printed is the path of the overview.
    """
    if context.invoked_subcommand:
        return None
    if once + watch + dry_run != 1:
        raise UsageError("One of --once, --watch and --dry-run is needed.", remedy="Try: muster inbox --help")
    settings = _loaded(config)
    if dry_run:
        return _dry_run(settings)
    return _watch(settings) if watch else _once(settings)


def _loaded(config: Path) -> Config:
    from pipeline.inbox.config import load

    return load(config)


def _once(config: Config) -> int:
    from pipeline.batch.session import interruptible
    from pipeline.inbox.running import Inbox, page

    trouble: list[Message] = []

    def told(message: Message) -> None:
        _tell(message)
        if message.state in ("needs attention", "waiting"):
            trouble.append(message)

    with interruptible(), Inbox(config, told) as run:
        faults = run.look()
        if run.pause:
            # What was still being written may stand still by now.
            threading.Event().wait(run.pause)
            faults = run.look()
    for fault in faults:
        click.echo(f"muster: {fault}", err=True)
    click.echo(page(config))
    return EXIT_UNREACHED if faults else EXIT_UNCHECKED if trouble else 0


def _watch(config: Config) -> int:
    from pipeline.batch.session import interruptible
    from pipeline.inbox.running import page
    from pipeline.inbox.watching import watch

    try:
        with interruptible():
            watch(config, _tell, lambda fault: click.echo(f"muster: {fault}", err=True))
    except KeyboardInterrupt:
        click.echo(page(config))
    return 0


def _tell(message: Message) -> None:
    words = [message.verdict if message.state == "done" else "", message.warning, message.note, message.trouble]
    said = " ".join(word for word in words if word)
    click.echo(f"{message.packet}: {message.state}. {said}", err=True)


def _dry_run(config: Config) -> int:
    from pipeline.inbox.rehearsal import rehearsed

    for line in rehearsed(config):
        click.echo(line)
    return 0


@inbox.command()
@_CONFIG
def init(config: Path) -> None:
    """Write a configuration with comments, to be filled in; nothing that is there is overwritten."""
    from importlib.resources import files

    from pipeline import reporting

    text = (files("pipeline.inbox") / "inbox.toml").read_text(encoding="utf-8")
    try:
        with config.open("x", encoding="utf-8") as stream:
            stream.write(text)
    except FileExistsError as error:
        raise UsageError(f"{config} is there already.", remedy="Give another name with --config.") from error
    except OSError as error:
        raise reporting.unwritable(config, error) from error
    click.echo(config)


@inbox.command()
@_CONFIG
def check(config: Path) -> int:
    """Try the configuration: reach every server, list its folders, and name what is wrong and how to mend it."""
    from pipeline.inbox.checking import checked

    code = 0
    for finding in checked(_loaded(config)):
        click.echo(f"{'ok' if finding.well else 'WRONG':5} {finding.words}")
        code = code if finding.well else EXIT_UNREACHED
    return code


@inbox.command(name="list")
@_CONFIG
def list_messages(config: Path) -> None:
    """What came, and what became of it, the latest last."""
    with _ledger(config) as ledger:
        for message in ledger.messages():
            click.echo(
                f"{message.packet}  {message.state}  {message.verdict}  {message.envelope.sender}  {message.report}"
            )


@inbox.command()
@_CONFIG
@_ID
def show(config: Path, packet: str) -> None:
    """All that is known of one message."""
    with _ledger(config) as ledger:
        for title, text in _told(_message(ledger, packet), ledger):
            click.echo(f"{title:15} {text}")


@inbox.command()
@_CONFIG
@_ID
@click.option("--checklist", "-c", metavar="ID|FILE", help="What it is for, where that could not be told.")
def retry(config: Path, packet: str, checklist: str | None) -> None:
    """Audit a message again at the next look, and act on it as its rule says now."""
    from pipeline.batch.session import anywhere
    from pipeline.inbox.records import Step

    with _ledger(config) as ledger:
        message = _message(ledger, packet)
        named = message.checklist if checklist is None else anywhere(checklist)
        ledger.step(message, Step.TAKEN, outcome="", note="", draft="", retried=True, checklist=named)
    click.echo(f"{packet} is audited again at the next look.")


@inbox.command()
@_CONFIG
@_ID
def forget(config: Path, packet: str) -> None:
    """Strike a message out: where it still lies in its source, the next look takes it as new."""
    with _ledger(config) as ledger:
        ledger.forget(_message(ledger, packet))
    click.echo(f"{packet} is forgotten. Its report stays.")


def _ledger(config: Path) -> Ledger:
    from pipeline.inbox.ledger import Ledger

    return Ledger(_loaded(config).state / "ledger.sqlite")


def _message(ledger: Ledger, packet: str) -> Message:
    found = ledger.packet(packet)
    if found is None:
        raise UsageError(f"There is no message {packet}.", remedy="`muster inbox list` names those that there are.")
    return found


def _told(message: Message, ledger: Ledger) -> list[tuple[str, object]]:
    from datetime import datetime

    envelope = message.envelope
    told = [
        ("id", message.packet),
        ("state", message.state),
        ("subject", envelope.subject),
        ("from", envelope.sender),
        ("our server says", envelope.authentication),
        ("warning", message.warning),
        ("came in", message.received),
        ("taken in", datetime.fromtimestamp(message.taken).isoformat(" ", "seconds")),
        ("application", f"{message.application}, round {message.round}"),
        ("rule", message.rule),
        ("filing", message.filing),
        ("verdict", message.verdict),
        ("result", message.note),
        ("waits", f"{message.trouble} (tried {message.attempts} times)" if message.trouble else ""),
        ("report", message.report),
        *(("seen in", place) for place in ledger.places(message.identity)),
    ]
    return [(title, text) for title, text in told if text]
