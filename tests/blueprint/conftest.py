"""A machine that uses every part of the language."""

from __future__ import annotations

import math

import pytest

import linkwork as lw


@pytest.fixture
def everything() -> lw.Mechanism:
    """Every kind of joint, closure, relation, motion, load and shape, with parameters and functions of time."""
    m = lw.Mechanism("everything", gravity=(0, 0, -9.81))
    m.notes = "nothing is left out: é ü ∞"
    length = lw.Parameter("l", 0.1 + 0.2)
    tensor = lw.inertia.box(1.0, 0.1, 0.2, 0.3)
    look = [
        lw.shapes.rod((0, 0, 0), (length, 0, 0)), lw.shapes.box(1, 2, 3), lw.shapes.cylinder(0.1, 0.2, axis="x"),
        lw.shapes.sphere(0.1, color="red"), lw.shapes.plate([(0, 0, 0), (1, 0, 0), (0, 1, 0)]),
        lw.shapes.mesh("a.stl", scale=lw.Parameter("enlarged", 2.0), rotation=("z", 0.3)),
        lw.shapes.box(0.1, 0.2, 0.3, rotation=(0.6, 0.0, 0.8, 0.0)),
    ]  # fmt: skip
    m.draw_ground(lw.shapes.box(1, 1, 0.1))
    m.body("base", mass=5.0, inertia=tensor, shapes=look, color="#336699")
    m.floating("float", "base")
    previous: object = "base"
    for k, (kind, options) in enumerate(
        [
            ("revolute", {"axis": (0.6, 0.0, 0.8)}),
            ("prismatic", {"axis": "-x"}),
            ("helical", {"pitch": length / 7}),
            ("cylindrical", {}),
            ("universal", {"axes": "ZX"}),
            ("spherical", {"coordinates": "zyx"}),
            ("planar", {"normal": "y"}),
            ("fixed", {}),
            ("spherical", {}),
            ("floating", {"coordinates": "XYZ"}),
        ]
    ):
        body = m.body(f"b{k}", mass=1 / 3, com=(1e-17, -0.0, 1 / 7), inertia=tensor, inertia_about="com")
        m.joint(f"{kind} {k}", previous, body.at(0.1, rotation=("ZYX", (0.1, length, math.pi / 2))), kind, **options)
        previous = body.at(0, length, 0, rotation=[[0, -1, 0], [1, 0, 0], [0, 0, 1]], name=f"tip {k}")
    for kind in ("fixed", "revolute", "prismatic", "cylindrical", "spherical", "planar", "floating", "point"):
        m.close(f"close {kind}", "ground", "tip 9", kind)
    m.close("close helical", "tip 0", "b9", "helical", pitch=0.01)
    m.close("close universal", "tip 0", "b9", "universal", axes="YZ")
    m.distance("rod", "tip 1", m.ground.at(1, 2, 3), 2 * length)
    m.gear("gear", "revolute 0", "prismatic 1", ratio=-0.5)
    m.rack("rack", "revolute 0", "prismatic 1", 0.02)
    m.belt("belt", "revolute 0", ("cylindrical 3", "angle"), radii=(0.1, 0.2), crossed=True)
    m.differential("differential", "revolute 0", ("universal 4", 0), ("universal 4", "angle_x"))
    m.screw("screw", "revolute 0", "prismatic 1", length)
    m.linear("sum", {"revolute 0": 1.0, ("planar 6", "y"): 2.0}, offset=0.1)
    m.relate(
        "own", lambda q, t: (q[0] ** 2 - lw.sin(q[1] * t), lw.where(q[0], 1.0, q[1])), ["revolute 0", "prismatic 1"]
    )
    m.prescribe("prismatic 1", lambda t: 0.1 * lw.cos(2 * math.pi * t))
    m.prescribe("cylindrical 3", 0.25, variables="slide", name="held")
    m.prescribe("tip 9", lambda t: (lw.exp(-t), lw.tanh(t)), axes="xz")
    m.velocity_relation("skid", lambda q, t: ([[1.0, q[0]], [0.0, 2.0]], [t, 0.0]), ["revolute 0", "prismatic 1"])
    m.roll("wheel", "b3", 0.3)
    m.edge("knife", "b4", across="x", on="b1")
    m.spring("coil", "tip 0", "tip 4", stiffness=100, damping=2, length=0.3)
    m.spring("twist", "spherical 5", stiffness=3.0, rest=0.1, variable="angle_y")
    m.friction("planar 6", viscous=0.1, coulomb=0.2, smoothing=1e-3)
    m.limit("revolute 0", lower=-1, upper=length, stiffness=1e5, damping=10)
    m.limit("prismatic 1", upper=0.5)
    m.wrench("push", "tip 2", force=lambda t: (lw.absolute(t), 0, lw.sqrt(t)), moment=(0, 0, 1), axes="body")
    m.rotor("revolute 0", inertia=1e-4, ratio=100)
    m.actuate("revolute 0", "spherical 8", lower=-10, upper=10)
    m.actuate("cylindrical 3", variables=["slide"], name="pusher")
    m.pose({"revolute 0": 0.3, "spherical 8": (0.6, 0, 0.8, 0)})
    return m
