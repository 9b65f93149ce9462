"""A machine of which every number is a parameter moves as the machine with the numbers."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.algebra.parameter import Quantity
from linkwork.blueprint import library
from linkwork.blueprint.document import from_text, to_text
from linkwork.blueprint.joints import CUTS, KINDS
from linkwork.blueprint.mechanism import Blueprint
from linkwork.expression.evaluate import evaluate
from linkwork.system import System, compile_mechanism

SLANTED = (2 / 7, 3 / 7, 6 / 7)
CHOICES: dict[str, dict[str, Any]] = {
    "revolute": {"axis": SLANTED},
    "prismatic": {"axis": (0.6, 0.0, -0.8)},
    "helical": {"axis": SLANTED, "pitch": 0.02},
    "cylindrical": {"axis": (0.6, 0.8, 0.0)},
    "universal": {"axes": "XZ"},
    "spherical": {"coordinates": "YXZ"},
    "planar": {"normal": SLANTED},
    "distance": {"length": 0.4},
}


def opened(record: Any, names: Iterator[str]) -> Any:
    """The record with a parameter for each of its floats but 0."""
    if type(record) is float and record != 0.0:
        return lw.Parameter(next(names), record)
    if type(record) is tuple:
        return tuple(opened(item, names) for item in record)
    if is_dataclass(record) and not isinstance(record, (type, Quantity)):
        return replace(record, **{f.name: opened(getattr(record, f.name), names) for f in fields(record)})
    return record


def two_bodies() -> tuple[lw.Mechanism, Any, Any]:
    """A machine of an arm and a tool, of odd numbers throughout."""
    m = lw.Mechanism("odd", gravity=(0.3, -0.2, -9.81))
    arm = m.body(
        "arm", mass=1.2, com=(0.1, 0.02, 0.03), inertia=((0.1, 0.01, 0.0), (0.01, 0.12, 0.02), (0.0, 0.02, 0.15))
    )
    tool = m.body("tool", mass=0.8, com=(-0.1, 0.02, 0.03), inertia=(0.1, 0.12, 0.15), inertia_about="origin")
    return m, arm, tool


def carried(word: str) -> Callable[[], lw.Mechanism]:
    def machine() -> lw.Mechanism:
        m, arm, tool = two_bodies()
        m.revolute("base", m.ground.at(0.1, 0.2, 0.3, rotation=("ZYX", (0.1, 0.2, 0.3))), arm, axis="y")
        m.joint("j", arm.dh(0.2, 0.3, 0.1, 0.4), tool.at(0.05, rotation=(SLANTED, 0.2)), word, **CHOICES.get(word, {}))
        m.spring("coil", "base", stiffness=10.0, damping=0.2, rest=0.1)
        m.spring("strut", m.ground.at(0.3), tool.at(0.0, 0.3), stiffness=10.0, damping=0.2, length=0.1)
        m.friction("base", viscous=0.1, coulomb=0.2, smoothing=0.05)
        m.limit("base", lower=-0.1, upper=0.1, stiffness=100.0, damping=2.0)
        m.wrench("wind", tool.at(0.0, 0.0, 0.2), force=(0.5, 0.1, 0.0), moment=(0.1, 0.0, 0.2), axes="body")
        m.rotor("base", inertia=0.01, ratio=20.0)
        return m

    return machine


def closed(word: str) -> Callable[[], lw.Mechanism]:
    def machine() -> lw.Mechanism:
        m, arm, tool = two_bodies()
        m.floating("f", arm, coordinates="ZYX")
        m.floating("g", tool, coordinates="YXZ")
        a, b = arm.at(0.1, 0.2, 0.05, rotation=("ZY", (0.2, 0.1))), tool.at(-0.1, 0.03, 0.1, rotation=("x", 0.3))
        m.close("cut", a, b, word, **CHOICES.get(word, {}))
        return m

    return machine


def related(write: Callable[[lw.Mechanism], object]) -> Callable[[], lw.Mechanism]:
    def machine() -> lw.Mechanism:
        m, arm, tool = two_bodies()
        m.revolute("j", "ground", arm, axis="x")
        m.prismatic("k", m.ground.at(0.0, 0.5, 0.0), tool, axis="y")
        m.revolute("l", tool, m.body("wheel", mass=0.4, inertia=(0.3, 0.4, 0.5)), axis="x")
        arm.at(0.0, 0.2, 0.1, rotation=("x", 1.2), name="tip")
        write(m)
        return m

    return machine


WRITTEN: dict[str, Callable[[lw.Mechanism], object]] = {
    "gear": lambda m: m.gear("r", "j", "k", teeth=(20.0, 40.0), offset=0.1),
    "rack": lambda m: m.rack("r", "j", "k", radius=0.3),
    "belt": lambda m: m.belt("r", "j", "k", radii=(0.3, 0.2), crossed=True),
    "differential": lambda m: m.differential("r", "j", "k", "l", shares=(0.4, 0.6)),
    "screw": lambda m: m.screw("r", "j", "k", pitch=0.01, offset=0.2),
    "prescribed": lambda m: m.prescribe("j", 0.3),
    "prescribed point": lambda m: m.prescribe("tip", (0.2, 0.3), axes="yz"),
    "rolling": lambda m: m.roll("r", "tip", 0.3),
    "edge": lambda m: m.edge("r", "tip"),
}
MACHINES: dict[str, Callable[[], lw.Mechanism]] = {
    **{f"{word} carries": carried(word) for word in KINDS},
    **{f"{word} closes": closed(word) for word in CUTS},
    **{word: related(write) for word, write in WRITTEN.items()},
}


@pytest.mark.parametrize("name", MACHINES)
def test_numbers_and_parameters_give_the_same_forces_and_accelerations(name: str) -> None:
    blueprint = MACHINES[name]().freeze()
    twin: Blueprint = opened(blueprint, (f"p{k}" for k in itertools.count()))
    assert len(twin.parameters) > 20 and from_text(to_text(twin)) == twin
    systems = compile_mechanism(blueprint), compile_mechanism(twin)
    rng = np.random.default_rng(3)
    state = {"q": rng.uniform(-0.5, 0.5, systems[0].n_q), "t": 0.3, "p": systems[1].parameter_array(None)}
    state |= {key: rng.normal(size=systems[0].n_v) for key in ("v", "qdd", "tau")}
    if systems[0].n_q != systems[0].n_v:
        state["q"][-4:] = (0.5, -0.5, 0.7, 0.1)
    for law in ("bias", "mass_matrix", *(("closure_jacobian", "closure") if systems[0].closed else ())):
        results = []
        for system in systems:
            function = system.function(law)
            results.append(evaluate(function, **{port.name: state[port.name] for port in function.inputs}))
        for key, expected in results[0].items():
            np.testing.assert_allclose(results[1][key], expected, rtol=1e-12, atol=1e-12)


def test_what_looks_at_numbers_takes_parameters_at_their_own_values() -> None:
    blueprint = library.gripper().freeze()
    twin = compile_mechanism(opened(blueprint, (f"p{k}" for k in itertools.count())))
    assert twin.base_parameters().count == compile_mechanism(blueprint).base_parameters().count
    assert len(twin.parameters) > 40


@pytest.fixture(scope="module")
def pendulum() -> System:
    m = lw.Mechanism("pendulum", gravity=(0, -9.81, 0))
    bob = m.body(
        "bob", mass=lw.Parameter("mass", 2.0), com=(lw.Parameter("length", 0.5), 0, 0), inertia=(0.0, 0.0, 0.0)
    )
    m.revolute("pin", m.ground, bob)
    return m.compile()


def test_parameters_are_given_by_name_or_in_order_to_laws_and_runs(pendulum: System) -> None:
    q, zero = np.zeros((3, 1)), np.zeros(1)
    lengths = np.array([0.5, 1.0, 2.0])
    by_name = pendulum.inverse_dynamics(q, zero, zero, p={"length": lengths})
    in_order = pendulum.inverse_dynamics(q, zero, zero, p=np.column_stack([np.full(3, 2.0), lengths]))
    np.testing.assert_allclose(by_name[:, 0], 2.0 * 9.81 * lengths, rtol=1e-14)
    np.testing.assert_array_equal(by_name, in_order)
    assert pendulum.energies(q[0], zero, p={"mass": 0.0})[0] == 0.0
    np.testing.assert_array_equal(
        pendulum.inverse_dynamics(q, zero, zero, p={}), pendulum.inverse_dynamics(q, zero, zero)
    )


@pytest.mark.parametrize(
    ("p", "message"),
    [
        ({"lenth": 1.0}, "parameter 'lenth': does not exist in mechanism 'pendulum'. Nearest names: 'length'"),
        ({"length": np.nan}, "parameter 'length' of mechanism 'pendulum': is not finite. Give a finite number"),
        ([1.0, np.inf], "parameter 'length' of mechanism 'pendulum': is not finite."),
        ([1.0], r"parameters p of mechanism 'pendulum': have shape \(1,\). Give 2 numbers: mass, length"),
        ({"length": [1.0, 2.0]}, r"simulate: p: is a batch of shape \(2, 2\). Give one value for each parameter"),
    ],
)
def test_parameters_that_do_not_fit_are_named(pendulum: System, p: Any, message: str) -> None:
    with pytest.raises((lw.ShapeError, lw.UnknownName), match=message):
        pendulum.simulate(duration=0.01, p=p)
