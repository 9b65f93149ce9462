from __future__ import annotations

import pytest

from linkwork.record import Ending, Outcome

TOLD = {
    Outcome.FINISHED: "finished at t = 1.5 s.",
    Outcome.EVENT: "event 'limit' ended the run at t = 1.5 s.",
    Outcome.STEP_TOO_SMALL: "the step became too small at t = 1.5 s (limit). Loosen the tolerance",
    Outcome.LOOPS_OPEN: "loop 'limit' cannot be closed any more at t = 1.5 s. It is stretched out of its reach",
    Outcome.DIVERGED: "the motion of body 'limit' diverged at t = 1.5 s. Take smaller steps",
    Outcome.CONTROLLER_FAILED: "the controller gave no forces at t = 1.5 s: limit",
    Outcome.TIME_LIMIT: "the time limit of limit was used up at t = 1.5 s. Raise time_limit",
    Outcome.INTERRUPTED: "interrupted at t = 1.5 s. Everything before is kept: continue from this record",
}


@pytest.mark.parametrize("outcome", Outcome)
def test_every_outcome_is_a_sentence_that_names_what_and_when(outcome: Outcome) -> None:
    told = str(Ending(outcome, 1.5, "limit"))
    assert told.startswith(TOLD[outcome])
    assert told.endswith(".")


def test_only_a_run_that_went_as_far_as_asked_is_complete() -> None:
    assert [outcome for outcome in Outcome if outcome.complete] == [Outcome.FINISHED, Outcome.EVENT]
