"""Tableau: an explicit Runge–Kutta method as data.

    k_i = f(t + c_i h, y + h Σ_j a_ij k_j)                                          (1)
    y(t + h) = y + h Σ_i b_i k_i                                                    (2)
    error    = h Σ_i e_i k_i                                                        (3)
    y(t + θh) = y + h Σ_i k_i Σ_m P_im θ^{m+1},  0 <= θ <= 1                        (4)

Two rows of error weights are combined as ‖e₅‖² / √(‖e₅‖² + 0.01 ‖e₃‖²) (Hairer, Nørsett & Wanner, section II.10).
"""

from __future__ import annotations

from dataclasses import dataclass

Row = tuple[float, ...]


@dataclass(frozen=True)
class Tableau:
    """An explicit Runge–Kutta method.

    order      of the solution
    a, b, c    Butcher's rows: a[i] multiplies the stages before stage i
    errors     none for a fixed step, else one or two rows of weights; one weight may follow those of the stages: that
               of f at the new point
    a_dense    Butcher's rows of further stages for the dense output alone; before them stands f at the new point
    c_dense    their times
    dense      P of (4), one row a stage: those of b, f at the new point, the further ones
    exponent   of the error in the choice of the step
    beta       weight of the last error in the choice of the step (PI control); 0 for none
    """

    name: str
    title: str
    order: int
    a: tuple[Row, ...]
    b: Row
    c: Row
    errors: tuple[Row, ...] = ()
    a_dense: tuple[Row, ...] = ()
    c_dense: Row = ()
    dense: tuple[Row, ...] = ()
    exponent: float = 0.0
    beta: float = 0.0

    @property
    def stages(self) -> int:
        """Stages of a step without dense output."""
        return len(self.b)

    @property
    def closing(self) -> bool:
        """Whether the error estimate needs f at the new point."""
        return any(len(row) > len(self.b) for row in self.errors)

    @property
    def adaptive(self) -> bool:
        """Whether it chooses its own steps."""
        return bool(self.errors)
