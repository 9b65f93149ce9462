"""Sathuluri's thesis: the Stewart platform at its start, times and sizes of the formulations, operation counts."""

from __future__ import annotations

from ..experiment import RECOMPUTED, Experiment, Number
from ..papers.stewart import stewart_platform


def _start(
    masses: str, diagonal: tuple[float, ...], coupled: tuple[float, float], weight: float, more: tuple[Number, ...] = ()
) -> Experiment:
    return Experiment(
        f"sathuluri/start ({masses})", stewart_platform, "statics", "section 6.1", arguments={"masses": masses},
        numbers=(
            *more,
            Number("diagonal of the task-space mass matrix", diagonal, 5e-6, RECOMPUTED, "derived"),
            Number("its entries (x, c₂) and (y, c₁)", coupled, 5e-6, RECOMPUTED, "derived"),
            Number("gravity force of z in N", weight, 5e-6, RECOMPUTED, "derived"),
        ),
        note="Coordinates x, y, z and Rodrigues parameters.",
    )  # fmt: skip


START = (
    _start(
        "corrected",
        (43.47383, 43.47301, 79.96991, 44.84808, 44.84806, 40.45628),
        (7.64453, -7.64461),
        798.47834,
        (
            Number("length of each leg in m", 1.208328, 5e-7, RECOMPUTED, "derived"),
            Number(
                "first angles of the legs", (-0.423902, -0.423902, 0.266725, 0.176180, 0.176180, 0.266725),
                5e-7, RECOMPUTED, "derived",
            ),
            Number(
                "second angles of the legs", (0.050062, -0.050062, 0.337095, 0.390648, -0.390648, -0.337095),
                5e-7, RECOMPUTED, "derived",
            ),
            Number("determinant of ∂l/∂x", -1.563119, 5e-7, RECOMPUTED, "derived"),
            Number("entries (x, z) and (c₁, c₃) of the mass matrix", (-0.00017, 0.00014), 5e-6, RECOMPUTED, "derived"),
            Number("determinant by which legs follow the platform, over Π l² cos ψ", 1.0, 1e-12, RECOMPUTED, "derived"),
            Number("determinant by which all follow the legs, over Π l² cos ψ and ∂l/∂x", 1.0, 1e-12, RECOMPUTED,
                   "derived", "the thesis says that this condition needs study"),
        ),
    ),
    _start("printed", (12.45977, 12.45895, 8.14161, 10.03325, 10.03323, 25.89031), (-0.90440, 0.90432), 86.51917),
)  # fmt: skip

SPACES = {"configuration": (0.223, 3.259, 0.236), "actuator": (0.193, 3.229, 0.195), "extended": (0.036, 0.255, 0.241)}
"""C++ computing time in s, compile time in min; Mathematica computing time in s. Actuator space runs to 0.48 s."""
SIZES = (  # what; Mathematica, C++ in kB; table
    ("mass matrix, configuration space", 13369.0, 900.0, "table 4.1"),
    ("Coriolis matrix, configuration space", 748207.0, 103400.0, "table 4.1"),
    ("mass matrix, task space", 369044.0, None, "table 4.2"),
    ("derivatives of the mass matrix, task space", 18531400.0, None, "table 4.2"),
    ("mass matrix, extended space", 35.515, 4.1, "table 5.1"),
    ("Coriolis matrix, extended space", 100.984, 15.5, "table 5.1"),
)


def _times() -> tuple[Number, ...]:
    found = []
    for space, (run, compiling, other) in SPACES.items():
        found += [
            Number(f"computing time, {space} space, C++, in s", run, 0.0, "table 6.2"),
            Number(f"compile time, {space} space, C++, in s", round(60 * compiling, 6), 0.0, "table 6.2"),
            Number(f"computing time, {space} space, Mathematica, in s", other, 0.0, "table 6.1"),
        ]
    return tuple(found)


def _sizes() -> tuple[Number, ...]:
    found = []
    for what, symbolic, compiled, table in SIZES:
        found.append(Number(f"size of the {what}, Mathematica, in kB", symbolic, 0.0, table))
        if compiled is not None:
            found.append(Number(f"size of the {what}, C++, in kB", compiled, 0.0, table))
    return tuple(found)


TIMES = Experiment(
    "sathuluri/times and sizes",
    stewart_platform,
    "timing",
    "tables 4.1, 4.2, 5.1, 6.1, 6.2, figure 6.4",
    numbers=(
        *_times(),
        *_sizes(),
        Number("entries of the extended mass matrix that are not zero", 30, 0.0, RECOMPUTED, "derived"),
        Number("entries of the extended Coriolis matrix that are not zero", 57, 0.0, RECOMPUTED, "derived"),
        Number("entries of the extended constraint Jacobian that are not zero", 120, 0.0, RECOMPUTED, "derived"),
    ),
)

COMPILERS = Experiment(
    "sathuluri/compilers",
    stewart_platform,
    "timing",
    "tables B.1, B.2",
    numbers=(
        *(
            Number(f"{name}, extended space: compile, execute in s", seconds, 0.0, "table B.1")
            for name, seconds in (
                ("gcc -Ofast", (28.0, 0.045)), ("clang++ -Ofast", (17.0, 0.042)), ("pgc++ -O4", (1275.0, 0.611)),
                ("g++ -Ofast", (28.0, 0.042)),
            )
        ),
        *(
            Number(f"clang++ {flag}, configuration space: compile, execute in s", seconds, 0.0, "table B.2")
            for flag, seconds in (
                ("-O1", (269.4, 1.750)), ("-O2", (302.5, 1.450)), ("-O3", (327.5, 1.435)), ("-Ofast", (265.5, 0.942)),
            )
        ),
    ),
    note="A free fall of 0.5 s; of table B.2 the thesis does not say how long.",
)  # fmt: skip

LITERATURE = Experiment(
    "sathuluri/operation counts of the literature",
    stewart_platform,
    "counts",
    "table 1.1 and chapter 1",
    numbers=(
        Number("method 1, operations of the inverse dynamic model M, A", (631, 489), 0.0, "table 1.1"),
        Number("method 2, the same", (715, 609), 0.0, "table 1.1"),
        Number("Gosselin, the same", (834, 566), 0.0, "table 1.1"),
        Number("method 1, operations of the kinematic model M, A", (659, 299), 0.0, "table 1.1"),
        Number("Gosselin, operations of the kinematic model M, A", (468, 282), 0.0, "table 1.1"),
        Number("method 1, in all with the kinematic model", 2078, 0.5, "table 1.1"),
        Number("method 2, in all with the kinematic model", 2282, 0.5, "table 1.1"),
        Number("Gosselin, in all with the kinematic model", 2150, 0.5, "table 1.1"),
        Number("Dasgupta and Mruthyunjaya, one leg, the platform", (694, 273), 0.0, "chapter 1"),
        Number("serial arm of six joints", 1454, 0.0, "chapter 1"),
        Number("Dasgupta, in all", 4489, 0.5, "table 1.1", note="the text says 4889, of them 6 · 694 for the legs"),
    ),
    note="Inverse dynamics of a platform on six legs from poses, rates and accelerations that close.",
)  # fmt: skip

EXPERIMENTS = (*START, TIMES, COMPILERS, LITERATURE)
