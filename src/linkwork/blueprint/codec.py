"""Codec: records to plain JSON data and back, and the JSON Schema of both, all from the types of the records.

A number is a JSON number, or {"parameter": name, "value": x}, {"variable": name}, {"expression": [operation, a, b]};
a long expression is {"nodes": [[operation, a, b], ...]}, where {"node": k} is an earlier value and the last counts.
A record is an object of its fields; where several kinds may stand, "type" says which. Empty lists and nulls are left
out.
"""

from __future__ import annotations

import math
import types
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from ..algebra.parameter import APPLY, Operation, Parameter, Quantity, Variable
from ..errors import FormatError, LinkworkError, nearest
from .formula import Formula
from .frames import MOVES, Move
from .joints import CUTS, KINDS, CutKind, JointKind
from .loads import LOADS, Load
from .motions import MOTIONS, Motion
from .relations import RELATIONS, Relation
from .rolling import VELOCITY_RELATIONS, VelocityRelation
from .shapes import SHAPES, Shape
from .values import is_list, is_object

FAMILIES: dict[Any, dict[str, type]] = {
    Move: MOVES,
    JointKind: KINDS,
    CutKind: CUTS,
    Shape: SHAPES,
    Relation: RELATIONS,
    Motion: MOTIONS,
    VelocityRelation: VELOCITY_RELATIONS,
    Load: LOADS,
}
"""What may stand where a record asks for one of several kinds."""

SHORT = 16  # operations of an expression that is written as a tree


@cache
def hints(record: type) -> dict[str, Any]:
    """The types of a record's fields."""
    known = get_type_hints(record)
    return {field.name: known[field.name] for field in _fields(record)}


# ---- to JSON


def encode(value: Any, kind: Any) -> Any:
    """Plain data of a value whose field has the type `kind`."""
    if value is None:
        return None
    if kind is Formula:
        return _encode_formula(value)
    if kind in FAMILIES:
        word = next(w for w, record in FAMILIES[kind].items() if record is value.__class__)
        return {"type": word, **_encode_record(value)}
    if is_dataclass(kind):
        return _encode_record(value)
    if get_origin(kind) is tuple:
        return [encode(item, inner) for item, inner in zip(value, _item_types(kind, len(value)))]
    if get_origin(kind) in (Union, types.UnionType):
        return encode(value, _other_than_none(kind))
    return _encode_scalar(value) if kind is Any else value


def _encode_record(record: Any) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for field in _fields(type(record)):
        value = getattr(record, field.name)
        if not (value is None or value == ()) or field.default is MISSING:
            data[field.name] = encode(value, hints(record.__class__)[field.name])
    return data


def _encode_scalar(x: Any) -> Any:
    if isinstance(x, Parameter):
        return {"parameter": x.name, "value": x.value}
    if isinstance(x, Variable):
        return {"variable": x.name}
    if isinstance(x, Operation):
        if _is_short(x):
            return {"expression": [x.name, *(_encode_scalar(a) for a in x.arguments)]}
        return {"nodes": _encode_nodes((x,))[0]}
    if isinstance(x, (int, float)):
        return x
    raise FormatError(f"{x!r}", "cannot be written to a file", "Save the mechanism before its parameters are bound")


def _is_short(x: Operation) -> bool:
    """Whether the expression has few operations, written out as a tree."""
    waiting: list[Any] = [x]
    for _ in range(SHORT):
        if not waiting:
            return True
        waiting += [a for a in waiting.pop().arguments if isinstance(a, Operation)]
    return not waiting


def _encode_formula(law: Formula) -> dict[str, Any]:
    nodes, outputs = _encode_nodes(law.outputs)
    return {"inputs": list(law.inputs), "nodes": nodes, "outputs": outputs}


