"""Experiments of Sathuluri's thesis."""

from __future__ import annotations

from math import pi
from typing import Any

from ..experiment import RECOMPUTED, Course, Experiment, Number, Table
from ..papers.six_rss import six_rss
from ..papers.stewart import stewart_platform

LEGS = tuple(f"leg_{k}" for k in range(1, 7))
FALL = {  # t, z, ż; time at which z = 0; z̈(0); energy; static force of a leg
    "corrected": (
        ((0.1, 1.050004, -1.001401), (0.2, 0.899033, -2.024016), (0.3, 0.643475, -3.094144), (0.4, 0.290525, -3.747990),
         (0.48, 0.006722, -3.365214), (0.5, -0.060534, -3.372747), (0.6, -0.430558, -4.109957),
         (0.8, -1.383322, -5.501925), (1.0, -2.663266, -7.331578)),
        (0.48200, -9.98473, 513.48451, 146.1854),
    ),
    "exchanged": (
        ((0.1, 1.049684, -1.008354), (0.2, 0.897377, -2.046193), (0.3, 0.637933, -3.153395), (0.4, 0.282578, -3.636625),
         (0.48, 0.021485, -2.930047), (0.5, -0.036252, -2.853544), (0.6, -0.330191, -3.175301),
         (0.8, -1.084684, -4.423533), (1.0, -2.136707, -6.150897)),
        (0.48738, -10.04354, 296.20114, 110.0216),
    ),
    "printed": (
        ((0.1, 1.047161, -1.050429), (0.2, 0.893352, -1.990984), (0.3, 0.662315, -2.525643), (0.4, 0.411155, -2.412637),
         (0.48, 0.227565, -2.193873), (0.5, 0.184004, -2.164880), (0.6, -0.036183, -2.351248),
         (0.8, -0.939031, -8.779462), (1.0, -3.106436, -12.026037)),
        (0.58433, -10.62679, 182.52735, 15.8399),
    ),
}  # fmt: skip


RANK = {
    "corrected": {"at 0.48 s": (8.1e-10, 5e-12), "is 3.44e-9 at, in s": (0.4788, 5e-5)},
    "exchanged": {"at 0.48 s": (2.7e-8, 5e-10), "is 3.44e-9 at, in s": (0.4836, 5e-5)},
}


def _fall(masses: str) -> Experiment:
    rows, (instant, start, energy, force) = FALL[masses]
    return Experiment(
        f"sathuluri/free fall ({masses})",
        stewart_platform,
        "free motion",
        "section 6.1, figures 4.1 to 5.2, 6.1 to 6.3",
        arguments={"masses": masses},
        tables=(Table("platform", ("z", "z rate"), rows, 5e-7, RECOMPUTED),),
        numbers=(
            Number("singular instant in s", 0.48, 0.01, "section 6.1.2"),
            Number("instant of z = 0 in s", instant, 5e-6, RECOMPUTED, "derived"),
            Number("acceleration of z at the start in m/s²", start, 5e-6, RECOMPUTED, "derived"),
            Number("energy in J", energy, 5e-6, RECOMPUTED, "derived"),
            Number("static force of each leg in N", force, 5e-5, RECOMPUTED, "derived"),
            *(
                (
                    Number(
                        "x and y at 1 s stay below 8 mm, Rodrigues parameters below 0.0025",
                        True,
                        0.0,
                        RECOMPUTED,
                        "derived",
                        "the moment about the leg breaks the symmetry",
                    ),
                )
                if masses == "corrected"
                else ()
            ),
            Number("determinant of the passive Jacobian at the end of the run", 3.44e-9, 0.0, "section 6.1.2"),
            *(
                Number(f"determinant of the passive Jacobian {when}", value, allowed, RECOMPUTED, "derived")
                for when, (value, allowed) in RANK.get(masses, {}).items()
            ),
        ),
        note=(
            "The table's masses of the two links are interchanged: only exchanged does the fall reach the singular "
            "pose when the thesis says. Its upward motion afterwards would need an impulse: it is not reproduced."
        ),
    )


