"""System: a machine made ready: structure analysed, laws traced on demand, machine code behind every method."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.blueprint.builder import Mechanism
from linkwork.blueprint.mechanism import Blueprint
from linkwork.connectivity.layout import lay_out
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.base_parameters import BaseParameters, base_parameters
from linkwork.dynamics.catalogue import CLOSED, TREES, Law
from linkwork.dynamics.closure import Row
from linkwork.dynamics.equations import Stabilisation
from linkwork.dynamics.formulations import FORMULATIONS
from linkwork.errors import UnknownName, nearest
from linkwork.expression.counts import Counts, counts
from linkwork.expression.trace import Function
from linkwork.kernel import CCode, Kernel, c_code, compile_function
from linkwork.simulate.assembly import assemble
from linkwork.simulate.choices import weightless
from linkwork.simulate.consistency import acceleration, velocity
from linkwork.simulate.loops import Loops
from linkwork.simulate.pose_derivatives import PoseDerivatives, pose_derivatives
from linkwork.simulate.redundancy import mobility, nearby
from linkwork.simulate.singular import LOST, SingularDynamics, singular_dynamics, usual_sizes
from linkwork.simulate.singularity import NEAR, Singularity, singularity
from linkwork.system.calling import method
from linkwork.system.conditions import SystemConditions
from linkwork.system.differentiation import differentiated
from linkwork.system.explanation import SystemExplanation, explain_system
from linkwork.system.naming import by_name, rate_indices, row_of, starting_coordinates, variable_names, vector
from linkwork.system.options import Options, chosen
from linkwork.system.parameters import parameter_array
from linkwork.system.summary import summary
from linkwork.system.tracing import TREE_FORMULATIONS, cheapest_formulation, forward_law_of, trace_on, traced_by_name

if TYPE_CHECKING:  # what takes its time to import is imported where it is first asked for
    from linkwork.record import Record
    from linkwork.simulate.comparison import Comparison
    from linkwork.simulate.operating_point import Equilibrium, Linear, Vibrations


class System:
    """A compiled machine: every law of the catalogue is a method that runs as machine code.

    State: `q` (coordinates, may hold quaternions), `v` (rates), `lam` (forces of the cut joints), in the order of
    `q_names`, `v_names`, `lam_names`. All methods take batches by leading dimensions.
    """

    def __init__(self, blueprint: Blueprint, options: Options | None = None) -> None:
        self.blueprint = blueprint
        self.options = options or Options()
        self.parameters: tuple[str, ...] = tuple(blueprint.parameters)
        self.kept: tuple[int, ...] | None = None
        self.plan = self.plan_of(blueprint)
        self._functions: dict[Any, Function] = {}
        self._kernels: dict[Any, Kernel] = {}
        if self.closed:
            self.mobility = mobility(self.plan, self._conditions.interpreted(), self.start)
            if len(self.mobility.kept) < len(self.all_rows):
                self.kept = self.mobility.kept
                self.plan = replace(self.plan, kept=self.kept)
        known = {"auto", *FORMULATIONS} if self.closed else {"auto", *TREE_FORMULATIONS}
        if self.options.formulation not in known:
            raise UnknownName("formulation", self.options.formulation, known, self._owner)

    def plan_of(self, blueprint: Blueprint, *, merged: bool = True) -> Plan:
        """The plan of a description (this one's, parameters open or bound) with the options of this system.

        With `merged` False, bodies on fixed joints have nodes of their own.
        """
        o = self.options
        plan = lay_out(blueprint, o.cuts, modules=o.modules, reframed=o.reframed, merged=merged)
        return plan if self.kept is None else replace(plan, kept=self.kept)

    # ---- sizes and names

    @property
    def _owner(self) -> str:
        """How messages call this machine."""
        return f"mechanism {self.blueprint.name!r}"

    @property
    def n_q(self) -> int:
        """Number of coordinates."""
        return self.plan.n_q

    @property
    def n_v(self) -> int:
        """Number of rates."""
        return self.plan.n_v

    @property
    def n_lam(self) -> int:
        """Number of multipliers: conditions that do not hold by themselves."""
        return len(self.rows)

    @property
    def closed(self) -> bool:
        """Whether there are loops or other conditions."""
        return bool(self.plan.cuts or self.plan.conditions)

    @cached_property
    def _conditions(self) -> SystemConditions:
        return SystemConditions(self)

    def loops(self, p: Any = None) -> Loops:
        """The conditions as numbers, redundant ones included, with the parameters' own values or others."""
        return self._conditions.compiled(self.parameter_array(p))

    @property
    def rows(self) -> tuple[Row, ...]:
        """The conditions that remain when those that always hold and the redundant ones are dropped."""
        return self.all_rows if self.kept is None else tuple(self.all_rows[i] for i in self.kept)

    @property
    def redundant_rows(self) -> tuple[str, ...]:
        """Names of the rows that follow from the others: the machine is over-constrained by them."""
        kept = set(range(len(self.all_rows)) if self.kept is None else self.kept)
        return tuple(name for i, name in enumerate(self.row_names) if i not in kept)

    @cached_property
    def row_names(self) -> tuple[str, ...]:
        """Names of all conditions that do not hold by themselves, redundant ones included: those of `shared` forces."""
        return tuple(f"{row.name}.{row.component}" for row in self.all_rows)

    @property
    def all_rows(self) -> tuple[Row, ...]:
        """The conditions that do not hold by themselves, redundant ones included (with symbolic entries)."""
        return self._conditions.still.rows

    @cached_property
    def q_names(self) -> tuple[str, ...]:
        """Names of the coordinates: the joint's, with the variable behind a dot where it has several."""
        return variable_names(self.plan, lambda joint: joint.variables, "q")

    @cached_property
    def v_names(self) -> tuple[str, ...]:
        """Names of the rates."""
        return variable_names(self.plan, lambda joint: joint.rates, "v")

    @cached_property
    def lam_names(self) -> tuple[str, ...]:
        """Names of the multipliers: cut or condition, and component."""
        return tuple(f"{row.name}.{row.component}" for row in self.rows)

    @cached_property
    def reaction_names(self) -> tuple[str, ...]:
        """Joints in the order of the rows of `reactions`: those of the tree, fixed ones included, then the cut ones."""
        plan = self.plan_of(self.blueprint, merged=False)
        return (*(name for name, joint in plan.joints.items() if joint.nodes), *(cut.name for cut in plan.cuts))

    def base_parameters(self, **options: Any) -> BaseParameters:
        """The fewest combinations of inertial parameters that fix the joint forces; see `dynamics.base_parameters`."""
        return base_parameters(self.numbers, **options)

    @cached_property
    def driven(self) -> tuple[str, ...]:
        """Names of the driven rates."""
        return tuple(self.v_names[k] for k in self.plan.actuated)

    # ---- states by name

    @cached_property
    def start(self) -> np.ndarray:
        """Coordinates of the starting pose as the description gives it (loops need not be closed there)."""
        return starting_coordinates(self.blueprint, self.plan)

    @property
    def closed_start(self) -> np.ndarray:
        """Coordinates near the starting pose in which the loops are closed."""
        return self.mobility.pose if self.closed else self.start

    def q(self, base: Any = None, /, **joints: Any) -> np.ndarray:
        """Coordinates with the named joints set; the others as in `base`, else as in the starting pose.

        s.q(O1=0.3)             s.q({"O 1": 0.3})             names that are no words of Python in a mapping
        """
        base, joints = by_name(base, joints)
        base = self.start if base is None else base
        return vector(base, joints, self.plan, "q", self.q_names, self._owner)

    def v(self, base: Any = None, /, **joints: Any) -> np.ndarray:
        """Rates with the named joints set, by keyword or in a mapping; the others as in `base`, else zero."""
        base, joints = by_name(base, joints)
        base = np.zeros(self.n_v) if base is None else base
        return vector(base, joints, self.plan, "v", self.v_names, self._owner)

    tau = v

    def rate_indices(self, name: str) -> tuple[int, ...]:
        """Indices of the rates of a joint, or of one rate."""
        return rate_indices(name, self.plan, self.v_names, self._owner)

    # ---- laws

    @cached_property
    def laws(self) -> Mapping[str, Law]:
        """The laws that this machine offers, by name."""
        return {**TREES, **CLOSED} if self.closed else TREES

    def function(self, name: str, **options: Any) -> Function:
        """The traced law of that name; inputs t and p are left out where nothing depends on them."""
        key = (name, *sorted(options.items(), key=lambda item: item[0])) if options else name
        if key not in self._functions:
            self._functions[key] = traced_by_name(self, name, options)
        return self._functions[key]

    def kernel(self, name: str, **options: Any) -> Kernel:
        """The law of that name as machine code."""
        key = (name, *sorted(options.items(), key=lambda item: item[0])) if options else name
        if key not in self._kernels:
            self._kernels[key] = compile_function(self.function(name, **options))
        return self._kernels[key]

    def counts(self, name: str, **options: Any) -> Counts:
        """Counted operations of a law."""
        return counts(self.function(name, **options))

    def c_code(self, name: str, **options: Any) -> CCode:
        """The law as C source: one header, one file."""
        return c_code(self.function(name, **options))

    def derivative(self, name: str, of: str | None = None, wrt: Sequence[str] | None = None) -> Kernel:
        """Exact derivatives of a law's output with respect to some of its inputs, compiled.

        `wrt` names inputs (`q`, `v`, `vd`, `tau`, `p` for all parameters) and single parameters; all of the state and
        its forces if none. Coordinates are varied freely; what leaves the unit length of quaternions has no meaning.
        `forward_dynamics_derivatives` and `inverse_dynamics_derivatives` vary them along joint displacements instead.
        """
        return compile_function(differentiated(self, name, of, wrt))

    def forward_law(
        self, plan: Plan, t: Any, q: Any, v: Any, tau: Any, stabilisation: Stabilisation | None = None
    ) -> Mapping[str, Any]:
        """qdd (and lam, pivot of a closed machine) in this system's formulation, on scalars of any kind."""
        law, options = forward_law_of(self, self.formulation)
        if stabilisation is not None:
            options["stabilisation"] = stabilisation
        return law.build(plan, q, v, tau, t, **options)

    def trace(
        self,
        build: Callable[..., Mapping[str, Any]],
        inputs: Mapping[str, tuple[int, ...]],
        name: str,
        *,
        merged: bool = True,
    ) -> Function:
        """A law of one's own on this machine: build(plan, t, **inputs) gives scalars by name.

        The plan holds the machine's parameters as inputs `p`; t and p are left out where nothing depends on them.
        With `merged` False, bodies on fixed joints have nodes of their own.
        """
        return trace_on(self, build, inputs, name, merged=merged)

    @cached_property
    def formulation(self) -> str:
        """The formulation in use; "auto" takes the fewest counted operations."""
        chosen = self.options.formulation
        return cheapest_formulation(self) if chosen == "auto" else chosen

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """A law as a method; the machine code is made at the first use and then called directly."""
        own = vars(type(self)).get(name)
        if isinstance(own, (property, cached_property)):
            return own.__get__(self)  # it lacked an attribute on its way: that is the error to show
        if name.startswith("_") or (name != "forward_dynamics" and name not in TREES and name not in CLOSED):
            told = f"system {self.__dict__['blueprint'].name!r} has no attribute {name!r}."
            raise AttributeError(f"{told} {nearest(name, (word for word in dir(self) if not word.startswith('_')))}")
        call = method(self, name)
        self.__dict__[name] = call
        return call

    def __reduce__(self) -> tuple[Any, ...]:
        """For another process: the description goes there and is compiled there, from the cache on disk."""
        return System, (self.blueprint, self.options)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), "forward_dynamics", *self.laws]

    @cached_property
    def usual_sizes(self) -> np.ndarray:
        """√(J M⁻¹ Jᵀ) of each condition, redundant ones included, at its largest over a few poses."""
        return usual_sizes(self.numbers, self._conditions.interpreted(), self.closed_start)

    @cached_property
    def weightless(self) -> tuple[str, ...]:
        """Names of rates that move without any inertia while the loops are open."""
        return weightless(self)

    @cached_property
    def numbers(self) -> Plan:
        """The plan with the parameters at their own values."""
        return self.plan_of(self.blueprint.bind()) if self.parameters else self.plan

    @cached_property
    def general_poses(self) -> tuple[np.ndarray, ...]:
        """Closed poses near the start, one of them the start itself: for what holds in general, not in one pose."""
        return (
            tuple(nearby(self.plan, self._conditions.interpreted(), self.closed_start))
            if self.closed
            else (self.start,)
        )

    def singularity(
        self, q: Any, /, *, platform: str | None = None, t: float = 0.0, p: Any = None, near: float = NEAR
    ) -> Singularity:
        """Whether a pose is singular, of which kind, and how far the nearest singular pose is, as a number from 0 to 1.

        `platform` is the body whose motion counts, by default the one in most loops; poses within `near` are singular.
        """
        return singularity(self, np.asarray(q, dtype=float), platform=platform, t=t, p=p, near=near)

    def bound(self, **values: float) -> System:
        """This machine with numbers for its parameters: the values given, else their own."""
        return System(self.blueprint.bind(**values), self.options) if self.parameters else self

    def reformulated(self, formulation: str) -> System:
        """The same machine with another formulation of its forward dynamics."""
        return System(self.blueprint, replace(self.options, formulation=formulation))

    def compare_formulations(
        self,
        q: Any = None,
        v: Any = None,
        tau: Any = None,
        /,
        *,
        formulations: Sequence[str] | None = None,
        duration: float = 0.5,
        step: float = 1e-3,
    ) -> Comparison:
        """Counts, condition, time, deviation and drift of every formulation on this machine; prints as a table.

        Drift and energy are those of a free run of `duration` at a fixed step without projection; 0 leaves it out.
        """
        from linkwork.simulate.comparison import compare_formulations

        return compare_formulations(self, q, v, tau, formulations=formulations, duration=duration, step=step)

    def singular_dynamics(
        self, q: Any, v: Any, tau: Any, /, *, t: float = 0.0, p: Any = None, lost: float = LOST
    ) -> SingularDynamics:
        """Forward dynamics by rank-revealing factors, for poses where conditions vanish or depend on each other.

        Combinations of rows smaller than `lost`, as a share of their usual size, are given up: their third derivatives
        take their place while the machine moves. λ is the shortest that gives the same forces. `forward_dynamics` does
        the same by itself where its pivots are too small.
        """
        state = (np.asarray(x, dtype=float) for x in (q, v, tau))
        return singular_dynamics(self, *state, t=t, p=p, lost=lost, sizes=self.usual_sizes)

    @cached_property
    def parameter_values(self) -> np.ndarray:
        """The parameters' own values, in the order of `parameters`."""
        known = self.blueprint.parameters
        return np.array([known[name].value for name in self.parameters])

    def parameter_array(self, p: Any = None) -> np.ndarray:
        """Values of the parameters from an array, or by name with the others at their own; arrays are batches."""
        return parameter_array(p, self.parameters, self.parameter_values, self._owner)

    # ---- closed states

    def assemble(
        self,
        guess: Any = None,
        /,
        *,
        hold: Collection[str] | Mapping[str, Any] = (),
        poses: Mapping[str, Any] | None = None,
        t: Any = 0.0,
        p: Any = None,
        tolerance: float | None = None,
        **joints: Any,
    ) -> np.ndarray:
        """Coordinates near a guess (the starting pose) that close every loop, with named joints held at values.

            s.assemble(O1=0.3), s.assemble({"O 1": 0.3})        a joint at a value
            s.assemble(q, hold=["O1"])                          a joint where it is
            s.assemble(poses={"platform": (0.1, 0.2)})          a body or frame at a place; None leaves an axis free
            s.assemble(poses={"platform": (0, 0, 1, ("z", a))}) and turned, as rotations are written elsewhere

        From a closed guess the branch is kept: held values go on by small steps. From an open one the nearest solution
        found is taken. Values with leading dimensions give one assembly for each. `t` and `p` are time and parameters.
        What cannot close raises AssemblyError, which names the loop, its gap, and lengths that cannot meet.
        """
        guess, joints = by_name(guess, joints)
        return assemble(self, guess, hold=hold, poses=poses, t=t, p=p, tolerance=tolerance, joints=joints)

    def assembly_modes(
        self,
        guess: Any = None,
        /,
        *,
        hold: Collection[str] | Mapping[str, Any] = (),
        poses: Mapping[str, Any] | None = None,
        t: float = 0.0,
        p: Any = None,
        starts: int = 200,
        seed: int = 0,
        of: str | Sequence[str] | None = None,
        **joints: Any,
    ) -> np.ndarray:
        """All closed poses with the named joints (and bodies) held, one a row, nearest to the guess first.

        They are found from `starts` scattered guesses; more starts find modes that few guesses lead to. Two poses are
        one mode if all bodies, or those named by `of`, are in the same places.
        """
        from linkwork.simulate.modes import assembly_modes

        guess, joints = by_name(guess, joints)
        return assembly_modes(
            self, guess, hold=hold, poses=poses, t=t, p=p, starts=starts, seed=seed, of=of, joints=joints
        )

    def follow(
        self,
        path: Mapping[str, Any],
        start: Any = None,
        *,
        method: str = "newton",
        t: Any = None,
        p: Any = None,
        **options: Any,
    ) -> np.ndarray:
        """Coordinates at each sample while the named joints take the values of a path, all on the start's branch.

        method  "newton": from the pose before; "rates": by integrating the rates, which drifts (`substeps`);
                "nearest": the nearest of all assembly modes (`starts`)
        t       times of the samples, where conditions depend on time
        """
        from linkwork.simulate.tracking import follow

        return follow(self, path, start, method=method, t=t, p=p, **options)

    def velocity(
        self,
        q: Any,
        near: Any = None,
        /,
        *,
        t: Any = 0.0,
        p: Any = None,
        twists: Mapping[str, Any] | None = None,
        weighted: bool = False,
        **rates: Any,
    ) -> np.ndarray:
        """Rates that keep the loops closed, with named joints at given rates, nearest to `near` (zero).

            s.velocity(q, O1=2.0), s.velocity(q, {"O 1": 2.0})   independent rates by name
            s.velocity(q, twists={"platform": (vx, vy, vz)})     velocity of a body's origin, or (ω, v); None: free
            s.velocity(q, v)                                     the nearest to v

        "Nearest" is the shortest change, or with `weighted` that of least kinetic energy. Rates that contradict the
        loops raise SingularError.
        """
        near, rates = by_name(near, rates)
        return velocity(self, row_of(q, self._owner), near, t=t, p=p, twists=twists, weighted=weighted, rates=rates)

    def consistent_velocity(
        self, q: Any, v: Any, /, *, t: Any = 0.0, p: Any = None, weighted: bool = True
    ) -> np.ndarray:
        """The rates nearest to v, by kinetic energy, that keep the loops closed: what an impact would leave."""
        return velocity(self, q, v, t=t, p=p, weighted=weighted)

    def acceleration(
        self,
        q: Any,
        v: Any,
        near: Any = None,
        /,
        *,
        t: Any = 0.0,
        p: Any = None,
        weighted: bool = False,
        **rates: Any,
    ) -> np.ndarray:
        """Accelerations that keep the loops closed, J q̈ = −J̇ v, with those of named joints given, nearest to `near`."""
        near, rates = by_name(near, rates)
        return acceleration(
            self, row_of(q, self._owner), row_of(v, self._owner), near, t=t, p=p, weighted=weighted, rates=rates
        )

    def pose_derivatives(self, q: Any, /, *, t: Any = 0.0, p: Any = None) -> PoseDerivatives:
        """How a closed pose changes with its independent coordinates, and, these held, with parameters and time.

        Changes are joint displacements, as rates are. A law f(q, p) then has the total derivative
        ∂f/∂p + ∂f/∂q · by_parameters, loops closed. Independent are the driven rates or `compile(independent=...)`.
        """
        return pose_derivatives(self, q, t=t, p=p)

    # ---- motion

    def simulate(self, q: Any = None, v: Any = None, *, duration: float | None = None, **options: Any) -> Record:
        """The motion from a state, `duration` seconds long; all options: `linkwork.simulate.simulation.simulate`.

            s.simulate(q, duration=5.0)                                 free motion, Dormand-Prince 8(5,3)
            s.simulate(q, duration=5.0, method="rk4", step=1e-3)        fixed step
            s.simulate(duration=5.0, control=lambda t, q, v: ...)       torques, compiled into the run

        q  coordinates, or joints by name (the rest is assembled); None for the starting pose
        v  rates, or joints by name (the rest follows from the loops); None for rest
        """
        from linkwork.simulate.simulation import simulate

        return simulate(self, q, v, duration=duration, **options)

    # ---- around an operating point

    def equilibrium(self, guess: Any = None, /, **options: Any) -> Equilibrium:
        """A pose at rest near a guess, loops closed, and whether it is stable.

        tau or control: what drives; stable=True looks for one that attracts; states names the joints to linearise in.
        """
        from linkwork.simulate.operating_point import equilibrium

        return equilibrium(self, guess, **options)

    def linearise(self, q: Any = None, v: Any = None, /, **options: Any) -> Linear:
        """A, B, C, D of small motions about a state, on the loops; `.state_space()` is SciPy's, `.poles` its poles.

        tau: forces of the driven rates there (inputs are changes of them), or control: a law whose loop is closed.
        """
        from linkwork.simulate.operating_point import linearise

        return linearise(self, q, v, **options)

    def vibrations(self, q: Any = None, /, **options: Any) -> Vibrations:
        """Natural frequencies, damping and mode shapes at an equilibrium."""
        from linkwork.simulate.operating_point import vibrations

        return vibrations(self, q, **options)

    # ---- in words

    def explain(self) -> SystemExplanation:
        """Structure, freedoms by rank, redundant rows, and the plan of the elimination; print it."""
        return explain_system(self)

    def __str__(self) -> str:
        return summary(self)

    def __repr__(self) -> str:
        size = f"n_v={self.n_v}, loops={len(self.plan.cuts)}"
        return f"System({self.blueprint.name!r}, {size}, formulation={self.formulation!r})"


def compile_mechanism(mechanism: Mechanism | Blueprint, **options: Any) -> System:
    """A system from a description; `options` are the fields of `Options`."""
    blueprint = mechanism.freeze() if isinstance(mechanism, Mechanism) else mechanism
    known = Options.__dataclass_fields__
    for name in options:
        if name not in known:
            raise UnknownName("option", name, known, "compile")
    return System(blueprint, chosen(options))
