"""Layout: which words and arrays a run's memory holds; the state is one row y = (q, v, c, work, lost)."""

from __future__ import annotations

from dataclasses import dataclass

from linkwork.expression.trace import Function

from .space import LINE, Space, padded

WORDS = (
    # time and step
    "t", "t_new", "t_stage", "h", "h_now", "stop", "base_t", "shortest", "longest",
    # recording on a grid of times: the next instant, the first one and the distance
    "next_t", "grid_start", "grid_step",
    # error control
    "rtol", "h_min", "h_max", "error", "error_old", "theta",
    # hard instants
    "pivot", "pivot_now", "pivot_limit", "left",
    # substeps of structure-preserving methods
    "h_sub", "t_sub", "work_change", "lost_change",
)  # fmt: skip
COUNTS = (
    "count", "base_count", "due", "every", "grid_count", "budget", "fresh", "rejected_last", "in_dense",
    "ignore_events", "evaluations", "accepted", "rejected", "projections", "rows", "rows_max", "rows_at",
    "tables_at", "controlled",
)  # fmt: skip
ROW_HEAD = ("t", "step", "evaluations")
RATES = ("q_dot", "v_dot", "c_dot", "work_dot", "lost_dot")


@dataclass(frozen=True)
class Layout:
    """Sizes of a run.

    n_q, n_v, n_c  coordinates, rates, states of the control law
    flows          which energy flows are integrated, of "work_dot" and "lost_dot"
    n_u, n_p       signals and parameters
    stages         rows of rates that the method keeps
    degree         of the dense output
    events         number of watched expressions
    """

    n_q: int
    n_v: int
    n_c: int
    flows: tuple[str, ...]
    n_u: int
    n_p: int
    stages: int
    degree: int
    events: int
    conditions: int = 0

    @classmethod
    def of(
        cls, motion: Function, stages: int, degree: int, events: int, n_u: int, n_p: int, conditions: int = 0
    ) -> Layout:
        """The layout for traced equations of motion."""
        sizes = {port.name: port.size for port in motion.outputs}
        n_q, n_v = motion.input("q").size, motion.input("v").size
        flows = tuple(name for name in RATES[3:] if name in sizes)
        return cls(n_q, n_v, sizes.get("c_dot", 0), flows, n_u, n_p, stages, degree, events, conditions)

    @property
    def controlled(self) -> int:
        """States under error control: all but the energy flows."""
        return self.n_q + self.n_v + self.n_c

    @property
    def size(self) -> int:
        """Length of y."""
        return self.controlled + len(self.flows)

    @property
    def row(self) -> int:
        """Length of a recorded row: head, y, signals."""
        return len(ROW_HEAD) + self.size + self.n_u

    def start(self, port: str) -> int:
        """Where a part of the state begins in y, and its rate in a row of rates."""
        places = {"q": 0, "v": self.n_q, "c": self.n_q + self.n_v}
        places.update({"q_dot": 0, "v_dot": self.n_q, "c_dot": self.n_q + self.n_v})
        places.update({name: self.controlled + k for k, name in enumerate(self.flows)})
        return places[port]

    def space(self) -> Space:
        """Places of everything."""
        space = Space()
        space.word(*WORDS, *COUNTS)
        for name in ("y", "y_new", "y_stage", "y_project", "y_sub"):
            space.array(name, self.size)
        space.array("atol", padded(self.size))
        for k in range(self.stages):
            space.array(f"k{k}", self.size)
        for k in range(self.degree):
            space.array(f"dense{k}", self.size)
        for name in ("sum_5", "sum_3"):
            space.array(name, LINE)
        space.array("u", self.n_u)
        space.array("p", self.n_p)
        space.array("g_old", self.events)
        space.array("g_new", self.events)
        for name, size in (("change", self.n_q), ("change_found", self.n_q)):
            space.array(name, size)
        for name in ("lam", "lam_found"):
            space.array(name, self.conditions)
        return space
