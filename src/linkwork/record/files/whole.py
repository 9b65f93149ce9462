"""Files that appear under their name only when they are complete."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def whole(path: Path) -> Generator[Path, None, None]:
    """Another name to write to; the file is put in place when that went well, and taken away when not."""
    unfinished = path.with_name(f"{path.name}.unfinished")
    try:
        yield unfinished
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    os.replace(unfinished, path)
