"""'joint=value' on the command line, the value a number or an expression of time t such as 2*sin(3*t)."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Sequence
from typing import Any

from linkwork.algebra import scalars

from .machines import UsageError

FUNCTIONS: dict[str, Callable[..., Any]] = {
    name: getattr(scalars, name)
    for name in ("sin", "cos", "sqrt", "atan2", "exp", "log", "tanh", "minimum", "maximum", "absolute", "where")
}
OPERATORS: dict[type, Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}


def numbers(words: Sequence[str] | None, option: str) -> dict[str, float]:
    """{joint: number} from 'joint=number' words."""
    found = {}
    for joint, tree in _split(words, option):
        value = _evaluated(tree, {}, f"{option} {joint}=...")
        if not isinstance(value, int | float) or not math.isfinite(value):
            raise UsageError(f"{option} {joint}=...", "is no finite number", f"Write {option} {joint}=0.5")
        found[joint] = float(value)
    return found


def functions(words: Sequence[str] | None, option: str) -> dict[str, Callable[[Any], Any]]:
    """{joint: function of time} from 'joint=expression' words."""
    found = {}
    for joint, tree in _split(words, option):
        _evaluated(tree, {"t": 0.0}, f"{option} {joint}=...")  # where runs start: say now what cannot be read
        found[joint] = lambda t, tree=tree: evaluate(tree, {"t": t})
    return found


def _split(words: Sequence[str] | None, option: str) -> list[tuple[str, ast.expr]]:
    found = []
    for word in words or ():
        joint, equals, text = word.partition("=")
        try:
            tree = ast.parse(text.strip(), mode="eval").body
        except SyntaxError:
            tree = None
        if not equals or not joint.strip() or tree is None:
            raise UsageError(f"{option} {word!r}", "cannot be read", f"Write {option} joint=number, such as crank=0.5")
        found.append((joint.strip(), tree))
    return found


def _evaluated(tree: ast.expr, names: dict[str, Any], where: str) -> Any:
    """The value, or an error that says where arithmetic fails."""
    try:
        return evaluate(tree, names)
    except UsageError:
        raise
    except (ArithmeticError, TypeError, ValueError) as error:
        why = "it is too large" if isinstance(error, OverflowError) else str(error)
        raise UsageError(where, f"{ast.unparse(tree)!r} has no value ({why})", "Write another expression") from None


def evaluate(tree: ast.expr, names: dict[str, Any]) -> Any:
    """The value of arithmetic, of the functions above, pi, and the given names; nothing else is run."""
    match tree:
        case ast.Constant(value=int() | float() as value):
            return float(value)  # 9**9**9 is too large at once, where whole numbers would be counted out
        case ast.Name(id=name) if name in names:
            return names[name]
        case ast.Name(id="pi"):
            return math.pi
        case ast.UnaryOp(op=op, operand=operand) if type(op) in OPERATORS:
            return OPERATORS[type(op)](evaluate(operand, names))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            return OPERATORS[type(op)](evaluate(left, names), evaluate(right, names))
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in FUNCTIONS:
            return FUNCTIONS[name](*(evaluate(each, names) for each in arguments))
        case _:
            pass
    known = ", ".join((*names, "pi", *FUNCTIONS))
    raise UsageError(f"expression {ast.unparse(tree)!r}", "is not known here", f"Use numbers, + - * / **, {known}")
