"""Formula: a user's function kept as data, so that it can be saved, compared and run on scalars of any kind."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..algebra.parameter import Quantity, Variable, evaluate_all
from ..errors import DescriptionError, LinkworkError
from .values import number


@dataclass(frozen=True)
class Formula:
    """outputs = f(inputs), written with operators and the functions of `linkwork` (sin, cos, where ...)."""

    inputs: tuple[str, ...]
    outputs: tuple[Any, ...]

    def __call__(self, *values: Any) -> tuple[Any, ...]:
        """The outputs for scalars of any kind; parameters that are not bound stand for their values."""
        return evaluate_all(self.outputs, {Variable(n): v for n, v in zip(self.inputs, values, strict=True)})


def formula(function: Any, inputs: Sequence[str], count: int | None, what: str, group: int = 0) -> Formula:
    """What `function` does with open inputs. It may also be a constant. `count` is how many numbers it must give.

    The first `group` inputs are handed over as one tuple (the coordinates q of a relation).
    """
    if isinstance(function, Formula):
        return function
    names = tuple(inputs)
    if not callable(function):
        return Formula(names, _outputs(function, count, what))
    variables = [Variable(n) for n in names]
    arguments: list[Any] = [tuple(variables[:group]), *variables[group:]] if group else list(variables)
    try:
        result = function(*arguments[: _accepted(function, len(arguments))])
    except DescriptionError:
        raise
    except LinkworkError as error:
        raise DescriptionError(what, f"has a function in which {error.subject} {error.problem}", _REMEDY) from error
    except (TypeError, ValueError, AttributeError, LookupError, ArithmeticError) as error:
        raise DescriptionError(what, f"has a function that fails: {type(error).__name__}: {error}", _REMEDY) from error
    return Formula(names, _outputs(result, count, what))


_REMEDY = (
    "Write it with + − * / ** and linkwork.sin, cos, sqrt, exp, minimum, maximum, and choose with where instead of if"
)


def _accepted(function: Callable[..., Any], offered: int) -> int:
    """How many of the offered arguments the function takes: h(q, t) may be written as h(q)."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return offered
    if any(p.kind is p.VAR_POSITIONAL for p in parameters):
        return offered
    return min(offered, sum(p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters))


def _outputs(result: Any, count: int | None, what: str) -> tuple[Any, ...]:
    values = tuple(number(x, what) for x in flat(result))
    if count is not None and len(values) != count:
        raise DescriptionError(
            what, f"gives {'1 number' if len(values) == 1 else f'{len(values)} numbers'}", f"It must give {count}"
        )
    return values


def flat(x: Any) -> list[Any]:
    """The numbers of nested sequences or arrays, in order."""
    if isinstance(x, (Quantity, str)) or getattr(x, "shape", None) == ():
        return [x]
    try:
        return [value for item in x for value in flat(item)]
    except TypeError:
        return [x]
