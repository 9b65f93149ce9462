"""Places of a multifrontal elimination: nothing lies where something else is needed."""

from __future__ import annotations

import pytest
from sparse_systems import example

from linkwork.connectivity.multifrontal import LANES, storage


@pytest.mark.parametrize("lanes", LANES)
@pytest.mark.parametrize("seed", range(5))
def test_rows_that_are_needed_at_the_same_time_lie_apart(lanes: int, seed: int) -> None:
    system = example(150, 60, seed).system
    places = storage(system, lanes)
    assert places.size <= system.space
    start, number = places.zeros
    assert start == 1 + 2 * system.size
    pivots: set[int] = set()
    rests: list[set[int]] = []
    for f, front in enumerate(system.fronts):
        first, s = places.first[f], len(front.inside)
        for i in range(s):
            row = {places.base[first + i] + k for k in range(places.end[f])}
            assert not row & pivots and min(row) >= start and max(row) < start + number
            pivots |= row
        rest = set(range(places.rest[f], places.rest[f] + places.rest_size[f]))
        for i in range(s, len(front.rows)):
            assert {places.base[first + i] + k for k in range(s, places.end[f])} <= rest
        alive = [rests[c] for c in range(f) if (system.fronts[c].parent or -1) >= f]
        assert all(not rest & other for other in alive)
        assert all(start + number <= place < places.size for place in rest)
        rests.append(rest)


@pytest.mark.parametrize("lanes", LANES)
def test_rows_are_whole_vectors_long(lanes: int) -> None:
    system = example(60, 20).system
    places = storage(system, lanes)
    for f, front in enumerate(system.fronts):
        assert (places.end[f] - len(front.inside)) % lanes == 0
        for base in places.base[places.first[f] : places.first[f] + len(front.inside)]:
            assert (base + places.end[f] - places.zeros[0]) % lanes == 0


def test_every_entry_has_its_own_place_in_a_pivot_row() -> None:
    system = example(60, 20).system
    places = storage(system, 4)
    start, number = places.zeros
    assert len(set(places.entries)) == len(system.entries)
    assert all(start <= place < start + number for place in places.entries)


def test_a_seat_is_the_row_of_the_same_unknown_in_the_parent() -> None:
    system = example(60, 20).system
    places = storage(system, 1)
    for f, front in enumerate(system.fronts):
        for i, k in enumerate(front.outside, places.first[f] + len(front.inside)):
            assert front.parent is not None
            assert places.unknown[places.first[front.parent] + places.seat[i]] == k
        assert [places.children[c] for c in range(places.heirs[f], places.heirs[f + 1])] == [
            c for c, other in enumerate(system.fronts) if other.parent == f
        ]


def test_the_key_tells_systems_apart() -> None:
    keys = {
        example(30, 10, seed, weighted=weighted, order=order).system.key
        for seed in (0, 1)
        for weighted in (True, False)
        for order in ("reduced", "interleaved")
    }
    assert len(keys) == 8 and example(30, 10).system.key == example(30, 10, states=2).system.key
