"""The shape of the code: which module may know of which, how large they are, and what no stage may touch."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from graphlib import TopologicalSorter
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "pipeline"
MODULES = sorted(PACKAGE.rglob("*.py"))
TREES = {module: ast.parse(module.read_text(encoding="utf-8")) for module in MODULES}

FOUNDATION = {"records", "errors", "limits"}
"""They know of no other module."""
ORCHESTRA = {"audit", "batch", "commands", "inbox", "sandbox", "web", "cli"}
"""They may know of the stages all together; no stage knows of them."""
HEAVY = {"spacy", "pdfplumber", "tesserocr", "pandas", "onnxruntime", "distributed"}


def name_of(module: Path) -> str:
    return module.relative_to(PACKAGE).as_posix()


def unit_of(module: Path) -> str:
    """The first name below the package: `reading` for `pipeline/reading/words.py`."""
    return module.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(tree: ast.AST) -> Iterator[str]:
    """Every module that is imported, dotted."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            if node.module == "pipeline":
                yield from (f"pipeline.{alias.name}" for alias in node.names)
            elif node.module:
                yield node.module


def units() -> dict[str, set[str]]:
    """By unit, the other units that it imports."""
    graph: dict[str, set[str]] = {}
    for module, tree in TREES.items():
        known = {name.split(".")[1] for name in imports(tree) if name.startswith("pipeline.")}
        graph.setdefault(unit_of(module), set()).update(known - {unit_of(module)})
    return graph


def constants(tree: ast.AST) -> Iterator[str]:
    """Every string but docstrings."""
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.value


def test_imports_point_one_way() -> None:
    graph = units()
    assert list(TopologicalSorter(graph).static_order()), "a circle of imports raises CycleError"
    for unit, known in graph.items():
        if unit in FOUNDATION:
            assert not known, f"{unit} stands below everything"
        elif unit not in ORCHESTRA:
            assert not known & ORCHESTRA, f"{unit} must not know of {known & ORCHESTRA}"
        assert "cli" not in known, f"{unit} must not know of the command line"


def test_reports_and_scores_know_of_no_stage() -> None:
    allowed = FOUNDATION | {"checklists", "decisions", "wholefile", "yamlfile"}
    graph = units()
    assert graph["reporting"] <= allowed
    assert graph["scoring"] <= allowed


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_modules_and_functions_are_small(module: Path) -> None:
    assert len(module.read_text(encoding="utf-8").splitlines()) <= 450
    for node in ast.walk(TREES[module]):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert (node.end_lineno or 0) - node.lineno < 60, f"{node.name} is longer than a screen"


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_heavy_packages_are_imported_where_they_are_used(module: Path) -> None:
    top = {
        name.split(".")[0] for statement in TREES[module].body if not _for_types(statement) for name in _own(statement)
    }
    assert not top & HEAVY
    if name_of(module) != "language.py":
        assert "spacy" not in {name.split(".")[0] for name in imports(TREES[module])}, "spaCy belongs to language.py"


def _own(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.Import | ast.ImportFrom | ast.If | ast.Try):
        yield from imports(statement)


def _for_types(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING"


@pytest.mark.parametrize("module", [m for m in MODULES if unit_of(m) not in ORCHESTRA], ids=name_of)
def test_stages_read_no_clock_no_environment_and_no_network(module: Path) -> None:
    text = ast.unparse(TREES[module])
    # Handing the environment on to a child, `{**os.environ, ...}`, is not reading it.
    environment = r"(?<!\*\*)\bos\.(environ|getenv)\b"
    for forbidden in (r"\.(now|today|utcnow)\(", environment, r"\btime\.(time|localtime|gmtime)\("):
        assert not re.search(forbidden, text), forbidden
    network = {"socket", "ssl", "http", "http.client", "urllib.request", "requests", "httpx", "imaplib", "smtplib"}
    assert not network & set(imports(TREES[module]))


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_no_law_is_written_into_code(module: Path) -> None:
    law = re.compile(r"connecticut|\bkent\b|\bwells\b|19a-4|368s", re.IGNORECASE)
    assert not [text for text in constants(TREES[module]) if law.search(text)]


def test_records_need_nothing_but_python() -> None:
    known = set(imports(TREES[PACKAGE / "records.py"])) - {"__future__"}
    assert known <= {"dataclasses", "datetime", "decimal", "enum", "pathlib"}


def test_what_is_imported_is_declared_and_what_is_declared_is_imported() -> None:
    project = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    declared, wanted_too = (
        _names(project["dependencies"]),
        _names([each for name in ("dask", "keyring", "serve", "winmail") for each in extras[name]]),
    )
    roots = {name.split(".")[0] for tree in TREES.values() for name in imports(tree)} - {"pipeline"}
    homes = packages_distributions()
    imported = {homes[root][0].lower() for root in roots - set(sys.stdlib_module_names)}
    assert declared <= imported <= declared | wanted_too


def _names(requirements: list[str]) -> set[str]:
    return {re.split(r"[\[<>=!~; ]", each)[0].lower() for each in requirements}