def _encode_nodes(values: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """Operations in a list, so that what is shared is written once; and the values as numbers or nodes of it."""
    nodes: list[Any] = []
    places: dict[Any, int] = {}

    def reference(x: Any) -> Any:
        return {"node": places[x]} if isinstance(x, Operation) else _encode_scalar(x)

    def visit(x: Any) -> None:
        stack = [x]
        while stack:
            node = stack[-1]
            waiting = [a for a in node.arguments if isinstance(a, Operation) and a not in places]
            if waiting:
                stack.extend(reversed(waiting))
                continue
            stack.pop()
            if node not in places:
                nodes.append([node.name, *(reference(a) for a in node.arguments)])
                places[node] = len(nodes) - 1

    for x in values:
        if isinstance(x, Operation):
            visit(x)
    return nodes, [reference(x) for x in values]


# ---- from JSON


def decode(kind: Any, data: Any, path: str) -> Any:
    """The value of type `kind` that plain data stand for; `path` says where they are in the file."""
    if kind is Formula:
        return _decode_formula(data, path)
    if kind in FAMILIES:
        record = _object(data, path)
        word = record.get("type")
        if not isinstance(word, str) or word not in FAMILIES[kind]:
            raise FormatError(path, f"has the type {word!r}, which does not exist", nearest(str(word), FAMILIES[kind]))
        return _decode_record(FAMILIES[kind][word], {k: v for k, v in record.items() if k != "type"}, path)
    if is_dataclass(kind):
        return _decode_record(kind, _object(data, path), path)
    if get_origin(kind) is tuple:
        return _decode_tuple(kind, data, path)
    if get_origin(kind) in (Union, types.UnionType):
        return None if data is None else decode(_other_than_none(kind), data, path)
    if get_origin(kind) is Literal:
        if data not in get_args(kind):
            raise FormatError(path, f"is {data!r}", "It must be one of " + ", ".join(map(repr, get_args(kind))))
        return data
    return _decode_scalar(data, path, {}) if kind is Any else _decode_plain(kind, data, path)


def _decode_record(record: Any, data: Mapping[str, Any], path: str) -> Any:
    known = hints(record)
    for name in data:
        if name not in known:
            raise FormatError(path, f"has an unknown entry {name!r}", nearest(name, known))
    for field in _fields(record):
        if field.name not in data and field.default is MISSING:
            raise FormatError(path, f"has no entry {field.name!r}", "The file is incomplete or was edited")
    where = f"{path}." if path else ""
    values = {name: decode(known[name], value, f"{where}{name}") for name, value in data.items()}
    try:
        return record(**values)
    except LinkworkError as error:
        raise FormatError(path, str(error)) from error


def _decode_tuple(kind: Any, data: Any, path: str) -> tuple[Any, ...]:
    if not is_list(data):
        raise FormatError(path, f"is {_short(data)}", "It must be a list")
    inner = _item_types(kind, len(data))
    if len(inner) != len(data):
        raise FormatError(path, f"has {len(data)} items", f"It must have {len(inner)}")
    return tuple(decode(item_kind, item, f"{path}[{k}]") for k, (item_kind, item) in enumerate(zip(inner, data)))


def _decode_plain(kind: Any, data: Any, path: str) -> Any:
    right = _is_number(data) if kind is float else isinstance(data, kind) and isinstance(data, bool) == (kind is bool)
    if not right:
        words = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}
        raise FormatError(path, f"is {_short(data)}", f"It must be {words[kind]}")
    return data


def _decode_scalar(data: Any, path: str, nodes: Mapping[int, Any]) -> Any:
    if _is_number(data):
        return data
    entry = _object(data, path, "a number, a parameter or an expression")
    if set(entry) == {"parameter", "value"}:
        value = _decode_scalar(entry["value"], f"{path}.value", {})
        if isinstance(value, Quantity) or not isinstance(entry["parameter"], str) or not entry["parameter"]:
            raise FormatError(path, f"is {_short(data)}", 'A parameter is {"parameter": name, "value": number}')
        return Parameter(entry["parameter"], value)
    if set(entry) == {"variable"} and isinstance(entry["variable"], str):
        return Variable(entry["variable"])
    if set(entry) == {"node"} and entry["node"] in nodes:
        return nodes[entry["node"]]
    if set(entry) == {"expression"} and is_list(entry["expression"]) and entry["expression"]:
        return _decode_operation(entry["expression"], path, nodes)
    if set(entry) == {"nodes"} and is_list(entry["nodes"]) and entry["nodes"]:
        return list(_decode_nodes(entry["nodes"], path).values())[-1]
    raise FormatError(path, f"is {_short(data)}", "It must be a number, a parameter or an expression")


def _is_number(data: Any) -> bool:
    """Whether it is a finite number that a double can hold."""
    if not isinstance(data, (int, float)) or isinstance(data, bool):
        return False
    try:
        return math.isfinite(data)
    except OverflowError:
        return False


def _decode_operation(items: list[Any], path: str, nodes: Mapping[int, Any]) -> Operation:
    name, *arguments = items
    if name not in APPLY:
        raise FormatError(path, f"has the operation {name!r}, which does not exist", nearest(str(name), APPLY))
    if len(arguments) != ARGUMENTS[name]:
        raise FormatError(path, f"gives {len(arguments)} arguments to {name!r}", f"It takes {ARGUMENTS[name]}")
    if name == "pow" and (not isinstance(arguments[1], int) or isinstance(arguments[1], bool)):
        raise FormatError(path, f"has the exponent {_short(arguments[1])}", "It must be a whole number")
    return Operation(name, *(_decode_scalar(a, f"{path}[{k + 1}]", nodes) for k, a in enumerate(arguments)))