READINGS: dict[str, tuple[float | None, float | None]] = {  # instant at which z = 0, platform of 0.20339, 20.339 kg
    "as printed": (0.5843, 0.5256),
    "masses exchanged": (0.4874, 0.4820),
    "lengths and moments exchanged": (0.6173, 0.5694),
    "masses exchanged, γ of the whole pair": (None, 0.4954),
    "masses exchanged, pairs of the base between those of the platform": (0.5118, 0.4994),
}
HEAVE_ALONE = {"corrected": 0.481965, "exchanged": 0.487331, "printed": 0.584258}
TABLE = Experiment(
    "sathuluri/readings of table A.1",
    stewart_platform,
    "free motion",
    "table A.1, section 6.1.2",
    numbers=(
        *(
            Number(f"instant of z = 0 in s, {reading}, platform of {kg} kg", instant, 5e-5, RECOMPUTED, "derived")
            for reading, instants in READINGS.items()
            for kg, instant in zip((0.20339, 20.339), instants)
            if instant is not None
        ),
        *(
            Number(f"the same of the heave alone, {masses} masses", instant, 5e-7, RECOMPUTED, "derived")
            for masses, instant in HEAVE_ALONE.items()
        ),
        Number("moment of inertia of the 1.5 m link by its mass, in kg m²", 2.1272, 5e-5, "table A.1"),
        Number("moment of inertia of the 0.5 m link by its mass, in kg m²", 0.02431, 5e-6, "table A.1"),
        Number("moment of inertia of the 6-RSS coupler by its mass, in kg m²", 0.0283, 5e-5, "table 6.3"),
        Number("moment of inertia of the 6-RSS crank by its mass, in kg m²", 0.1764, 5e-5, "table 6.3"),
    ),
    note="By quadrature of a platform that only moves up and down; published is 0.48 s, on samples of 0.01 s.",
)  # fmt: skip

FORMULATIONS = Experiment(
    "sathuluri/formulations in free fall",
    stewart_platform,
    "free motion",
    "sections 4.2 to 5.3 and 6.1, figures 4.1 to 5.2",
    numbers=(
        Number("loop error e1, actuator space", 1e-15, 0.0, "section 6.1.2"),
        Number("loop error e1, extended to task space", 1e-18, 0.0, "section 6.1.3"),
        Number("end of the run in actuator space in s", 0.48, 0.01, "section 6.1.2"),
        Number("motion after 0.48 s in configuration space", "upward", 0.0, "section 6.1.1, figure 6.2"),
        Number("height at 1 s in configuration space in m", -2.66327, 5e-6, RECOMPUTED, "derived"),
        Number(
            "largest e1, e2, e3, e4 in configuration space, 5(4) pair at 1e-6",
            (1.8e-5, 3.9e-5, 9e-14, 8.4e-4),
            0.0,
            RECOMPUTED,
            "derived",
        ),
        Number("the same, 8(5) pair at 1e-11", (9.5e-12, 1.1e-10, 6e-14, 7e-10), 0.0, RECOMPUTED, "derived"),
        Number("end of the axis of e3 for an explicit pair", 2e-2, 0.0, "figure C.1"),
    ),
)

