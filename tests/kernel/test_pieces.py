"""Code that all kernels share."""

from __future__ import annotations

import pytest

from linkwork.errors import KernelError
from linkwork.kernel import pieces
from linkwork.kernel.host import host, library_addresses


def test_a_piece_is_loaded_once():
    name = f"linkwork.gather.{host().width}"
    first = pieces.addresses([name])[name]
    assert first and pieces.addresses([name])[name] == first


def test_the_library_comes_with_them():
    assert pieces.addresses([]) == library_addresses()


@pytest.mark.parametrize("kind", ["sincos", "gather", "scatter", "call.factor_ldl-3"])
@pytest.mark.parametrize("width", [2, 4, 8])
def test_the_text_defines_the_name(kind, width):
    assert f"@linkwork.{kind}.{width}(" in pieces.piece_ir(f"linkwork.{kind}.{width}")


def test_an_unknown_piece_is_named():
    with pytest.raises(KernelError, match="piece 'linkwork.nothing.4': does not exist"):
        pieces.addresses(["linkwork.nothing.4"])
