"""Who is let in to the review page, by which requests, and what its answers allow."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline import limits
from pipeline.errors import ConfigurationError
from pipeline.web.people import reviewers
from webserver import Server, Visitor, put_report, served, steps

ANN, BEN = "a" * 20, "b" * 20
PAGES = ("/", "/packets/new", "/packets/fair/", "/packets/fair/pages/1/1", "/packets/fair/letter", "/trail")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with one report, open to whoever gives a name."""
    folder = tmp_path_factory.mktemp("served")
    put_report(folder / "reports", "fair")
    with served(folder) as running:
        yield running


@pytest.fixture
def ann(server: Server) -> Visitor:
    """A visitor who has given a name."""
    visitor = Visitor(server)
    visitor.enter()
    return visitor


@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_shown_before_one_has_said_who_one_is(server: Server, path: str) -> None:
    answer = Visitor(server).get(path)
    assert answer.status == 302
    assert answer.headers["Location"].startswith("/enter")
    assert b"fair" not in answer.body.replace(path.encode(), b"")


@pytest.mark.parametrize("path", [*PAGES, "/enter", "/packets/gone/"])
def test_every_page_says_what_it_may_load_and_is_not_kept(ann: Visitor, path: str) -> None:
    answer = ann.get(path)
    assert answer.status == (404 if "gone" in path else 200)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    framed = "'self'" if "pages" in path else "'none'"
    assert f"frame-ancestors {framed}" in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "<style" not in answer.text
    assert " style=" not in answer.text
    assert "onclick" not in answer.text


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8765", "127.0.0.1.evil.example", ""])
def test_a_page_asked_for_under_a_foreign_name_is_refused(ann: Visitor, host: str) -> None:
    """A foreign page whose name was made to lead here would otherwise read all."""
    for path in ("/", "/enter", "/packets/fair/report.json"):
        assert ann.get(path, Host=host).status == 400
    assert ann.get("/", Host="localhost:1").status == 200


@pytest.mark.parametrize("path", ["/enter", "/leave", "/packets/new", "/packets/fair/again"])
def test_a_form_that_another_page_sends_does_nothing(ann: Visitor, server: Server, path: str) -> None:
    before = steps(server)
    assert ann.post(path, {"given": "Eve", "checklist": "auto"}).status == 400
    assert ann.post(path, {"given": "Eve", "csrf_token": "x" * 90}).status == 400
    other = Visitor(server)
    other.enter("Eve")
    stolen = {"given": "Eve", "csrf_token": other.token()}
    assert ann.post(path, stolen).status == 400
    assert [step["who"] for step in steps(server)[len(before) :]] == ["Eve"], "only her own signing in"
    assert ann.get("/").status == 200, "still signed in"


def test_the_cookie_is_for_this_server_alone(server: Server) -> None:
    visitor = Visitor(server)
    cookie = visitor.enter().headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    (name,) = visitor.cookies
    visitor.cookies[name] = "x" + visitor.cookies[name][1:]
    assert visitor.get("/").status == 302, "a cookie that was tampered with opens nothing"


@pytest.mark.parametrize(
    "wanted", ["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", ""]
)
def test_signing_in_leads_nowhere_else(server: Server, wanted: str) -> None:
    visitor = Visitor(server)
    answer = visitor.post("/enter", {"csrf_token": visitor.token(), "given": "Ann", "next": wanted})
    assert (answer.status, answer.headers["Location"]) == (302, "/")


def test_signing_in_leads_to_what_one_wanted(server: Server) -> None:
    visitor = Visitor(server)
    answer = visitor.post("/enter", {"csrf_token": visitor.token(), "given": "Ann", "next": "/?stage=to-review"})
    assert answer.headers["Location"] == "/?stage=to-review"


@pytest.mark.parametrize("name", ["", "   ", "\u202e\u200b", "7", "<>"])
def test_a_name_must_be_one(server: Server, name: str) -> None:
    visitor = Visitor(server)
    assert visitor.enter(name).headers["Location"].startswith("/enter")
    assert "Please give a name." in visitor.get("/enter").text