GAINS = {"law": "computed torque", "kp": 2000.0, "kd": 2 * 2000.0**0.5}
OFFSET = (0.03, -0.02, 0.04)  # m, from the path at the start; assumed
DECAY = {0.0: 5.385e-2, 0.05: 2.315e-2, 0.10: 4.379e-3, 0.15: 6.745e-4, 0.20: 9.443e-5, 0.30: 1.593e-6}
PATHS = {  # leg lengths; |det ∂l/∂x|; its largest condition; forces with each set of masses, smallest and largest
    "circle": (
        (1.0050, 1.3454), (1.380, 1.395), 5.06,
        {"corrected": (-419.5, 609.9), "exchanged": (-205.1, 364.2), "printed": (-163.1, 174.4)},
    ),
    "Lissajous": (
        (0.8733, 1.3277), (1.413, 1.685), 4.93,
        {"corrected": (-643.1, 892.1), "exchanged": (-314.6, 499.8), "printed": (-261.5, 281.7)},
    ),
}  # fmt: skip
CIRCLE_FORCES = (433.182, 433.182, -405.680, 341.207, 341.207, -405.680)
LISSAJOUS_FORCES = (-27.428, -27.428, 472.197, 77.096, 77.096, 472.197)
LISSAJOUS_DECAY = {0.0: 5.385e-2, 0.05: 2.333e-2, 0.10: 4.459e-3, 0.15: 6.923e-4, 0.20: 9.717e-5, 0.30: 1.628e-6}


def _along(path: str) -> tuple[Number, ...]:
    lengths, determinants, condition, forces = PATHS[path]
    return (
        Number("leg lengths on the path in m", lengths, 5e-5, RECOMPUTED, "derived"),
        Number("determinant of ∂l/∂x on the path", determinants, 5e-4, RECOMPUTED, "derived"),
        Number("largest condition of ∂l/∂x on the path", condition, 5e-3, RECOMPUTED, "derived"),
        *(
            Number(f"range of leg forces in N, {masses} masses", range_, 0.05, RECOMPUTED, "derived")
            for masses, range_ in forces.items()
        ),
        Number("settling time below 0.2 s", True, 0.0, "section 7.1"),
        Number("seconds of computing for 2 s of motion in an earlier thesis", 1200.0, 0.0, "section 7.4"),
    )


def _tracking(
    name: str,
    source: str,
    kind: str,
    arguments: dict[str, Any],
    duration: float,
    numbers: tuple[Number, ...],
    note: str,
    decay: dict[float, float] | None = None,
) -> Experiment:
    rows = tuple((t, error) for t, error in (decay or {}).items())
    return Experiment(
        f"sathuluri/{name}",
        stewart_platform,
        "controlled motion",
        source,
        course=Course(kind, arguments, ("x", "y", "z"), body="platform"),
        duration=duration,
        control={**GAINS, "offset": OFFSET},
        tables=(Table("tracking error", ("platform",), rows, 0.0, RECOMPUTED, digits=4),) if rows else (),
        numbers=numbers,
        note=note,
    )


TRACKING = (
    _tracking(
        "circle", "section 7.2.1, figure 7.1", "Circle",
        {"centre": (0.0, 0.0, 1.0), "radius": 0.4, "omega": 4.0}, 1.57,
        (
            Number("computing time in s", 0.552, 0.0, "section 7.2.1"),
            Number("leg forces at the start in N", CIRCLE_FORCES, 5e-4, RECOMPUTED, "derived"),
            *_along("circle"),
        ),
        "Height, law of time, start and offset are not given; 4 rad/s closes the circle in 1.57 s.", DECAY,
    ),
    _tracking(
        "Lissajous", "section 7.2.2, table A.2, figures 7.2 to 7.5", "Lissajous",
        {
            "centre": (0.0, 0.0, 1.0), "amplitude": (0.4, 0.2, 0.133), "omega": (2.0, 8.0, 4.0),
            "delay": (pi / 2, 0.0, pi / 2),
        },
        3.14,
        (
            Number("computing time in s", 1.24, 0.0, "section 7.2.2"),
            Number("leg forces at the start in N", LISSAJOUS_FORCES, 5e-4, RECOMPUTED, "derived"),
            *_along("Lissajous"),
        ),
        "The offset at the start is not given.", LISSAJOUS_DECAY,
    ),
    *(
        _tracking(
            f"rectangle in {duration:g} s", f"section 7.3, figure {figure}", "Rectangle",
            {"centre": (0.0, 0.0, 1.0), "width": 0.5, "height": 1.0, "duration": duration, "corner_time": 0.05},
            duration,
            (
                Number("error larger at the corners", True, 0.0, "section 7.3"),
                *(
                    Number(f"leg lengths within the rectangle at z = {z} m", ends, 5e-4, RECOMPUTED, "derived")
                    for z, ends in ((1.0, (1.000, 1.456)), (1.1, (1.100, 1.527)))
                ),
                *((Number("error larger than in 4 s", True, 0.0, "section 7.3"),) if duration < 4 else ()),
            ),
            "Plane, start, law of time and corners are not given: z = 1 m, blended corners.",
        )
        for duration, figure in ((4.0, "7.6"), (2.0, "7.8"))
    ),
)  # fmt: skip

