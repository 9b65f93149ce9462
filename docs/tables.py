"""Tables of the documentation that the package itself knows: laws, formulations, machines, commands, channels, errors.

They are written into `_generated/` when the documentation is built; the pages include them.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
THERE = HERE / "_generated"


def table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A Markdown table."""
    lines = [" | ".join(columns), " | ".join("---" for _ in columns)]
    lines += [" | ".join(str(x).replace("|", "\\|").replace("\n", " ") for x in row) for row in rows]
    return "\n".join(f"| {line} |" for line in lines) + "\n"


def first_line(thing: Any) -> str:
    """What a docstring says first."""
    return (inspect.getdoc(thing) or "").split("\n")[0]


def laws() -> str:
    """Every law: what it takes and gives."""
    from linkwork.dynamics.catalogue import CLOSED, REQUIRED, TREES

    parts = []
    for title, shelf in (("Of every machine", TREES), ("Of machines with loops", CLOSED)):
        rows = []
        for law in shelf.values():
            options = [
                f"{name}=" if default is REQUIRED else f"{name}={default!r}" for name, default in law.options.items()
            ]
            hidden = {"stabilisation", "settings"}
            shown = [option for option in options if option.split("=")[0] not in hidden]
            rows.append((f"`{law.name}`", _code(law.takes), _code(shown), _code(law.gives), law.about))
        parts.append(f"## {title}\n\n" + table(("law", "takes", "options", "gives", "what"), rows))
    return "\n".join(parts)


def _code(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def formulations() -> str:
    """Every formulation of the forward dynamics."""
    from linkwork.dynamics.formulations import FORMULATIONS

    return table(("name", "what"), [(f"`{name}`", _about(name, law)) for name, law in FORMULATIONS.items()])


ORDER_WORDS = {
    "reduced": "Subsystem-level multipliers: all accelerations from the tips inward, then multipliers loop by loop.",
    "interleaved": "Always the unknown that touches the fewest others; a multiplier after all its accelerations.",
    "task": "As `interleaved`, but each leg with its own multipliers before the platform that the legs carry.",
    "minimal": "As `embedding`; in runs the passive joints follow the independent coordinates.",
}


def _about(name: str, law: Any) -> str:
    return ORDER_WORDS.get(name) or first_line(law)


def machines() -> str:
    """Every machine of the library."""
    from linkwork.blueprint.library import catalogue

    rows = [(f"`{e.name}`", e.freedom, len(e.machine().freeze().closures), e.source, e.what) for e in catalogue()]
    return table(("name", "freedom", "loops", "source", "what"), rows)


def channels() -> str:
    """Every channel that a run may be recorded in."""
    from linkwork.record.layout import MEANING

    return table(("channel", "holds"), [(f"`{name}`", meaning) for name, meaning in MEANING.items()])


def errors() -> str:
    """Every error."""
    import linkwork.errors as module

    rows = []
    for name, thing in vars(module).items():
        if inspect.isclass(thing) and issubclass(thing, module.LinkworkError):
            bases = [b.__name__ for b in thing.__mro__[1:] if b.__module__ == "builtins" and b is not object]
            rows.append((f"`{name}`", _code(bases[:1]), first_line(thing)))
    return table(("error", "is also a", "what is wrong"), rows)


PLACES = {
    "linkwork.algebra": "describing", "linkwork.blueprint": "describing", "linkwork.blueprint.library": "library",
    "linkwork.dynamics.equations": "system", "linkwork.system": "system",
    "linkwork.motion": "motion", "linkwork.simulate.control": "control",
    "linkwork.simulate.running.events": "control",
    "linkwork.record": "records", "linkwork.view": "view", "linkwork.errors": "errors",
}  # fmt: skip
"""The reference page of what a module, or one inside it, holds; the longest name that fits counts."""


def names() -> str:
    """Every public name of the package: what it is and where the reference tells more."""
    import linkwork as lw

    rows = []
    for name in lw.__all__:
        thing = getattr(lw, name)
        module = thing.__name__ if inspect.ismodule(thing) else thing.__module__
        page = PLACES[max((place for place in PLACES if f"{module}.".startswith(f"{place}.")), key=len)]
        kind = "module" if inspect.ismodule(thing) else "class" if inspect.isclass(thing) else "function"
        rows.append((f"[`{name}`](../reference/{page}.md)", kind, first_line(thing)))
    return table(("name", "", "what"), rows)


def commands() -> str:
    """Every command of the terminal, with its arguments and options."""
    from linkwork.cli.app import app

    return "\n".join(_command(info.name or "", info.callback, info.epilog or "") for info in app.registered_commands)


def _command(name: str, callback: Callable[..., Any] | None, epilog: str) -> str:
    assert callback is not None
    example = epilog.replace("[bold]", "").replace("[/bold]", "").removeprefix("Example: ")
    hints = typing.get_type_hints(callback, include_extras=True)
    rows = []
    for key, parameter in inspect.signature(callback).parameters.items():
        info = hints[key].__metadata__[0]
        names = list(info.param_decls or ()) or [f"--{key.replace('_', '-')}"]
        if type(info).__name__ == "ArgumentInfo":
            names = [info.metavar or key.upper()]
        default = parameter.default
        shown = "" if default in (inspect.Parameter.empty, None, False, "") else f"`{default}`"
        rows.append((_code(names), info.help or "", shown))
    text = inspect.getdoc(callback) or ""
    return f"## linkwork {name}\n\n{text}\n\n```sh\n{example}\n```\n\n{table(('word', 'meaning', 'default'), rows)}"


PAGES: dict[str, Callable[[], str]] = {
    "laws": laws,
    "formulations": formulations,
    "machines": machines,
    "channels": channels,
    "errors": errors,
    "names": names,
    "commands": commands,
}


def write(app: Any = None) -> None:
    """Write every table that has changed."""
    THERE.mkdir(exist_ok=True)
    for name, page in PAGES.items():
        path, text = THERE / f"{name}.md", page()
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def setup(app: Any) -> dict[str, Any]:
    """Called by Sphinx."""
    app.connect("builder-inited", write)
    return {"parallel_read_safe": True}
