"""Denavit–Hartenberg tables, typed in as printed and written out again (modified convention, Khalil and Kleinfinger).

    X(q) = Shift_x(a) Rot_x(α) Shift_z(b) Rot_z(θ),   from the parent's frame to the link's, θ (R) or b (P) variable

Reference: Shah, Saha, Dutt (2013), section 3.2.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...errors import FormatError, nearest
from ..bodies import GROUND
from ..builder import Mechanism
from ..checks.walk import value
from ..connections import Joint
from ..joints import Fixed, Prismatic, Revolute
from ..mechanism import Blueprint
from ..values import number

COLUMNS = ("link", "parent", "joint", "a", "alpha", "b", "theta", "mass", "com", "inertia")
KINDS = {"R": "revolute", "P": "prismatic", "F": "fixed"}
WORDS: dict[type, str] = {Revolute: "R", Prismatic: "P", Fixed: "F"}
ROUNDING = 1e-12


@dataclass(frozen=True)
class Row:
    """One line of a table; lengths in metres, angles in radians."""

    link: str
    parent: str
    joint: str
    a: Any
    alpha: Any
    b: Any
    theta: Any


def from_table(
    name: str,
    columns: str,
    rows: Sequence[Sequence[Any]],
    *,
    gravity: Any = (0.0, 0.0, -9.81),
    theta: str = "offset",
    degrees: bool = False,
) -> Mechanism:
    """A tree from a table whose columns are named as printed, such as "parent joint alpha a b theta mass com inertia".

    Columns: link (name; else "link k"), parent (name or number, 0 the ground; else the row before), joint (R, P or F;
    else R), a, alpha, b, theta (else 0), mass, com, inertia (about the centre of mass). Row k's joint is "joint k". A
    printed value of the variable is an "offset" that q is added to, or the "start" value of q.
    """
    names = columns.replace(",", " ").split()
    for column in names:
        if column not in COLUMNS:
            raise FormatError(f"table {name!r}", f"has an unknown column {column!r}", nearest(column, COLUMNS))
    if theta not in ("offset", "start"):
        raise FormatError(f"table {name!r}", f"has theta={theta!r}", "Use 'offset' or 'start'")
    m = Mechanism(name, gravity)
    links: dict[str, str] = {"0": GROUND, GROUND: GROUND}
    previous = GROUND
    for k, printed in enumerate(rows, start=1):
        if len(printed) != len(names):
            problem = f"has {len(printed)} entries for {len(names)} columns"
            raise FormatError(f"row {k} of table {name!r}", problem, f"Its columns are: {', '.join(names)}")
        row = dict(zip(names, printed))
        link = str(row.get("link", f"link {k}"))
        parent = str(row["parent"]) if "parent" in row else previous
        if parent not in links:
            raise FormatError(f"row {k} of table {name!r}", f"names the parent {parent!r}", nearest(parent, links))
        _add(m, k, link, links[parent], row, theta == "start", math.pi / 180.0 if degrees else None)
        links[str(k)] = links[link] = previous = link
    return m


def to_table(blueprint: Blueprint) -> tuple[Row, ...]:
    """The rows of a tree of hinges and sliders whose frames follow the convention."""
    rows: list[Row] = []
    for joint in blueprint.joints:
        word = WORDS.get(type(joint.kind))
        if word is None:
            problem = f"is {type(joint.kind).__name__.lower()}"
            raise FormatError(f"joint {joint.name!r}", problem, "A DH row holds R, P or F")
        rows.append(Row(joint.child.body, joint.parent.body, word, *_parameters(joint)))
    return tuple(rows)


def _add(
    m: Mechanism, k: int, link: str, parent: str, row: Mapping[str, Any], starts: bool, degree: float | None
) -> None:
    what = f"row {k} of table {m.name!r}"
    word = str(row.get("joint", "R")).upper()
    if word not in KINDS:
        raise FormatError(what, f"has a joint {word!r}", "Use R, P or F")
    a, alpha, b, theta = (number(row.get(c, 0.0), f"{c} in {what}") for c in ("a", "alpha", "b", "theta"))
    if degree is not None:
        alpha, theta = alpha * degree, theta * degree
    masses = {c: row[c] for c in ("mass", "com", "inertia") if c in row}
    m.body(link, **masses)
    joint = f"joint {k}"
    if word == "F":
        m.fixed(joint, m._frame(parent).dh(a, alpha, b, theta), link)  # pyright: ignore[reportPrivateUsage]
        return
    if starts:
        m.pose({joint: theta if word == "R" else b})
        theta, b = (0.0, b) if word == "R" else (theta, 0.0)
    m.dh(joint, parent, link, a=a, alpha=alpha, b=b, theta=theta, kind=KINDS[word])


def _parameters(joint: Joint) -> tuple[float, float, float, float]:
    """(a, α, b, θ) with Rot_x(α) Rot_z(θ) = R and (a, −b sin α, b cos α) = t."""
    X = joint.parent.pose @ joint.child.pose.inverse
    R = [[value(x) for x in row] for row in X.rotation]
    tx, ty, tz = (value(x) for x in X.translation)
    alpha, theta = math.atan2(-R[1][2], R[2][2]), math.atan2(-R[0][1], R[0][0])
    s, c = -R[1][2], R[2][2]
    b = tz * c - ty * s
    off = max(abs(R[0][2]), abs(ty + b * s), abs(tz - b * c))
    axis = getattr(joint.kind, "axis", (0.0, 0.0, 1.0))
    if off > ROUNDING * max(1.0, abs(tx), abs(ty), abs(tz)) or axis != (0.0, 0.0, 1.0):
        raise FormatError(
            f"joint {joint.name!r}",
            "has a frame that no DH row gives",
            "Its z axis must be the joint's, and its x axis must meet the parent's x axis as the convention says",
        )
    return tx, alpha, b, theta
