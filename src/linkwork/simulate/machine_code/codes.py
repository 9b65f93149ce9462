"""Why the machine code of a run came back to Python."""

from __future__ import annotations

from enum import IntEnum


class Code(IntEnum):
    """Return values of `run` and `advance`."""

    STOPPED = 0  # t has come to stop
    FULL = 1  # the buffer of rows is full
    BUDGET = 2  # as many steps as were allowed in one go are made
    EVENT = 3  # a watched expression changes its sign in the next step
    OPEN = 4  # the projection does not come back onto the loops
    SINGULAR = 5  # a pivot is too small
    NOT_FINITE = 6  # the next state is not finite
    TOO_SMALL = 7  # the step that the tolerance asks for is below the smallest one

    def __str__(self) -> str:
        return str(int(self))
