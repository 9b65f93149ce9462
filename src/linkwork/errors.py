"""Every exception of the package, and the one way to phrase a message.

A message names the user's object, says what is wrong with it, says what would be right, and where to read about it:

    raise ShapeError("input 'q' of kernel 'forward_dynamics'", "has shape (2,)", "Give (..., 3).", see="how-to/batches")

A mechanism with several faults raises once, with all of them (`MechanismError`).
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable
from dataclasses import dataclass


def phrase(subject: str, problem: str, remedy: str = "", see: str = "") -> str:
    """'subject: problem. Remedy. See see.', with exactly one full stop after each sentence."""
    words = f"{subject}: {_sentence(problem)}" if subject else _sentence(problem)
    return " ".join(part for part in (words, _sentence(remedy), _sentence(f"See {see}") if see else "") if part)


def nearest(name: object, names: Iterable[str]) -> str:
    """What to say about a name that does not exist: the nearest existing ones, or all if there are few."""
    known = sorted(set(names))
    close = difflib.get_close_matches(str(name), known, n=3, cutoff=0.6)
    if close:
        return "Nearest names: " + ", ".join(repr(c) for c in close) + "."
    if not known:
        return "There are none yet."
    shown = ", ".join(repr(k) for k in known[:8])
    return f"There are: {shown}" + (f" and {len(known) - 8} more." if len(known) > 8 else ".")


def _sentence(text: str) -> str:
    text = text.strip()
    return text if not text or text[-1] in ".!?…" else text + "."


class LinkworkError(Exception):
    """Base of everything that linkwork raises on purpose."""

    def __init__(self, subject: str, problem: str = "", remedy: str = "", see: str = ""):
        self.subject, self.problem, self.remedy, self.see = subject, problem, remedy, see
        super().__init__(phrase(subject, problem, remedy, see) if problem else _sentence(subject))


@dataclass(frozen=True)
class Place:
    """Where the user wrote an object."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{os.path.basename(self.file)}, line {self.line}"


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with a mechanism; `about` names the object whose line the note shows, among `space`."""

    subject: str
    problem: str
    remedy: str = ""
    see: str = ""
    about: str = ""
    space: str = "item"
    place: Place | None = None
    topology: bool = False

    def lines(self) -> list[str]:
        """The message of this fault, with the note of the line where the object was written."""
        lines = [phrase(self.subject, self.problem, self.remedy, self.see)]
        if self.place is not None:
            lines.append(f"note: {self.about!r} was written in {self.place}")
        return lines


class MechanismError(LinkworkError, ValueError):
    """A description that no machine can have; `faults` holds every one that was found."""

    def __init__(self, mechanism: str, faults: Iterable[Fault]):
        self.faults = tuple(faults)
        count = len(self.faults)
        head = f"mechanism {mechanism!r} has {count} fault{'s' if count != 1 else ''}"
        body = [f"  {line}" for fault in self.faults for line in fault.lines()]
        Exception.__init__(self, "\n".join([head, *body]))
        self.subject, self.problem, self.remedy, self.see = f"mechanism {mechanism!r}", head, "", ""


class TopologyError(MechanismError):
    """A description whose bodies and joints do not hang together."""


class DescriptionError(LinkworkError, ValueError):
    """An argument that cannot be part of any description: raised at the line where it was written."""


class ParameterError(LinkworkError, TypeError):
    """A parameter or a traced quantity used where only a number is known."""


class FormatError(LinkworkError, ValueError):
    """A file or text that cannot be read or written."""


class OptionError(LinkworkError, ValueError):
    """An option, method or name that does not exist, or that does not fit the others."""


class UnknownName(LinkworkError, LookupError):
    """A name of a body, joint, loop or quantity that does not exist."""

    def __init__(self, kind: str, name: object, names: Iterable[str], where: str = ""):
        super().__init__(f"{kind} {name!r}", "does not exist" + (f" in {where}" if where else ""), nearest(name, names))


class ShapeError(LinkworkError, ValueError):
    """An array of the wrong shape, kind of number or memory layout."""


class AssemblyError(LinkworkError, ArithmeticError):
    """Loops that cannot be closed."""


class SingularError(LinkworkError, ArithmeticError):
    """A pose in which the equations have no unique solution."""


class ActuationError(LinkworkError, ArithmeticError):
    """Actuators that cannot produce the motion that was asked for."""


class SimulationError(LinkworkError, RuntimeError):
    """A run that could not start or go on."""


class TraceError(LinkworkError, ArithmeticError):
    """A law that cannot be written down as an expression, or constants that have no value."""


class KernelError(LinkworkError, RuntimeError):
    """Machine code that could not be made or loaded."""


class MissingExtra(LinkworkError, ImportError):
    """An optional package that is not installed: one line that names the extra."""

    def __init__(self, package: str, extra: str, purpose: str = ""):
        why = f" for {purpose}" if purpose else ""
        LinkworkError.__init__(self, f"package {package!r} is needed{why}: pip install 'linkwork[{extra}]'")
