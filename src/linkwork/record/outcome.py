"""How a run ended: a sentence with the remedy, that names the loop, body or event."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum


class Outcome(Enum):
    """Every way in which a run can end; the value is a sentence about `what` and the time `t`."""

    FINISHED = "finished at t = {t:.6g} s"
    EVENT = "event {what!r} ended the run at t = {t:.9g} s"
    STEP_TOO_SMALL = (
        "the step became too small at t = {t:.6g} s ({what}). "
        "Loosen the tolerance, soften the stiffest spring or gain, or take a method for stiff equations: method='radau'"
    )
    LOOPS_OPEN = (
        "loop {what!r} cannot be closed any more at t = {t:.6g} s. "
        "It is stretched out of its reach or torn over a singular pose: look at the motion just before, "
        "take smaller steps, or stop there with an event"
    )
    DIVERGED = (
        "the motion of body {what!r} diverged at t = {t:.6g} s. "
        "Take smaller steps or an adaptive method, and look at the torques and gains that act on it"
    )
    CONTROLLER_FAILED = (
        "the controller gave no forces at t = {t:.6g} s: {what}. Everything before is kept; "
        "what Python says of it, where it is called, stands in about['fault']"
    )
    TIME_LIMIT = "the time limit of {what} was used up at t = {t:.6g} s. Raise time_limit, or continue from this record"
    INTERRUPTED = "interrupted at t = {t:.6g} s. Everything before is kept: continue from this record to go on"

    @property
    def complete(self) -> bool:
        """Whether the run went as far as it was asked to."""
        return self in (Outcome.FINISHED, Outcome.EVENT)


@dataclass(frozen=True)
class Ending:
    """The outcome of one run: when it ended, and the name of what ended it."""

    outcome: Outcome
    t: float = math.nan
    what: str = ""

    def __str__(self) -> str:
        return self.outcome.value.format(t=self.t, what=self.what) + "."
