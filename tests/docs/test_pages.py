"""Every command and every block of code in the README and the documentation does what it says.

Python blocks of a page run one after another in one namespace, in an empty folder; `sh` blocks run line by line:
`linkwork` in this process, the C compiler if there is one, `make` and `pip` are compared with the project files.
Blocks of other kinds (`text`, `json`, `c`) show something and are not run.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from matplotlib import pyplot

from linkwork.cli.failures import run

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = [
    ROOT / "README.md",
    *(p for p in sorted((ROOT / "docs").rglob("*.md")) if not {"_build", "_generated", "gallery"} & set(p.parts)),
]
FENCE = re.compile(r"^(\s*)```(\S*)( .*)?$")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, text and first line."""

    language: str
    text: str
    line: int


def blocks(path: Path) -> Iterator[Block]:
    """The fenced blocks of a page."""
    lines = path.read_text(encoding="utf-8").split("\n")
    start, language, indent = -1, "", ""
    for k, line in enumerate(lines):
        fence = FENCE.match(line)
        if start < 0 and fence:
            start, language, indent = k, fence.group(2), fence.group(1)
        elif start >= 0 and line.strip() == "```":
            text = "\n".join(each.removeprefix(indent) for each in lines[start + 1 : k])
            yield Block(language, text, start + 2)
            start = -1
    assert start < 0, f"{path.name}, line {start + 1}: a block is not closed"


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


WITH_CODE = [page for page in PAGES if any(block.language in ("python", "sh") for block in blocks(page))]


@pytest.mark.parametrize("page", WITH_CODE, ids=name)
def test_code_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pyplot.switch_backend("Agg")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": page.stem}
    for block in blocks(page):
        if block.language == "python":
            code = compile("\n" * (block.line - 1) + block.text, str(page), "exec")
            exec(code, names)  # the pages are ours
        elif block.language == "sh":
            for command in block.text.splitlines():
                obey(command.split("#")[0].strip(), page)
    pyplot.close("all")


def obey(command: str, page: Path) -> None:
    """Run a line of a shell block, or check that the project files know it."""
    words = shlex.split(command)
    if not words:
        return
    if words[0] == "linkwork":
        assert run(words[1:]) == 0, f"{name(page)}: {command}"
    elif words[0] == "cc":
        if shutil.which("cc"):
            subprocess.run(words, check=True)
    elif words[0] == "make":
        targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
        assert set(words[1:]) <= set(targets), f"{name(page)}: {command}"
    elif words[:2] in (["pip", "install"], ["python", "-m"]):
        project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
        for extra in re.findall(r"\[([\w,]+)\]", command):
            assert all(re.search(rf"^{each} = \[", project, re.M) for each in extra.split(",")), (
                f"{name(page)}: {command}"
            )
    else:
        raise AssertionError(f"{name(page)}: nobody checks {command!r}; mark the block as text, or teach this test")


def test_there_is_code_to_run() -> None:
    assert any(page.name == "README.md" for page in WITH_CODE)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.S)
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{name(page)} links to {target}"


def test_errors_refer_to_pages_that_exist() -> None:
    for path in (ROOT / "src" / "linkwork").rglob("*.py"):
        for page in re.findall(r'see="([^"]+)"', path.read_text(encoding="utf-8")):
            assert (ROOT / "docs" / f"{page}.md").exists(), f"'{path.name}' refers to {page}"
