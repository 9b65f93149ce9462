"""Object code on disk."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from linkwork.kernel import cache


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LINKWORK_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def refuse() -> bytes:
    raise AssertionError("made again")


def test_content_is_made_once(place):
    key = cache.key_of(["a"])
    assert cache.stored(key, lambda: b"code") == b"code"
    assert cache.stored(key, refuse) == b"code"
    assert [path.name for path in place.iterdir()] == [f"{key}.code"]


def test_keys_tell_parts_apart():
    keys = {cache.key_of(parts) for parts in (["ab", "c"], ["a", "bc"], ["abc"], [b"abc", b""])}
    assert len(keys) == 4
    assert cache.key_of(["abc"]) == cache.key_of([b"abc"])


@pytest.mark.parametrize("damage", [b"", b"linkwork", b"something else entirely", None])
def test_a_damaged_file_is_ignored_and_rewritten(place, damage):
    key = cache.key_of(["b"])
    cache.stored(key, lambda: b"good code")
    path = place / f"{key}.code"
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] if damage is None else damage)
    assert cache.stored(key, lambda: b"good code") == b"good code"
    assert path.read_bytes() == whole


def test_one_flipped_bit_is_noticed(place):
    key = cache.key_of(["c"])
    cache.stored(key, lambda: b"good code")
    path = place / f"{key}.code"
    data = bytearray(path.read_bytes())
    data[-2] ^= 1
    path.write_bytes(bytes(data))
    assert cache.stored(key, lambda: b"new code") == b"new code"


def test_a_file_under_the_name_of_another_is_ignored(place):
    one, other = cache.key_of(["one"]), cache.key_of(["other"])
    cache.stored(one, lambda: b"one")
    os.replace(place / f"{one}.code", place / f"{other}.code")
    assert cache.stored(other, lambda: b"other") == b"other"


@pytest.mark.parametrize("word", ["off", "OFF", "0", "no"])
def test_off_keeps_nothing(tmp_path, monkeypatch, word):
    monkeypatch.setenv("LINKWORK_CACHE", word)
    monkeypatch.chdir(tmp_path)
    assert cache.folder() is None
    assert cache.stored(cache.key_of(["d"]), lambda: b"x") == b"x"
    assert not list(tmp_path.iterdir())


def test_without_a_setting_it_is_the_users_cache(monkeypatch, tmp_path):
    monkeypatch.delenv("LINKWORK_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    assert cache.folder() == tmp_path / "linkwork"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cache.folder() == Path.home() / "Library" / "Caches" / "linkwork"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert cache.folder() == tmp_path / "linkwork" / "Cache"


def test_a_place_in_the_home_folder_is_found(monkeypatch):
    monkeypatch.setenv("LINKWORK_CACHE", "~/kept")
    assert cache.folder() == Path.home() / "kept"


def test_a_place_that_cannot_be_written_costs_nothing_but_time(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("LINKWORK_CACHE", str(blocked / "cache"))
    assert cache.stored(cache.key_of(["e"]), lambda: b"y") == b"y"


def test_the_oldest_go_when_there_is_too_much(tmp_path, monkeypatch):
    monkeypatch.setenv("LINKWORK_CACHE", str(tmp_path))
    monkeypatch.setattr(cache, "LIMIT", 25)
    for age, name in ((300, "old.code"), (200, "middle.code"), (100, "young.code"), (400, "mine.txt")):
        (tmp_path / name).write_bytes(b"0123456789")
        os.utime(tmp_path / name, (1e9 - age, 1e9 - age))
    cache.stored(cache.key_of(["f"]), lambda: b"z")
    assert {"middle.code", "young.code", "mine.txt"} <= {path.name for path in tmp_path.iterdir()}
    assert not (tmp_path / "old.code").exists()


WRITER = """
import sys
from linkwork.kernel import cache
for k in range(40):
    key = cache.key_of([str(k % 5)])
    content = bytes([k % 5]) * 20000
    assert cache.stored(key, lambda: content) == content
"""


def test_several_processes_write_at_once(place):
    environment = os.environ | {"LINKWORK_CACHE": str(place)}
    running = [subprocess.Popen([sys.executable, "-c", WRITER], env=environment) for _ in range(3)]
    assert [process.wait(60) for process in running] == [0, 0, 0]
    assert len(list(place.iterdir())) == 5
