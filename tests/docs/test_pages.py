"""Every command and every block of code in the README and the documentation does what it says.

Python blocks of a page run one after another in one namespace, in an empty folder; `sh` blocks run line by line:
`linkwork` in this process, the C compiler if there is one, `make` and `pip` are compared with the project files.
A `text` block right below a Python block is what that block prints: words as they are, numbers as far as they are
told, `…` for what differs from computer to computer. Blocks of other kinds show something and are not run.
"""

from __future__ import annotations

import io
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import redirect_stdout
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
    below: bool = False  # nothing but empty lines between a Python block and this one


def blocks(path: Path) -> Iterator[Block]:
    """The fenced blocks of a page."""
    return read(path.read_text(encoding="utf-8"), path)


def read(text: str, path: Path) -> Iterator[Block]:
    """The fenced blocks of a text; `path` is named where one is not closed."""
    lines = text.split("\n")
    start, language, indent, python_above = -1, "", "", False
    for k, line in enumerate(lines):
        fence = FENCE.match(line)
        if start < 0 and fence:
            start, language, indent = k, fence.group(2), fence.group(1)
        elif start >= 0 and line.strip() == "```":
            text = "\n".join(each.removeprefix(indent) for each in lines[start + 1 : k])
            yield Block(language, text, start + 2, python_above)
            start, python_above = -1, language == "python"
        elif start < 0 and line.strip():
            python_above = False
    assert start < 0, f"{path.name}, line {start + 1}: a block is not closed"


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


WITH_CODE = [page for page in PAGES if any(block.language in ("python", "sh") for block in blocks(page))]


@pytest.mark.parametrize("page", WITH_CODE, ids=name)
def test_code_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pyplot.switch_backend("Agg")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": page.stem}
    said = ""
    for block in blocks(page):
        if block.language == "python":
            code = compile("\n" * (block.line - 1) + block.text, str(page), "exec")
            with redirect_stdout(io.StringIO()) as out:
                exec(code, names)  # the pages are ours
            said = out.getvalue()
        elif block.language == "text" and block.below:
            assert_prints(said, block.text, f"{name(page)}, line {block.line}")
        elif block.language == "sh":
            for command in block.text.splitlines():
                obey(command.split("#")[0].strip(), page)
    pyplot.close("all")


def assert_prints(said: str, shown: str, where: str) -> None:
    """Words are the same; a number is the same to half a unit of its last digit, or both are rounding errors."""
    words, told = said.split(), shown.split()
    assert len(words) == len(told), f"{where}: it prints\n{said}"
    for word, wanted in zip(words, told):
        assert wanted == "…" or same(word, wanted), f"{where}: {word!r}, not {wanted!r}; it prints\n{said}"


def same(word: str, wanted: str) -> bool:
    """Whether two words are the same, numbers to the digits that are shown."""
    a, b = word.strip("[](),"), wanted.strip("[](),")
    try:
        x, y = float(a), float(b)
    except ValueError:
        return word == wanted
    mantissa, _, power = b.lower().partition("e")
    digit = 10.0 ** (int(power or 0) - len(mantissa.partition(".")[2]))
    return abs(x - y) <= 0.51 * digit or max(abs(x), abs(y)) < 1e-6


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


def test_what_a_page_shows_as_printed_is_compared() -> None:
    page = "```python\nprint(1)\n```\n\n```text\n1\n```\n\nWords.\n\n```text\n2\n```\n"
    path = ROOT / "tests"
    found = [(block.language, block.below) for block in read(page, path)]
    assert found == [("python", False), ("text", True), ("text", False)]
    assert_prints("a  0.5001 [1.23e-15 2.0] 7 ms", "a 0.50 [3.0e-16 2.0]\n… ms", "here")
    for wrong in ("b 0.5", "a 0.51", "a 0.5 b"):
        with pytest.raises(AssertionError, match="it prints"):
            assert_prints("a 0.5001", wrong, "here")


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
