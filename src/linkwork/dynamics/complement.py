"""The decoupled natural orthogonal complement N = N_l N_d: twists of all nodes from the joint rates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linkwork.algebra.matrices import Rows, dot, product
from linkwork.algebra.poses import Pose
from linkwork.algebra.scalars import Scalar
from linkwork.algebra.twists import Twist
from linkwork.algebra.vectors import AXES, ZERO
from linkwork.connectivity.plan import GROUND, Place, Plan
from linkwork.dynamics.jacobians import relative_poses
from linkwork.dynamics.kinematics import Scalars, node_poses

BASIS = (*(Twist(e, ZERO) for e in AXES), *(Twist(ZERO, e) for e in AXES))


@dataclass(frozen=True)
class Complement:
    """N_l (6n × 6n), N_d (6n × n_v) with t = N_l N_d q̇: the twists of all nodes, each in its own coordinates."""

    N_l: Rows
    N_d: Rows

    @property
    def N(self) -> Rows:
        """The natural orthogonal complement N = N_l N_d."""
        return product(self.N_l, self.N_d)


def link_complement(plan: Plan, q: Scalars) -> Complement:
    """DeNOC matrices with one link a module.

        t_i = A_ip t_p + p_i q̇_i                                          (1)
        N_l: block (i, j) is A_ij where node i lies outward of j, 1 on the diagonal; N_d = diag(p_1 … p_n)   (2)

    Reference: Shah, Saha, Dutt (2013), Eqs (4.7), (4.8), (4.17).
    """
    return complement(plan, q, tuple((i,) for i in range(len(plan.nodes))))


def module_complement(plan: Plan, q: Scalars) -> Complement:
    """DeNOC matrices with the plan's modules.

        t_i = A_iβ t_β + N_i q̇_i  for every module i, β its parent                                         (1)
        N_l: block (k, m) is A_km where link m is the one of its module from which the branch to k leaves     (2)
        N_d = diag(N_1 … N_s), N_i lower block triangular with A_ck p_c in block (k, c)                    (3)

    Reference: Shah, Saha, Dutt (2013), Eqs (4.20)–(4.29).
    """
    return complement(plan, q, modules(plan))


def modules(plan: Plan) -> tuple[tuple[int, ...], ...]:
    """The plan's serial modules; one node each where the plan has none."""
    return plan.modules or tuple((i,) for i in range(len(plan.nodes)))


def complement(plan: Plan, q: Scalars, parts: Sequence[Sequence[int]]) -> Complement:
    """DeNOC matrices for any cut of the tree into serial modules."""
    X = node_poses(plan, q)
    n = 6 * len(plan.nodes)
    module = {i: number for number, part in enumerate(parts) for i in part}
    N_l: Rows = [[0.0] * n for _ in range(n)]
    N_d: Rows = [[0.0] * plan.n_v for _ in range(n)]
    for i in range(len(plan.nodes)):
        for d in range(6):
            N_l[6 * i + d][6 * i + d] = 1.0
        outward = i
        for j, pose in relative_poses(plan, X, Place(i, Pose())).items():
            if module[j] == module[i]:
                for k, s in plan.nodes[j].columns:
                    _fill(N_d, 6 * i, k, pose.to_child(s))  # (3)
            elif module[j] != module[outward]:
                for d, unit in enumerate(BASIS):
                    _fill(N_l, 6 * i, 6 * j + d, pose.to_child(unit))  # (2)
            outward = j
    return Complement(N_l, N_d)


def propagation(X: Pose) -> Rows:
    """A, the 6×6 matrix that carries a twist to the child: t_child = A t_parent for a rigid connection."""
    return [list(row) for row in zip(*(X.to_child(unit).six() for unit in BASIS))]


def constraint_rows(plan: Plan, q: Scalars) -> Rows:
    """K with K t = 0 for every motion that the joints allow, t the twists of all nodes: so K N = 0.

    K_i = S_i^⊥ (t_i − A_ip t_p), S_i^⊥ the wrenches that do no work on the joint's motion.
    """
    X = node_poses(plan, q)
    K: Rows = []
    for i, node, p in plan.outward:
        for wrench in _idle(node.motion):
            row: list[Scalar] = [0.0] * (6 * len(plan.nodes))
            row[6 * i : 6 * i + 6] = wrench
            if p != GROUND:
                A = propagation(X[i])
                row[6 * p : 6 * p + 6] = [-dot(wrench, column) for column in zip(*A)]
            K.append(row)
    return K


def _idle(motion: Sequence[Twist]) -> Rows:
    """Six-vectors orthogonal to the motion columns, each column having one leading unit entry."""
    lead = {}
    for s in motion:
        six = s.six()
        k = next(d for d, x in enumerate(six) if isinstance(x, float) and abs(x) == 1.0 and d not in lead)
        lead[k] = six
    rows: Rows = []
    for d in range(6):
        if d in lead:
            continue
        row: list[Scalar] = [0.0] * 6
        row[d] = 1.0
        for k, six in lead.items():
            row[k] = -six[d] * six[k]
        rows.append(row)
    return rows


def _fill(rows: Rows, i: int, k: int, t: Twist) -> None:
    for d, x in enumerate(t.six()):
        rows[i + d][k] = x
