"""Formulations that keep only independent accelerations; multipliers follow afterwards, if they are wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from linkwork.algebra.factorisations import ldl, ldl_solve
from linkwork.algebra.matrices import Rows, dot
from linkwork.algebra.scalars import Scalar, absolute, maximum, sqrt
from linkwork.algebra.square import solve_square
from linkwork.connectivity.block_triangle import Triangle, block_triangle
from linkwork.connectivity.elimination_order import least_fill
from linkwork.dynamics.elimination import Factors, factorise, symmetric
from linkwork.dynamics.equations import Equations
from linkwork.dynamics.multipliers import Solution
from linkwork.errors import SingularError

Sparse = Mapping[int, Scalar]


@dataclass(frozen=True)
class Choice:
    """The independent velocities y = B v: sparse rows of B, and Ḃ v."""

    B: Sequence[Sparse]
    rate: Sequence[Scalar]


def selection(rates: Sequence[int]) -> Choice:
    """Some of the rates themselves."""
    return Choice([{k: 1.0} for k in rates], [0.0] * len(rates))


@dataclass(frozen=True)
class SquareSystem:
    """A square sparse matrix, solved block by block in block-triangular form."""

    rows: Sequence[Sparse]
    triangle: Triangle

    @staticmethod
    def of(rows: Sequence[Sparse], what: str) -> SquareSystem:
        """Ordered for solution; the rows must be able to fix all unknowns."""
        triangle = block_triangle([sorted(row) for row in rows], len(rows))
        if triangle.unmatched_equations:
            raise SingularError(
                what,
                "do not fix all velocities of the machine",
                "Choose as many as it has freedoms, from different loops",
            )
        return SquareSystem(rows, triangle)

    def answers(self, probe: Sequence[float], units: Sequence[float]) -> list[Scalar]:
        """Squares of the answers to a probe of usual size, in usual units: large where A is nearly singular."""
        return [x * x / (unit * unit) for x, unit in zip(self.solve(probe), units)] if probe else []

    def solve(self, b: Sequence[Scalar]) -> list[Scalar]:
        """x with A x = b."""
        x: list[Scalar] = [0.0] * len(b)
        done: set[int] = set()
        for block in self.triangle.blocks:
            inside = set(block.unknowns)
            A = [[self.rows[e].get(k, 0.0) for k in block.unknowns] for e in block.equations]
            rest = []
            for e in block.equations:
                known: Scalar = b[e]
                for k, a in self.rows[e].items():
                    if k in done and k not in inside:
                        known = known - a * x[k]
                rest.append(known)
            for k, value in zip(block.unknowns, solve_square(A, rest)):
                x[k] = value
            done |= inside
        return x


def largest(values: Sequence[Scalar]) -> Scalar:
    """The largest of some squares, at least 1: what is smaller is as usual."""
    worst: Scalar = 1.0
    for x in values:
        worst = maximum(worst, x)
    return worst


def transposed(rows: Sequence[Sparse], n: int) -> list[dict[int, Scalar]]:
    """The same matrix by columns."""
    columns: list[dict[int, Scalar]] = [{} for _ in range(n)]
    for i, row in enumerate(rows):
        for k, x in row.items():
            columns[k][i] = x
    return columns


def in_independent_velocities(
    eq: Equations,
    choice: Choice,
    probe: Sequence[float] = (),
    units: Sequence[float] = (),
    mapped: Sequence[int] = (),
) -> Solution:
    """q̈ = N ÿ + n from the independent accelerations ÿ alone; λ from the rows that N annihilates.

        [J; B] N = [0; 1],   [J; B] n = [ψ; −Ḃ v]                          (1)
        Nᵀ M N ÿ = Nᵀ (φ − M n)                                            (2)
        [Jᵀ Bᵀ] [λ; 0] = M q̈ − φ                                           (3)
        N ← N (S N)⁻¹,   n ← n − N S n   where rates S v are `mapped`       (4)

    With B a selection this is the embedding technique (coordinate partitioning), with the drives chosen the actuator
    space, with the platform's velocities the task space. N is the natural orthogonal complement of the closed chain.
    `probe` and `units` are usual sizes of the rows of [J; B] and of the rates, against which the pivot is measured.
    Reference: Sathuluri, sections 2.3–2.5, 5.2–5.3; Khan, section 2.4; (1)–(3) without forming any inverse.
    """
    n, m, f = len(eq.phi), len(eq.rows), len(choice.B)
    J = [row.J for row in eq.rows]
    square = SquareSystem.of([*J, *choice.B], "the chosen independent velocities")
    N = [square.solve([0.0] * m + [float(i == k) for i in range(f)]) for k in range(f)]  # columns
    rest = square.solve([*eq.psi, *(-x for x in choice.rate)])  # (1)
    grown = square.answers(probe, units)
    if mapped:
        N, rest = _onto(N, rest, mapped)  # (4)
        grown += [(x * units[r] / units[k]) ** 2 for column, r in zip(N, mapped) for k, x in enumerate(column)]
    MN = [[dot(row, column) for row in eq.M] for column in N]
    need = [p - dot(row, rest) for p, row in zip(eq.phi, eq.M)]
    reduced = [[dot(N[i], MN[j]) for j in range(f)] for i in range(f)]
    ydd = ldl_solve(ldl(reduced), [dot(column, need) for column in N])  # (2)
    qdd = [rest[k] + dot([N[i][k] for i in range(f)], ydd) for k in range(n)]
    lam = multipliers_of(eq, choice.B, qdd)
    return Solution(qdd, lam, 1.0 / largest(grown) if grown else 1.0)


def _onto(
    N: Sequence[Sequence[Scalar]], rest: Sequence[Scalar], rates: Sequence[int]
) -> tuple[list[list[Scalar]], list[Scalar]]:
    """The complement and the particular accelerations for given rates as independent ones."""
    f = len(N)
    SN = [[column[k] for column in N] for k in rates]
    shares = [solve_square(SN, [float(i == j) for i in range(f)]) for j in range(f)]
    own = {r: j for j, r in enumerate(rates)}
    n, there = range(len(rest)), [rest[r] for r in rates]
    new = [
        [float(own[k] == j) if k in own else dot([column[k] for column in N], share) for k in n]
        for j, share in enumerate(shares)
    ]
    return new, [0.0 if k in own else rest[k] - dot([column[k] for column in new], there) for k in n]


def multipliers_of(eq: Equations, B: Sequence[Sparse], qdd: Sequence[Scalar]) -> list[Scalar]:
    """λ that go with known accelerations: [Jᵀ Bᵀ][λ; 0] = M q̈ − φ."""
    n, m = len(eq.phi), len(eq.rows)
    columns = transposed([*(row.J for row in eq.rows), *B], n)
    residual = [dot(row, qdd) - p for row, p in zip(eq.M, eq.phi)]
    return SquareSystem.of(columns, "the chosen independent velocities").solve(residual)[:m]


@dataclass(frozen=True)
class Basis:
    """Columns of a null space of J, and the smallest share that is left of anything it was made from (squared)."""

    T: Rows
    pivot: Scalar


def projected(eq: Equations, basis: Basis) -> Solution:
    """q̈ in a basis T (columns) of the null space of J, plus the shortest q̈ that satisfies the rows.

        q̈ = T z + Jᵀ (J Jᵀ)⁻¹ ψ                                           (1)
        Tᵀ M T z = Tᵀ (φ − M q̈_p)                                         (2)
        λ = (J Jᵀ)⁻¹ J (M q̈ − φ)                                          (3)

    Reference: Khan, section 2.3 (loop-closure orthogonal complement).
    """
    n, T = len(eq.phi), basis.T
    J = [[row.J.get(k, 0.0) for k in range(n)] for row in eq.rows]
    normal = Normal.of(J)
    shares = normal.solve(eq.psi)
    particular = [dot([row[k] for row in J], shares) for k in range(n)]  # (1)
    MT = [[dot(row, column) for row in eq.M] for column in T]
    need = [p - dot(row, particular) for p, row in zip(eq.phi, eq.M)]
    reduced = [[dot(a, b) for b in MT] for a in T]
    z = ldl_solve(ldl(reduced), [dot(column, need) for column in T])  # (2)
    qdd = [particular[k] + dot([column[k] for column in T], z) for k in range(n)]
    residual = [dot(row, qdd) - p for row, p in zip(eq.M, eq.phi)]
    return Solution(qdd, normal.solve([dot(row, residual) for row in J]), basis.pivot)  # (3)


@dataclass(frozen=True)
class Normal:
    """J Jᵀ factorised: sparse, by loops where it is large."""

    size: int
    factors: Factors

    @classmethod
    def of(cls, J: Sequence[Sequence[Scalar]], usual: Sequence[float] = ()) -> Normal:
        """With an eye on the pivots if the `usual` squared lengths of the rows are given."""
        size = len(J)
        A = symmetric((r, s, dot(J[r], J[s])) for r in range(size) for s in range(r + 1))
        pattern = {r: [s for s in row if s != r] for r, row in A.items()}
        return cls(size, factorise(A, least_fill(pattern, size), range(len(usual)), usual))

    def solve(self, b: Sequence[Scalar]) -> list[Scalar]:
        """x with J Jᵀ x = b."""
        x = self.factors.solve(dict(enumerate(b)))
        return [x[r] for r in range(self.size)]


def aligned_basis(eq: Equations, reference: Sequence[Sequence[float]], usual: Sequence[float] = ()) -> Basis:
    """The null space of J nearest to a reference basis: T = (1 − J⁺ J) T₀, continuous as long as it is a basis.

    T₀ comes from singular values at one pose; singular vectors taken anew at each pose jump. Pivots are those of
    J Jᵀ, over the squared `usual` lengths of its rows, and of T₀ᵀ T = Tᵀ T.
    """
    n = len(eq.phi)
    J = [[row.J.get(k, 0.0) for k in range(n)] for row in eq.rows]
    normal = Normal.of(J, usual)
    T: Rows = []
    for column in reference:
        shares = normal.solve([dot(row, column) for row in J])
        T.append([column[k] - dot([row[k] for row in J], shares) for k in range(n)])
    left = ldl([[dot(a, b) for b in T] for a in reference])
    return Basis(T, 1.0 / largest([1.0 / normal.factors.pivot, *(absolute(x) for x in left[2])]))


def orthonormal_basis(eq: Equations, reference: Sequence[Sequence[float]], usual: Sequence[float] = ()) -> Basis:
    """Orthonormal null space of J: QR of [Jᵀ T₀] by modified Gram–Schmidt, the columns that come from T₀.

    Reference: Khan, appendix A (QR).
    """
    n = len(eq.phi)
    done: Rows = []
    sizes, inverses = [*usual, *(1.0 for _ in reference)], list[Scalar]()
    for column in [*([row.J.get(k, 0.0) for k in range(n)] for row in eq.rows), *(list(c) for c in reference)]:
        for q in done:
            share = dot(q, column)
            column = [a - share * b for a, b in zip(column, q)]
        length = 1.0 / sqrt(dot(column, column))
        inverses.append(length * length)
        done.append([a * length for a in column])
    pivot = 1.0 / largest([x * size for x, size in zip(inverses, sizes)]) if usual else 1.0
    return Basis(done[len(eq.rows) :], pivot)
