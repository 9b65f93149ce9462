"""Derivatives of any law with respect to its inputs and to the machine's parameters by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from linkwork.errors import UnknownName
from linkwork.expression.derivatives import jacobian
from linkwork.expression.graph import ZERO
from linkwork.expression.trace import Function, Port
from linkwork.simulate.implicit import forward_derivatives

if TYPE_CHECKING:
    from linkwork.system.system import System

STATE = ("q", "v", "vd", "tau")


def differentiated(system: System, name: str, of: str | None, wrt: Sequence[str] | None) -> Function:
    """∂of/∂x as outputs `d_{of}_d_{x}` for every x of `wrt`; see `System.derivative`."""
    function = system.function(name)
    inputs = {port.name: port for port in function.inputs}
    result = function.output(of or function.outputs[0].name)
    wanted = tuple(x for x in STATE if x in inputs) if wrt is None else (wrt,) if isinstance(wrt, str) else tuple(wrt)
    parameters = {"p": len(system.parameters), **dict.fromkeys(system.parameters, 1)} if system.parameters else {}
    for x in wanted:
        if x not in inputs and x not in parameters:
            kind = f"input of law {name!r} or parameter"
            raise UnknownName(kind, x, (*inputs, *system.parameters), f"mechanism {system.blueprint.name!r}")
    varied = tuple(dict.fromkeys(x if x in inputs else "p" for x in wanted if x in inputs or "p" in inputs))
    slopes = _slopes(system, function, name, result.name, varied)
    given = dict(zip(varied, slopes.outputs, strict=True))
    ports = [
        given[x] if x in given else _of_parameter(system, given.get("p"), result, x, parameters[x]) for x in wanted
    ]
    return replace(slopes, outputs=tuple(ports))


def _slopes(system: System, function: Function, name: str, of: str, varied: Sequence[str]) -> Function:
    """Derivatives with respect to whole inputs."""
    if system.closed and name == "forward_dynamics" and of != "pivot" and system.formulation != "penalty" and varied:
        found = forward_derivatives(system, varied, along=False)
        ports = (replace(found.output(f"{of}_{x}"), name=f"d_{of}_d_{x}") for x in varied)
        return replace(found, outputs=tuple(ports))
    return jacobian(function, of, varied)


def _of_parameter(system: System, whole: Port | None, result: Port, x: str, size: int) -> Port:
    """The column of one parameter; zeros where the law depends on none."""
    shape = result.shape if x != "p" else (*result.shape, size)
    if whole is None:
        return Port(f"d_{result.name}_d_{x}", shape, (ZERO,) * (result.size * size))
    k, n = system.parameters.index(x), len(system.parameters)
    return Port(f"d_{result.name}_d_{x}", shape, whole.refs[k::n])
