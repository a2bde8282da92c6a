"""The store of a batch, on SQLite and on PostgreSQL: who may have a packet, and what is kept of it."""

from __future__ import annotations

import threading
import uuid
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from pipeline import limits
from pipeline.batch.records import Entry, Outcome, Row
from pipeline.batch.store import Claim, Standing, Store, Terms
from pipeline.errors import ConfigurationError

FOREVER, BEFORE_ALL = 4e9, 0.0
Open = Callable[..., Store]


@pytest.fixture
def opened(store_url: str) -> Open:
    """Opens the store for another run over one output folder."""
    folder = uuid.uuid4().hex

    def open_store(*, since: float = BEFORE_ALL, force: bool = False, retry_failed: bool = False) -> Store:
        return Store(store_url, Terms(folder, uuid.uuid4().hex, since, force, retry_failed))

    return open_store


def row(outcome: Outcome = Outcome.AUDITED) -> Row:
    return Row("p", "p « ü ».pdf", outcome, "It is\nsaid.", verdict="incomplete", missing=3)


def claim(store: Store, fingerprint: str = "one", *, whole: bool = True) -> Claim:
    return store.claim("p", fingerprint, whole=whole)


def kept(store: Store) -> list[Row | None]:
    return list(store.rows([Entry("p", Path("p")), Entry("q", Path("q"))]))


def test_one_run_has_a_packet_until_its_outcome_is_kept(opened: Open) -> None:
    with closing(opened()) as mine, closing(opened()) as other:
        assert claim(mine) is Claim.TAKEN
        assert claim(other) is Claim.BUSY
        assert claim(other, "two") is Claim.BUSY
        assert claim(mine) is Claim.TAKEN, "once more alone"
        assert kept(mine) == [None, None]
        mine.finish(row())
        assert claim(other) is claim(mine) is Claim.SETTLED
        assert kept(other) == [row(), None]


def test_a_claim_that_has_lapsed_is_anybody_s(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(opened()) as killed, closing(opened()) as other:
        monkeypatch.setattr(limits, "LEASE_SECONDS", -1)
        assert claim(killed) is Claim.TAKEN
        monkeypatch.undo()
        assert claim(other) is Claim.TAKEN
        killed.finish(row(Outcome.CRASHED))
        assert kept(other) == [None, None], "who lost the claim has nothing to say"
        other.finish(row())
        assert kept(other) == [row(), None]


def test_claims_are_renewed_as_long_as_a_run_lives_and_given_up_at_its_end(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(opened()) as mine, closing(opened()) as other:
        monkeypatch.setattr(limits, "LEASE_SECONDS", 0.04)
        renewed = threading.Event()
        monkeypatch.setattr(mine, "_lease", lambda until, lease=mine._lease: (lease(until), renewed.set()))
        with mine.kept():
            assert claim(mine) is Claim.TAKEN
            assert renewed.wait(60)
            monkeypatch.setattr(limits, "LEASE_SECONDS", 60)
        assert claim(other) is Claim.TAKEN


@pytest.mark.parametrize(
    ("outcome", "options", "whole", "fingerprint", "expected"),
    [
        (Outcome.AUDITED, {}, True, "one", Claim.SETTLED),
        (Outcome.AUDITED, {}, True, "two", Claim.TAKEN),
        (Outcome.AUDITED, {}, False, "one", Claim.TAKEN),
        (Outcome.AUDITED, {"retry_failed": True}, True, "one", Claim.SETTLED),
        (Outcome.AUDITED, {"force": True}, True, "one", Claim.TAKEN),
        (Outcome.AUDITED, {"force": True, "since": BEFORE_ALL}, True, "one", Claim.SETTLED),
        (Outcome.CRASHED, {}, False, "one", Claim.SETTLED),
        (Outcome.UNROUTED, {}, False, "one", Claim.SETTLED),
        (Outcome.CRASHED, {}, False, "two", Claim.TAKEN),
        (Outcome.TIMED_OUT, {"retry_failed": True}, False, "one", Claim.TAKEN),
        (Outcome.REFUSED, {"force": True}, False, "one", Claim.TAKEN),
        (Outcome.NOT_WRITTEN, {}, False, "one", Claim.TAKEN),
        (Outcome.NOT_WRITTEN, {"since": BEFORE_ALL}, False, "one", Claim.SETTLED),
    ],
)
def test_what_is_taken_up_again(
    opened: Open, outcome: Outcome, options: dict[str, object], whole: bool, fingerprint: str, expected: Claim
) -> None:
    """Nothing is that was finished after the run began: another run beside it has just done so."""
    with closing(opened()) as first, closing(opened(**{"since": FOREVER, **options})) as later:
        claim(first)
        first.finish(row(outcome))
        assert claim(later, fingerprint, whole=whole) is expected


def test_many_at_once_have_each_packet_once(opened: Open) -> None:
    names = [f"p{number}" for number in range(60)]
    taken: list[str] = []
    ready = threading.Barrier(4)

    def work() -> None:
        with closing(opened()) as store:
            ready.wait()
            for name in names:
                if store.claim(name, "one", whole=True) is Claim.TAKEN:
                    taken.append(name)
                    store.finish(Row(name, name, Outcome.AUDITED, ""))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Counter(taken) == dict.fromkeys(names, 1)


def test_output_folders_in_one_database_know_nothing_of_each_other(store_url: str) -> None:
    terms = [Terms(uuid.uuid4().hex, uuid.uuid4().hex, BEFORE_ALL) for _ in range(2)]
    with closing(Store(store_url, terms[0])) as one, closing(Store(store_url, terms[1])) as two:
        assert claim(one) is claim(two) is Claim.TAKEN
        one.finish(row())
        assert kept(two) == [None, None]


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("nowhere", "no address of a database"),
        ("mysql://host/database", "keeps nothing in mysql"),
        ("sqlite:////nowhere/at/all.sqlite", "unable to open database file"),
        ("postgresql://muster@127.0.0.1:1/none", "The store cannot be used"),
    ],
)
def test_a_store_that_cannot_be_used_is_told_in_one_line(url: str, words: str) -> None:
    with pytest.raises(ConfigurationError, match=words) as caught:
        Store(url, Terms("folder", "run", BEFORE_ALL))
    assert caught.value.remedy
    assert "\n" not in str(caught.value)


def test_it_tells_how_far_every_packet_is(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(opened()) as mine, closing(opened()) as other:
        assert list(mine.standings()) == []
        claim(mine)
        assert list(other.standings()) == [Standing("p", busy=True, row=None)]
        mine.finish(row())
        assert list(other.standings()) == [Standing("p", busy=False, row=row())]
        monkeypatch.setattr(limits, "LEASE_SECONDS", -1)
        claim(mine, "two")
        assert list(other.standings()) == [Standing("p", busy=False, row=None)], "the run that had it is gone"


def test_a_store_that_is_damaged_is_told_with_what_to_delete(tmp_path: Path) -> None:
    (tmp_path / "batch.sqlite").write_bytes(b"no database at all")
    with pytest.raises(ConfigurationError, match="file is not a database") as caught:
        Store(f"sqlite:///{tmp_path / 'batch.sqlite'}", Terms("folder", "run", BEFORE_ALL))
    assert "Delete the folder .muster" in caught.value.remedy
