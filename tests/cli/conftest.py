"""A command line in this process: exit code, output and errors."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from linkwork.cli.failures import run


@dataclass(frozen=True)
class Said:
    """What a command said."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def linkwork(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Said]:
    """Runs `linkwork` with the given words; tables are as wide as on paper, whatever terminal the tests run in."""
    monkeypatch.delenv("COLUMNS", raising=False)

    def command(*words: object) -> Said:
        code = run([str(word) for word in words])
        out, err = capsys.readouterr()
        return Said(code, out, err)

    return command