RISE = {"start": (0.3,), "end": (0.4,), "duration": 0.3}
CUBIC_RISE = {"times": (0.0, 0.3), "points": ((0.3,), (0.4,))}
ANGLES = {"upper": (68.77, 64.43), "lower": (223.65, 212.09)}  # degrees, at z = 0.3 and 0.4 m
HEAVE_TORQUES = (  # branch, law; start, middle, end; smallest and largest; the same with the light platform
    ("upper", "quintic", (343.7, 435.6, 574.3), (190.4, 590.2), (19.81, 62.45)),
    ("lower", "quintic", (157.5, 165.9, 175.3), (59.7, 263.2), (6.82, 32.55)),
    ("upper", "cubic", (578.1, 435.7, 183.8), (183.8, 578.1), (19.21, 61.31)),
    ("lower", "cubic", (265.5, 166.0, 55.7), (55.7, 265.5), (6.36, 32.88)),
)
LAWS = {"quintic": ("Quintic", RISE, 0.654), "cubic": ("CubicSpline", CUBIC_RISE, 0.680)}
TURNED = "sign reversed: our β falls in the lift"
HEAVE = tuple(
    Experiment(
        f"sathuluri/6-RSS heave ({branch}, {law})",
        six_rss,
        "inverse dynamics",
        "section 6.3.2, figure 6.7",
        arguments={"branch": branch},
        course=Course(LAWS[law][0], LAWS[law][1], ("z",), body="platform"),
        duration=0.3,
        numbers=(
            Number("computing time in s", 0.168, 0.0, "section 6.3.2"),
            Number("torque keeps its sign", True, 0.0, "section 6.3.2, figure 6.7"),
            Number("largest acceleration below 0.8 g", True, 0.0, "section 6.3.2"),
            Number("largest acceleration in g", LAWS[law][2], 5e-4, RECOMPUTED, "derived"),
            Number("crank angles at both ends in degrees", ANGLES[branch], 5e-3, RECOMPUTED, "derived"),
            Number("torque at start, middle, end in Nm", torques, 0.05, RECOMPUTED, "derived", TURNED),
            Number("range of the torque in Nm", heavy, 0.05, RECOMPUTED, "derived", TURNED),
            Number("range of the torque with a platform of 20.2 kg in Nm", light, 5e-3, RECOMPUTED, "derived", TURNED),
        ),
        note="Law of the heave, branch of the cranks and sign of the torque are not given.",
    )
    for branch, law, torques, heavy, light in HEAVE_TORQUES
)

LAWS_OF_TIME = Experiment(
    "sathuluri/6-RSS laws of the heave",
    six_rss,
    "inverse dynamics",
    "section 6.3.2",
    numbers=(
        Number("largest acceleration by a cycloid in g", 0.712, 5e-4, RECOMPUTED, "derived"),
        Number("largest acceleration by a polynomial of degree 7 in g", 0.851, 5e-4, RECOMPUTED, "derived"),
        Number("duration of a cubic that reaches 0.8 g, in s", 0.277, 5e-4, RECOMPUTED, "derived"),
    ),
    note="0.1 m in 0.3 s; the thesis limits the acceleration to 0.8 g and does not name the law.",
)

EXPERIMENTS = (*(_fall(masses) for masses in FALL), TABLE, FORMULATIONS, *TRACKING, *HEAVE, LAWS_OF_TIME)
