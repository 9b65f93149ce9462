"""The tables of the README and the docs: `python benchmarks [part ...] [--markdown FILE] [--pictures FOLDER]`."""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tests")]

PARTS = ("floor", "trees", "loops", "simulation", "operation_counts", "long_chains", "first_results")


def main() -> None:
    """Run the parts and print their tables."""
    from rich.console import Console

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=[], help=f"any of {', '.join(PARTS)}, or part.table; all if none")
    parser.add_argument("--markdown", type=Path, help="also write the tables to this file")
    parser.add_argument("--pictures", type=Path, help="draw the tables that have a picture into this folder")
    chosen = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else 200)
    pages = []
    for name in chosen.parts or PARTS:
        part, _, table = name.partition(".")
        for make in importlib.import_module(part).tables():
            if not table or make.__name__ == table:
                results = make()
                results.show(console)
                pages.append(results.markdown())
                if chosen.pictures and results.draw:
                    chosen.pictures.mkdir(parents=True, exist_ok=True)
                    results.draw(chosen.pictures / f"{make.__name__}.png")
    if chosen.markdown:
        chosen.markdown.write_text("\n".join(pages))


main()
