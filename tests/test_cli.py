"""The command line: what it prints, where it writes, and how it ends."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

import pipeline.audit
import reporting_fixture as fixture
from pdfs import pdf, text
from pipeline import checklists, cli, exits, reporting, scoring

Muster = Callable[..., Any]
COMMAND = (sys.executable, "-c", "from pipeline.cli import main; main()")


def test_help_imports_nothing_heavy() -> None:
    script = "import sys; from pipeline.cli import run; run(['--help']); print('HEAVY', *sorted(sys.modules))"
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert "Usage: muster" in shown
    loaded = set(shown.partition("HEAVY")[2].split())
    heavy = {
        "spacy",
        "pdfplumber",
        "pypdfium2",
        "jinja2",
        "jsonschema",
        "yaml",
        "numpy",
        "rich",
        "PIL",
        "rapidfuzz",
        "docx",
        "pypdf",
    }
    assert not loaded & heavy


def test_version(muster: Muster) -> None:
    assert re.fullmatch(r"muster \d+\.\d+\.\d+\n", muster("--version").out)


ANSWERLESS = """\
id: answerless
title: A filing that asks for what nobody looks for
jurisdiction: Nowhere
law: The applicant shall state the size of the shoe.
route: [shoe]
items:
  - id: a
    cite: s. 1
    title: Size of the shoe
    law: state the size of the shoe
    elements:
      - {id: size, title: Size, ask: Please state the size., answer: party.shoe_size}
