"""Object code on disk, so that a machine that was compiled once is loaded in a millisecond or two.

A file holds a magic word, a checksum, its key and the content. It is written under another name and then renamed, so
that several processes may write at once; a file that is cut short, damaged or of another kind counts as missing.
`LINKWORK_CACHE=off` turns the cache off, `LINKWORK_CACHE=<folder>` puts it elsewhere.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import llvmlite

import linkwork
from linkwork.kernel.host import host

MAGIC = b"linkwork\x01"
LIMIT = 1 << 30  # bytes; above, the files that were not used for longest go
_OFF = {"off", "0", "no", "none", "false"}


def folder() -> Path | None:
    """Where the object code lies; None when the cache is turned off."""
    chosen = os.environ.get("LINKWORK_CACHE", "").strip()
    if chosen:
        return None if chosen.lower() in _OFF else Path(os.path.expanduser(chosen))
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "linkwork" / "Cache"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "linkwork"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "linkwork"


def key_of(parts: Iterable[bytes | str]) -> str:
    """Name of what was made of these parts on this processor by this version of the package."""
    digest = hashlib.blake2b(_origin(), digest_size=24)
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.hexdigest()


def stored(key: str, make: Callable[[], bytes]) -> bytes:
    """The content with that key: from disk, else made now and written."""
    place = folder()
    if place is None:
        return make()
    path = place / f"{key}.code"
    content = _read(path, key)
    if content is None:
        content = make()
        _write(path, key, content)
    return content


@cache
def _origin() -> bytes:
    """What machine code depends on besides its graph: the processor, the compiler and the text of this folder."""
    known = host()
    digest = hashlib.blake2b(digest_size=24)
    for word in (linkwork.__version__, llvmlite.__version__, known.triple, known.cpu, known.features):
        digest.update(word.encode() + b"\n")
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.digest()


def _checksum(body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=16).digest()


def _read(path: Path, key: str) -> bytes | None:
    try:
        data = path.read_bytes()
    except OSError:
        return None
    head, sum_end = len(MAGIC), len(MAGIC) + 16
    body = data[sum_end:]
    name = key.encode()
    if data[:head] != MAGIC or data[head:sum_end] != _checksum(body) or body[: len(name)] != name:
        return None
    return body[len(name) :]


def _write(path: Path, key: str, content: bytes) -> None:
    """Best effort: a full or read-only disk costs time at the next start, nothing else."""
    body = key.encode() + content
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _prune(path.parent)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(MAGIC + _checksum(body) + body)
            os.replace(name, path)
        except OSError:
            os.unlink(name)
    except OSError:
        return


@cache
def _prune(place: Path) -> None:
    """Once a process: keep the folder below LIMIT bytes, and clear what crashed processes left behind."""
    known = []
    with os.scandir(place) as entries:
        for entry in entries:
            if entry.is_file() and (entry.name.endswith(".code") or entry.name.startswith(".new-")):
                state = entry.stat()
                known.append((max(state.st_mtime, state.st_atime), state.st_size, entry.path))
    total = sum(size for _, size, _ in known)
    for _, size, path in sorted(known):
        if total <= LIMIT:
            break
        total -= size
        try:
            os.unlink(path)
        except OSError:
            continue
