from __future__ import annotations

from linkwork.record import Channel, Record


def test_a_report_says_outcome_effort_errors_energy_and_joints(run: Record) -> None:
    assert run.report().splitlines() == [
        "leg: finished at t = 1 s.",
        "  1 s of motion in 101 samples, rk4, 400 evaluations, 1.2 ms of computing",
        "  loop error at most: position 1.0e-13, velocity 2.0e-13, acceleration 1.0e-12",
        "  energy balance within 1.0e-09 J, 2.5e-10 of the energy exchanged",
        "  joint         from           to    peak rate  peak torque",
        "  O1               0       0.9999            3        2 N m",
    ]


def test_pivot_steps_and_corrections_are_told_when_they_are_recorded(run: Record) -> None:
    told = (
        run.extended(Channel.scalar("pivot"), 0.5 - 0.4 * run.t)
        .extended(Channel.scalar("step", "s"), 0 * run.t + 0.01)
        .extended(Channel.owned("correction", {"O1": ("",)}), 0.1 * run["O1.tau"])
        .report()
    )
    assert "smallest pivot 1.0e-01 at t = 1 s" in told
    assert "steps 0.01 to 0.01 s at the samples" in told
    assert "torque correction by feedback at most: O1 11.1 %" in told


def test_an_empty_record_has_a_report(run: Record) -> None:
    assert run.during(2, 3).report() == "leg: finished at t = 1 s."


def test_a_machine_of_many_joints_is_cut_short() -> None:
    import numpy as np

    from linkwork.record import Layout

    layout = Layout((Channel.scalar("t", "s"), Channel.owned("q", {f"j{k}": ("",) for k in range(20)})))
    assert Record(layout, np.zeros((2, 21))).report().splitlines()[-1] == "  and 8 joints more"