"""


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A folder with one of each thing that a command line may point at by mistake."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "packet").mkdir()
    (tmp_path / "packet" / "note.txt").write_text("We will hold a fair.")
    (tmp_path / "fair").mkdir()
    (tmp_path / "fair" / "note.txt").write_text("We will hold a fair.")
    (tmp_path / "file").write_text("a file where a folder is wanted")
    (tmp_path / "faulty.yaml").write_text("id: faulty\ntitle: Faulty\nitems:\n  - {id: a, id: b}\n")
    (tmp_path / "answerless.yaml").write_text(ANSWERLESS)
    (tmp_path / "other.json").write_text('{"schema": "another/1"}')
    (tmp_path / "no.json").write_text("no JSON")
    report = reporting.to_json(fixture.audit(), fixture.checklist())
    (tmp_path / "torn.json").write_text(json.dumps(report).replace('"picture": null', '"picture": "lost"'))
    report["deadline"]["date"] = "2027-99-99"
    (tmp_path / "late.json").write_text(json.dumps(report))
    return tmp_path


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("audit nowhere -c ct-19a-438", 2, "no file or folder nowhere"),
        ("audit empty -c ct-19a-438", 2, "holds no file"),
        ("audit packet", 2, "--checklist"),
        ("audit packet -c atlantis", 5, "no checklist 'atlantis'. Take one of: "),
        ("audit packet -c faulty.yaml", 5, "faulty.yaml, line 4"),
        ("audit packet -c nowhere.yaml", 5, "nowhere.yaml"),
        ("audit packet -c ct-19a-438 --out file", 5, "file cannot be written"),
        ("audit packet -c ct-19a-438 --out file/below", 5, "file/below cannot be written"),
        ("audit packet -c ct-19a-438 --out packet/reports", 2, "into the packet itself"),
        ("audit fair -c ct-19a-438 --out .", 2, "into the packet itself"),
        ("audit packet -c ct-19a-438 --password \udcff", 2, "a password must be text"),
        ("batch fair -c ct-19a-438 --time-limit 9999999999", 2, "is not in the range"),
        ("audit packet -c ct-19a-438 --received yesterday", 2, "'yesterday' does not match"),
        ("audit packet -c ct-19a-438 --fail-on often", 2, "'often' is not one of"),
        ("audit packet -c ct-19a-438 --loud", 2, "No such option"),
        ("audit packet -c answerless.yaml", 5, "item a: no topic describes the answer 'party.shoe_size'"),
        ("checklist check answerless.yaml", 5, "item a: no topic describes the answer 'party.shoe_size'"),
        ("checklist show atlantis", 5, "no checklist 'atlantis'"),
        ("checklist check faulty.yaml", 5, "faulty.yaml, line 4"),
        ("checklist check nowhere.yaml", 2, "does not exist"),
        ("render nowhere.json", 2, "does not exist"),
        ("render no.json", 2, "is not a report"),
        ("render other.json", 2, "is not a report"),
        ("render torn.json", 2, "is not a whole report"),
        ("render late.json", 2, "is not a report of Muster's: '2027-99-99' is not a 'date'"),
        ("score empty --run", 2, "holds no labelled packets"),
        ("score packet", 2, "Either REPORTS or --run"),
        ("score packet empty --run", 2, "Either REPORTS or --run"),
        ("sing", 2, "No such command"),
    ],
)
def test_a_fault_is_one_line_with_its_exit_code(
    broken: Path, muster: Muster, monkeypatch: pytest.MonkeyPatch, line: str, code: int, words: str
) -> None:
    monkeypatch.chdir(broken)
    ran = muster(*line.split())
    assert ran.code == code, ran
    assert ran.out == ""
    assert words in ran.err
    assert ran.err.startswith("muster: ")
    assert ran.err.count("\n") == 1
    assert not (broken / "muster-reports").exists() or not any((broken / "muster-reports").iterdir())


def test_marked_copies_stand_beside_the_report_and_are_linked(samples: Path, tmp_path: Path, muster: Muster) -> None:
    packet = tmp_path / "fair"
    packet.mkdir()
    for file in (samples / "ct-02" / "packet").iterdir():
        (packet / file.name).write_bytes(file.read_bytes())
    whole = (packet / "trash quote.pdf").read_bytes()
    (packet / "cut.pdf").write_bytes(whole[: len(whole) // 2])
    ran = muster("audit", packet, "-c", "ct-19a-438", "--out", tmp_path / "out", "--annotate", "--quiet")
    folder = Path(ran.out.strip()).parent
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    linked = {file["name"]: file["marked"] for file in report["packet"]["files"]}
    assert linked["trash quote.pdf"] == "marked/trash%20quote.pdf"
    assert {path.name for path in (folder / "marked").iterdir()} == {name for name, link in linked.items() if link}
    assert 'href="marked/trash%20quote.pdf"' in (folder / "report.html").read_text(encoding="utf-8")
    assert not [path for path in folder.iterdir() if path.name.startswith(".")]


def test_a_towns_letter_is_looked_at_before_the_work(broken: Path, muster: Muster) -> None:
    template = broken / "ours.txt"
    template.write_text("{% if %}")
    line = ["audit", broken / "packet", "-c", "ct-19a-438", "--out", broken / "out", "--letter-template", template]
    ran = muster(*line)
    assert (ran.code, ran.out, ran.err.count("\n")) == (5, "", 1)
    assert "ours.txt cannot be used: line 1" in ran.err
    assert not (broken / "out").exists()
    template.write_text("To whom it may concern")
    page = Path(muster(*line, "--quiet").out.strip())
    assert (page.parent / "letter.txt").read_text() == "To whom it may concern\n"


def test_a_password_in_the_environment_may_hold_blanks(
    tmp_path: Path, muster: Muster, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "plan.pdf").write_bytes(pdf(text("Locked plan"), password="their word"))
    monkeypatch.setenv("MUSTER_PASSWORD", "another\ntheir word")
    ran = muster("audit", tmp_path / "plan.pdf", "-c", "ct-19a-438", "--out", tmp_path / "out", "--quiet")
    assert json.loads(Path(ran.out.strip()).with_name("report.json").read_text())["problems"] == []


def test_a_folder_without_permission_is_one_line(broken: Path, muster: Muster) -> None:
    ran = muster("audit", broken / "packet", "-c", "ct-19a-438", "--out", "/proc/muster-reports")
    assert (ran.code, ran.err.count("\n")) == (5, 1)
    assert "cannot be written" in ran.err


def test_ctrl_c_gives_130(broken: Path, muster: Muster, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(pipeline.audit, "judge", interrupted)
    ran = muster("audit", broken / "packet", "-c", "ct-19a-438", "--out", broken / "out")
    assert (ran.code, ran.out, ran.err) == (130, "", "muster: interrupted\n")


def test_a_reader_that_has_gone_gives_130_and_no_noise() -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    with os.fdopen(write_end, "w") as gone:
        line = [*COMMAND, "checklist", "show", "ct-19a-438"]
        ended = subprocess.run(line, stdout=gone, stderr=subprocess.PIPE, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (130, "")


# --- exit codes -----------------------------------------------------------------------------------------


def report(*, checks: dict[str, str] | None = None, hidden: bool = False, **counts: int) -> dict[str, Any]:
    """As much of a report.json as the exit code looks at."""
    summary = {"missing": 0, "partial": 0, "could_not_check": 0, "needs_review": 0, **counts}
    return {
        "summary": summary,
        "checks": [{"id": name, "status": status} for name, status in (checks or {}).items()],
        "problems": [{"hides_content": hidden}],
    }


CLEAN = report(checks={"toilets": "ok", "water": "not_stated"})
MISSING = report(missing=1)
PARTIAL = report(partial=1)
SHORT = report(checks={"toilets": "shortfall"})
CONFLICT = report(checks={"attendance_consistent": "conflict"})
BELOW_THE_LAW = report(checks={"threshold": "shortfall"})
DOUBTFUL = report(needs_review=1)


@pytest.mark.parametrize(
    ("told", "codes"),
    [  # --fail-on never, missing, partial, shortfall, review
        (CLEAN, (0, 0, 0, 0, 0)),
        (MISSING, (0, 3, 3, 3, 3)),
        (PARTIAL, (0, 0, 3, 3, 3)),
        (SHORT, (0, 0, 0, 3, 3)),
        (CONFLICT, (0, 0, 0, 3, 3)),
        (BELOW_THE_LAW, (0, 0, 0, 0, 0)),
        (DOUBTFUL, (0, 0, 0, 0, 3)),
        (report(hidden=True), (4, 4, 4, 4, 4)),
        (report(could_not_check=1), (4, 4, 4, 4, 4)),
        (report(missing=1, hidden=True), (4, 3, 3, 3, 3)),
        (report(partial=1, could_not_check=1), (4, 4, 3, 3, 3)),
    ],
)
def test_exit_codes(told: dict[str, Any], codes: tuple[int, ...]) -> None:
    assert tuple(exits.exit_code(exits.trouble(told), fail_on=level) for level in exits.FAIL_ON) == codes


# --- whole runs -----------------------------------------------------------------------------------------


def test_audit_writes_a_report_and_ends_with_its_path(samples: Path, tmp_path: Path, muster: Muster) -> None:
    line = ("audit", samples / "ct-02" / "packet", "--checklist", "ct-19a-438", "--out", tmp_path)
    ran = muster(*line)
    page = tmp_path / "ct-02" / "report.html"
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[-1] == str(page)
    assert "19a-438(c)(1)" in ran.out, "the table stands above the path"
    told = json.loads(page.with_suffix(".json").read_text())
    assert told["packet"]["id"] == "ct-02"
    assert {item["id"]: item["status"] for item in told["items"]}["c16"] == "missing", "N/A is no fire plan"

    before = (page.read_bytes(), page.with_suffix(".json").read_bytes())
    quiet = muster(*line, "--quiet", "--fail-on", "missing")
    assert (quiet.code, quiet.out) == (3, f"{page}\n")
    assert (page.read_bytes(), page.with_suffix(".json").read_bytes()) == before, "the same bytes each time"


def test_render_gives_the_same_files_from_the_json_alone(samples: Path, tmp_path: Path, muster: Muster) -> None:
    muster("audit", samples / "ct-04" / "packet", "-c", "ct-19a-438", "--out", tmp_path)
    page = tmp_path / "ct-04" / "report.html"
    again = tmp_path / "again"
    ran = muster("render", page.with_suffix(".json"), "--out", again)
    assert (ran.code, ran.out) == (0, f"{again / 'report.html'}\n")
    assert "data:image/png" in page.read_text(encoding="utf-8")
    for name in ("report.html", "letter.txt", "letter.docx", "findings.csv"):
        assert (again / name).read_bytes() == (page.parent / name).read_bytes()
    page.unlink()
    assert muster("render", page.with_suffix(".json")).out == f"{page}\n"
    assert page.exists()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("no.pdf", b"This is a letter and no PDF \xff\xfe\x00\x01"),
        ("empty.pdf", b""),
        ("truncated.pdf", None),
        ("encrypted.pdf", None),
    ],
)
def test_a_bad_file_is_a_problem_in_the_report(
    samples: Path, root: Path, tmp_path: Path, muster: Muster, name: str, content: bytes | None
) -> None:
    if name == "truncated.pdf":
        content = (samples / "ct-02" / "packet" / "trash quote.pdf").read_bytes()[:900]
    elif name == "encrypted.pdf":
        content = (root / "tests" / "files" / name).read_bytes()
    assert content is not None
    packet = tmp_path / "packet.d"
    packet.mkdir()
    (packet / name).write_bytes(content)
    ran = muster("audit", packet, "-c", "ct-19a-438", "--out", tmp_path / "out")
    assert (ran.code, ran.err) == (4, "")
    told = json.loads(Path(ran.out.splitlines()[-1]).with_suffix(".json").read_text())
    assert any(problem["hides_content"] and problem["file"] == name for problem in told["problems"])
    statuses = {item["status"] for item in told["items"]}
    assert "missing" not in statuses, "nothing is missing where something could not be read"
    assert "present" not in statuses


def test_without_ocr_a_scan_is_told_and_nothing_is_called_missing(
    samples: Path, tmp_path: Path, muster: Muster
) -> None:
    ran = muster("audit", samples / "ct-03" / "packet", "-c", "ct-19a-438", "--no-ocr", "--out", tmp_path)
    assert ran.code == 4
    told = json.loads((tmp_path / "ct-03" / "report.json").read_text())
    assert told["summary"]["missing"] == 0
    assert told["summary"]["could_not_check"] > 0


def test_score_reads_reports_or_makes_them(samples: Path, tmp_path: Path, muster: Muster) -> None:
    made = muster("score", samples, "--run", "--only", "ct-02", "--out", tmp_path, "--json", tmp_path / "made.json")
    read = muster("score", samples, tmp_path, "--only", "ct-02", "--title", "again", "--json", tmp_path / "read.json")
    assert (made.code, read.code) == (0, 0), made.err + read.err
    assert read.out == f"again\n{made.out}"
    figures = json.loads((tmp_path / "made.json").read_text())
    assert figures == json.loads((tmp_path / "read.json").read_text())
    assert figures["packets"] == 1
    names = [line.split()[0] for line in made.out.splitlines()]
    assert names[: len(figures)] == list(figures)
    assert names[len(figures)] == "probability"


def test_checklists_are_listed_and_shown(muster: Muster) -> None:
    assert [line.split()[0] for line in muster("checklist", "list").out.splitlines()] == list(checklists.available())
    shown = muster("checklist", "show", "ct-19a-438").out
    assert "[19a-438(c)(12)]" in shown
    assert "drinking_water" in shown


@pytest.mark.parametrize("name", checklists.available())
def test_every_checklist_is_ready_to_be_audited_against(root: Path, muster: Muster, name: str) -> None:
    ran = muster("checklist", "check", root / "checklists" / f"{name}.yaml")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("no fault found.\n")


# --- the README is true ---------------------------------------------------------------------------------


def commands_of(text: str) -> list[list[str]]:
    quoted = re.findall(r"`(?:\.venv/bin/)?(muster [^`]+)`|^ *(?:\.venv/bin/)?(muster .+)$", text, re.MULTILINE)
    return [(one or other).split() for one, other in quoted]


@pytest.mark.parametrize("page", ["README.md", "docs/inbox.md"])
def test_commands_and_options_that_are_told_of_exist(root: Path, page: str) -> None:
    lines = commands_of((root / page).read_text())
    assert len(lines) > 5
    for line in lines + commands_of((root / "docs" / "for-attorneys.md").read_text()):
        command: click.Command = cli.muster
        for word in line[1:]:
            if isinstance(command, click.Group) and not word.startswith("-"):
                assert word in command.commands, line
                command = command.commands[word]
        known = {name for parameter in command.params for name in parameter.opts} | {"--help"}
        assert {word for word in line if word.startswith("-")} <= known, line


def test_the_readme_tells_of_each_command(root: Path) -> None:
    assert {line[1] for line in commands_of((root / "README.md").read_text())} == set(cli.muster.commands)


def test_the_readme_names_every_level_status_and_make_target(root: Path) -> None:
    readme = (root / "README.md").read_text()
    for level in exits.FAIL_ON:
        assert f"`{level}`" in readme
    for code in (0, 1, 2, exits.EXIT_GAPS, exits.EXIT_UNCHECKED, 5, exits.EXIT_INTERRUPTED):
        assert f"| {code} |" in readme
    targets = set(re.findall(r"^([a-z]+):", (root / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"(?:^|`)make ([a-z]+)", readme, re.MULTILINE)) <= targets
    assert scoring.read_labels(root / "sample_applications")


def test_lock_files_hold_names_versions_and_hashes_alone(root: Path) -> None:
    for name in ("requirements.lock", "requirements-dev.lock"):
        for line in (root / name).read_text().splitlines():
            pinned = re.fullmatch(r"[a-z0-9.-]+==[\w.]+( ; [^\\]+)? \\", line)
            assert pinned or re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?", line), line


def test_what_intake_could_not_take_in_is_held_against_nobody(tmp_path: Path, muster: Muster) -> None:
    packet = tmp_path / "packet"
    packet.mkdir()
    (packet / "note.txt").write_text("The rest of our application is in the archive.")
    (packet / "rest.zip").write_bytes(b"PK\x03\x04 cut short")

    ran = muster("audit", packet, "--checklist", "ct-19a-438", "--out", tmp_path / "out", "--fail-on", "missing")

    report = json.loads(next((tmp_path / "out").glob("*/report.json")).read_text())
    assert ran.code == 4
    assert "missing" not in {item["status"] for item in report["items"]}


def test_score_tells_broken_reports_labels_and_places(samples: Path, tmp_path: Path, muster: Muster) -> None:
    (tmp_path / "ct-01.json").write_text('{"items": 3}')
    assert muster("score", samples, tmp_path, "--only", "ct-01").code == 2
    (tmp_path / "ct-01.json").unlink()
    assert "no report" in muster("score", samples, tmp_path).err
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "gold.json").write_text('{"id": "bad"}')
    assert "is not a label" in muster("score", tmp_path, "--run").err


def test_without_a_command_the_help_is_shown_in_its_lines(muster: Muster) -> None:
    ran = muster()
    assert ran.code == 2
    assert ran.err.startswith("Usage: muster")
    assert "\n  audit " in ran.err


def test_a_checklist_under_another_ending_is_looked_into(tmp_path: Path, muster: Muster) -> None:
    (tmp_path / "ours.txt").write_text("id: ours\ntitle: Ours\n")
    assert "ours.txt, line 1" in muster("checklist", "check", tmp_path / "ours.txt").err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_a_full_output_ends_in_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run([*COMMAND, "checklist", "list"], stdout=full, stderr=subprocess.PIPE, text=True)
    assert ended.returncode == 5
    assert ended.stderr.splitlines() == ["muster: There is no space left to write to. Free some, or write elsewhere."]