def _decode_formula(data: Any, path: str) -> Formula:
    entry = _object(data, path)
    if set(entry) != {"inputs", "nodes", "outputs"} or not all(is_list(entry[k]) for k in entry):
        raise FormatError(path, "is not a formula", "It must have the lists inputs, nodes and outputs")
    inputs = decode(tuple[str, ...], entry["inputs"], f"{path}.inputs")
    nodes = _decode_nodes(entry["nodes"], path)
    return Formula(
        inputs, tuple(_decode_scalar(x, f"{path}.outputs[{k}]", nodes) for k, x in enumerate(entry["outputs"]))
    )


def _decode_nodes(entries: list[Any], path: str) -> dict[int, Any]:
    """The values of a list of operations, each of which may read those before it."""
    nodes: dict[int, Any] = {}
    for k, items in enumerate(entries):
        where = f"{path}.nodes[{k}]"
        if not is_list(items) or not items:
            raise FormatError(where, f"is {_short(items)}", "It must be a list of an operation and its arguments")
        nodes[k] = _decode_operation(items, where, nodes)
    return nodes


ARGUMENTS = {
    "add": 2, "sub": 2, "mul": 2, "div": 2, "neg": 1, "pow": 2, "sin": 1, "cos": 1, "sqrt": 1, "atan2": 2,
    "exp": 1, "log": 1, "tanh": 1, "min": 2, "max": 2, "abs": 1, "where": 3,
}  # fmt: skip


# ---- the schema


def schema(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    """JSON Schema of what `encode` writes for the type; the records that it uses are added to `definitions`."""
    if kind is Any or kind is Formula:
        return {"$ref": "#/$defs/number" if kind is Any else "#/$defs/formula"}
    if kind in FAMILIES:
        return {"oneOf": [_record_schema(record, definitions, word) for word, record in FAMILIES[kind].items()]}
    if is_dataclass(kind):
        return _record_schema(kind, definitions)
    if get_origin(kind) is tuple:
        arguments = get_args(kind)
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return {"type": "array", "items": schema(arguments[0], definitions)}
        items = [schema(a, definitions) for a in arguments]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    if get_origin(kind) in (Union, types.UnionType):
        return {"anyOf": [schema(_other_than_none(kind), definitions), {"type": "null"}]}
    if get_origin(kind) is Literal:
        return {"enum": list(get_args(kind))}
    return {"type": {str: "string", int: "integer", float: "number", bool: "boolean"}[kind]}


def _record_schema(record: Any, definitions: dict[str, Any], word: str | None = None) -> dict[str, Any]:
    name = record.__name__ + ("" if word is None else f" as {word}")
    if name not in definitions:
        definitions[name] = {}
        entries = {} if word is None else {"type": {"const": word}}
        entries |= {field: schema(kind, definitions) for field, kind in hints(record).items()}
        definitions[name] |= {
            "description": (record.__doc__ or "").splitlines()[0],
            "type": "object",
            "properties": entries,
            "required": [*(["type"] if word else []), *(f.name for f in _fields(record) if f.default is MISSING)],
            "additionalProperties": False,
        }
    return {"$ref": f"#/$defs/{name}"}


def number_schemas() -> dict[str, Any]:
    """The definitions of numbers and formulas."""
    number = {"$ref": "#/$defs/number"}
    words = list(APPLY)
    operation = {"type": "array", "prefixItems": [{"enum": words}], "items": number, "minItems": 2, "maxItems": 4}

    def only(**entries: Any) -> dict[str, Any]:
        return {"type": "object", "properties": entries, "required": list(entries), "additionalProperties": False}

    return {
        "number": {
            "anyOf": [
                {"type": "number"},
                only(parameter={"type": "string", "minLength": 1}, value={"type": "number"}),
                only(variable={"type": "string"}),
                only(expression=operation),
                only(nodes={"type": "array", "items": operation, "minItems": 1}),
                only(node={"type": "integer", "minimum": 0}),
            ]
        },
        "formula": only(
            inputs={"type": "array", "items": {"type": "string"}},
            nodes={"type": "array", "items": operation},
            outputs={"type": "array", "items": number},
        ),
    }


# ---- small parts


def _fields(record: Any) -> tuple[Field[Any], ...]:
    return fields(record)


def _item_types(kind: Any, count: int) -> tuple[Any, ...]:
    arguments = get_args(kind)
    return (arguments[0],) * count if len(arguments) == 2 and arguments[1] is Ellipsis else arguments


def _other_than_none(kind: Any) -> Any:
    return next(a for a in get_args(kind) if a is not type(None))


def _object(data: Any, path: str, expected: str = "an object") -> Mapping[str, Any]:
    if not is_object(data):
        raise FormatError(path or "the file", f"is {_short(data)}", f"It must be {expected}")
    return data


def _short(data: Any) -> str:
    text = repr(data)
    return text if len(text) <= 60 else text[:57] + "..."
