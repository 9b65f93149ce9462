"""`linkwork view`: a machine or a recorded run in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ..console import say_plainly
from ..machines import compiled
from ..runs import is_record, read


def view(
    target: Annotated[str, typer.Argument(metavar="FILE|MACHINE", help="A record of a run, or a machine.")],
    page: Annotated[Path | None, typer.Option(help="Write one HTML file instead of opening a viewer.")] = None,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.")] = 8080,
) -> None:
    """Look at a machine, or play a run, in the browser. Ctrl-C ends it."""
    path = Path(target)
    subject = read(path) if is_record(path) else compiled(target)
    if page is not None:
        from linkwork.view import save_html

        say_plainly(f"written: {save_html(subject, page)}")
        return
    show_in_browser(subject, host=host, port=port)


def show_in_browser(subject: Any, **options: Any) -> None:
    """Open the viewer and stay until Ctrl-C."""
    import linkwork.view

    viewer = linkwork.view.view(subject, **options)
    say_plainly(f"{viewer.url}  (Ctrl-C ends it)")
    viewer.wait()