def test_a_hostile_name_is_shown_as_text(server: Server) -> None:
    visitor = Visitor(server)
    visitor.enter("<script>alert(1)</script>\u202e\nAnn")
    page = visitor.get("/").text
    assert "<script>alert" not in page
    assert "\u202e" not in page


@pytest.mark.parametrize(
    "path",
    [
        "/packets/..%2f..%2fetc/",
        "/packets/%2e%2e/",
        "/packets/.muster/",
        "/packets/.muster/report.json",
        "/packets/fair/../../x/",
        "/packets/fair/secret.txt",
        "/static/../desk.py",
        "/static/%2e%2e/app.py",
    ],
)
def test_no_address_leads_out_of_the_reports(ann: Visitor, server: Server, path: str) -> None:
    (server.reports / "fair" / "secret.txt").write_text("secret")
    answer = ann.get(path)
    assert answer.status in (400, 404)
    assert "secret" not in answer.text


def test_a_form_that_is_too_large_is_refused(ann: Visitor) -> None:
    big = {"csrf_token": ann.token(), "given": "x" * (limits.FORM_BYTES + 1)}
    assert ann.post("/enter", big).status == 413


def test_an_upload_that_is_too_large_is_refused_before_it_is_sent(ann: Visitor) -> None:
    length = str(limits.UPLOAD_BYTES + limits.FORM_BYTES + 1)
    assert (
        ann.ask("POST", "/packets/new", None, {"Content-Length": length, "Content-Type": "multipart/form-data"}).status
        == 413
    )


def test_the_server_does_not_say_what_it_is(ann: Visitor) -> None:
    assert "Server" not in ann.get("/").headers


@pytest.fixture
def tokens(tmp_path: Path) -> Path:
    """Two reviewers."""
    file = tmp_path / "tokens"
    file.write_text(f"# who may\n{ANN} Ann Lee\n\n{BEN} Ben O'Neil\n")
    file.chmod(0o600)
    return file


def test_with_tokens_only_these_open_and_say_who_it_is(tmp_path: Path, tokens: Path) -> None:
    put_report(tmp_path / "reports", "fair")
    with served(tmp_path, "--tokens", str(tokens)) as server:
        visitor = Visitor(server)
        assert visitor.enter("Ann Lee").headers["Location"].startswith("/enter")
        assert "opens nothing" in visitor.get("/enter").text
        assert visitor.get("/").status == 302
        assert visitor.enter(BEN).headers["Location"] == "/"
        assert "Ben O&#39;Neil" in visitor.get("/").text
        assert [step["who"] for step in steps(server)] == ["Ben O'Neil"]
    tokens.write_text(f"{ANN} Ann Lee\n")
    with served(tmp_path, "--tokens", str(tokens)) as server:
        assert Visitor(server, visitor.cookies).get("/").status == 302, "a token that was taken back opens no more"


def test_one_who_has_signed_in_stays_so_over_a_restart(tmp_path: Path) -> None:
    put_report(tmp_path / "reports", "fair")
    with served(tmp_path) as server:
        visitor = Visitor(server)
        visitor.enter()
    with served(tmp_path) as server:
        assert Visitor(server, visitor.cookies).get("/").status == 200


@pytest.mark.parametrize(
    ("text", "mode", "told"),
    [
        (f"{ANN} Ann\n", 0o644, "can be read by others"),
        ("short Ann\n", 0o600, "line 1"),
        (f"# fine\n{ANN}\n", 0o600, "line 2"),
        (f"{ANN} Ann\n{ANN} Ben\n", 0o600, "line 2"),
        (f"{ANN} Ann\n{BEN} Ann\n", 0o600, "line 2"),
        ("# nobody\n", 0o600, "names nobody"),
    ],
)
def test_a_faulty_file_of_tokens_is_told(tmp_path: Path, text: str, mode: int, told: str) -> None:
    file = tmp_path / "tokens"
    file.write_text(text)
    file.chmod(mode)
    with pytest.raises(ConfigurationError, match=told):
        reviewers(file)
