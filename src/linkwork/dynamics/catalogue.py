"""The catalogue: every law by name, with what it takes and gives."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from linkwork.connectivity.loads import depends_on_time
from linkwork.connectivity.plan import Plan
from linkwork.connectivity.regrouping import regrouped
from linkwork.dynamics import closed_laws as closed
from linkwork.dynamics import open_laws as tree
from linkwork.dynamics.closure import row_names
from linkwork.errors import OptionError, UnknownName

SIZES: Mapping[str, Callable[[Plan], tuple[int, ...]]] = {
    "q": lambda plan: (plan.n_q,),
    "v": lambda plan: (plan.n_v,),
    "vd": lambda plan: (plan.n_v,),
    "tau": lambda plan: (plan.n_v,),
    "lam": lambda plan: (len(row_names(plan)),),
    "t": lambda plan: (),
}
"""Shape of every input."""


@dataclass(frozen=True)
class Law:
    """One law.

    name      under which a system offers it
    takes     names of its inputs, in order
    gives     names of its outputs
    build     build(plan, **inputs, **options) -> {output: nested scalars}
    options   names of further arguments that are known before tracing (a body, a point, axes), with their defaults
    loaded    whether the plan's loads act in it; then it takes the time, if one of them depends on it
    regroups  whether inertial parameters may be regrouped before (it gives joint forces or accelerations, nothing else)
    apart     whether bodies on fixed joints need nodes of their own (it tells what passes between them)
    """

    name: str
    takes: tuple[str, ...]
    gives: tuple[str, ...]
    build: Callable[..., Mapping[str, Any]]
    options: Mapping[str, Any] = field(default_factory=dict)
    loaded: bool = False
    regroups: bool = False
    apart: bool = False

    @property
    def about(self) -> str:
        """What it gives, in one line."""
        return (inspect.getdoc(self.build) or "").split("\n")[0]

    def inputs(self, plan: Plan) -> dict[str, tuple[int, ...]]:
        """Shapes of the inputs for one plan, in order."""
        timed = ("t",) if self.loaded and depends_on_time(plan.loads) else ()
        return {name: SIZES[name](plan) for name in (*self.takes, *timed)}

    def ready(self, plan: Plan, *, regroup: bool = False, **options: Any) -> Callable[..., Mapping[str, Any]]:
        """The law for one plan, as a function of its inputs alone, in the order of `inputs`."""
        unknown = set(options) - set(self.options)
        if unknown:
            raise UnknownName(f"option of law {self.name!r}:", sorted(unknown)[0], self.options)
        missing = [k for k, x in self.options.items() if x is REQUIRED and k not in options]
        if missing:
            raise OptionError(f"law {self.name!r}", f"needs the option {missing[0]!r}", f"Give {missing[0]}=…")
        plan = regrouped(plan) if regroup and self.regroups else plan
        names = tuple(self.inputs(plan))

        def law(*inputs: Any) -> Mapping[str, Any]:
            return self.build(plan, **dict(zip(names, inputs)), **options)

        law.__name__ = self.name
        return law


REQUIRED: Any = inspect.Parameter.empty


def law(build: Callable[..., Mapping[str, Any]], *gives: str, name: str = "", **flags: bool) -> Law:
    """A law from its function: positional arguments after the plan are inputs, keyword-only ones are options."""
    arguments = inspect.signature(build).parameters
    takes = tuple(n for n, a in arguments.items() if a.kind is a.POSITIONAL_OR_KEYWORD and n not in ("plan", "t"))
    options = {n: a.default for n, a in arguments.items() if a.kind is a.KEYWORD_ONLY}
    return Law(name or build.__name__, takes, gives, build, options, loaded="t" in arguments, **flags)


def shelf(*laws: Law) -> dict[str, Law]:
    """Laws by name."""
    return {each.name: each for each in laws}


TREES = shelf(
    law(tree.poses, "rotations", "positions"),
    law(tree.body_twists, "twists", name="twists"),
    law(tree.body_accelerations, "accelerations", name="accelerations"),
    law(tree.point, "position"),
    law(tree.point_velocity, "velocity"),
    law(tree.point_acceleration, "acceleration"),
    law(tree.jacobian, "J"),
    law(tree.jacobian_rate, "J_dot"),
    law(tree.coordinate_rates, "q_dot"),
    law(tree.gimbal, "measure"),
    law(tree.centre_of_mass, "position"),
    law(tree.centre_of_mass_velocity, "velocity"),
    law(tree.centre_of_mass_jacobian, "J"),
    law(tree.centroidal_momentum, "momentum"),
    law(tree.centroidal_momentum_matrix, "A"),
    law(tree.centroidal_momentum_bias, "bias"),
    law(tree.energies, "kinetic", "potential"),
    law(tree.power, "power"),
    law(tree.inverse_dynamics, "tau", regroups=True),
    law(tree.free_base_inverse_dynamics, "tau", "qdd", regroups=True),
    law(tree.bias, "h", regroups=True),
    law(tree.gravity_forces, "g", regroups=True),
    law(tree.coriolis_matrix, "C"),
    law(tree.reactions, "reactions", apart=True),
    law(tree.torque_regressor, "Y", name="regressor"),
    law(tree.mass_matrix, "M", regroups=True),
    law(tree.mass_matrix_inverse, "M_inverse", regroups=True),
    law(tree.mass_matrix_factors, "U", "D", regroups=True),
    law(tree.analytic_inverse, "U_inverse", "D_inverse", "M_inverse", regroups=True),
    law(tree.mass_matrix_solve, "x", regroups=True),
    law(tree.complement, "N_l", "N_d"),
    law(tree.module_complement, "N_l", "N_d"),
    law(tree.recursive_forward_dynamics, "qdd", regroups=True),
    law(tree.factorised_forward_dynamics, "qdd", regroups=True),
    law(tree.inverse_dynamics_derivatives, "tau_q", "tau_v", "M", regroups=True),
    law(tree.forward_dynamics_derivatives, "qdd", "qdd_q", "qdd_v", "qdd_tau", regroups=True),
)
"""Laws of machines without loops, and of opened machines."""

CLOSED = shelf(
    law(closed.forward_dynamics, "qdd", "lam", "pivot"),
    law(closed.inverse_dynamics, "tau", "lam"),
    law(closed.free_base_inverse_dynamics, "tau", "lam", "qdd"),
    law(closed.reactions, "reactions", apart=True),
    law(closed.block_equations, "M", "phi", "J", "psi"),
    law(closed.closure_gap, "gap"),
    law(closed.closure_jacobian, "J"),
    law(closed.closure, "gap", "J"),
    law(closed.closure_rates, "J", "drift", "psi"),
)
"""Laws of machines with loops or other conditions; they come before those of the opened machine."""

CATALOGUE: dict[str, Law] = {**TREES, **CLOSED}
"""Every law by name."""

CANDIDATES: Mapping[str, tuple[str, ...]] = {
    "forward_dynamics": ("recursive_forward_dynamics", "factorised_forward_dynamics"),
}
"""Names under which the law with the fewest counted operations answers."""
