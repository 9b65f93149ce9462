"""Names of coordinates and rates, and vectors of them by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from linkwork.algebra.parameter import default
from linkwork.blueprint.mechanism import Blueprint
from linkwork.connectivity.plan import Plan
from linkwork.errors import ShapeError, UnknownName


def variable_names(plan: Plan, variables: Callable[[Any], Sequence[str]], part: str) -> tuple[str, ...]:
    """Names of the coordinates ("q") or rates ("v"): the joint's, the variable behind a dot where it has several."""
    names = [""] * (plan.n_q if part == "q" else plan.n_v)
    for joint in plan.joints.values():
        several = tuple(variables(joint))
        for k, variable in zip(range(getattr(joint, part).start, getattr(joint, part).stop), several):
            names[k] = joint.name if len(several) == 1 else f"{joint.name}.{variable}"
    return tuple(names)


def by_name(base: Any, joints: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """(base, joints) where values by name may stand in a mapping in place of the base."""
    return (None, {**base, **joints}) if isinstance(base, Mapping) else (base, joints)


def row_of(q: Any, owner: str) -> Any:
    """A state as a row; by name it does not say where the other joints stand."""
    if isinstance(q, Mapping):
        told = "is given by name, which leaves the other joints open"
        raise ShapeError(f"a state of {owner}", told, "Write s.assemble({...}), s.q({...}) or s.v({...}), whole rows")
    return q


def vector(base: Any, joints: Mapping[str, Any], plan: Plan, part: str, names: Sequence[str], owner: str) -> np.ndarray:
    """A copy of `base` in which the named joints, or single variables, have the given values."""
    right = f"Give {len(names)} numbers: {', '.join(names)}; or values by name"
    try:
        x = np.array(base, dtype=float)
    except (TypeError, ValueError):
        raise ShapeError(f"{part} of {owner}", "is not a row of numbers", right) from None
    if x.shape[-1:] != (len(names),):
        raise ShapeError(f"{part} of {owner}", f"has shape {x.shape}", right)
    for name, value in joints.items():
        try:
            value = np.asarray(value, dtype=float)
        except (TypeError, ValueError):
            raise ShapeError(f"joint {name!r}", f"is given {value!r}", "Give one number each") from None
        if name in names:
            x[..., names.index(name)] = value
        elif name in plan.joints:
            where = getattr(plan.joints[name], part)
            if np.ndim(value) and np.shape(value)[-1] != where.stop - where.start:
                raise ShapeError(
                    f"joint {name!r}",
                    f"has {where.stop - where.start} values, not {np.shape(value)}",
                    "Give one number each",
                )
            x[..., where] = np.atleast_1d(value)[..., :: plan.joints[name].order]
        else:
            raise UnknownName("joint", name, (*plan.joints, *names), owner)
    return x


def rate_indices(name: str, plan: Plan, names: Sequence[str], owner: str) -> tuple[int, ...]:
    """Indices of the rates of a joint, or of one rate."""
    if name in names:
        return (names.index(name),)
    if name in plan.joints:
        where = plan.joints[name].v
        return tuple(range(where.start, where.stop))
    raise UnknownName("joint", name, (*plan.joints, *names), owner)


def starting_coordinates(blueprint: Blueprint, plan: Plan) -> np.ndarray:
    """Coordinates of the pose that the description starts in."""
    q = np.zeros(plan.n_q)
    declared = {joint.name: blueprint.start_of(joint.name) for joint in blueprint.joints}
    for joint in plan.joints.values():
        given = declared.get(joint.name) or joint.kind.neutral()
        values = [default(x) for x in given]
        q[joint.q] = values[:: joint.order]
    return q
