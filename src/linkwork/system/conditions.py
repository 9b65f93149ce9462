"""The conditions of a system as numbers: each law of them is traced when it is first asked for."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np

from linkwork.expression.evaluate import evaluate
from linkwork.kernel import Kernel, compile_function
from linkwork.simulate.loops import Call, Conditions, Loops, conditions, nothing, taker, third_conditions

if TYPE_CHECKING:
    from linkwork.system.system import System


class SystemConditions:
    """Every condition of a system, redundant ones included: in a pose, in motion, and differentiated once more."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._kernels: dict[str, Kernel] = {}

    @cached_property
    def still(self) -> Conditions:
        """Gaps and J."""
        return conditions(self._system.trace, self._system.plan, moving=False)

    @cached_property
    def moving(self) -> Conditions:
        """What rates add to them."""
        return conditions(self._system.trace, self._system.plan, moving=True)

    @cached_property
    def differentiated(self) -> Conditions:
        """Third derivatives."""
        return third_conditions(self._system.trace, self._system.plan)

    def interpreted(self) -> Loops:
        """The conditions in a pose, without machine code."""
        function, part = self.still.function, (self.still, nothing)
        call = taker(function, partial(evaluate, function), self._system.parameter_values)
        return Loops(self._system.plan, self.still, call, lambda: part, lambda: part)

    def compiled(self, parameters: np.ndarray) -> Loops:
        """The conditions as machine code, with these values of the parameters."""
        return Loops(
            self._system.plan,
            self.still,
            self._call(self.still, parameters),
            lambda: (self.moving, self._call(self.moving, parameters)),
            lambda: (self.differentiated, self._call(self.differentiated, parameters)),
        )

    def _call(self, conditions: Conditions, parameters: np.ndarray) -> Call:
        if not conditions.rows:
            return nothing
        name = conditions.function.name
        if name not in self._kernels:
            self._kernels[name] = compile_function(conditions.function)
        return taker(conditions.function, self._kernels[name].call, parameters)
