"""Ctrl-C during a run: heeded where nothing is half done."""

from __future__ import annotations

import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .run import Running


@contextmanager
def heeding(run: Running) -> Generator[None]:
    """The first Ctrl-C ends the run as a time limit does, between two chunks; a second one breaks in at once.

    A handler of somebody else's, and threads other than the main one, are left alone.
    """
    own = threading.current_thread() is threading.main_thread()
    if not own or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return

    def stop(number: int, frame: Any) -> None:
        if run.interrupted:
            signal.default_int_handler(number, frame)
        run.interrupt()

    signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
